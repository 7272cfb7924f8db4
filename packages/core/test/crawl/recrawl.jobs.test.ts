/** Crawls that repeat an earlier one: a page is unchanged when the site says so of that very page, or sends equal bytes. */
import { assert, describe, it } from "@effect/vitest"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as JobEvents from "@orbweaver/core/jobs/JobEvents"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { Effect, Stream } from "effect"
import { type Answer, page, running, type Site } from "../support/ScriptedSite.ts"

const start = "https://s.test/"
const raw = { scrapeOptions: { formats: ["rawHtml"] } } satisfies Crawler.StartOptions

interface Repeated {
  /** Content of the pages of the second crawl by path, marked with `=` when they are called unchanged, and ` timed` when they have timings. */
  readonly pages: Readonly<Record<string, string>>
  /** Requests of the second crawl to paths, with the conditions of each. */
  readonly asked: ReadonlyArray<string>
}

type Answers = (url: URL, headers: Readonly<Record<string, string>>, round: 1 | 2) => Answer | undefined

/** Crawls a site twice; the second crawl repeats the first. */
const twice = (answers: Answers, options: Crawler.StartOptions = {}, first: Crawler.StartOptions = options) =>
  Effect.suspend(() => {
    let round: 1 | 2 = 1
    const found: Site = { answer: (url, headers) => answers(url, headers, round), visits: [] }
    const crawl = Effect.fnUntraced(function* (more: Crawler.StartOptions) {
      const crawler = yield* Crawler.Crawler
      const { id } = yield* crawler.start(start, { ...raw, ignoreRobotsTxt: true, ...more })
      yield* Stream.runDrain(JobEvents.watch(id))
      return id
    })
    return Effect.gen(function* () {
      const earlier = yield* crawl(first)
      round = 2
      const visits = found.visits.length
      const id = yield* crawl({ ...options, previousCrawl: earlier })
      const store = yield* JobStore.JobStore
      const results = yield* store.results(id, { after: 0, limit: 100 })
      const asked = found.visits
        .slice(visits)
        .map(({ headers, url }) => [url, headers["if-none-match"], headers["if-modified-since"]])
        .filter(([url]) => !/(?:robots\.txt|sitemap[^/]*)$/.test(url!))
        .map(([url, ...conditions]) =>
          [url!.replace(/^https:\/\/s\.test/, ""), ...conditions.filter((condition) => condition !== undefined)].join(
            " "
          )
        )
      return {
        pages: Object.fromEntries(
          results.map(({ document }) => [
            document.metadata.url.replace(/^https:\/\/s\.test/, ""),
            `${document.metadata["unchanged"] === true ? "=" : ""}${/edition (\w+)/.exec(document.rawHtml ?? "")?.[1] ?? ""}${document.timings === undefined ? "" : " timed"}`
          ])
        ),
        asked
      } satisfies Repeated
    }).pipe(Effect.provide(running(found)))
  })

const edition = (name: string | number, headers: Answer["headers"] = {}, ...links: ReadonlyArray<string>): Answer => ({
  body: `<html><body>edition ${name} ${links.map((link) => `<a href="${link}">${link}</a>`).join("")}</body></html>`,
  headers
})
/** A site of one page. */
const single =
  (answer: (headers: Readonly<Record<string, string>>, round: 1 | 2) => Answer): Answers =>
  (url, headers, round) =>
    url.pathname === "/" ? answer(headers, round) : undefined
const alone = { sitemap: "skip" } as const
const longAgo = "Mon, 01 Jan 2001 00:00:00 GMT"

