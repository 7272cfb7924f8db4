// Prices as shops write them: schema.org's family of offers, in JSON-LD and in microdata.
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

const productOf = async (head: string, body = "<h1>Tea set</h1>") => {
  await using orb = createOrbweaver()
  const { json, product } = await orb.parse(
    { data: `<title>Tea set</title>${head}<main>${body}</main>`, filename: "page.html", contentType: "text/html" },
    {
      formats: [
        "product",
        {
          type: "json",
          schema: {
            title: "product",
            type: "object",
            properties: { price: { type: "number" }, currency: { type: "string" } }
          }
        }
      ]
    }
  )
  return { json, variants: product?.variants.map(({ price, sale, sku }) => ({ sku, price, sale })) ?? [] }
}

const ld = (offers: unknown, more: object = {}) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Product", name: "Tea set", offers, ...more })}</script>`

const usd = (amount: number, formatted?: string) =>
  formatted === undefined ? { amount, currency: "USD" } : { amount, currency: "USD", formatted }

it("one price is that of the offer, wherever the shop puts it", async () => {
  const specification = (more: object) => ({ "@type": "UnitPriceSpecification", priceCurrency: "USD", ...more })
  const offers: Readonly<Record<string, unknown>> = {
    plain: { "@type": "Offer", price: "12.00", priceCurrency: "USD" },
    "WooCommerce since 2024": [
      { "@type": "Offer", priceSpecification: [specification({ price: "12.00", valueAddedTaxIncluded: false })] }
    ],
    "one specification": {
      "@type": "Offer",
      priceSpecification: { "@type": "PriceSpecification", price: 12, priceCurrency: "USD" }
    },
    "with a price for a unit": {
      "@type": "Offer",
      price: 12,
      priceCurrency: "USD",
      priceSpecification: specification({ price: 4, referenceQuantity: { "@type": "QuantitativeValue", value: 100 } })
    },
    "with a price for members": {
      "@type": "Offer",
      price: 12,
      priceCurrency: "USD",
      priceSpecification: [specification({ price: 10, validForMemberTier: { "@id": "#gold" } })]
    },
    "a range of one price": { "@type": "AggregateOffer", lowPrice: "12.00", highPrice: "12", priceCurrency: "USD" },
    "a lowest price alone": { "@type": "AggregateOffer", lowPrice: 12, priceCurrency: "USD", offerCount: 1 }
  }
  for (const [shop, offer] of Object.entries(offers)) {
    const { json, variants } = await productOf(ld(offer))
    expect({ shop, variants }).toEqual({ shop, variants: [{ sku: undefined, price: usd(12), sale: undefined }] })
    expect({ shop, json }).toMatchObject({ shop, json: { price: 12, currency: "USD" } })
  }
})

it("a list price beside the price is the one before the sale", async () => {
  const { variants } = await productOf(
    ld({
      "@type": "Offer",
      priceSpecification: [
        { "@type": "UnitPriceSpecification", price: "12.00", priceCurrency: "USD" },
        {
          "@type": "UnitPriceSpecification",
          price: "18.00",
          priceCurrency: "USD",
          priceType: "https://schema.org/ListPrice"
        }
      ]
    })
  )
  expect(variants).toEqual([{ sku: undefined, price: usd(12), sale: { originalPrice: usd(18) } }])
})

it("offers of an aggregate and variants of a group are variants", async () => {
  const both = [
    { sku: "A", price: usd(12), sale: undefined },
    { sku: "B", price: usd(14), sale: undefined }
  ]
  const offer = (sku: string, price: string) => ({ "@type": "Offer", sku, price })
  const aggregate = { "@type": "AggregateOffer", lowPrice: "12.00", highPrice: "14.00", priceCurrency: "USD" }
  expect((await productOf(ld({ ...aggregate, offers: [offer("A", "12.00"), offer("B", "14.00")] }))).variants).toEqual(
    both
  )
  const variant = (sku: string, price: number) => ({
    "@type": "Product",
    sku,
    offers: { "@type": "Offer", price, priceCurrency: "USD" }
  })
  const group = { "@type": "ProductGroup", hasVariant: [variant("A", 12), variant("B", 14)] }
  expect((await productOf(ld(undefined, group))).variants).toEqual(both)
})

it("a range without offers is its lowest price, and says the highest", async () => {
  for (const offer of [
    { "@type": "AggregateOffer", lowPrice: "12.00", highPrice: "14.50", priceCurrency: "USD" },
    {
      "@type": "Offer",
      priceSpecification: { "@type": "PriceSpecification", minPrice: 12, maxPrice: 14.5, priceCurrency: "USD" }
    }
  ]) {
    const { json, variants } = await productOf(ld(offer))
    expect(variants).toEqual([{ sku: undefined, price: usd(12, "12 – 14.5"), sale: undefined }])
    expect(json).not.toHaveProperty("price")
  }
})

it("microdata says the same", async () => {
  const { variants } = await productOf(
    "",
    `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Tea set</h1>
      <div itemprop="offers" itemscope itemtype="https://schema.org/AggregateOffer"><meta itemprop="priceCurrency" content="USD">
        <meta itemprop="lowPrice" content="12.00"><meta itemprop="highPrice" content="12.00"></div></div>`
  )
  expect(variants).toEqual([{ sku: undefined, price: usd(12), sale: undefined }])
})
