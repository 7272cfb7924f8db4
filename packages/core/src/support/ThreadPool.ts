/**
 * A few worker threads and the tasks that wait for one: threads start when first needed, are replaced when they die or are
 * stopped, and end when they have been idle for long.
 *
 * A task holds its thread without a pause, so nothing but the end of the thread stops it: one that takes too long or too
 * much memory, or that nobody wants any more, is stopped so. A small task ends soon, so only its result is dropped; small
 * ones are posted a few ahead, so that a thread never waits for the thread that posts. Timers are those of the platform and
 * no fibers: threads run in real time, whatever clock a program holds still.
 *
 * `tinypool` (2.2, 33 KB, no dependencies, maintained) converts pages as fast and has the bounded queue, the idle end, the
 * heap limit and `AbortSignal`, but no time limit for a task and no look at its memory (V8's limits leave typed arrays out).
 * It shares no thread among tasks that can be aborted, so small ones would not be posted ahead, and it imports its code by
 * file name, which a bundle does not have. What is missing would be about as much code around it as there is here.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { carriedThread, type ThreadEntry } from "./threadEntry.ts"

/** What is used of a `Worker` of `node:worker_threads`, which core does not import, and given by an `IsolatedThread`. */
export interface ThreadWorker<M> {
  on(event: "message", listener: (message: M | Started) => void): unknown
  on(event: "error", listener: (error: unknown) => void): unknown
  on(event: "exit", listener: (code: number | string | null) => void): unknown
  postMessage(task: object, transfer?: ReadonlyArray<ArrayBuffer>): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** A thread's first message. Until then, no task is to blame for the time that goes by. */
export interface Started {
  readonly started: true
}

export interface ThreadPoolOptions<W> {
  /** Threads at most. */
  readonly size: number
  /** Tasks that may wait while all threads are busy; as many as there are callers when absent. */
  readonly maxWaiting?: number | undefined
  /** Milliseconds after which an idle thread ends; never when absent. */
  readonly idle?: number | undefined
  /** The thread's module where it stands (`placedThread`). */
  readonly placed: ThreadEntry | undefined
  /** The code that a build carries is taken wherever there is some: it reads no files. */
  readonly prefersCarried?: boolean | undefined
  /**
   * Loads the code of the thread that a build carries, for where its module does not stand, or stands where only the
   * program finds it: a thread does without the program's loaders, such as those that read the archives of Yarn and
   * Electron.
   */
  readonly load: () => Promise<{ readonly threadCode: () => string }>
  readonly start: (entry: ThreadEntry) => W
}

export interface ThreadTask<M, W, A, E> {
  /** Posts the task to its thread; once more to another one where the first ended with an earlier task. */
  readonly post: (worker: W) => void
  /** The result, once this message is the last one of the task. */
  readonly resultOf: (message: M) => Effect.Effect<A, E> | undefined
  /** The result where the thread gives none. */
  readonly withoutResult: (loss: ThreadLoss) => Effect.Effect<A, E>
  /** Milliseconds that it may hold a thread which has started. */
  readonly timeout: number
  /** It takes milliseconds: may be posted to a thread that is busy with others of its kind. */
  readonly small?: boolean | undefined
  /**
   * False for a task that the caller can do as well: it is lost as `busy` at once where no thread that has started takes
   * it, and one more thread starts for the next ones. Default: true.
   */
  readonly waits?: boolean | undefined
  /** Its thread ends with it, which gives all of its memory back at once; for tasks that take much. */
  readonly endsThread?: boolean | undefined
  /** Asked every 20 ms while the task runs; words for what it takes too much of end its thread. */
  readonly excess?: ((worker: W) => Promise<string | undefined>) | undefined
}

/** Why a task has no result. */
export interface ThreadLoss {
  /**
   * `busy`: too many tasks wait. `timeout` and `memory`: the thread was ended because the task took too much. `crashed`: the
   * thread ended by itself. `unavailable`: no threads can be started here, such as in a bundle without their module, or on
   * a host that allows none (`--permission`).
   */
  readonly reason: "busy" | "timeout" | "memory" | "crashed" | "unavailable"
  /** Empty where V8 ended a thread that needed more than its heap. */
  readonly detail: string
}

/** A thread's error: its process was killed for its memory. */
export class TooMuchMemory extends Error {
  constructor(mebibytes: number) {
    super(`it takes more than ${mebibytes} MiB of memory (isolated.memory)`)
  }
}

/** How long a thread may take to start, in milliseconds: a busy machine takes seconds. */
const maxStart = 60_000
/** Longest delay of a timer. */
const maxDelay = 2 ** 31 - 1
/** Small tasks posted to a thread beyond the one it works on. */
const maxAhead = 2
const excessInterval = 20

interface Task<M, W> extends Pick<
  ThreadTask<M, W, never, never>,
  "post" | "timeout" | "small" | "waits" | "endsThread" | "excess"
> {
  /** What gives the result to who waits for it, once this message is the last one. */
  readonly read: (message: M) => (() => void) | undefined
  readonly lost: (loss: ThreadLoss) => void
  /** Nobody wants its result. */
  isDropped: boolean
}

interface Thread<M, W> {
  readonly worker: W
  readonly entry: ThreadEntry
  /** In the order they were posted, which is that of the results. */
  readonly tasks: Array<Task<M, W>>
  isStarted: boolean
  /** Ends the thread when its start, its task or its idleness takes too long. */
  timer?: NodeJS.Timeout
  excessTimer?: NodeJS.Timeout
}

export class ThreadPool<M extends object, W extends ThreadWorker<M>> {
  /** Its threads end with the scope. */
  static make<M extends object, W extends ThreadWorker<M>>(
    options: ThreadPoolOptions<W>
  ): Effect.Effect<ThreadPool<M, W>, never, Scope.Scope> {
    return Effect.acquireRelease(
      Effect.sync(() => new ThreadPool<M, W>(options)),
      (threads) => Effect.promise(() => threads.close())
    )
  }

