/**
 * The evidence of a page: everything it says under a name, from one walk over
 * its tree, for the `json` format to match with a schema.
 */
import type { Entity, Evidence, Fact, Group } from "@orbweaver/core/internal/evidence/Evidence"
import type { SelectorPlan } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { attribute, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { addressFacts, addressParts } from "./addresses.ts"
import { authorFacts, dateFacts, readingTimeFacts } from "./bylines.ts"
import { cardsOf } from "./cards.ts"
import { thingFacts } from "./counts.ts"
import { headFacts } from "./head.ts"
import { leadFacts, lineFacts, listHeading, pairFacts, rowFacts, withoutColon } from "./lines.ts"
import { markedFacts } from "./marked.ts"
import { postsOf } from "./posts.ts"
import { priceFacts } from "./prices.ts"
import { questionGroup } from "./questions.ts"
import { countFacts, ratingFacts } from "./ratings.ts"
import { bounds, children, meaningIn, type Reading, readingOf, textOf, cssPath } from "./Reading.ts"
import { amountRows, boldHeading, paragraphsFrom, sectionOf, servingsFact } from "./sections.ts"
import { selectedOf } from "./selected.ts"
import { stockFacts } from "./stock.ts"
import { structuredThings } from "./structured.ts"
import { itemsText, linkIn, tableFacts } from "./tables.ts"

/** `base` is what addresses are relative to; see `baseUrl` of `Links`. */
export type ReadFacts = (tree: Tree, base: URL, selectorPlans?: Readonly<Record<string, SelectorPlan>>) => Evidence

export const facts: ReadFacts = (tree, base, selectorPlans) => {
  const reading = readingOf(tree, base)
  const head = headFacts(reading)
  const language = head.find(({ label }) => label === "inLanguage")?.value
  const visible = visibleFacts(reading, typeof language === "string" ? language : "")
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
  reading: Reading,
  language: string
): { readonly facts: ReadonlyArray<Fact>; readonly groups: ReadonlyArray<Group> } => {
  const { ends, out, tree } = reading
  const facts: Array<Fact> = []
  const groups: Array<Group> = []
  let heading = ""
  let hasLabel = true
  let hasByline = false
  const posts = postsOf(reading, language)
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

  /** Most elements say nothing, which costs nothing here. */
  const put = (found: ReadonlyArray<Fact>): void => {
    for (const fact of found) facts.push(fact)
  }
  for (let node = 1; node < tree.size && facts.length < bounds.facts; node++) {
    const tag = tree.tag[node]!
    if (tag === Tag.text) continue
    // A post is about its own thread, and never about the page.
    if (out[node] !== 0 || posts.nodes.has(node)) {
      node = ends[node]! - 1
      continue
    }
    if ((kind[tag]! & Kind.heading) !== 0) {
      const section = sectionOf(textOf(reading, node, bounds.label + 1))
      heading = section.name
      hasLabel = node === first
      if (section.servings !== undefined) facts.push(servingsFact(section.servings, cssPath(reading, node)))
    }
    if (tag === Tag.table) {
      const amounts = meaningIn(reading, heading).meaning === "ingredients" ? amountRows(reading, node) : []
      if (amounts.length > 0) {
        group(node, { items: amounts })
        node = ends[node]! - 1
        continue
      }
      const { facts: pairs, rows } = tableFacts(reading, node)
      if (pairs.length + rows.length > 0) {
        group(node, { facts: pairs, rows })
        node = ends[node]! - 1
      }
      continue
    }
    if (tag === Tag.dl) {
      const pairs = definitions(reading, node, heading)
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
      if (node >= frameEnd) put([...prices, ...besidePrices(reading, node)])
      if ((kind[tag]! & Kind.block) !== 0) put(lineFacts(reading, node))
      node = ends[node]! - 1
      continue
    }
    const address = (kind[tag]! & Kind.block) !== 0 && node >= frameEnd ? addressFacts(reading, node) : undefined
    if (address !== undefined) {
      put([...address, ...lineFacts(reading, node)])
      if (tag === Tag.address) {
        put(linksIn(reading, node))
        node = ends[node]! - 1
        continue
      }
    }
    const marked = markedFacts(reading, node)
    put(node < frameEnd ? marked.filter(({ label }) => label !== "price") : marked)
    if (node >= frameEnd) {
      put(stockFacts(reading, node))
      put(readingTimeFacts(reading, node))
      put(countFacts(reading, node, language))
    }
    if ((kind[tag]! & Kind.block) === 0) continue
    if (tag === Tag.ul || tag === Tag.ol) {
      if (!list(reading, node, group)) heading = ""
      // What a heading names is its list, and not a paragraph behind it.
      hasLabel = true
    }
    const bold = boldHeading(reading, node) ?? listHeading(reading, node)
    if (bold !== undefined) {
      heading = bold
      hasLabel = false
      put(pairFacts(reading, node))
      continue
    }
    const dates = dateFacts(reading, node, language).filter(
      ({ label }) => label !== "datePublished" || first === 0 || isNear(node, first)
    )
    const lines = lineFacts(reading, node)
    // A line with two dates is no value of the first of its words.
    const isDated = dates.length > 1 || (dates.length > 0 && !lines.some((fact) => isDateMeaning(reading, fact)))
    put(isDated ? [...dates, ...lines.filter((fact) => !isDateMeaning(reading, fact))] : lines)
    if (!hasByline && node > first && isNear(node, first) && lines.length === 0) {
      const authors = authorFacts(reading, node)
      hasByline = authors.length > 0
      put(authors)
    }
    if (node >= frameEnd) {
      put(ratingFacts(reading, node, language))
      put(thingFacts(reading, node))
    }
    if (lines.length === 0) {
      const pairs = pairFacts(reading, node)
      put(pairs.length > 0 ? pairs : leadFacts(reading, node))
    }
    const rows = rowFacts(reading, node)
    if (rows.length > 0) {
      group(node, { facts: rows })
      node = ends[node]! - 1
      continue
    }
    if (tag === Tag.p && !hasLabel && lines.length === 0) {
      hasLabel = true
      section(reading, node, heading, facts, group)
    }
  }
  facts.push(
    ...facts
      .filter(({ label, source }) => stands.has(source) && places.has(meaningIn(reading, label).meaning))
      .slice(0, 20)
      .flatMap(addressParts)
  )
  const questions = questionGroup(reading)
  groups.push(...(questions === undefined ? [] : [questions]), ...posts.groups)
  return { facts, groups: groups.slice(-bounds.groups) }
}

/** A line far from the title says when something else was published, or created. */
const isNear = (node: number, title: number): boolean => title > 0 && node > title - 100 && node < title + 400

/** Stock and the number of the article, which stand beside a price. */
const besidePrices = (reading: Reading, prices: number): ReadonlyArray<Fact> =>
  elementsIn(reading, prices).flatMap((node) => [...stockFacts(reading, node), ...pairFacts(reading, node)])

/** Numbers and mail addresses in an address, whose text is no value of its own. */
const linksIn = (reading: Reading, address: number): ReadonlyArray<Fact> =>
  elementsIn(reading, address).flatMap((node) => (reading.tree.tag[node] === Tag.a ? markedFacts(reading, node) : []))

const elementsIn = ({ ends, out, tree }: Reading, node: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = node + 1; at < ends[node]! && found.length < bounds.nodes; at++)
    if (tree.tag[at] !== Tag.text && out[at] === 0) found.push(at)
  return found
}

