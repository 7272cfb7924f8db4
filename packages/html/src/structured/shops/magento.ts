/**
 * Products of Magento and its relatives (Adobe Commerce, Mage-OS, Hyvä, OpenMage): the configuration of a configurable
 * product, the prices of a price box, and products as its GraphQL API gives them.
 */
import {
  amountOf,
  imagesOf,
  isMembers,
  listOf,
  maxVariants,
  membersOf,
  proseOf,
  type ShopProduct,
  textOf
} from "./ShopProduct.ts"
import type { Json } from "../lenientJson.ts"

const amount = (prices: Json | undefined, name: string): number | undefined =>
  amountOf(membersOf(membersOf(prices)[name])["amount"])

const prices = (value: Json | undefined): Pick<ShopProduct, "price" | "listPrice"> => ({
  price: amount(value, "finalPrice"),
  listPrice: amount(value, "oldPrice")
})

/** The sign in a pattern such as `%s €`. */
const signOf = (pattern: Json | undefined): string | undefined =>
  typeof pattern === "string" ? pattern.replace(/%s|[\s\u00a0]/g, "") || undefined : undefined

/** `{attributes, optionPrices, index}`, keyed by the numbers of the products that a choice leads to. */
export const magentoConfigurable = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value) || !isMembers(value["optionPrices"]) || !isMembers(value["attributes"])) return undefined
  const chosen = new Map<string, Record<string, string>>()
  for (const attribute of Object.values(value["attributes"]).slice(0, 20)) {
    const { label, options } = membersOf(attribute)
    for (const option of listOf(options).slice(0, 1_000)) {
      const { label: name, products } = membersOf(option)
      for (const id of listOf(products)
        .slice(0, maxVariants)
        .flatMap((one) => textOf(one) ?? [])) {
        const values = chosen.get(id) ?? {}
        if (typeof label === "string" && typeof name === "string" && label !== "__proto__") values[label] = name
        chosen.set(id, values)
      }
    }
  }
  const images = membersOf(value["images"])
  const skus = membersOf(value["sku"] ?? value["skus"])
  const variants = Object.entries(value["optionPrices"]).map(([id, own]) => ({
    ...prices(own),
    sku: textOf(skus[id]),
    options: chosen.get(id),
    images: imagesOf(images[id], "full", "img")
  }))
  return variants.length === 0 || variants[0]!.price === undefined
    ? undefined
    : { currency: signOf(value["currencyFormat"]), variants }
}

/** `{productId, prices: {finalPrice: {amount}}, priceFormat}`. */
export const magentoPriceBox = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value) || !("priceFormat" in value)) return undefined
  const own = prices(value["prices"])
  return own.price === undefined ? undefined : { ...own, currency: signOf(membersOf(value["priceFormat"])["pattern"]) }
}

/** `{name, sku, price_range: {minimum_price: {final_price: {value, currency}}}}`. */
export const magentoGraphql = (value: Json): ShopProduct | undefined => {
  const { brand, description, image, name, price_range: range, sku, stock_status: stock } = membersOf(value)
  const minimum = membersOf(membersOf(range)["minimum_price"])
  const final = membersOf(minimum["final_price"])
  const price = amountOf(final["value"])
  if (textOf(name) === undefined || price === undefined) return undefined
  return {
    name: textOf(name),
    sku: textOf(sku),
    brand: textOf(brand),
    description: proseOf(membersOf(description)["html"]),
    images: imagesOf(image, "url"),
    price,
    listPrice: amountOf(membersOf(minimum["regular_price"])["value"]),
    currency: textOf(final["currency"]),
    inStock: typeof stock === "string" ? stock === "IN_STOCK" : undefined
  }
}
