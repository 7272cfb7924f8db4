/**
 * A few worker threads and the pages that wait for one: started when first needed, kept while idle, replaced when they
 * die or are stopped.
 *
 * A conversion is synchronous and cannot be interrupted, so a page that nobody wants any more is stopped by ending its
 * thread. Text is posted as a string: cloning it costs the posting thread no more than encoding it into a buffer to
 * transfer would (docs/decisions/0012).
 */
import { Worker } from "node:worker_threads"
import type { Converted, ConvertInput } from "../convert.ts"

/** What a worker answers. */
export type Answer =
  | { readonly converted: Converted }
  /** A selector of the caller was refused. */
  | { readonly refused: { readonly selector: string; readonly detail: string } }
  | { readonly failed: string }

export interface Task {
  readonly input: ConvertInput
  readonly answered: (answer: Answer) => void
  /** The thread ended without an answer. */
  readonly crashed: (detail: string) => void
}

export interface WorkersOptions {
  /** Threads at most. */
  readonly size: number
  /** Pages that may wait while all threads are busy. */
  readonly waiting: number
  /** Heap of one thread, in MB. */
  readonly memory: number
}

export class Workers {
  private readonly options: WorkersOptions
  private readonly idle: Array<Worker> = []
  private readonly tasks = new Map<Worker, Task>()
  private readonly waiting = new Set<Task>()
  private closed = false

  constructor(options: WorkersOptions) {
    this.options = options
  }

  /** False when too many pages wait already. */
  submit(task: Task): boolean {
    if (this.closed) return false
    const worker = this.idle.pop() ?? (this.tasks.size < this.options.size ? this.start() : undefined)
    if (worker !== undefined) this.assign(worker, task)
    else if (this.waiting.size < this.options.waiting) this.waiting.add(task)
    else return false
    return true
  }

  /** Forgets a task; the thread that works on it is ended. */
  async cancel(task: Task): Promise<void> {
    if (this.waiting.delete(task)) return
    for (const [worker, current] of this.tasks) {
      if (current !== task) continue
      this.tasks.delete(worker)
      this.next()
      await worker.terminate()
    }
  }

  async close(): Promise<void> {
    this.closed = true
    this.waiting.clear()
    const all = [...this.idle, ...this.tasks.keys()]
    this.idle.length = 0
    this.tasks.clear()
    await Promise.all(all.map((worker) => worker.terminate()))
  }

  private start(): Worker {
    const worker = new Worker(entry, {
      name: "orbweaver-html",
      // The host's flags and environment are not for this thread.
      env: {},
      execArgv: isSource ? ["--conditions=@orbweaver/source"] : [],
      resourceLimits: { maxOldGenerationSizeMb: this.options.memory }
    })
    worker.on("message", (answer: Answer) => {
      const task = this.tasks.get(worker)
      this.tasks.delete(worker)
      if (task !== undefined) {
        // An idle thread does not keep the process alive.
        worker.unref()
        this.idle.push(worker)
        task.answered(answer)
      }
      this.next()
    })
    const ended = (detail: string): void => {
      const at = this.idle.indexOf(worker)
      if (at >= 0) this.idle.splice(at, 1)
      const task = this.tasks.get(worker)
      this.tasks.delete(worker)
      task?.crashed(detail)
      this.next()
    }
    worker.on("error", (error) => ended(error instanceof Error ? error.message : String(error)))
    worker.on("exit", (code) => ended(`its thread ended with code ${code}`))
    return worker
  }

  private assign(worker: Worker, task: Task): void {
    this.tasks.set(worker, task)
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task.input)
  }

  private next(): void {
    for (const task of this.waiting) {
      const worker = this.idle.pop() ?? (this.tasks.size < this.options.size ? this.start() : undefined)
      if (worker === undefined) return
      this.waiting.delete(task)
      this.assign(worker, task)
    }
  }
}

/** The worker's module stands beside this one, as source or built. */
const isSource = import.meta.url.endsWith(".ts")
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url)
