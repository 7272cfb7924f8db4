/** The one model of a product that the readers of shop data fill, and its form as an entity in the words of schema.org. */
import type { Entity, Fact } from "@orbweaver/core/internal/evidence/Evidence"
import type { Json } from "../lenientJson.ts"

export interface ShopProduct {
  /** Absent in data that belongs to the page's one product and does not name it. */
  readonly name?: string | undefined
  readonly brand?: string | undefined
  readonly category?: string | undefined
  readonly description?: string | undefined
  readonly sku?: string | undefined
  readonly gtin?: string | undefined
  readonly images?: ReadonlyArray<string> | undefined
  /** What a buyer pays, in units of the currency. */
  readonly price?: number | undefined
  /** The price before a sale; ignored when it is not higher than the price. */
  readonly listPrice?: number | undefined
  /** ISO 4217, or a sign. */
  readonly currency?: string | undefined
  readonly inStock?: boolean | undefined
  /** Values of a variant under the names of its options: `Color`, `blue`. */
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly variants?: ReadonlyArray<ShopProduct> | undefined
}

/** Reads a product from a value of JSON when the value has the form of one shop system; undefined otherwise. */
export type ShopReader = (value: Json) => ShopProduct | undefined

type Members = { readonly [key: string]: Json }

export const isMembers = (value: Json | undefined): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const membersOf = (value: Json | undefined): Members => (isMembers(value) ? value : {})

export const listOf = (value: Json | undefined): ReadonlyArray<Json> =>
  Array.isArray(value) ? (value as ReadonlyArray<Json>) : []

/** A text in one line; numbers count, because identifiers are often written as such. */
export const textOf = (value: Json | undefined): string | undefined => {
  const text =
    typeof value === "string"
      ? value.slice(0, 5_000).replace(/\s+/g, " ").trim()
      : typeof value === "number"
        ? String(value)
        : ""
  return text === "" ? undefined : text
}

/** The text of a description that is HTML. */
export const proseOf = (value: Json | undefined): string | undefined =>
  textOf(typeof value === "string" ? value.slice(0, 20_000).replace(/<[^<>]*>/g, " ") : undefined)

/** An amount as machines write it: `12`, `"12.00"`. */
export const amountOf = (value: Json | undefined): number | undefined => {
  const amount =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value)
        ? Number(value)
        : NaN
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

export const flagOf = (value: Json | undefined): boolean | undefined => (typeof value === "boolean" ? value : undefined)

/** Addresses of pictures, written as texts or as objects that have them under one of the names. */
export const imagesOf = (value: Json | undefined, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  (Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]).slice(0, 50).flatMap((image) => {
    if (typeof image === "string") return image === "" ? [] : [image]
    const members = membersOf(image)
    const named = names.map((name) => members[name]).find((one) => typeof one === "string" && one !== "")
    return typeof named === "string" ? [named] : []
  })

export const maxVariants = 200

/** The product as an entity; `base` is what addresses are relative to. */
export const entityOfShop = (product: ShopProduct, where: string, base: URL): Entity => {
  const { variants = [] } = product
  const facts: Array<Fact> = []
  const add = (label: string, value: Fact["value"] | undefined): void => {
    if (value !== undefined && value !== "")
      facts.push({ label, value, source: "page-data", where: `${where} ${label}` })
  }
  add("name", product.name)
  add("brand", product.brand)
  add("category", product.category)
  add("description", product.description)
  add("sku", product.sku)
  add("gtin", product.gtin)
  for (const image of product.images ?? []) add("image", URL.parse(image, base.href)?.href)
  for (const [name, value] of Object.entries(product.options ?? {})) add(name, value)
  add("offers", offerOf(product, where))
  for (const variant of variants.slice(0, maxVariants))
    add("hasVariant", entityOfShop({ ...variant, currency: variant.currency ?? product.currency }, where, base))
  return { types: variants.length === 0 ? ["Product"] : ["ProductGroup", "Product"], facts, source: "page-data", where }
}

/** An offer, or the range of those of the variants. */
const offerOf = (product: ShopProduct, where: string): Entity | undefined => {
  const { currency, inStock, listPrice, variants = [] } = product
  const prices = variants.flatMap(({ price }) => price ?? [])
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const price = prices.length === 0 ? product.price : low === high ? low : undefined
  const facts: Array<Fact> = []
  const add = (label: string, value: Fact["value"] | undefined): void => {
    if (value !== undefined) facts.push({ label, value, source: "page-data", where: `${where} ${label}` })
  }
  add("price", price)
  if (prices.length > 0 && price === undefined) {
    add("lowPrice", low)
    add("highPrice", high)
  }
  const lists = new Set(variants.flatMap((variant) => variant.listPrice ?? []))
  const list = variants.length === 0 ? listPrice : lists.size === 1 ? [...lists][0] : undefined
  if (price !== undefined && list !== undefined && list > price) add("list price", list)
  add("priceCurrency", currency ?? variants.find((variant) => variant.currency !== undefined)?.currency)
  const stocks = variants.flatMap((variant) => variant.inStock ?? [])
  const isInStock = stocks.length === 0 ? inStock : stocks.includes(true)
  if (isInStock !== undefined) add("availability", isInStock ? "InStock" : "OutOfStock")
  return facts.length === 0
    ? undefined
    : {
        types: [price === undefined && prices.length > 0 ? "AggregateOffer" : "Offer"],
        facts,
        source: "page-data",
        where
      }
}
