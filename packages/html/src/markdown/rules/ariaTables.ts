/**
 * Tables made of other elements, by their roles (ARIA 1.2: `table`, `grid` or `treegrid`, then `row`, then `cell`,
 * `gridcell`, `columnheader` or `rowheader`): written as GFM tables, as those of `table` elements are.
 */
import { attribute, attributeBit, type Tree, walk } from "../../tree/Tree.ts"
import { kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import { Flow, type Writer } from "../writer/Writer.ts"

interface AriaRow {
  readonly cells: Array<number>
  /** Holds headers of columns only. */
  isHeader: boolean
}

const roleBit = attributeBit("role")

const tableRoles = new Set(["table", "grid", "treegrid"])
const cellRoles = new Set(["cell", "gridcell", "columnheader", "rowheader"])

/** Elements that hold rows and are not written by a rule of their own. */
const mayHoldRows = tagFlags([Tag.div, Tag.span, Tag.section, Tag.ul, Tag.ol, Tag.dl, Tag.unknown])

/** Blocks that a cell of a GFM table cannot hold. */
const tooMuch = tagFlags([Tag.table, Tag.pre, Tag.blockquote, Tag.hr, Tag.h1, Tag.h2, Tag.h3])

export const isAriaTable = (w: Writer, node: number, tag: number): boolean =>
  (w.tree.attributeMask[node]! & roleBit) !== 0 &&
  mayHoldRows[tag] === 1 &&
  w.flow === Flow.block &&
  tableRoles.has(w.attributes.get(node, "role") ?? "")

/** The rows of a table with two columns at least, undefined where it is no table that GFM can say. */
const rowsOf = (w: Writer, table: number): ReadonlyArray<AriaRow> | undefined => {
  const { tree } = w
  const rows: Array<AriaRow> = []
  /** The cell that is open, -1 outside of cells. */
  let cell = -1
  let isTable = true
  walk(
    tree,
    table,
    (node, tag) => {
      if (tag === Tag.text || node === table) return isTable
      if (!isTable || tooMuch[tag] === 1 || (kind[tag]! & Kind.skip) !== 0 || w.isDropped(node)) {
        if (tooMuch[tag] === 1) isTable = false
        return false
      }
      const role = roleOf(tree, node)
      if (role === undefined) return true
      if (tableRoles.has(role)) isTable = false
      else if (role === "row" && cell < 0) rows.push({ cells: [], isHeader: true })
      else if (cellRoles.has(role) && cell < 0 && rows.length > 0) {
        cell = node
        const row = rows.at(-1)!
        row.cells.push(node)
        if (role !== "columnheader") row.isHeader = false
      }
      return isTable
    },
    (node) => {
      if (node === cell) cell = -1
    }
  )
  const filled = rows.filter(({ cells }) => cells.length > 0)
  return isTable && filled.some(({ cells }) => cells.length > 1) ? filled : undefined
}

const roleOf = (tree: Tree, node: number): string | undefined =>
  (tree.attributeMask[node]! & roleBit) === 0 ? undefined : attribute(tree, node, "role")?.trim().toLowerCase()

/** Columns of a row that is filled up or repeated below the head: readers fill up the rest (GFM 4.10). */
const maxColumns = 32

/** Writes a table, its cells by `write`; false when it is not one. */
export const writeAriaTable = (w: Writer, node: number, write: (cell: number) => void): boolean => {
  const rows = rowsOf(w, node)
  if (rows === undefined) return false
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const { chars } = w.output
  w.startBlock()
  const [first] = rows
  if (first?.isHeader !== true) {
    chars.pushString(`|${"  |".repeat(columns)}`)
    delimit(w, columns)
    w.output.nextLine()
  }
  rows.forEach((row, i) => {
    if (i > 0) w.output.nextLine()
    chars.push(124)
    for (const cell of row.cells) writeCell(w, cell, write)
    const wanted = i === 0 ? columns : Math.min(columns, maxColumns)
    if (row.cells.length < wanted) chars.pushString("  |".repeat(wanted - row.cells.length))
    if (i === 0 && row.isHeader) delimit(w, columns)
  })
  w.output.separate(2)
  return true
}

const delimit = (w: Writer, columns: number): void => {
  w.output.nextLine()
  w.output.chars.pushString(`|${" --- |".repeat(columns)}`)
}

const writeCell = (w: Writer, cell: number, write: (cell: number) => void): void => {
  const { run } = w
  w.flow = Flow.cell
  run.breakText = "<br>"
  w.output.chars.push(32)
  for (let child = w.tree.first[cell]!; child >= 0; child = w.tree.next[child]!) write(child)
  w.flushCell()
  w.flow = Flow.block
  run.breakText = ""
  w.output.chars.pushString(" |")
}