  private readonly options: ThreadPoolOptions<W>
  private readonly threads = new Set<Thread<M, W>>()
  private readonly waiting = new Set<Task<M, W>>()
  private entry: ThreadEntry | undefined
  private isLoading = false
  /** Why the module cannot be loaded, once that was tried. */
  private absent: string | undefined
  /** Why no thread starts any more. */
  private over: ThreadLoss | undefined

  private constructor(options: ThreadPoolOptions<W>) {
    this.options = options
    this.entry = options.prefersCarried === true ? undefined : options.placed
  }

  /** Interruption ends the thread of the task, or drops the result of a small one. */
  run<A, E>({ resultOf, withoutResult, ...rest }: ThreadTask<M, W, A, E>): Effect.Effect<A, E> {
    return Effect.callback<A, E>((resume) => {
      const read = (message: M) => {
        const result = resultOf(message)
        return result === undefined ? undefined : () => resume(result)
      }
      const task = { ...rest, read, lost: (loss: ThreadLoss) => resume(withoutResult(loss)), isDropped: false }
      this.submit(task)
      return Effect.promise(() => this.abandon(task))
    })
  }

  private submit(task: Task<M, W>): void {
    const thread = this.over === undefined ? this.threadFor(task) : undefined
    if (this.over !== undefined) task.lost(this.over)
    else if (thread !== undefined) this.assign(thread, task)
    else if (task.waits === false) task.lost({ reason: "busy", detail: "no thread is free" })
    else if (this.waiting.size < (this.options.maxWaiting ?? Infinity)) this.waiting.add(task)
    else task.lost({ reason: "busy", detail: `${this.waiting.size} wait for a thread already` })
  }

  private async abandon(task: Task<M, W>): Promise<void> {
    this.waiting.delete(task)
    task.isDropped = true
    if (task.small === true) return
    for (const thread of this.threads) if (thread.tasks.includes(task)) await this.end(thread)
  }

  private async close(): Promise<void> {
    const closed: ThreadLoss = { reason: "crashed", detail: "the pool is closed" }
    this.giveUp(closed)
    await Promise.all([...this.threads].map((thread) => this.end(thread, closed)))
  }

  private giveUp(loss: ThreadLoss): void {
    this.over ??= loss
    for (const task of this.waiting) task.lost(loss)
    this.waiting.clear()
  }

  private threadFor({ small, waits = true }: Task<M, W>): Thread<M, W> | undefined {
    let best: Thread<M, W> | undefined
    let areStarted = true
    for (const thread of this.threads) {
      areStarted &&= thread.isStarted
      if (!waits && !thread.isStarted) continue
      if (best === undefined || thread.tasks.length < best.tasks.length) best = thread
    }
    if (best?.tasks.length === 0) return best
    if (this.threads.size < this.options.size && (waits || areStarted)) {
      const started = this.start()
      if (waits) return started
      if (started !== undefined) this.begin(started)
    }
    const takesMore = best !== undefined && best.tasks.length <= maxAhead && best.tasks.every(({ small }) => small)
    return small === true && takesMore ? best : undefined
  }

  /** Tasks wait until the code is loaded. */
  private async load(): Promise<void> {
    this.isLoading = true
    try {
      const placed = this.absent === undefined ? this.options.placed : undefined
      this.entry = carriedThread((await this.options.load()).threadCode()) ?? placed
      if (this.entry === undefined) throw new Error(this.absent ?? "their module is not there")
      this.next()
    } catch (error) {
      this.giveUp({ reason: "unavailable", detail: detailOf(error) })
    }
  }