const stands = new Set(["table", "definition-list", "label"])
const places = new Set(["address", "location", "headquarters"])

const isDateMeaning = (reading: Reading, { label }: Fact): boolean => {
  const meaning = meaningIn(reading, label).meaning
  return meaning === "published" || meaning === "modified" || meaning === "date"
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

/** The first paragraph below a heading that is a name of something, and all of them as a list. */
const section = (
  reading: Reading,
  node: number,
  heading: string,
  facts: Array<Fact>,
  group: (node: number, part: { items: Group["items"] }) => void
): void => {
  if (heading === "" || !meaningIn(reading, heading).isKnown) return
  const items = paragraphsFrom(reading, node)
  if (items.length > 1) group(node, { items })
  const value = textOf(reading, node)
  if (value !== "") facts.push({ label: heading, value, source: "heading", where: cssPath(reading, node) })
}

/** False for a list that says nothing of what its heading names. */
const list = (
  reading: Reading,
  node: number,
  group: (node: number, part: { items: Group["items"] }) => void
): boolean => {
  const items = children(reading.tree, node)
    .slice(0, bounds.rows)
    .flatMap((item) => {
      const text = reading.tree.tag[item] === Tag.li && reading.out[item] === 0 ? textOf(reading, item) : ""
      return text === "" ? [] : [{ text, where: cssPath(reading, item) }]
    })
  // A filter counts what each choice leaves: `Vegan (4)`.
  const isFilter = items.length > 1 && items.every(({ text }) => /\(\d+\)$/.test(text))
  if (items.length > 0 && !isFilter) group(node, { items })
  return !isFilter
}

const captionOf = (reading: Reading, node: number): string | undefined => {
  const { tree } = reading
  const own =
    tree.tag[node] === Tag.table ? children(tree, node).find((child) => tree.tag[child] === Tag.caption) : undefined
  const named = own === undefined ? attribute(tree, node, "aria-label") : textOf(reading, own, bounds.label + 1)
  return named === undefined || named === "" ? undefined : named.slice(0, bounds.label)
}

/** `dt` with the `dd` after it, also inside `div`s; a first `dd` without a name has that of the heading. */
const definitions = (reading: Reading, dl: number, heading: string): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  const found: Array<Fact> = []
  let label = meaningIn(reading, heading).isKnown ? heading : ""
  for (let node = dl + 1; node < ends[dl]! && found.length < bounds.rows; node++) {
    if (tree.tag[node] === Tag.dt) {
      const own = withoutColon(textOf(reading, node, bounds.label + 1))
      label = own === "" && found.length === 0 ? label : own
    }
    if (tree.tag[node] !== Tag.dd) continue
    const address = addressFacts(reading, node)
    if (address !== undefined) found.push(...address.filter((fact) => fact.label !== "address" || label === ""))
    if (label === "" || label.length > bounds.label) continue
    const text = itemsText(reading, node)
    const value = /^(?:web|homepage|url|link|site)/i.test(label) ? (linkIn(reading, node) ?? text) : text
    if (value !== "") found.push({ label, value, source: "definition-list", where: cssPath(reading, node) })
    if (found.length === 1 && label === heading) label = ""
  }
  return found
}
