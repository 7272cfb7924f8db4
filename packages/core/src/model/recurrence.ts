/**
 * When something comes again: a cron expression, words that become one ("every monday at 8 am"), or an interval. Monitors and
 * the schedules of programs read their times here, so that the same text means the same in both.
 */
import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"

/** Times in milliseconds since the epoch. */
export interface Recurrence {
  /** The first time after this one. */
  readonly next: (after: number) => number
  /** The last time at this one or before it. */
  readonly latest: (at: number) => number
}

/** Why a text is no recurrence. */
export interface RecurrenceProblem {
  readonly field: "cron" | "timeZone"
  readonly message: string
}

/** Whether there is a time zone of this IANA name. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** Reads a cron expression of five fields, or six that begin with seconds. */
export const ofCron = (expression: string, timeZone: string): Result.Result<Recurrence, RecurrenceProblem> => {
  if (!isTimeZone(timeZone)) return Result.fail({ field: "timeZone", message: `There is no time zone "${timeZone}"` })
  const parsed = Cron.parse(expression, timeZone)
  if (Result.isFailure(parsed)) return Result.fail({ field: "cron", message: parsed.failure.message })
  const cron = parsed.success
  try {
    Cron.next(cron, 0)
  } catch {
    // A date such as 30 February.
    return Result.fail({ field: "cron", message: `"${expression}" never comes` })
  }
  return Result.succeed({
    next: (after) => Cron.next(cron, after).getTime(),
    // `prev` leaves out the second that it is given.
    latest: (at) => Cron.prev(cron, Math.floor(at / 1000) * 1000 + 1000).getTime()
  })
}

/** Counts from midnight UTC of 1 January 1970, so that processes agree on the times. */
export const ofInterval = (interval: Duration.Duration): Recurrence => {
  const length = Duration.toMillis(interval)
  const latest = (at: number) => Math.floor(at / length) * length
  return { latest, next: (after) => latest(after) + length }
}

/** Texts that `cronOfText` understands, for messages. */
export const textExamples = '"every 30 minutes", "hourly", "daily at 9:00", "every monday at 8 am"'

/** The cron expression that words mean; undefined for words that are not understood. */
export const cronOfText = (text: string): string | undefined => {
  const words = text.trim().replace(/\s+/g, " ")
  for (const [pattern, write] of patterns) {
    const found = pattern.exec(words)
    if (found !== null) return write(found.groups ?? {})
  }
  return undefined
}

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
