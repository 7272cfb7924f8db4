// `/search` and `/extract` for clients of Tavily, with the bodies that `@tavily/core`, `tavily-python` and LangChain send.
import { assert, describe, it } from "@effect/vitest"
import { SearchProvider, type SearchQuery } from "@orbweaver/core/search/SearchProvider"
import { Effect, Layer } from "effect"
import { clientOf, keys, KeysTest, services } from "../fixtures.ts"
import { doors, unreachable, withServer } from "./served.ts"

describe("a search by a client of Tavily", () => {
  it.live("answers with every field that clients read", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const { json, status } = yield* ask("POST", "/tavily/search", {
          body: { query: "nails http://a.test/1 http://a.test/2", max_results: 5, search_depth: "advanced" },
          headers: { "x-client-source": "tavily-js", "x-session-id": "1" }
        })
        assert.strictEqual(status, 200)
        const { request_id: id, response_time: time, ...answer } = json
        assert.isString(id)
        assert.isNumber(time)
        assert.deepStrictEqual(answer, {
          query: "nails http://a.test/1 http://a.test/2",
          follow_up_questions: null,
          answer: null,
          images: [],
          results: [
            { title: "Hit 1", url: "http://a.test/1", content: "About web", score: 1, raw_content: null },
            { title: "Hit 2", url: "http://a.test/2", content: "About web", score: 0.99, raw_content: null }
          ]
        })
      })
    )
  )

  it.live("reads the pages for include_raw_content: true, markdown and text", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const query = `${at("/door/shop")} ${at("/reset")}`
        const raw = (include: unknown) =>
          ask("POST", "/tavily/search", { body: { query, include_raw_content: include, include_usage: true } })
        for (const include of [true, "markdown"]) {
          const { json } = yield* raw(include)
          assert.match(json.results[0].raw_content, /^# Nails\n\nNails of \*\*iron\*\*/)
          assert.isNull(json.results[1].raw_content)
          assert.include(json.warning, "/reset: raw_content is missing")
          assert.deepStrictEqual(json.usage, { credits: 3 })
        }
        assert.include((yield* raw("text")).json.results[0].raw_content, "Nails of iron")
        assert.strictEqual((yield* raw("html")).status, 400)
      })
    )
  )

  it.live("searches news with dates and pictures when asked, and no more than max_results", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const query = "http://a.test/1 http://a.test/2"
        const news = yield* ask("POST", "/tavily/search", {
          body: { query, topic: "news", days: 3, include_images: true, max_results: 1 }
        })
        assert.deepInclude(news.json.results[0], { content: "About news", published_date: "2 hours ago" })
        assert.lengthOf(news.json.results, 1)
        assert.deepStrictEqual(news.json.images, ["http://a.test/1.png"])
        const none = yield* ask("POST", "/tavily/search", { body: { query, max_results: 0 } })
        assert.deepStrictEqual(none.json.results, [])
      })
    )
  )

  it.live("keeps to the sites that are included and excludes the others, both at once too", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const query = "http://a.test/1 http://b.test/1 http://shop.a.test/1"
        const urls = (more: object) =>
          Effect.map(ask("POST", "/tavily/search", { body: { query, ...more } }), ({ json }) =>
            json.results.map(({ url }: any) => new URL(url).host)
          )
        assert.deepStrictEqual(yield* urls({ include_domains: ["a.test"] }), ["a.test", "shop.a.test"])
        assert.deepStrictEqual(yield* urls({ exclude_domains: ["a.test"] }), ["b.test"])
        assert.deepStrictEqual(yield* urls({ include_domains: ["a.test"], exclude_domains: ["shop.a.test"] }), [
          "a.test"
        ])
        // LangChain sends empty lists.
        assert.lengthOf(yield* urls({ include_domains: [], exclude_domains: [] }), 3)
      })
    )
  )

  it.live("names what it does not do, and fields that it does not know", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const { json } = yield* ask("POST", "/tavily/search", {
          body: { query: "a", include_answer: "basic", exact_match: true, auto_parameters: false, fetch_timeout: 3 }
        })
        assert.include(json.warning, "Not supported: include_answer, exact_match.")
        assert.include(json.warning, "Ignored: fetch_timeout.")
        assert.notInclude(json.warning, "auto_parameters")
        const quiet = yield* ask("POST", "/tavily/search", { body: { query: "a", include_answer: false } })
        assert.notProperty(quiet.json, "warning")
      })
    )
  )

  it.live("asks the engine for the time, the place and the language that clients name", () => {
    const queries: Array<SearchQuery> = []
    const engine = Layer.succeed(SearchProvider, {
      name: "recorder",
      sources: ["web"],
      search: (query) => Effect.sync(() => (queries.push(query), []))
    })
    const expected: ReadonlyArray<readonly [asked: object, sent: Partial<SearchQuery>]> = [
      [{}, { tbs: undefined, limit: 5, lang: "en", location: undefined }],
      [{ time_range: "week" }, { tbs: "qdr:w" }],
      [{ time_range: "y" }, { tbs: "qdr:y" }],
      [{ days: 3 }, { tbs: "qdr:d3" }],
      [{ max_hours: 12, time_range: "d" }, { tbs: "qdr:h12" }],
      [{ start_date: "2026-01-31", end_date: "2026-02-05" }, { tbs: "cdr:1,cd_min:1/31/2026,cd_max:2/5/2026" }],
      [{ end_date: "2026-02-15", days: 3 }, { tbs: "cdr:1,cd_max:2/15/2026" }],
      [
        { country: "germany", language: "de", max_results: 20 },
        { location: "germany", lang: "de", limit: 20 }
      ]
    ]
    return withServer(
      ({ ask }) =>
        Effect.gen(function* () {
          for (const [asked, sent] of expected) {
            const { status, text } = yield* ask("POST", "/tavily/search", { body: { query: "a", ...asked } })
            assert.strictEqual(status, 200, text)
            assert.deepInclude(queries.at(-1), sent, JSON.stringify(asked))
          }
          const wrong = yield* ask("POST", "/tavily/search", { body: { query: "a", start_date: "31.1.2026" } })
          assert.strictEqual(wrong.status, 400)
          assert.include(wrong.json.detail.error, "start_date")
        }),
      {},
      KeysTest,
      engine
    )
  })
})

