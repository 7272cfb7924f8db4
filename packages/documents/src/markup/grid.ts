/** Sparse cells of a sheet as a table: empty edges cut off, merged cells spanning. */
import { escapeAttribute, escapeText } from "./html.ts"
import { type Cell, renderTable } from "./table.ts"
import type { TableBudget } from "./TableBudget.ts"

export interface Merge {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Most fields that merged cells of a table cover. */
const maxCovered = 2_000_000

/** `budget`: the fields of `cells` are taken from it already. `links` are by cell reference such as `B2`. */
export const gridTable = (
  cells: ReadonlyMap<number, ReadonlyMap<number, string>>,
  merges: ReadonlyArray<Merge>,
  budget: TableBudget,
  links: ReadonlyMap<string, string> = new Map()
): string => {
  const rows = [...cells.keys()].sort((a, b) => a - b)
  let first = Infinity
  let last = -1
  for (const line of cells.values()) {
    for (const [column, text] of line) {
      if (text.trim() === "") continue
      first = Math.min(first, column)
      last = Math.max(last, column)
    }
  }
  if (last < 0) return ""
  // Rows without text are left out: tables are distinguished by their words.
  const filled = rows.filter((row) => [...cells.get(row)!.values()].some((text) => text.trim() !== ""))
  const place = new Map(filled.map((row, index) => [row, index]))
  const covered = new Set<string>()
  const spans = new Map<string, Merge>()
  let uncovered = maxCovered
  for (const merge of merges) {
    const start = place.get(merge.row)
    if (start === undefined || merge.column < first || merge.column > last) continue
    let end = start
    while (end < filled.length && filled[end]! < merge.row + merge.rows) end++
    const kept = filled.slice(start, end)
    const columns = Math.min(merge.columns, last - merge.column + 1)
    uncovered -= kept.length * columns
    if (uncovered < 0) break
    for (const row of kept) for (let at = 0; at < columns; at++) covered.add(`${row}|${merge.column + at}`)
    covered.delete(`${merge.row}|${merge.column}`)
    spans.set(`${merge.row}|${merge.column}`, { ...merge, rows: kept.length, columns })
  }
  const width = last - first + 1
  const title = titleOf(filled, cells, spans, width)
  const shown = filled.slice(title === undefined ? 0 : 1)
  const made: Array<ReadonlyArray<Cell>> = []
  let hasRoom = true
  for (const row of shown) {
    const line = cells.get(row)!
    const out: Array<Cell> = []
    for (let column = first; column <= last && hasRoom; column++) {
      const key = `${row}|${column}`
      if (covered.has(key)) continue
      const span = spans.get(key)
      const text = line.get(column)
      const plain = escapeText((text ?? "").trim()).replaceAll(/\r?\n/g, "<br>")
      const href = links.size === 0 ? undefined : links.get(cellName(row, column))
      const html = href === undefined || plain === "" ? plain : `<a href="${escapeAttribute(href)}">${plain}</a>`
      hasRoom = (text !== undefined || budget.takeField()) && budget.takeText(html.length)
      if (hasRoom) out.push({ html, columns: span?.columns, rows: span?.rows })
    }
    made.push(out)
    if (!hasRoom) break
  }
  return renderTable({ caption: title, headerRows: shown.length > 1 ? 1 : 0, rows: made })
}

/** The first row where it is one cell over all columns of what follows: no head of a table, but its name. */
const titleOf = (
  rows: ReadonlyArray<number>,
  cells: ReadonlyMap<number, ReadonlyMap<number, string>>,
  spans: ReadonlyMap<string, Merge>,
  width: number
): string | undefined => {
  const first = rows[0]!
  const [only, ...others] = [...cells.get(first)!].filter(([, text]) => text.trim() !== "")
  if (only === undefined || others.length > 0 || rows.length < 3 || width < 2) return undefined
  const span = spans.get(`${first}|${only[0]}`)
  return span?.columns === width && span.rows === 1 ? escapeText(only[1].trim().replaceAll(/\s+/g, " ")) : undefined
}

/** Reference such as `B2` of the cell at a place from 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`

const columnName = (column: number): string => {
  let name = ""
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}
