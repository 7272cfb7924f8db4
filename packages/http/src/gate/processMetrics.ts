/** Memory and event-loop lag of the process, measured when somebody asks for figures. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const memory = Metric.gauge("process_memory_bytes", { description: "Memory of the process, by kind" })
const resident = Metric.withAttributes(memory, { kind: "resident" })
const heap = Metric.withAttributes(memory, { kind: "heap" })
const external = Metric.withAttributes(memory, { kind: "external" })
const lag = Metric.gauge("event_loop_lag_ms", { description: "How late a timer of the process is, in milliseconds" })

interface NodeLike {
  readonly process?: {
    readonly memoryUsage?: () => { readonly rss: number; readonly heapUsed: number; readonly external: number }
  }
}

/** Long enough for a busy loop to show. */
const waitMs = 10

/** Updates the gauges. */
export const figures: Effect.Effect<void> = Effect.gen(function* () {
  const from = yield* Clock.currentTimeMillis
  yield* Effect.sleep(waitMs)
  yield* Metric.update(lag, Math.max(0, (yield* Clock.currentTimeMillis) - from - waitMs))
  // Other runtimes than Node may not have it.
  const used = (globalThis as NodeLike).process?.memoryUsage?.()
  if (used === undefined) return
  yield* Metric.update(resident, used.rss)
  yield* Metric.update(heap, used.heapUsed)
  yield* Metric.update(external, used.external)
})
