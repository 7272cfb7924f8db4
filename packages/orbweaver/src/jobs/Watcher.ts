/**
 * Watches a job from code without Effect: an emitter of events and an async
 * iterator over the same source. The reader of the iterator sets the pace.
 */
import type { Document } from "@orbweaver/core/model/Document"
import { watch, type WatchedEvent } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import type { ProcessHold } from "../instance/holding.ts"
import { type DurationInput, durationOf } from "../options/durations.ts"
import { jobIdOf } from "./jobId.ts"
import { type JobStatus, readStatus } from "./status.ts"

export interface WatcherOptions {
  /** Number of the last event that is known; 0, which is all of them, when absent. */
  readonly after?: number | undefined
  /**
   * Longest time until a change made by another process is seen: seconds, at most 60, or a text such as `"500 millis"`.
   * Default: a second.
   */
  readonly pollInterval?: DurationInput | undefined
  /** Stops watching; the job goes on. */
  readonly signal?: AbortSignal | undefined
}

export interface WatcherEvents {
  /** A page that succeeded. */
  readonly document: Document
  /** Everything that happens, numbered. */
  readonly event: WatchedEvent
  /** The job has ended; its counts, without its documents. */
  readonly done: JobStatus
  readonly error: unknown
}

export interface Watcher extends AsyncIterable<WatchedEvent> {
  /** Begins to listen, and to watch with the first listener. */
  readonly on: <K extends keyof WatcherEvents>(event: K, listener: (payload: WatcherEvents[K]) => void) => Watcher
  /** Ends when the job has, or when the watcher is closed. */
  readonly done: () => Promise<void>
  readonly close: () => void
}

export const make = (
  runtime: ManagedRuntime.ManagedRuntime<JobStore, unknown>,
  { hold }: ProcessHold,
  id: string,
  options: WatcherOptions = {}
): Watcher => {
  const jobId = jobIdOf(id)
  const controller = new AbortController()
  // A signal that has aborted already sends no event.
  if (options.signal?.aborted === true) controller.abort()
  else options.signal?.addEventListener("abort", () => controller.abort(), { once: true })
  const { after, pollInterval } = options
  const events =
    pollInterval === undefined
      ? watch(jobId, { after })
      : Stream.unwrap(Effect.map(durationOf("pollInterval", pollInterval), (poll) => watch(jobId, { after, poll })))
  const listeners: { readonly [K in keyof WatcherEvents]: Array<(payload: WatcherEvents[K]) => void> } = {
    document: [],
    event: [],
    done: [],
    error: []
  }
  const emit = <K extends keyof WatcherEvents>(event: K, payload: WatcherEvents[K]): void =>
    listeners[event].forEach((listener) => listener(payload))

  const closed = Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    if (controller.signal.aborted) end()
    else controller.signal.addEventListener("abort", end, { once: true })
    return Effect.sync(() => controller.signal.removeEventListener("abort", end))
  })

  let running: Promise<void> | undefined
  const start = (): Promise<void> => (running ??= held(watchAll))
  /** Keeps the process running for what somebody waits for. */
  const held = async (work: () => Promise<void>): Promise<void> => {
    const release = hold()
    await work().finally(release)
  }
  const watchAll = (): Promise<void> =>
    runtime
      .runPromise(
        Effect.gen(function* () {
          yield* Stream.runForEach(events, (event) =>
            Effect.sync(() => {
              emit("event", event)
              if (event.result !== undefined) emit("document", event.result.document)
            })
          )
          const job = yield* JobStore.use((store) => store.get(jobId))
          emit("done", yield* readStatus(job))
        }),
        { signal: controller.signal }
      )
      .catch((error: unknown) => {
        if (!controller.signal.aborted) emit("error", error)
      })

  const watcher: Watcher = {
    on: (event, listener) => {
      listeners[event].push(listener)
      // If a listener of errors throws, the promises of the end reject with its error.
      start().catch(() => undefined)
      return watcher
    },
    done: start,
    close: () => controller.abort(),
    async *[Symbol.asyncIterator]() {
      const release = hold()
      try {
        yield* Stream.toAsyncIterableWith(Stream.interruptWhen(events, closed), await runtime.context())
      } finally {
        release()
      }
    }
  }
  return watcher
}
