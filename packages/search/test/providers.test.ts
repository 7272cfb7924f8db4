import { assert, it } from "@effect/vitest"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { SearchProviderSuite } from "@orbweaver/testing"
import { Brave, DuckDuckGo, SearchApi, Searxng, Serper, Tavily } from "@orbweaver/search"
import { Duration, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import { Engines } from "./engines.ts"

const apiKey = Redacted.make("key-1")

const against = (make: (url: string) => Layer.Layer<SearchProvider, never, HttpClient.HttpClient>) =>
  Layer.unwrap(Effect.map(Engines, ({ url }) => make(url))).pipe(
    Layer.provideMerge([Engines.layer, FetchHttpClient.layer])
  )

const providers = {
  searxng: against((endpoint) => Searxng.layer({ endpoint })),
  brave: against((endpoint) => Brave.layer({ apiKey, endpoint })),
  // A key as text, as applications have it.
  serper: against((url) => Serper.layer({ apiKey: "key-1", endpoint: `${url}/serper` })),
  searchapi: against((endpoint) => SearchApi.layer({ apiKey, endpoint })),
  duckduckgo: against((endpoint) => DuckDuckGo.layer({ endpoint }))
}

SearchProviderSuite.suite(
  "tavily",
  against((endpoint) => Tavily.layer({ apiKey, endpoint }))
)
for (const [name, layer] of Object.entries(providers)) SearchProviderSuite.suite(name, layer)

const asking = Effect.fnUntraced(function* (rest: object = {}) {
  const provider = yield* SearchProvider
  yield* provider.search({
    text: "orb weaver",
    source: "web",
    limit: 7,
    lang: "de",
    country: "at",
    location: "Wien",
    tbs: "qdr:w",
    timeout: Duration.seconds(3),
    ...rest
  })
  return (yield* Engines).asked.at(-1)!
})

it.live("Serper is told language, country, place and age in Google's own terms, with its key in a header", () =>
  Effect.gen(function* () {
    const asked = yield* asking()
    assert.deepStrictEqual(asked.body, { q: "orb weaver", num: 7, hl: "de", gl: "at", location: "Wien", tbs: "qdr:w" })
    assert.strictEqual(asked.headers["x-api-key"], "key-1")
  }).pipe(Effect.provide(providers.serper))
)

it.live("Brave is told the age as its freshness, a range included", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* asking()).query["freshness"], "pw")
    const range = yield* asking({ tbs: "cdr:1,cd_min:1/5/2026,cd_max:02/10/2026" })
    assert.strictEqual(range.query["freshness"], "2026-01-05to2026-02-10")
    assert.strictEqual(range.headers["x-subscription-token"], "key-1")
  }).pipe(Effect.provide(providers.brave))
)

it.live("SearXNG is asked for JSON and a category", () =>
  Effect.gen(function* () {
    const { query } = yield* asking({ source: "news" })
    assert.deepStrictEqual(query, {
      q: "orb weaver",
      format: "json",
      categories: "news",
      language: "de-AT",
      time_range: "week"
    })
  }).pipe(Effect.provide(providers.searxng))
)

