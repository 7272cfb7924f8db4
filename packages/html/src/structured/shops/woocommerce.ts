/** Variations of WooCommerce, which its form carries in `data-product_variations`. */
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

export const woocommerceProduct = (value: Json): ShopProduct | undefined => {
  const variations = listOf(value)
  const [first] = variations
  if (!isMembers(first) || amountOf(first["display_price"]) === undefined || !("variation_id" in first))
    return undefined
  return { variants: variations.map(variation) }
}

const variation = (value: Json): ShopProduct => {
  const members = membersOf(value)
  return {
    sku: textOf(members["sku"]),
    price: amountOf(members["display_price"]),
    listPrice: amountOf(members["display_regular_price"]),
    inStock: flagOf(members["is_in_stock"]),
    images: imagesOf(members["image"], "full_src", "src", "url"),
    description: proseOf(members["variation_description"]),
    options: Object.fromEntries(
      Object.entries(membersOf(members["attributes"])).flatMap(([name, chosen]) =>
        // An empty value stands for any.
        typeof chosen === "string" && chosen !== ""
          ? [[name.replace(/^attribute_(?:pa_)?/, "").replace(/[_-]/g, " "), chosen.replace(/-/g, " ")] as const]
          : []
      )
    )
  }
}
