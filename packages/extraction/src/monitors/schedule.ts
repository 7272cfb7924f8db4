/** When a monitor runs: a cron expression of five fields, or words that become one. */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import * as Cron from "effect/Cron"
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
  ...(timezone === undefined ? {} : { timezone })
})

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
const dayPattern = days.map((day) => `${day.slice(0, 3)}(?:${day.slice(3)})?s?`).join("|")
const time = String.raw`(?:\s+at\s+(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>am|pm)?)?`

const dayNumber = (name: string): number => days.findIndex((day) => day.startsWith(name.toLowerCase().slice(0, 3)))

/** Minute and hour of "at 9:30 pm"; midnight when the text names no time, and nothing for 25:00. */
const clockOf = ({ half, hour = "0", minute = "0" }: Readonly<Record<string, string | undefined>>) => {
  const read = Number(hour)
  if (half !== undefined && (read < 1 || read > 12)) return undefined
  const hours = half === undefined ? read : (read % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
  return hours < 24 && Number(minute) < 60 ? `${Number(minute)} ${hours}` : undefined
}

type Groups = Readonly<Record<string, string | undefined>>

/** Each pattern and the cron expression it becomes; undefined where its numbers cannot be kept by cron. */
const patterns: ReadonlyArray<readonly [RegExp, (groups: Groups) => string | undefined]> = [
  [/^(?:every\s+minute|minutely)$/i, () => "* * * * *"],
  [/^every\s+(?<n>\d+)\s*(?:m|min|mins|minutes?)$/i, ({ n }) => stepOf(Number(n), 60, (step) => `*/${step} * * * *`)],
  [/^(?:hourly|every\s+hour|once\s+an\s+hour)$/i, () => "0 * * * *"],
  [/^every\s+(?<n>\d+)\s*(?:h|hrs?|hours?)$/i, ({ n }) => stepOf(Number(n), 24, (step) => `0 */${step} * * *`)],
  [new RegExp(`^(?:daily|every\\s+day|once\\s+a\\s+day)${time}$`, "i"), (groups) => dated(groups, "* * *")],
  [new RegExp(`^(?:every\\s+weekday|on\\s+weekdays|weekdays)${time}$`, "i"), (groups) => dated(groups, "* * 1-5")],
  [new RegExp(`^(?:every\\s+weekend|on\\s+weekends)${time}$`, "i"), (groups) => dated(groups, "* * 0,6")],
  [
    new RegExp(`^(?:weekly|every\\s+week|once\\s+a\\s+week)(?:\\s+on\\s+(?<day>${dayPattern}))?${time}$`, "i"),
    (groups) => dated(groups, `* * ${groups["day"] === undefined ? 1 : dayNumber(groups["day"])}`)
  ],
  [
    new RegExp(`^(?:every|on|each)\\s+(?<day>${dayPattern})${time}$`, "i"),
    (groups) => dated(groups, `* * ${dayNumber(groups["day"] ?? "")}`)
  ],
  [
    new RegExp(
      `^(?:monthly|every\\s+month|once\\s+a\\s+month)(?:\\s+on\\s+the\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?)?${time}$`,
      "i"
    ),
    (groups) => {
      const day = Number(groups["day"] ?? 1)
      return day >= 1 && day <= 31 ? dated(groups, `${day} * *`) : undefined
    }
  ]
]

const dated = (groups: Groups, rest: string): string | undefined => {
  const clock = clockOf(groups)
  return clock === undefined ? undefined : `${clock} ${rest}`
}

/** Cron begins anew with each hour or day, so only steps that divide it are even. */
const stepOf = (step: number, whole: number, write: (step: number) => string): string | undefined => {
  if (step === whole) return whole === 60 ? "0 * * * *" : "0 0 * * *"
  return step >= 1 && whole % step === 0 ? write(step) : undefined
}

/** The cron expression that words mean; undefined for words that are not understood. */
export const cronOfText = (text: string): string | undefined => {
  const words = text.trim().replace(/\s+/g, " ")
  for (const [pattern, write] of patterns) {
    const found = pattern.exec(words)
    if (found !== null) return write(found.groups ?? {})
  }
  return undefined
}

const examples = '"every 30 minutes", "hourly", "daily at 9:00", "every monday at 8 am"'

/** Reads a schedule: one of `cron` and `text`. */
export const readSchedule = Effect.fnUntraced(function* ({
  cron,
  text,
  timezone = "UTC"
}: ScheduleInput): Effect.fn.Return<Schedule, InvalidInput> {
  const fail = (field: string, message: string) => invalid("monitor", ["schedule", field], message)
  if ((cron === undefined) === (text === undefined)) return yield* fail("cron", "Expected exactly one of cron and text")
  if (!isTimeZone(timezone)) return yield* fail("timezone", `There is no time zone "${timezone}"`)
  const written = cron?.trim() ?? cronOfText(text ?? "")
  if (written === undefined) return yield* fail("text", `Expected a schedule such as ${examples}`)
  if (written.split(/\s+/).length !== 5) return yield* fail("cron", "Expected five fields, such as */30 * * * *")
  const parsed = Cron.parse(written, timezone)
  if (Result.isFailure(parsed)) return yield* fail("cron", parsed.failure.message)
  // A date such as 30 February never comes.
  yield* Effect.try({
    try: () => Cron.next(parsed.success, 0),
    catch: () => fail("cron", `"${written}" never comes`)
  })
  return { cron: written, timezone }
})

/** The first tick after this moment, in milliseconds since the epoch. */
export const nextTick = ({ cron, timezone }: Schedule, after: number): number => {
  const parsed = Cron.parse(cron, timezone)
  // It was read before it was stored.
  if (Result.isFailure(parsed)) throw parsed.failure
  return Cron.next(parsed.success, after).getTime()
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
