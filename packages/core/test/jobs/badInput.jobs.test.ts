/** What may go wrong around a crawl, each ending with an honest status. */
import * as Format from "@orbweaver/core/scrape/Format"
import { assert, describe, it } from "@effect/vitest"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import type * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import * as Frontier from "@orbweaver/core/jobs/Frontier"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as StoreError from "@orbweaver/core/model/StoreError"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import * as Webhooks from "@orbweaver/core/jobs/Webhooks"
import { Duration, Effect, Layer, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { gzipSync } from "node:zlib"
import { type Answer, fetcher, page, running, site, type Site, sitemapReader } from "../support/ScriptedSite.ts"

const start = "https://s.test/"
const raw = { scrapeOptions: { formats: ["rawHtml"] } } satisfies CrawlOptions.CrawlOptions

const memory = TemporaryJobs.layer().pipe(Layer.provide(Ledger.Ledger.layerMemory))

/** A store whose writes go through `change` first. */
const troubled = (change: (settle: Frontier.Service["settle"]) => Frontier.Service["settle"]) =>
  Layer.effect(
    Frontier.Frontier,
    Effect.map(Frontier.Frontier, (frontier) => ({ ...frontier, settle: change(frontier.settle) }))
  ).pipe(Layer.provideMerge(memory))

const crawl = (found: Site, options: Crawler.StartOptions = {}, jobs: typeof memory = memory) =>
  Effect.gen(function* () {
    const crawler = yield* Crawler.Crawler
    const store = yield* JobStore.JobStore
    const { id } = yield* crawler.start(start, { ...raw, sitemap: "skip", ...options })
    yield* Stream.runDrain(JobEvents.watch(id))
    const job = yield* store.get(id)
    const results = yield* store.results(id, { after: 0, limit: 1000 })
    const failures = yield* store.failures(id, { after: 0, limit: 1000 })
    return { job, failures, urls: results.map(({ url }) => url) }
  }).pipe(Effect.provide(running(found, {}, jobs)))

const small = () => site({ "/": page("/a", "/b"), "/a": page(), "/b": page() })

describe("a crawl in trouble", () => {
  it.live("waits for a store that fails for a while, and records each page once", () =>
    Effect.gen(function* () {
      let failures = 3
      const jobs = troubled(
        (settle) => (settlements) =>
          Effect.suspend(() =>
            failures-- > 0
              ? Effect.fail(new StoreError.StoreError({ operation: "settle", cause: "away" }))
              : settle(settlements)
          )
      )
      const { job, urls } = yield* crawl(small(), {}, jobs)
      assert.strictEqual(job.status, "completed")
      assert.sameMembers(urls, ["https://s.test/", "https://s.test/a", "https://s.test/b"])
      assert.strictEqual(job.creditsUsed, 3)
    })
  )

  it.live("is only slowed by a slow store", () =>
    Effect.gen(function* () {
      const jobs = troubled((settle) => (settlements) => Effect.delay(settle(settlements), Duration.millis(30)))
      assert.lengthOf((yield* crawl(small(), {}, jobs)).urls, 3)
    })
  )

  it.live("says why its only page cannot be had", () =>
    Effect.gen(function* () {
      const reasons: ReadonlyArray<readonly [Answer, string]> = [
        [{ fails: new CaptureError.DnsFailed({ host: "s.test" }) }, "SCRAPE_DNS_RESOLUTION_ERROR"],
        [{ fails: new CaptureError.TooLarge({ limitBytes: 1 }) }, "SCRAPE_UNSUPPORTED_FILE_ERROR"],
        [{ from: "https://elsewhere.test/x", body: "x" }, "none"]
      ]
      for (const [answer, code] of reasons) {
        const { failures, job } = yield* crawl(site({ "/": answer }), {
          includePaths: code === "none" ? ["^/never"] : []
        })
        assert.strictEqual(job.status, "completed")
        if (code !== "none")
          assert.deepStrictEqual(
            failures.map((failure) => failure.code),
            [code]
          )
      }
    })
  )

  it.live("crawls a site of one page, and one of loops", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* crawl(site({ "/": page("/", "/#x", "/index.html") }))).urls, 1)
      const loop = site({ "/": page("/a"), "/a": page("/b"), "/b": page("/", "/a", "/b") })
      assert.lengthOf((yield* crawl(loop)).urls, 3)
    })
  )

  it.live("takes in no more of a huge site than it may need", () =>
    Effect.gen(function* () {
      const huge: Site = {
        answer: (url) =>
          url.pathname === "/robots.txt"
            ? undefined
            : page(...Array.from({ length: 3000 }, (_, index) => `${url.pathname}${index}`)),
        visits: []
      }
      const { job, urls } = yield* crawl(huge, { limit: 3 })
      assert.lengthOf(urls, 3)
      assert.strictEqual(job.counts.completed, 3)
      assert.strictEqual(job.status, "completed")
    })
  )
})

