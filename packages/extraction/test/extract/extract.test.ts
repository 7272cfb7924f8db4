// What several pages say, put together; which pages are read; models that never answer.
import { assert, describe, it } from "@effect/vitest"
import { questionBounds, generateFromPages } from "../../src/extract/askPages.ts"
import { fitted, missingProperties } from "../../src/extract/complete.ts"
import { fitAnswer, keepFitting } from "../../src/json/fitAnswer.ts"
import { mergeReadings, type PageReading } from "../../src/json/mergeReadings.ts"
import { rankLinks, withoutViews, wordsOfSchema } from "../../src/extract/rankLinks.ts"
import { readPage } from "../../src/extract/readPage.ts"
import type { Evidence, Place, Source } from "@orbweaver/core/internal/evidence/Evidence"
import { indexSchema, type SchemaIndex } from "../../src/json/schemaIndex.ts"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { Effect, Fiber, Schema } from "effect"
import { LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"

const indexOf = (schema: unknown): SchemaIndex => {
  const index = indexSchema(schema)
  if ("issues" in index) throw new Error(JSON.stringify(index.issues))
  return index
}

/** A page that says a value, all of it in the same way. */
const says = (url: string, value: unknown, source: Source | "model" = "json-ld", titles = ""): PageReading => {
  const sources: Record<string, Place> = {}
  const mark = (part: unknown, at: string): void => {
    if (typeof part === "object" && part !== null) {
      for (const [name, inner] of Object.entries(part)) mark(inner, `${at}/${name}`)
    } else if (source !== "model") sources[at] = { source, where: "p" }
  }
  mark(value, "")
  return { url, value, sources, titles }
}

const merged = (...readings: ReadonlyArray<PageReading>) => mergeReadings(readings).value

describe("plain values", () => {
  it("the strongest evidence wins, then most pages, then the first page", () => {
    assert.deepStrictEqual(merged(says("a", { size: 1 }, "meta"), says("b", { size: 2 }, "json-ld")), { size: 2 })
    assert.deepStrictEqual(
      merged(says("a", { size: 1 }, "table"), says("b", { size: 2 }, "table"), says("c", { size: 2 }, "table")),
      { size: 2 }
    )
    assert.deepStrictEqual(merged(says("a", { size: 1 }, "table"), says("b", { size: 2 }, "table")), { size: 1 })
    assert.deepStrictEqual(merged(says("a", { size: 1 }, "model"), says("b", { size: 2 }, "title")), { size: 2 })
  })

  it("what equal evidence says differently is named", () => {
    const { disputed } = mergeReadings([says("a", { size: 1 }, "table"), says("b", { size: 2 }, "label")])
    assert.deepStrictEqual(disputed, ["/size"])
  })

  it("names every page that says a value, whatever its case and spaces", () => {
    const { sources, value } = mergeReadings([says("a", { colour: "Dark  Blue" }), says("b", { colour: "dark blue" })])
    assert.deepStrictEqual(value, { colour: "Dark  Blue" })
    assert.deepStrictEqual(sources.get("/colour"), ["a", "b"])
  })
})

describe("a thing", () => {
  it("is never made of two", () => {
    const kestrel = says("a", { name: "Kestrel", price: 10 })
    const heron = says("b", { name: "Heron", weight: "9 kg", colour: "blue" })
    const { several, value } = mergeReadings([kestrel, heron])
    assert.deepStrictEqual(value, { name: "Heron", weight: "9 kg", colour: "blue" })
    assert.isTrue(several)
    assert.deepStrictEqual(merged(says("a", { sku: "1", price: 5 }), says("b", { sku: "2", weight: "9 kg" })), {
      sku: "1",
      price: 5
    })
  })

  it("is told of by pages whose titles name it, under headings of their own", () => {
    const home = says("a", { name: "Acme" }, "json-ld", "Acme")
    const contact = says("b", { name: "Contact", phone: "1" }, "heading", "Contact | Acme")
    const other = says("c", { name: "Acmeland", fax: "2" }, "heading", "Acmeland")
    assert.deepStrictEqual(merged(contact, home, other), { name: "Acme", phone: "1" })
  })

  it("inside a wrapper is one thing too", () => {
    const value = merged(
      says("a", { product: { name: "A", price: 1 } }),
      says("b", { product: { name: "B", weight: "2" } })
    )
    assert.deepStrictEqual(value, { product: { name: "A", price: 1 } })
  })

  it("takes no prototype from a page", () => {
    const value = merged(says("a", JSON.parse('{"name":"x","__proto__":{"evil":1}}'), "model")) as object
    assert.deepStrictEqual(Object.keys(value), ["name"])
    assert.isUndefined((value as { evil?: number }).evil)
  })
})

describe("lists", () => {
  const list = (...items: ReadonlyArray<unknown>) => ({ items })

  it("have every item once: of one number, one address or one name", () => {
    assert.deepStrictEqual(
      merged(
        says("a", list({ name: "A", sku: "1" }, { name: "B", url: "https://x.test/b/" })),
        says("b", list({ name: "A (new)", sku: "1", price: 5 }, { name: "Bee", url: "http://www.x.test/b", price: 6 })),
        says("c", list({ name: "a ", colour: "red" }))
      ),
      list({ name: "A", sku: "1", price: 5, colour: "red" }, { name: "B", url: "https://x.test/b/", price: 6 })
    )
  })

  it("keep apart what has different numbers, and what one page lists as two", () => {
    assert.deepStrictEqual(
      merged(says("a", list({ name: "A", sku: "1" })), says("b", list({ name: "A", sku: "2" }))),
      list({ name: "A", sku: "1" }, { name: "A", sku: "2" })
    )
    const team = list({ name: "John Smith", role: "Cook" }, { name: "John Smith", role: "Host" })
    assert.deepStrictEqual(merged(says("a", team)), team)
    const linked = list({ name: "Ann", url: "https://x.test/team" }, { name: "Ben", url: "https://x.test/team" })
    assert.deepStrictEqual(merged(says("a", linked), says("b", linked)), linked)
  })

  it("keep apart things of one name that have nothing else in common", () => {
    const leeds = { name: "Clear View", city: "Leeds", phone: "1" }
    const hull = { name: "Clear View", city: "Hull", phone: "2" }
    assert.deepStrictEqual(merged(says("a", list(leeds)), says("b", list(hull))), list(leeds, hull))
    const moved = { name: "Clear View", city: "Leeds", phone: "2" }
    assert.deepStrictEqual(merged(says("a", list(leeds)), says("b", list(moved))), list(leeds))
  })

  it("of plain values and of nameless things are joined without repeats", () => {
    assert.deepStrictEqual(merged(says("a", { tags: ["x", "y"] }), says("b", { tags: ["Y", "z"] })), {
      tags: ["x", "y", "z"]
    })
    assert.deepStrictEqual(
      merged(says("a", list({ from: 1, to: 2 })), says("b", list({ to: 2, from: 1 }, { from: 3 }))),
      {
        items: [{ from: 1, to: 2 }, { from: 3 }]
      }
    )
  })

  const things = ["Ash", "Birch", "Cedar", "Dill"].map((name, at) => ({ name, sku: `s${at}`, price: at * 10 }))
  const View = Schema.Struct({ thing: Schema.Literals([0, 1, 2, 3]), sku: Schema.Boolean, price: Schema.Boolean })
  const seen = ({ price, sku, thing }: typeof View.Type) => {
    const { name, price: cost, sku: number } = things[thing]!
    return { name, ...(sku ? { sku: number } : {}), ...(price ? { price: cost } : {}) }
  }

  it.effect.prop(
    "make of what pages show of things these things, each once",
    [Schema.Array(Schema.Array(View))],
    ([pages]) =>
      Effect.sync(() => {
        const expected = new Map<number, object>()
        for (const view of pages.flat()) expected.set(view.thing, { ...expected.get(view.thing), ...seen(view) })
        const { sources, value } = mergeReadings(pages.map((views, at) => says(`p${at}`, list(...views.map(seen)))))
        const found = (value as { items?: ReadonlyArray<object> } | undefined)?.items ?? []
        assert.deepStrictEqual(found, [...expected.values()])
        for (const [at, item] of found.entries()) {
          for (const name of Object.keys(item)) assert.isNotEmpty(sources.get(`/items/${at}/${name}`))
        }
        assert.deepStrictEqual(merged(says("once", value), says("again", value)), value)
      })
  )
})

describe("an answer", () => {
  const index = indexOf({
    type: "object",
    properties: {
      name: { type: "string" },
      address: { type: "object", properties: { city: { type: "string" }, zip: { type: "string" } } },
      parts: {
        type: "array",
        maxItems: 2,
        items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] }
      }
    }
  })

  it("names what it lacks, and not what lists lack", () => {
    assert.deepStrictEqual(missingProperties(index, { name: "x", address: { city: "y" }, parts: [{}] }), [
      "/address/zip"
    ])
    assert.deepStrictEqual(missingProperties(index, undefined), ["/name", "/address", "/parts"])
  })

  it("says its properties as the schema lists them", () => {
    const { value } = fitted(
      index,
      mergeReadings([says("a", { address: { zip: "1", city: "x" } }), says("b", { name: "n" })])
    )
    assert.strictEqual(JSON.stringify(value), '{"name":"n","address":{"city":"x","zip":"1"}}')
  })

  it("loses items that do not fit, and its sources follow", () => {
    const { dropped, sources, value } = fitted(
      index,
      mergeReadings([says("a", { parts: [{ id: "one" }, { id: 2 }, { id: 3 }, { id: 4 }] })])
    )
    assert.deepStrictEqual(value, { parts: [{ id: 2 }, { id: 3 }] })
    assert.deepStrictEqual([...sources.keys()], ["/parts/0/id", "/parts/1/id"])
    assert.deepStrictEqual(dropped, { items: 2, values: 0 })
  })

  it("keeps an item without a value that does not fit, where the value is not required", () => {
    const shop = indexOf({
      type: "object",
      properties: {
        parts: {
          type: "array",
          items: {
            type: "object",
            required: ["id"],
            properties: {
              id: { type: "string" },
              price: { type: "number" },
              tags: { type: "array", items: { type: "string" } },
              maker: { type: "object", required: ["name"], properties: { name: { type: "string" } } }
            }
          }
        }
      }
    })
    const parts = [
      { price: 4 },
      { id: "a", price: "on request", tags: ["new", 7] },
      { id: "b", maker: { name: 3 }, price: 5 }
    ]
    const { dropped, droppedItems, sources, value } = fitted(shop, mergeReadings([says("p", { parts })]))
    assert.deepStrictEqual(value, {
      parts: [
        { id: "a", tags: ["new"] },
        { id: "b", price: 5 }
      ]
    })
    assert.deepStrictEqual(dropped, { items: 1, values: 4 })
    assert.include(droppedItems.join("\n"), "a of p: /price must be number")
    assert.include(droppedItems.join("\n"), "of p: it must have the property id")
    assert.includeMembers([...sources.keys()], ["/parts/0/id", "/parts/1/id", "/parts/1/price"])
    assert.notInclude([...sources.keys()].join(" "), "/parts/0/price")
    assert.notInclude([...sources.keys()].join(" "), "maker")
  })
})

