// The first test of `npm run test:calendar`: without it, a clock that is not shifted would pass for any day.
import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"

const start = Date.parse(process.env["CALENDAR_START"] ?? "")
/** Vitest starts within a minute. */
const isShifted = (now: number) => now >= start - 1000 && now < start + 60_000

it("the clock of this process shows the day that was asked for", () => {
  expect(start, "run `npm run test:calendar`, which sets CALENDAR_START and shifts the clock").not.toBeNaN()
  expect(isShifted(Date.now()), `it is ${new Date().toISOString()}, not ${process.env["CALENDAR_START"]}`).toBe(true)
})

it("processes that it starts have the same clock", () => {
  const now = execFileSync(process.execPath, ["-p", "Date.now()"], { encoding: "utf8" })
  expect(Math.abs(Number(now) - Date.now())).toBeLessThan(60_000)
})

it("its time zone is the one that was asked for", () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env["TZ"])
})
