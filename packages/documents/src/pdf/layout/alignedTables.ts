/** Reads a table that is drawn without lines: columns are strips that no cell leaves, rows are common baselines. */
import { type Rule, type Span, splitAtGaps } from "../text/PageText.ts"
import { isChart } from "./charts.ts"
import type { PdfCell, PdfTable, Strip } from "./tables.ts"

export interface Row {
  y: number
  size: number
  spans: Array<Span>
}

/** More columns than a page has room for. */
const maxColumns = 40

interface AlignedTable {
  /** Nothing where the rows are those of a chart. */
  readonly table: PdfTable | undefined
  readonly rows: ReadonlyArray<Span>
  /** Lines before and after the table that stand in one piece: its caption, a remark. */
  readonly above: ReadonlyArray<Span>
  readonly below: ReadonlyArray<Span>
}

export const alignedTable = (spans: ReadonlyArray<Span>, rules: ReadonlyArray<Rule>): AlignedTable | undefined => {
  const gathered = gatherRows(spans.flatMap(splitAtGaps))
  const first = gathered.findIndex(hasGap)
  const last = gathered.findLastIndex(hasGap)
  if (last - first < 1) return undefined
  // What follows the last full row closely belongs to its cells.
  let end = last + 1
  while (
    end < gathered.length &&
    gathered[end]!.y - gathered[end - 1]!.y < 1.45 * gathered[end]!.size &&
    !startsRow(gathered, first, end)
  )
    end++
  const rows = gathered.slice(first, end)
  const columns = findColumns(rows)
  if (columns.length < 2 || columns.length > maxColumns) return undefined
  const split = rows.map((row) => ({ ...row, spans: row.spans.flatMap((span) => splitSpan(span, columns)) }))
  const cells = joinContinued(split, columns, rules).map((row) => cellsOf(row, columns))
  const parts = {
    rows: rows.flatMap((row) => row.spans),
    above: gathered.slice(0, first).flatMap((row) => row.spans),
    below: gathered.slice(end).flatMap((row) => row.spans)
  }
  if (isChart(cells)) return { table: undefined, ...parts }
  const table = {
    x0: columns[0]!.x0,
    x1: columns.at(-1)!.x1,
    y0: rows[0]!.y - rows[0]!.size,
    y1: rows.at(-1)!.y + rows.at(-1)!.size * 0.3,
    strips: columns,
    rows: cells
  }
  return { table, ...parts }
}

/** Whether the row holds pieces that stand apart. */
const hasGap = ({ spans }: Row): boolean =>
  spans.some((span, index) => index > 0 && span.x0 - spans[index - 1]!.x1 > 0.5 * span.size)

const startsRow = (rows: ReadonlyArray<Row>, first: number, at: number): boolean =>
  rows[at]!.spans[0]!.x0 < rows[first]!.spans[0]!.x0 + rows[at]!.size

/** Heads of narrow columns stand as near as words: cuts them where a column ends. */
const splitSpan = (span: Span, columns: ReadonlyArray<Strip>): ReadonlyArray<Span> => {
  const [first, last] = columnsOf(span, columns)
  if (first === last || !span.text.includes(" ")) return [span]
  const letter = (span.x1 - span.x0) / span.text.length
  const out: Array<Span> = []
  let rest = span
  for (let column = first; column < last; column++) {
    const middle = (columns[column]!.x1 + columns[column + 1]!.x0) / 2
    const wanted = (middle - rest.x0) / letter
    let cut = -1
    for (let at = rest.text.indexOf(" "); at >= 0; at = rest.text.indexOf(" ", at + 1)) {
      if (cut < 0 || Math.abs(at - wanted) < Math.abs(cut - wanted)) cut = at
    }
    if (cut < 0 || Math.abs(cut - wanted) * letter > 0.9 * span.size) continue
    out.push({ ...rest, text: rest.text.slice(0, cut), x1: Math.min(rest.x0 + cut * letter, columns[column]!.x1) })
    rest = {
      ...rest,
      text: rest.text.slice(cut + 1),
      x0: Math.max(rest.x0 + (cut + 1) * letter, columns[column + 1]!.x0)
    }
  }
  return [...out, rest]
}