it.live(
  "SearXNG is asked for the shortest time that has all of a range, and its results are filtered by their dates",
  () =>
    Effect.gen(function* () {
      const provider = yield* SearchProvider
      const hourMs = 3_600_000
      const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
      const american = (date: Date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
      const search = (tbs: string, text = "dated") =>
        provider.search({ text, source: "web", limit: 9, lang: "en", tbs, timeout: Duration.seconds(3) })
      for (const [tbs, range, found] of [
        ["qdr:h", "day", ["undated", "minutes"]],
        ["qdr:h3", "day", ["undated", "minutes", "hours"]],
        ["qdr:d", "day", ["undated", "minutes", "hours"]],
        ["qdr:d3", "week", ["undated", "minutes", "hours", "days"]],
        ["qdr:m2", "year", ["undated", "minutes", "hours", "days", "weeks"]],
        ["qdr:y9", undefined, ["undated", "minutes", "hours", "days", "weeks", "years"]],
        [`cdr:1,cd_min:${american(ago(24 * 10))},cd_max:${american(ago(30))}`, "month", ["undated", "days"]],
        [`cdr:1,cd_max:${american(ago(24 * 60))}`, undefined, ["undated", "years"]],
        ["sbd:1", undefined, ["minutes", "hours", "days", "weeks", "years", "undated"]],
        ["qdr:w,sbd:1", "week", ["minutes", "hours", "days", "undated"]]
      ] as const) {
        const hits = yield* search(tbs)
        const { query } = (yield* Engines).asked.at(-1)!
        assert.deepStrictEqual({ tbs, range: query["time_range"] }, { tbs, range })
        assert.deepStrictEqual({ tbs, found: hits.map(({ title }) => title) }, { tbs, found: [...found] })
      }
    }).pipe(Effect.provide(providers.searxng))
)

it.live("every engine says what it does not heed, and nothing of what it does", () =>
  Effect.gen(function* () {
    const ignoredBy = (layer: (typeof providers)["brave"], rest: object) =>
      Effect.map(SearchProvider, ({ ignored }) => [
        ...new Set(
          (ignored?.({ text: "x", source: "web", limit: 1, timeout: Duration.seconds(1), ...rest }) ?? []).map(
            ({ option }) => option
          )
        )
      ]).pipe(Effect.provide(layer))
    const tavily = against((endpoint) => Tavily.layer({ apiKey, endpoint }))
    const place = { lang: "de", country: "at", location: "Wien" }
    const cases: ReadonlyArray<readonly [(typeof providers)["brave"], object, ReadonlyArray<string>]> = [
      [providers.searxng, { ...place, tbs: "qdr:d" }, ["location"]],
      [providers.searxng, { country: "at" }, ["country"]],
      [providers.searxng, { lang: "en", country: "us" }, []],
      [providers.searxng, { lang: "de", country: "us" }, ["country"]],
      [providers.searxng, { ...place, location: undefined, tbs: "qdr:h" }, ["tbs"]],
      [providers.searxng, { tbs: "sbd:1" }, ["tbs"]],
      [providers.searxng, { tbs: "isz:l" }, ["tbs"]],
      [providers.serper, { ...place, tbs: "sbd:1,qdr:h5,isz:l" }, []],
      [providers.brave, { ...place, tbs: "qdr:d3" }, ["location"]],
      [providers.brave, { tbs: "qdr:h" }, ["tbs"]],
      [providers.brave, { source: "images", tbs: "qdr:d" }, ["tbs"]],
      [providers.searchapi, { ...place, tbs: "qdr:h" }, []],
      [providers.searchapi, { tbs: "sbd:1" }, ["tbs"]],
      [providers.duckduckgo, { ...place, tbs: "qdr:h" }, ["location", "tbs"]],
      [tavily, { ...place, tbs: "cdr:1,cd_min:1/1/2026" }, ["country", "lang", "location"]]
    ]
    for (const [layer, query, expected] of cases) assert.deepStrictEqual(yield* ignoredBy(layer, query), expected)
  })
)

it.live("an age that an engine has no word for is asked for as a range of days", () =>
  Effect.gen(function* () {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    assert.strictEqual((yield* asking({ tbs: "qdr:d3" })).query["freshness"], `${day(3)}to${day(0)}`)
    assert.strictEqual((yield* asking({ tbs: "cdr:1,cd_min:1/5/2026" })).query["freshness"], `2026-01-05to${day(0)}`)
    assert.strictEqual((yield* asking({ tbs: "qdr:h5" })).query["freshness"], "pd")
  }).pipe(Effect.provide(providers.brave))
)

it.live("Tavily finds web pages and news, and says that it finds no images", () =>
  Effect.gen(function* () {
    const { body, headers } = yield* asking()
    assert.deepInclude(body, { query: "orb weaver", topic: "general", max_results: 7, time_range: "week" })
    assert.strictEqual(headers["authorization"], "Bearer key-1")
    const error = yield* Effect.flip(asking({ source: "images" }))
    assert.strictEqual(error.why, "not-configured")
  }).pipe(Effect.provide(against((url) => Tavily.layer({ apiKey, endpoint: url }))))
)

it.live("Tavily, which knows no operators, gets the question and the domains apart, and ranges of dates as dates", () =>
  Effect.gen(function* () {
    const { body } = yield* asking({
      text: "orb weaver (site:a.test) -site:b.test",
      question: "orb weaver",
      includeDomains: ["a.test"],
      excludeDomains: ["b.test"],
      tbs: "cdr:1,cd_min:1/5/2026,cd_max:02/10/2026"
    })
    assert.deepInclude(body, {
      query: "orb weaver",
      include_domains: ["a.test"],
      exclude_domains: ["b.test"],
      start_date: "2026-01-05",
      end_date: "2026-02-10"
    })
  }).pipe(Effect.provide(against((url) => Tavily.layer({ apiKey, endpoint: url }))))
)

it.live("SearchAPI is asked by the engine of each source, with language, country, place and age", () =>
  Effect.gen(function* () {
    const { headers, query } = yield* asking({ source: "news" })
    assert.deepStrictEqual(query, {
      engine: "google_news",
      q: "orb weaver",
      num: "7",
      hl: "de",
      gl: "at",
      location: "Wien",
      time_period: "last_week"
    })
    assert.strictEqual(headers["authorization"], "Bearer key-1")
    assert.strictEqual((yield* asking({ source: "images" })).query["engine"], "google_images")
  }).pipe(Effect.provide(providers.searchapi))
)

it.live("DuckDuckGo is told region and age, a range included, and finds no pictures", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual((yield* asking()).query, { q: "orb weaver", kl: "at-de", df: "w" })
    const range = yield* asking({ tbs: "cdr:1,cd_min:1/5/2026,cd_max:02/10/2026" })
    assert.strictEqual(range.query["df"], "2026-01-05..2026-02-10")
    assert.strictEqual((yield* Effect.flip(asking({ source: "images" }))).why, "not-configured")
  }).pipe(Effect.provide(providers.duckduckgo))
)
