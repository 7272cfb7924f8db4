/**
 * Sparse cells of a sheet as tables: empty edges cut off, merged cells spanning. Empty rows and columns part the tables of
 * a sheet; a cell that stands alone above one is its title, and elsewhere a paragraph.
 */
import { escapeAttribute, escapeText } from "./html.ts"
import { type Cell, renderTable } from "./table.ts"
import type { TableBudget } from "./TableBudget.ts"

export interface Merge {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** Text by row and column, both from 0. */
type SheetCells = ReadonlyMap<number, ReadonlyMap<number, string>>

interface Grid {
  readonly cells: SheetCells
  readonly merges: ReadonlyArray<Merge>
  /** The fields of `cells` are taken from it already. */
  readonly budget: TableBudget
  /** Addresses by cell reference such as `B2`. */
  readonly links?: ReadonlyMap<string, string> | undefined
  /** Numbers of notes as HTML, by cell reference. */
  readonly notes?: ReadonlyMap<string, string> | undefined
}

/** Most fields that merged cells of a table cover. */
const maxCovered = 2_000_000
/** Parts of a sheet; one with more is a table with gaps. */
const maxParts = 500
/** Cuts into cuts. */
const maxDepth = 8
/** Empty rows between a title and its table. */
const maxTitleGap = 2
const longestTitle = 200

/** Rows that hold text, and the first and last column, of a part of a sheet. */
interface Region {
  readonly rows: ReadonlyArray<number>
  readonly first: number
  readonly last: number
}

/** The tables of a sheet in reading order. */
export const gridTables = (grid: Grid): string => {
  const whole = regionOf(
    grid.cells,
    [...grid.cells.keys()].sort((a, b) => a - b),
    0,
    Infinity
  )
  if (whole === undefined) return ""
  const parts: Array<Region> = []
  cut(grid, whole, 0, parts)
  const regions = parts.length > maxParts ? [whole] : parts
  if (regions.length === 1) return regionTable(grid, whole)
  const out: Array<string> = []
  for (let index = 0; index < regions.length; index++) {
    const region = regions[index]!
    const title = aloneIn(grid, region)
    if (title === undefined) {
      out.push(regionTable(grid, region))
      continue
    }
    const below = regions[index + 1]
    if (below !== undefined && isTitleOf(region, below, title.text)) {
      out.push(regionTable(grid, below, title.html))
      index++
    } else out.push(`<p>${title.html}</p>`)
  }
  return out.filter((html) => html !== "").join("\n")
}

/** The part of the rows between two columns; nothing where it is empty. */
const regionOf = (cells: SheetCells, rows: ReadonlyArray<number>, from: number, to: number): Region | undefined => {
  let first = Infinity
  let last = -1
  const filled = rows.filter((row) => {
    let any = false
    for (const [column, text] of cells.get(row) ?? []) {
      if (column < from || column > to || text.trim() === "") continue
      any = true
      first = Math.min(first, column)
      last = Math.max(last, column)
    }
    return any
  })
  return filled.length === 0 ? undefined : { rows: filled, first, last }
}

const cut = (grid: Grid, region: Region, depth: number, parts: Array<Region>): void => {
  if (depth >= maxDepth || parts.length > maxParts) {
    parts.push(region)
    return
  }
  const { cells } = grid
  const pieces = bands(grid, region) ?? titled(grid, region) ?? columnsOf(grid, region)
  if (pieces === undefined) parts.push(region)
  else
    for (const { first, last, rows } of pieces) {
      const piece = regionOf(cells, rows, first, last)
      if (piece !== undefined) cut(grid, piece, depth + 1, parts)
    }
}

/**
 * Parted by empty rows, and where no column goes on; rows below an empty one that go on with the numbers above belong to
 * the same table.
 */
const bands = (grid: Grid, region: Region): ReadonlyArray<Region> | undefined => {
  const { first, last, rows } = region
  const covered = grid.merges
    .filter((merge) => merge.rows > 1 && merge.column <= last && merge.column + merge.columns > first)
    .sort((a, b) => a.row - b.row)
  const found: Array<Array<number>> = []
  let reached = -1
  let next = 0
  /** Columns of the open band, and the most cells of a row of it. */
  let from = 0
  let to = 0
  let widest = 0
  for (const row of rows) {
    for (; next < covered.length && covered[next]!.row < row; next++)
      reached = Math.max(reached, covered[next]!.row + covered[next]!.rows - 1)
    const open = found.at(-1)
    const own = filledIn(grid.cells, row, first, last)
    const low = Math.min(...own.keys())
    const high = Math.max(...own.keys())
    const isApart = own.size > 1 && widest > 1 && row > reached && (low > to || high < from)
    if (open === undefined || isApart || row > Math.max(open.at(-1)!, reached) + 1) {
      found.push([row])
      from = low
      to = high
      widest = own.size
    } else {
      open.push(row)
      from = Math.min(from, low)
      to = Math.max(to, high)
      widest = Math.max(widest, own.size)
    }
  }
  if (found.length < 2) return undefined
  const joined: Array<Array<number>> = []
  for (const band of found) {
    const above = joined.at(-1)
    if (above !== undefined && goesOn(grid.cells, above, band, region)) above.push(...band)
    else joined.push(band)
  }
  return joined.length < 2 ? undefined : joined.map((own) => ({ rows: own, first, last }))
}

const goesOn = (
  cells: SheetCells,
  above: ReadonlyArray<number>,
  below: ReadonlyArray<number>,
  { first, last }: Region
): boolean => {
  const before = filledIn(cells, above.at(-1)!, first, last)
  const columns = new Set(above.slice(-50).flatMap((row) => [...filledIn(cells, row, first, last).keys()]))
  const after = filledIn(cells, below[0]!, first, last)
  return (
    after.size > 1 &&
    [...after.keys()].every((column) => columns.has(column)) &&
    [...after].some(([column, text]) => isNumber(text) && isNumber(before.get(column) ?? ""))
  )
}

/** The first row apart, where it is one cell above a table. */
const titled = (grid: Grid, { first, last, rows }: Region): ReadonlyArray<Region> | undefined => {
  if (rows.length < 3 || last === first) return undefined
  const [top = 0, second = 0] = rows
  const own = filledIn(grid.cells, top, first, last)
  const [column] = own.keys()
  if (own.size !== 1 || column === undefined) return undefined
  const span = grid.merges.find((merge) => merge.row === top && merge.column === column)
  if (span !== undefined && span.rows > 1) return undefined
  const spansAll = span !== undefined && column === first && column + span.columns > last
  const isWide = filledIn(grid.cells, second, first, last).size > 1
  if (!spansAll && (column !== first || !isWide)) return undefined
  return [
    { rows: [top], first, last },
    { rows: rows.slice(1), first, last }
  ]
}

/** Parted by empty columns, but not where a column is left empty for looks within one table. */
const columnsOf = (grid: Grid, region: Region): ReadonlyArray<Region> | undefined => {
  const { cells, merges } = grid
  const { first, last, rows } = region
  const used = new Set<number>()
  for (const row of rows) for (const column of filledIn(cells, row, first, last).keys()) used.add(column)
  for (const merge of merges)
    if (merge.columns > 1 && merge.row >= rows[0]! && merge.row <= rows.at(-1)!)
      for (let at = 0; at < Math.min(merge.columns, last - merge.column + 1); at++) used.add(merge.column + at)
  const columns = [...used].filter((column) => column >= first && column <= last).sort((a, b) => a - b)
  const parts: Array<{ first: number; last: number }> = []
  for (const column of columns) {
    const open = parts.at(-1)
    if (open === undefined || column > open.last + 1) parts.push({ first: column, last: column })
    else open.last = column
  }
  const joined: Array<Region> = []
  for (const part of parts) {
    const own = regionOf(cells, rows, part.first, part.last)
    if (own === undefined) continue
    const left = joined.at(-1)
    if (left !== undefined && isBeside(cells, left, own))
      joined[joined.length - 1] = { rows: left.rows, first: left.first, last: own.last }
    else joined.push(own)
  }
  return joined.length < 2 ? undefined : joined
}

/** One table whose columns are set apart: the same rows, and no labels of its own on the right, or nothing but labels on the left. */
const isBeside = (cells: SheetCells, left: Region, right: Region): boolean => {
  const sameRows = left.rows[0] === right.rows[0] && left.rows.at(-1) === right.rows.at(-1)
  if (!sameRows) return false
  if (left.first === left.last || right.first === right.last || left.rows.length === 1) return true
  return right.rows.slice(1).every((row) => isNumber(cells.get(row)?.get(right.first) ?? "0"))
}

const filledIn = (cells: SheetCells, row: number, first: number, last: number): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  for (const [column, text] of cells.get(row) ?? [])
    if (column >= first && column <= last && text.trim() !== "") found.set(column, text)
  return found
}

