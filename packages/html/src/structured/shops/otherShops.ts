/** Products of shop systems whose data has one form each: PrestaShop, BigCommerce, Squarespace, Wix and others. */
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

/** PrestaShop, `data-product`: `{name, price_amount, regular_price_amount, attributes: {1: {group, name}}}`. */
export const prestashopProduct = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value)) return undefined
  const price = amountOf(value["price_amount"])
  if (price === undefined || !("id_product" in value || "reference" in value)) return undefined
  const options = Object.values(membersOf(value["attributes"])).flatMap((attribute) => {
    const { group, name } = membersOf(attribute)
    return typeof group === "string" && typeof name === "string" ? [[group, name] as const] : []
  })
  const cover = membersOf(value["cover"])
  const availability = textOf(value["availability"])
  return {
    name: textOf(value["name"]),
    brand: textOf(value["manufacturer_name"]),
    category: textOf(value["category_name"]),
    description: proseOf(value["description_short"]) ?? proseOf(value["description"]),
    sku: textOf(value["reference"]),
    gtin: textOf(value["ean13"]),
    price,
    listPrice: amountOf(value["regular_price_amount"]) ?? amountOf(value["price_without_reduction"]),
    inStock: availability === undefined ? undefined : availability !== "unavailable",
    images: imagesOf(membersOf(cover["large"])["url"]),
    options: Object.fromEntries(options)
  }
}

/** BigCommerce, `BCData`: `{product_attributes: {sku, instock, price: {with_tax: {value, currency}}}}`. */
export const bigcommerceProduct = (value: Json): ShopProduct | undefined => {
  const product = membersOf(membersOf(value)["product_attributes"])
  const price = membersOf(product["price"])
  const suffix = isMembers(price["with_tax"]) ? "with_tax" : "without_tax"
  const { currency, value: amount } = membersOf(price[suffix])
  if (amountOf(amount) === undefined) return undefined
  const before = membersOf(price[`non_sale_price_${suffix}`] ?? price[`rrp_${suffix}`])
  return {
    sku: textOf(product["sku"]),
    gtin: textOf(product["gtin"]) ?? textOf(product["upc"]),
    price: amountOf(amount),
    listPrice: amountOf(before["value"]),
    currency: textOf(currency),
    inStock: flagOf(product["instock"])
  }
}

/** An amount of Squarespace: hundredths beside a text with decimals. */
const squarespaceMoney = (value: Json | undefined) => {
  const members = membersOf(value)
  const text = members["decimalValue"] ?? members["value"]
  return {
    amount: typeof text === "string" ? amountOf(text) : undefined,
    currency: textOf(members["currencyCode"] ?? members["currency"])
  }
}

/** Squarespace: variants with `priceMoney` and `salePriceMoney`, or with `price` and `salePrice` that have a decimal value. */
export const squarespaceProduct = (value: Json): ShopProduct | undefined => {
  const members = membersOf(value)
  const list = Array.isArray(value) ? listOf(value) : listOf(members["variants"])
  const variants = list.map((variant): ShopProduct => {
    const own = membersOf(variant)
    const price = squarespaceMoney(own["priceMoney"] ?? own["price"])
    const sale = own["onSale"] === true ? squarespaceMoney(own["salePriceMoney"] ?? own["salePrice"]) : undefined
    const stock = membersOf(own["stock"])
    const quantity = amountOf(own["qtyInStock"]) ?? amountOf(stock["quantity"])
    const isUnlimited = flagOf(own["unlimited"]) ?? flagOf(stock["unlimited"])
    return {
      sku: textOf(own["sku"]),
      price: sale?.amount ?? price.amount,
      listPrice: sale === undefined ? undefined : price.amount,
      currency: price.currency,
      inStock: isUnlimited === true ? true : quantity === undefined ? undefined : quantity > 0,
      options: textsOf(own["attributes"])
    }
  })
  const [first] = variants
  if (first?.price === undefined || first.currency === undefined || !("attributes" in membersOf(list[0])))
    return undefined
  const about = { name: textOf(members["title"]) }
  return variants.length === 1 ? { ...first, ...about } : { ...about, currency: first.currency, variants }
}

const textsOf = (value: Json | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(membersOf(value)).flatMap(([name, text]) =>
      typeof text === "string" ? [[name, text] as const] : []
    )
  )

