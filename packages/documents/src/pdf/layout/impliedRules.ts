/**
 * Lines that a ruled table leaves out and its text implies: rows under each other in one tall field, columns beside each
 * other in one wide field, and the cells of a row that has no strokes between them.
 */
import type { Rule, Span } from "../text/PageText.ts"
import { findColumns, gatherRows, type Row } from "./alignedTables.ts"

/** The lines of a table that are drawn. */
export interface Grid {
  readonly xs: ReadonlyArray<number>
  readonly ys: ReadonlyArray<number>
  readonly across: ReadonlyArray<Rule>
  readonly down: ReadonlyArray<Rule>
}

/** How far a stroke may end from where it is looked for, in points. */
const near = 3

/** A number, an amount, a share, or the dash that stands for none. */
const value = /^[\s\d.,:%‰$€£¥()<>≤≥~*†+–—−-]*\d[\s\d.,:%‰$€£¥()*†+–—−-]*$|^[–—−*-]$|^n\.?\/?a\.?$/i

const isValue = (text: string): boolean => value.test(text.trim())

export const impliedRules = (grid: Grid, spans: ReadonlyArray<Span>): ReadonlyArray<Rule> => {
  const { xs, ys } = grid
  const implied: Array<Rule> = []
  for (let band = 0; band < ys.length - 1; band++) {
    const top = ys[band]!
    const bottom = ys[band + 1]!
    const inside = spans.filter(({ size, x0, x1, y }) => {
      const height = y - size * 0.3
      const middle = (x0 + x1) / 2
      return height > top && height <= bottom && middle > xs[0]! && middle < xs.at(-1)!
    })
    if (inside.length < 2) continue
    const rows = gatherRows(inside)
    const starts = rows.length < 2 ? [] : rowStarts(rows, xs)
    for (const start of starts) implied.push(lineAbove(rows, start, xs))
    implied.push(...(starts.length > 0 ? columnsWithin(rows, grid, top, bottom) : []))
    implied.push(...cellsOfOpenRow(rows, grid, top, bottom))
  }
  return [...implied, ...labelsBesideRows(grid, spans)]
}

/** Rows that a field without strokes reaches over, to be one of labels; and of them, those that have one. */
const minRows = 4
const minLabelled = 0.8

/** Lines between labels that stand in a field of their own, one beside each row that is drawn in the other columns. */
const labelsBesideRows = ({ across, xs, ys }: Grid, spans: ReadonlyArray<Span>): ReadonlyArray<Rule> => {
  const isDrawn = (column: number, line: number): boolean => {
    const middle = (xs[column]! + xs[column + 1]!) / 2
    return across.some(
      ({ at, from, to }) => Math.abs(at - ys[line]!) <= near && from - near <= middle && to + near >= middle
    )
  }
  /** Where each span stands: its column, its band and about its height. */
  const placed = spans
    .filter(({ x0, x1 }) => (x0 + x1) / 2 > xs[0]! && (x0 + x1) / 2 < xs.at(-1)!)
    .map(({ size, x0, x1, y }) => ({
      column: columnAt(xs, (x0 + x1) / 2),
      band: ys.findIndex((edge) => edge > y - size * 0.3) - 1,
      height: Math.round(y / 2)
    }))
  const out: Array<Rule> = []
  for (let column = 0; column < xs.length - 1; column++) {
    const own = placed.filter((span) => span.column === column)
    const others = new Set(
      placed.filter((span) => span.column !== column).map(({ band, height }) => `${band} ${height}`)
    )
    for (let first = 0; first < ys.length - 1;) {
      let end = first + 1
      while (end < ys.length - 1 && !isDrawn(column, end)) end++
      const level = new Set(
        own
          .filter(
            ({ band, height }) =>
              band >= first && band < end && [-1, 0, 1].some((off) => others.has(`${band} ${height + off}`))
          )
          .map(({ band }) => band)
      ).size
      if (end - first >= minRows && level >= minLabelled * (end - first))
        for (let line = first + 1; line < end; line++)
          out.push({ horizontal: true, at: ys[line]!, from: xs[column]!, to: xs[column + 1]! })
      first = end
    }
  }
  return out
}

const lineAbove = (rows: ReadonlyArray<Row>, start: number, xs: ReadonlyArray<number>): Rule => {
  const before = rows[start - 1]!
  const row = rows[start]!
  const size = row.spans.reduce((most, span) => Math.max(most, span.size), row.size)
  // Above the tallest letter, and below the baseline before.
  return { horizontal: true, at: Math.max(before.y + 0.1 * size, row.y - 0.9 * size), from: xs[0]!, to: xs.at(-1)! }
}

