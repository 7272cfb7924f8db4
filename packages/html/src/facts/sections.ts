/**
 * What stands below a heading: items of a list, paragraphs one by one, rows of amounts and ingredients. The heading may
 * say more than its name: `Zutaten für 4 Portionen` names the ingredients, and says how many they serve.
 */
import { isKnown, meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import type { Fact, Group } from "@orbweaver/core/internal/evidence/Evidence"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { bounds, charactersIn, children, cssPath, type Reading, textOf } from "./Reading.ts"

type Items = Group["items"]

const limits = { paragraphs: 100, heading: 80 } as const

/** `für 4 Portionen`, `(serves 4)`, `for 6 people`, `pour 8 personnes`, `（2人分）`. */
const servings =
  /\s*[-–—:,(（]?\s*(?:(?:für|for|serves|makes|pour|para|per|voor|dla|för|til)\s+(?:ca\.?\s+)?)?((\d{1,3})(?:\s*[-–]\s*\d{1,3})?\s*(?:portion(?:en|s|er)?|personen?|people|servings?|personnes?|parts?|personas?|raciones|porciones|persone|porzioni|personer|pessoas|porções|osob[y]?|porcj[ei]|stück|人分|人前|인분|人份)?)\s*[)）]?\s*$/iu

export interface Section {
  /** The heading without what it says beside its name. */
  readonly name: string
  /** What it says of how many it is for. */
  readonly servings: string | undefined
}

export const sectionOf = (heading: string): Section => {
  const plain = heading.replace(/\s*[:：]$/, "")
  if (plain.length > limits.heading || isKnown(meaningOf(plain))) {
    const inside = /[(（](\d{1,3}\s*[人\p{L}]{0,12})[)）]$/u.exec(plain)
    return { name: plain, servings: inside !== null && isFood(plain) ? inside[1] : undefined }
  }
  const match = servings.exec(plain)
  const name = match === null ? plain : plain.slice(0, match.index)
  return match !== null && isFood(name) ? { name, servings: match[1]!.trim() } : { name: plain, servings: undefined }
}

const isFood = (name: string): boolean => meaningOf(name) === "ingredients"

export const servingsFact = (value: string, where: string): Fact => ({
  label: "servings",
  value,
  source: "label",
  where
})

/** The text of a paragraph that is in bold from end to end before a list, and so its heading. */
export const boldHeading = (reading: Reading, node: number): string | undefined => {
  const { tree } = reading
  if (tree.tag[node] !== Tag.p && tree.tag[node] !== Tag.div) return undefined
  const first = tree.first[node]!
  if (first < 0 || charactersIn(reading, node) > 4 * bounds.label || tree.next[first] !== -1) return undefined
  const inside = children(tree, node)
  if (inside.length !== 1 || (tree.tag[inside[0]!] !== Tag.strong && tree.tag[inside[0]!] !== Tag.b)) return undefined
  const text = textOf(reading, node, bounds.label + 1)
  return text === "" || text.length > bounds.label || text !== textOf(reading, inside[0]!, bounds.label + 1)
    ? undefined
    : text.replace(/\s*[:：]$/, "")
}

/** The paragraphs from this one up to the next heading, of those that stand side by side. */
export const paragraphsFrom = (reading: Reading, node: number): Items => {
  const { out, tree } = reading
  const found: Array<Items[number]> = []
  for (let at = node; at >= 0 && found.length < limits.paragraphs; at = tree.next[at]!) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) continue
    if ((kind[tag]! & Kind.heading) !== 0 || boldHeading(reading, at) !== undefined) break
    if (tag !== Tag.p || out[at] !== 0) continue
    const text = textOf(reading, at)
    if (text !== "") found.push({ text, where: cssPath(reading, at) })
  }
  return found
}

/** Amounts beside what they are of, as recipes have them in tables: `300 g` and `Linsen`. */
export const amountRows = (reading: Reading, table: number): Items => {
  const { ends, out, tree } = reading
  const items: Array<Items[number]> = []
  for (let node = table + 1; node < ends[table]! && items.length < bounds.rows; node++) {
    if (tree.tag[node] === Tag.table) return []
    if (tree.tag[node] !== Tag.tr || out[node] !== 0) continue
    const cells = children(tree, node)
    if (cells.length === 1 && items.length > 0) continue
    if (cells.length !== 2 || tree.tag[cells[0]!] !== Tag.td) return []
    const [amount, name] = [textOf(reading, cells[0]!, 61), textOf(reading, cells[1]!, 201)]
    if (name === "" || !/^(?:[\d¼½¾⅓⅔⅛~]|$|etwas|n\. ?b\.|some|un peu|\p{L}{1,8}\.?$)/iu.test(amount)) return []
    items.push({ text: `${amount} ${name}`.trim(), where: cssPath(reading, node) })
  }
  return items
}
