/**
 * The evidence of a page: everything it says under a name, from one walk over
 * its tree, for the `json` format to match with a schema.
 */
import { isKnown, meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import type { Entity, Evidence, Fact, Group } from "@orbweaver/core/internal/evidence/Evidence"
import type { SelectorPlan } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { attribute, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { cardsOf } from "./cards.ts"
import { headFacts } from "./head.ts"
import { lineFacts, pairFacts } from "./lines.ts"
import { markedFacts } from "./marked.ts"
import { priceFacts } from "./prices.ts"
import { bounds, children, type Reading, readingOf, textOf, cssPath } from "./Reading.ts"
import { selectedOf } from "./selected.ts"
import { structuredThings } from "./structured.ts"
import { linkIn, tableFacts } from "./tables.ts"

/** `base` is what addresses are relative to; see `baseUrl` of `Links`. */
export type ReadFacts = (tree: Tree, base: URL, selectorPlans?: Readonly<Record<string, SelectorPlan>>) => Evidence

export const facts: ReadFacts = (tree, base, selectorPlans) => {
  const reading = readingOf(tree, base)
  const head = headFacts(reading)
  const visible = visibleFacts(reading)
  const language = head.find(({ label }) => label === "inLanguage")?.value
  return {
    base: base.href,
    ...(typeof language === "string" ? { language } : {}),
    entities: structuredThings(tree, base),
    facts: [...visible.facts, ...head],
    groups: visible.groups,
    ...(selectorPlans === undefined ? {} : { selected: selectedOf(tree, base, selectorPlans) })
  }
}

const visibleFacts = (
  reading: Reading
): { readonly facts: ReadonlyArray<Fact>; readonly groups: ReadonlyArray<Group> } => {
  const { ends, out, tree } = reading
  const facts: Array<Fact> = []
  const groups: Array<Group> = []
  let heading = ""
  let hasLabel = true
  let frameEnd = 0
  const first = titleOf(reading)
  if (first > 0) {
    const value = textOf(reading, first, 300)
    if (value !== "") facts.push({ label: "name", value, source: "heading", where: cssPath(reading, first) })
  }
  const group = (
    node: number,
    part: { rows?: ReadonlyArray<Entity>; items?: Group["items"]; facts?: ReadonlyArray<Fact> }
  ) => {
    if (groups.length >= bounds.groups) return
    const caption = captionOf(reading, node)
    groups.push({
      label: caption ?? heading,
      rows: [],
      items: [],
      facts: [],
      ...part,
      source: "list",
      where: cssPath(reading, node)
    })
    facts.push(...(part.facts ?? []))
  }

  for (let node = 1; node < tree.size && facts.length < bounds.facts; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) continue
    if (out[node] !== 0) {
      node = ends[node]! - 1
      continue
    }
    if ((kind[tag]! & Kind.heading) !== 0) {
      heading = textOf(reading, node, bounds.label + 1).replace(/\s*:$/, "")
      hasLabel = node === first
    }
    if (tag === Tag.table) {
      const { facts: pairs, rows } = tableFacts(reading, node)
      if (pairs.length + rows.length > 0) {
        group(node, { facts: pairs, rows })
        node = ends[node]! - 1
      }
      continue
    }
    if (tag === Tag.dl) {
      const pairs = definitions(reading, node)
      if (pairs.length > 0) {
        group(node, { facts: pairs })
        node = ends[node]! - 1
      }
      continue
    }
    const cards = cardsOf(reading, node)
    if (cards.length > 0) {
      group(node, { rows: cards })
      node = ends[node]! - 1
      continue
    }
    // Above the title stands the frame of the site, whose amounts are those of a cart.
    const isFrame = tag === Tag.header && ends[node]! < first && !isInContent(reading, node)
    if (isFrame) frameEnd = ends[node]!
    const prices = priceFacts(reading, node)
    if (prices !== undefined) {
      if (node >= frameEnd) facts.push(...prices)
      if ((kind[tag]! & Kind.block) !== 0) facts.push(...lineFacts(reading, node))
      node = ends[node]! - 1
      continue
    }
    const marked = markedFacts(reading, node)
    facts.push(...(node < frameEnd ? marked.filter(({ label }) => label !== "price") : marked))
    if ((kind[tag]! & Kind.block) === 0) continue
    if (tag === Tag.ul || tag === Tag.ol) list(reading, node, group)
    const lines = lineFacts(reading, node)
    facts.push(...(lines.length > 0 ? lines : pairFacts(reading, node)))
    if (tag === Tag.p && !hasLabel && lines.length === 0) {
      hasLabel = true
      section(reading, node, heading, facts)
    }
  }
  return { facts, groups }
}

/** The one `h1`, or the one in `main` of several; 0 when nothing says which. */
const titleOf = (reading: Reading): number => {
  const { out, tree } = reading
  const all: Array<number> = []
  for (let node = 1; node < tree.size; node++) if (tree.tag[node] === Tag.h1 && out[node] === 0) all.push(node)
  if (all.length === 1) return all[0]!
  // Of several titles none identifies the page.
  if (all.length > 10) return 0
  const inMain = all.filter((node) => isInContent(reading, node))
  return inMain.length === 1 ? inMain[0]! : 0
}

const isInContent = ({ tree }: Reading, node: number): boolean => {
  for (let at = node; at > 0; at = tree.parent[at]!)
    if (tree.tag[at] === Tag.main || tree.tag[at] === Tag.article) return true
  return false
}

/** The first paragraph below a heading that is a name of something. */
const section = (reading: Reading, node: number, heading: string, facts: Array<Fact>): void => {
  if (heading === "" || !isKnown(meaningOf(heading))) return
  const value = textOf(reading, node)
  if (value !== "") facts.push({ label: heading, value, source: "heading", where: cssPath(reading, node) })
}

const list = (reading: Reading, node: number, group: (node: number, part: { items: Group["items"] }) => void): void => {
  const items = children(reading.tree, node)
    .slice(0, bounds.rows)
    .flatMap((item) => {
      const text = reading.tree.tag[item] === Tag.li && reading.out[item] === 0 ? textOf(reading, item) : ""
      return text === "" ? [] : [{ text, where: cssPath(reading, item) }]
    })
  if (items.length > 0) group(node, { items })
}

const captionOf = (reading: Reading, node: number): string | undefined => {
  const { tree } = reading
  const own =
    tree.tag[node] === Tag.table ? children(tree, node).find((child) => tree.tag[child] === Tag.caption) : undefined
  const named = own === undefined ? attribute(tree, node, "aria-label") : textOf(reading, own, bounds.label + 1)
  return named === undefined || named === "" ? undefined : named.slice(0, bounds.label)
}

/** `dt` with the `dd` after it, also inside `div`s. */
const definitions = (reading: Reading, dl: number): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  const found: Array<Fact> = []
  let label = ""
  for (let node = dl + 1; node < ends[dl]! && found.length < bounds.rows; node++) {
    if (tree.tag[node] === Tag.dt) label = textOf(reading, node, bounds.label + 1).replace(/\s*:$/, "")
    if (tree.tag[node] !== Tag.dd || label === "" || label.length > bounds.label) continue
    const text = textOf(reading, node)
    const value = /^(?:web|homepage|url|link|site)/i.test(label) ? (linkIn(reading, node) ?? text) : text
    if (value !== "") found.push({ label, value, source: "definition-list", where: cssPath(reading, node) })
  }
  return found
}
