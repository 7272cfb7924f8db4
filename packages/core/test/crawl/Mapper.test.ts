import { assert, describe, it } from "@effect/vitest"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Mapper from "@orbweaver/core/crawl/Mapper"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import type * as MapOptions from "@orbweaver/core/model/MapOptions"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import { Effect, Layer } from "effect"
import { type Answer, page, scraper, site, sitemapReader } from "../support/ScriptedSite.ts"

const map = (pages: Readonly<Record<string, Answer>>, options: MapOptions.MapOptions = {}, url = "https://s.test/") =>
  Effect.gen(function* () {
    const found = site(pages)
    const mapped = yield* Mapper.Mapper.use((mapper) => mapper.map(url, options)).pipe(
      Effect.provide(
        Mapper.Mapper.layer.pipe(
          Layer.provide(Sitemaps.Sitemaps.layer),
          Layer.provide(Robots.Robots.layer()),
          Layer.provide(scraper(found)),
          Layer.provide([sitemapReader, TemporaryJobs.layer()]),
          Layer.provide(Ledger.Ledger.layerMemory)
        )
      )
    )
    return { ...mapped, urls: mapped.links.map(({ url }) => url), visits: found.visits }
  })

const sitemap = (...urls: ReadonlyArray<string>) => ({
  body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`
})

describe("a map", () => {
  it.live("lists pages that are named like files where a sitemap lists them, and no linked file", () =>
    Effect.gen(function* () {
      const listed = ["https://s.test/wiki/Node.js", "https://s.test/wiki/File:Cat.png", "https://s.test/deck.pptx"]
      const { urls } = yield* map({ "/": page("/logo.png", "/app.js", "/a"), "/sitemap.xml": sitemap(...listed) })
      assert.sameMembers([...urls], ["https://s.test/", "https://s.test/a", ...listed])
    })
  )

  it.live("names no view of a page that no browser reads, and opens the page once, as a crawl does", () =>
    Effect.gen(function* () {
      const { urls, visits } = yield* map(
        { "/": page("/#/one", "/#!two", "/a#/three", "/a#part"), "/a": page("/") },
        { sitemap: "skip" }
      )
      assert.sameMembers([...urls], ["https://s.test/", "https://s.test/a"])
      assert.lengthOf(
        visits.filter(({ url }) => !url.endsWith("/robots.txt")),
        2
      )
      const listed = yield* map({
        "/": page(),
        "/sitemap.xml": sitemap("https://s.test/#/one", "https://s.test/a#!two", "https://s.test/a#part")
      })
      assert.sameMembers(
        [...listed.urls],
        ["https://s.test/", "https://s.test/#/one", "https://s.test/a#!two", "https://s.test/a"]
      )
    })
  )

  it.live("says why its first page could not be read where that left it without any address", () =>
    Effect.gen(function* () {
      const away = { fails: new ConnectionFailed({ detail: "refused" }) }
      const nothing = yield* map({ "/": away })
      assert.strictEqual(nothing.failure?._tag, "CaptureError")
      assert.deepStrictEqual(nothing.urls, [])
      const listed = yield* map({ "/": away, "/sitemap.xml": sitemap("https://s.test/listed") })
      assert.isUndefined(listed.failure)
      assert.deepStrictEqual(listed.urls, ["https://s.test/listed"])
    })
  )

  it.live("says why it found no address at all", () =>
    Effect.gen(function* () {
      const warningOf = (pages: Readonly<Record<string, Answer>>, options: MapOptions.MapOptions = {}) =>
        Effect.map(map(pages, options), ({ urls, warning }) => ({ urls, warning }))
      const empty = (warning: string) => ({ urls: [], warning })
      assert.deepStrictEqual(
        yield* warningOf({ "/": { fails: new ConnectionFailed({ detail: "refused" }) } }),
        empty("https://s.test/ could not be read: The connection failed: refused.")
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": { body: "<p>Gone</p>", status: 410 } }),
        empty("https://s.test/ answered with status 410.")
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": { ...page("/a"), from: "https://moved.test/" } }),
        empty(
          "https://s.test/ redirects to https://moved.test/, which does not belong to this map. Map that address instead."
        )
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": page("/a"), "/robots.txt": { body: "User-agent: *\nDisallow: /" } }),
        empty("robots.txt forbids https://s.test/. Set ignoreRobotsTxt to open it.")
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": page("/a") }, { includePaths: ["^/b"] }),
        empty("The options of this map leave out https://s.test/ and all that it links to.")
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": page("/a") }, { sitemap: "only" }),
        empty("No sitemap that could be read lists an address that belongs to this map.")
      )
      assert.deepStrictEqual(
        yield* warningOf({ "/": { ...page("/a"), takes: 60_000 } }, { sitemap: "skip", timeout: 50 }),
        empty("The time limit was reached before an address was found.")
      )
      assert.isUndefined((yield* warningOf({ "/": page("/a") })).warning)
    })
  )

  it.live("lists sitemaps and the links of the nearest pages, each address once", () =>
    Effect.gen(function* () {
      const { timedOut, urls } = yield* map({
        "/": page("/a/", "/a?x=1", "/b#top", "https://blog.s.test/c", "https://other.test/"),
        "/b": page("/deep"),
        "/sitemap.xml": sitemap("https://s.test/listed", "https://s.test/a/")
      })
      assert.isFalse(timedOut)
      assert.sameMembers(urls, [
        "https://s.test/",
        "https://s.test/a/",
        "https://s.test/b",
        "https://blog.s.test/c",
        "https://s.test/listed",
        "https://s.test/deep"
      ])
    })
  )

  it.live("keeps the trailing slash of an address as the page answered, or else as the site wrote it", () =>
    Effect.gen(function* () {
      const { urls, visits } = yield* map(
        {
          "/docs/": page("/docs/a/", "/docs/b", "/docs/a", "/docs/moved", "/docs/gone/", "/docs/c/?page=2"),
          "/docs/a/": page("/docs/deep/"),
          "/docs/b": page(),
          "/docs/moved": { ...page(), from: "https://s.test/docs/moved/" },
          "/docs/c/?page=2": page()
        },
        { sitemap: "skip", ignoreQueryParameters: false },
        "https://s.test/docs/"
      )
      assert.sameMembers(urls, [
        "https://s.test/docs/",
        "https://s.test/docs/a/",
        "https://s.test/docs/b",
        "https://s.test/docs/moved/",
        "https://s.test/docs/gone/",
        "https://s.test/docs/c/?page=2",
        "https://s.test/docs/deep/"
      ])
      assert.isTrue(visits.some(({ url }) => url === "https://s.test/docs/deep/"))
      assert.isFalse(visits.some(({ url }) => url === "https://s.test/docs/deep"))
    })
  )

  it.live("lists the sitemap alone, or no sitemap", () =>
    Effect.gen(function* () {
      const pages = { "/": page("/linked"), "/sitemap.xml": sitemap("https://s.test/listed") }
      assert.deepStrictEqual((yield* map(pages, { sitemap: "only" })).urls, ["https://s.test/listed"])
      assert.sameMembers((yield* map(pages, { sitemap: "skip" })).urls, ["https://s.test/", "https://s.test/linked"])
    })
  )

  it.live("keeps to the host, the path and the limit when asked to", () =>
    Effect.gen(function* () {
      const pages = { "/docs/": page("/docs/a", "/docs/b", "/docs/c", "/other", "https://blog.s.test/docs/x") }
      const options = { includeSubdomains: false, sitemap: "skip" } as const
      assert.sameMembers((yield* map(pages, options, "https://s.test/docs/")).urls, [
        "https://s.test/docs/",
        "https://s.test/docs/a",
        "https://s.test/docs/b",
        "https://s.test/docs/c"
      ])
      assert.lengthOf((yield* map(pages, { ...options, limit: 2 }, "https://s.test/docs/")).urls, 2)
      assert.include(
        (yield* map(pages, { ...options, filterByPath: false }, "https://s.test/docs/")).urls,
        "https://s.test/other"
      )
    })
  )

  it.live("puts first what fits the search", () =>
    Effect.gen(function* () {
      const { urls } = yield* map(
        { "/": page("/about", "/pricing/enterprise", "/pricing") },
        { search: "enterprise pricing", sitemap: "skip" }
      )
      assert.strictEqual(urls[0], "https://s.test/pricing/enterprise")
    })
  )

  it.live("gives what was found when its time is over", () =>
    Effect.gen(function* () {
      const { timedOut, urls } = yield* map(
        { "/": page("/slow", "/other"), "/slow": { ...page("/never"), takes: 60_000 } },
        { timeout: 300, sitemap: "skip" }
      )
      assert.isTrue(timedOut)
      assert.includeMembers([...urls], ["https://s.test/", "https://s.test/slow", "https://s.test/other"])
    })
  )

  it.live("opens no page that robots.txt forbids, and lists it all the same", () =>
    Effect.gen(function* () {
      const { urls, visits } = yield* map(
        { "/robots.txt": { body: "User-agent: *\nDisallow: /no" }, "/": page("/no/x"), "/no/x": page("/no/y") },
        { sitemap: "skip" }
      )
      assert.include(urls, "https://s.test/no/x")
      assert.isFalse(visits.some(({ url }) => url.includes("/no/")))
    })
  )

  it.live("reads the sitemaps of the host that its first page redirects to, and those that the page names", () =>
    Effect.gen(function* () {
      const moved = { ...page(), from: "https://www.s.test/" }
      const pages = {
        "https://s.test/": moved,
        "https://www.s.test/robots.txt": { body: "Sitemap: https://www.s.test/map.xml" },
        "https://www.s.test/map.xml": sitemap("https://www.s.test/listed")
      }
      assert.include((yield* map(pages)).urls, "https://www.s.test/listed")
      assert.deepStrictEqual((yield* map(pages, { sitemap: "only" })).urls, ["https://www.s.test/listed"])
      const named = {
        "/": { body: '<link rel="sitemap" href="/maps/all.xml">' },
        "/maps/all.xml": sitemap("https://s.test/listed")
      }
      assert.include((yield* map(named)).urls, "https://s.test/listed")
      assert.deepStrictEqual((yield* map(named, { sitemap: "only" })).urls, ["https://s.test/listed"])
      assert.deepStrictEqual((yield* map(named, { sitemap: "skip" })).urls, ["https://s.test/"])
    })
  )

  it.live("names a sitemap that stays away", () =>
    Effect.gen(function* () {
      const busy = { status: 503, headers: { "retry-after": "3600" } }
      const { urls, warning } = yield* map({ "/": page("/a"), "/sitemap.xml": busy })
      assert.deepStrictEqual(urls, ["https://s.test/", "https://s.test/a"])
      assert.strictEqual(
        warning,
        "Addresses may be missing, because a sitemap could not be read: https://s.test/sitemap.xml (answered 503)."
      )
    })
  )

  it.live("lists a page once under all the ways to write its address", () =>
    Effect.gen(function* () {
      const { urls, visits } = yield* map(
        {
          "/": page(
            "/index.html",
            "/a",
            "/a/",
            "/%61",
            "http://www.s.test/a",
            "/a/index.php",
            "/caf%c3%a9",
            "/caf\u00E9",
            "/x_(y)",
            "/x_%28y%29"
          )
        },
        { sitemap: "skip" }
      )
      assert.deepStrictEqual(urls, [
        "https://s.test/",
        "https://s.test/a",
        "https://s.test/caf%c3%a9",
        "https://s.test/x_(y)"
      ])
      const asked = visits.filter(({ url }) => !url.endsWith("/robots.txt")).map(({ url }) => url)
      assert.lengthOf(asked, 4, asked.join())
    })
  )
})
