/**
 * Tables. Data becomes a GFM table, with an empty header row where it has none; blocks in a cell are separated by `<br>`.
 * Layout is unwrapped. What GFM cannot say is written as HTML (`tableHtml.ts`).
 */
import { writeCodeBlock } from "./code.ts"
import { writeTableHtml } from "./tableHtml.ts"
import { Alignment, shapeTables, type TableShape } from "../structure/tableShape.ts"
import type { OpenTable } from "../structure/openStructures.ts"
import { subtreeEnd } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

/** Rows shorter than the header are filled up to this many cells: readers fill up the rest (GFM 4.10). */
const maxFilled = 32

export const openTable = (w: Writer, node: number): boolean => {
  w.boundary(2)
  if (w.flow !== Flow.block) return descend
  const shape = shapeOf(w, node)
  switch (shape.kind) {
    case "layout":
      return descend
    case "code":
      writeCodeBlock(w, node)
      return skip
    case "html":
      writeTableHtml(w, node)
      return skip
    case "data":
      w.tables.push({ node, shape, rows: 0, cells: 0 })
      return descend
  }
}

/** The parts of a table that was just opened, when they are shown in another order than they stand; else none. */
export const partsInOrder = (w: Writer, node: number): ReadonlyArray<number> => {
  const table = w.tables.at(-1)
  return table?.node === node ? table.shape.parts : []
}

const shapeOf = (w: Writer, node: number): TableShape => {
  const known = w.shapes.get(node)
  if (known !== undefined) return known
  shapeTables(w.tree, node, (at) => w.isDropped(at), w.shapes)
  return w.shapes.get(node)!
}

export const closeTable = (w: Writer, node: number): void => {
  if (w.tables.at(-1)?.node === node) w.tables.pop()
  w.boundary(2)
}

/** The table a row or cell belongs to, when it is a data table. */
const tableOf = (w: Writer, node: number): OpenTable | undefined => {
  const table = w.tables.at(-1)
  if (table === undefined) return undefined
  let at = w.tree.parent[node]!
  for (let steps = 0; steps < 3 && at > table.node; steps++) at = w.tree.parent[at]!
  return at === table.node ? table : undefined
}

export const openRow = (w: Writer, node: number): boolean => {
  const table = w.flow === Flow.block ? tableOf(w, node) : undefined
  if (table === undefined) {
    w.boundary(w.flow === Flow.block ? 2 : 1)
    return descend
  }
  if (table.shape.emptyRows?.has(node) === true) return skip
  if (node === table.shape.title) return descend
  table.cells = 0
  if (table.rows === 0) {
    w.startBlock()
    if (table.shape.header !== node) {
      emptyRow(w, table.shape.columns)
      delimiterRow(w, table.shape)
      w.output.nextLine()
      table.rows = 1
    }
  } else w.output.nextLine()
  w.output.chars.push(124)
  return descend
}

export const closeRow = (w: Writer, node: number): void => {
  const table = w.flow === Flow.block ? tableOf(w, node) : undefined
  if (table === undefined) return w.boundary(w.flow === Flow.block ? 2 : 1)
  const { chars } = w.output
  if (node === table.shape.title) return
  const { columns } = table.shape
  for (let i = table.cells; i < Math.min(columns, maxFilled); i++) chars.pushString("  |")
  if (table.rows === 0) {
    for (let i = Math.max(table.cells, maxFilled); i < columns; i++) chars.pushString("  |")
    delimiterRow(w, table.shape)
  }
  table.rows++
}

const emptyRow = (w: Writer, columns: number): void => w.output.chars.pushString(`|${"  |".repeat(columns)}`)

const delimiters = ["---", ":---", ":---:", "---:"]

const delimiterRow = (w: Writer, shape: TableShape): void => {
  const { chars } = w.output
  w.output.nextLine()
  chars.push(124)
  for (let i = 0; i < shape.columns; i++) {
    chars.pushString(` ${delimiters[shape.alignments[i] ?? Alignment.none]!} |`)
  }
}

export const openCell = (w: Writer, node: number): boolean => {
  const table = w.flow === Flow.block ? tableOf(w, node) : undefined
  if (table === undefined) {
    layoutCell(w)
    return descend
  }
  if (w.tree.parent[node] === table.shape.title) {
    w.boundary(2)
    w.run.open(node, Mark.strong)
    return descend
  }
  w.flow = Flow.cell
  w.run.breakText = "<br>"
  w.output.chars.push(32)
  if (table.shape.header >= 0 && isWholeRow(w, node, table.shape.columns)) w.run.open(node, Mark.strong)
  return descend
}

/** One cell over all columns heads the rows below it. */
const isWholeRow = (w: Writer, cell: number, columns: number): boolean => {
  const span = w.attributes.get(cell, "colspan")
  if (span === undefined || columns < 2 || Number.parseInt(span, 10) < columns) return false
  const { next, tag } = w.tree
  if (!isFirstElement(w, cell)) return false
  for (let at = cell + 1, end = subtreeEnd(w.tree, cell); at < end; at++)
    if ((kind[tag[at]!]! & Kind.block) !== 0) return false
  for (let at = next[cell]!; at >= 0; at = next[at]!) if (tag[at] !== Tag.text) return false
  return true
}

const isFirstElement = ({ tree }: Writer, node: number): boolean => {
  let at = tree.first[tree.parent[node]!]!
  while (at >= 0 && at !== node && tree.tag[at] === Tag.text) at = tree.next[at]!
  return at === node
}

export const closeCell = (w: Writer, node: number): void => {
  const table = w.tables.at(-1)
  if (table === undefined || !isCellOf(w, node, table)) return layoutCell(w)
  if (w.tree.parent[node] === table.shape.title) {
    w.run.closeNode(node)
    return w.boundary(2)
  }
  const { chars } = w.output
  w.run.closeNode(node)
  w.flushCell()
  w.flow = Flow.block
  w.run.breakText = ""
  chars.pushString(" |")
  table.cells++
  const span = Number.parseInt(w.attributes.get(node, "colspan") ?? "1", 10)
  for (let i = 1; i < Math.min(span, table.shape.columns, maxFilled); i++, table.cells++) chars.pushString("  |")
}

const isCellOf = (w: Writer, node: number, table: OpenTable): boolean => tableOf(w, node) === table

/** Short cells of a layout table stay on a line, as they do on the page. */
const layoutCell = (w: Writer): void => {
  if (w.flow !== Flow.block) w.boundary(1)
  else if (w.run.length < shortCell) w.space()
  else w.boundary(2)
}

const shortCell = 60
