/** Tables as data: two columns of names and values, or a head row above rows of one kind. */
import type { Entity, Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, isWhitespace, text as contentOf, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { addressIn, bounds, children, line, type Reading, textOf, cssPath } from "./Reading.ts"

interface TableFacts {
  readonly facts: ReadonlyArray<Fact>
  readonly rows: ReadonlyArray<Entity>
}

interface Cell {
  readonly node: number
  readonly isHead: boolean
  readonly text: string
}

/** Nothing for a table that lays out a page, or spans cells. */
export const tableFacts = (reading: Reading, table: number): TableFacts => {
  const none: TableFacts = { facts: [], rows: [] }
  const rows = rowsOf(reading, table)
  if (rows === undefined || rows.length === 0) return none
  const first = rows[0]!
  const isHead = (row: ReadonlyArray<Cell>) =>
    row.length >= 2 && row.every((cell) => cell.isHead && cell.text.length <= bounds.label)
  const pairs = rows.filter((row) => row.length === 2)
  if (!isHead(first) && pairs.length > 0 && pairs.length >= rows.length / 2) {
    const named = pairs.filter(([name]) => name!.isHead || isName(name!.text))
    const marked = pairs.every(([name]) => name!.isHead)
    if (!marked && (pairs.length < 2 || named.length < pairs.length)) return none
    return { rows: [], facts: named.flatMap(([name, value]) => factOf(reading, name!.text, value!)) }
  }
  const pairsInRows = pairsOf(rows)
  if (pairsInRows !== undefined)
    return { rows: [], facts: pairsInRows.flatMap(([name, value]) => factOf(reading, name.text, value)) }
  const head = isHead(first) ? first : looksLikeHead(rows) ? first : undefined
  if (head === undefined) return none
  const body = rows.slice(1, bounds.rows + 1).filter((row) => row.length === head.length && !isHead(row))
  return {
    facts: [],
    rows: body.map((row) => ({
      types: [],
      source: "table",
      where: cssPath(reading, row[0]!.node),
      facts: row.flatMap((cell, column) => factOf(reading, head[column]!.text, cell))
    }))
  }
}

/** Rows of a name and a value, a name and a value again; undefined for other rows. */
const pairsOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<readonly [Cell, Cell]> | undefined => {
  if (!rows.some((row) => row.length > 2)) return undefined
  const isPaired = rows.every(
    (row) => row.length % 2 === 0 && row.every((cell, column) => cell.isHead === (column % 2 === 0))
  )
  if (!isPaired) return undefined
  return rows.flatMap((row) =>
    row.flatMap((name, column) => (column % 2 === 0 ? [[name, row[column + 1]!] as const] : []))
  )
}

const isName = (text: string): boolean =>
  text !== "" && text.length <= 40 && /^\p{L}/u.test(text) && !/[.!?]$/.test(text)

const hasFigure = ({ text }: Cell) => /\d/.test(text)

/** A first row of words above rows with figures. */
const looksLikeHead = (rows: ReadonlyArray<ReadonlyArray<Cell>>): boolean =>
  rows.length >= 3 &&
  rows[0]!.length >= 3 &&
  rows[0]!.every((cell) => isName(cell.text)) &&
  rows.slice(1).every((row) => row.length === rows[0]!.length && row.some(hasFigure))

const factOf = (reading: Reading, name: string, { node, text }: Cell): ReadonlyArray<Fact> => {
  const label = name.replace(/\s*[:：]$/, "")
  const value = /^(?:web|homepage|url|link|site)/i.test(label)
    ? (linkIn(reading, node) ?? text)
    : itemsText(reading, node, text)
  if (label === "" || label.length > bounds.label || value === "" || /^[-–—]$|^n\/a$/i.test(value)) return []
  return [{ label, value, source: "table", where: cssPath(reading, node) }]
}

/**
 * The text of a value, with a sign between several values in it: items of a list, links side by side, short lines without
 * figures.
 */
export const itemsText = (reading: Reading, node: number, whole = textOf(reading, node)): string => {
  if (reading.ends[node]! - node > bounds.nodes || reading.ends[node]! - node < 4) return whole
  const parts = itemsWithin(reading, node)
    .map((item) => item.replace(/\s*[,;、]$/, ""))
    .filter((item) => item !== "")
  if (parts.length < 2 || letters(parts.join("")) !== letters(whole)) return whole
  return parts.join(parts.some((part) => part.includes(",")) ? "; " : ", ")
}

const letters = (text: string): string => text.replace(/[\s,;、]/g, "")

const itemsWithin = (reading: Reading, node: number): ReadonlyArray<string> => {
  const { ends, tree } = reading
  const items: Array<string> = []
  for (let at = node + 1; at < ends[node]!; at++)
    if (tree.tag[at] === Tag.li) {
      items.push(textOf(reading, at))
      at = ends[at]! - 1
    }
  if (items.length > 0) return items
  const inside = children(tree, node)
  const [only] = inside
  if (inside.length === 1 && only !== undefined && tree.tag[only] !== Tag.a && tree.tag[only] !== Tag.br)
    return itemsWithin(reading, only)
  const parts = inside.filter((child) => tree.tag[child] !== Tag.br)
  const isAlike = parts.every((child) => tree.tag[child] === tree.tag[parts[0]!] && ends[child]! - child < 6)
  const texts = parts.map((child) => textOf(reading, child, 81))
  if (isAlike && texts.length > 1 && texts.every(isWord)) return texts
  const lines = linesWithin(reading, node)
  return lines.every(isWord) ? lines : []
}

/** A name or a word, and no sentence or amount. */
const isWord = (text: string): boolean =>
  text !== "" && text.length <= 40 && /^\p{L}[^\d.:!?]*(?:\p{Lu}\.[^\d:!?]*)?$/u.test(text)

/** The texts between `<br>`. */
const linesWithin = ({ ends, out, tree }: Reading, node: number): ReadonlyArray<string> => {
  const lines = [""]
  for (let at = node + 1; at < ends[node]!; at++)
    if (tree.tag[at] === Tag.br) lines.push("")
    else if (tree.tag[at] === Tag.text && out[at] === 0)
      lines[lines.length - 1] += isWhitespace(tree, at) ? " " : contentOf(tree, at)
  return lines.map(line)
}

/** The address of the first link inside. */
export const linkIn = (reading: Reading, node: number): string | undefined => {
  for (let at = node; at < reading.ends[node]! && at < node + bounds.nodes; at++) {
    if (reading.tree.tag[at] === Tag.a) return addressIn(reading, at, "href")
  }
  return undefined
}

/** Undefined for a table with another inside, or with cells that span. */
const rowsOf = (reading: Reading, table: number): ReadonlyArray<ReadonlyArray<Cell>> | undefined => {
  const { ends, out, tree } = reading
  const rows: Array<Array<Cell>> = []
  for (let node = table + 1; node < ends[table]!; node++) {
    const tag = tree.tag[node]
    if (tag === Tag.table) return undefined
    if (tag === Tag.tr) {
      if (rows.length > bounds.rows) break
      rows.push([])
    }
    const row = rows.at(-1)
    if (row === undefined || out[node] !== 0 || (tag !== Tag.td && tag !== Tag.th)) continue
    if (spans(tree, node, "rowspan")) return undefined
    if (row.length < 50) row.push({ node, isHead: tag === Tag.th, text: textOf(reading, node) })
  }
  return rows.filter((row) => row.length > 0)
}

const spans = (tree: Tree, node: number, name: string): boolean => Number(attribute(tree, node, name) ?? 1) > 1
