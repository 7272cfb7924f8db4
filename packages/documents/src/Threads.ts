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
import { Worker } from "node:worker_threads"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import type * as Scope from "effect/Scope"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import type { Failure } from "./internal/failure.ts"
import type { Answer, Job } from "./internal/worker.ts"

export interface Threads {
  /**
   * Runs a reader on a thread; ends that thread when interrupted, and when the
   * deadline passes, which counts from the moment the thread is free.
   */
  readonly run: (job: Job, deadline: Duration.Duration) => Effect.Effect<Parsed, Failure>
}

export interface ThreadOptions {
  /** Heap of one thread, in MiB; 1024 when absent. Bytes of the file count outside of it. */
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
  run: (job, deadline) =>
    Effect.scoped(Effect.flatMap(acquireThread(options), (thread) => within(deadline, send(thread, job))))
})

/** Threads kept warm for further files: none before the first file, at most `size`, all ended with the scope. */
export const pool = (options: PoolOptions = {}): Effect.Effect<Threads, never, Scope.Scope> =>
  Effect.gen(function* () {
    const threads = yield* Pool.makeWithTTL({
      acquire: acquireThread(options),
      min: 0,
      max: options.size ?? 2,
      timeToLive: options.idle ?? Duration.minutes(1)
    })
    const run: Threads["run"] = (job, deadline) =>
      Effect.scoped(
        Effect.flatMap(Pool.get(threads), (thread) =>
          within(deadline, send(thread, job)).pipe(
            Effect.onInterrupt(() => Pool.invalidate(threads, thread)),
            Effect.tapError(() => (thread.ended ? Pool.invalidate(threads, thread) : Effect.void))
          )
        )
      )
    return { run }
  })

/** Fails once the time for reading is over; what was still running is interrupted. */
export const within = (
  deadline: Duration.Duration,
  reading: Effect.Effect<Parsed, Failure>
): Effect.Effect<Parsed, Failure> =>
  Effect.timeoutOrElse(reading, {
    duration: deadline,
    orElse: () =>
      Effect.fail<Failure>({
        kind: "unreadable",
        why: "too-slow",
        detail: `it was not read within ${Duration.format(deadline)}`
      })
  })

interface Thread {
  readonly worker: Worker
  ended: boolean
}

const acquireThread = ({ heapMiB = 1024 }: ThreadOptions): Effect.Effect<Thread, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const worker = new Worker(entry, {
        // The host's flags (inspector, loaders) are not for this thread.
        execArgv: isSource ? ["--conditions=@orbweaver/source"] : [],
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: heapMiB }
      })
      const thread: Thread = { worker, ended: false }
      worker.on("error", () => (thread.ended = true))
      worker.on("exit", () => (thread.ended = true))
      worker.unref()
      return thread
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

/** The worker's module stands near this one, as source or built. */
const isSource = import.meta.url.endsWith(".ts")
const entry = new URL(isSource ? "./internal/worker.ts" : "./internal/worker.js", import.meta.url)

const send = (thread: Thread, job: Job): Effect.Effect<Parsed, Failure> =>
  Effect.callback((resume) => {
    const { worker } = thread
    const done = (effect: Effect.Effect<Parsed, Failure>) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      worker.unref()
      resume(effect)
    }
    const onMessage = (answer: Answer) =>
      done(
        "parsed" in answer
          ? Effect.succeed({ source: answer.parsed.html, ...answer.parsed })
          : Effect.fail(answer.failure)
      )
    const onError = (error: Error) => done(Effect.fail(crash(error.message)))
    const onExit = () => done(Effect.fail(crash("the thread that read it ended")))
    worker.on("message", onMessage).on("error", onError).on("exit", onExit)
    worker.ref()
    // A copy, because the caller keeps the bytes (the page cache does); `slice` of a Buffer would be none.
    const bytes = new Uint8Array(job.file.bytes)
    worker.postMessage({ ...job, file: { ...job.file, bytes } } satisfies Job, [bytes.buffer])
    return Effect.sync(() => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit)
      thread.ended = true
    })
  })

const crash = (detail: string): Failure => ({ kind: "unreadable", why: "damaged", detail })