export const gatherRows = (spans: ReadonlyArray<Span>): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  for (const span of [...spans].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row !== undefined && span.y - row.y <= 0.45 * Math.max(span.size, row.size)) row.spans.push(span)
    else rows.push({ y: span.y, size: span.size, spans: [span] })
  }
  for (const row of rows) row.spans.sort((a, b) => a.x0 - b.x0)
  return rows
}

/** Strips of the page that the rows fill; a heading across several columns may cross between them. */
export const findColumns = (rows: ReadonlyArray<Row>): ReadonlyArray<Strip> => {
  const edges: Array<readonly [x: number, step: 1 | -1]> = []
  // Words of one cell are nearer to each other than cells are.
  for (const { spans } of rows) {
    let from = -Infinity
    let to = -Infinity
    for (const { size, x0, x1 } of spans) {
      if (x0 - to > 0.5 * size) {
        if (to > from) edges.push([from, 1], [to, -1])
        from = x0
      }
      to = Math.max(to, x1)
    }
    if (to > from) edges.push([from, 1], [to, -1])
  }
  edges.sort(([a, stepA], [b, stepB]) => a - b || stepA - stepB)
  const crossing = Math.max(rows.length >= 6 ? 1 : 0, Math.floor(rows.length * 0.12))
  const strips: Array<Strip> = []
  let depth = 0
  let from = 0
  for (const [x, step] of edges) {
    const before = depth > crossing
    depth += step
    const now = depth > crossing
    if (!before && now) from = x
    else if (before && !now && x - from > 0.5) strips.push({ x0: from, x1: x })
  }
  return strips
}

const columnsOf = ({ x0, x1 }: Span, columns: ReadonlyArray<Strip>): readonly [first: number, last: number] => {
  let first = -1
  let last = -1
  for (let index = 0; index < columns.length; index++) {
    const overlap = Math.min(x1, columns[index]!.x1) - Math.max(x0, columns[index]!.x0)
    if (overlap > 1) {
      if (first < 0) first = index
      last = index
    }
  }
  if (first >= 0) return [first, last]
  const middle = (x0 + x1) / 2
  let nearest = 0
  for (let index = 1; index < columns.length; index++) {
    if (distance(columns[index]!, middle) < distance(columns[nearest]!, middle)) nearest = index
  }
  return [nearest, nearest]
}

const distance = ({ x0, x1 }: Strip, x: number): number => Math.max(0, x0 - x, x - x1)

/** Of the steps between full rows, what the lines of one cell are apart at most. */
const cellStep = 0.8

/**
 * The usual step down to a row that fills most columns: where rows stand further apart than the lines of a cell, a line in
 * one column alone goes on with the cell above it.
 */
const usualFullStep = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<Strip>): number => {
  const steps = rows
    .flatMap((row, index) => {
      const filled = new Set(row.spans.map((span) => columnsOf(span, columns)[0])).size
      return index === 0 || filled < 0.6 * columns.length ? [] : [row.y - rows[index - 1]!.y]
    })
    .toSorted((a, b) => a - b)
  return steps[steps.length >> 1] ?? 0
}

/** Of the width of a table, what a line between two rows crosses at least: shorter ones underline or shade a cell. */
const ruleShare = 0.6

const isRuledAbove = (row: Row, step: number, rules: ReadonlyArray<Rule>, columns: ReadonlyArray<Strip>): boolean => {
  const [left, right] = [columns[0]!.x0, columns.at(-1)!.x1]
  const between = rules
    .filter(({ at, horizontal }) => horizontal && at > row.y - step && at < row.y - row.size * 0.3)
    .toSorted((a, b) => a.from - b.from)
  let covered = 0
  let reached = left
  for (const { from, to } of between) {
    const end = Math.min(to, right)
    covered += Math.max(0, end - Math.max(from, reached))
    reached = Math.max(reached, end)
  }
  return covered >= ruleShare * (right - left)
}

