// Jobs that run again by a schedule: which ticks run, in how many processes, and what a run says.
import * as ClaimedKeys from "@orbweaver/core/accounts/ClaimedKeys"
import * as WaitingLines from "@orbweaver/core/accounts/WaitingLines"
import { sqlite } from "@orbweaver/storage/sqlite"
import { assert, describe, expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, InstanceClosed, InvalidInput, type ScheduleRun } from "orbweaver"
import { runSchedule, type ScheduleParts } from "../../src/schedules/runSchedule.ts"
import { readTicks } from "../../src/schedules/ticks.ts"

const minute = 60_000

const makeStores = () => ({ claimedKeys: ClaimedKeys.makeMemory(), lines: WaitingLines.makeMemory() })

const hour = 60 * minute

const begin = Effect.fnUntraced(function* (
  runs: Array<ScheduleRun>,
  { when = "1 hour", ...parts }: Partial<ScheduleParts> & { readonly when?: string } = {}
) {
  const fiber = yield* Effect.forkChild(
    runSchedule({
      name: "test",
      ticks: yield* readTicks(when),
      ...makeStores(),
      job: () => Effect.void,
      jitter: Duration.zero,
      missed: "skip",
      overlap: "skip",
      onRun: (run) => runs.push(run),
      ...parts
    })
  )
  yield* Effect.yieldNow
  return fiber
})

/** As a process that runs meets the time. */
const pass = Effect.fnUntraced(function* (ms: number) {
  for (let left = ms; left > 0; left -= 30_000) yield* TestClock.adjust(Math.min(left, 30_000))
})

const ticksOf = (runs: ReadonlyArray<ScheduleRun>) => runs.map(({ tick }) => tick.getTime())

describe("times of a schedule", () => {
  it.effect("follow the clocks of a time zone through daylight saving time", () =>
    Effect.gen(function* () {
      const { latest, next } = yield* readTicks("0 8 * * *", "Europe/Berlin")
      const winter = Date.parse("2026-03-28T07:00:00Z")
      const summer = Date.parse("2026-03-29T06:00:00Z")
      assert.strictEqual(next(winter), summer)
      assert.strictEqual(latest(summer), summer)
      assert.strictEqual(latest(summer - 1), winter)
    })
  )

  it.effect("are read from words as those of monitors are", () =>
    Effect.gen(function* () {
      const { next } = yield* readTicks("every monday at 8 am", "Europe/Berlin")
      assert.strictEqual(next(Date.parse("2026-06-03T00:00:00Z")), Date.parse("2026-06-08T06:00:00Z"))
    })
  )

  it.effect("are refused with the field's name where they make no sense", () =>
    Effect.gen(function* () {
      for (const [when, timeZone, field] of [
        ["61 * * * *", "UTC", "when"],
        ["often", "UTC", "when"],
        ["0.5 seconds", "UTC", "when"],
        ["3651 days", "UTC", "when"],
        ["30 2 31 4 *", "UTC", "when"],
        ["0 8 * * *", "Mars/Base", "timeZone"]
      ] as const) {
        const { issues } = yield* Effect.flip(readTicks(when, timeZone))
        assert.deepStrictEqual(issues[0]?.path, [field], when)
      }
    })
  )
})

describe("a schedule", () => {
  it.effect("runs each tick once among the processes of one store", () =>
    Effect.gen(function* () {
      const runs: Array<ScheduleRun> = []
      const stores = makeStores()
      for (let process = 0; process < 3; process++) yield* begin(runs, { ...stores, jitter: Duration.minutes(2) })
      yield* pass(3 * hour + 5 * minute)
      assert.deepStrictEqual(ticksOf(runs), [hour, 2 * hour, 3 * hour])
    })
  )

  it.effect("runs no tick twice when the clock is set back, and goes on afterwards", () =>
    Effect.gen(function* () {
      const runs: Array<ScheduleRun> = []
      yield* begin(runs)
      yield* pass(2 * hour + minute)
      yield* TestClock.setTime(30 * minute)
      yield* pass(3 * hour)
      assert.deepStrictEqual(ticksOf(runs), [hour, 2 * hour, 3 * hour])
    })
  )

  it.effect("skips what passed while no process ran, or runs the latest of it once", () =>
    Effect.gen(function* () {
      const stores = makeStores()
      const first: Array<ScheduleRun> = []
      yield* Fiber.interrupt(yield* begin(first, stores))
      yield* TestClock.setTime(5 * hour + 10 * minute)
      const skipping: Array<ScheduleRun> = []
      yield* Fiber.interrupt(yield* begin(skipping, stores))
      assert.deepStrictEqual(ticksOf(skipping), [])
      const catching: Array<ScheduleRun> = []
      for (let restart = 0; restart < 2; restart++) {
        const fiber = yield* begin(catching, { ...stores, missed: "run" })
        yield* pass(minute)
        yield* Fiber.interrupt(fiber)
      }
      assert.deepStrictEqual(ticksOf(catching), [5 * hour])
    })
  )

  for (const [overlap, outcomes] of [
    ["skip", ["skipped", "skipped", "completed"]],
    ["wait", ["skipped", "completed", "completed"]],
    ["allow", ["completed", "completed", "completed"]]
  ] as const) {
    it.effect(`with overlap "${overlap}" says what became of ticks during a long run`, () =>
      Effect.gen(function* () {
        const runs: Array<ScheduleRun> = []
        const release = yield* Deferred.make<void>()
        yield* begin(runs, { overlap, job: () => Deferred.await(release) })
        yield* pass(3 * hour + minute)
        yield* Deferred.succeed(release, undefined)
        yield* pass(minute)
        assert.deepStrictEqual(runs.map(({ outcome }) => outcome).sort(), [...outcomes].sort())
      })
    )
  }

  it.effect("goes on after a job that fails and a store that refuses", () =>
    Effect.gen(function* () {
      const runs: Array<ScheduleRun> = []
      const memory = ClaimedKeys.makeMemory()
      let claims = 0
      const claimedKeys: ClaimedKeys.Service = {
        claim: (...claim) => (++claims === 1 ? Effect.die("The disk is full") : memory.claim(...claim))
      }
      yield* begin(runs, {
        claimedKeys,
        job: (tick) => (tick.getTime() === 2 * hour ? Effect.fail("no") : Effect.void)
      })
      yield* pass(3 * hour)
      assert.deepStrictEqual(
        runs.map(({ error, outcome }) => [outcome, error]),
        [
          ["failed", "no"],
          ["completed", undefined]
        ]
      )
    })
  )
})

