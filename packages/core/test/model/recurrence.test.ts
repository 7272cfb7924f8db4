import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { cronOfText, isTimeZone, ofCron, ofInterval } from "../../src/model/recurrence.ts"

describe("words of a schedule", () => {
  it.each([
    ["every minute", "* * * * *"],
    ["every 30 minutes", "*/30 * * * *"],
    ["Hourly", "0 * * * *"],
    ["every 6 hours", "0 */6 * * *"],
    ["daily at 9:00", "0 9 * * *"],
    ["every day at 12 am", "0 0 * * *"],
    ["every weekday at 5:30 pm", "30 17 * * 1-5"],
    ["on weekends", "0 0 * * 0,6"],
    ["every  monday at 8 am", "0 8 * * 1"],
    ["weekly on fridays", "0 0 * * 5"],
    ["monthly on the 15th at 7:05", "5 7 15 * *"]
  ])("%s becomes %s", (text, cron) => {
    expect(cronOfText(text)).toBe(cron)
  })

  it.each([
    "often",
    "daily at 25:00",
    "every 7 minutes",
    "every 0 minutes",
    "monthly on the 32nd",
    "every day at 13 pm"
  ])("%s is not understood, or cannot be kept by cron", (text) => {
    expect(cronOfText(text)).toBeUndefined()
  })
})

describe("a cron expression", () => {
  it("follows the clock of its time zone through daylight saving time", () => {
    const { latest, next } = Result.getOrThrow(ofCron("0 8 * * *", "Europe/Berlin"))
    const winter = Date.parse("2025-03-29T07:00:00Z")
    const summer = Date.parse("2025-03-30T06:00:00Z")
    expect(next(winter)).toBe(summer)
    expect([latest(summer), latest(summer - 1)]).toEqual([summer, winter])
  })

  it.each([
    ["61 * * * *", "UTC", "cron"],
    ["0 0 30 2 *", "UTC", "cron"],
    ["0 8 * * *", "Mars/Base", "timeZone"]
  ])("%s in %s is refused at its field", (cron, timeZone, field) => {
    expect(Result.getOrThrow(Result.flip(ofCron(cron, timeZone))).field).toBe(field)
  })
})

it("an interval counts from the epoch, so that processes agree", () => {
  const { latest, next } = ofInterval(Duration.minutes(5))
  expect([latest(899_999), next(600_000), next(899_999)]).toEqual([600_000, 900_000, 900_000])
})

it("a time zone is one that the system knows", () => {
  expect(["UTC", "Asia/Kolkata", "Mars/Base", ""].map(isTimeZone)).toEqual([true, true, false, false])
})
