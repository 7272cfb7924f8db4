// The offer of a product page, wherever its shop system says it: one product for `product` and `json`.
import { assert, describe, it } from "@effect/vitest"
import * as Format from "@orbweaver/core/scrape/Format"
import { json } from "@orbweaver/extraction/formats/Json"
import { product } from "@orbweaver/extraction/formats/Product"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { htmlFormats } from "@orbweaver/html"
import { Effect } from "effect"
import { type Offer, shopPages } from "./shopPages.ts"

const formats = Format.make([...htmlFormats(), json(), product])

const productSchema = {
  title: "product",
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    currency: { type: "string" },
    originalPrice: { type: "number" },
    inStock: { type: "boolean" }
  }
}

const jsonSpec: { readonly type: string } = { type: "json", schema: productSchema } as { type: string }

/** Runs a format with everything it uses, as a scrape does. */
const run = Effect.fnUntraced(function* (html: string, spec: { readonly type: string }) {
  const page = FormatSuite.htmlPage(html)
  const plan = yield* formats.plan([spec])
  const wanted = plan.map(({ format }) => format.name)
  let fields: Format.Fields = {}
  for (const { format, spec: own } of plan)
    fields = { ...fields, ...(yield* format.run({ page, spec: own, options: resolve({}), wanted, fields })) }
  return fields
})

/** What the two formats read of a page, and what they say of prices that differ. */
const read = Effect.fnUntraced(function* (html: string) {
  const asProduct = yield* run(html, { type: "product" })
  const asJson = yield* run(html, jsonSpec)
  return {
    product: asProduct.product,
    json: asJson.json as Readonly<Record<string, unknown>>,
    warnings: [asProduct, asJson].flatMap(({ warning }) => (warning?.includes("elsewhere") === true ? [warning] : []))
  }
})

const isOne = (prices: unknown): prices is Offer => Array.isArray(prices)

describe("the offer of a product page", () => {
  for (const { html, inStock, name, prices } of shopPages) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { json, product } = yield* read(html)
        assert.strictEqual(product?.title, "Wool scarf")
        const variants = (product?.variants ?? []).map(
          ({ price, sale, sku, title, values }): readonly [string, Offer] => [
            values?.color ?? sku ?? title ?? "",
            sale === undefined
              ? [price?.amount, price?.currency]
              : [price?.amount, price?.currency, sale.originalPrice.amount]
          ]
        )
        if (isOne(prices)) {
          assert.deepStrictEqual(
            variants.map(([, offer]) => offer),
            [prices]
          )
          assert.strictEqual(json["price"], prices[0])
          assert.strictEqual(json["currency"], prices[1])
          assert.strictEqual(json["originalPrice"], prices[2])
          assert.strictEqual(product?.variants[0]?.availability?.inStock, inStock)
        } else
          assert.deepStrictEqual(
            Object.fromEntries(
              variants.map(([key, offer]) => [
                Object.hasOwn(prices, key)
                  ? key
                  : (product?.variants.find(({ values }) => values?.color === key)?.sku ?? key),
                offer
              ])
            ),
            prices
          )
      })
    )
  }
})

const ld = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Product", name: "Wool scarf", ...data })}</script>`
const offer = (price: number) => ({ offers: { "@type": "Offer", price, priceCurrency: "EUR" } })
const analytics = (...items: ReadonlyArray<{ readonly item_name: string; readonly price: number }>) =>
  `<script>dataLayer.push(${JSON.stringify({ event: "view_item", ecommerce: { currency: "EUR", items } })})</script>`