describe("an extraction by a client of Tavily", () => {
  it.live("gives the pages and what failed of them", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const urls = [at("/door/shop"), at("/reset"), yield* unreachable]
        const { json, status } = yield* ask("POST", "/tavily/extract", {
          body: { urls, include_images: true, include_favicon: true, include_usage: true, extract_depth: "advanced" }
        })
        assert.strictEqual(status, 200)
        assert.lengthOf(json.results, 1)
        assert.deepInclude(json.results[0], {
          url: urls[0],
          title: "A shop",
          images: [at("/icon.png"), at("/nail.png")]
        })
        assert.strictEqual(json.results[0].favicon, at("/icon.png"))
        assert.match(json.results[0].raw_content, /^# Nails/)
        assert.deepStrictEqual(
          json.failed_results.map(({ url }: any) => url),
          urls.slice(1)
        )
        assert.match(json.failed_results[0].error, /connection/i)
        assert.deepStrictEqual(json.usage, { credits: 1 })
        assert.isString(json.request_id)
      })
    )
  )

  it.live("gives the passages that speak to a query", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const { json } = yield* ask("POST", "/tavily/extract", { body: { urls: [at("/page")], query: "  " } })
        assert.include(json.results[0].raw_content, "Hello.")
        const asked = yield* ask("POST", "/tavily/extract", { body: { urls: [at("/page")], query: "hello" } })
        // This instance has no such format, which says that it was asked for.
        assert.include(JSON.stringify(asked.json), "highlights")
      })
    )
  )

  it.live("takes one address as text, gives plain text, and has only failures without being one", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const text = yield* ask("POST", "/tavily/extract", {
          body: { urls: at("/door/shop"), format: "text", timeout: 10.5 }
        })
        assert.include(text.json.results[0].raw_content, "Nails of iron")
        assert.deepStrictEqual(text.json.results[0].images, [])
        const failed = yield* ask("POST", "/tavily/extract", { body: { urls: [at("/reset")] } })
        assert.deepStrictEqual([failed.status, failed.json.results], [200, []])
      })
    )
  )
})

describe("clients of Tavily", () => {
  it.live("that have the key in the body are known by it, and the header wins", () =>
    withServer(({ ask }) =>
      Effect.gen(function* () {
        const search = (body: object, key?: string) =>
          ask("POST", "/tavily/search", { body: { query: "a", ...body }, key })
        assert.strictEqual((yield* search({ api_key: keys.rich })).status, 200)
        assert.strictEqual((yield* search({ api_key: "tvly-unknown" })).status, 401)
        assert.strictEqual((yield* search({ api_key: "tvly-unknown" }, keys.rich)).status, 200)
        assert.strictEqual((yield* search({ api_key: keys.rich }, "tvly-unknown")).status, 401)
        const keyless = yield* ask("POST", "/tavily/search", {
          body: { query: "a" },
          key: undefined,
          headers: { "x-tavily-access-mode": "keyless" }
        })
        assert.strictEqual(keyless.status, 401)
      })
    )
  )

  it.live("are told what went wrong where they look for it", () =>
    withServer(({ ask, at }) =>
      Effect.gen(function* () {
        const page = at("/door/shop")
        const expected: ReadonlyArray<readonly [string, unknown, string | undefined, number, RegExp]> = [
          ["search", {}, keys.rich, 400, /query/],
          ["search", { query: "a", max_results: 21 }, keys.rich, 400, /max_results/],
          ["search", { query: "no engine" }, keys.rich, 503, /search/i],
          ["search", "[", keys.rich, 400, /JSON|body/i],
          ["extract", {}, keys.rich, 400, /urls/],
          ["extract", { urls: [] }, keys.rich, 400, /urls/],
          ["extract", { urls: Array.from({ length: 21 }, () => page) }, keys.rich, 400, /urls/],
          ["extract", { urls: [page], timeout: 61 }, keys.rich, 400, /timeout/],
          ["extract", { urls: [page] }, undefined, 401, /Unauthorized/],
          ["extract", { urls: [page] }, keys.reader, 403, /needs the scope `\w+` or `write`/],
          ["extract", { urls: [page] }, keys.poor, 402, /credits/]
        ]
        for (const [path, body, key, status, message] of expected) {
          const answer = yield* ask("POST", `/tavily/${path}`, { body, key })
          assert.strictEqual(answer.status, status, `${JSON.stringify(body).slice(0, 60)} ${answer.text}`)
          assert.match(answer.json.detail.error, message)
        }
      })
    )
  )

  it.live("reach no address that the egress policy refuses, and no engine that is not there", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const call = yield* clientOf(Layer.merge(services({ block: ["blocked.test"] }), KeysTest), { doors })
        const urls = ["https://blocked.test/", "http://127.0.0.1/", "https://a.test/b"]
        const { body } = yield* call("POST", "/tavily/extract", { urls })
        assert.deepStrictEqual(
          body.failed_results.map(({ url }: any) => url),
          urls.slice(0, 2)
        )
        const search = yield* call("POST", "/tavily/search", { query: "a" })
        assert.strictEqual(search.status, 501)
        assert.include(search.body.detail.error, "Searches are not available")
      })
    )
  )
})
