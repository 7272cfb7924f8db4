/**
 * Reads tables that are drawn with lines: strokes that meet form a grid, and
 * where a stroke is missing between two fields they are one cell.
 */
import { makeGroups } from "./groups.ts"
import { type Grid, impliedRules } from "./impliedRules.ts"
import { type Rule, type Span, splitAtGaps } from "../text/PageText.ts"
import type { PdfCell, PdfTable } from "./tables.ts"

/** How far strokes may miss each other, in points. */
const near = 3
/** Grids past this are drawings, maps or squared paper. */
const maxRules = 1500
const maxLines = 200

export const ruledTables = (
  rules: ReadonlyArray<Rule>,
  spans: ReadonlyArray<Span>,
  turned: ReadonlyArray<Span>
): { readonly tables: ReadonlyArray<PdfTable>; readonly rest: ReadonlyArray<Span> } => {
  const merged = mergeRules(rules)
  if (merged.length < 4 || merged.length > maxRules) return { tables: [], rest: spans }
  const tables: Array<PdfTable> = []
  let rest = spans
  for (const group of connected(merged)) {
    const made = makeTable(group, rest, turned)
    if (made === undefined) continue
    tables.push(made.table)
    rest = made.rest
  }
  return { tables, rest }
}

/** Strokes in one line that touch become one. */
const mergeRules = (rules: ReadonlyArray<Rule>): ReadonlyArray<Rule> => {
  const sorted = [...rules].sort(
    (a, b) => Number(a.horizontal) - Number(b.horizontal) || a.at - b.at || a.from - b.from
  )
  const out: Array<Rule> = []
  for (const rule of sorted) {
    let joined = false
    for (let index = out.length - 1; index >= 0 && index >= out.length - 30; index--) {
      const other = out[index]!
      if (other.horizontal !== rule.horizontal || rule.at - other.at > 1.5) break
      if (rule.from <= other.to + 2 && rule.to >= other.from - 2) {
        out[index] = {
          ...other,
          from: Math.min(other.from, rule.from),
          to: Math.max(other.to, rule.to),
          isShade: other.isShade === true && rule.isShade === true
        }
        joined = true
        break
      }
    }
    if (!joined) out.push(rule)
  }
  return out
}

/** Groups of strokes that meet, each with strokes of both directions. */
const connected = (rules: ReadonlyArray<Rule>): ReadonlyArray<ReadonlyArray<Rule>> => {
  const { groupOf, join } = makeGroups(rules.length)
  const across = rules.flatMap((rule, index) => (rule.horizontal ? [index] : []))
  const down = rules.flatMap((rule, index) => (rule.horizontal ? [] : [index]))
  for (const h of across) {
    for (const v of down) {
      const a = rules[h]!
      const b = rules[v]!
      if (b.at >= a.from - near && b.at <= a.to + near && a.at >= b.from - near && a.at <= b.to + near) {
        join(h, v)
      }
    }
  }
  const groups = new Map<number, Array<Rule>>()
  for (const [index, rule] of rules.entries()) {
    const root = groupOf(index)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [rule])
    else group.push(rule)
  }
  return [...groups.values()].filter(
    (group) => group.some(({ horizontal }) => horizontal) && group.some(({ horizontal }) => !horizontal)
  )
}

