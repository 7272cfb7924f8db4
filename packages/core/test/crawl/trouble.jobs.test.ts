/** Seeds, sitemaps and budgets that make trouble: each ends with an honest status. */
import { assert, describe, it } from "@effect/vitest"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as Account from "@orbweaver/core/accounts/Account"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Job from "@orbweaver/core/model/Job"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as HostRules from "@orbweaver/core/internal/network/HostRules"
import { Duration, Effect, Schedule, Stream } from "effect"
import { type Answer, page, running, site, type Site } from "../support/ScriptedSite.ts"

const start = "https://s.test/"
const raw = { scrapeOptions: { formats: ["rawHtml"] } } satisfies Crawler.StartOptions

/** Runs a crawl to its end, on behalf of the account when one is given. */
const crawl = (found: Site, options: Crawler.StartOptions = {}, account: Account.Account = Account.localAccount) =>
  Effect.gen(function* () {
    const crawler = yield* Crawler.Crawler
    const store = yield* JobStore.JobStore
    const ledger = yield* Ledger.Ledger
    const { id } = yield* crawler
      .start(start, { ...raw, ...options })
      .pipe(Effect.provideService(Account.CurrentAccount, account))
    const events = yield* Stream.runCollect(JobEvents.watch(id))
    const job = yield* store.get(id)
    assert.strictEqual(job.counts.queued + job.counts.active, 0)
    assert.strictEqual(events.filter(({ type }) => ["completed", "failed", "cancelled"].includes(type)).length, 1)
    return {
      job,
      failures: yield* store.failures(id, { after: 0, limit: 100 }),
      results: yield* store.results(id, { after: 0, limit: 100 }),
      external: yield* store.skipped(id, "external", { limit: 100 }),
      fileTypes: yield* store.skipped(id, "fileType", { limit: 100 }),
      balance: yield* ledger.balance(account, "credits")
    }
  }).pipe(Effect.provide(running(found, { accountOf: () => Effect.succeed(account) })))

describe("a seed", () => {
  interface Case {
    readonly that: string
    readonly answers: Readonly<Record<string, Answer>>
    readonly options?: Crawler.StartOptions
    /** Results by status, errors by code. */
    readonly ends: { readonly statuses: ReadonlyArray<number>; readonly codes: ReadonlyArray<string | undefined> }
  }
  const fails = (reason: CaptureError.CaptureReason): Answer => ({ fails: reason })
  const cases: ReadonlyArray<Case> = [
    {
      that: "redirects to another site takes the crawl there",
      answers: {
        "/": { from: "https://t.test/", ...page("/a", "https://s.test/b") },
        "https://t.test/a": page()
      },
      ends: { statuses: [200, 200], codes: [] }
    },
    {
      that: "redirects to what the options exclude is an error with its reason",
      answers: { "/": { from: "https://s.test/private", ...page() } },
      options: { excludePaths: ["^/private"] },
      ends: { statuses: [], codes: ["REDIRECT"] }
    },
    { that: "is missing is a page that says so", answers: {}, ends: { statuses: [404], codes: [] } },
    {
      that: "never answers times out",
      answers: { "/": fails(new CaptureError.TimedOut({ limitMs: 100 })) },
      ends: { statuses: [], codes: ["SCRAPE_TIMEOUT"] }
    },
    {
      that: "has no address is an error",
      answers: { "/": fails(new CaptureError.DnsFailed({ host: "s.test" })) },
      ends: { statuses: [], codes: ["SCRAPE_DNS_RESOLUTION_ERROR"] }
    },
    {
      that: "is forbidden by robots.txt is listed among the errors",
      answers: { "/robots.txt": { body: "User-agent: *\nDisallow: /" }, "/": page("/a") },
      ends: { statuses: [], codes: ["ROBOTS"] }
    },
    {
      that: "of a host whose robots.txt fails is not asked for",
      answers: { "/robots.txt": { status: 500 }, "/": page("/a") },
      ends: { statuses: [], codes: ["ROBOTS"] }
    }
  ]
  for (const { answers, ends, options, that } of cases) {
    it.live(`that ${that}`, () =>
      Effect.gen(function* () {
        const { failures, job, results } = yield* crawl(site(answers), { sitemap: "skip", ...options })
        assert.strictEqual(job.status, "completed")
        assert.deepStrictEqual(
          results.map(({ document }) => document.metadata.statusCode),
          ends.statuses
        )
        assert.deepStrictEqual(
          failures.map(({ code }) => code),
          ends.codes
        )
        assert.strictEqual(job.creditsUsed, ends.statuses.length)
      })
    )
  }
})

