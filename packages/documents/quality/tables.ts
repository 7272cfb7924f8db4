/**
 * What a table is compared by: its relations, as the table competition of ICDAR 2013 defined them (Göbel, Hassan, Oro,
 * Orsi). Each cell with text is related to the next one with text on its right and below it; a table that is found
 * counts by the relations that it shares with the truth, so that one wrong column costs what it breaks and no more.
 */
import { Parser } from "htmlparser2"

/** Rows and columns from 0; the ends are inside of the cell. */
export interface Cell {
  readonly text: string
  readonly row: number
  readonly lastRow: number
  readonly column: number
  readonly lastColumn: number
}

export interface Table {
  readonly cells: ReadonlyArray<Cell>
  readonly rows: number
  readonly columns: number
}

/** Rows and columns in which no cell begins are left out: some truths number the lines between them too. */
export const tableOf = (cells: ReadonlyArray<Cell>): Table => {
  const filled = cells.filter(({ text }) => keyOf(text) !== "")
  const rows = [...new Set(filled.map(({ row }) => row))].toSorted((a, b) => a - b)
  const columns = [...new Set(filled.map(({ column }) => column))].toSorted((a, b) => a - b)
  const indexIn = (list: ReadonlyArray<number>, last: number): number => list.filter((one) => one <= last).length - 1
  return {
    cells: filled.map((cell) => ({
      text: cell.text,
      row: rows.indexOf(cell.row),
      lastRow: indexIn(rows, cell.lastRow),
      column: columns.indexOf(cell.column),
      lastColumn: indexIn(columns, cell.lastColumn)
    })),
    rows: rows.length,
    columns: columns.length
  }
}

/** Letters and digits alone: hyphens, dots and blanks differ from reader to reader. */
const keyOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%$€£¥]/gu, "")

/** Each relation of a table as one text. */
export const relationsOf = ({ cells, columns, rows }: Table): ReadonlyArray<string> => {
  const grid = new Map<number, { readonly cell: Cell; readonly key: string }>()
  const filled = cells.map((cell) => ({ cell, key: keyOf(cell.text) })).filter(({ key }) => key !== "")
  for (const one of filled)
    for (let row = one.cell.row; row <= one.cell.lastRow; row++)
      for (let column = one.cell.column; column <= one.cell.lastColumn; column++) grid.set(row * columns + column, one)
  const relations: Array<string> = []
  for (const one of filled) {
    const { cell, key } = one
    const right = new Set<string>()
    const below = new Set<string>()
    for (let row = cell.row; row <= cell.lastRow; row++)
      for (let column = cell.lastColumn + 1; column < columns; column++) {
        const other = grid.get(row * columns + column)
        if (other === undefined) continue
        right.add(other.key)
        break
      }
    for (let column = cell.column; column <= cell.lastColumn; column++)
      for (let row = cell.lastRow + 1; row < rows; row++) {
        const other = grid.get(row * columns + column)
        if (other === undefined) continue
        below.add(other.key)
        break
      }
    for (const other of right) relations.push(`${key} → ${other}`)
    for (const other of below) relations.push(`${key} ↓ ${other}`)
  }
  return relations
}

/** How many of one list are in another, each counted once. */
export const common = (wanted: ReadonlyArray<string>, found: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1)
  let count = 0
  for (const one of found) {
    const rest = left.get(one) ?? 0
    if (rest === 0) continue
    left.set(one, rest - 1)
    count++
  }
  return count
}

/** The tables of an HTML page, those in cells of others left out. */
export const tablesOfHtml = (html: string): ReadonlyArray<Table> => {
  const tables: Array<Table> = []
  let depth = 0
  let cells: Array<Cell> = []
  let taken = new Set<string>()
  let row = -1
  let column = 0
  let open: { text: string; rows: number; columns: number } | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "table" && depth++ === 0) {
        cells = []
        taken = new Set()
        row = -1
      }
      if (depth !== 1) return
      if (name === "tr") {
        row++
        column = 0
      } else if (name === "td" || name === "th")
        open = { text: "", rows: Number(attributes["rowspan"] ?? 1), columns: Number(attributes["colspan"] ?? 1) }
      else if (open !== undefined && (name === "br" || name === "p")) open.text += " "
    },
    ontext: (text) => {
      if (open !== undefined) open.text += text
    },
    onclosetag: (name) => {
      if (depth === 1 && (name === "td" || name === "th") && open !== undefined) {
        while (taken.has(`${row} ${column}`)) column++
        const cell = {
          text: open.text.trim(),
          row,
          lastRow: row + open.rows - 1,
          column,
          lastColumn: column + open.columns - 1
        }
        for (let y = cell.row; y <= cell.lastRow; y++)
          for (let x = cell.column; x <= cell.lastColumn; x++) taken.add(`${y} ${x}`)
        cells.push(cell)
        column += open.columns
        open = undefined
      }
      if (name === "table" && --depth === 0) tables.push(tableOf(cells))
    }
  })
  parser.end(html)
  return tables
}
