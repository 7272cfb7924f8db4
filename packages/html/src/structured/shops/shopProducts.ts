/**
 * The product of a page in the data that its shop system puts beside the page for its own scripts, such as the choice of a
 * variant.
 *
 * Data is recognised by its form, never by the name of a shop. A page carries the data of other products too, so what
 * names its product has to have the name that the page has as its title; what names none has to be the only one.
 */
import type { Entity } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, textContent, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { type EmbeddedJson, embeddedJson } from "../embeddedJson.ts"
import type { Json } from "../lenientJson.ts"
import { analyticsProduct } from "./analytics.ts"
import { magentoConfigurable, magentoGraphql, magentoPriceBox } from "./magento.ts"
import {
  bigcommerceProduct,
  commercetoolsProduct,
  prestashopProduct,
  salesforceProduct,
  squarespaceProduct,
  wixProduct
} from "./otherShops.ts"
import { entityOfShop, type ShopProduct, type ShopReader } from "./ShopProduct.ts"
import { shopifyProduct, storefrontProduct } from "./shopify.ts"
import { woocommerceProduct } from "./woocommerce.ts"

/** Of two that say the same of the page's product, the one that comes first here counts. */
const readers: ReadonlyArray<ShopReader> = [
  shopifyProduct,
  storefrontProduct,
  woocommerceProduct,
  magentoConfigurable,
  magentoGraphql,
  prestashopProduct,
  bigcommerceProduct,
  squarespaceProduct,
  wixProduct,
  salesforceProduct,
  commercetoolsProduct,
  magentoPriceBox,
  analyticsProduct
]

const bounds = {
  /** Objects and arrays that are looked at. */
  values: 10_000,
  depth: 16,
  /** Products that are compared. */
  products: 500
} as const

interface Candidate {
  readonly product: ShopProduct
  readonly where: string
  readonly rank: number
}

/** The product that the page is about; undefined where no data of a shop says it. */
export const shopProduct = (tree: Tree, base: URL): Entity | undefined => {
  const found = candidatesOf(embeddedJson(tree, /price|centAmount/i))
  if (found.length === 0) return undefined
  const titles = titlesOf(tree)
  const named = best(
    found.flatMap((one) => (one.product.name === undefined ? [] : [{ ...one, fit: fitOf(one.product.name, titles) }]))
  )
  const nameless = found.filter(({ product }) => product.name === undefined)
  const own = soleOf(nameless.filter(({ rank }) => rank === Math.min(...nameless.map((one) => one.rank))))
  const variants = (one: Candidate | undefined): number => one?.product.variants?.length ?? 0
  const chosen = named !== undefined && variants(named) >= variants(own) ? named : (own ?? named)
  return chosen === undefined ? undefined : entityOfShop(chosen.product, chosen.where, base)
}

/** Those that fit the title best; of these the one with most variants, and then the first reader's. */
const best = (named: ReadonlyArray<Candidate & { readonly fit: number }>): Candidate | undefined =>
  named
    .filter(({ fit }) => fit > 0)
    .toSorted(
      (a, b) =>
        b.fit - a.fit || (b.product.variants?.length ?? 0) - (a.product.variants?.length ?? 0) || a.rank - b.rank
    )[0]

/** The one of several that say the same. */
const soleOf = (candidates: ReadonlyArray<Candidate>): Candidate | undefined =>
  new Set(candidates.map(({ product }) => JSON.stringify(product))).size === 1 ? candidates[0] : undefined

/** One of these names every form has, in itself or in its first variant. */
const signs = [
  "price",
  "variants",
  "display_price",
  "priceMoney",
  "priceV2",
  "optionPrices",
  "priceFormat",
  "price_range",
  "price_amount",
  "product_attributes",
  "priceData",
  "masterVariant",
  "items",
  "detail"
]

const hasSign = (value: Json | undefined): boolean =>
  typeof value === "object" && value !== null && signs.some((name) => Object.hasOwn(value, name))

const candidatesOf = (values: ReadonlyArray<EmbeddedJson>): ReadonlyArray<Candidate> => {
  const found: Array<Candidate> = []
  let left: number = bounds.values
  const visit = (value: Json, where: string, depth: number): void => {
    if (typeof value !== "object" || value === null || left-- <= 0 || depth > bounds.depth) return
    if (found.length >= bounds.products) return
    if (hasSign(Array.isArray(value) ? (value as ReadonlyArray<Json>)[0] : value)) {
      for (const [rank, read] of readers.entries()) {
        const product = read(value)
        if (product === undefined) continue
        found.push({ product, where, rank })
        return
      }
    }
    for (const inner of Array.isArray(value) ? (value as ReadonlyArray<Json>) : Object.values(value))
      visit(inner, where, depth + 1)
  }
  for (const { value, where } of values) visit(value, where, 0)
  return found
}

/** The one product of an answer that is JSON itself; undefined where it has none, or several. */
export const shopProductOf = (value: Json, base: URL): Entity | undefined => {
  const [only, ...others] = candidatesOf([{ value, where: "json" }])
  return only === undefined || others.length > 0 ? undefined : entityOfShop(only.product, only.where, base)
}

/** Words of a name, one blank between them. */
const plain = (name: string): string =>
  name
    .slice(0, 300)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

interface Titles {
  readonly headings: ReadonlyArray<string>
  /** Of the document, with the name of the shop before or behind. */
  readonly titles: ReadonlyArray<string>
}

const titlesOf = (tree: Tree): Titles => {
  const headings: Array<string> = []
  const titles: Array<string> = []
  for (let node = 1; node < tree.size && headings.length < 20; node++) {
    const tag = tree.tag[node]
    if (tag === Tag.h1) headings.push(plain(textContent(tree, node)))
    else if (tag === Tag.title) titles.push(plain(textContent(tree, node)))
    else if (tag === Tag.meta && attribute(tree, node, "property") === "og:title")
      titles.push(plain(attribute(tree, node, "content") ?? ""))
  }
  return { headings: headings.filter(Boolean), titles: titles.filter(Boolean) }
}

/** How well a name is that of the page: 3 for its heading, 2 for a title that begins with it, 1 for a part of either. */
const fitOf = (name: string, { headings, titles }: Titles): number => {
  const own = plain(name)
  if (own === "") return 0
  if (headings.includes(own) || titles.includes(own)) return 3
  const holds = (whole: string, part: string): boolean => ` ${whole} `.includes(` ${part} `)
  if (
    titles.some((title) => title.startsWith(`${own} `)) &&
    headings.every((heading) => !holds(heading, own) || heading === own)
  )
    return 2
  return headings.some((heading) => heading.length >= 4 && holds(own, heading)) ? 1 : 0
}
