import { assert, describe, it } from "@effect/vitest"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import type * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import * as Job from "@orbweaver/core/model/Job"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as UrlIdentity from "@orbweaver/core/model/UrlIdentity"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { Duration, Effect, Layer, Schedule, Stream } from "effect"
import { engines, handlers, page, running, site, type Site } from "../support/ScriptedSite.ts"

const start = "https://s.test/"
const raw = { scrapeOptions: { formats: ["rawHtml"] } } satisfies CrawlOptions.CrawlOptions

/** Runs a crawl to its end; gives the job and the addresses of its results. */
const crawl = (site: Site, options: Crawler.StartOptions = {}, url = start) =>
  Effect.gen(function* () {
    const crawler = yield* Crawler.Crawler
    const store = yield* JobStore.JobStore
    const { id } = yield* crawler.start(url, { ...raw, ...options })
    const events = yield* Stream.runCollect(JobEvents.watch(id))
    const job = yield* store.get(id)
    const results = yield* store.results(id, { after: 0, limit: 10_000 })
    const failures = yield* store.failures(id, { after: 0, limit: 10_000 })
    const { counts } = job
    assert.strictEqual(counts.queued + counts.active, 0)
    assert.strictEqual(events.filter(({ type }) => ["completed", "failed", "cancelled"].includes(type)).length, 1)
    return { job, failures, events, paths: results.map(({ url }) => url.replace("https://s.test", "")).sort(), results }
  }).pipe(Effect.provide(running(site)))

const sitemap = (...paths: ReadonlyArray<string>) => ({
  body: `<urlset>${paths.map((path) => `<url><loc>https://s.test${path}</loc></url>`).join("")}</urlset>`,
  headers: { "content-type": "application/xml" }
})

