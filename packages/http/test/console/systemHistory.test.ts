// An hour of samples of a server, what they say of its store, and which thresholds are passed.
import { assert, describe, it } from "@effect/vitest"
import { scrapes } from "@orbweaver/core/scrape/Scraper"
import { JobNotFound } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import type { StoreLoad } from "@orbweaver/core/jobs/StoreLoad"
import { Clock, Duration, Effect, Exit, Metric, Scope } from "effect"
import { TestClock } from "effect/testing"
import { judge, thresholds } from "../../src/console/thresholds.ts"
import { makeSystemHistory, maxSamples } from "../../src/console/systemHistory.ts"
import { withKeys } from "../assembly.ts"
import { clientOf, keys, KeysTest, ServicesTest } from "../fixtures.ts"

const load: StoreLoad = {
  open: [
    { kind: "crawl", status: "scraping", jobs: 2, waiting: 30, running: 4 },
    { kind: "batch", status: "paused", jobs: 1, waiting: 5, running: 0 }
  ],
  latePages: 0,
  longestWaitMs: 70_000,
  slowHosts: []
}

/** Answers after so many milliseconds. */
const storeOf = (ms: number) => ({
  get: (id: JobNotFound["id"]) => Effect.andThen(Effect.sleep(ms), Effect.fail(new JobNotFound({ id }))),
  load: Effect.succeed(load)
})

const page = { contentType: "text/html", bytes: new TextEncoder().encode("<p>page</p>"), immutable: false }
const files = { get: (path: string) => (path === "index.html" ? page : undefined) }

describe("samples of a server", { concurrent: false }, () => {
  it.effect("are those of the last hour, and end with the scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const history = yield* Scope.provide(makeSystemHistory(undefined), scope)
      yield* TestClock.adjust(Duration.seconds(30))
      assert.lengthOf(history.samples(), 3)
      yield* TestClock.adjust(Duration.hours(1))
      const samples = history.samples()
      assert.lengthOf(samples, maxSamples)
      assert.strictEqual(samples.at(-1)!.at - samples[0]!.at, Duration.toMillis("1 hour") - 15_000)
      assert.strictEqual(samples.at(-1)!.at, yield* Clock.currentTimeMillis)
      for (const figure of ["storeMs", "jobs", "longestWaitMs"]) assert.notProperty(samples[0], figure)
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(Duration.minutes(1))
      assert.deepStrictEqual(history.samples(), samples)
    })
  )

  it.effect("have pages a second, and the current rate over an interval at least", () =>
    Effect.gen(function* () {
      const history = yield* makeSystemHistory(undefined)
      const ofTest = Metric.withAttributes(scrapes, { outcome: "history test" })
      yield* TestClock.adjust(Duration.seconds(14))
      yield* Metric.update(ofTest, 30)
      yield* TestClock.adjust(Duration.seconds(1))
      assert.strictEqual(history.samples().at(-1)!.pagesPerSecond, 2)
      yield* TestClock.adjust(Duration.seconds(15))
      assert.strictEqual(history.samples().at(-1)!.pagesPerSecond, 0)
      yield* Metric.update(ofTest, 15)
      assert.strictEqual((yield* history.current).pagesPerSecond, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("have what the whole store holds, and how long it took to answer", () =>
    Effect.gen(function* () {
      const history = yield* makeSystemHistory(storeOf(120))
      yield* TestClock.adjust(Duration.seconds(1))
      assert.deepInclude(history.samples()[0], {
        storeMs: 120,
        jobs: 3,
        running: 4,
        waiting: 35,
        longestWaitMs: 70_000
      })
    }).pipe(Effect.scoped)
  )

  it.effect("say the deadline of a store that hangs, and of one that fails", () =>
    Effect.gen(function* () {
      const down = Effect.fail(new StoreError({ operation: "JobStore.get", kind: "unavailable", cause: "test" }))
      const hanging = yield* makeSystemHistory({ get: () => Effect.never, load: Effect.never })
      const failing = yield* makeSystemHistory({ get: () => down, load: down })
      yield* TestClock.adjust(Duration.seconds(6))
      for (const history of [hanging, failing]) {
        assert.lengthOf(history.samples(), 1)
        assert.strictEqual(history.samples()[0]!.storeMs, 5000)
        assert.notProperty(history.samples()[0], "jobs")
      }
    }).pipe(Effect.scoped)
  )

  it.live("show that the event loop was held up", () =>
    Effect.gen(function* () {
      const history = yield* makeSystemHistory(undefined)
      // Longer than one look at a timer takes, so that it falls into one.
      yield* Effect.sleep(10)
      yield* Effect.sync(() => {
        const until = performance.now() + 600
        while (performance.now() < until);
      })
      yield* Effect.sleep(300)
      assert.isAtLeast((yield* history.current).eventLoopMs, 50)
    }).pipe(Effect.scoped)
  )
})

describe("thresholds", () => {
  const quiet = { at: 0, eventLoopMs: 1, pagesPerSecond: 0 }
  const sizes = { memoryBytes: 1000, heapBytes: 100, browserTabs: 8 }

  it.each([
    ["eventLoopMs", 50],
    ["memoryBytes", 900],
    ["heapBytes", 90],
    ["storeMs", 100],
    ["longestWaitMs", 60_000],
    ["browserTabs", 8]
  ] as const)("%s is passed from %d on, and says what to do", (figure, limit) => {
    const at = (value: number) => judge({ ...quiet, [figure]: value }, sizes).find((found) => found.figure === figure)
    assert.deepInclude(at(limit), { limit, isPassed: true })
    assert.deepInclude(at(limit - 1), { limit, isPassed: false })
    assert.match(at(limit)!.reason, /\.$/)
  })

  it("of what is not known are left out", () => {
    const unknown = { memoryBytes: undefined, heapBytes: undefined, browserTabs: undefined }
    const judged = judge({ ...quiet, memoryBytes: 5, heapBytes: 5, browserTabs: 0 }, unknown)
    assert.deepStrictEqual(
      judged.map(({ figure }) => figure),
      ["eventLoopMs"]
    )
    assert.lengthOf(thresholds, 6)
  })
})

describe("the endpoint of samples", () => {
  it.live("answers an administrator, and refuses another key", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(withKeys(KeysTest), { console: files })
      const { body, status } = yield* call("GET", "/console/api/system/history", undefined, { key: keys.admin })
      assert.strictEqual(status, 200)
      assert.strictEqual(body.everyMs, 15_000)
      assert.isAtLeast(body.samples.length, 1)
      assert.isNumber(body.current.storeMs)
      assert.isNumber(body.current.memoryBytes)
      const figures = body.thresholds.map(({ figure }: { figure: string }) => figure)
      assert.includeMembers(figures, ["eventLoopMs", "heapBytes", "storeMs", "longestWaitMs"])
      for (const key of [keys.rich, keys.reader]) {
        assert.strictEqual((yield* call("GET", "/console/api/system/history", undefined, { key })).status, 403)
      }
      const none = yield* call("GET", "/console/api/system/history", undefined, { key: undefined })
      assert.strictEqual(none.status, 401)
    })
  )

  it.live("answers without a store of jobs", () =>
    Effect.gen(function* () {
      const call = yield* clientOf(ServicesTest, { console: files })
      const { body, status } = yield* call("GET", "/console/api/system/history", undefined, { key: keys.admin })
      assert.strictEqual(status, 200)
      assert.notProperty(body.current, "storeMs")
      assert.isNumber(body.current.eventLoopMs)
    })
  )
})
