/**
 * What every `JobStore`, `JobQueue` and `WebhookOutbox` must do, on top of what
 * `FrontierSuite` asks. The layer is built afresh for every test.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { type AttemptFailure, Frontier, type PageOutcome, type Settlement } from "@orbweaver/core/jobs/Frontier"
import { type Job, JobId } from "@orbweaver/core/model/Job"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { erasedAddress } from "@orbweaver/core/internal/jobs/rules/erasing"
import { maxAttempts } from "@orbweaver/core/jobs/rules/tasks"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { type JobStores, JobStore, type PageErasure } from "@orbweaver/core/jobs/JobStore"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { type Delivery, type EventPost, WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { resolveWebhook } from "@orbweaver/core/model/WebhookOptions"
import {
  assertBalanced,
  candidate,
  claim,
  completed,
  document,
  get,
  leaseMs,
  newJob,
  settle,
  settlement,
  urls
} from "./jobs.ts"

const paths = (...names: ReadonlyArray<string>) => names.map((name) => `https://site.test/${name}`)

const create = (...given: Parameters<typeof newJob>) => JobStore.use((store) => store.create(newJob(...given)))

const finish = Effect.fnUntraced(function* () {
  for (;;) {
    const pages = yield* claim(10)
    if (pages.length === 0) return
    yield* settle(...pages.map((page) => settlement(page)))
  }
})

const ids = (jobs: ReadonlyArray<Job>) => jobs.map(({ id }) => id)

export const suite = <E>(name: string, layer: Layer.Layer<JobStores, E>) => {
  const test = (title: string, body: Effect.Effect<void, unknown, JobStores>) =>
    it.effect(title, () => body.pipe(Effect.provide(layer)), { timeout: 180_000 })

  describe(`JobStore (${name})`, () => {
    test(
      "gives back a job as it was created, and none that was not",
      Effect.gen(function* () {
        const request = { url: "https://site.test/", includePaths: ["^/\u00e4"], nested: { a: [1, null] } }
        const created = yield* create(paths("a"), { request, priority: 3, limit: 7 })
        const job = yield* get(created.id)
        assert.deepStrictEqual(job.request, request)
        assert.deepInclude(job, {
          status: "scraping",
          accountId: "somebody",
          priority: 3,
          limit: 7,
          collecting: false,
          events: 1
        })
        const missing = yield* Effect.flip(get(JobId.make("nobody")))
        assert.strictEqual(missing._tag, "JobNotFound")
      })
    )

    test(
      "counts completed pages by the class of their status, and none twice",
      Effect.gen(function* () {
        const { id, statusCounts } = yield* create(paths("a", "b", "c", "d", "e", "f", "g"))
        assert.deepStrictEqual(statusCounts, { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 })
        const pages = yield* claim(10)
        const answered = (at: number, statusCode: number, more: Partial<Settlement> = {}) => {
          const page = pages[at]!
          const { metadata, ...made } = document(page.url)
          const outcome = { ...made, metadata: { ...metadata, statusCode } }
          return settlement(page, { _tag: "Completed", document: outcome, credits: 1, debits: [] }, more)
        }
        const first = answered(0, 404)
        yield* settle(
          first,
          answered(1, 200),
          answered(2, 304),
          answered(3, 503),
          // A page of no class, one that failed, and one that turned out to be another.
          answered(4, 0),
          settlement(pages[5]!, {
            _tag: "Failed",
            error: "away",
            code: "SCRAPE_SITE_ERROR",
            cause: "ConnectionFailed"
          }),
          answered(6, 429, { finalKey: fingerprint(pages[1]!.url) })
        )
        assert.deepStrictEqual(yield* settle(first), ["lost"])
        const job = yield* get(id)
        assert.deepStrictEqual(job.statusCounts, { "2xx": 1, "3xx": 1, "4xx": 1, "5xx": 1 })
        assert.deepInclude(job.counts, { completed: 5, failed: 1, skipped: 1 })
        const [listed] = yield* JobStore.use((store) => store.list({}))
        assert.deepStrictEqual(listed?.statusCounts, job.statusCounts)
        const { failures, pages: records } = yield* JobStore
        assert.deepStrictEqual(
          (yield* records(id, { limit: 10 })).map(({ statusCode }) => statusCode),
          [404, 200, 304, 503, 0, undefined, undefined]
        )
        const [failure] = yield* failures(id, { after: 0, limit: 10 })
        assert.deepInclude(failure, { code: "SCRAPE_SITE_ERROR", cause: "ConnectionFailed" })
      })
    )

    test(
      "counts the addresses that lie outside of the start's path, each once",
      Effect.gen(function* () {
        const backward = (name: string) =>
          candidate(`https://site.test/${name}`, { decision: { admit: false, reason: "backward", rule: "/docs/" } })
        const external = candidate("https://other.test/", { decision: { admit: false, reason: "external" } })
        const created = yield* create([candidate("https://site.test/docs/"), backward("a"), external])
        assert.strictEqual(created.backward, 1)
        const [page] = yield* claim(1)
        yield* settle(settlement(page!, completed(page!), { links: [backward("a"), backward("b"), backward("c")] }))
        const job = yield* get(created.id)
        assert.strictEqual(job.backward, 3)
        assert.strictEqual(job.counts.skipped, 4)
        const [listed] = yield* JobStore.use((store) => store.list({}))
        assert.strictEqual(listed?.backward, 3)
      })
    )

    test(
      "remembers the name of the key that started a job, where there was one",
      Effect.gen(function* () {
        const keyed = yield* create(paths("a"), { keyName: "ci" })
        const plain = yield* create(paths("a"))
        assert.strictEqual(keyed.keyName, "ci")
        assert.strictEqual((yield* get(keyed.id)).keyName, "ci")
        assert.isUndefined((yield* get(plain.id)).keyName)
      })
    )

    test(
      "completes a job without pages at once",
      Effect.gen(function* () {
        const { id, status } = yield* create([], { kind: "batch" })
        assert.strictEqual(status, "completed")
        assertBalanced(yield* get(id), 0)
      })
    )

    test(
      "lists jobs of an account, oldest first, running ones or all",
      Effect.gen(function* () {
        const one = yield* create([], { accountId: "lister" })
        const two = yield* create(paths("a"), { accountId: "lister" })
        const three = yield* create(paths("a"), { accountId: "lister", kind: "batch" })
        yield* create(paths("a"), { accountId: "other" })
        const list = (filter: Parameters<(typeof JobStore.Service)["list"]>[0]) =>
          JobStore.use((store) => Effect.map(store.list({ accountId: "lister", ...filter }), ids))
        assert.deepStrictEqual(yield* list({}), [one.id, two.id, three.id])
        assert.deepStrictEqual(yield* list({ active: true }), [two.id, three.id])
        assert.deepStrictEqual(yield* list({ active: true, kind: "batch" }), [three.id])
        assert.deepStrictEqual(yield* list({ active: false }), [one.id])
      })
    )

    test(
      "pages through results in the order of completion",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b", "c"))
        const pages = yield* claim(3)
        yield* settle(settlement(pages[2]!), settlement(pages[0]!), settlement(pages[1]!))
        const results = (after: number, limit: number) => JobStore.use((store) => store.results(id, { after, limit }))
        assert.deepStrictEqual(urls(yield* results(0, 2)), paths("c", "a"))
        assert.deepStrictEqual(urls(yield* results(2, 2)), paths("b"))
        assert.deepStrictEqual(yield* results(3, Infinity), [])
        const [first] = yield* results(0, 1)
        assert.strictEqual(first?.document.markdown, "# https://site.test/c")
      })
    )

    test(
      "keeps the text of a page unchanged",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [page] = yield* claim(1)
        const markdown = "nul \u0000, lone \ud800, quote \" ' \\ , \u{1F30A} and \u2028"
        const document = {
          markdown,
          metadata: { sourceURL: page!.url, url: page!.url, statusCode: 200, odd: ["x", "y"] }
        }
        const facts = { etag: 'W/"e"', lastModified: "Mon, 01 Jan 2001 00:00:00 GMT", contentHash: "abc" }
        yield* settle(settlement(page!, { _tag: "Completed", document, credits: 2, debits: [], facts }))
        const stored = yield* JobStore.use((store) => store.resultOf(id, fingerprint("https://site.test/a")))
        assert.deepStrictEqual(stored?.document, document)
        assert.deepStrictEqual(stored?.facts, facts)
        assert.isUndefined(yield* JobStore.use((store) => store.resultOf(id, fingerprint("nowhere"))))
      })
    )

    test(
      "finds a page and its owner by the id of its scrape",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b"))
        const [a, b] = yield* claim(2)
        yield* settle(settlement(a!), settlement(b!, { _tag: "Failed", error: "gone" }))
        const store = yield* JobStore
        const found = yield* store.scraped(ScrapeId.ofPage(id, a!.page))
        assert.strictEqual(found?.jobId, id)
        assert.strictEqual(found?.accountId, (yield* store.get(id)).accountId)
        assert.deepStrictEqual(found?.document, document(a!.url))
        for (const nobody of [ScrapeId.ofPage(id, b!.page), ScrapeId.ofPage(id, "99999"), id, "no-uuid", ""]) {
          assert.isUndefined(yield* store.scraped(nobody))
        }
      })
    )

    test(
      "knows where a page was found and which rule kept it out",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [a] = yield* claim(1)
        const blocked = candidate("https://site.test/b", {
          decision: { admit: false, reason: "robots", rule: "Disallow: /b" }
        })
        yield* settle(settlement(a!, completed(a!), { links: [blocked] }))
        const record = yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/b")))
        assert.deepInclude(record, {
          state: "skipped",
          reason: "robots",
          rule: "Disallow: /b",
          foundOn: "https://site.test/a",
          depth: 1
        })
        const list = yield* JobStore.use((store) => store.skipped(id, "robots", { limit: 10 }))
        assert.deepStrictEqual(urls(list), ["https://site.test/b"])
        assert.isUndefined(yield* JobStore.use((store) => store.page(id, fingerprint("https://site.test/never"))))
      })
    )

    test(
      "lists what belongs to endless series: addresses that were skipped, and pages whose links were not followed",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const [a] = yield* claim(1)
        const calendar = candidate("https://site.test/2090-01", {
          decision: { admit: false, reason: "trap", rule: "calendar" }
        })
        const missing = { ...completed(a!), trap: "softNotFound" } as PageOutcome
        yield* settle(settlement(a!, missing, { links: [calendar] }))
        const list = yield* JobStore.use((store) => store.skipped(id, "trap", { limit: 10 }))
        assert.deepStrictEqual(
          list.map(({ rule, state }) => [state, rule]),
          [
            ["completed", "softNotFound"],
            ["skipped", "calendar"]
          ]
        )
        assert.strictEqual((yield* get(id)).counts.completed, 1)
      })
    )

    test(
      "numbers events without gaps and replays them from any number",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b"))
        yield* finish()
        const all = yield* Stream.runCollect(watch(id))
        assert.deepStrictEqual(
          all.map(({ number, type }) => [number, type]),
          [
            [1, "started"],
            [2, "page"],
            [3, "page"],
            [4, "completed"]
          ]
        )
        assert.deepStrictEqual(
          all.flatMap(({ result }) => (result === undefined ? [] : [result.url])),
          paths("a", "b")
        )
        const late = yield* Stream.runCollect(watch(id, { after: 2 }))
        assert.deepStrictEqual(
          late.map(({ number }) => number),
          [3, 4]
        )
      })
    )

    test(
      "keeps what a job without pages has so far, until it ends",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create([], { kind: "deepResearch", task: true })
        assert.isTrue(yield* store.report(id, { depth: 1 }))
        assert.isTrue(yield* store.report(id, { depth: 2 }))
        assert.deepInclude(yield* get(id), { status: "scraping", output: { depth: 2 } })
        assert.isTrue(yield* store.finish(id, { depth: 3 }, 1))
        assert.isFalse(yield* store.report(id, { depth: 4 }))
        assert.deepInclude(yield* get(id), { status: "completed", output: { depth: 3 } })
      })
    )

    test(
      "wakes those who wait for the next event",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        const watching = yield* Effect.forkChild(Stream.runCollect(watch(id, { poll: Duration.hours(1) })))
        yield* Effect.yieldNow
        yield* finish()
        // A store that cannot wake looks again when its time has come.
        for (let turn = 0; turn < 200 && watching.pollUnsafe() === undefined; turn++) {
          yield* TestClock.adjust("1 hour")
        }
        assert.strictEqual((yield* Fiber.join(watching)).at(-1)?.type, "completed")
      })
    )

    test(
      "says whether there is an event after a number, and waits for one as long as it may",
      Effect.gen(function* () {
        const { awaitEvent, remove, watched } = yield* JobStore
        const { id } = yield* create(paths("a"))
        assert.isTrue(yield* awaitEvent(id, 0, Duration.hours(1)))
        const waiting = yield* Effect.forkChild(awaitEvent(id, 1, Duration.seconds(10)))
        for (let turn = 0; turn < 200 && waiting.pollUnsafe() === undefined; turn++) yield* TestClock.adjust("1 second")
        assert.isFalse(yield* Fiber.join(waiting))
        yield* finish()
        assert.isTrue(yield* awaitEvent(id, 2, Duration.hours(1)))
        const { events, job } = yield* watched(id, { after: 1, limit: 10 })
        assert.strictEqual(job.status, "completed")
        assert.deepStrictEqual(
          events.map(({ number, result, type }) => [number, type, result?.url]),
          [
            [2, "page", "https://site.test/a"],
            [3, "completed", undefined]
          ]
        )
        assert.deepStrictEqual(
          (yield* watched(id, { after: 1, limit: 1 })).events.map(({ number }) => number),
          [2]
        )
        yield* remove(id)
        assert.isTrue(yield* awaitEvent(id, 3, Duration.hours(1)))
        assert.strictEqual((yield* Effect.flip(watched(id, { after: 0, limit: 10 })))._tag, "JobNotFound")
      })
    )

    test(
      "gives each of a hundred watchers every event once and in order",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b", "c", "d"))
        const watching = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 100 }, (_, index) => Stream.runCollect(watch(id, { after: index % 3 }))),
            { concurrency: "unbounded" }
          )
        )
        for (let turn = 0; turn < 4; turn++) {
          const [page] = yield* claim(1)
          yield* settle(settlement(page!))
          yield* TestClock.adjust("1 second")
        }
        for (let turn = 0; turn < 200 && watching.pollUnsafe() === undefined; turn++)
          yield* TestClock.adjust("1 second")
        for (const [index, events] of (yield* Fiber.join(watching)).entries()) {
          assert.deepStrictEqual(
            events.map(({ number, type }) => [number, type]),
            (["started", "page", "page", "page", "page", "completed"] as const)
              .map((type, at) => [at + 1, type])
              .slice(index % 3)
          )
        }
      })
    )

    test(
      "brings a completed batch back when pages are added",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { kind: "batch", limit: Infinity })
        yield* finish()
        assert.strictEqual((yield* get(id)).status, "completed")
        const added = yield* Frontier.use((frontier) =>
          frontier.admit(id, [candidate("https://site.test/b")], { reopen: true })
        )
        assert.strictEqual(added, 1)
        assert.strictEqual((yield* get(id)).status, "scraping")
        yield* finish()
        const job = yield* get(id)
        assert.strictEqual(job.status, "completed")
        assertBalanced(job, 2)
        assert.strictEqual(yield* Frontier.use((frontier) => frontier.admit(id, [candidate("https://site.test/c")])), 0)
      })
    )

    test(
      "puts failed pages back as if they had never been tried, and the job with them",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b", "c"))
        const pages = yield* claim(3)
        yield* settle(
          ...pages.map((page) =>
            settlement(
              page,
              page.url.endsWith("/a") ? completed(page) : { _tag: "Failed", error: "HTTP 503", code: "X" }
            )
          )
        )
        assert.deepInclude((yield* get(id)).counts, { completed: 1, failed: 2, queued: 0 })
        assert.strictEqual((yield* get(id)).status, "completed")
        assert.strictEqual(yield* store.retryFailed(id), 2)
        const again = yield* get(id)
        assert.deepInclude(again, { status: "scraping", finishedAt: undefined })
        assertBalanced(again, 3)
        assert.deepInclude(again.counts, { completed: 1, failed: 0, queued: 2 })
        assert.strictEqual((yield* store.events(id, { after: 0, limit: 10 })).at(-1)?.type, "resumed")
        assert.deepStrictEqual(yield* store.failures(id, { after: 0, limit: 10 }), [])
        assert.strictEqual(yield* store.retryFailed(id), 0)
        const retried = yield* claim(3)
        assert.sameMembers(urls(retried), ["https://site.test/b", "https://site.test/c"])
        for (const page of retried) assert.strictEqual(page.attempt, 1)
        yield* settle(...retried.map((page) => settlement(page)))
        const ended = yield* get(id)
        assert.strictEqual(ended.status, "completed")
        assert.strictEqual(ended.counts.completed, 3)
        assert.lengthOf(yield* store.results(id, { after: 0, limit: 10 }), 3)
      })
    )

    test(
      "retries while a job runs or is paused, and leaves a cancelled one alone",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b"))
        const [page] = yield* claim(1)
        yield* settle(settlement(page!, { _tag: "Failed", error: "HTTP 503" }))
        assert.isTrue(yield* store.move(id, "paused"))
        assert.strictEqual(yield* store.retryFailed(id), 1)
        assert.strictEqual((yield* get(id)).status, "paused")
        assert.isTrue(yield* store.move(id, "scraping"))
        const both = yield* claim(2)
        assert.lengthOf(both, 2)
        yield* settle(settlement(both[0]!, { _tag: "Failed", error: "HTTP 503" }))
        yield* store.move(id, "cancelled")
        assert.strictEqual(yield* store.retryFailed(id), 0)
        assert.strictEqual((yield* get(id)).status, "cancelled")
        assertBalanced(yield* get(id), 2)
      })
    )

    test(
      "keeps out what the limit had left in the queue, though failed pages come back",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b", "c"), { limit: 1, maxConcurrency: 1 })
        const [first] = yield* claim(1)
        yield* settle(settlement(first!, { _tag: "Failed", error: "HTTP 503" }))
        const [second] = yield* claim(1)
        yield* settle(settlement(second!))
        assert.strictEqual((yield* get(id)).status, "completed")
        assert.strictEqual(yield* store.retryFailed(id), 1)
        // The limit is reached: nothing runs again.
        assert.strictEqual((yield* get(id)).status, "completed")
        assertBalanced(yield* get(id), 3)
        assert.lengthOf(yield* claim(3), 0)
      })
    )

    test(
      "lists every address in the order in which it was met, with its result",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b"))
        const [page] = yield* claim(1)
        yield* settle(
          settlement(page!, completed(page!), {
            links: [
              candidate("https://site.test/c"),
              candidate("https://site.test/d", { decision: { admit: false, reason: "robots", rule: "/d" } })
            ]
          })
        )
        const all = yield* store.pages(id, { limit: 10 })
        assert.deepStrictEqual(
          all.map(({ url }) => url),
          paths("a", "b", "c", "d")
        )
        assert.deepInclude(all[0], { state: "completed", position: 1 })
        assert.deepInclude(all[2], { state: "queued", foundOn: "https://site.test/a", position: undefined })
        assert.deepInclude(all[3], { state: "skipped", reason: "robots", rule: "/d" })
        assert.deepStrictEqual(yield* store.pages(id, { after: all[0]!.page, limit: 2 }), all.slice(1, 3))
      })
    )

    test(
      "lists the attempts of pages that failed or passed late, and none of those that passed at once",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { createdAt: began, id } = yield* create(paths("at-once", "failing", "late", "waiting"))
        const refused = { signal: { host: "site.test", kind: "refused" } } as const
        const tookMs = 40
        const retry = (failure: AttemptFailure): PageOutcome => ({ _tag: "Retry", afterMs: 1000, failure })
        const [atOnce, failing, late] = yield* claim(3)
        yield* settle(
          settlement(atOnce!, { ...completed(atOnce!), bytes: 300 } as PageOutcome, { tookMs }),
          settlement(failing!, retry({ error: "TimedOut", cause: "Too slow" }), { tookMs })
        )
        // What a host refuses is written another way than the rest.
        yield* settle(settlement(late!, retry({ status: 503 }), refused))
        yield* TestClock.adjust(60_000)
        const again = yield* claim(1)
        const waiting = yield* Frontier.use((frontier) =>
          frontier.exchange(
            again.map((page) => settlement(page, { _tag: "Failed", error: "Gone", code: "X" }, { tookMs })),
            { count: 1, leaseMs }
          )
        )
        yield* settle(...waiting.pages.map((page) => settlement(page, { _tag: "Released" })))
        const [third] = yield* claim(1)
        yield* settle(settlement(third!, { _tag: "Retry", afterMs: 1, isAttempt: false, failure: { status: 999 } }))
        yield* TestClock.adjust(60_000)
        for (let pages = yield* claim(1); pages.length > 0; pages = yield* claim(1)) {
          yield* settle(...pages.map((page) => settlement(page, completed(page), { tookMs: 7 })))
        }
        const pages = yield* store.pages(id, { limit: 10 })
        const first = { attempt: 1, at: began, nextAt: began + 1000 }
        assert.deepStrictEqual(
          pages.map(({ attemptLog, attempts, bytes, tookMs, url }) => ({ url, attempts, attemptLog, tookMs, bytes })),
          [
            { url: atOnce!.url, attempts: 1, attemptLog: undefined, tookMs: 40, bytes: 300 },
            {
              url: failing!.url,
              attempts: 2,
              attemptLog: [
                { ...first, tookMs: 40, error: "TimedOut", cause: "Too slow" },
                { attempt: 2, at: began + 60_000, tookMs: 40, error: "X", cause: "Gone" }
              ],
              tookMs: 40,
              bytes: undefined
            },
            {
              url: late!.url,
              attempts: 2,
              attemptLog: [
                { ...first, status: 503 },
                { attempt: 2, at: began + 120_000, tookMs: 7, status: 200 }
              ],
              tookMs: 7,
              bytes: undefined
            },
            { url: paths("waiting")[0]!, attempts: 1, attemptLog: undefined, tookMs: 7, bytes: undefined }
          ]
        )
        assert.strictEqual(yield* store.retryFailed(id), 1)
        const [, asNew] = yield* store.pages(id, { limit: 10 })
        assert.deepInclude(asNew, { attempts: 0, attemptLog: undefined, tookMs: undefined })
      })
    )

    test(
      "keeps the last ten attempts of a page, with causes that are short and show no secret of an address",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a"))
        const cause = `Proxy http://me:hunter2@proxy.test:80/way?key=hunter3#hunter4 is away: ${"x".repeat(500)}`
        for (let attempt = 1; attempt <= 12; attempt++) {
          const [page] = yield* claim(1)
          yield* settle(settlement(page!, { _tag: "Retry", afterMs: 1, failure: { cause: `${attempt} ${cause}` } }))
          yield* TestClock.adjust(1)
        }
        const [page] = yield* store.pages(id, { limit: 1 })
        assert.deepStrictEqual(
          page!.attemptLog!.map(({ attempt }) => attempt),
          [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        )
        assert.match(page!.attemptLog![0]!.cause!, /^3 Proxy http:\/\/proxy\.test:80\/way is away: x+…$/)
        assert.lengthOf(page!.attemptLog![0]!.cause!, 200)
      })
    )

    test(
      "lists failures, pages and what was kept out from behind any of them, and the latest failures",
      Effect.gen(function* () {
        const store = yield* JobStore
        const kept = (name: string) =>
          candidate(`https://site.test/${name}`, { decision: { admit: false, reason: "exclude", rule: "x" } })
        const { id } = yield* create([...paths("a", "b", "c", "d"), kept("e"), kept("f"), kept("g")])
        // Entries of another job lie between.
        const other = yield* create([...paths("a"), kept("e")])
        for (const page of yield* claim(4)) {
          yield* settle(
            settlement(page, { _tag: "Failed", error: `${page.url} is away` }, { links: [kept(`${page.url.at(-1)}1`)] })
          )
        }
        const everything = { after: 0, limit: Infinity }
        const failures = (yield* store.failures(id, everything)).concat(yield* store.failures(other.id, everything))
        assert.isAtLeast(failures.length, 4)
        for (const job of [id, other.id]) {
          const failed = yield* store.failures(job, everything)
          for (const [index, { number }] of failed.entries()) {
            assert.deepStrictEqual(
              yield* store.failures(job, { after: number, limit: 2 }),
              failed.slice(index + 1, index + 3)
            )
          }
          assert.deepStrictEqual(yield* store.failures(job, { latest: 2 }), failed.slice(-2))
          assert.deepStrictEqual(yield* store.failures(job, { latest: 9 }), failed)
          const pages = yield* store.pages(job, { limit: Infinity })
          const skipped = yield* store.skipped(job, "exclude", { limit: Infinity })
          assert.deepStrictEqual(
            skipped,
            pages.filter(({ reason }) => reason === "exclude")
          )
          for (const [index, { page }] of pages.entries()) {
            assert.deepStrictEqual(
              yield* store.pages(job, { after: page, limit: 2 }),
              pages.slice(index + 1, index + 3)
            )
          }
          for (const [index, { page }] of skipped.entries()) {
            assert.deepStrictEqual(
              yield* store.skipped(job, "exclude", { after: page, limit: 2 }),
              skipped.slice(index + 1, index + 3)
            )
          }
        }
      })
    )

    test(
      "shows an account the pages that workers hold",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create(paths("a", "b"))
        yield* claim(1)
        const leases = yield* store.leases("somebody", 10)
        assert.lengthOf(leases, 1)
        assert.deepInclude(leases[0], { jobId: id, host: "site.test", attempt: 1 })
        assert.deepStrictEqual(yield* store.leases("another", 10), [])
        yield* store.move(id, "cancelled")
        assert.deepStrictEqual(yield* store.leases("somebody", 10), [])
      })
    )

    test(
      "knows how a host is asked while that is slower than at full speed, and says nothing of others",
      Effect.gen(function* () {
        const store = yield* JobStore
        yield* create([...paths("a", "b", "c"), "https://other.test/a"])
        const pages = yield* claim(10)
        const known = store.hosts(["site.test", "other.test", "never.test"])
        assert.deepStrictEqual([...(yield* known)], [])
        const [refused, ...others] = pages.filter(({ host }) => host === "site.test")
        const retry: PageOutcome = { _tag: "Retry", afterMs: 60_000 }
        const signal = { host: "site.test", kind: "refused", retryAfterMs: 60_000 } as const
        yield* settle(settlement(refused!, retry, { signal }))
        const slow = yield* known
        assert.deepStrictEqual([...slow.keys()], ["site.test"])
        assert.deepInclude(slow.get("site.test"), { active: 2, refusals: 1, delayMs: 0 })
        const delayed = { host: "other.test", kind: "good", crawlDelayMs: 5_000 } as const
        const other = pages.find(({ host }) => host === "other.test")
        yield* settle(...others.map((page) => settlement(page)), settlement(other!, undefined, { signal: delayed }))
        assert.deepInclude((yield* known).get("other.test"), { active: 0, delayMs: 5_000, refusals: 0 })
      })
    )

    test(
      "counts the pages of an account that wait for each host, those that are tried again later as well, up to a most",
      Effect.gen(function* () {
        const store = yield* JobStore
        const elsewhere = "https://other.test/a"
        yield* create([...paths("a", "b", "c"), elsewhere])
        const paused = yield* create(paths("d"))
        const another = yield* create(paths("e"), { accountId: "another" })
        const hosts = ["site.test", "other.test", "never.test"]
        const counted = (accountId: string, atMost: number) =>
          Effect.map(store.waiting(accountId, hosts, atMost), (found) =>
            hosts.map((host) => {
              const { count, isAtLeast } = found.get(host)!
              return isAtLeast ? `at least ${count}` : count
            })
          )
        assert.deepStrictEqual(yield* counted("somebody", 10), [4, 1, 0])
        assert.deepStrictEqual(yield* counted("somebody", 3), ["at least 3", 1, 0])
        assert.deepStrictEqual(yield* counted("somebody", 4), [4, 1, 0])
        assert.deepStrictEqual(yield* counted("another", 10), [1, 0, 0])
        assert.deepStrictEqual([...(yield* store.waiting("somebody", [], 10))], [])
        yield* store.move(paused.id, "paused")
        yield* store.move(another.id, "cancelled")
        assert.deepStrictEqual(yield* counted("somebody", 10), [3, 1, 0])
        assert.deepStrictEqual(yield* counted("another", 10), [0, 0, 0])
        const pages = yield* claim(10)
        assert.deepStrictEqual(yield* counted("somebody", 10), [0, 0, 0])
        const retried = pages.filter(({ host }) => host === "site.test").slice(0, 2)
        yield* settle(...retried.map((page) => settlement(page, { _tag: "Retry", afterMs: 60_000 })))
        assert.deepStrictEqual(yield* counted("somebody", 10), [2, 0, 0])
        assert.deepStrictEqual(yield* counted("somebody", 2), [2, 0, 0])
        // Those that are tried again later are looked at for all hosts together.
        assert.deepStrictEqual(yield* counted("somebody", 1), ["at least 1", "at least 0", "at least 0"])
      })
    )

    test(
      "says what waits and what runs in the store, and for how long a job has waited for a worker",
      Effect.gen(function* () {
        const { load } = yield* JobStore
        const nothing = { open: [], latePages: 0, longestWaitMs: 0, slowHosts: [] }
        assert.deepStrictEqual(yield* load, nothing)
        const crawl = yield* create(paths("a", "b"))
        const task = yield* create([], { kind: "extract", task: true, accountId: "another" })
        yield* TestClock.adjust(5_000)
        const crawls = { kind: "crawl", status: "scraping", jobs: 1, waiting: 2, running: 0 } as const
        const extracts = { kind: "extract", status: "scraping", jobs: 1, waiting: 0, running: 0 } as const
        assert.deepStrictEqual(yield* load, { ...nothing, open: [crawls, extracts], longestWaitMs: 5_000 })

        const taken = Option.getOrThrow(yield* JobQueue.use((queue) => queue.take(leaseMs)))
        yield* JobQueue.use((queue) => queue.done(taken))
        yield* JobStore.use((store) => store.finish(task.id, null, 0))
        yield* claim(1)
        const running = { ...crawls, waiting: 1, running: 1 }
        assert.deepStrictEqual(yield* load, { ...nothing, open: [running] })

        yield* TestClock.adjust(leaseMs + 1)
        assert.deepStrictEqual(yield* load, { ...nothing, open: [running], latePages: 1 })

        yield* JobStore.use((store) => store.move(crawl.id, "cancelled"))
        assert.deepStrictEqual(yield* load, nothing)
      })
    )

    test(
      "lists its workers until they stop, those that are overdue as gone, and these for a day",
      Effect.gen(function* () {
        const store = yield* JobStore
        const beat = { id: "one", host: "a.internal", pid: 7, version: "1.2.3", running: 0, pages: [] }
        const held = { jobId: JobId.make("held"), page: "p1", since: 1_700_000_000_000 }
        assert.deepStrictEqual(yield* store.workers, [])
        yield* store.recordWorker(beat)
        const [first] = yield* store.workers
        assert.deepInclude(first, { ...beat, isGone: false })
        assert.strictEqual(first?.startedAt, first?.lastBeatAt)
        yield* TestClock.adjust(20_000)
        yield* store.recordWorker({ ...beat, running: 3, pages: [held] })
        yield* store.recordWorker({ ...beat, id: "other", host: "b.internal" })
        const times = { startedAt: first!.startedAt, lastBeatAt: first!.lastBeatAt + 20_000 }
        const [one, other] = yield* store.workers
        assert.deepStrictEqual(one, { ...beat, ...times, running: 3, pages: [held], isGone: false })
        assert.deepInclude(other, { id: "other", host: "b.internal", isGone: false })
        yield* TestClock.adjust(50_000)
        yield* store.recordWorker({ ...beat, id: "other", host: "b.internal" })
        yield* TestClock.adjust(20_000)
        assert.deepStrictEqual(
          (yield* store.workers).map(({ id, isGone }) => [id, isGone]),
          [
            ["one", true],
            ["other", false]
          ]
        )
        yield* store.removeWorker("other")
        yield* store.removeWorker("never")
        assert.deepStrictEqual(
          (yield* store.workers).map(({ id }) => id),
          ["one"]
        )
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* store.workers, [])
        // One that only slept is the same as before.
        yield* store.recordWorker(beat)
        assert.lengthOf(yield* store.workers, 1)
      })
    )

    test(
      "counts no wait of a job whose site is to be asked later, and says so of the site",
      Effect.gen(function* () {
        const { load } = yield* JobStore
        yield* create(paths("a", "b"))
        const [page] = yield* claim(1)
        yield* settle(settlement(page!))
        yield* Frontier.use((frontier) => frontier.pace("site.test", 20_000))
        yield* TestClock.adjust(10_000)
        const { longestWaitMs, slowHosts } = yield* load
        assert.strictEqual(longestWaitMs, 0)
        assert.deepStrictEqual(slowHosts, [{ host: "site.test", running: 0, delayMs: 20_000, waitMs: 10_000 }])
        yield* TestClock.adjust(15_000)
        assert.deepInclude(yield* load, { longestWaitMs: 25_000, slowHosts: [] })
      })
    )

    test(
      "ends a job with pages with what it made of them, once none is left",
      Effect.gen(function* () {
        const store = yield* JobStore
        const { id } = yield* create([], { kind: "extract", task: true })
        yield* Frontier.use((frontier) => frontier.admit(id, [candidate("https://site.test/a")]))
        const [page] = yield* claim(1)
        assert.isTrue(yield* store.finish(id, { answer: 1 }, 2))
        assert.strictEqual((yield* get(id)).status, "scraping")
        yield* settle(settlement(page!))
        const job = yield* get(id)
        assert.deepInclude(job, { status: "completed", creditsUsed: 3, output: { answer: 1 } })
        assert.strictEqual((yield* store.events(id, { after: 0, limit: 10 })).at(-1)?.type, "completed")
      })
    )

    test(
      "ends a job without pages with what it produced",
      Effect.gen(function* () {
        const { id } = yield* create([], { kind: "extract", task: true })
        assert.isTrue(yield* JobStore.use((store) => store.finish(id, { answer: 42 }, 5)))
        assert.isFalse(yield* JobStore.use((store) => store.finish(id, { answer: 43 }, 5)))
        const job = yield* get(id)
        assert.deepInclude(job, { status: "completed", creditsUsed: 5 })
        assert.deepStrictEqual(job.output, { answer: 42 })
      })
    )

    test(
      "keeps the reason of a failed job",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"))
        assert.isTrue(yield* JobStore.use((store) => store.move(id, "failed", "no credits")))
        const job = yield* get(id)
        assert.deepInclude(job, { status: "failed", error: "no credits" })
        assertBalanced(job, 1)
      })
    )

    test(
      "removes everything of a job that has expired, and nothing of others",
      Effect.gen(function* () {
        const old = yield* create(paths("a"), { retentionMs: 1000 })
        yield* finish()
        const running = yield* create(paths("a"), { retentionMs: 1000 })
        yield* TestClock.adjust(1001)
        assert.strictEqual(yield* JobStore.use(({ sweep }) => sweep), 1)
        assert.strictEqual((yield* Effect.flip(get(old.id)))._tag, "JobNotFound")
        assert.strictEqual((yield* get(running.id)).status, "scraping")
        yield* JobStore.use((store) => store.remove(running.id))
        assert.strictEqual((yield* Effect.flip(get(running.id)))._tag, "JobNotFound")
        assert.deepStrictEqual(yield* claim(10), [])
      })
    )
  })

  describe(`checks of monitors (${name})`, () => {
    const check = (monitorId: string, more: Parameters<typeof newJob>[1] = {}) =>
      create([], { kind: "monitorCheck", monitorId, task: true, ...more })
    const checks = (...given: Parameters<JobStore["Service"]["checks"]>) =>
      JobStore.use((store) => store.checks(...given))
    const all = { limit: 100, offset: 0 }
    const post = (id: string, type: EventPost["type"]): EventPost => ({
      id,
      type,
      url: "https://hook.test/",
      headers: { "x-token": "t" },
      body: `{"text":"of ${id}, nul \\u0000, \u{1F30A}"}`
    })
    const finishWith = (id: JobId, ...posts: ReadonlyArray<EventPost>) =>
      JobStore.use((store) => store.finish(id, { status: "completed" }, 0, posts))
    const counts = (id: JobId) => WebhookOutbox.use((outbox) => outbox.counts(id))
    const take = WebhookOutbox.use((outbox) => outbox.take(10, leaseMs))

    test(
      "are listed by their monitor, the latest first, apart from its other jobs, and are removed together",
      Effect.gen(function* () {
        const made: Array<Job> = []
        for (let number = 0; number < 5; number++) {
          made.unshift(yield* check("prices"))
          yield* TestClock.adjust(number % 2)
        }
        const other = yield* check("others")
        const ofCheck = yield* create(paths("a"), { kind: "batch", monitorId: "prices" })
        assert.strictEqual(ofCheck.monitorId, "prices")
        assert.isUndefined((yield* create(paths("b"))).monitorId)
        assert.sameMembers(ids(yield* checks("prices", all)), ids(made))
        const listed = yield* checks("prices", all)
        assert.deepStrictEqual(
          listed.map(({ createdAt }) => createdAt),
          made.map(({ createdAt }) => createdAt)
        )
        assert.deepStrictEqual(ids(yield* checks("prices", { limit: 2, offset: 1 })), ids(listed.slice(1, 3)))
        for (const [index, after] of listed.entries()) {
          assert.deepStrictEqual(ids(yield* checks("prices", { ...all, after })), ids(listed.slice(index + 1)))
        }
        yield* finishWith(listed[1]!.id, post("a", "completed"))
        yield* JobStore.use((store) => store.move(listed[2]!.id, "cancelled"))
        assert.deepStrictEqual(
          ids(yield* checks("prices", { ...all, open: true })),
          ids([listed[0]!, listed[3]!, listed[4]!])
        )
        yield* JobStore.use((store) => store.removeChecks("prices"))
        assert.deepStrictEqual(yield* checks("prices", all), [])
        assert.strictEqual((yield* Effect.flip(get(listed[0]!.id)))._tag, "JobNotFound")
        assert.deepStrictEqual(yield* take, [])
        assert.deepStrictEqual(ids(yield* checks("others", all)), [other.id])
        assert.strictEqual((yield* get(ofCheck.id)).status, "scraping")

        // A list of all jobs is no longer for what checks say.
        yield* JobStore.use((store) => store.report(other.id, { found: "much" }))
        yield* JobStore.use((store) => store.report(ofCheck.id, { found: "little" }))
        assert.deepStrictEqual((yield* checks("others", all))[0]?.output, { found: "much" })
        const outputs = (yield* JobStore.use((store) => store.list({}))).map(({ id, output }) => [id, output])
        assert.deepInclude(outputs, [other.id, undefined])
        assert.deepInclude(outputs, [ofCheck.id, { found: "little" }])
      })
    )

    test(
      "a step of a job goes to the webhook that wants it, and to no other, and not after its end",
      Effect.gen(function* () {
        const webhookOf = (...events: ReadonlyArray<"action" | "page">) => ({
          url: "https://hook.test/{{JOB_ID}}",
          headers: { "x-token": "t" },
          metadata: {},
          events
        })
        const agent = yield* create([], { kind: "agent", task: true, webhook: webhookOf("action") })
        const quiet = yield* create([], { kind: "agent", task: true, webhook: webhookOf("page") })
        const report = (id: JobId, number: number) =>
          JobStore.use((store) => store.report(id, { number }, { number, data: { action: "search" } }))
        for (const { id } of [agent, quiet]) {
          assert.isTrue(yield* report(id, 1))
          yield* finishWith(id)
          assert.isFalse(yield* report(id, 2))
        }
        const taken = yield* take
        assert.deepStrictEqual(
          taken.map(({ jobId, type, webhook: { headers, url } }) => ({ jobId, type, headers, url })),
          [{ jobId: agent.id, type: "action", headers: { "x-token": "t" }, url: `https://hook.test/${agent.id}` }]
        )
      })
    )

    test(
      "end with their events once, whoever ends them again, and their last one is sent behind all others",
      Effect.gen(function* () {
        const { id } = yield* check("prices")
        const posts = [post("a", "page"), post("b", "page"), post("z", "completed")]
        const ended = yield* Effect.forEach([1, 2, 3], () => finishWith(id, ...posts), { concurrency: "unbounded" })
        assert.deepStrictEqual(ended.filter(Boolean), [true])
        assert.deepStrictEqual(yield* counts(id), { waiting: 3, untried: 3, failed: 0 })
        const taken = yield* take
        assert.deepStrictEqual(
          taken.map(({ attempt, body, id, jobId, type, webhook }) => ({ attempt, body, id, jobId, type, webhook })),
          posts.slice(0, 2).map(({ body, headers, id: name, type, url }) => ({
            attempt: 1,
            body,
            id: name,
            jobId: id,
            type,
            webhook: { url, headers, metadata: {}, events: [] }
          }))
        )
        // Each is lent to one sender; one that dies loses nothing.
        assert.deepStrictEqual(yield* take, [])
        yield* TestClock.adjust(leaseMs + 1)
        const [first, second, ...rest] = yield* take
        assert.deepStrictEqual([first?.id, second?.id, second?.attempt, ...rest], ["a", "b", 2])
        yield* WebhookOutbox.use((outbox) => outbox.delivered(first!))
        const later = (yield* Clock.currentTimeMillis) + 120_000
        yield* WebhookOutbox.use((outbox) => outbox.failed(second!, "answered 500", later))
        assert.deepStrictEqual(yield* counts(id), { waiting: 2, untried: 1, failed: 0 })
        const [last] = yield* take
        assert.strictEqual(last?.id, "z")
        yield* WebhookOutbox.use((outbox) => outbox.delivered(last!))
        yield* TestClock.adjust(120_001)
        const [third] = yield* take
        assert.deepStrictEqual([third?.id, third?.body], ["b", posts[1]!.body])
        yield* WebhookOutbox.use((outbox) => outbox.failed(third!, "answered 410"))
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* take, [])
        assert.deepStrictEqual(yield* counts(id), { waiting: 0, untried: 0, failed: 1 })
      })
    )

    test(
      "lose of their waiting events those that are erased",
      Effect.gen(function* () {
        const { id } = yield* check("prices", { accountId: "owner" })
        yield* finishWith(id, post("a", "page"), post("b", "page"))
        const seen: Array<string> = []
        yield* MonitorStore.use((store) =>
          store.erase({
            monitor: () => false,
            event: ({ accountId, text }) => {
              seen.push(accountId)
              return text.includes("of a,")
            }
          })
        )
        assert.deepStrictEqual(seen, ["owner", "owner"])
        assert.deepStrictEqual(
          (yield* take).map(({ id: name }) => name),
          ["b"]
        )
      })
    )
  })

  describe(`JobQueue (${name})`, () => {
    const take = JobQueue.use((queue) => queue.take(leaseMs))

    test(
      "gives a task to one worker, and a crawl is collecting until it is done",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { task: true })
        const task = Option.getOrThrow(yield* take)
        assert.deepStrictEqual(task, { jobId: id, accountId: "somebody", attempt: 1 })
        assert.isTrue(Option.isNone(yield* take))
        yield* finish()
        const collecting = yield* get(id)
        assert.deepInclude(collecting, { status: "scraping", collecting: true })
        assert.isTrue(yield* JobQueue.use((queue) => queue.done(task)))
        assert.isFalse(yield* JobQueue.use((queue) => queue.done(task)))
        assert.strictEqual((yield* get(id)).status, "completed")
        assert.isTrue(Option.isNone(yield* take))
      })
    )

    test(
      "gives a task again when its worker is gone, and refuses the one who lost it",
      Effect.gen(function* () {
        yield* create(paths("a"), { task: true })
        const first = Option.getOrThrow(yield* take)
        yield* TestClock.adjust(leaseMs - 1)
        assert.isTrue(yield* JobQueue.use((queue) => queue.heartbeat(first, leaseMs)))
        yield* TestClock.adjust(leaseMs - 1)
        assert.isTrue(Option.isNone(yield* take))
        yield* TestClock.adjust(2)
        const second = Option.getOrThrow(yield* take)
        assert.strictEqual(second.attempt, 2)
        assert.isFalse(yield* JobQueue.use((queue) => queue.heartbeat(first, leaseMs)))
        assert.isFalse(yield* JobQueue.use((queue) => queue.done(first)))
        assert.isTrue(yield* JobQueue.use((queue) => queue.done(second)))
      })
    )

    test(
      "fails the job with the last reason when its task fails again and again",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { task: true })
        for (let attempt = 1; attempt <= maxAttempts; attempt++) {
          const task = Option.getOrThrow(yield* take)
          assert.strictEqual(task.attempt, attempt)
          yield* JobQueue.use((queue) => queue.fail(task, `reason ${attempt}`))
          yield* TestClock.adjust("1 minute")
        }
        assert.isTrue(Option.isNone(yield* take))
        const job = yield* get(id)
        assert.deepInclude(job, { status: "failed", error: `reason ${maxAttempts}` })
        assertBalanced(job, 1)
      })
    )

    test(
      "fails the job whose task stops every worker",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { task: true })
        for (let attempt = 0; attempt <= maxAttempts; attempt++) {
          yield* take
          yield* TestClock.adjust(leaseMs + 1)
        }
        assert.strictEqual((yield* get(id)).status, "failed")
      })
    )

    test(
      "gives a postponed task again when its time has come, as often as need be, and forgives what failed before",
      Effect.gen(function* () {
        const { id } = yield* create([], { task: true })
        for (let round = 1; round <= 3 * maxAttempts; round++) {
          const failing = Option.getOrThrow(yield* take)
          yield* JobQueue.use((queue) => queue.fail(failing, "again"))
          yield* TestClock.adjust("1 minute")
          const task = Option.getOrThrow(yield* take)
          assert.strictEqual(task.attempt, 2 * round)
          assert.isTrue(yield* JobQueue.use((queue) => queue.postpone(task, 5000)))
          assert.isFalse(yield* JobQueue.use((queue) => queue.postpone(failing, 5000)))
          yield* TestClock.adjust(4999)
          assert.isTrue(Option.isNone(yield* take))
          yield* TestClock.adjust(1)
        }
        assert.strictEqual((yield* get(id)).status, "scraping")
        for (let attempt = 1; attempt <= maxAttempts; attempt++) {
          const task = Option.getOrThrow(yield* take)
          yield* JobQueue.use((queue) => queue.fail(task, `reason ${attempt}`))
          yield* TestClock.adjust("1 minute")
        }
        assert.deepInclude(yield* get(id), { status: "failed", error: `reason ${maxAttempts}` })
      })
    )

    test(
      "gives tasks of the accounts that have the fewest first, and none of one that has as many as it may",
      Effect.gen(function* () {
        const accountIds = ["a", "a", "a", "b", 'o\'neil "\u{1F30A}"']
        for (const accountId of accountIds) yield* create([], { task: true, accountId })
        const takeAs = (busy: ReadonlyArray<readonly [string, number]>, perAccount: number) =>
          Effect.map(
            JobQueue.use((queue) => queue.take(leaseMs, { busy: new Map(busy), perAccount })),
            (task) => Option.getOrUndefined(task)?.accountId
          )
        assert.strictEqual(
          yield* takeAs(
            [
              ["a", 2],
              ["b", 1]
            ],
            3
          ),
          accountIds[4]
        )
        assert.strictEqual(yield* takeAs([["a", 1]], 3), "b")
        assert.isUndefined(yield* takeAs([["a", 3]], 3))
        assert.strictEqual(yield* takeAs([["a", 2]], 3), "a")
        assert.strictEqual(yield* takeAs([], 1), "a")
        assert.strictEqual(yield* takeAs([["b", 9]], Infinity), "a")
        assert.isUndefined(yield* takeAs([], Infinity))
      })
    )

    test(
      "gives no task of a job that was cancelled",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { task: true })
        yield* JobStore.use((store) => store.move(id, "cancelled"))
        assert.isTrue(Option.isNone(yield* take))
      })
    )
  })

  describe(`WebhookOutbox (${name})`, () => {
    const webhook = resolveWebhook({
      url: "https://hook.test/",
      events: ["page", "crawl.completed"],
      metadata: { a: 1 }
    })
    const take = WebhookOutbox.use((outbox) => outbox.take(10, leaseMs))

    test(
      "holds the events that a webhook wants, in order, with one final event",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b"), { webhook })
        yield* create(paths("c"))
        yield* finish()
        const pages = (yield* take).filter(({ jobId }) => jobId === id)
        yield* WebhookOutbox.use((outbox) => Effect.forEach(pages, outbox.delivered))
        const deliveries = [...pages, ...(yield* take)]
        assert.deepStrictEqual(
          deliveries.map(({ attempt, number, position, type }) => [number, type, position, attempt]),
          [
            [2, "page", 1, 1],
            [3, "page", 2, 1],
            [4, "completed", undefined, 1]
          ]
        )
        assert.deepStrictEqual(deliveries[0]?.webhook, webhook)
        assert.deepStrictEqual(yield* take, [])
      })
    )

    test(
      "keeps the final event back until every other one was delivered or refused, also when a sender dies",
      Effect.gen(function* () {
        yield* create(paths("a", "b"), { webhook })
        yield* finish()
        const types = (deliveries: ReadonlyArray<Delivery>) => deliveries.map(({ type }) => type)
        const lost = yield* take
        assert.deepStrictEqual(types(lost), ["page", "page"])
        assert.deepStrictEqual(yield* take, [])
        yield* TestClock.adjust(leaseMs + 1)
        const [first, second, ...rest] = yield* take
        assert.deepStrictEqual([first?.id, second?.id, ...rest], [lost[0]?.id, lost[1]?.id])
        const later = (yield* Clock.currentTimeMillis) + 60_000
        yield* WebhookOutbox.use((outbox) => outbox.failed(first!, "answered 500", later))
        assert.deepStrictEqual(yield* take, [])
        yield* WebhookOutbox.use((outbox) => outbox.delivered(second!))
        assert.deepStrictEqual(types(yield* take), ["completed"])
      })
    )

    test(
      "keeps events of pages back while the first event is on its way, also when its sender dies",
      Effect.gen(function* () {
        yield* create(paths("a", "b"), { webhook: { ...webhook, events: ["started", "page"] } })
        const types = (deliveries: ReadonlyArray<Delivery>) => deliveries.map(({ type }) => type)
        const lost = yield* take
        assert.deepStrictEqual(types(lost), ["started"])
        yield* finish()
        assert.deepStrictEqual(yield* take, [])
        yield* TestClock.adjust(leaseMs + 1)
        const [started, ...rest] = yield* take
        assert.deepStrictEqual([started?.id, ...rest], [lost[0]?.id])
        yield* WebhookOutbox.use((outbox) => outbox.delivered(started!))
        assert.deepStrictEqual(types(yield* take), ["page", "page"])
      })
    )

    test(
      "keeps no event back for a first one that was refused",
      Effect.gen(function* () {
        yield* create(paths("a"), { webhook: { ...webhook, events: ["started", "page"] } })
        const [started] = yield* take
        yield* finish()
        const later = (yield* Clock.currentTimeMillis) + 60_000
        yield* WebhookOutbox.use((outbox) => outbox.failed(started!, "answered 500", later))
        assert.deepStrictEqual(
          (yield* take).map(({ type }) => type),
          ["page"]
        )
      })
    )

    test(
      "gives a delivery again under the same id until it is delivered, or gives it up",
      Effect.gen(function* () {
        const { id } = yield* create(paths("a"), { webhook: { ...webhook, events: ["completed"] } })
        yield* finish()
        const [first] = yield* take
        yield* TestClock.adjust(leaseMs + 1)
        const [second] = yield* take
        assert.deepStrictEqual([second?.id, second?.attempt], [first?.id, 2])
        const now = yield* Clock.currentTimeMillis
        yield* WebhookOutbox.use((outbox) => outbox.failed(second!, "answered 500", now + 60_000))
        yield* TestClock.adjust(59_999)
        assert.deepStrictEqual(yield* take, [])
        yield* TestClock.adjust(2)
        const [third] = yield* take
        assert.strictEqual(third?.attempt, 3)
        yield* WebhookOutbox.use((outbox) => outbox.failed(third!, "answered 410"))
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* take, [])
        assert.deepStrictEqual(yield* WebhookOutbox.use((outbox) => outbox.dead(id)), [
          { number: third!.number, reason: "answered 410" }
        ])
      })
    )

    test(
      "forgets what was delivered",
      Effect.gen(function* () {
        yield* create(paths("a"), { webhook: { ...webhook, events: ["completed"] } })
        yield* finish()
        const [delivery] = yield* take
        yield* WebhookOutbox.use((outbox) => outbox.delivered(delivery!))
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual(yield* take, [])
      })
    )

    describe("erasing", () => {
      const isErased = (address: string) => URL.parse(address)?.hostname === "erased.test"
      const erase = (id: JobId, more: Partial<PageErasure> = {}) =>
        JobStore.use((store) =>
          store.erase(id, { isErased, beforeErasing: () => Effect.void, countOnly: false, ...more })
        )
      const seeds = ["https://erased.test/a", "https://site.test/b", "https://erased.test/c", "https://site.test/d"]
      const all = { after: 0, limit: 100 }

      /** A batch of which `a` and `b` completed, `c` failed, and `d` was redirected to the other host. */
      const ended = Effect.gen(function* () {
        const request = { ignoreRobotsTxt: true, rest: ["https://erased.test/a", "https://site.test/b"] }
        const { id } = yield* create(seeds, { kind: "batch", request, origin: seeds[0]! })
        for (const page of yield* claim(10)) {
          const failed: PageOutcome = { _tag: "Failed", error: `${page.url} is away`, code: "AWAY" }
          const redirected: PageOutcome = {
            _tag: "Completed",
            document: document("https://erased.test/d"),
            credits: 1,
            debits: []
          }
          const last = page.url.at(-1)
          yield* settle(settlement(page, last === "c" ? failed : last === "d" ? redirected : completed(page)))
        }
        return id
      })

      test(
        "leaves of erased pages what is counted and numbered",
        Effect.gen(function* () {
          const id = yield* ended
          const store = yield* JobStore
          const before = yield* get(id)
          const events = yield* store.events(id, all)
          assert.strictEqual(yield* erase(id, { countOnly: true }), 3)
          assert.deepStrictEqual(yield* get(id), before)

          const given: Array<string> = []
          const beforeErasing: PageErasure["beforeErasing"] = (documents) =>
            Effect.sync(() => void given.push(...documents.map(({ metadata }) => metadata.url)))
          assert.strictEqual(yield* erase(id, { beforeErasing }), 3)
          assert.sameMembers(given, ["https://erased.test/a", "https://erased.test/d"])

          const job = yield* get(id)
          assertBalanced(job, 4)
          assert.deepInclude(job, { origin: erasedAddress, status: "completed", events: before.events })
          assert.deepStrictEqual(job.counts, { ...before.counts, failed: 0, skipped: 1 })
          assert.deepStrictEqual(job.request, { ignoreRobotsTxt: true, rest: ["https://site.test/b"] })
          assert.deepStrictEqual(yield* store.events(id, all), events)
          const pages = yield* store.pages(id, { limit: 100 })
          assert.deepStrictEqual(
            pages.map(({ reason, state, url }) => [url, state, reason]),
            [
              [erasedAddress, "completed", undefined],
              ["https://site.test/b", "completed", undefined],
              [erasedAddress, "skipped", "erased"],
              [erasedAddress, "completed", undefined]
            ]
          )
          const results = yield* store.results(id, all)
          assert.deepStrictEqual(
            results.map(({ position }) => position),
            [1, 2, 3]
          )
          assert.deepStrictEqual(
            results.map(({ document }) => document.markdown),
            [undefined, "# https://site.test/b", undefined]
          )
          assert.deepStrictEqual(yield* store.failures(id, all), [])
          for (const found of [job, pages, results]) assert.notInclude(JSON.stringify(found), "erased.test")
          assert.isUndefined(yield* store.page(id, fingerprint("https://erased.test/a")))
          assert.isUndefined(yield* store.resultOf(id, fingerprint("https://erased.test/a")))
          assert.strictEqual(yield* erase(id), 0)
        })
      )

      test(
        "leaves a job that runs as it is, and counts its pages",
        Effect.gen(function* () {
          const { id } = yield* create(seeds)
          assert.strictEqual(yield* erase(id, { countOnly: true }), 2)
          assert.strictEqual(yield* erase(id), 0)
          const pages = yield* JobStore.use((store) => store.pages(id, { limit: 100 }))
          assert.deepStrictEqual(urls(pages), seeds)
        })
      )

      test(
        "does not retry an erased page, and takes its address as a new one",
        Effect.gen(function* () {
          const id = yield* ended
          yield* erase(id)
          assert.strictEqual(yield* JobStore.use((store) => store.retryFailed(id)), 0)
          const frontier = yield* Frontier
          yield* frontier.admit(id, [candidate("https://erased.test/a")], {
            addition: { id: "more", request: {} },
            reopen: true
          })
          assert.deepStrictEqual(urls(yield* claim(10)), ["https://erased.test/a"])
        })
      )

      test(
        "erases more pages than one transaction takes",
        Effect.gen(function* () {
          const many = Array.from({ length: 250 }, (_, index) => `https://erased.test/${index}`)
          const { id } = yield* create(many, { limit: 1000 })
          yield* finish()
          assert.strictEqual(yield* erase(id), 250)
          assertBalanced(yield* get(id), 250)
          assert.deepStrictEqual(
            new Set(urls(yield* JobStore.use((store) => store.pages(id, { limit: 300 })))),
            new Set([erasedAddress])
          )
        })
      )
    })
  })
}
