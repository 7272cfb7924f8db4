/** Cards: siblings of one kind that each name something and say something of it. */
import { type Entity, type Fact, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { lineFacts } from "./lines.ts"
import { markedFacts } from "./marked.ts"
import { priceFacts } from "./prices.ts"
import { addressIn, bounds, children, classesOf, type Reading, textOf, cssPath } from "./Reading.ts"

/** The cards among the children of an element; none when they are not of one kind. */
export const cardsOf = (reading: Reading, parent: number): ReadonlyArray<Entity> => {
  const { ends, tree } = reading
  const inside = children(tree, parent)
  if (inside.length < 2 || inside.length > bounds.rows) return []
  const byKind = new Map<string, Array<number>>()
  for (const node of inside) {
    const size = ends[node]! - node
    if (size < 5 || size > 300) continue
    const key = `${tree.tag[node]} ${classesOf(reading, node)[0] ?? ""}`
    byKind.set(key, [...(byKind.get(key) ?? []), node])
  }
  for (const nodes of byKind.values()) {
    if (nodes.length < 2 || nodes.length < inside.length / 2) continue
    const cards = nodes.map((node) => cardOf(reading, node))
    if (cards.every(({ facts }) => facts.some(({ label }) => label === "name") && facts.some(isDistinctive)))
      return cards
  }
  return []
}

const isDistinctive = ({ label }: Fact): boolean => label !== "name" && label !== "url" && label !== "image"

const cardOf = (reading: Reading, card: number): Entity => {
  const { ends, out, tree } = reading
  const facts: Array<Fact> = []
  let seen = ""
  const first = (label: string, value: string | undefined, node: number) => {
    if (value === undefined || value === "" || seen.includes(` ${label} `)) return
    seen += ` ${label} `
    facts.push({ label, value, source: "class", where: cssPath(reading, node) })
  }
  for (let node = card + 1; node < ends[card]!; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text || out[node] !== 0) continue
    if ((kind[tag]! & Kind.heading) !== 0) first("name", textOf(reading, node, 300), node)
    if (tag === Tag.a) first("url", addressIn(reading, node, "href"), node)
    if (tag === Tag.img) first("image", addressIn(reading, node, "src") ?? attribute(tree, node, "data-src"), node)
    const prices = priceFacts(reading, node)
    if (prices !== undefined) {
      for (const fact of prices) first(fact.label, textOfFact(fact), node)
      node = ends[node]! - 1
      continue
    }
    for (const fact of markedFacts(reading, node, true)) first(fact.label, textOfFact(fact), node)
    if ((kind[tag]! & Kind.block) !== 0)
      for (const fact of lineFacts(reading, node)) first(fact.label, textOfFact(fact), node)
  }
  return { types: [], facts, source: "class", where: cssPath(reading, card) }
}
