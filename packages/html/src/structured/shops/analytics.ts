/**
 * Products as shops report them to analytics: items of Google Analytics 4 and of its predecessor. Every shop system has
 * extensions that write them, so they serve where a page has nothing else.
 */
import { amountOf, isMembers, listOf, membersOf, type ShopProduct, textOf } from "./ShopProduct.ts"
import type { Json } from "../lenientJson.ts"

/** `{currency, items: [{item_name, item_id, price}]}`; of several items, none is the page's product. */
export const analyticsProduct = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value)) return undefined
  const items = listOf(value["items"])
  const item = membersOf(items[0])
  if (items.length !== 1 || textOf(item["item_name"]) === undefined) return olderProduct(value)
  return {
    name: textOf(item["item_name"]),
    sku: textOf(item["item_id"]),
    brand: textOf(item["item_brand"]),
    category: textOf(item["item_category"]),
    price: amountOf(item["price"]),
    currency: textOf(item["currency"]) ?? textOf(value["currency"])
  }
}

/** `{currencyCode, detail: {products: [{name, id, price}]}}`. */
const olderProduct = (value: { readonly [key: string]: Json }): ShopProduct | undefined => {
  const products = listOf(membersOf(value["detail"])["products"])
  const product = membersOf(products[0])
  if (products.length !== 1 || textOf(product["name"]) === undefined) return undefined
  return {
    name: textOf(product["name"]),
    sku: textOf(product["id"]),
    brand: textOf(product["brand"]),
    category: textOf(product["category"]),
    price: amountOf(product["price"]),
    currency: textOf(value["currencyCode"])
  }
}
