/** The ticks of monitors: adds a check for each, once over any number of processes. Workers work on the checks. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { JobId } from "@orbweaver/core/model/Job"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { createCheck } from "./checks.ts"
import { monitorValueOf } from "./Monitors.ts"
import { nextTick } from "./schedule.ts"

export interface Options {
  /** How often the store is asked what is due. Default: 5 seconds. */
  readonly poll?: Duration.Duration | undefined
}

const defaultPoll = Duration.seconds(5)
/** Monitors begun in one go. */
const atOnce = 20

/** Runs for as long as the layer lives. */
export const layer = ({ poll = defaultPoll }: Options = {}): Layer.Layer<never, never, MonitorStore | JobStore> =>
  Layer.effectDiscard(
    Effect.forkScoped(
      Effect.forever(
        Effect.gen(function* () {
          const found = yield* Effect.catchCause(beginDue, (cause) =>
            Effect.as(Effect.logWarning("Monitors could not be run", cause), false)
          )
          if (!found) yield* Effect.sleep(poll)
        })
      )
    )
  )

/** Begins the checks whose tick has come; a monitor that cannot be read keeps no other back. Says whether there was any. */
const beginDue = Effect.gen(function* () {
  const store = yield* MonitorStore
  const now = yield* Clock.currentTimeMillis
  const begun = yield* Effect.forEach(yield* store.due(now, atOnce), (monitor) =>
    Effect.catchCause(begin(monitor, now), (cause) =>
      Effect.as(Effect.logWarning(`The monitor ${monitor.id} could not be run`, cause), false)
    )
  )
  return begun.includes(true)
})

/**
 * Adds the check of a tick, and then moves the monitor to the next one: who dies in between, or is not alone, adds the
 * same check again, which is there already.
 */
const begin = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const jobs = yield* JobStore
  const store = yield* MonitorStore
  const value = yield* monitorValueOf(monitor)
  const at = monitor.nextRunAt!
  const id = idOfTick(monitor.id, at)
  yield* createCheck(jobs, monitor, value, { id, tick: at }).pipe(
    Effect.catch((error) => Effect.mapError(jobs.get(JobId.make(id)), () => error))
  )
  // After a pause of all processes only one run is made up for.
  return yield* store.moveTick({ monitorId: monitor.id, at, nextRunAt: nextTick(value.schedule, now) })
})

/** The id of a check, a UUID that is made of its monitor and tick (RFC 9562, 5.8). */
const idOfTick = (monitorId: string, at: number): string => {
  const { a, b } = fingerprint(`${monitorId}/${at}`)
  const hex = [a, b].map((half) => half.toString(16).padStart(14, "0")).join("")
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    `${hex.slice(18)}00`
  ].join("-")
}