describe("several sources", () => {
  it.effect("JSON-LD comes before the data of the shop, also where this says more", () =>
    Effect.gen(function* () {
      const variations = [12, 14].map((price, at) => ({
        attributes: { attribute_color: at === 0 ? "blue" : "red" },
        display_price: price,
        variation_id: at,
        sku: `V-${at}`,
        is_in_stock: true
      }))
      const { json, product } = yield* read(
        `<h1>Wool scarf</h1>${ld({ ...offer(13), sku: "LD" })}<form data-product_variations='${JSON.stringify(variations)}'></form>`
      )
      assert.strictEqual(json["price"], 13)
      assert.deepStrictEqual(
        product?.variants.map(({ price, sku }) => [sku, price?.amount]),
        [
          ["V-0", 12],
          ["V-1", 14]
        ]
      )
    })
  )

  it.effect("a page that shows another price than its structured data says so, and keeps the structured one", () =>
    Effect.gen(function* () {
      const { json, product, warnings } = yield* read(`<h1>Wool scarf</h1>${ld(offer(12))}<p class="price">14,00 €</p>`)
      assert.strictEqual(json["price"], 12)
      assert.strictEqual(product?.variants[0]?.price?.amount, 12)
      assert.strictEqual(warnings.length, 2)
      for (const warning of warnings)
        assert.match(warning, /price is 12 \(json-ld: .*\), but elsewhere the page says 14 \(class: p\.price\)/)
    })
  )

  it.effect("prices of other things on the page, of a cart, or from before the sale are no disagreement", () =>
    Effect.gen(function* () {
      for (const body of [
        `<p class="price">12,00 €</p>`,
        `<p class="price"><del>14,00 €</del> <ins>12,00 €</ins></p>`,
        `<p class="price">14,00 €</p><section><p class="price">9,00 €</p></section>`,
        `<p class="shipping-price">4,90 €</p>`,
        `<p class="price">0,00 €</p>`
      ]) {
        const { product, warnings } = yield* read(`<h1>Wool scarf</h1>${ld(offer(12))}${body}`)
        assert.deepStrictEqual([product?.variants[0]?.price?.amount, warnings], [12, []], body)
      }
    })
  )

  it.effect("data of other products is not that of the page", () =>
    Effect.gen(function* () {
      for (const data of [
        analytics({ item_name: "Silk scarf", price: 90 }),
        analytics({ item_name: "Wool", price: 90 }),
        analytics({ item_name: "Wool scarf", price: 12 }, { item_name: "Silk scarf", price: 90 }),
        `<div data-a='[{"variation_id":1,"display_price":90,"attributes":{}}]'></div><div data-b='[{"variation_id":2,"display_price":91,"attributes":{}}]'></div>`
      ]) {
        const { json } = yield* read(`<title>Wool scarf</title><h1>Wool scarf</h1>${data}`)
        assert.deepStrictEqual(json, { name: "Wool scarf" }, data)
      }
    })
  )

  it.effect("an article with a product in its data is no product", () =>
    Effect.gen(function* () {
      const { product } = yield* read(
        `<title>Ten ways to fold a scarf</title><h1>Ten ways to fold a scarf</h1>${analytics({ item_name: "Wool scarf", price: 12 })}<p>Fold it twice.</p>`
      )
      assert.strictEqual(product, undefined)
    })
  )

  it.effect("data that is broken, deep or endless leaves the page as it is without it", () =>
    Effect.gen(function* () {
      for (const data of [
        `<script>var product = {"price": 12, "variants": [{"price": 12</script>`,
        `<script>${"var a = {price: [".repeat(50_000)}</script>`,
        `<script>var a = ${'{"price":'.repeat(5_000)}1${"}".repeat(5_000)}</script>`,
        `<script type="application/json">${"[".repeat(100_000)}"price"</script>`,
        `<div data-product="{&quot;price_amount&quot;:12,"></div>`,
        `<script>var quote = {price: "never closed}</script>`
      ]) {
        const { json } = yield* read(`<h1>Wool scarf</h1>${data}<p class=price>12,00 €</p>`)
        assert.deepStrictEqual([json["name"], json["price"]], ["Wool scarf", 12])
      }
    })
  )
})

describe("prices that a page shows", () => {
  const shown: ReadonlyArray<readonly [html: string, price: number | undefined, before?: number]> = [
    [`<p class=price>From $10.00</p>`, undefined],
    [`<div class=price>USD 1,299.00</div>`, 1299],
    [`<div class=price>1.299,00 €</div>`, 1299],
    [`<div class=price>CHF 12.–</div>`, 12],
    [
      `<div class="product-price"><span>12,00 €</span> <span>-33 %</span> <span class="uvp">UVP 18,00 €</span></div>`,
      12,
      18
    ],
    [`<div class=price><span>RRP £18.00</span> <b>£12.00</b> <i>You save £6.00</i></div>`, 12, 18],
    [`<div class=price>3,99 € / kg</div>`, 3.99],
    [`<div class=price><b>12,00 €</b><p>Lowest price in the last 30 days: 11,00 €</p></div>`, 12],
    [`<div><s>£18.00</s> <strong>£12.00</strong></div>`, 12, 18],
    [`<div class=price>12,00 € <span class="installments">4 x 3,00 €</span></div>`, 12],
    [`<div class="price"><span class="text-gray line-through">$18</span> <span>$12</span></div>`, 12, 18],
    [`<div class="price">$12.00 $14.00</div>`, undefined],
    [`<div class="price">only while stocks last</div>`, undefined],
    [`<div class="price"><del>no longer made</del></div>`, undefined]
  ]
  for (const [html, price, before] of shown) {
    it.effect(`${price ?? "no price"} in ${html.replaceAll(/<[^<>]*>/g, "").trim()}`, () =>
      Effect.gen(function* () {
        const { json } = yield* read(`<html lang=en><h1>Wool scarf</h1>${html}`)
        assert.deepStrictEqual([json["price"], json["originalPrice"]], [price, before])
      })
    )
  }

  it.effect("a range has its ends, and is a product of its lowest price", () =>
    Effect.gen(function* () {
      for (const [html, formatted] of [
        [`<p class=price>$10.00 – $20.00</p>`, "10 – 20"],
        [`<p class=price>From $10.00</p>`, "from 10"]
      ] as const) {
        const { product } = yield* read(`<h1>Wool scarf</h1>${html}`)
        assert.deepStrictEqual(product?.variants[0]?.price, { amount: 10, formatted })
      }
    })
  )

  it.effect("a card shows the price of a sale, and a list each thing's own", () =>
    Effect.gen(function* () {
      const card = (name: string, prices: string) =>
        `<li class=card><h3><a href="/${name}">${name}</a></h3><div class=price>${prices}</div></li>`
      const html = `<h1>Scarves</h1><ul>${card("Wool", "<del>18 €</del> <ins>12 €</ins>")}${card("Silk", "90 €")}${card("Linen", "30 €")}</ul>`
      const spec = {
        type: "json",
        schema: {
          type: "object",
          properties: {
            products: {
              type: "array",
              items: {
                type: "object",
                properties: { name: { type: "string" }, price: { type: "number" }, oldPrice: { type: "number" } }
              }
            }
          }
        }
      }
      const fields = yield* run(html, spec)
      assert.deepStrictEqual(fields.json, {
        products: [
          { name: "Wool", price: 12, oldPrice: 18 },
          { name: "Silk", price: 90 },
          { name: "Linen", price: 30 }
        ]
      })
    })
  )
})