const makeTable = (
  group: ReadonlyArray<Rule>,
  spans: ReadonlyArray<Span>,
  turned: ReadonlyArray<Span>
): { readonly table: PdfTable; readonly rest: ReadonlyArray<Span> } | undefined => {
  const drawn = gridOf(withoutInsets(group))
  if (drawn.xs.length < 2 || drawn.ys.length < 2 || drawn.ys.length > maxLines || drawn.xs.length > maxLines)
    return undefined
  const grid = gridOf([...withoutInsets(group), ...impliedRules(drawn, spans.flatMap(splitAtGaps))])
  const { across, down, ys } = grid
  const xs = withoutSpacers(grid, spans)
  const columns = xs.length - 1
  const rows = ys.length - 1
  if (columns < 1 || rows < 1 || columns * rows < 2 || rows > maxLines || columns > maxLines) return undefined

  const fields: Array<Array<Array<Span>>> = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => [])
  )
  const rest: Array<Span> = []
  for (const span of spans) {
    const isInside =
      placeOf(xs, (span.x0 + span.x1) / 2) !== undefined && placeOf(ys, span.y - span.size * 0.3) !== undefined
    if (!isInside) rest.push(span)
    else
      for (const piece of splitAtGaps(span)) {
        const column = placeOf(xs, (piece.x0 + piece.x1) / 2) ?? placeOf(xs, (span.x0 + span.x1) / 2)!
        fields[placeOf(ys, piece.y - piece.size * 0.3)!]![column]!.push(piece)
      }
  }
  // Heads of narrow columns are often set sideways.
  for (const span of turned) {
    const column = placeOf(xs, (span.x0 + span.x1) / 2)
    const row = placeOf(ys, span.y)
    if (column !== undefined && row !== undefined) fields[row]![column]!.push(span)
  }
  const { cells, filled } = joinFields(fields, xs, ys, across, down)
  const count = cells.reduce((sum, row) => sum + row.length, 0)
  const widest = cells.reduce((most, row) => Math.max(most, row.length), 0)
  // Frames around text and the axes of a diagram are no tables.
  if (widest < 2 || cells.length < 2 || filled < 3 || filled < 0.3 * count || !isShared(cells)) return undefined
  const strips = xs.slice(1).map((x1, index) => ({ x0: xs[index]!, x1 }))
  return { table: { x0: xs[0]!, x1: xs.at(-1)!, y0: ys[0]!, y1: ys.at(-1)!, strips, rows: cells }, rest }
}

/** The widest column without text that only parts its neighbors, in points. */
const maxSpacer = 8

/** The edges of columns without those of narrow ones that hold nothing; of the two edges the one that is drawn longer stays. */
const withoutSpacers = ({ down, xs, ys }: Grid, spans: ReadonlyArray<Span>): ReadonlyArray<number> => {
  const inside = spans.filter(({ size, y }) => placeOf(ys, y - size * 0.3) !== undefined)
  const drawn = (x: number): number =>
    down.reduce((sum, { at, from, to }) => (Math.abs(at - x) <= near ? sum + to - from : sum), 0)
  const dropped = new Set<number>()
  for (const [column, x1] of xs.slice(1).entries()) {
    const x0 = xs[column]!
    if (x1 - x0 > maxSpacer || xs.length - dropped.size <= 3 || dropped.has(x0)) continue
    if (inside.some((span) => span.x1 > x0 + 1 && span.x0 < x1 - 1)) continue
    const isLast = column === xs.length - 2
    dropped.add(column > 0 && (isLast || drawn(x0) < drawn(x1)) ? x0 : x1)
  }
  return dropped.size === 0 ? xs : xs.filter((x) => !dropped.has(x))
}

/**
 * The lines of a table without the edges of boxes inside of its cells: office programs shade a paragraph line by line. Boxes
 * that reach to the lines of the table are cells and rows.
 */
const withoutInsets = (group: ReadonlyArray<Rule>): ReadonlyArray<Rule> => {
  const lines = group.filter(({ isShade }) => isShade !== true)
  const across = lines.filter(({ horizontal }) => horizontal)
  const down = lines.filter(({ horizontal }) => !horizontal).map(({ at }) => at)
  if (lines.length === group.length || across.length < 2 || down.length < 2) return group
  const isInset = (value: number): boolean => {
    const off = down.reduce((least, place) => Math.min(least, Math.abs(place - value)), Infinity)
    return off > near && off <= maxPadding
  }
  return group.filter(
    ({ at, from, horizontal, isShade, to }) =>
      isShade !== true || !(horizontal ? isInset(from) || isInset(to) : isInset(at))
  )
}

/** From the line of a cell to its text, in points. */
const maxPadding = 9

