/** When a monitor runs: a cron expression of five fields, or words that become one. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { cronOfText, ofCron, textExamples } from "@orbweaver/core/internal/model/recurrence"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

export interface Schedule {
  readonly cron: string
  /** IANA name. */
  readonly timezone: string
}

export interface ScheduleInput {
  readonly cron?: string | undefined
  readonly text?: string | undefined
  readonly timezone?: string | undefined
}

/** A schedule as people write it: a cron expression of five fields, or words. */
export const scheduleOf = (written: string, timezone: string | undefined): ScheduleInput => ({
  ...(/^[^a-z]\S*(?:\s+\S+){4}$/i.test(written.trim()) ? { cron: written.trim() } : { text: written }),
  ...defined({ timezone })
})

/** Reads a schedule: one of `cron` and `text`. */
export const readSchedule = Effect.fnUntraced(function* ({
  cron,
  text,
  timezone = "UTC"
}: ScheduleInput): Effect.fn.Return<Schedule, InvalidInput> {
  const fail = (field: string, message: string) => invalid("monitor", ["schedule", field], message)
  if ((cron === undefined) === (text === undefined)) return yield* fail("cron", "Expected exactly one of cron and text")
  const written = cron?.trim() ?? cronOfText(text ?? "")
  if (written === undefined) return yield* fail("text", `Expected a schedule such as ${textExamples}`)
  if (written.split(/\s+/).length !== 5) return yield* fail("cron", "Expected five fields, such as */30 * * * *")
  const read = ofCron(written, timezone)
  if (Result.isSuccess(read)) return { cron: written, timezone }
  const { field, message } = read.failure
  return yield* fail(field === "timeZone" ? "timezone" : field, message)
})

/** The first tick after this moment, in milliseconds since the epoch. */
export const nextTick = ({ cron, timezone }: Schedule, after: number): number =>
  // It was read before it was stored.
  Result.getOrThrowWith(ofCron(cron, timezone), ({ message }) => new Error(message)).next(after)
