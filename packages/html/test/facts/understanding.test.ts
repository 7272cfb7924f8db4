import { assert, describe, it } from "@effect/vitest"
import * as Format from "@orbweaver/core/scrape/Format"
import { json } from "@orbweaver/extraction/formats/Json"
import { menu } from "@orbweaver/extraction/formats/Menu"
import { product } from "@orbweaver/extraction/formats/Product"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { htmlFormats } from "@orbweaver/html"
import { Effect } from "effect"
import { pages } from "../../quality/json/pages.ts"
import { leaves, schemaOf } from "../../quality/json/page.ts"
import { facts } from "../../src/facts/facts.ts"
import { parse } from "../../src/tree/parse.ts"

const formats = Format.make([...htmlFormats(), json(), product, menu])

/** Runs a format with everything it uses, as a scrape does. */
const run = Effect.fnUntraced(function* (html: string, spec: { type: string }) {
  const plan = yield* formats.plan([spec])
  const page = FormatSuite.htmlPage(html)
  let fields: Format.Fields = {}
  for (const { format, spec } of plan) {
    const wanted = plan.map(({ format }) => format.name)
    fields = { ...fields, ...(yield* format.run({ page, spec, options: resolve({}), wanted, fields })) }
  }
  return fields
})

/** A property of a field that is any JSON. */
const at = (field: unknown, name: string): unknown => (field as Readonly<Record<string, unknown>>)[name]

const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe("json from HTML", () => {
  for (const page of pages) {
    it.effect(`invents nothing: ${page.name}`, () =>
      Effect.gen(function* () {
        const { json } = yield* run(page.html, { type: "json", schema: schemaOf(page.schema) } as { type: string })
        const expected = leaves(page.expected)
        for (const [place, value] of leaves(json)) assert.strictEqual(value, expected.get(place), place)
      })
    )
  }
})

describe("product", () => {
  it.effect("variants say what is their own, and stock only when the page says it", () =>
    Effect.gen(function* () {
      const { product } = yield* run(
        `<h1>Shirt</h1>${ld({
          "@type": "ProductGroup",
          name: "Shirt",
          brand: "Loom",
          hasVariant: [
            {
              "@type": "Product",
              sku: "S-1",
              color: "blue",
              offers: { price: 20, priceCurrency: "EUR", availability: "https://schema.org/InStock" }
            },
            { "@type": "Product", sku: "S-2", color: "red", offers: { price: 22, priceCurrency: "EUR" } }
          ]
        })}`,
        { type: "product" }
      )
      assert.deepStrictEqual(at(product, "variants"), [
        {
          sku: "S-1",
          values: { color: "blue" },
          price: { amount: 20, currency: "EUR" },
          availability: { inStock: true, text: "InStock" }
        },
        { sku: "S-2", values: { color: "red" }, price: { amount: 22, currency: "EUR" } }
      ])
      assert.strictEqual(at(product, "brand"), "Loom")
    })
  )

  it.effect("an article is none", () =>
    Effect.gen(function* () {
      const fields = yield* run("<h1>Tides</h1><p>The sea rises.</p>", { type: "product" })
      assert.isFalse("product" in fields)
      assert.strictEqual(fields.warning, "The page shows no product.")
    })
  )
})

describe("menu", () => {
  const sourceUrl = "https://site.test/dir/page"
  /** What clients require of every item, where the page says nothing. */
  const required = {
    availability: { inStock: true },
    dietary: [],
    images: [],
    optionGroups: [],
    identifiers: {},
    sourceUrl
  }

  it.effect("of structured data, by sections", () =>
    Effect.gen(function* () {
      const { menu } = yield* run(
        ld({
          "@type": "Restaurant",
          name: "Olive",
          hasMenu: {
            "@type": "Menu",
            hasMenuSection: [
              {
                "@type": "MenuSection",
                name: "Soups",
                hasMenuItem: [
                  {
                    "@type": "MenuItem",
                    name: "Lentil",
                    offers: { price: "6.50", priceCurrency: "EUR" },
                    suitableForDiet: "https://schema.org/VeganDiet"
                  }
                ]
              }
            ]
          }
        }),
        { type: "menu" }
      )
      assert.deepInclude(menu as object, {
        isMenu: true,
        confidence: 1,
        merchant: { name: "Olive", type: "Restaurant" },
        currency: "EUR",
        sections: [
          {
            id: "section-1",
            name: "Soups",
            items: [
              {
                ...required,
                id: "item-1-1",
                name: "Lentil",
                price: { amount: 6.5, currency: "EUR" },
                dietary: ["Vegan"]
              }
            ]
          }
        ]
      })
    })
  )

  it.effect("of tables below headings, on a page that is called one", () =>
    Effect.gen(function* () {
      const table = (rows: string) => `<table><tr><th>Gericht</th><th>Preis</th></tr>${rows}</table>`
      const { menu } = yield* run(
        `<html lang="de"><h1>Speisekarte</h1><h2>Suppen</h2>${table("<tr><td>Linsen</td><td>6,50 €</td></tr><tr><td>Erbsen</td><td>7,00 €</td></tr>")}`,
        { type: "menu" }
      )
      assert.deepStrictEqual(at(menu, "sections"), [
        {
          id: "section-1",
          name: "Suppen",
          items: [
            {
              ...required,
              id: "item-1-1",
              name: "Linsen",
              price: { amount: 6.5, currency: "EUR", formatted: "6,50 €" }
            },
            { ...required, id: "item-1-2", name: "Erbsen", price: { amount: 7, currency: "EUR", formatted: "7,00 €" } }
          ]
        }
      ])
    })
  )

  it.effect("any other page has none", () =>
    Effect.gen(function* () {
      const fields = yield* run("<h1>Tides</h1>", { type: "menu" })
      assert.deepStrictEqual(fields.menu, {
        isMenu: false,
        confidence: 0,
        merchant: { name: "site.test" },
        sections: [],
        sourceUrl
      })
    })
  )
})

describe("evidence is bounded", () => {
  const hostile = {
    "values without end": "<p>Price: 5</p>".repeat(20_000),
    "cards in cards": "<div class=a><h2>x</h2><p class=price>1</p>".repeat(5_000),
    "tables in tables": "<table><tr><td>".repeat(5_000),
    "titles in titles": "<h1><b>".repeat(5_000),
    "metas without end": "<meta name=price content=5>".repeat(20_000)
  }
  for (const [name, html] of Object.entries(hostile)) {
    it(`${name} leave a bounded number of facts`, () => {
      const found = facts(parse(html), new URL("https://site.test/"))
      assert.isAtMost(found.facts.length, 6_100)
      assert.isAtMost(found.groups.length, 200)
    })
  }
})