/** Values under each other in one field, where a column has that many or two columns have two each. */
const minValues = 3
/** Of the lines in a column of values. */
const minShare = 0.7

/** Indexes of the lines that begin a row of their own, the first left out; none where a field holds no list of values. */
const rowStarts = (rows: ReadonlyArray<Row>, xs: ReadonlyArray<number>): ReadonlyArray<number> => {
  const columns = xs.length - 1
  const lines = Array.from({ length: columns }, () => [] as Array<{ readonly row: number; readonly isValue: boolean }>)
  for (const [index, { spans }] of rows.entries()) {
    const texts = new Map<number, Array<string>>()
    for (const span of spans) {
      const column = columnAt(xs, (span.x0 + span.x1) / 2)
      texts.set(column, [...(texts.get(column) ?? []), span.text])
    }
    for (const [column, parts] of texts)
      lines[column]?.push({ row: index, isValue: parts.every((part) => part.trim().split(/\s+/).every(isValue)) })
  }
  const lists = lines.filter((column) => {
    const values = column.filter((line) => line.isValue).length
    return values >= 2 && values >= minShare * column.length
  })
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0)
  if (lists.length < 2 && longest < minValues) return []
  const starts = new Set(lists.flatMap((column) => column.map(({ row }) => row)))
  // What stands above the first values heads them.
  const first = Math.min(...starts)
  return [...starts].filter((row) => row > 0 && (row > first || first > 0)).toSorted((a, b) => a - b)
}

const columnAt = (xs: ReadonlyArray<number>, x: number): number => {
  const next = xs.findIndex((edge) => edge > x)
  return next < 0 ? xs.length - 2 : Math.max(0, next - 1)
}

/** Of the rows of a field, those that must have text in more than one of its columns. */
const minBeside = 0.6

/** Columns beside each other in one field: strips that its rows fill. */
const columnsWithin = (rows: ReadonlyArray<Row>, { xs }: Grid, top: number, bottom: number): ReadonlyArray<Rule> => {
  const out: Array<Rule> = []
  for (let column = 0; column < xs.length - 1; column++) {
    const own = rows.flatMap((row) => {
      const spans = row.spans.filter(({ x0, x1 }) => columnAt(xs, (x0 + x1) / 2) === column)
      return spans.length === 0 ? [] : [{ ...row, spans }]
    })
    if (own.length < minValues || own.filter(({ spans }) => spans.length > 1).length < minBeside * own.length) continue
    const strips = findColumns(own)
    for (const [index, strip] of strips.slice(1).entries()) {
      const at = (strips[index]!.x1 + strip.x0) / 2
      if (strip.x0 - strips[index]!.x1 > 0.5 * own[0]!.size) out.push({ horizontal: false, at, from: top, to: bottom })
    }
  }
  return out
}

/** Of the font size, what parts two cells. */
const minGap = 0.9

/** Cells of rows that have no strokes between them, where the table has some above or below: no text crosses there. */
const cellsOfOpenRow = (
  rows: ReadonlyArray<Row>,
  { down, xs }: Grid,
  top: number,
  bottom: number
): ReadonlyArray<Rule> => {
  const middle = (top + bottom) / 2
  const isDrawn = (x: number): boolean =>
    down.some(({ at, from, to }) => Math.abs(at - x) <= near && from - near <= middle && to + near >= middle)
  const out: Array<Rule> = []
  let left = xs[0]!
  let open: Array<number> = []
  for (const x of xs.slice(1)) {
    if (x !== xs.at(-1) && !isDrawn(x)) {
      open.push(x)
      continue
    }
    if (open.length > 0)
      for (const at of edgesOfField(rows, open, left, x)) out.push({ horizontal: false, at, from: top, to: bottom })
    left = x
    open = []
  }
  return out
}

/** Of the edges that are not drawn between two that are, those that no text crosses, where a line has text on both sides. */
const edgesOfField = (
  rows: ReadonlyArray<Row>,
  open: ReadonlyArray<number>,
  from: number,
  to: number
): ReadonlyArray<number> => {
  const lines = rows.map(({ size, spans }) => ({
    size,
    spans: spans.filter(({ x0, x1 }) => (x0 + x1) / 2 > from && (x0 + x1) / 2 < to)
  }))
  const free = open.filter((x) => lines.every(({ spans }) => spans.every(({ x0, x1 }) => x1 <= x + 1 || x0 >= x - 1)))
  const parts = free.some((x) =>
    lines.some(({ size, spans }) => {
      const left = spans.findLast(({ x1 }) => x1 <= x + 1)
      const right = spans.find(({ x0 }) => x0 >= x - 1)
      return left !== undefined && right !== undefined && right.x0 - left.x1 > minGap * size
    })
  )
  return parts ? free : []
}
