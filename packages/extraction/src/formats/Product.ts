/**
 * The product that a page sells (docs/reference/v2.md §6, `product`), from the same
 * evidence as `json`: structured data first, then what the page shows.
 *
 * A page without a product has no `product` field, and a warning. Whether a variant is in stock is set only if the page
 * states it.
 */
import * as Effect from "effect/Effect"
import type { Money, Product, ProductVariant } from "@orbweaver/core/model/formats/builtInFormats"
import { builtInFormat, type Format } from "@orbweaver/core/scrape/Format"
import { currencyOf } from "../json/coerce.ts"
import { type Entity, type Evidence, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { describeDisagreement, matching } from "../json/match.ts"
import { indexSchema, type SchemaIndex } from "../json/schemaIndex.ts"
import { factsByMeaning, ofType } from "../json/entities.ts"
import { offersOf } from "../json/offers.ts"
import { evidenceOf } from "@orbweaver/core/internal/scrape/formats/Facts"
import { defined } from "@orbweaver/core/internal/support/defined"

export const product: Format = builtInFormat("product", {
  uses: ["facts"],
  run: ({ fields, page }) =>
    Effect.map(
      inTurns(() => productOf(evidenceOf(fields), page.response.url.href)),
      (found) =>
        found === undefined
          ? { warning: "The page shows no product.", madeBy: "rules" }
          : {
              product: found.product,
              madeBy: "rules",
              ...(found.warnings.length === 0 ? {} : { warning: found.warnings.join(" ") })
            }
    )
})

const text = { type: "string" }

const known = (schema: object): SchemaIndex => {
  const index = indexSchema(schema)
  if ("issues" in index) throw new Error("a built-in schema is malformed")
  return index
}

const offer = {
  price: { type: "number" },
  priceText: text,
  currency: text,
  oldPrice: { type: "number" },
  inStock: { type: "boolean" },
  availability: text,
  sku: text,
  images: { type: "array", items: { type: "string", format: "uri" } }
}

const variantSchema = known({
  title: "product",
  type: "object",
  properties: { name: text, color: text, size: text, material: text, ...offer }
})

const productSchema = known({
  title: "product",
  type: "object",
  properties: {
    name: text,
    brand: text,
    category: text,
    description: text,
    lowPrice: { type: "number" },
    highPrice: { type: "number" },
    ...offer
  }
})

interface Read {
  readonly name?: string
  readonly brand?: string
  readonly category?: string
  readonly description?: string
  readonly price?: number
  readonly lowPrice?: number
  readonly highPrice?: number
  readonly priceText?: string
  readonly currency?: string
  readonly oldPrice?: number
  readonly inStock?: boolean
  readonly availability?: string
  readonly sku?: string
  readonly color?: string
  readonly size?: string
  readonly material?: string
  readonly images?: ReadonlyArray<string>
}

function* read(evidence: Evidence, index: SchemaIndex): Steps<Read> {
  return (yield* matching(evidence, index)).value ?? {}
}

function* productOf(
  evidence: Evidence,
  url: string
): Steps<{ readonly product: Product; readonly warnings: ReadonlyArray<string> } | undefined> {
  const products = [...new Set([...ofType(evidence, "product group"), ...ofType(evidence, "product")])]
  const { disagreements = [], value } = yield* matching(evidence, productSchema)
  const whole: Read = value ?? {}
  const title = whole.name
  // A title alone is any page; a price or structured data makes it a product.
  const isSold = whole.price !== undefined || whole.lowPrice !== undefined || whole.sku !== undefined
  if (title === undefined || (products.length === 0 && !isSold)) return undefined
  const parts = variantsOf(products, title)
  const single = whole.price === undefined ? withRange(whole) : whole
  const variants: Array<ProductVariant> = parts.length > 1 ? [] : [variant(single, {})]
  if (parts.length > 1) {
    for (const part of parts) {
      const offerEvidence = { entities: [part], facts: [], groups: [], language: evidence.language }
      variants.push(variant(yield* read(offerEvidence, variantSchema), whole))
      yield
    }
  }
  const { brand, category, description } = whole
  return {
    product: defined({ title, url, brand, category, description, variants }),
    warnings: disagreements.map(describeDisagreement)
  }
}

/** A range is its lowest price, and its text says both ends. */
const withRange = ({ highPrice, lowPrice, ...rest }: Read): Read =>
  lowPrice === undefined
    ? rest
    : {
        ...rest,
        price: lowPrice,
        priceText: highPrice === undefined ? `from ${lowPrice}` : `${lowPrice} – ${highPrice}`
      }

const maxVariants = 200

/**
 * Variants of a group, or offers that each have their own number or price. The page may say the product in several
 * syntaxes, of which one has the variants: the first one counts.
 */
const variantsOf = (products: ReadonlyArray<Entity>, title: string): ReadonlyArray<Entity> => {
  const own = products.filter((entity) => textOf(entity, "name") === title)
  const nameless = products.filter((entity) => textOf(entity, "name") === undefined)
  const accounts = own.length + nameless.length > 0 ? [...own, ...nameless] : products.length === 1 ? products : []
  const lists = accounts.flatMap((entity) => [partsOf(entity), offersOf(entity)])
  return (lists.find((list) => list.length > 1) ?? []).slice(0, maxVariants)
}

const partsOf = (entity: Entity): ReadonlyArray<Entity> =>
  entity.facts.flatMap((fact) => (fact.label === "hasVariant" && typeof fact.value === "object" ? [fact.value] : []))

/** What a variant does not say of itself holds for all. */
const variant = (one: Read, all: Read): ProductVariant => {
  const currency = one.currency ?? all.currency
  const originalPrice = money(one.oldPrice, currency)
  const values = defined({ color: one.color, size: one.size, material: one.material })
  return defined({
    sku: one.sku,
    title: one.name,
    values: Object.keys(values).length === 0 ? undefined : values,
    price: money(one.price, currency, one.priceText),
    sale: originalPrice === undefined ? undefined : { originalPrice },
    availability: one.inStock === undefined ? undefined : defined({ inStock: one.inStock, text: one.availability }),
    images: one.images?.map((url) => ({ url }))
  })
}

export const money = (amount: number | undefined, currency: string | undefined, shown?: string): Money | undefined =>
  amount === undefined
    ? undefined
    : defined({
        amount,
        currency: currency ?? (shown === undefined ? undefined : currencyOf(shown)),
        formatted: shown !== undefined && /[^\d.,]/.test(shown) ? shown : undefined
      })

export const textOf = (entity: Entity, meaning: string): string | undefined => {
  const fact = factsByMeaning(entity).find((one) => one.meaning === meaning && typeof one.fact.value !== "object")
  return fact === undefined ? undefined : textOfFact(fact.fact)
}
