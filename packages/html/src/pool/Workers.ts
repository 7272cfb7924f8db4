/**
 * A few worker threads and the pages that wait for one: started when first needed, kept while idle, replaced when they
 * die or are stopped.
 *
 * A conversion is synchronous and cannot be interrupted, so a large page whose request was cancelled is stopped by
 * ending its thread; a small one ends soon, and only its answer is dropped. Small pages are posted a few ahead, so that
 * a thread never waits for the thread that posts. Text is posted as a string: cloning it costs the posting thread no
 * more than encoding it into a buffer to transfer would.
 */
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import type { RawAnswer, ReadPage } from "@orbweaver/core/internal/reading/readPage"
import { carriedThread, placedThread, type ThreadEntry } from "@orbweaver/core/internal/support/threadEntry"
import type { Converted, ConvertInput } from "../convert/convert.ts"

/** What a worker is posted: a page, or the answer of a server that it is to read first. */
export type Work =
  | { readonly input: ConvertInput }
  | { readonly answered: RawAnswer; readonly input: Omit<ConvertInput, "html"> }

/** What a worker says: that it has started, then to each task the long texts that it made, and the answer. */
export type WorkerMessage = { readonly started: true } | { readonly part: Converted } | Answer

export type Answer =
  | { readonly converted: Converted; readonly read?: ReadPage }
  /** A selector of the caller was refused. */
  | { readonly refused: { readonly selector: string; readonly detail: string } }
  | { readonly failed: string }

export interface Task {
  readonly work: Work
  /** Takes milliseconds: may be posted to a thread that is busy with others of its kind. */
  readonly small: boolean
  readonly answered: (answer: Answer) => void
  /** The thread ended without an answer, or was ended because it took too long. */
  readonly lost: (reason: "crashed" | "timeout", detail: string) => void
  /** There are no threads here: none could be started. */
  readonly unavailable: () => void
}

interface WorkersOptions {
  /** Threads at most. */
  readonly size: number
  /** Pages that may wait while all threads are busy. */
  readonly waiting: number
  /** Heap of one thread, in MB. */
  readonly memory: number
  /** How long a task may take on a thread that has started, in milliseconds. */
  readonly timeout: number
  /** What each thread runs: `worker.ts`, or what a build carries of it. */
  readonly entry?: ThreadEntry
}

/** How long a thread may take to start, in milliseconds: a busy machine takes seconds, and no page is to blame. */
const longestStart = 60_000

/** Part of a thread's heap for what is new: the default would add 100 MB to a page that makes garbage fast. */
const maxYoungMegabytes = 16

/** Small pages posted to a thread beyond the one it works on. */
const ahead = 2

interface Thread {
  readonly worker: Worker
  /** In the order they were posted, which is that of the answers. */
  readonly tasks: Array<Task>
  /** What has come of the first task so far. */
  parts: Converted
  /** Ends the thread when it does not start, or a task holds it for too long. */
  watch: NodeJS.Timeout
}

export class Workers {
  private readonly options: WorkersOptions
  private readonly threads = new Set<Thread>()
  private readonly waiting = new Set<Task>()
  private readonly dropped = new WeakSet<Task>()
  private closed = false
  private entry: ThreadEntry | undefined
  private loading = false
  /** Why threads cannot start here: a bundle without their module, or a host that allows none (`--permission`). */
  unavailable: string | undefined

  constructor(options: WorkersOptions) {
    this.options = options
    this.entry = options.entry ?? placedThread(import.meta.url, "pool/Workers", "./worker", existsSync)
  }

  /** False when too many pages are already waiting. */
  submit(task: Task): boolean {
    if (this.closed) return false
    const thread = this.unavailable === undefined ? this.threadFor(task) : undefined
    if (this.unavailable !== undefined) task.unavailable()
    else if (thread !== undefined) this.assign(thread, task)
    else if (this.waiting.size < this.options.waiting) this.waiting.add(task)
    else return false
    return true
  }

  /** Forgets a small task; its answer is dropped. */
  drop(task: Task): void {
    this.waiting.delete(task)
    this.dropped.add(task)
  }

  /** Forgets a task; the thread that has it is ended, and its other tasks go to the next one. */
  async cancel(task: Task): Promise<void> {
    if (this.waiting.delete(task)) return
    const thread = this.holderOf(task)
    if (thread === undefined) return
    const ended = this.end(thread)
    this.requeueTasks(thread.tasks.filter((other) => other !== task))
    await ended
  }

  async close(): Promise<void> {
    this.closed = true
    this.waiting.clear()
    await Promise.all([...this.threads].map((thread) => this.end(thread)))
  }

  private end(thread: Thread): Promise<unknown> {
    this.threads.delete(thread)
    clearTimeout(thread.watch)
    return thread.worker.terminate()
  }