describe("a crawl", () => {
  it.live("visits what the site links to and lists, each page once (contract §19.1)", () =>
    Effect.gen(function* () {
      const found = site({
        "/": page("/a", "/a/", "/b?x=1", "/img.png", "https://other.com/z", "#top"),
        "/a": page("/"),
        "/b?x=1": page(),
        "/c": page(),
        "/sitemap.xml": sitemap("/a", "/c")
      })
      const { events, job, paths } = yield* crawl(found, { limit: 10 })
      assert.strictEqual(job.status, "completed")
      assert.deepStrictEqual(paths, ["/", "/a", "/b?x=1", "/c"])
      assert.deepInclude(job.counts, { completed: 4, failed: 0, skipped: 2 })
      assert.strictEqual(job.creditsUsed, 4)
      assert.deepStrictEqual(
        events.map(({ number }) => number),
        [1, 2, 3, 4, 5, 6]
      )
      assert.strictEqual(found.visits.filter(({ url }) => url === "https://s.test/a").length, 1)
    })
  )

  it.live("follows links no deeper than asked, and takes the shortest way", () =>
    Effect.gen(function* () {
      const found = site({ "/": page("/1"), "/1": page("/2"), "/2": page("/3"), "/3": page() })
      assert.deepStrictEqual((yield* crawl(found, { maxDiscoveryDepth: 0, sitemap: "skip" })).paths, ["/"])
      assert.deepStrictEqual((yield* crawl(found, { maxDiscoveryDepth: 2, sitemap: "skip" })).paths, ["/", "/1", "/2"])
    })
  )

  it.live("visits the sitemap alone when asked to", () =>
    Effect.gen(function* () {
      const found = site({ "/": page("/linked"), "/listed": page("/more"), "/sitemap.xml": sitemap("/listed") })
      assert.deepStrictEqual((yield* crawl(found, { sitemap: "only" })).paths, ["/", "/listed"])
    })
  )

  for (const mode of ["include", "only"] as const) {
    it.live(`reads the sitemaps of the host that its start page redirects to (sitemap: ${mode})`, () =>
      Effect.gen(function* () {
        const found = site({
          "https://s.test/": { ...page(), from: "https://new.test/" },
          "https://new.test/robots.txt": { body: "Sitemap: https://new.test/map.xml" },
          "https://new.test/map.xml": { body: "<urlset><url><loc>https://new.test/listed</loc></url></urlset>" },
          "https://new.test/listed": page()
        })
        const { paths } = yield* crawl(found, { sitemap: mode })
        assert.deepStrictEqual(paths, ["/", "https://new.test/listed"])
      })
    )

    it.live(`reads the sitemaps that its start page names (sitemap: ${mode})`, () =>
      Effect.gen(function* () {
        const found = site({
          "/": { body: '<link rel="sitemap" href="/maps/all.xml">' },
          "/maps/all.xml": sitemap("/listed"),
          "/listed": page()
        })
        assert.deepStrictEqual((yield* crawl(found, { sitemap: mode })).paths, ["/", "/listed"])
      })
    )

    it.live(`names a sitemap that stays away (sitemap: ${mode})`, () =>
      Effect.gen(function* () {
        const found = site({ "/": page(), "/sitemap.xml": { status: 429, headers: { "retry-after": "3600" } } })
        const { job } = yield* crawl(found, { sitemap: mode })
        assert.strictEqual(job.status, "completed")
        assert.deepStrictEqual(Job.warningsOf(job), [
          "Addresses may be missing, because a sitemap could not be read: https://s.test/sitemap.xml (answered 429)."
        ])
      })
    )
  }

  it.live("returns only what includePaths names, and still reads the start page's links", () =>
    Effect.gen(function* () {
      const found = site({
        "/": page("/blog/a", "/shop"),
        "/blog/a": page("/blog/b"),
        "/blog/b": page(),
        "/shop": page()
      })
      const { failures, paths } = yield* crawl(found, { includePaths: ["^/blog/"] })
      assert.deepStrictEqual(paths, ["/blog/a", "/blog/b"])
      assert.deepStrictEqual(
        failures.map(({ error }) => error),
        ["URL does not match required include pattern"]
      )
    })
  )

  it.live("gives the place of a failed page to another", () =>
    Effect.gen(function* () {
      const broken = { fails: new CaptureError.DnsFailed({ host: "s.test" }) }
      const found = site({ "/": page("/1", "/2", "/3"), "/1": broken, "/2": page(), "/3": page() })
      const { failures, job, paths } = yield* crawl(found, { limit: 3, sitemap: "skip" })
      assert.deepStrictEqual(paths, ["/", "/2", "/3"])
      assert.strictEqual(job.counts.failed, 1)
      assert.deepInclude(failures[0], { code: "SCRAPE_DNS_RESOLUTION_ERROR" })
    })
  )

  it.live("goes where a start page on another host leads", () =>
    Effect.gen(function* () {
      const found = site({
        "https://s.test/": { ...page("/a"), from: "https://www2.other.test/" },
        "https://www2.other.test/a": page("https://s.test/back"),
        "https://s.test/back": page()
      })
      const { job, results } = yield* crawl(found, { sitemap: "skip" })
      assert.deepStrictEqual(
        results.map(({ url }) => url),
        ["https://s.test/", "https://www2.other.test/a"]
      )
      assert.strictEqual(job.origin, "https://www2.other.test/")
    })
  )

  it.live("refuses a page that redirects out of the crawl, and merges one that redirects within", () =>
    Effect.gen(function* () {
      const found = site({
        "/": page("/out", "/old", "/new"),
        "/out": { ...page(), from: "https://elsewhere.test/x" },
        "/old": { ...page(), from: "https://s.test/new" },
        "/new": page()
      })
      const { failures, job, paths } = yield* crawl(found, { sitemap: "skip" })
      assert.deepStrictEqual(paths, ["/", "/old"])
      assert.deepStrictEqual(
        failures.map(({ error, url }) => [url, error]),
        [["https://s.test/out", "External URL not allowed"]]
      )
      assert.strictEqual(job.counts.skipped, 1)
    })
  )

  it.live("leaves out what robots.txt forbids, lists it, and says which line", () =>
    Effect.gen(function* () {
      const found = site({
        "/robots.txt": { body: "User-agent: *\nDisallow: /private/" },
        "/": page("/private/x", "/a"),
        "/a": page()
      })
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const { id } = yield* crawler.start(start, raw)
        yield* Stream.runDrain(JobEvents.watch(id))
        const blocked = yield* store.skipped(id, "robots", { limit: 10 })
        assert.deepStrictEqual(
          blocked.map(({ foundOn, rule, url }) => [url, foundOn, rule]),
          [["https://s.test/private/x", "https://s.test/", "Disallow: /private/"]]
        )
        const why = yield* crawler.explain(id, "https://s.test/private/x")
        assert.deepStrictEqual(why.decision, { admit: false, reason: "robots", rule: "Disallow: /private/" })
        assert.strictEqual(why.record?.state, "skipped")
        assert.strictEqual((yield* crawler.explain(id, "https://s.test/never")).record, undefined)
        assert.isFalse(found.visits.some(({ url }) => url.includes("private")))
      }).pipe(Effect.provide(running(found)))
    })
  )

  it.live("asks a host for one page a delay, also of those that were claimed before anybody knew of the delay", () =>
    Effect.gen(function* () {
      const paths = ["/1", "/2", "/3", "/4"]
      const found = site({
        "/": page(...paths.map((path) => `https://slow.test${path}`)),
        "https://slow.test/robots.txt": { body: "User-agent: *\nCrawl-delay: 30" },
        ...Object.fromEntries(paths.map((path) => [path, page()]))
      })
      const workers = [Worker.layer(), Layer.fresh(Worker.layer())] as const
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const { id } = yield* crawler.start(start, { ...raw, sitemap: "skip", allowExternalLinks: true })
        const { counts } = yield* store.get(id).pipe(
          Effect.repeat({
            schedule: Schedule.spaced(5),
            until: ({ counts: { active, completed, failed } }) => completed + failed >= 2 && active === 0
          })
        )
        assert.deepInclude(counts, { completed: 2, failed: 0 })
        yield* store.move(id, "cancelled")
        const asked = found.visits.filter(({ url }) => /^https:\/\/slow\.test\/\d/.test(url))
        assert.lengthOf(asked, 1)
      }).pipe(
        Effect.provide(Layer.mergeAll(...workers).pipe(Layer.provide(handlers), Layer.provideMerge(engines(found))))
      )
    })
  )

  it.live("asks whether what is named like a file is a page, and skips what is none", () =>
    Effect.gen(function* () {
      const type = (value: string) => ({ headers: { "content-type": value } })
      const pages = ["/wiki/Node.js", "/wiki/File:Cat.png", "/company/acme.inc", "/v2.0", "/hosts/example.com"]
      const pictures = Array.from({ length: 60 }, (_, at) => `/images/${at}.jpg`)
      const others = ["/app.js", "/style.css", "/gone.png", "/untyped.svg"]
      const found = site({
        "/": page(...pictures, ...others, ...pages),
        ...Object.fromEntries(pages.map((path) => [path, { body: `<p>${path}</p>` }])),
        ...Object.fromEntries(pictures.map((path) => [path, { body: "bytes", ...type("image/jpeg") }])),
        "/app.js": { body: "run()", ...type("text/javascript") },
        "/style.css": { body: "a {}", ...type("text/css; charset=utf-8") },
        "/untyped.svg": { body: "<svg></svg>", ...type("") }
      })
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const { id } = yield* crawler.start(start, { ...raw, sitemap: "skip" })
        yield* Stream.runDrain(JobEvents.watch(id))
        const results = yield* store.results(id, { after: 0, limit: 100 })
        assert.deepEqual(
          results.map(({ document }) => new URL(document.metadata.url).pathname).toSorted(),
          ["/", ...pages].toSorted()
        )
        assert.isEmpty(yield* store.failures(id, { after: 0, limit: 100 }))
        const skipped = yield* store.skipped(id, "fileType", { limit: 100 })
        assert.lengthOf(skipped, pictures.length + others.length)
        const asked = found.visits.filter(({ url }) => url.includes("/images/"))
        // Those that ten fibers had begun when the first answers came, and no more.
        assert.isAtMost(asked.length, 13)
      }).pipe(Effect.provide(running(found)))
    })
  )

  it.live("ends honestly when the start page is blocked, missing, or dead", () =>
    Effect.gen(function* () {
      const blocked = yield* crawl(site({ "/robots.txt": { body: "User-agent: *\nDisallow: /" } }))
      assert.deepStrictEqual(
        [blocked.job.status, blocked.paths, blocked.failures.map(({ error }) => error)],
        ["completed", [], ["URL blocked by robots.txt"]]
      )
      const missing = yield* crawl(site({}))
      assert.deepStrictEqual([missing.job.status, missing.paths], ["completed", ["/"]])
      assert.strictEqual(missing.results[0]!.document.metadata.statusCode, 404)
      const failing = yield* crawl(site({ "/robots.txt": { status: 503 }, "/": page() }))
      assert.deepStrictEqual(
        failing.failures.map(({ code }) => code),
        ["ROBOTS"]
      )
    })
  )

  it.live("does not run into a page that links to endless others", () =>
    Effect.gen(function* () {
      const loop: Site = {
        answer: (url) =>
          url.pathname === "/robots.txt" || url.pathname.endsWith(".xml")
            ? undefined
            : page(`${url.pathname}/next`.replace("//", "/")),
        visits: []
      }
      const { job } = yield* crawl(loop, { limit: 1000 })
      assert.strictEqual(job.status, "completed")
      assert.isBelow(job.counts.completed, 10)
      assert.strictEqual(job.counts.skipped, 1)
    })
  )

  it.live("is cancelled within a second: nothing leaves afterwards, what was done stays", () =>
    Effect.gen(function* () {
      const slow: Site = {
        answer: (url) =>
          url.pathname === "/"
            ? page(...Array.from({ length: 50 }, (_, index) => `/${index}`))
            : { ...page(), takes: url.pathname.endsWith("1") ? 60_000 : 5 },
        visits: []
      }
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const { id } = yield* crawler.start(start, { ...raw, sitemap: "skip", ignoreRobotsTxt: true })
        yield* Stream.runDrain(Stream.take(JobEvents.watch(id), 5))
        assert.isTrue(yield* store.move(id, "cancelled"))
        yield* Effect.sleep(Duration.seconds(1))
        const visits = slow.visits.length
        const events = yield* Stream.runCollect(JobEvents.watch(id))
        assert.strictEqual(events.filter(({ type }) => type === "cancelled").length, 1)
        yield* Effect.sleep(Duration.millis(600))
        assert.strictEqual(slow.visits.length, visits)
        const job = yield* store.get(id)
        assert.strictEqual(Job.discovered(job.counts), 51)
        assert.isAtLeast(job.counts.completed, 3)
      }).pipe(Effect.provide(running(slow)))
    })
  )

  it.live("answers unchanged pages from an earlier crawl and says so", () =>
    Effect.gen(function* () {
      const found: Site = {
        answer: (url, headers) => {
          if (url.pathname === "/") return { ...page("/tagged", "/plain"), headers: { etag: '"home"' } }
          if (url.pathname === "/tagged") {
            return headers["if-none-match"] === '"t"' ? { status: 304 } : { ...page("/deep"), headers: { etag: '"t"' } }
          }
          return url.pathname === "/plain" || url.pathname === "/deep" ? page() : undefined
        },
        visits: []
      }
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const first = yield* crawler.start(start, { ...raw, sitemap: "skip" })
        yield* Stream.runDrain(JobEvents.watch(first.id))
        const second = yield* crawler.start(start, { ...raw, sitemap: "skip", previousCrawl: first.id })
        yield* Stream.runDrain(JobEvents.watch(second.id))
        const results = yield* store.results(second.id, { after: 0, limit: 10 })
        const marks = Object.fromEntries(
          results.map(({ document, url }) => [new URL(url).pathname, document.metadata["unchanged"] === true])
        )
        assert.deepStrictEqual(marks, { "/": true, "/tagged": true, "/plain": true, "/deep": true })
        const tagged = yield* store.resultOf(
          second.id,
          UrlIdentity.fingerprint(
            UrlIdentity.identify(new URL("https://s.test/tagged"), {
              ignoreQueryParameters: false,
              deduplicateSimilarURLs: true,
              hashRoutes: false
            })
          )
        )
        assert.include(tagged?.document.rawHtml ?? "", "/deep")
        assert.strictEqual((yield* store.get(second.id)).creditsUsed, 3)
      }).pipe(Effect.provide(running(found)))
    })
  )

  const refused = site({})

  it.live("is told apart from what makes no sense before anything is contacted", () =>
    Effect.gen(function* () {
      const crawler = yield* Crawler.Crawler
      const pattern = yield* Effect.flip(crawler.start(start, { includePaths: ["ok", "("] }))
      assert.deepInclude(pattern, { _tag: "InvalidInput" })
      assert.include(pattern.message, "includePaths.1")
      const look = yield* Effect.flip(crawler.start(start, { excludePaths: ["(?=a)"] }))
      assert.include(look.message, "excludePaths.0")
      assert.strictEqual((yield* Effect.flip(crawler.start("javascript:alert(1)")))._tag, "InvalidInput")
      assert.lengthOf(refused.visits, 0)
    }).pipe(Effect.provide(engines(refused)))
  )
})