describe("a page whose failure passes", () => {
  it.live("is asked for once an attempt of the crawl, at its pace, and by a single scrape again at once", () =>
    Effect.gen(function* () {
      const dropped: Answer = { fails: new CaptureError.ConnectionFailed({ detail: "read ECONNRESET" }) }
      const found = site({ "/": page("/dropped"), "/dropped": dropped })
      const visits = () => found.visits.filter(({ url }) => url === `${start}dropped`)
      const { failures } = yield* crawl(found, { sitemap: "skip" })
      assert.deepStrictEqual([failures.length, visits().length], [1, 3])
      // A second, then two.
      for (const [index, pause] of [1000, 2000].entries()) {
        assert.isAtLeast(visits()[index + 1]!.at - visits()[index]!.at, pause)
      }
      const scraping = Scraper.Scraper.use((scraper) => scraper.scrape(`${start}dropped`, raw.scrapeOptions))
      yield* Effect.flip(scraping).pipe(Effect.provide(running(found)))
      assert.strictEqual(visits().length, 6)
    })
  )
})

describe("a page of a batch", () => {
  /** Runs a batch of one page to its end. */
  const batch = (found: Site) =>
    Effect.gen(function* () {
      const { job } = yield* Batch.Batch.use((service) => service.start([`${start}page`], raw))
      yield* Stream.runDrain(JobEvents.watch(job.id))
      const store = yield* JobStore.JobStore
      return {
        visits: found.visits,
        job: yield* store.get(job.id),
        pages: yield* store.pages(job.id, { limit: 10 }),
        failures: yield* store.failures(job.id, { after: 0, limit: 10 }),
        results: yield* store.results(job.id, { after: 0, limit: 10 })
      }
    }).pipe(Effect.provide(running(found)))
  /** Answers the first requests so, and then with a page. */
  const after = (...first: ReadonlyArray<Answer>): Site => {
    const found: Site = { answer: () => first[found.visits.length - 1] ?? page(), visits: [] }
    return found
  }

  const passing: ReadonlyArray<readonly [that: string, answer: Answer]> = [
    ["the proxy drops", { fails: new CaptureError.ConnectionFailed({ detail: "proxy: it closed the connection" }) }],
    ["the site resets", { fails: new CaptureError.ConnectionFailed({ detail: "read ECONNRESET" }) }],
    ["times out", { fails: new CaptureError.TimedOut({ limitMs: 100 }) }],
    ["loses its browser", { fails: new CaptureError.Crashed({ detail: "gone" }) }],
    ["answers 408", { status: 408 }],
    ["answers 425", { status: 425 }],
    ["answers 500", { status: 500 }],
    ["answers 502", { status: 502 }],
    ["answers 504", { status: 504 }],
    ["answers 429 with Retry-After", { status: 429, headers: { "retry-after": "1" } }],
    ["answers 503 with Retry-After", { status: 503, headers: { "retry-after": "1" } }]
  ]
  it.live("whose failure may pass is requested again, as one of a crawl is", () =>
    Effect.gen(function* () {
      const urls = passing.map((_, index) => `https://s${index}.test/`)
      const found: Site = {
        answer: (url) =>
          found.visits.filter((visit) => visit.url === url.href).length > 1
            ? page()
            : passing[urls.indexOf(url.href)]?.[1],
        visits: []
      }
      yield* Effect.gen(function* () {
        const { job } = yield* Batch.Batch.use((service) => service.start(urls, raw))
        yield* Stream.runDrain(JobEvents.watch(job.id))
        const store = yield* JobStore.JobStore
        const results = yield* store.results(job.id, { after: 0, limit: 100 })
        for (const [index, [that]] of passing.entries()) {
          const visits = found.visits.filter(({ url }) => url === urls[index])
          const result = results.find(({ url }) => url === urls[index])
          assert.deepStrictEqual([that, visits.length, result?.document.metadata.statusCode], [that, 2, 200])
          assert.isAtLeast(visits[1]!.at - visits[0]!.at, 1000, that)
        }
      }).pipe(Effect.provide(running(found)))
    })
  )

  it.live("is requested three times at most, and then is what it is", () =>
    Effect.gen(function* () {
      const always = (answer: Answer): Site => ({ answer: () => answer, visits: [] })
      const broken = yield* batch(always({ status: 500 }))
      assert.deepStrictEqual([broken.results[0]?.document.metadata.statusCode, broken.visits.length], [500, 3])
      const dropped = yield* batch(
        always({ fails: new CaptureError.ConnectionFailed({ detail: "proxy: it closed the connection" }) })
      )
      assert.deepStrictEqual([dropped.failures[0]?.code, dropped.visits.length], ["SCRAPE_SITE_ERROR", 3])
    })
  )

  it.live("lists what went wrong with each attempt, how long that took, and when the next was due", () =>
    Effect.gen(function* () {
      const reset: Answer = { fails: new CaptureError.ConnectionFailed({ detail: "read ECONNRESET" }) }
      const busy: Answer = { fails: new CaptureError.Overloaded({ detail: "pages", retryAfterSeconds: 0 }) }
      const { pages } = yield* batch(after(busy, reset, { status: 500 }))
      const [{ attemptLog = [], bytes, tookMs } = {}] = pages
      const none = { status: undefined, error: undefined, cause: undefined, pause: undefined }
      assert.deepStrictEqual(
        attemptLog.map(({ at, attempt, cause, error, nextAt, status }) => ({
          attempt,
          status,
          error,
          cause,
          pause: nextAt && nextAt - at
        })),
        [
          {
            ...none,
            attempt: 1,
            error: "ConnectionFailed",
            cause: "The connection failed: read ECONNRESET",
            pause: 1000
          },
          { ...none, attempt: 2, status: 500, pause: 2000 },
          { ...none, attempt: 3, status: 200 }
        ]
      )
      assert.isAtLeast(attemptLog[1]!.at, attemptLog[0]!.nextAt!)
      assert.strictEqual(attemptLog[2]!.tookMs, tookMs)
      assert.isAtLeast(bytes!, 1)
    })
  )

  it.live("lists its one attempt when it fails at once, and none when it passes at once", () =>
    Effect.gen(function* () {
      const failed = yield* batch(after({ fails: new CaptureError.DnsFailed({ host: "s.test" }) }))
      const [{ attempt, cause, error }] = failed.pages[0]!.attemptLog as [Job.PageAttempt]
      assert.deepStrictEqual(
        { attempt, error, cause },
        {
          attempt: 1,
          error: "DnsFailed",
          cause: failed.failures[0]!.error
        }
      )
      const passed = yield* batch(after())
      assert.isUndefined(passed.pages[0]!.attemptLog)
      assert.isAtLeast(passed.pages[0]!.bytes!, 1)
    })
  )

  it.live("has its three attempts although it waited for this server before", () =>
    Effect.gen(function* () {
      const busy: Answer = { fails: new CaptureError.Overloaded({ detail: "pages", retryAfterSeconds: 0 }) }
      const reset: Answer = { fails: new CaptureError.ConnectionFailed({ detail: "read ECONNRESET" }) }
      const { results, visits } = yield* batch(after(busy, busy, busy, reset, reset))
      assert.deepStrictEqual([results[0]?.document.metadata.statusCode, visits.length], [200, 6])
    })
  )

  it.live("slows its host down when that refuses", () =>
    Effect.gen(function* () {
      const found: Site = {
        answer: () => (found.visits.length === 1 ? { status: 429, headers: { "retry-after": "2" } } : page()),
        visits: []
      }
      yield* Effect.gen(function* () {
        const { job } = yield* Batch.Batch.use((service) =>
          service.start([`${start}a`, `${start}b`], { ...raw, maxConcurrency: 1 })
        )
        yield* Stream.runDrain(JobEvents.watch(job.id))
      }).pipe(Effect.provide(running(found)))
      // The other page of the host waits too.
      assert.lengthOf(found.visits, 3)
      assert.isAtLeast(found.visits[1]!.at - found.visits[0]!.at, 2000)
    })
  )
})