  /** What becomes of the tasks of a thread that is gone. */
  private lost({ tasks: [running, ...rest] }: Thread, reason: "crashed" | "timeout", detail: string): void {
    this.requeueTasks(rest)
    if (running !== undefined && !this.dropped.has(running)) running.lost(reason, detail)
  }

  private holderOf(task: Task): Thread | undefined {
    for (const thread of this.threads) if (thread.tasks.includes(task)) return thread
    return undefined
  }

  private threadFor({ small }: Task): Thread | undefined {
    let best: Thread | undefined
    for (const thread of this.threads) {
      if (best === undefined || thread.tasks.length < best.tasks.length) best = thread
    }
    if (best?.tasks.length === 0) return best
    if (this.threads.size < this.options.size) return this.tryStart()
    const free = best !== undefined && best.tasks.length <= ahead && best.tasks.every(({ small }) => small)
    return small && free ? best : undefined
  }

  private tryStart(): Thread | undefined {
    if (this.entry === undefined) {
      this.load().catch((error: unknown) => this.giveUp(detailOf(error, this.options.memory)))
      return undefined
    }
    try {
      return this.start(this.entry)
    } catch (error) {
      this.giveUp(detailOf(error, this.options.memory))
      return undefined
    }
  }

  /** A bundle has no module of the thread, but carries its code. Tasks wait until it is loaded. */
  private async load(): Promise<void> {
    if (this.loading) return
    this.loading = true
    const { threadCode } = await import("./threadCode.ts")
    this.entry = carriedThread(threadCode())
    if (this.entry === undefined) this.giveUp("their module is not there")
    else this.next()
  }

  /** No thread starts here: what waits is done without. */
  private giveUp(detail: string): void {
    this.unavailable = detail
    const tasks = [...this.waiting]
    this.waiting.clear()
    for (const task of tasks) if (!this.dropped.has(task)) task.unavailable()
  }

  private start({ options, script }: ThreadEntry): Thread {
    const worker = new Worker(script, {
      ...options,
      name: "orbweaver-html",
      // The host's flags and environment are not for this thread.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.options.memory, maxYoungGenerationSizeMb: maxYoungMegabytes }
    })
    const within = (limit: number): NodeJS.Timeout =>
      setTimeout(() => {
        if (thread.tasks.length === 0) return
        this.end(thread).catch(() => undefined)
        this.lost(thread, "timeout", `it took longer than ${limit} ms`)
      }, limit).unref()
    const thread: Thread = { worker, tasks: [], parts: {}, watch: within(Math.max(longestStart, this.options.timeout)) }
    this.threads.add(thread)
    worker.on("message", (answer: WorkerMessage) => {
      if (!this.threads.has(thread)) return
      if ("started" in answer) {
        clearTimeout(thread.watch)
        thread.watch = within(this.options.timeout)
        return
      }
      if ("part" in answer) {
        thread.parts = { ...thread.parts, ...answer.part }
        return
      }
      const task = thread.tasks.shift()
      const { parts } = thread
      thread.parts = {}
      thread.watch.refresh()
      // An idle thread does not keep the process alive.
      if (thread.tasks.length === 0) worker.unref()
      this.next()
      if (task !== undefined && !this.dropped.has(task)) {
        task.answered("converted" in answer ? { ...answer, converted: { ...parts, ...answer.converted } } : answer)
      }
    })
    const ended = (detail: string): void => {
      clearTimeout(thread.watch)
      if (this.threads.delete(thread)) this.lost(thread, "crashed", detail)
    }
    worker.on("error", (error) => {
      const detail = detailOf(error, this.options.memory)
      if (!isAbsent(error)) return ended(detail)
      clearTimeout(thread.watch)
      if (!this.threads.delete(thread)) return
      for (const task of thread.tasks) this.waiting.add(task)
      this.giveUp(detail)
    })
    worker.on("exit", (code) => ended(`its thread ended with code ${code}`))
    return thread
  }

  private assign({ tasks, watch, worker }: Thread, task: Task): void {
    if (tasks.length === 0) {
      worker.ref()
      watch.refresh()
    }
    tasks.push(task)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task.work)
  }

  /** Tasks of a thread that ended wait again. */
  private requeueTasks(tasks: ReadonlyArray<Task>): void {
    for (const task of tasks) if (!this.dropped.has(task)) this.waiting.add(task)
    this.next()
  }

  private next(): void {
    if (this.closed) return
    for (const task of this.waiting) {
      const thread = this.threadFor(task)
      if (thread === undefined) return
      this.waiting.delete(task)
      this.assign(thread, task)
    }
  }
}

const detailOf = (error: unknown, memory: number): string => {
  if (!(error instanceof Error)) return String(error)
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `it needs more than the ${memory} MB of heap that a thread is allowed (pool.memory)`
    : error.message
}

/** Whether the module of the thread is not where it should be. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String(error.code))
