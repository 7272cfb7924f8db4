/** `orb.schedule`: a job that runs again by a cron expression or an interval. */
import { randomUUID } from "node:crypto"
import * as ClaimedKeys from "@orbweaver/core/accounts/ClaimedKeys"
import * as WaitingLines from "@orbweaver/core/accounts/WaitingLines"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { DurationInput } from "../options/durations.ts"
import { runSchedule, type ScheduleRun } from "./runSchedule.ts"
import { readJitter, readTicks } from "./ticks.ts"

export type { PageChanged } from "./changes.ts"
export type { ScheduleRun } from "./runSchedule.ts"

/**
 * A cron expression of five fields, or six that begin with seconds; words that become one (`"daily at 9:00"`); or an interval of
 * 1 second to 3650 days: milliseconds or a text (`"10 minutes"`).
 */
export type ScheduleTime = DurationInput | (string & {})

/** What a run receives. */
export interface ScheduledCall {
  /** The time by the schedule; the run may begin later. */
  readonly tick: Date
  /** Aborts when the schedule is stopped: give it to what the job calls. */
  readonly signal: AbortSignal
}

export type ScheduledJob = (call: ScheduledCall) => PromiseLike<unknown>

export interface ScheduleOptions {
  /**
   * Processes that share `stores` run each tick of a name once among them, and a restarted process knows what ran.
   * At most 200 characters. Default: a name of its own, so that the schedule is this process's alone.
   */
  readonly name?: string | undefined
  /** Time zone that a cron expression is read in, such as `"Europe/Berlin"`. Default: `"UTC"`. */
  readonly timeZone?: string | undefined
  /** Each run begins at random up to this much later, at most a day: milliseconds or a text such as `"1 minute"`. Default: 0. */
  readonly jitter?: DurationInput | undefined
  /**
   * Ticks that passed while no process ran: `"run"` runs the latest of them once, also when the schedule starts for the
   * first time. Default: `"skip"`.
   */
  readonly missed?: "skip" | "run" | undefined
  /**
   * A tick that comes while an earlier run goes on, in any process of the name: `"skip"` leaves it out, `"wait"` runs it
   * afterwards (at most one waits), `"allow"` runs it at once, at most 16 in a process. Default: `"skip"`.
   */
  readonly overlap?: "skip" | "wait" | "allow" | undefined
  /** Called after every run of this process, with the pages that changed. What it throws is ignored. */
  readonly onRun?: ((run: ScheduleRun) => void) | undefined
  /** Stops the schedule. */
  readonly signal?: AbortSignal | undefined
}

/** A schedule that runs. It keeps the process running until it is stopped or the instance is closed. */
export interface Schedule extends AsyncDisposable {
  readonly name: string
  /** Runs of this process, oldest first: the last 100. */
  readonly runs: () => ReadonlyArray<ScheduleRun>
  /** Ends the schedule and aborts what runs. */
  readonly stop: () => Promise<void>
  /** Resolves when the schedule was stopped; rejects with `InstanceClosed` when the instance is closed. */
  readonly stopped: Promise<void>
}

const maxRuns = 100
const maxName = 200

const oneOf = <const A extends string>(field: string, given: string, known: ReadonlyArray<A>) => {
  const found = known.find((name) => name === given)
  return found === undefined
    ? Effect.fail(invalid("schedule", [field], `Expected ${known.map((name) => `"${name}"`).join(" or ")}`))
    : Effect.succeed(found)
}

const schemas: Given.OptionSchemas<ScheduleOptions> = {
  name: Schema.String,
  timeZone: Given.text,
  jitter: Given.duration,
  missed: Schema.String,
  overlap: Schema.String,
  onRun: Given.callback,
  signal: Given.value("an AbortSignal", (given) => given instanceof AbortSignal)
}

/** What a schedule was given, checked. */
const read = Effect.fnUntraced(function* (when: ScheduleTime, name: string, options: ScheduleOptions) {
  if (name === "" || name.length > maxName) {
    return yield* invalid("schedule", ["name"], `Expected 1 to ${maxName} characters`)
  }
  return {
    ticks: yield* readTicks(when, options.timeZone),
    jitter: yield* readJitter(options.jitter),
    missed: yield* oneOf("missed", options.missed ?? "skip", ["skip", "run"]),
    overlap: yield* oneOf("overlap", options.overlap ?? "skip", ["skip", "wait", "allow"])
  }
})

/** `run` runs an effect over the stores of the instance. Throws `InvalidInput` for what can never run. */
export const makeSchedule = (
  run: (effect: Effect.Effect<never, unknown>, options: { readonly signal: AbortSignal }) => Promise<never>,
  when: ScheduleTime,
  job: ScheduledJob,
  given: ScheduleOptions
): Schedule => {
  Given.checkOptions("schedule", schemas, given)
  if (typeof job !== "function") throw invalid("schedule", ["job"], "Expected a function")
  const { name = randomUUID(), signal, ...options } = given
  const checked = Effect.runSync(Effect.result(read(when, name, options)))
  if (Result.isFailure(checked)) throw checked.failure
  const stopping = new AbortController()
  const runs: Array<ScheduleRun> = []
  const running = Effect.gen(function* () {
    return yield* runSchedule({
      ...checked.success,
      name,
      claimedKeys: Option.getOrElse(yield* Effect.serviceOption(ClaimedKeys.ClaimedKeys), ClaimedKeys.makeMemory),
      lines: Option.getOrElse(yield* Effect.serviceOption(WaitingLines.WaitingLines), WaitingLines.makeMemory),
      job: (tick) =>
        Effect.tryPromise({
          // A job that throws before it gives a promise has failed, too.
          try: async (aborted) => job({ tick, signal: aborted }),
          catch: (error) => error
        }),
      onRun: (done) => {
        runs.push(done)
        if (runs.length > maxRuns) runs.shift()
        try {
          options.onRun?.(done)
        } catch {
          // The schedule goes on.
        }
      }
    })
  })
  const stopped = run(running, {
    signal: signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
  }).catch((error: unknown) => {
    if (stopping.signal.aborted || signal?.aborted === true) return
    throw error
  })
  // Reaches whoever awaits it.
  stopped.catch(() => undefined)
  const stop = async () => {
    stopping.abort()
    await stopped.catch(() => undefined)
  }
  return { name, runs: () => [...runs], stop, stopped, [Symbol.asyncDispose]: stop }
}
