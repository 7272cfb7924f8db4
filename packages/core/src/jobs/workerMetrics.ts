/** What workers count, for `/metrics`: pages that went back without a result, and steps that the store failed. */
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const returned = Metric.counter("worker_pages_returned", {
  description: "Pages that a worker requeued without a result, by reason",
  incremental: true
})

const retries = Metric.counter("worker_retries", {
  description: "Steps of a worker that failed because of the store, by step",
  incremental: true
})

/** `released` at the end of the worker, `fault` for a fault of ours, `stuck` for work without progress. */
type ReturnReason = "released" | "fault" | "stuck"

export const pagesReturned = (reason: ReturnReason, count = 1): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(returned, { reason }), count)

export const retried = (step: string): Effect.Effect<void> => Metric.update(Metric.withAttributes(retries, { step }), 1)
