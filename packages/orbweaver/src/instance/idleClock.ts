/**
 * The clock of an instance: its timers do not keep the process running. What has to keep it
 * running, calls and jobs, says so by `holding`.
 */
import { setTimeout } from "node:timers"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Node fires a longer timer at once. */
const maxTimerMs = 2 ** 31 - 1

const sleep = (duration: Duration.Duration): Effect.Effect<void> => {
  const ms = Duration.toMillis(duration)
  if (ms <= 0) return Effect.yieldNow
  if (!Number.isFinite(ms)) return Effect.never
  return Effect.callback<void>((resume) => {
    const after = ms > maxTimerMs ? sleep(Duration.millis(ms - maxTimerMs)) : Effect.void
    const timer = setTimeout(() => resume(after), Math.min(ms, maxTimerMs)).unref()
    return Effect.sync(() => clearTimeout(timer))
  })
}

/** Time itself is that of the clock around. */
export const layer: Layer.Layer<never> = Layer.effect(
  Clock.Clock,
  Effect.map(Clock.Clock, (outer): Clock.Clock => ({
    currentTimeMillisUnsafe: () => outer.currentTimeMillisUnsafe(),
    currentTimeMillis: outer.currentTimeMillis,
    currentTimeNanosUnsafe: () => outer.currentTimeNanosUnsafe(),
    currentTimeNanos: outer.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => outer.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: outer.monotonicTimeNanos,
    sleep
  }))
)
