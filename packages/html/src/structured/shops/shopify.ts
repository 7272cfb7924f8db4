/**
 * Products of Shopify: the `product` that themes print as JSON, its `variants` alone, the `meta` of its analytics, and
 * those that its Storefront API gives to custom shop fronts.
 */
import {
  amountOf,
  flagOf,
  imagesOf,
  isMembers,
  listOf,
  membersOf,
  proseOf,
  type ShopProduct,
  textOf
} from "./ShopProduct.ts"
import type { Json } from "../lenientJson.ts"

/** Templates print whole numbers of hundredths in every currency; the REST answers print decimals as texts. */
const money = (value: Json | undefined): number | undefined => {
  const amount = amountOf(value)
  return amount === undefined || typeof value === "string" || !Number.isInteger(amount) ? amount : amount / 100
}

const optionNames = (options: Json | undefined): ReadonlyArray<string> =>
  listOf(options).map((option) => textOf(isMembers(option) ? option["name"] : option) ?? "")

const isThemeVariant = (value: Json | undefined): boolean =>
  isMembers(value) && amountOf(value["price"]) !== undefined && ("option1" in value || "public_title" in value)

const themeVariant = (value: Json, names: ReadonlyArray<string>): ShopProduct => {
  const members = membersOf(value)
  const options = names.flatMap((name, at) => {
    const option = textOf(members[`option${at + 1}`])
    return option === undefined || name === "" || option === "Default Title" ? [] : [[name, option] as const]
  })
  const title = textOf(members["name"]) ?? textOf(members["title"])
  return {
    name: title === "Default Title" ? undefined : title,
    sku: textOf(members["sku"]),
    gtin: textOf(members["barcode"]),
    price: money(members["price"]),
    listPrice: money(members["compare_at_price"]),
    inStock: flagOf(members["available"]),
    images: imagesOf(members["featured_image"], "src"),
    options: Object.fromEntries(options)
  }
}

/** `{title, vendor, variants: [{price: 1200, option1: "Blue"}]}`, or these variants. */
export const shopifyProduct = (value: Json): ShopProduct | undefined => {
  const members = membersOf(value)
  const variants = Array.isArray(value) ? listOf(value) : listOf(members["variants"])
  if (!isThemeVariant(variants[0])) return undefined
  const names = optionNames(members["options"])
  const read = variants.map((variant) => themeVariant(variant, names))
  const [first] = read
  const about = {
    name: textOf(members["title"]) ?? nameBefore(variants[0]!),
    brand: textOf(members["vendor"]),
    category: textOf(members["type"]) ?? textOf(members["product_type"]),
    description: proseOf(members["description"] ?? members["body_html"]),
    images: imagesOf(members["images"], "src")
  }
  return read.length === 1
    ? { ...first, ...about, images: about.images.length > 0 ? about.images : first!.images }
    : { ...about, variants: read }
}

/** `Tea set` of a variant that is called `Tea set - Blue` and has the title `Blue`. */
const nameBefore = (variant: Json): string | undefined => {
  const own = textOf(membersOf(variant)["public_title"])
  const whole = textOf(membersOf(variant)["name"])
  if (own !== undefined && whole?.endsWith(` - ${own}`) === true) return whole.slice(0, -own.length - 3)
  return own === undefined ? whole : undefined
}

/** Lists of the API stand under `nodes`, or under `edges` and `node`. */
const connection = (value: Json | undefined): ReadonlyArray<Json> => {
  if (Array.isArray(value)) return listOf(value)
  const members = membersOf(value)
  if (Array.isArray(members["nodes"])) return listOf(members["nodes"])
  return listOf(members["edges"]).map((edge) => membersOf(edge)["node"] ?? null)
}

const apiVariant = (value: Json): ShopProduct => {
  const members = membersOf(value)
  const price = membersOf(members["price"] ?? members["priceV2"])
  const options = listOf(members["selectedOptions"]).flatMap((option) => {
    const { name, value: chosen } = membersOf(option)
    return typeof name === "string" && typeof chosen === "string" && chosen !== "Default Title"
      ? [[name, chosen] as const]
      : []
  })
  const title = textOf(members["title"])
  return {
    name: title === "Default Title" ? undefined : title,
    sku: textOf(members["sku"]),
    gtin: textOf(members["barcode"]),
    price: amountOf(price["amount"]),
    currency: textOf(price["currencyCode"]),
    listPrice: amountOf(membersOf(members["compareAtPrice"] ?? members["compareAtPriceV2"])["amount"]),
    inStock: flagOf(members["availableForSale"]),
    images: imagesOf(members["image"], "url", "src", "originalSrc"),
    options: Object.fromEntries(options)
  }
}

/** `{title, variants: {nodes: [{price: {amount, currencyCode}}]}}`, and the `productVariants` of web pixels. */
export const storefrontProduct = (value: Json): ShopProduct | undefined => {
  if (Array.isArray(value)) return pixelProduct(listOf(value))
  const members = membersOf(value)
  const variants = connection(members["variants"]).map(apiVariant)
  const title = textOf(members["title"])
  if (title === undefined || variants.length === 0 || variants[0]!.price === undefined) return undefined
  const about = {
    name: title,
    brand: textOf(members["vendor"]),
    category: textOf(members["productType"]),
    description: textOf(members["description"]) ?? proseOf(members["descriptionHtml"]),
    images: connection(members["images"]).flatMap((image) => imagesOf(image, "url", "src", "originalSrc"))
  }
  return variants.length === 1 ? { ...variants[0], ...about } : { ...about, currency: variants[0]!.currency, variants }
}

/** Variants that each name their product; of several products none is the page's. */
const pixelProduct = (values: ReadonlyArray<Json>): ShopProduct | undefined => {
  const products = values.map((value) => membersOf(membersOf(value)["product"]))
  const name = textOf(products[0]?.["title"])
  const variants = values.map(apiVariant)
  if (name === undefined || variants[0]!.price === undefined) return undefined
  if (products.some((product) => textOf(product["title"]) !== name)) return undefined
  const about = { name, brand: textOf(products[0]!["vendor"]), category: textOf(products[0]!["type"]) }
  return variants.length === 1 ? { ...variants[0], ...about } : { ...about, currency: variants[0]!.currency, variants }
}
