/**
 * Values next to their names in running text: `Price: 8 €`, `<b>Author:</b> Jane`, `<div
 * class="label">Weight</div><div>2 kg</div>`, `記者：佐藤 花子`.
 */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { isWhitespace, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import {
  bounds,
  children,
  classesOf,
  charactersIn,
  holdsColon,
  isLeafBlock,
  line,
  meaningIn,
  struck,
  type Reading,
  textOf,
  cssPath
} from "./Reading.ts"
import { peopleIn } from "./bylines.ts"
import { itemsText, linkIn } from "./tables.ts"

const labelled = /^[・●■◆▪•※*\s-]{0,3}(\p{L}[\p{L}\p{M}\p{N} .()/&'’・（）°º#-]{0,40}?)\s?[:：]\s*(?!\/\/)(.{1,300})$/u
/** Characters before the colon of what that matches, at most. */
const longestLabelled = 86
const labelClass = /^(?:.*[-_])?(?:label|key|term|lbl|caption|property|attribute|dt)$/i
const valueClass = /^(?:.*[-_])?(?:value|val|data|content|dd)$/i
/** Elements that set a name off from the value behind it. */
const emphasis = new Set<number>([Tag.b, Tag.strong, Tag.dt, Tag.th])

/** The labelled values of a block without blocks inside; one for each of its lines. */
export const lineFacts = (reading: Reading, block: number): ReadonlyArray<Fact> =>
  isLeafBlock(reading, block) && holdsColon(reading, block)
    ? linesOf(reading, block).flatMap((written) => factsOfLine(reading, written, block))
    : []

const factsOfLine = (reading: Reading, written: string, block: number): ReadonlyArray<Fact> => {
  // `Author: Ann | Category: Sea`, `Filed under: Sea. Tags: tides`, `In stock, delivery time: 3 days`.
  const parts = written.split(/\s+[|·•｜]\s+|\s*[｜]\s*|[.;,]\s+(?=[^\s:：]{2,20}(?: [^\s:：]{2,20})?\s?[:：])/u, 10)
  if (parts.length > 1) {
    const pairs = parts.map((part) => (/[:：]/.test(part) ? pairOf(part) : null))
    if (pairs.every((pair) => pair === null || (pair !== undefined && meaningIn(reading, pair[0]).isKnown)))
      return pairs.flatMap((pair) =>
        pair === undefined || pair === null ? [] : factOf(reading, pair[0], pair[1], block)
      )
  }
  const pair = pairOf(written)
  return pair === undefined ? [] : factOf(reading, pair[0], pair[1], block)
}

/** The name and the value of `name: value`; undefined for a sentence with a colon in it. */
export const pairOf = (written: string): readonly [label: string, value: string] | undefined => {
  const colon = written.search(/[:：]/)
  if (colon < 1 || colon > longestLabelled) return undefined
  const match = labelled.exec(written)
  if (match === null) return undefined
  const label = match[1]!.trim()
  if (label.split(" ").length > 5 || /\d$/.test(label) || label.includes(". ")) return undefined
  if (label.length < 2 && !/\p{Lo}/u.test(label)) return undefined
  const value = match[2]!.replace(/\s*[|·•]\s*$/, "")
  return value === "" || isSentence(value) ? undefined : [label, value]
}

/** Words, their end and another beginning; neither `18. Juli` nor `e. V.`. */
const isSentence = (value: string): boolean =>
  /(?:\p{L}{3}|\d{3})[.!?]\s+\p{Lu}\p{L}/u.test(value) || /。./u.test(value)

/** `<div>Label:</div><div>value</div>`, a label by its class, or one that is known and set off from its value. */
export const pairFacts = (reading: Reading, parent: number): ReadonlyArray<Fact> => {
  const { tree } = reading
  if (charactersIn(reading, parent) > 1_000) return []
  const inside = children(tree, parent)
  if (inside.length !== 2) return []
  const [first, second] = inside as [number, number]
  if (ownText(reading, parent)) return []
  const label = textOf(reading, first, bounds.label + 1)
  if (label === "" || label.length > bounds.label || reading.ends[first]! - first > 6) return []
  const isMarked = /[:：]$/.test(label) || classesOf(reading, first).some((name) => labelClass.test(name))
  const isNamed = meaningIn(reading, withoutColon(label)).isKnown
  // A name before several items is their heading.
  const isList = isNamed && (tree.tag[second] === Tag.ul || tree.tag[second] === Tag.ol)
  if (isList && children(tree, second).length !== 1) return []
  const isSetOff = emphasis.has(tree.tag[first]!) || classesOf(reading, second).some((name) => valueClass.test(name))
  if (!isMarked && !isList && !(isSetOff && isNamed)) return []
  if (!isList && !isLeafBlock(reading, second)) return []
  const value = itemsText(reading, second, textOf(reading, second, 301))
  return value === "" || value.length > 300 ? [] : factOf(reading, withoutColon(label), value, second)
}

/** The known name before a list, of an element that holds both and nothing else: it is the heading of the list. */
export const listHeading = (reading: Reading, parent: number): string | undefined => {
  const { tree } = reading
  const inside = children(tree, parent)
  if (inside.length !== 2 || (tree.tag[inside[1]!] !== Tag.ul && tree.tag[inside[1]!] !== Tag.ol)) return undefined
  if (reading.ends[inside[0]!]! - inside[0]! > 6 || ownText(reading, parent)) return undefined
  const label = withoutColon(textOf(reading, inside[0]!, bounds.label + 1))
  return label !== "" && label.length <= bounds.label && meaningIn(reading, label).isKnown ? label : undefined
}

/** `<p><b>Brand</b> Holm</p>`: a known name set off at the beginning of a line, without a colon. */
export const leadFacts = (reading: Reading, block: number): ReadonlyArray<Fact> => {
  const { tree } = reading
  const first = tree.first[block]!
  if (first < 0 || !isLeafBlock(reading, block) || charactersIn(reading, block) > 400) return []
  const node = tree.tag[first] === Tag.text && isWhitespace(tree, first) ? tree.next[first]! : first
  if (node < 0 || !(emphasis.has(tree.tag[node]!) || classesOf(reading, node).some((name) => labelClass.test(name))))
    return []
  const label = textOf(reading, node, bounds.label + 1)
  const whole = textOf(reading, block, 201)
  if (label === "" || label.length > 40 || whole.length > 200 || !whole.startsWith(label)) return []
  const value = whole.slice(label.length).trim()
  if (value === "" || isSentence(value) || !/^[\p{L}\p{N}€$£¥+(〒]/u.test(value) || !meaningIn(reading, label).isKnown)
    return []
  return factOf(reading, label, value, block)
}

interface PairedRow {
  readonly texts: readonly [string, string]
  readonly nodes: readonly [number, number]
}

/**
 * Rows of one shape with two parts each, where one part is a name: the first, or the second below its value
 * (`<strong>68 m²</strong><div>Wohnfläche</div>`). Most of the names must be known, and none may have figures.
 */
export const rowFacts = (reading: Reading, parent: number): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  // The first row decides for most elements.
  const row = firstElement(tree, parent)
  if (row < 0 || ends[row] === ends[parent] || partsOf(reading, row) === undefined) return []
  const inside = children(tree, parent)
  if (inside.length < 2 || inside.length > bounds.rows) return []
  const key = (node: number) => `${tree.tag[node]} ${classesOf(reading, node)[0] ?? ""}`
  const shape = key(inside[0]!)
  const rows: Array<PairedRow> = []
  for (const node of inside) {
    if (key(node) !== shape || reading.out[node] !== 0 || ends[node]! - node > 40) return []
    const parts = partsOf(reading, node)
    if (parts === undefined) return []
    rows.push(parts)
  }
  for (const at of [0, 1] as const) {
    const labels = rows.map(({ texts }) => withoutColon(texts[at]))
    const isNamed = labels.every((label) => label.length <= 40 && /^\p{L}[^\d.!?]*$/u.test(label))
    if (!isNamed || new Set(labels).size < labels.length) continue
    if (labels.filter((label) => meaningIn(reading, label).isKnown).length < Math.max(2, labels.length / 2)) continue
    return rows.flatMap(({ nodes, texts }, row) =>
      factOf(reading, labels[row]!, itemsText(reading, nodes[1 - at]!, texts[1 - at]), nodes[1 - at]!)
    )
  }
  return []
}

const firstElement = (tree: Tree, parent: number): number => {
  let at = tree.first[parent]!
  while (at >= 0 && tree.tag[at] === Tag.text) at = tree.next[at]!
  return at
}

/** Two elements without blocks inside that hold all the text of a row. */
const partsOf = (reading: Reading, row: number): PairedRow | undefined => {
  if (reading.ends[row]! - row > 40 || charactersIn(reading, row) > 1_000) return undefined
  const [first, second, ...more] = children(reading.tree, row).filter((child) => textOf(reading, child, 301) !== "")
  if (first === undefined || second === undefined || more.length > 0 || ownText(reading, row)) return undefined
  if (!isLeafBlock(reading, first) || !isLeafBlock(reading, second)) return undefined
  const texts = [textOf(reading, first, 301), textOf(reading, second, 301)] as const
  return texts.some((one) => one.length > 300) ? undefined : { texts, nodes: [first, second] }
}

/** Whether an element has text of its own, apart from that of its children. */
const ownText = ({ tree }: Reading, node: number): boolean => {
  for (let at = tree.first[node]!; at >= 0; at = tree.next[at]!)
    if (tree.tag[at] === Tag.text && !isWhitespace(tree, at) && /[\p{L}\p{N}]/u.test(text(tree, at))) return true
  return false
}

export const withoutColon = (label: string): string => label.replace(/\s*[:：]$/, "")

const factOf = (reading: Reading, label: string, value: string, node: number): ReadonlyArray<Fact> => {
  const target = /^(?:web|homepage|url|link|site)/i.test(label) ? linkIn(reading, node) : undefined
  const where = cssPath(reading, node)
  // `Text: Jane Roe · 4 May 2026` names one person.
  const people = target === undefined && meaningIn(reading, label).meaning === "author" ? peopleIn(value) : []
  const values = people.length > 0 ? people : [target ?? value.trim()]
  return values.map((one) => ({ label: label.trim(), value: one, source: "label", where }))
}

/**
 * The lines of a block: cut by `<br>`, before a name in bold that ends with a colon, between elements that are pairs each,
 * and at the wide blanks of Japanese between pairs.
 */
const linesOf = (reading: Reading, block: number): ReadonlyArray<string> => {
  const { ends, out, tree } = reading
  const inside = children(tree, block).filter((child) => tree.tag[child] !== Tag.br && !struck.has(tree.tag[child]!))
  if (inside.length > 1 && !ownText(reading, block)) {
    const texts = inside.map((child) => textOf(reading, child, 345))
    const isSetApart = inside.every((child) => !emphasis.has(tree.tag[child]!))
    if (texts.filter((one) => pairOf(one) !== undefined).length > (isSetApart ? 0 : 1)) return texts
  }
  const lines: Array<string> = []
  let open = ""
  const close = () => {
    const parts = open.split("\u3000")
    if (parts.length > 1 && parts.every((part) => pairOf(line(part)) !== undefined)) lines.push(...parts.map(line))
    else lines.push(line(open))
    open = ""
  }
  for (let at = block + 1; at < ends[block]!; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.br) close()
    else if (emphasis.has(tag) && /\S/.test(open) && /[:：]$/.test(textOf(reading, at, bounds.label))) close()
    else if (tag === Tag.text && out[at] === 0) open += isWhitespace(tree, at) ? " " : text(tree, at)
    else if ((kind[tag]! & Kind.skip) !== 0 || struck.has(tag)) at = ends[at]! - 1
  }
  close()
  return lines
}