const gridOf = (group: ReadonlyArray<Rule>): Grid => {
  const across = group.filter(({ horizontal }) => horizontal)
  const down = group.filter(({ horizontal }) => !horizontal)
  return {
    across,
    down,
    // Strokes that run on past the last crossing line end in an open edge.
    ys: distinct([...across.map(({ at }) => at), ...down.flatMap(({ from, to }) => [from, to])]),
    xs: distinct([...down.map(({ at }) => at), ...across.flatMap(({ from, to }) => [from, to])])
  }
}

/** Lines of text with boxes of their own share no row; a frame around everything holds nearly all. */
const isShared = (cells: ReadonlyArray<ReadonlyArray<PdfCell>>): boolean => {
  const sizes = cells.map((row) => row.filter(({ spans }) => spans.length > 0))
  const sharing = sizes.filter((row) => row.length > 1).length
  const all = sizes.flat().reduce((sum, { spans }) => sum + spans.length, 0)
  const most = sizes.flat().reduce((top, { spans }) => Math.max(top, spans.length), 0)
  return sharing >= 2 ? most < 12 || most < 0.5 * all : sharing === 1 && cells.length <= 3 && most < 0.6 * all
}

const distinct = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (const value of [...values].sort((a, b) => a - b)) {
    if (out.length === 0 || value - out.at(-1)! > near) out.push(value)
  }
  return out
}

const placeOf = (edges: ReadonlyArray<number>, value: number): number | undefined => {
  if (value < edges[0]! || value > edges.at(-1)!) return undefined
  const next = edges.findIndex((edge) => edge > value)
  return next < 0 ? edges.length - 2 : Math.max(0, next - 1)
}

const joinFields = (
  fields: ReadonlyArray<ReadonlyArray<ReadonlyArray<Span>>>,
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>,
  across: ReadonlyArray<Rule>,
  down: ReadonlyArray<Rule>
): { readonly cells: ReadonlyArray<ReadonlyArray<PdfCell>>; readonly filled: number } => {
  const rows = fields.length
  const columns = fields[0]!.length
  const downAt = byLine(down, xs)
  const acrossAt = byLine(across, ys)
  const covered = (rules: ReadonlyArray<Rule> | undefined, middle: number): boolean =>
    rules !== undefined && rules.some(({ from, to }) => from - near <= middle && to + near >= middle)
  const wallRight = (row: number, column: number): boolean =>
    column === columns - 1 || covered(downAt[column + 1], (ys[row]! + ys[row + 1]!) / 2)
  const wallBelow = (row: number, column: number): boolean =>
    row === rows - 1 || covered(acrossAt[row + 1], (xs[column]! + xs[column + 1]!) / 2)

  const taken = fields.map((row) => row.map(() => false))
  let filled = 0
  const cells: Array<Array<PdfCell>> = []
  for (let row = 0; row < rows; row++) {
    const line: Array<PdfCell> = []
    for (let column = 0; column < columns; column++) {
      if (taken[row]![column]) continue
      let right = column
      while (!wallRight(row, right) && !taken[row]![right + 1]) right++
      let low = row
      const open = (at: number): boolean => {
        for (let c = column; c <= right; c++) if (wallBelow(at, c)) return false
        for (let c = column; c < right; c++) if (wallRight(at + 1, c)) return false
        return true
      }
      while (low < rows - 1 && open(low)) low++
      const spans: Array<Span> = []
      for (let r = row; r <= low; r++) {
        for (let c = column; c <= right; c++) {
          taken[r]![c] = true
          spans.push(...fields[r]![c]!)
        }
      }
      if (spans.length > 0) filled++
      line.push({ spans, columns: right - column + 1, rows: low - row + 1 })
    }
    cells.push(line)
  }
  return { cells, filled }
}

/** The strokes on each line of the grid. */
const byLine = (rules: ReadonlyArray<Rule>, lines: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<Rule>> =>
  lines.map((line) => rules.filter(({ at }) => Math.abs(at - line) <= near))
