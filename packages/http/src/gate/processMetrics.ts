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
    readonly constrainedMemory?: () => number
    readonly getBuiltinModule?: (
      name: "node:v8"
    ) => { readonly getHeapStatistics?: () => { readonly heap_size_limit: number } } | undefined
  }
}

/** Other runtimes than Node may not have it. */
const process = (globalThis as NodeLike).process

/** Bytes of the process and of its heap; undefined where the runtime does not say. */
export const memoryUsed = () => process?.memoryUsage?.()

/** A limit beyond this, 1 PiB, is how a system without one says so. */
const noLimitFrom = 2 ** 50

/** The most bytes that the process and its heap may have; each is undefined where the runtime knows of no limit. */
export const memoryLimits = (): { readonly resident: number | undefined; readonly heap: number | undefined } => {
  const resident = process?.constrainedMemory?.() ?? 0
  return {
    resident: resident > 0 && resident < noLimitFrom ? resident : undefined,
    heap: process?.getBuiltinModule?.("node:v8")?.getHeapStatistics?.().heap_size_limit
  }
}

/** Long enough for a busy loop to show. */
const waitMs = 10

/** Updates the gauges. */
export const figures: Effect.Effect<void> = Effect.gen(function* () {
  const from = yield* Clock.currentTimeMillis
  yield* Effect.sleep(waitMs)
  yield* Metric.update(lag, Math.max(0, (yield* Clock.currentTimeMillis) - from - waitMs))
  const used = memoryUsed()
  if (used === undefined) return
  yield* Metric.update(resident, used.rss)
  yield* Metric.update(heap, used.heapUsed)
  yield* Metric.update(external, used.external)
})
