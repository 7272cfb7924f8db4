/**
 * Runs a job by its schedule. Every process of the same stores may run the same schedule: whoever claims a tick first
 * runs it, and a tick that was claimed never runs again, through restarts and changes of the clock.
 */
import type { Service as ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import type { Service as WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import { changesOf, type PageChanged } from "./changes.ts"
import type { Recurrence } from "@orbweaver/core/internal/model/recurrence"

/** One tick of a schedule and what became of it in this process. */
export interface ScheduleRun {
  /** The time by the schedule. */
  readonly tick: Date
  readonly startedAt: Date
  readonly endedAt: Date
  /** `skipped`: an earlier run had not ended. */
  readonly outcome: "completed" | "failed" | "skipped"
  /** What the job threw. */
  readonly error?: unknown
  /** Pages that are new, changed or gone, where the job asks for `changeTracking`. */
  readonly changes: ReadonlyArray<PageChanged>
}

export interface ScheduleParts {
  /** Processes with the same name and stores share the schedule. */
  readonly name: string
  readonly ticks: Recurrence
  /** Ticks that a process has taken, and the line of the runs. */
  readonly claimedKeys: ClaimedKeys
  readonly lines: WaitingLines
  readonly job: (tick: Date) => Effect.Effect<unknown, unknown>
  readonly jitter: Duration.Duration
  readonly missed: "skip" | "run"
  readonly overlap: "skip" | "wait" | "allow"
  readonly onRun: (run: ScheduleRun) => void
}

/** Runs of one schedule in this process at once, those that wait included. */
const maxRunning = 16
/** How late a tick may be without counting as missed. */
const graceMs = 60_000
/** The clock is read this often, so that a change of it is noticed. */
const maxSleepMs = 30_000
/** How long a claim is kept beyond the next tick, so that a clock that is set back does not repeat it. */
const claimMargin = Duration.days(1)
/** A run whose process died counts as ended after this long. */
const lease = Duration.seconds(60)
const heartbeat = Duration.seconds(20)
const poll = Duration.seconds(1)

/** Never ends by itself. */
export const runSchedule = (parts: ScheduleParts): Effect.Effect<never> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { missed, ticks } = parts
      let running = 0
      const start = (tick: number) => {
        if (running >= maxRunning) return skip(parts, tick)
        running += 1
        return Effect.forkScoped(
          Effect.ensuring(
            runTick(parts, tick),
            Effect.sync(() => (running -= 1))
          )
        )
      }
      let last = yield* Clock.currentTimeMillis
      if (missed === "run") yield* start(ticks.latest(last))
      for (;;) {
        const now = yield* Clock.currentTimeMillis
        // The clock was set back: ticks that ran are claimed, others are still to come.
        if (now < last) last = now
        const due = ticks.next(last)
        if (due > now) {
          yield* Effect.sleep(Math.min(due - now, maxSleepMs))
          continue
        }
        // After a pause of the process only the latest tick is of interest.
        last = ticks.latest(now)
        if (missed === "run" || now - last <= graceMs) yield* start(last)
      }
    })
  )

const runTick = (parts: ScheduleParts, tick: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { claimedKeys, jitter, name, ticks } = parts
    yield* Effect.sleep(Duration.times(jitter, yield* Random.next))
    const untilNext = Duration.millis(Math.max(ticks.next(tick) - (yield* Clock.currentTimeMillis), 0))
    const isFirst = yield* claimedKeys.claim(`schedule/${name}/${tick}`, Duration.sum(untilNext, claimMargin))
    if (!isFirst) return
    yield* parts.overlap === "allow" ? perform(parts, tick) : performAlone(parts, tick)
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.logWarning(`The schedule ${parts.name} could not run`, cause)
    )
  )

/** One run of the schedule at a time over all processes, and at most one that waits. */
const performAlone = (parts: ScheduleParts, tick: number): Effect.Effect<void, StoreError> => {
  const { lines, name, overlap } = parts
  const line = `schedule/${name}`
  const id = `${line}/${tick}`
  const join = lines.join(line, id, lease)
  return Effect.gen(function* () {
    let { before } = yield* join
    if (before > (overlap === "wait" ? 1 : 0)) return yield* skip(parts, tick)
    while (before > 0) {
      yield* Effect.sleep(poll)
      before = (yield* join).before
    }
    const keepPlace = Effect.forever(Effect.andThen(Effect.sleep(heartbeat), Effect.ignore(join)))
    yield* Effect.raceFirst(perform(parts, tick), keepPlace)
  }).pipe(Effect.ensuring(Effect.ignore(lines.leave(line, id))))
}

const perform = Effect.fnUntraced(function* ({ job, onRun }: ScheduleParts, tick: number) {
  const startedAt = new Date(yield* Clock.currentTimeMillis)
  const exit = yield* Effect.exit(job(new Date(tick)))
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
  const run = { tick: new Date(tick), startedAt, endedAt: new Date(yield* Clock.currentTimeMillis) }
  onRun(
    Exit.isSuccess(exit)
      ? { ...run, outcome: "completed", changes: changesOf(exit.value) }
      : { ...run, outcome: "failed", error: Cause.squash(exit.cause), changes: [] }
  )
})

const skip = ({ onRun }: ScheduleParts, tick: number): Effect.Effect<void> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const at = new Date(now)
    onRun({ tick: new Date(tick), startedAt: at, endedAt: at, outcome: "skipped", changes: [] })
  })