describe("an answer of a model", () => {
  const index = indexOf({
    type: "object",
    properties: {
      shops: {
        type: "array",
        items: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, seats: { type: "integer" } }
        }
      }
    }
  })

  it.effect("keeps what is right of its items, however many have faults", () =>
    Effect.gen(function* () {
      const shops = Array.from({ length: 900 }, (_, at) =>
        at % 3 === 0
          ? { name: `Shop ${at}`, seats: at }
          : at % 3 === 1
            ? { seats: at }
            : { name: `Shop ${at}`, seats: "?" }
      )
      const kept = yield* keepFitting(yield* fitAnswer({ shops }, index), index)
      const { shops: left } = kept.value as { readonly shops: ReadonlyArray<object> }
      assert.lengthOf(left, 900)
      assert.deepStrictEqual(left.slice(0, 3), [{ name: "Shop 0", seats: 0 }, { seats: 1 }, { name: "Shop 2" }])
      assert.strictEqual(kept.droppedCount, 300)
      assert.deepInclude(kept.dropped[0], { at: "/shops/2/seats", keyword: "type" })
      assert.strictEqual(kept.missing[0], "/shops/1/name")
    })
  )
})

describe("a page", () => {
  const index = indexOf({
    type: "object",
    properties: {
      products: {
        type: "array",
        items: {
          type: "object",
          properties: { name: { type: "string" }, price: { type: "number" }, url: { type: "string" } }
        }
      }
    }
  })
  const labelled = (label: string, value: string, source: Source = "label") => ({ label, value, source, where: "p" })

  it("is an item of a list by what it says of itself", async () => {
    const evidence: Evidence = {
      entities: [],
      facts: [labelled("h1", "Kestrel", "heading"), labelled("name", "Kestrel", "heading"), labelled("Price", "12")],
      groups: []
    }
    assert.deepStrictEqual(
      (await Effect.runPromise(readPage(evidence, index, "https://x.test/k"))).map(({ value }) => value),
      [{ products: [{ name: "Kestrel", price: 12, url: "https://x.test/k" }] }]
    )
  })

  it("is none by a heading and a description, which every page has", async () => {
    const evidence: Evidence = {
      entities: [],
      facts: [labelled("name", "About us", "heading"), labelled("description", "We are nice.", "meta")],
      groups: []
    }
    assert.deepStrictEqual(await Effect.runPromise(readPage(evidence, index, "https://x.test/about")), [])
  })
})