/** Wix: `{name, price, formattedPrice, isInStock, options, productItems}`, or `{name, priceData, stock}`. */
export const wixProduct = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value) || textOf(value["name"]) === undefined) return undefined
  const data = membersOf(value["priceData"])
  const isWix =
    isMembers(value["priceData"]) || ("formattedPrice" in value && ("isInStock" in value || "urlPart" in value))
  if (!isWix) return undefined
  const own = wixPrices({ ...value, ...data })
  if (own.price === undefined) return undefined
  const currency = textOf(data["currency"]) ?? textOf(value["currency"])
  const names = new Map<string, readonly [option: string, value: string]>()
  for (const option of listOf(value["options"])) {
    const { selections, title } = membersOf(option)
    for (const selection of listOf(selections)) {
      const { description, id, value: text } = membersOf(selection)
      const chosen = textOf(description) ?? textOf(text)
      if (typeof title === "string" && chosen !== undefined) names.set(textOf(id) ?? "", [title, chosen])
    }
  }
  const variants = listOf(value["productItems"]).map((item): ShopProduct => {
    const members = membersOf(item)
    const status = textOf(membersOf(members["inventory"])["status"])
    return {
      ...wixPrices(members),
      sku: textOf(members["sku"]),
      inStock: status === undefined ? undefined : status === "in_stock",
      options: Object.fromEntries(
        listOf(members["optionsSelections"]).flatMap((id) => {
          const option = names.get(textOf(id) ?? "")
          return option === undefined ? [] : [option]
        })
      )
    }
  })
  const about = {
    name: textOf(value["name"]),
    brand: textOf(value["brand"]),
    description: proseOf(value["description"]),
    sku: textOf(value["sku"]),
    images: imagesOf(value["media"], "fullUrl", "url"),
    currency
  }
  if (variants.length > 1) return { ...about, variants }
  return { ...about, ...own, inStock: flagOf(value["isInStock"]) ?? flagOf(membersOf(value["stock"])["inStock"]) }
}

/** `comparePrice` is the price before a sale, and `discountedPrice` the one after it; 0 stands for none. */
const wixPrices = (members: { readonly [key: string]: Json }): Pick<ShopProduct, "price" | "listPrice"> => {
  const price = amountOf(members["price"])
  const after = amountOf(members["discountedPrice"]) || undefined
  return { price: after ?? price, listPrice: (amountOf(members["comparePrice"]) || undefined) ?? price }
}

/** Salesforce Commerce Cloud: `{productName, price: {sales: {value, currency}, list}, availability}`. */
export const salesforceProduct = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value)) return undefined
  const price = membersOf(value["price"])
  const sales = membersOf(price["sales"])
  if (textOf(value["productName"]) === undefined || amountOf(sales["value"]) === undefined) return undefined
  return {
    name: textOf(value["productName"]),
    brand: textOf(value["brand"]),
    sku: textOf(value["id"]),
    description: proseOf(value["shortDescription"]) ?? proseOf(value["longDescription"]),
    price: amountOf(sales["value"]),
    listPrice: amountOf(membersOf(price["list"])["value"]),
    currency: textOf(sales["currency"]),
    inStock: flagOf(value["available"]),
    images: imagesOf(membersOf(value["images"])["large"], "absURL", "url")
  }
}

/** commercetools: `{name, masterVariant: {sku, prices: [{value: {centAmount, fractionDigits}}]}, variants}`. */
export const commercetoolsProduct = (value: Json): ShopProduct | undefined => {
  if (!isMembers(value) || !isMembers(value["masterVariant"])) return undefined
  const { name } = value
  const all = [value["masterVariant"], ...listOf(value["variants"])].map((variant): ShopProduct => {
    const members = membersOf(variant)
    const price = membersOf(members["price"] ?? listOf(members["prices"])[0])
    const discounted = membersOf(membersOf(price["discounted"])["value"])
    const [paid, listed] = [centAmount(discounted), centAmount(membersOf(price["value"]))]
    return {
      sku: textOf(members["sku"]),
      price: paid ?? listed,
      listPrice: paid === undefined ? undefined : listed,
      currency: textOf(membersOf(price["value"])["currencyCode"]),
      inStock: flagOf(membersOf(members["availability"])["isOnStock"]),
      images: imagesOf(members["images"], "url")
    }
  })
  if (all[0]!.price === undefined) return undefined
  // A name in several languages: the first of one that is the page's is found by its title.
  const about = { name: textOf(name) ?? textOf(Object.values(membersOf(name))[0]) }
  return all.length === 1 ? { ...all[0], ...about } : { ...about, currency: all[0]!.currency, variants: all }
}

const centAmount = (value: { readonly [key: string]: Json }): number | undefined => {
  const cents = amountOf(value["centAmount"])
  return cents === undefined ? undefined : cents / 10 ** (amountOf(value["fractionDigits"]) ?? 2)
}