describe("an earlier crawl", () => {
  it.live("must be one of the same account", () =>
    Effect.gen(function* () {
      const crawler = yield* Crawler.Crawler
      const { id } = yield* crawler.start(start, { ...raw, sitemap: "skip" })
      const stranger: Account.Account = { ...Account.localAccount, id: "stranger" }
      for (const refused of [
        crawler.start(start, { previousCrawl: "nobody" }),
        Effect.provideService(crawler.start(start, { previousCrawl: id }), Account.CurrentAccount, stranger)
      ]) {
        const error = yield* Effect.flip(refused)
        assert.deepInclude(error, { _tag: "InvalidInput" })
        assert.include(error.message, "previousCrawl")
      }
    }).pipe(Effect.provide(running(site({ "/": page() }))))
  )

  it.live("that is gone when its pages are wanted is done without", () =>
    Effect.gen(function* () {
      const crawler = yield* Crawler.Crawler
      const store = yield* JobStore.JobStore
      const first = yield* crawler.start(start, { ...raw, sitemap: "skip" })
      yield* Stream.runDrain(JobEvents.watch(first.id))
      const second = yield* crawler.start(start, { ...raw, sitemap: "skip", previousCrawl: first.id })
      yield* store.remove(first.id)
      yield* Stream.runDrain(JobEvents.watch(second.id))
      assert.deepInclude(yield* store.get(second.id), { status: "completed", creditsUsed: 2 })
    }).pipe(Effect.provide(running(site({ "/": page("/a"), "/a": page() }))))
  )
})

