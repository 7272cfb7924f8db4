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
      language: "de",
      time_range: "week"
    })
  }).pipe(Effect.provide(providers.searxng))
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