/** Numbers, amounts, shares and dates, as cells show them. */
const isNumber = (text: string): boolean =>
  text.length < 40 && /^\s*[-+(]?\s*\p{Sc}?\s*[-+]?\d[\d.,:'’\s/T-]*(?:[eE][-+]?\d+)?\s*[%\p{Sc}]?\)?\s*$/u.test(text)

/** The only cell of a part. */
const aloneIn = (
  grid: Grid,
  { first, last, rows }: Region
): { readonly text: string; readonly html: string } | undefined => {
  if (rows.length !== 1) return undefined
  const own = [...filledIn(grid.cells, rows[0]!, first, last)]
  if (own.length !== 1) return undefined
  const [column, text] = own[0]!
  return { text, html: cellHtml(grid, rows[0]!, column, text.replaceAll(/\s+/g, " ")) }
}

const isTitleOf = (title: Region, below: Region, text: string): boolean =>
  below.rows.length > 1 &&
  below.rows[0]! - title.rows[0]! <= maxTitleGap + 1 &&
  title.first <= below.last &&
  title.first >= below.first - 1 &&
  text.length <= longestTitle &&
  !isNumber(text)

const cellHtml = ({ links, notes }: Grid, row: number, column: number, text: string): string => {
  const plain = escapeText(text.trim()).replaceAll(/\r?\n/g, "<br>")
  const name = links === undefined && notes === undefined ? "" : cellName(row, column)
  const href = links?.get(name)
  const html = href === undefined || plain === "" ? plain : `<a href="${escapeAttribute(href)}">${plain}</a>`
  return html + (notes?.get(name) ?? "")
}

const regionTable = (grid: Grid, { first, last, rows }: Region, caption?: string): string => {
  const { budget, cells, merges } = grid
  // Rows without text are left out: tables are distinguished by their words. Columns likewise.
  const place = new Map(rows.map((row, index) => [row, index]))
  const used = new Set(rows.flatMap((row) => [...filledIn(cells, row, first, last).keys()]))
  const covered = new Set<string>()
  const spans = new Map<string, Merge>()
  let uncovered = maxCovered
  for (const merge of merges) {
    const start = place.get(merge.row)
    if (start === undefined || merge.column < first || merge.column > last) continue
    let end = start
    while (end < rows.length && rows[end]! < merge.row + merge.rows) end++
    const kept = rows.slice(start, end)
    const columns = Math.min(merge.columns, last - merge.column + 1)
    uncovered -= kept.length * columns
    if (uncovered < 0) break
    for (const row of kept) for (let at = 0; at < columns; at++) covered.add(`${row}|${merge.column + at}`)
    covered.delete(`${merge.row}|${merge.column}`)
    let width = 0
    for (let at = 0; at < columns; at++) if (used.has(merge.column + at)) width++
    spans.set(`${merge.row}|${merge.column}`, { ...merge, rows: kept.length, columns: Math.max(1, width) })
  }
  const made: Array<ReadonlyArray<Cell>> = []
  let hasRoom = true
  for (const row of rows) {
    const line = cells.get(row)!
    const out: Array<Cell> = []
    for (let column = first; column <= last && hasRoom; column++) {
      const key = `${row}|${column}`
      if (covered.has(key) || !used.has(column)) continue
      const span = spans.get(key)
      const text = line.get(column)
      const html = cellHtml(grid, row, column, text ?? "")
      hasRoom = (text !== undefined || budget.takeField()) && budget.takeText(html.length)
      if (hasRoom) out.push({ html, columns: span?.columns, rows: span?.rows })
    }
    made.push(out)
    if (!hasRoom) break
  }
  return renderTable({ caption, headerRows: rows.length > 1 ? 1 : 0, rows: made })
}

/** Reference such as `B2` of the cell at a place from 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`

const columnName = (column: number): string => {
  let name = ""
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}
