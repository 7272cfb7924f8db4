/** What every `LocalIndex` must do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type IndexedPage, type IndexedPageName, LocalIndex, type LocalQuery } from "@orbweaver/core/scrape/LocalIndex"

const page = (name: string, markdown: string, rest: Partial<IndexedPage> = {}): IndexedPage => ({
  accountId: "a",
  url: `https://site.test/${name}`,
  title: name,
  description: "",
  markdown,
  ...rest
})

const pages: ReadonlyArray<IndexedPage> = [
  page("tides", "The tide rises with the moon. Tide tables say when."),
  page("clocks", "A clock shows the time, and a tidal clock shows the tide beside it."),
  page("bread", "Flour, water, salt and time make bread."),
  page("cafe", "Das Café am Hafen öffnet um zehn.", { url: "https://hafen.example/cafe" }),
  page("secret", "The tide of another account.", { accountId: "b" })
]

export const suite = <E>(name: string, layer: Layer.Layer<LocalIndex, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`LocalIndex (${name})`, (it) => {
    const search = Effect.fnUntraced(function* (text: string, rest: Partial<LocalQuery> = {}) {
      const index = yield* LocalIndex
      for (const each of pages) yield* index.put(each)
      const hits = yield* index.search({ accountId: "a", text, limit: 10, ...rest })
      return hits.map(({ url }) => url.slice(url.lastIndexOf("/") + 1))
    })

    it.effect("finds pages by their words, best first", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* search("tide moon"), ["tides"])
        assert.strictEqual((yield* search("tide"))[0], "tides")
        assert.sameMembers(yield* search("tide"), ["tides", "clocks"])
      })
    )

    it.effect("finds pages that hold most of the words where none has them all", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* search("tide moon zebra"), ["tides"])
        assert.deepStrictEqual(yield* search("flour water salt zebra"), ["bread"])
        assert.deepStrictEqual(yield* search("tide zebra"), [])
        assert.deepStrictEqual(
          yield* search("flour water salt make bread zebra quagga okapi", { excludeDomains: ["hafen.example"] }),
          ["bread"]
        )
      })
    )

    it.effect("does not mind case, marks and the form of a word", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* search("CAFE hafen"), ["cafe"])
        assert.include(yield* search("tides"), "tides")
      })
    )

    it.effect("shows one account nothing of another", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* search("tide", { accountId: "b" }), ["secret"])
        assert.deepStrictEqual(yield* search("tide", { accountId: "c" }), [])
      })
    )

    it.effect("keeps to the hosts and the number asked for", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* search("time tide cafe", { includeDomains: ["hafen.example"] }), [])
        assert.deepStrictEqual(yield* search("cafe", { includeDomains: ["hafen.example"] }), ["cafe"])
        assert.deepStrictEqual(yield* search("tide", { excludeDomains: ["site.test"] }), [])
        assert.lengthOf(yield* search("tide", { limit: 1 }), 1)
      })
    )

    it.effect("gives each hit a title and a piece of its text", () =>
      Effect.gen(function* () {
        const index = yield* LocalIndex
        yield* index.put(pages[2]!)
        const [hit] = yield* index.search({ accountId: "a", text: "flour", limit: 1 })
        assert.strictEqual(hit!.title, "bread")
        assert.include(hit!.description, "Flour, water")
      })
    )

    it.effect("finds the words of a page and not its Markdown", () =>
      Effect.gen(function* () {
        const index = yield* LocalIndex
        yield* index.put(page("linked", "A **quagga** by [its herd](https://okapi.test/gnu)."))
        const find = (text: string) => index.search({ accountId: "a", text, limit: 10 })
        const [hit] = yield* find("quagga")
        assert.strictEqual(hit?.description, "A quagga by its herd.")
        assert.deepStrictEqual(yield* find("okapi"), [])
      })
    )

    it.effect("knows a page in its latest form only", () =>
      Effect.gen(function* () {
        const index = yield* LocalIndex
        yield* index.put(page("moving", "zebra"))
        yield* index.put(page("moving", "giraffe"))
        const find = (text: string) => index.search({ accountId: "a", text, limit: 10 })
        assert.deepStrictEqual(yield* find("zebra"), [])
        assert.lengthOf(yield* find("giraffe"), 1)
      })
    )

    it.effect("takes any words for words, operators and quotes included", () =>
      Effect.gen(function* () {
        for (const text of [
          `"tide`,
          "tide*",
          "NOT tide",
          "tide OR",
          "(tide",
          "tide:moon",
          "'; DROP TABLE x --",
          "\u0000",
          ""
        ]) {
          yield* search(text)
        }
      })
    )

    it.effect("erases the pages that are picked, and no others", () =>
      Effect.gen(function* () {
        const index = yield* LocalIndex
        yield* index.put(page("quokka", "A quokka eats leaves."))
        yield* index.put(page("numbat", "A numbat eats no leaves, as the quokka does.", { url: "https://kept.test/" }))
        yield* index.put(page("quokka", "Another quokka.", { accountId: "b" }))
        const isErased = ({ accountId, url }: IndexedPageName) =>
          accountId === "a" && url === "https://site.test/quokka"
        assert.strictEqual(yield* index.erase(isErased), 1)
        assert.strictEqual(yield* index.erase(isErased), 0)
        const find = (accountId: string) =>
          Effect.map(index.search({ accountId, text: "quokka", limit: 10 }), (hits) => hits.map(({ url }) => url))
        assert.deepStrictEqual(yield* find("a"), ["https://kept.test/"])
        assert.deepStrictEqual(yield* find("b"), ["https://site.test/quokka"])
      })
    )
  })