/** A row without a first cell, close under the one before it, is the rest of that row's cells. */
const joinContinued = (
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Strip>,
  rules: ReadonlyArray<Rule>
): ReadonlyArray<Row> => {
  const steps = rows.slice(1).map((row, index) => row.y - rows[index]!.y)
  const longest = steps.reduce((most, step) => Math.max(most, step), 0)
  const fullStep = usualFullStep(rows, columns)
  const isRuled = rows.map((row, index) =>
    isRuledAbove(row, index === 0 ? Infinity : steps[index - 1]!, rules, columns)
  )
  /** Rows have strokes between them: what stands between two strokes may be several lines of one. */
  const banded = isRuled.slice(1).filter((ruled) => ruled).length >= minBands
  const out: Array<Row> = []
  const numeric = (row: Row) =>
    row.spans.filter(({ text }) => /^[\d.,%€$£()+–-]+$/.test(text)).map((span) => columnsOf(span, columns)[0])
  for (const [index, row] of rows.entries()) {
    const before = out.at(-1)
    // Two numbers under each other are two rows.
    const numbers = index === 0 ? [] : numeric(rows[index - 1]!)
    const counts = numeric(row).some((column) => numbers.includes(column))
    const step = index === 0 ? Infinity : steps[index - 1]!
    const first = row.spans.every((span) => columnsOf(span, columns)[0] > 0)
    const own = new Set(row.spans.map((span) => columnsOf(span, columns)[0]))
    const goesOn =
      own.size === 1 &&
      columns.length > 2 &&
      step <= cellStep * fullStep &&
      rows[index - 1]?.spans.some((span) => own.has(columnsOf(span, columns)[0])) === true
    const ruled = isRuled[index]!
    const label = before?.spans.filter((span) => columnsOf(span, columns)[0] === 0) ?? []
    // The rest of a label that was too long for its column.
    const endsLabel =
      own.size === 1 && own.has(0) && label.length > 0 && step < 1.45 * row.size && isRestOf(row.spans, label)
    if (
      before !== undefined &&
      !ruled &&
      !counts &&
      (goesOn ||
        endsLabel ||
        (banded && step < 1.45 * row.size && before !== undefined && goesOnInCells(row, before, columns)) ||
        (step < 1.45 * row.size && first && (row.spans.length < columns.length - 1 || step < 0.8 * longest)))
    ) {
      out[out.length - 1] = { y: before.y, size: before.size, spans: [...before.spans, ...row.spans] }
    } else out.push(row)
  }
  return out
}

/** Strokes between the rows of a table by which its lines are judged. */
const minBands = 2

/** Whether a cell of the row goes on with the one above it. */
const goesOnInCells = (row: Row, above: Row, columns: ReadonlyArray<Strip>): boolean =>
  columns.some((_, column) => {
    const inColumn = ({ spans }: Row) => spans.filter((span) => columnsOf(span, columns)[0] === column)
    const before = inColumn(above)
    const own = inColumn(row)
    return own.length > 0 && before.length > 0 && isRestOf(own, before)
  })

/** Whether words go on with those of a cell: within its brackets, or in small letters where the cell began with a large one. */
const isRestOf = (spans: ReadonlyArray<Span>, cell: ReadonlyArray<Span>): boolean => {
  const text = spans.map((span) => span.text).join(" ")
  const before = cell.map((span) => span.text).join(" ")
  const opened = before.lastIndexOf("(") > before.lastIndexOf(")") && /^[^(]*\)/.test(text)
  return opened || (/^\p{Ll}/u.test(text) && /^[^\p{L}]*\p{Lu}/u.test(before) && !/[.:;]$/.test(before))
}

const cellsOf = ({ spans }: Row, columns: ReadonlyArray<Strip>): ReadonlyArray<PdfCell> => {
  const starts = new Map<number, { last: number; spans: Array<Span> }>()
  for (const span of spans) {
    const [first, last] = columnsOf(span, columns)
    const holder = [...starts].find(([start, cell]) => first >= start && first <= cell.last)
    if (holder === undefined) starts.set(first, { last, spans: [span] })
    else {
      holder[1].spans.push(span)
      holder[1].last = Math.max(holder[1].last, last)
    }
  }
  const cells: Array<PdfCell> = []
  for (let index = 0; index < columns.length;) {
    const cell = starts.get(index)
    if (cell === undefined) {
      cells.push({ spans: [], columns: 1, rows: 1 })
      index++
      continue
    }
    // A cell reaches to where the next one starts at most.
    let last = cell.last
    for (let at = index + 1; at <= last; at++) if (starts.has(at)) last = at - 1
    cells.push({ spans: cell.spans, columns: last - index + 1, rows: 1 })
    index = last + 1
  }
  return cells
}
