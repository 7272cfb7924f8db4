/**
 * Writes calls to the log off the path of requests: they wait in a bounded queue and are written in batches, the last one
 * when the process ends. What a full queue or a store that is away costs is counted. A process that is killed loses what
 * waited, a second's worth.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { type CallEntry, CallLog, defaultLimits, type Limits, type Service as CallLogService } from "./CallLog.ts"

export interface Service {
  /** Returns at once, and never fails. */
  readonly record: (entry: CallEntry) => Effect.Effect<void>
  /** Writes what waits, so that whoever looks into the log, or erases of it, misses nothing. */
  readonly flush: Effect.Effect<void>
}

/** Calls that wait. */
const maxWaiting = 2000
/** Calls of one batch. */
const maxBatch = 200
const interval = Duration.seconds(1)

const dropped = Metric.counter("call_log_dropped", {
  description: "Calls that the log has not: the queue was full, or the store was away",
  incremental: true
})

export class CallRecorder extends Context.Service<CallRecorder, Service>()("@orbweaver/core/CallRecorder") {
  /** Records nothing where the stores have no `CallLog`. */
  static readonly layer = (limits: Partial<Limits> = {}): Layer.Layer<CallRecorder> =>
    Layer.effect(
      CallRecorder,
      Effect.flatMap(Effect.serviceOption(CallLog), (log) =>
        Option.isNone(log)
          ? Effect.succeed(CallRecorder.of({ record: () => Effect.void, flush: Effect.void }))
          : make(log.value, { ...defaultLimits, ...limits })
      )
    )
}

const make = Effect.fnUntraced(function* (log: CallLogService, limits: Limits) {
  let waiting: Array<CallEntry> = []
  const writing = yield* Semaphore.make(1)
  // One after the other: a batch on its way to the store is awaited, too.
  const flush = Semaphore.withPermits(
    writing,
    1
  )(
    Effect.gen(function* () {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, maxBatch)
        waiting = waiting.slice(maxBatch)
        yield* Effect.catchTag(log.append(batch, limits), "StoreError", (error) =>
          Effect.andThen(Metric.update(dropped, batch.length), Effect.logWarning("Calls could not be logged", error))
        )
      }
    })
  )
  yield* Effect.addFinalizer(() => Effect.ignore(flush))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(interval), flush)))
  return CallRecorder.of({
    flush,
    record: (entry) =>
      Effect.suspend(() => {
        if (limits.rows <= 0) return Effect.void
        if (waiting.length >= maxWaiting) return Metric.update(dropped, 1)
        waiting.push(entry)
        return Effect.void
      })
  })
})