describe("sitemaps", () => {
  const collect = (pages: Readonly<Record<string, Answer>>, listed: ReadonlyArray<string> = [], limit?: number) =>
    Effect.gen(function* () {
      const sitemaps = yield* Sitemaps.Sitemaps
      const found: Array<string> = []
      const outcome = yield* sitemaps.collect(
        new URL(start),
        listed,
        (entries) => Effect.sync(() => void found.push(...entries.map(({ url }) => url))),
        { limit }
      )
      return { found, outcome }
    }).pipe(Effect.provide(Sitemaps.Sitemaps.layer.pipe(Layer.provide([fetcher(site(pages)), sitemapReader]))))

  const urlset = (...urls: ReadonlyArray<string>) =>
    `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`

  it.effect("follow indexes once, also those that name themselves", () =>
    Effect.gen(function* () {
      const { found } = yield* collect({
        "/sitemap.xml": {
          body: `<sitemapindex><sitemap><loc>https://s.test/sitemap.xml</loc></sitemap><sitemap><loc>https://s.test/two.xml</loc></sitemap></sitemapindex>`
        },
        "/two.xml": { body: urlset("https://s.test/a", "https://s.test/b") }
      })
      assert.deepStrictEqual(found, ["https://s.test/a", "https://s.test/b"])
    })
  )

  it.effect("are read as gzip and as text, by what they hold and not by their name", () =>
    Effect.gen(function* () {
      const { found } = yield* collect(
        {
          "/x": { body: gzipSync(urlset("https://s.test/zipped")) },
          "/list": { body: "https://s.test/one\r\nnonsense\nhttps://s.test/two" }
        },
        ["https://s.test/x", "/list"]
      )
      assert.deepStrictEqual(found, ["https://s.test/zipped", "https://s.test/one", "https://s.test/two"])
    })
  )

  it.effect("that are web pages, broken or bombs are told and left", () =>
    Effect.gen(function* () {
      const { found, outcome } = yield* collect(
        {
          "/html": { body: "<!DOCTYPE html><html><body>https://s.test/no</body></html>" },
          "/bomb": { body: gzipSync(Buffer.alloc(60 * 1024 * 1024, " ")) },
          "/cut": { body: gzipSync(urlset("https://s.test/cut")).subarray(0, 20) },
          "/gone": { status: 403 }
        },
        ["/html", "/bomb", "/cut", "/gone"]
      )
      assert.deepStrictEqual(found, [])
      assert.sameMembers(
        outcome.problems.map(({ reason }) => reason),
        ["is a web page", "answered 403"]
      )
    })
  )

  it.effect("end at 50,000 entries of a file and at the limit asked for", () =>
    Effect.gen(function* () {
      const many = {
        "/sitemap.xml": { body: urlset(...Array.from({ length: 50_010 }, (_, index) => `https://s.test/${index}`)) }
      }
      const all = yield* collect(many)
      assert.lengthOf(all.found, 50_000)
      assert.lengthOf((yield* collect(many, [], 700)).found, 700)
    })
  )
})

