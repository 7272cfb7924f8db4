/**
 * Threads that read documents, so that a large or hostile file never holds up
 * the process: its work can be cut off at any moment, its memory is capped, and
 * a crash ends the thread only.
 *
 * ```
 * parse ─► lease a thread ─► copy of the bytes ─► reader ─► Parsed
 *             │ interrupted, overdue or crashed: the thread is ended
 * ```
 */
import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import type * as Scope from "effect/Scope"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { carriedThread, placedThread, type ThreadEntry } from "@orbweaver/core/internal/support/threadEntry"
import { detailOf, type Failure } from "../model/failure.ts"
import type { Progress, ReadOptions } from "../model/Reader.ts"
import { memoryOf } from "./memoryOf.ts"
import type { Answer, Job } from "./worker.ts"

export interface Threads {
  /**
   * Runs a reader on a thread; ends that thread when interrupted, and when the
   * deadline passes, which counts from the moment the thread is free.
   */
  readonly run: (job: Job, deadline: Duration.Duration) => Effect.Effect<Parsed, Failure>
}

export interface ThreadOptions {
  /** Memory of one thread, in MiB, the bytes of the file not counted; 512 when absent. */
  readonly heapMiB?: number | undefined
}

export interface PoolOptions extends ThreadOptions {
  /** Most threads at once; 2 when absent. Further files wait. */
  readonly size?: number | undefined
  /** A thread that idled this long ends; one minute when absent. */
  readonly idle?: Duration.Input | undefined
}

/** A thread for each file, ended with it: nothing to close, about 0.1 s to start. */
export const perFile = (options: ThreadOptions = {}): Threads => ({
  run: salvage((job, deadline, onProgress) =>
    Effect.scoped(
      Effect.flatMap(acquireThread(options), (thread) => withDeadline(deadline, send(thread, job, onProgress)))
    )
  )
})

type Attempt = (
  job: Job,
  deadline: Duration.Duration,
  onProgress: (progress: Progress) => void
) => Effect.Effect<Parsed, Failure>

/**
 * Delivers what a reader had read when a page took too much time or memory: another attempt stops before that page, or
 * leaves the annotations out that it was at. The first attempt gets two thirds of the time.
 */
const salvage =
  (attempt: Attempt): Threads["run"] =>
  (job, deadline) => {
    const ignore = () => {}
    if (job.reader !== "pdf") return attempt(job, deadline, ignore)
    let progress: Progress | undefined
    const millis = Duration.toMillis(deadline)
    return attempt(job, Duration.millis((millis * 2) / 3), (latest) => (progress = latest)).pipe(
      Effect.catch((failure) => {
        if (progress === undefined || !isLimit(failure)) return Effect.fail(failure)
        const next = remainder(progress)
        if (next === undefined) return Effect.fail(failure)
        const options = { ...job.options, ...next.options, maxMillis: millis / 6 }
        return attempt({ ...job, options }, Duration.millis(millis / 3), ignore).pipe(
          Effect.map((parsed) => ({
            ...parsed,
            warnings: [...(parsed.warnings ?? []), `${next.left} left out: ${failure.detail}.`]
          })),
          Effect.mapError(() => failure)
        )
      })
    )
  }

const isLimit = (failure: Failure): failure is Failure & { readonly kind: "unreadable" } =>
  failure.kind === "unreadable" && (failure.why === "too-slow" || failure.why === "too-much-memory")

const remainder = ({
  page,
  step
}: Progress): { readonly options: Partial<ReadOptions>; readonly left: string } | undefined =>
  step === "annotations"
    ? { options: { withoutAnnotations: true }, left: "Links and form fields are" }
    : page > 1
      ? { options: { stopBefore: page }, left: `Page ${page} and those after it are` }
      : undefined

/** Threads kept warm for further files: none before the first file, at most `size`, all ended with the scope. */
export const pool = (options: PoolOptions = {}): Effect.Effect<Threads, never, Scope.Scope> =>
  Effect.gen(function* () {
    const threads = yield* Pool.makeWithTTL({
      acquire: acquireThread(options),
      min: 0,
      max: options.size ?? 2,
      timeToLive: options.idle ?? Duration.minutes(1)
    })
    const run = salvage((job, deadline, onProgress) =>
      Effect.scoped(
        Effect.flatMap(Pool.get(threads), (thread) =>
          withDeadline(deadline, send(thread, job, onProgress)).pipe(
            Effect.onInterrupt(() => Pool.invalidate(threads, thread)),
            Effect.tapError(() => (thread.ended ? Pool.invalidate(threads, thread) : Effect.void))
          )
        )
      )
    )
    return { run }
  })

/** Fails once the time for reading is over; what was still running is interrupted. */
export const withDeadline = (
  deadline: Duration.Duration,
  reading: Effect.Effect<Parsed, Failure>
): Effect.Effect<Parsed, Failure> =>
  Effect.timeoutOrElse(reading, {
    duration: deadline,
    orElse: () =>
      Effect.fail<Failure>({
        kind: "unreadable",
        why: "too-slow",
        detail: `reading it took longer than ${Duration.format(deadline)}`
      })
  })

