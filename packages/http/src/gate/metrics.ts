/**
 * What the wire counts, and `GET /metrics` for Prometheus: these, and everything else that the process counts
 * (`scrapes`, ...). Off unless `metrics` is asked for, because they are served without authentication.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import { figures } from "./processMetrics.ts"
import { storeFigures } from "./storeMetrics.ts"

/** Requests answered, by version, operation and status. */
export const requests = Metric.counter("http_requests", { description: "Requests answered", incremental: true })

/** How long answers took, by version and operation. */
const durations = Metric.histogram("http_request_duration_ms", {
  description: "Time from the head of a request to its answer, in milliseconds",
  boundaries: [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000]
})

type HttpResult<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

/** Counts and times the answers of one operation. */
export const measured = <R>(version: string, operation: string, handler: HttpResult<R>): HttpResult<R> => {
  const duration = Metric.withAttributes(durations, { version, operation })
  // Attributes make a new metric each time, so the few there can be are kept.
  const byStatus = new Map<number, Metric.Metric<number, unknown>>()
  const counter = (status: number) => {
    let found = byStatus.get(status)
    if (found === undefined) {
      found = Metric.withAttributes(requests, { version, operation, status: String(status) })
      byStatus.set(status, found)
    }
    return found
  }
  return Effect.flatMap(Clock.currentTimeMillis, (from) =>
    Effect.tap(handler, ({ status }) =>
      Effect.flatMap(Clock.currentTimeMillis, (to) =>
        Effect.andThen(Metric.update(duration, to - from), Metric.update(counter(status), 1))
      )
    )
  )
}

export const metricsRoute = (jobs: JobStore | undefined) =>
  HttpRouter.route(
    "GET",
    "/metrics",
    Effect.gen(function* () {
      yield* figures
      if (jobs !== undefined) yield* storeFigures(jobs)
      const text = yield* PrometheusMetrics.format({ prefix: "orbweaver" })
      return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    })
  )