  private start(): Thread<M, W> | undefined {
    if (this.entry === undefined) {
      if (!this.isLoading) this.load().catch(() => undefined)
      return undefined
    }
    try {
      const { entry } = this
      return this.watch({ worker: this.options.start(entry), entry, tasks: [], isStarted: false })
    } catch (error) {
      this.giveUp({ reason: "unavailable", detail: detailOf(error) })
      return undefined
    }
  }

  private watch(thread: Thread<M, W>): Thread<M, W> {
    this.threads.add(thread)
    thread.worker.on("message", (message) => {
      if (!this.threads.has(thread)) return
      const [task] = thread.tasks
      const give = "started" in message ? undefined : task?.read(message)
      if ("started" in message) thread.isStarted = true
      else if (give === undefined) return
      else thread.tasks.shift()
      if (give !== undefined && task?.endsThread === true) void this.end(thread).catch(() => undefined)
      else {
        this.begin(thread)
        this.next()
      }
      // Last, since whoever waits may go on at once, with further tasks.
      give?.()
    })
    thread.worker.on("error", (error) => {
      const code = error instanceof Error && "code" in error ? String(error.code) : ""
      const isAbsent = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code)
      if (isAbsent && thread.entry === this.options.placed) return this.useCarried(thread, detailOf(error))
      const isTold = code !== "ERR_WORKER_OUT_OF_MEMORY"
      const isMemory = !isTold || error instanceof TooMuchMemory
      const reason = isAbsent ? "unavailable" : isMemory ? "memory" : "crashed"
      const loss: ThreadLoss = { reason, detail: isTold ? detailOf(error) : "" }
      if (isAbsent) this.giveUp(loss)
      this.lose(thread, loss)
    })
    thread.worker.on("exit", (code) =>
      this.lose(thread, { reason: "crashed", detail: `its thread ended with code ${code}` })
    )
    return thread
  }

  /** The tasks of the thread wait for one that is started from the code that a build carries. */
  private useCarried(thread: Thread<M, W>, why: string): void {
    if (this.entry === thread.entry) {
      this.entry = undefined
      this.absent = why
    }
    for (const task of thread.tasks.splice(0)) this.waitAgain(task)
    this.lose(thread)
  }

  private assign(thread: Thread<M, W>, task: Task<M, W>): void {
    try {
      task.post(thread.worker)
    } catch (error) {
      return task.lost({ reason: "crashed", detail: detailOf(error) })
    }
    thread.tasks.push(task)
    if (thread.tasks.length === 1) this.begin(thread)
  }

  /** The first of its tasks has the thread from now on; without one, it does not keep the process alive. */
  private begin(thread: Thread<M, W>): void {
    const { isStarted, tasks, worker } = thread
    clearTimeout(thread.timer)
    clearInterval(thread.excessTimer)
    const task = tasks[0]
    if (task === undefined) {
      worker.unref()
      thread.timer = this.endAfter(thread, this.options.idle ?? Infinity)
      return
    }
    worker.ref()
    const limit = isStarted ? task.timeout : Math.max(maxStart, task.timeout)
    thread.timer = this.endAfter(thread, limit, { reason: "timeout", detail: `it took longer than ${limit} ms` })
    const { excess } = task
    if (excess === undefined) return
    const check = async (): Promise<void> => {
      const detail = await excess(worker)
      if (detail !== undefined && tasks[0] === task) await this.end(thread, { reason: "memory", detail })
    }
    // A thread that has ended cannot be asked.
    thread.excessTimer = setInterval(() => void check().catch(() => undefined), excessInterval).unref()
  }

  private endAfter(thread: Thread<M, W>, limit: number, loss?: ThreadLoss): NodeJS.Timeout {
    return setTimeout(() => void this.end(thread, loss).catch(() => undefined), Math.min(limit, maxDelay)).unref()
  }

  private end(thread: Thread<M, W>, loss?: ThreadLoss): Promise<unknown> {
    this.lose(thread, loss)
    return thread.worker.terminate()
  }

  /** The thread is gone. Its task fails with the loss, if there is one; those behind it wait again. */
  private lose(thread: Thread<M, W>, loss?: ThreadLoss): void {
    if (!this.threads.delete(thread)) return
    clearTimeout(thread.timer)
    clearInterval(thread.excessTimer)
    const [running, ...behind] = thread.tasks.splice(0)
    for (const task of behind) this.waitAgain(task)
    this.next()
    if (loss !== undefined) running?.lost(loss)
  }

  private waitAgain(task: Task<M, W>): void {
    if (this.over !== undefined) task.lost(this.over)
    else if (!task.isDropped) this.waiting.add(task)
  }

  private next(): void {
    for (const task of this.waiting) {
      const thread = this.threadFor(task)
      if (thread === undefined) return
      this.waiting.delete(task)
      this.assign(thread, task)
    }
  }
}

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
