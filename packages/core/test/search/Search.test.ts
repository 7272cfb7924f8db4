import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as InvalidInput from "@orbweaver/core/model/InvalidInput"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { allowed, LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { SearchError, SearchProvider, type SearchQuery } from "@orbweaver/core/search/SearchProvider"
import { LocalIndexSuite } from "@orbweaver/testing"
import { Context, DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

LocalIndexSuite.suite("memory", LocalIndex.layerMemory())

describe("an index in memory", () => {
  it.effect("lets the oldest pages go when it holds too much text", () =>
    Effect.gen(function* () {
      const index = yield* LocalIndex
      for (const name of ["a", "b", "c"]) {
        const markdown = `tide ${name.repeat(35)}`
        yield* index.put({ accountId: "x", url: `https://site.test/${name}`, title: "", description: "", markdown })
      }
      const hits = yield* index.search({ accountId: "x", text: "tide", limit: 10 })
      assert.sameMembers(
        hits.map(({ url }) => url),
        ["https://site.test/b", "https://site.test/c"]
      )
    }).pipe(Effect.provide(LocalIndex.layerMemory({ maxCharacters: 100 })))
  )
})

class Asked extends Context.Service<Asked, Array<SearchQuery>>()("test/Asked") {}

const hosts = ["github.com/a", "arxiv.org/b", "site.test/c.pdf", "site.test/fails", "site.test/hangs"]

const provider = Layer.effect(
  SearchProvider,
  Effect.map(Asked, (asked) => ({
    name: "test",
    sources: ["web", "news", "images"] as const,
    ignored: ({ country, location }: SearchQuery) => [
      ...(country === undefined ? [] : [{ option: "country", detail: "it takes no countries" } as const]),
      ...(location === undefined ? [] : [{ option: "location", detail: "it takes no places" } as const])
    ],
    search: (query: SearchQuery) => {
      asked.push(query)
      if (query.source === "images" && query.text.startsWith("slow")) return Effect.never
      return query.source === "news"
        ? Effect.fail(new SearchError({ provider: "test", why: "unavailable", detail: "down" }))
        : Effect.succeed(hosts.map((host) => ({ url: `https://${host}`, title: host, description: "Of the engine" })))
    }
  }))
)

const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: (url) => {
    const address = String(url)
    if (address.endsWith("fails")) return Effect.fail(InvalidInput.invalid("url", ["url"], "no"))
    if (address.endsWith("hangs")) return Effect.never
    const document = {
      markdown: `# ${address}\n\nThe tide of ${address} turns.`,
      metadata: { sourceURL: address, url: address, statusCode: 200 }
    }
    return Effect.succeed({ id: "1", document, credits: 1 })
  }
})

const layer = Searcher.layer.pipe(
  Layer.provide([provider, scraper]),
  Layer.provideMerge([Ledger.Ledger.layerMemory, LocalIndex.layerMemory(), Layer.sync(Asked, () => [])])
)

const search = (query: string, options?: Parameters<Searcher["Service"]["search"]>[1]) =>
  Searcher.use((searcher) => searcher.search(query, options))

