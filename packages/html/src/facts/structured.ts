/** Structured data as things: JSON-LD with its graphs and references put together, microdata, RDFa and the data of shops. */
import type { Entity, Fact, Source } from "@orbweaver/core/internal/evidence/Evidence"
import type { Item } from "../structured/items.ts"
import type { Json } from "../structured/jsonLd.ts"
import { shopProduct } from "../structured/shops/shopProducts.ts"
import { structuredData } from "../structured/structuredData.ts"
import { decodeText } from "../tree/references.ts"
import type { Tree } from "../tree/Tree.ts"

const bounds = { facts: 20_000, depth: 8 } as const

/** Terms of JSON-LD itself. */
const keywords = new Set(["@context", "@type", "@id", "@graph", "@language"])

/** Values that are addresses, and may be written relative to the page. */
const addresses = new Set([
  "url",
  "image",
  "logo",
  "contentUrl",
  "thumbnailUrl",
  "embedUrl",
  "sameAs",
  "mainEntityOfPage"
])

export const structuredThings = (tree: Tree, base: URL): ReadonlyArray<Entity> => {
  const data = structuredData(tree, base)
  const shop = shopProduct(tree, base)
  return [
    ...jsonLdThings(data.jsonLd, base),
    ...data.microdata.map((item, at) => entityOf(item, "microdata", `[itemscope]:${at + 1}`, "itemprop", 0)),
    ...data.rdfa.map((item, at) => entityOf(item, "rdfa", `[typeof]:${at + 1}`, "property", 0)),
    ...(shop === undefined ? [] : [shop])
  ]
}

/** Terms of GoodRelations, and what schema.org calls them since it took that vocabulary over. */
const goodRelations: Readonly<Record<string, string>> = {
  hasPriceSpecification: "priceSpecification",
  hasCurrencyValue: "price",
  hasMinCurrencyValue: "minPrice",
  hasMaxCurrencyValue: "maxPrice",
  hasCurrency: "priceCurrency",
  hasStockKeepingUnit: "sku",
  "hasEAN_UCC-13": "gtin13",
  hasMPN: "mpn",
  hasBrand: "brand",
  hasManufacturer: "manufacturer"
}

type Node = { readonly [key: string]: Json }

const isNode = (value: Json | undefined): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const jsonLdThings = (values: ReadonlyArray<Json>, base: URL): ReadonlyArray<Entity> => {
  const roots = values.flatMap((value, at) => {
    const where = `script[ld+json]:${at + 1}`
    if (!isNode(value)) return []
    const graph = value["@graph"]
    if (!Array.isArray(graph)) return [{ node: value, where }]
    return (graph as ReadonlyArray<Json>).flatMap((node) => (isNode(node) ? [{ node, where }] : []))
  })
  const byId = new Map<string, Node>()
  for (const { node } of roots) {
    if (typeof node["@id"] === "string" && Object.keys(node).length > 1) byId.set(node["@id"], node)
  }
  let left: number = bounds.facts

  const read = (node: Node, where: string, depth: number): Entity => {
    const facts: Array<Fact> = []
    const add = (label: string, value: Json, place: string): void => {
      if (left-- <= 0 || value === null) return
      if (Array.isArray(value)) {
        for (const one of value as ReadonlyArray<Json>) add(label, one, place)
      } else if (isNode(value)) {
        if (typeof value["@value"] === "string" || typeof value["@value"] === "number")
          return add(label, value["@value"], place)
        const id = value["@id"]
        const target = typeof id === "string" ? byId.get(id) : undefined
        const whole = target !== undefined && Object.keys(value).length <= 2 ? target : value
        if (depth < bounds.depth)
          facts.push({ label, value: read(whole, place, depth + 1), source: "json-ld", where: place })
      } else
        facts.push({
          label,
          value: plain(label, value as string | number | boolean, base),
          source: "json-ld",
          where: place
        })
    }
    for (const key of Object.keys(node)) {
      if (!keywords.has(key)) add(lastWord(key), node[key]!, `${where} ${lastWord(key)}`)
    }
    return { types: typesOf(node["@type"]), facts, source: "json-ld", where }
  }
  // What others refer to is a part of them, not a thing of the page on its own.
  return roots.map(({ node, where }) => read(node, where, 0))
}

/** Addresses are made absolute; in texts many templates leave references such as `&amp;`. */
const plain = (label: string, value: string | number | boolean, base: URL) => {
  if (typeof value !== "string") return value
  if (addresses.has(label)) return URL.parse(value.trim(), base.href)?.href ?? value
  return value.includes("&") ? decodeText(value, false, false) : value
}

const typesOf = (value: Json | undefined): ReadonlyArray<string> =>
  (Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]).flatMap((type) =>
    typeof type === "string" ? [lastWord(type)] : []
  )

/** `Product` of `https://schema.org/Product` and `schema:Product`. */
const lastWord = (name: string): string => /[^/#:]*$/.exec(name)?.[0] || name

const entityOf = (item: Item, source: Source, where: string, attribute: string, depth: number): Entity => ({
  types: item.type.map(lastWord),
  source,
  where,
  facts: Object.keys(item.properties).flatMap((name) =>
    item.properties[name]!.flatMap((value): ReadonlyArray<Fact> => {
      const word = lastWord(name)
      const label = Object.hasOwn(goodRelations, word) ? goodRelations[word]! : word
      const place = `${where} [${attribute}=${label}]`
      if (typeof value === "string") {
        const text = value.replace(/\s+/g, " ").trim()
        return text === "" ? [] : [{ label, value: text, source, where: place }]
      }
      return depth >= bounds.depth
        ? []
        : [{ label, value: entityOf(value, source, place, attribute, depth + 1), source, where: place }]
    })
  )
})
