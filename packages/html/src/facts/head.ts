/** What the head of a page says of it: metas, the canonical address, the language, the title. */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, textContent } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { addressIn, bounds, line, meaningIn, type Reading } from "./Reading.ts"

const prefix = /^(?:og|article|product|book|profile|video|music|citation|dc|dcterms|twitter|business)[:._]/i
const address = /(?:image|url|video|audio|logo)$/i

const salePrice = /"(?:product|og):sale_price(?::amount)?"/i
const originalPrice = /"(?:product|og):original_price(?::amount)?"/i
const pricePlace = /"(?:product|og):price:amount"/i

/** Names that ask the browser or a robot for something. */
const technical =
  /^(?:viewport|robots|googlebot|generator|theme-color|charset|referrer|msapplication-.*|fb:.*|og:type|twitter:(?:card|site|creator|domain|title|description|image|url)(?::.*)?|.*verification.*|csrf-.*|format-detection|apple-.*)$/i

export const headFacts = (reading: Reading): ReadonlyArray<Fact> => {
  const { base, tree } = reading
  const facts: Array<Fact> = []
  const pairs = new Map<string, string>()
  const add = (label: string, value: string, where: string, source: Fact["source"] = "meta") => {
    if (value !== "" && facts.length < bounds.facts) facts.push({ label, value, source, where })
  }
  let titled = false
  for (let node = 1; node < tree.size && facts.length < bounds.facts; node++) {
    const tag = tree.tag[node]
    if (tag === Tag.html) add("inLanguage", line(attribute(tree, node, "lang") ?? ""), "html[lang]")
    else if (tag === Tag.title && !titled) {
      titled = true
      add("name", line(textContent(tree, node)), "title", "title")
    } else if (tag === Tag.link && attribute(tree, node, "rel")?.toLowerCase() === "canonical") {
      add("canonical", addressIn(reading, node, "href") ?? "", "link[rel=canonical]")
    } else if (tag === Tag.meta) {
      if (attribute(tree, node, "itemprop") !== undefined) continue
      const name = attribute(tree, node, "property") ?? attribute(tree, node, "name")
      const content = line((attribute(tree, node, "content") ?? "").slice(0, bounds.value))
      if (name === undefined || technical.test(name)) continue
      const pair = /^twitter:(label|data)(\d)$/.exec(name)
      if (pair !== null) pairs.set(pair[1]! + pair[2]!, content)
      // Many name the author by the address of a profile.
      else if (/author$/i.test(name) && URL.canParse(content)) continue
      else {
        // The date of a page is that of its publication, never that of its subject.
        const metaLabel = meaningIn(reading, name).isKnown ? name : name.replace(prefix, "")
        const label = meaningIn(reading, metaLabel).meaning === "date" ? "datePublished" : metaLabel
        const value = address.test(name) ? (URL.parse(content, base.href)?.href ?? content) : content
        add(label, value, `meta[${attribute(tree, node, "property") === undefined ? "name" : "property"}="${name}"]`)
      }
    }
  }
  // Beside a price of a sale, the other is the one before it (Meta, catalog fields `price` and `sale_price`).
  const isOnSale = facts.some(({ where }) => salePrice.test(where))
  for (const [at, fact] of facts.entries()) {
    if (salePrice.test(fact.where)) facts[at] = { ...fact, label: "price" }
    else if (isOnSale && pricePlace.test(fact.where)) facts[at] = { ...fact, label: "old price" }
    else if (originalPrice.test(fact.where)) facts[at] = { ...fact, label: "old price" }
  }
  for (const [key, label] of pairs) {
    const value = pairs.get(key.replace("label", "data"))
    if (key.startsWith("label") && value !== undefined)
      add(label, value, `meta[name="twitter:${key.replace("label", "data")}"]`)
  }
  return facts
}