describe("a search", () => {
  it.effect("describes scraped results by what their pages say on the query, unless that is switched off", () =>
    Effect.gen(function* () {
      const descriptions = (options: Parameters<Searcher["Service"]["search"]>[1], query = "tide turns") =>
        Effect.map(search(query, { limit: 1, ...options }), ({ sources }) =>
          sources.web!.map(({ description }) => description)
        )
      const scrapeOptions = { formats: ["markdown" as const] }
      assert.deepStrictEqual(yield* descriptions({ scrapeOptions }), ["The tide of https://github.com/a turns."])
      assert.deepStrictEqual(yield* descriptions({ scrapeOptions, highlights: false }), ["Of the engine"])
      assert.deepStrictEqual(yield* descriptions({ scrapeOptions }, "submarines"), ["Of the engine"])
      assert.deepStrictEqual(yield* descriptions({}), ["Of the engine"])
    }).pipe(Effect.provide(layer))
  )

  it.effect("groups results by source and numbers them", () =>
    Effect.gen(function* () {
      const { sources } = yield* search("words", { sources: ["web", "images"], limit: 2 })
      assert.deepStrictEqual(Object.keys(sources), ["web", "images"])
      assert.deepStrictEqual(
        sources.web?.map(({ position, title }) => [position, title]),
        [
          [1, "github.com/a"],
          [2, "arxiv.org/b"]
        ]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells the engine language and country, a source's own wishes first", () =>
    Effect.gen(function* () {
      yield* search("words", { tbs: "qdr:d", country: "DE", sources: [{ type: "web", tbs: "qdr:w" }] })
      const [asked] = yield* Asked
      assert.deepInclude(asked, { tbs: "qdr:w", country: "de", lang: "en" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("turns categories and domains into operators, holds engines to them, and names the category of a hit", () =>
    Effect.gen(function* () {
      const { sources } = yield* search("words", { categories: ["github", "pdf"] })
      assert.strictEqual((yield* Asked)[0]!.text, "words (site:github.com) filetype:pdf")
      assert.deepStrictEqual(
        sources.web?.map(({ category }) => category),
        ["github", undefined, "pdf", undefined, undefined]
      )
      const only = yield* search("words", { includeDomains: ["arxiv.org"] })
      assert.deepStrictEqual(
        only.sources.web?.map(({ title }) => title),
        ["arxiv.org/b"]
      )
      const without = yield* search("words", { excludeDomains: ["site.test"] })
      assert.lengthOf(without.sources.web!, 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("says once what the engine does not heed, where the caller asked for it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* search("words")).warnings, [])
      const { warnings } = yield* search("words", {
        location: "Wien",
        filter: "x",
        sources: [{ type: "web", country: "at" }, "images"]
      })
      assert.deepStrictEqual(warnings, [
        "No search engine takes filter: it was ignored.",
        "The search by test does not heed country as asked: it takes no countries.",
        "The search by test does not heed location as asked: it takes no places."
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes on when one of several sources fails, and fails when all do", () =>
    Effect.gen(function* () {
      const { sources, warnings } = yield* search("words", { sources: ["web", "news"], limit: 1 })
      assert.lengthOf(sources.web!, 1)
      assert.deepStrictEqual(sources.news, [])
      assert.include(warnings[0], "down")
      const error = yield* Effect.flip(search("words", { sources: ["news"] }))
      assert.strictEqual(error._tag, "SearchError")
    }).pipe(Effect.provide(layer))
  )

  it.effect("scrapes what it found when formats are asked for, and ends at its deadline with what there is", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        search("words", { timeout: 2000, scrapeOptions: { formats: ["markdown"] } })
      )
      yield* TestClock.adjust("2 seconds")
      const { sources } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        sources.web?.map(({ document, failure }) => document?.markdown?.split("\n")[0] ?? failure?._tag),
        ["# https://github.com/a", "# https://arxiv.org/b", "# https://site.test/c.pdf", "InvalidInput", "TimedOut"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("waits for no source beyond its deadline, and gives those that answered", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        search("slow words", {
          timeout: 2000,
          sources: ["images", "web"],
          limit: 1,
          scrapeOptions: { formats: ["markdown"] }
        })
      )
      yield* TestClock.adjust("2 seconds")
      const { sources, warnings } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(sources.images, [])
      assert.include(sources.web?.[0]?.document?.markdown, "# https://github.com/a")
      assert.include(warnings[0], "timed-out")
    }).pipe(Effect.provide(layer))
  )

  it.effect("finds what this instance has scraped, without any engine", () =>
    Effect.gen(function* () {
      const index = yield* LocalIndex
      yield* index.put({
        accountId: "local",
        url: "https://s.test/",
        title: "Tides",
        description: "",
        markdown: "the tide"
      })
      const { sources } = yield* search("tide", { sources: ["local"] })
      assert.deepStrictEqual(
        sources.local?.map(({ title }) => title),
        ["Tides"]
      )
      assert.deepStrictEqual(yield* Asked, [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs two credits for ten results begun, and nothing for none", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger.Ledger
      assert.strictEqual((yield* search("words")).credits, 2)
      assert.strictEqual((yield* search("zzz", { sources: ["local"] })).credits, 0)
      const used = yield* ledger.used(
        "local",
        "credits",
        Ledger.billingPeriod(Account.localAccount, yield* DateTime.now)!
      )
      assert.strictEqual(used, 2)
    }).pipe(Effect.provide(layer))
  )

  for (const [what, query, options, path] of [
    ["no words", " ", {}, "query"],
    ["too many words", "x".repeat(2001), {}, "query"],
    ["a limit of 0", "words", { limit: 0 }, "limit"],
    ["both kinds of domains", "words", { includeDomains: ["a.b"], excludeDomains: ["c.d"] }, "includeDomains"],
    ["an unknown option", "words", { colour: 1 } as object, "colour"]
  ] as const) {
    it.effect(`names the field for ${what}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(search(query, options))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.strictEqual((error as InvalidInput.InvalidInput).issues[0]!.path[0], path)
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("without a provider says what to configure", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(search("words"))
      assert.include(error.message, "not-configured")
    }).pipe(
      Effect.provide(
        Searcher.layer.pipe(
          Layer.provide([SearchProvider.layerNone, scraper, Ledger.Ledger.layerMemory, LocalIndex.layerNone])
        )
      )
    )
  )
})

it("a domain covers its subdomains and nothing that only ends alike", () => {
  assert.isTrue(allowed("https://a.b.test/x", { includeDomains: ["b.test"] }))
  assert.isFalse(allowed("https://ab.test/x", { includeDomains: ["b.test"] }))
  assert.isFalse(allowed("no address", { includeDomains: ["b.test"] }))
})