describe("a sitemap that lies", () => {
  const entry = (url: string, lastModified?: string) =>
    `<url><loc>${url}</loc>${lastModified === undefined ? "" : `<lastmod>${lastModified}</lastmod>`}</url>`

  it.live("about pages that are gone, elsewhere, or no pages, leads nowhere", () =>
    Effect.gen(function* () {
      const listed = [
        entry("https://s.test/gone"),
        entry("https://other.test/x"),
        entry("https://s.test/picture.png"),
        entry("not an address"),
        entry("https://s.test/a", "the day before tomorrow")
      ]
      const found = site({
        "/": page("/a"),
        "/a": page(),
        "/sitemap.xml": { body: `<urlset>${listed.join("")}</urlset>` }
      })
      const { external, fileTypes, job, results } = yield* crawl(found)
      assert.strictEqual(job.status, "completed")
      assert.sameMembers(
        results.map(({ document, url }) => `${new URL(url).pathname} ${document.metadata.statusCode}`),
        ["/ 200", "/a 200", "/gone 404"]
      )
      assert.deepStrictEqual(
        external.map(({ url }) => url),
        ["https://other.test/x"]
      )
      assert.lengthOf(fileTypes, 1)
    })
  )
})

describe("a crawl of an account with few credits", () => {
  const many = () =>
    site({
      "/": page(...Array.from({ length: 20 }, (_, index) => `/${index}`)),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}`, page()]))
    })

  it.live("stops in the middle, says why, and has spent what it has results for", () =>
    Effect.gen(function* () {
      const poor: Account.Account = { id: "poor", plan: { ...Account.localAccount.plan, credits: 5 } }
      const { balance, job, results } = yield* crawl(many(), { sitemap: "skip" }, poor)
      assert.strictEqual(job.status, "failed")
      assert.match(job.error ?? "", /Insufficient credits/)
      assert.lengthOf(results, 5)
      assert.strictEqual(job.creditsUsed, 5)
      assert.deepInclude(balance, { used: 5, held: 0, available: 0 })
      assert.strictEqual(Job.discovered(job.counts), 21)
    })
  )

  it.live("visits no more pages than it can pay when it says so beforehand", () =>
    Effect.gen(function* () {
      const poor: Account.Account = { id: "poor", plan: { ...Account.localAccount.plan, credits: 5 } }
      const { job, results } = yield* crawl(many(), { sitemap: "skip", limit: 5 }, poor)
      assert.deepStrictEqual([job.status, results.length], ["completed", 5])
    })
  )
})

describe("a host with a delay of the application", () => {
  const hosts = HostRules.make({ "s.test": { delay: Duration.seconds(20) }, "t.test": { delay: Duration.zero } })

  it.live(
    "gives one page of a batch, or of a crawl that ignores robots.txt, in that time; other hosts wait for none",
    () =>
      Effect.gen(function* () {
        const paths = ["/1", "/2", "/3"]
        const found = site({ "/": page("/2", "/3"), ...Object.fromEntries(paths.map((path) => [path, page()])) })
        yield* Effect.gen(function* () {
          const batch = yield* Batch.Batch
          const crawler = yield* Crawler.Crawler
          const store = yield* JobStore.JobStore
          const addresses = ["https://s.test", "https://t.test"].flatMap((origin) => paths.map((path) => origin + path))
          const { job } = yield* batch.start(addresses, raw)
          const crawl = yield* crawler.start(start, { ...raw, sitemap: "skip", ignoreRobotsTxt: true })
          const counts = yield* Effect.all([store.get(job.id), store.get(crawl.id)]).pipe(
            Effect.map((jobs) => jobs.map(({ counts }) => counts)),
            Effect.repeat({
              schedule: Schedule.spaced(5),
              until: ([one, other]) => one!.completed + other!.completed >= 4 && one!.active + other!.active === 0
            })
          )
          assert.deepEqual(
            counts.map(({ failed }) => failed),
            [0, 0]
          )
          assert.lengthOf(
            found.visits.filter(({ url }) => url.startsWith("https://s.test/")),
            1
          )
          assert.lengthOf(
            found.visits.filter(({ url }) => url.startsWith("https://t.test/")),
            3
          )
        }).pipe(Effect.provide(running(found)), Effect.provideService(HostRules.HostRules, hosts))
      })
  )
})