describe("orb.schedule", () => {
  it("says which page changed between two runs, once among two instances of a SQLite file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "schedule-"))
    let visits = 0
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
      response.end(`<main><h1>Mug</h1><p>A mug of clay, ${++visits} € a piece.</p></main>`)
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mug`
    try {
      await using one = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(join(folder, "jobs.db")) })
      await using two = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(join(folder, "jobs.db")) })
      const runs: Array<ScheduleRun> = []
      const enough = Promise.withResolvers<void>()
      const onRun = (run: ScheduleRun) => {
        runs.push(run)
        if (runs.filter(({ outcome }) => outcome === "completed").length === 2) enough.resolve()
      }
      const schedules = [one, two].map((orb) =>
        orb.schedule(
          "1 second",
          ({ signal }) => orb.scrape(url, { formats: ["markdown", "changeTracking"], maxAge: 0, signal }),
          { name: "mug", overlap: "wait", onRun }
        )
      )
      await Promise.race([enough.promise, ...schedules.map(({ stopped }) => stopped)])
      await Promise.all(schedules.map(({ stop }) => stop()))
      const completed = runs.filter(({ outcome }) => outcome === "completed")
      expect(new Set(ticksOf(runs)).size).toBe(runs.length)
      expect(completed[0]?.changes).toEqual([{ url, status: "new" }])
      expect(completed[1]?.changes).toEqual([{ url, status: "changed" }])
    } finally {
      server.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it("throws at once for what can never run, and names the field and its limit", async () => {
    await using orb = createOrbweaver()
    const refused = (when: string | number, options: object = {}, job: unknown = async () => undefined) => {
      try {
        orb.schedule(when, job as () => Promise<void>, options)
      } catch (error) {
        return error instanceof InvalidInput ? error.message : String(error)
      }
      return "nothing was thrown"
    }
    expect(refused("often")).toContain("when: Expected a cron expression")
    for (const short of [0, 999, "0 seconds", -5]) expect(refused(short)).toMatch(/when: .*(?:1 second|"1 hour")/)
    for (const long of [Infinity, 1e300, Number.MAX_SAFE_INTEGER, "5000 weeks"])
      expect(refused(long)).toContain("when: Expected an interval of at most 3650 days")
    expect(refused(Number.NaN)).toContain("when: ")
    expect(refused("0 0 30 2 *")).toContain('when: "0 0 30 2 *" never comes')
    expect(refused("0 8 * * *", { timeZone: "Mars/Base" })).toContain("timeZone: ")
    expect(refused("1 hour", { jitter: "soon" })).toContain("jitter: ")
    expect(refused("1 hour", { jitter: "2 days" })).toContain("jitter: Expected at most 1 day")
    expect(refused("1 hour", { name: "x".repeat(201) })).toContain("name: Expected 1 to 200 characters")
    expect(refused("1 hour", { overlap: "queue" })).toContain('overlap: Expected "skip" or "wait" or "allow"')
    expect(refused("1 hour", {}, "scrape")).toContain("job: Expected a function")
  })

  it("ends with its signal, and with its instance", async () => {
    await using orb = createOrbweaver()
    const stop = new AbortController()
    const schedule = orb.schedule("1 hour", async () => undefined, { signal: stop.signal })
    stop.abort()
    await schedule.stopped
    expect(schedule.runs()).toEqual([])
    const left = orb.schedule("1 hour", async () => undefined)
    await orb.close()
    await expect(left.stopped).rejects.toBeInstanceOf(InstanceClosed)
  })
})
