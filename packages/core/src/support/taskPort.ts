/** Where the module of a thread gets its tasks from, and gives its answers to. */
interface TaskPort<T> {
  on(event: "message", listener: (task: T) => void): unknown
  postMessage(answer: object): void
}

/** `parentPort` of a thread; of a process that stands for one (`IsolatedThread`), the channel to its parent. */
export const taskPort = <T extends object>(
  parentPort: TaskPort<T> | null,
  channel: Pick<TaskPort<T>, "on"> & { readonly send?: ((answer: object) => boolean) | undefined }
): TaskPort<T> =>
  parentPort ?? {
    on: (event, listener) => channel.on(event, listener),
    postMessage: (answer) => void channel.send?.(answer)
  }