interface Thread {
  readonly worker: Worker
  readonly maxMiB: number
  ended: boolean
}

const hardLimitFactor = 4

const acquireThread = ({ heapMiB = 512 }: ThreadOptions): Effect.Effect<Thread, Failure, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const { options, script } = await findEntry()
        const worker = new Worker(script, {
          // The host's flags (inspector, loaders) are not for this thread.
          ...options,
          env: {},
          // Far above the limit: V8 ends the whole process when one allocation of a thread goes beyond its heap.
          resourceLimits: { maxOldGenerationSizeMb: heapMiB * hardLimitFactor, maxYoungGenerationSizeMb: 32 }
        })
        const thread: Thread = { worker, maxMiB: heapMiB, ended: false }
        worker.on("error", () => (thread.ended = true))
        worker.on("exit", () => (thread.ended = true))
        worker.unref()
        return thread
      },
      // A host may allow no threads (`--permission`).
      catch: (error) => unavailable(detailOf(error))
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

const findEntry = async (): Promise<ThreadEntry> => {
  const placed = placedThread(import.meta.url, "threads/Threads", "./worker", existsSync)
  if (placed !== undefined) return placed
  const { threadCode } = await import("./threadCode.ts")
  const carried = carriedThread(threadCode())
  if (carried === undefined) throw new Error("its module is not there")
  return carried
}

const mebibyte = 1024 * 1024
/**
 * What one page of a PDF may take beyond what was held before it, in bytes: a file of a few kilobytes that needs more
 * was made for it, while drawings of 300,000 lines, whose files have megabytes, take 200 MiB.
 */
const pageBytes = 192 * mebibyte
/** And for each byte of the file. */
const pageBytesPerFileByte = 64

/** How often the memory of a thread at work is looked at, in milliseconds. */
const memoryInterval = 20

const send = (thread: Thread, job: Job, onProgress: (progress: Progress) => void): Effect.Effect<Parsed, Failure> =>
  Effect.callback((resume) => {
    const { worker } = thread
    const forget = () => {
      clearInterval(timer)
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
    }
    const done = (effect: Effect.Effect<Parsed, Failure>) => {
      forget()
      worker.unref()
      resume(effect)
    }
    let page: { readonly number: number; readonly startBytes: number } | undefined
    const onMessage = (answer: Answer) => {
      if ("progress" in answer) {
        const { page: number, step } = answer.progress
        if (step === "layout") page = undefined
        else if (page?.number !== number) page = { number, startBytes: answer.usedBytes }
        onProgress(answer.progress)
      } else if ("parsed" in answer) done(Effect.succeed({ source: answer.parsed.html, ...answer.parsed }))
      else done(Effect.fail(answer.failure))
    }
    const overMemory = (what = "reading it", maxMiB = thread.maxMiB) => {
      thread.ended = true
      done(
        Effect.fail<Failure>({
          kind: "unreadable",
          why: "too-much-memory",
          detail: `${what} takes more than ${maxMiB} MiB`
        })
      )
    }
    const onError = (error: Error & { readonly code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") overMemory()
      else done(Effect.fail(isAbsent(error) ? unavailable(error.message) : crash(error.message)))
    }
    const onExit = () => done(Effect.fail(crash("the thread that was reading it ended")))
    // Looked at from outside: the limits of V8 leave typed arrays out, and are too hard.
    const maxBytes = thread.maxMiB * mebibyte + job.file.bytes.byteLength
    const maxPageBytes = pageBytes + pageBytesPerFileByte * job.file.bytes.byteLength
    const check = async (): Promise<void> => {
      const usedBytes = memoryOf(await worker.getHeapStatistics())
      if (thread.ended) return
      // Of two limits that are passed between two looks the page's is the cause.
      if (page !== undefined && usedBytes - page.startBytes > maxPageBytes)
        overMemory(`reading page ${page.number}`, Math.round(maxPageBytes / mebibyte))
      else if (usedBytes > maxBytes) overMemory()
    }
    // A thread that has ended has no statistics.
    const timer = setInterval(() => void check().catch(() => {}), memoryInterval)
    timer.unref()
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    // A copy, because the caller keeps the bytes (the page cache does); `slice` of a Buffer would be none.
    const bytes = new Uint8Array(job.file.bytes)
    worker.postMessage({ ...job, file: { ...job.file, bytes } } satisfies Job, [bytes.buffer])
    return Effect.sync(() => {
      forget()
      thread.ended = true
    })
  })

/** Whether the module of the thread is not where it should be. */
const isAbsent = ({ code = "" }: { readonly code?: string }): boolean => /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code)

/** No file is to blame. Reading it in this thread would put the process at the mercy of the file. */
const unavailable = (detail: string): Failure => ({
  kind: "unsupported",
  what: `this file: the thread that reads files could not be started (${detail}). In a bundle, leave "@orbweaver/documents" external`
})

const crash = (detail: string): Failure => ({ kind: "unreadable", why: "damaged", detail })