describe("a batch", () => {
  it.live("takes thousands of addresses, the same one twice, and leaves out what is none", () =>
    Effect.gen(function* () {
      const found: Site = { answer: () => page(), visits: [] }
      yield* Effect.gen(function* () {
        const batch = yield* Batch.Batch
        const store = yield* JobStore.JobStore
        const urls = Array.from({ length: 2500 }, (_, index) => `https://s${index % 7}.test/${index % 2400}`)
        const { invalidURLs, job } = yield* batch.start([...urls, "nope://x"], raw)
        assert.deepStrictEqual(invalidURLs, ["nope://x"])
        yield* Stream.runDrain(JobEvents.watch(job.id))
        assert.strictEqual((yield* store.get(job.id)).counts.completed, 2500)
        const more = yield* batch.start(["https://s.test/more"], { ...raw, appendToId: job.id })
        assert.strictEqual(more.job.id, job.id)
        yield* Stream.runDrain(JobEvents.watch(job.id, { after: 2502 }))
        assert.strictEqual((yield* store.get(job.id)).counts.completed, 2501)
        const strict = yield* Effect.flip(batch.start(["https://a.test", "nope://"], { ignoreInvalidURLs: false }))
        assert.include(strict.message, "urls.1")
        assert.strictEqual(
          (yield* Effect.flip(batch.start(["https://a.test"], { appendToId: "nobody" })))._tag,
          "JobNotFound"
        )
      }).pipe(Effect.provide(running(found, { concurrency: 32 })))
    })
  )
})

describe("webhooks", () => {
  it.effect("are signed, sent again with growing pauses under the same id, and given up", () =>
    Effect.gen(function* () {
      const posts: Array<WebhookSender.Post> = []
      const sender = Layer.succeed(WebhookSender.WebhookSender, {
        post: (post) => Effect.sync(() => (posts.push(post) === 3 ? 200 : 500))
      })
      const jobs = TemporaryJobs.layer().pipe(Layer.provide(Ledger.Ledger.layerMemory))
      yield* Effect.gen(function* () {
        const crawler = yield* Crawler.Crawler
        const store = yield* JobStore.JobStore
        const webhook = {
          url: "https://hook.test/",
          events: ["cancelled"],
          // A caller cannot pass for us.
          headers: { "x-mine": "1", "X-Firecrawl-Signature": "sha256=00", "Content-Type": "text/plain" },
          metadata: { run: 7 }
        }
        const { id } = yield* crawler.start(start, { webhook })
        yield* store.move(id, "cancelled")
        const deliver = WebhookSender.deliver({ secret: Redacted.make("s") })
        assert.strictEqual(yield* deliver, 1)
        assert.strictEqual(yield* deliver, 0)
        yield* TestClock.adjust("1 minute")
        yield* deliver
        yield* TestClock.adjust("4 minutes")
        assert.strictEqual(yield* deliver, 0)
        yield* TestClock.adjust("1 minute")
        yield* deliver
        yield* TestClock.adjust("1 day")
        assert.strictEqual(yield* deliver, 0)
        assert.lengthOf(posts, 3)
        assert.strictEqual(new Set(posts.map(({ body }) => body)).size, 1)
        assert.deepInclude(JSON.parse(posts[0]!.body), { type: "crawl.cancelled", id, metadata: { run: 7 } })
        assert.match(
          JSON.parse(posts[0]!.body).webhookId,
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
        )
        assert.deepStrictEqual(Object.keys(posts[0]!.headers).toSorted(), [
          "content-type",
          "x-firecrawl-signature",
          "x-mine"
        ])
        assert.strictEqual(posts[0]!.headers["content-type"], "application/json")
        assert.strictEqual(
          posts[0]!.headers[Webhooks.signatureHeader],
          yield* Webhooks.sign(Redacted.make("s"), posts[0]!.body)
        )
      }).pipe(
        Effect.provide(
          Crawler.Crawler.layer.pipe(
            Layer.provide([Sitemaps.Sitemaps.layerNone, Robots.Robots.layerNone, Format.Formats.layer()]),
            Layer.provideMerge(Layer.mergeAll(sender, jobs))
          )
        )
      )
    })
  )
})