describe("addresses of a map", () => {
  const links = ["", "blog/rain", "shop/kestrel", "contact", "jobs"].map((path) => ({ url: `https://x.test/${path}` }))

  it.effect("come by what is wanted, and otherwise in their order", () =>
    Effect.gen(function* () {
      const best = (prompt: string, schema?: unknown) =>
        Effect.map(rankLinks(links, wordsOfSchema(prompt, schema)), ([first]) => first!.url)
      assert.strictEqual(yield* best("all jobs"), "https://x.test/jobs")
      assert.strictEqual(
        yield* best("", { type: "object", properties: { contactPerson: { type: "string" } } }),
        "https://x.test/contact"
      )
      assert.deepStrictEqual(yield* rankLinks(links, "zebra"), links)
    })
  )

  it("are pages, not other views of them", () => {
    const urls = ["shop", "shop?page=2", "shop?sort=price", "shop/?utm_source=x", "item?id=1", "item?id=2"]
    assert.deepStrictEqual(
      withoutViews(urls.map((url) => ({ url: `https://x.test/${url}` }))).map(({ url }) => url.slice(15)),
      ["shop", "shop?page=2", "item?id=1", "item?id=2"]
    )
  })

  it("are ranked by a bounded part of an enormous schema", () => {
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`property${at}`, {}]))
    assert.isAtMost(wordsOfSchema("x".repeat(50_000), { type: "object", properties }).length, 4000)
  })
})

describe("a model that never answers", () => {
  it.effect("is given up for a page after its time, and altogether after a few", () =>
    Effect.gen(function* () {
      const model = yield* LanguageModel.make({
        generateText: () => Effect.never,
        streamText: () => {
          throw new Error("not asked for")
        }
      })
      const pages = ["a", "b", "c", "d", "e"].map((url) => ({
        url,
        page: url,
        markdown: url,
        titles: "",
        readings: []
      }))
      const schema = { type: "object", properties: { mood: { type: "string" } } }
      const asking = yield* Effect.forkChild(
        generateFromPages(model, { jobId: "job", pages, schema, prompt: undefined })
      )
      yield* TestClock.adjust("15 minutes")
      const { errors, readings, tokens, warnings } = yield* Fiber.join(asking)
      assert.lengthOf(readings, 0)
      assert.lengthOf(errors, questionBounds.failures)
      assert.include(errors[0]!.error, "did not answer in time")
      assert.deepStrictEqual(tokens, { input: 0, output: 0 })
      assert.deepStrictEqual(warnings, ["The model failed repeatedly: it did not read every page."])
    }).pipe(Effect.provide(Ledger.Ledger.layerMemory))
  )
})
