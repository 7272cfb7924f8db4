import { assert, describe, it } from "@effect/vitest"
import { ConnectionFailed, TimedOut } from "@orbweaver/core/model/CaptureError"
import { type CollectOptions, problemWarning, Sitemaps, SitemapReader } from "@orbweaver/core/crawl/Sitemaps"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, fetcher, type Site, sitemapReader } from "../support/ScriptedSite.ts"

describe("sitemaps of many sites at once", () => {
  it.live("are not in memory together where they are large", () => {
    let held = 0
    let most = 0
    const fetcher = Layer.succeed(Fetcher, {
      fetch: ({ admit, url }) =>
        Effect.gen(function* () {
          const isListed = url.pathname === "/listed.txt"
          if (isListed) {
            const room = admit?.(20 * 1024 * 1024)
            const refused = room === undefined ? undefined : yield* Effect.promise(() => room)
            assert.isUndefined(refused)
            most = Math.max(most, ++held)
            yield* Effect.sleep(20)
            held--
          }
          const body = new TextEncoder().encode(isListed ? `${url.origin}/page` : "")
          return { url, status: isListed ? 200 : 404, headers: {}, body }
        })
    })
    const reader = Layer.succeed(SitemapReader, { open: () => ({ push: () => [], end: () => [] }) })
    const collect = (site: number) =>
      Effect.gen(function* () {
        const found: Array<string> = []
        const { collect } = yield* Sitemaps
        const { problems } = yield* collect(new URL(`http://${site}.test/`), ["/listed.txt"], (entries) =>
          Effect.sync(() => void found.push(...entries.map(({ url }) => url)))
        )
        assert.deepStrictEqual([found, problems], [[`http://${site}.test/page`], []])
      })
    return Effect.gen(function* () {
      yield* Effect.all([1, 2, 3, 4].map(collect), { concurrency: "unbounded" })
      assert.strictEqual(most, 1)
    }).pipe(Effect.provide(Sitemaps.layer), Effect.provide(Layer.merge(fetcher, reader)))
  })
})

const listing = (...pages: ReadonlyArray<string>) =>
  `<urlset>${pages.map((page) => `<url><loc>https://s.test${page}</loc></url>`).join("")}</urlset>`

/** Collects from a site whose files answer in turn, the last answer again and again. */
const collected = (
  files: Readonly<Record<string, ReadonlyArray<Answer>>>,
  listed: ReadonlyArray<string> = [],
  options: CollectOptions = {}
) =>
  Effect.gen(function* () {
    const asked = new Map<string, number>()
    const site: Site = {
      visits: [],
      answer: ({ pathname }) => {
        const answers = files[pathname] ?? []
        const count = asked.get(pathname) ?? 0
        asked.set(pathname, count + 1)
        return answers[Math.min(count, answers.length - 1)]
      }
    }
    const pages: Array<string> = []
    const running = yield* Sitemaps.use(({ collect }) =>
      collect(
        new URL("https://s.test/"),
        listed,
        (entries) => Effect.sync(() => void pages.push(...entries.map(({ url }) => new URL(url).pathname))),
        options
      )
    ).pipe(Effect.provide(Sitemaps.layer), Effect.provide([fetcher(site), sitemapReader]), Effect.forkChild)
    for (let second = 0; second < 150; second++) yield* TestClock.adjust("1 second")
    const { problems } = yield* Fiber.join(running)
    return { pages, problems, visits: site.visits }
  })

describe("sitemaps", () => {
  for (const [title, failure] of [
    ["a 503 with Retry-After", { status: 503, headers: { "retry-after": "20" } }],
    ["a 502", { status: 502 }],
    ["a 429", { status: 429 }],
    ["a 504", { status: 504 }],
    ["a reset", { fails: new ConnectionFailed({ detail: "ECONNRESET" }) }]
  ] as ReadonlyArray<[string, Answer]>) {
    it.effect(`are read although they answer first with ${title}`, () =>
      Effect.gen(function* () {
        const { pages, problems } = yield* collected({ "/sitemap.xml": [failure, { body: listing("/a") }] })
        assert.deepStrictEqual([pages, problems], [["/a"], []])
      })
    )
  }

  it.effect("are named when they stay away, and those that the site does not name are not missed", () =>
    Effect.gen(function* () {
      const { problems } = yield* collected(
        {
          "/listed.xml": [{ status: 503 }],
          "/forbidden.xml": [{ status: 403 }],
          "/silent.xml": [{ fails: new TimedOut({ limitMs: 1 }) }],
          "/sitemap.xml": [{ status: 429, headers: { "retry-after": "3600" } }],
          "/sitemap_index.xml": [{ status: 403 }],
          "/wp-sitemap.xml": [{ body: "<!doctype html><p>Not here</p>" }]
        },
        ["/listed.xml", "/gone.xml", "/forbidden.xml", "/silent.xml"]
      )
      assert.sameMembers(
        problems.map(({ url }) => new URL(url).pathname),
        ["/listed.xml", "/forbidden.xml", "/silent.xml", "/sitemap.xml"]
      )
      assert.strictEqual(
        problemWarning(problems.filter(({ url }) => url.endsWith("/listed.xml"))),
        "Addresses may be missing, because a sitemap could not be read: https://s.test/listed.xml (answered 503)."
      )
    })
  )

  it.effect("wait side by side, so that many that are busy cost the pause of one", () =>
    Effect.gen(function* () {
      const busy: Answer = { status: 503, headers: { "retry-after": "30" } }
      const listed = Array.from({ length: 10 }, (_, index) => `/part-${index}.xml`)
      const files = Object.fromEntries(listed.map((path) => [path, [busy, { body: listing(path.slice(0, -4)) }]]))
      const { pages, problems } = yield* collected(files, listed)
      assert.deepStrictEqual([pages.length, problems.length], [10, 0])
    })
  )

  it.effect("that are not read in time are named", () =>
    Effect.gen(function* () {
      const { problems } = yield* collected(
        { "/slow.xml": [{ body: listing("/a"), takes: 20_000 }] },
        ["/slow.xml", "/after.xml"],
        { timeout: Duration.seconds(10) }
      )
      assert.deepStrictEqual(
        problems.map(({ reason, url }) => `${new URL(url).pathname} ${reason}`),
        ["/slow.xml was not read within 10 seconds", "/after.xml was not read within 10 seconds"]
      )
    })
  )

  const wide = Buffer.from(`\uFEFF${listing("/wide")}`, "utf16le")
  for (const [title, body, page] of [
    ["UTF-16", wide, "/wide"],
    ["big-endian UTF-16", Buffer.from(wide).swap16(), "/wide"],
    ["UTF-16 without a mark", wide.subarray(2), "/wide"],
    [
      "the encoding that they declare",
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${listing("/caf\u00E9")}`, "latin1"),
      "/caf%C3%A9"
    ]
  ] as const) {
    it.effect(`are read in ${title}`, () =>
      Effect.gen(function* () {
        const { pages, problems } = yield* collected({ "/sitemap.xml": [{ body }] })
        assert.deepStrictEqual([pages, problems], [[page], []])
      })
    )
  }

  it.effect("are found where site generators put them", () =>
    Effect.gen(function* () {
      const { pages } = yield* collected({ "/sitemap-index.xml": [{ body: listing("/astro") }] })
      assert.deepStrictEqual(pages, ["/astro"])
    })
  )
})
