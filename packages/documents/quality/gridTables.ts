/** The tables in a Markdown text, pipes or HTML, and which cells lie next to which. */
import { Parser } from "htmlparser2"

interface GridCell {
  readonly text: string
  readonly isHeading: boolean
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

type Side = "up" | "down" | "left" | "right"

export interface GridTable {
  readonly cells: ReadonlyArray<GridCell>
  /** The nearest cells on a side: several where one reaches over rows or columns. */
  readonly next: (cell: GridCell, side: Side) => ReadonlySet<GridCell>
  /** The headings that lie on a side all the way, or the last cells there when none is a heading. */
  readonly headings: (cell: GridCell, side: Side) => ReadonlySet<GridCell>
}

type Spec = Pick<GridCell, "text" | "isHeading" | "rows" | "columns">

const gridOf = (specs: ReadonlyArray<ReadonlyArray<Spec>>): GridTable => {
  const taken = new Map<string, GridCell>()
  const cells: Array<GridCell> = []
  let width = 0
  let height = 0
  for (const [row, line] of specs.entries()) {
    let column = 0
    for (const spec of line) {
      while (taken.has(`${row} ${column}`)) column++
      const cell = { ...spec, row, column }
      cells.push(cell)
      for (let y = row; y < row + spec.rows; y++)
        for (let x = column; x < column + spec.columns; x++) taken.set(`${y} ${x}`, cell)
      width = Math.max(width, column + spec.columns)
      height = Math.max(height, row + spec.rows)
    }
  }
  const next = (cell: GridCell, side: Side): ReadonlySet<GridCell> => {
    const found = new Set<GridCell>()
    const along = side === "up" || side === "down" ? cell.columns : cell.rows
    for (let off = 0; off < along; off++) {
      let row = side === "up" ? cell.row - 1 : side === "down" ? cell.row + cell.rows : cell.row + off
      let column = side === "left" ? cell.column - 1 : side === "right" ? cell.column + cell.columns : cell.column + off
      while (row >= 0 && row < height && column >= 0 && column < width) {
        const other = taken.get(`${row} ${column}`)
        if (other !== undefined) {
          found.add(other)
          break
        }
        if (side === "up") row--
        else if (side === "down") row++
        else if (side === "left") column--
        else column++
      }
    }
    return found
  }
  const headings = (cell: GridCell, side: Side): ReadonlySet<GridCell> => {
    const heads = new Set<GridCell>()
    const ends = new Set<GridCell>()
    const seen = new Set<GridCell>()
    const open = [cell]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue
      seen.add(one)
      if (one !== cell && one.isHeading) heads.add(one)
      const further = next(one, side)
      if (further.size === 0 && one !== cell) ends.add(one)
      open.push(...further)
    }
    return heads.size > 0 ? heads : ends
  }
  return { cells, next, headings }
}

/** In a table of pipes the first row and the first column are headings; in HTML, what is marked as such. */
export const tablesOfMarkdown = (markdown: string): ReadonlyArray<GridTable> => [
  ...pipeTables(markdown),
  ...htmlTables(markdown)
]

const pipeTables = (markdown: string): ReadonlyArray<GridTable> => {
  const tables: Array<GridTable> = []
  let lines: Array<string> = []
  for (const line of [...markdown.split("\n"), ""]) {
    if (line.includes("|")) {
      lines.push(line)
      continue
    }
    if (lines.length > 1) {
      const rows = lines
        .filter((row) => !/^[-:|\s]+$/.test(row) || !row.includes("-"))
        .map((row) =>
          row
            .trim()
            .replace(/^\||\|$/g, "")
            .split(/(?<!\\)\|/)
            .map((cell) => cell.trim())
        )
      tables.push(
        gridOf(
          rows.map((row, y) => row.map((text, x) => ({ text, isHeading: y === 0 || x === 0, rows: 1, columns: 1 })))
        )
      )
    }
    lines = []
  }
  return tables
}

const htmlTables = (markdown: string): ReadonlyArray<GridTable> => {
  const tables: Array<GridTable> = []
  let rows: Array<Array<Spec>> | undefined
  let isHead = false
  let open: { text: string; isHeading: boolean; rows: number; columns: number } | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "table") rows = []
      else if (name === "thead") isHead = true
      else if (name === "tr") rows?.push([])
      else if (name === "td" || name === "th")
        open = {
          text: "",
          isHeading: name === "th" || isHead,
          rows: Number(attributes["rowspan"] ?? 1),
          columns: Number(attributes["colspan"] ?? 1)
        }
      else if (name === "br" && open !== undefined) open.text += "\n"
    },
    ontext: (text) => {
      if (open !== undefined) open.text += text
    },
    onclosetag: (name) => {
      if (name === "thead") isHead = false
      else if ((name === "td" || name === "th") && open !== undefined) {
        rows?.at(-1)?.push({ ...open, text: open.text.trim() })
        open = undefined
      } else if (name === "table" && rows !== undefined) {
        tables.push(gridOf(rows))
        rows = undefined
      }
    }
  })
  parser.end(markdown)
  return tables
}