describe("a page of an earlier crawl", () => {
  const listed = (lastmod: string): Answer => ({
    body: `<urlset><url><loc>${start}page</loc><lastmod>${lastmod}</lastmod></url></urlset>`
  })
  const dynamic =
    (lastmod: () => string): Answers =>
    (url, _headers, round) =>
      url.pathname === "/sitemap.xml"
        ? listed(lastmod())
        : url.pathname === "/page"
          ? edition(round, { "last-modified": new Date().toUTCString() })
          : url.pathname === "/"
            ? edition(0)
            : undefined

  it.live("that changed is requested, whatever an outdated sitemap says", () =>
    Effect.gen(function* () {
      const { asked, pages } = yield* twice(dynamic(() => "2001-01-01"))
      assert.deepStrictEqual(pages, { "/": "=0", "/page": "2" })
      assert.lengthOf(asked, 2)
    })
  )

  it.live("is answered by the word of the sitemap alone where the caller trusts it", () =>
    Effect.gen(function* () {
      const trusting = { trustLastmod: true }
      for (const lastmod of ["2001-01-01", "2001", "2001-01", "2001-01-01T10:00:00Z", "2001-01-01T10:00:00+02:00"]) {
        const { asked, pages } = yield* twice(
          dynamic(() => lastmod),
          trusting
        )
        assert.deepStrictEqual([pages, asked], [{ "/": "=0", "/page": "=1" }, ["/"]], lastmod)
      }
      // A day that has not ended when the crawl began may still bring a change; so may any moment after it.
      const today = () => new Date().toISOString().slice(0, 10)
      for (const lastmod of [
        today,
        () => new Date(Date.now() + 60_000).toISOString(),
        () => "the day before tomorrow"
      ]) {
        const { asked, pages } = yield* twice(dynamic(lastmod), trusting)
        assert.deepStrictEqual([pages, asked.length], [{ "/": "=0", "/page": "2" }, 2], lastmod())
      }
    })
  )

  it.live("that has no validators is not unchanged because the site answers 304", () =>
    Effect.gen(function* () {
      const { pages } = yield* twice(
        single((_headers, round) => (round === 1 ? edition(1) : { status: 304 })),
        alone
      )
      assert.deepStrictEqual(pages, { "/": "" })
    })
  )

  it.live("is requested without conditions where a 304 is about another version", () =>
    Effect.gen(function* () {
      const always = (first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>) =>
        twice(
          single((headers, round) => {
            const isConditional = "if-none-match" in headers || "if-modified-since" in headers
            if (round === 1) return edition(1, first)
            return isConditional ? { status: 304, headers: second } : edition(2, second)
          }),
          alone
        )
      const tagged = yield* always({ etag: '"1"' }, { etag: '"2"' })
      assert.deepStrictEqual(tagged, { pages: { "/": "2" }, asked: ['/ "1"', "/"] })
      const dated = yield* always({ "last-modified": longAgo }, { "last-modified": "Tue, 02 Jan 2001 00:00:00 GMT" })
      assert.deepStrictEqual(dated, { pages: { "/": "2" }, asked: [`/ ${longAgo}`, "/"] })
      // A weak tag is the same as a strong one where a server compares for `If-None-Match`.
      const weak = yield* always({ etag: 'W/"1"' }, { etag: '"1"' })
      assert.deepStrictEqual(weak, { pages: { "/": "=1" }, asked: ['/ W/"1"'] })
    })
  )

  it.live("is asked for by its tag alone, since some servers are content with its date", () =>
    Effect.gen(function* () {
      const { asked, pages } = yield* twice(
        single((headers, round) =>
          headers["if-modified-since"] === longAgo
            ? { status: 304 }
            : edition(round, { etag: `"${round}"`, "last-modified": longAgo })
        ),
        alone
      )
      assert.deepStrictEqual({ asked, pages }, { pages: { "/": "2" }, asked: ['/ "1"'] })
    })
  )

  it.live("that was an error, or has another status now, is requested anew and is no unchanged page", () =>
    Effect.gen(function* () {
      const broken = yield* twice(
        single((headers, round) =>
          "if-none-match" in headers
            ? { status: 304 }
            : { ...edition("x", { etag: '"e"' }), status: round === 1 ? 404 : 200 }
        ),
        alone
      )
      assert.deepStrictEqual(broken, { pages: { "/": "x" }, asked: ["/"] })
    })
  )

  it.live("is requested anew where this crawl asks for something else of its pages", () =>
    Effect.gen(function* () {
      const site = single((headers) =>
        "if-none-match" in headers ? { status: 304 } : edition(headers["accept-language"] ?? "none", { etag: '"1"' })
      )
      const german = { ...alone, scrapeOptions: { ...raw.scrapeOptions, headers: { "accept-language": "de" } } }
      assert.deepStrictEqual(yield* twice(site, german, alone), { pages: { "/": "de" }, asked: ["/"] })
      const hurried = { ...alone, scrapeOptions: { ...raw.scrapeOptions, timeout: 20_000 } }
      assert.deepStrictEqual(yield* twice(site, hurried, alone), { pages: { "/": "=none" }, asked: ['/ "1"'] })
      // The time that a crawl takes is its own, however little it fetches.
      const timed = { ...alone, scrapeOptions: { ...raw.scrapeOptions, timings: true } }
      assert.deepStrictEqual(yield* twice(site, timed, alone), { pages: { "/": "=none timed" }, asked: ['/ "1"'] })
      assert.deepStrictEqual(yield* twice(site, alone, timed), { pages: { "/": "=none" }, asked: ['/ "1"'] })
    })
  )

  it.live("is not taken for what the caller compares with by a header of his own", () =>
    Effect.gen(function* () {
      const own = { ...alone, scrapeOptions: { ...raw.scrapeOptions, headers: { "If-None-Match": '"2"' } } }
      const { pages } = yield* twice(
        single((headers, round) =>
          Object.values(headers).includes(`"${round}"`) ? { status: 304 } : edition(round, { etag: `"${round}"` })
        ),
        own
      )
      assert.deepStrictEqual(pages, { "/": "" })
    })
  )

  it.live("that redirects elsewhere by now is what it leads to, and asks without conditions", () =>
    Effect.gen(function* () {
      const site: Answers = (url, headers, round) => {
        if (url.pathname === "/") return edition(0, {}, "/moving")
        if (url.pathname !== "/moving") return undefined
        // The old and the new page have one tag, as counters and dates do.
        if ("if-none-match" in headers) return { status: 304, from: `https://s.test/new` }
        return round === 1
          ? edition("old", { etag: '"1"' })
          : { ...edition("new", { etag: '"1"' }), from: "https://s.test/new" }
      }
      const { pages } = yield* twice(site, alone)
      assert.deepStrictEqual(pages, { "/": "=0", "/new": "new" })
    })
  )

  it.live("whose start page leads to another host is found there again, with all that lies behind it", () =>
    Effect.gen(function* () {
      const site: Answers = (url, headers, round) => {
        if (url.href === start) return { ...edition(round, { etag: '"0"' }, "/a"), from: "https://t.test/" }
        if (url.host !== "t.test") return undefined
        if ("if-none-match" in headers) return { status: 304, headers: { etag: headers["if-none-match"]! } }
        if (url.pathname === "/a") return edition("a", { etag: '"a"' }, "/b")
        return url.pathname === "/b" ? edition("b", { etag: '"b"' }) : undefined
      }
      const { pages } = yield* twice(site, alone)
      assert.deepStrictEqual(pages, { "https://t.test/": "2", "https://t.test/a": "=a", "https://t.test/b": "=b" })
    })
  )

  it.live("is unchanged where its bytes are equal, and its links are followed", () =>
    Effect.gen(function* () {
      const site: Answers = (url, _headers, round) =>
        url.pathname === "/" ? page("/a", "/b") : url.pathname === "/a" ? edition("a") : edition(round)
      assert.deepStrictEqual(yield* twice(site, alone), {
        pages: { "/": "=", "/a": "=a", "/b": "2" },
        asked: ["/", "/a", "/b"]
      })
    })
  )
})
