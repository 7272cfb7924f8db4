/**
 * Reading order: finds the gutters that part a page into columns, and the
 * tables that look like columns.
 *
 * The widest-reaching gutter splits its part of the page into what is above,
 * its left and right side, and what is below; each part is split again. A
 * gutter whose sides are no prose but short pieces on common lines belongs to
 * a table.
 */
import type { Rule, Span } from "../text/PageText.ts"
import { alignedTable, gatherRows } from "./alignedTables.ts"
import { isContentsLine } from "./paragraphs.ts"
import type { PdfTable } from "./tables.ts"

export type Region =
  | { readonly kind: "text"; readonly spans: ReadonlyArray<Span> }
  /** Labels of a drawing. */
  | { readonly kind: "chart"; readonly spans: ReadonlyArray<Span> }
  | { readonly kind: "table"; readonly table: PdfTable }

interface Gutter {
  readonly x0: number
  readonly x1: number
  /** Indexes into the spans sorted by height; the end is outside. */
  readonly start: number
  readonly end: number
  /** Lines of the side that has fewer. */
  readonly reach: number
}

/** Narrowest gutter, in parts of the font size. */
const narrowest = 0.95
/** Depth of splits; pages beyond are read from top to bottom. */
const deepest = 12

export const splitRegions = (
  spans: ReadonlyArray<Span>,
  rules: ReadonlyArray<Rule>,
  depth = 0
): ReadonlyArray<Region> => {
  if (spans.length === 0) return []
  const sorted = [...spans].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const gutter = depth > deepest ? undefined : bestGutter(sorted)
  if (gutter === undefined) return [{ kind: "text", spans: sorted }]

  const inside = sorted.slice(gutter.start, gutter.end)
  const left = inside.filter(({ x1 }) => x1 <= gutter.x0 + 1)
  const right = inside.filter(({ x1 }) => x1 > gutter.x0 + 1)
  const above = sorted.slice(0, gutter.start)
  const below = sorted.slice(gutter.end)
  const middle = judge(inside, left, right, rules, depth)
  // A false gutter leaves its part whole, so that the neighbours are not torn off.
  if (middle === undefined) return [{ kind: "text", spans: sorted }]
  return [...splitRegions(above, rules, depth + 1), ...middle, ...splitRegions(below, rules, depth + 1)]
}

const judge = (
  inside: ReadonlyArray<Span>,
  left: ReadonlyArray<Span>,
  right: ReadonlyArray<Span>,
  rules: ReadonlyArray<Rule>,
  depth: number
): ReadonlyArray<Region> | undefined => {
  const top = inside[0]!.y - inside[0]!.size
  const bottom = inside.at(-1)!.y + inside.at(-1)!.size
  const middle = (edge(left).x1 + edge(right).x0) / 2
  const ruled = rules.filter(
    ({ at, from, horizontal, to }) => horizontal && from < middle && to > middle && at > top - 6 && at < bottom + 6
  ).length
  const rows = countRows(inside)
  if (isContents(inside, left, right, rows.length)) return [{ kind: "text", spans: withLeaders(inside, left, right) }]
  const leftRows = countRows(left)
  const rightRows = countRows(right)
  const shared = leftRows.length + rightRows.length - rows.length
  const fewer = Math.min(leftRows.length, rightRows.length)
  const prose = isProse(left) && isProse(right)
  const tabular = shared >= 3 && shared >= 0.5 * fewer
  if (!prose && ruled < 2 && (isRunningText(left) || isRunningText(right)))
    return [...splitRegions(left, rules, depth + 1), ...splitRegions(right, rules, depth + 1)]
  if (!prose && ((ruled >= 2 && shared >= 2) || tabular)) {
    const found = alignedTable(inside, rules)
    if (found === undefined) return undefined
    const { above, below, table } = found
    return [
      ...splitRegions(above, rules, depth + 1),
      table === undefined ? { kind: "chart", spans: found.rows } : { kind: "table", table },
      ...splitRegions(below, rules, depth + 1)
    ]
  }
  if (fewer < 3 && !prose) return undefined
  return [...splitRegions(left, rules, depth + 1), ...splitRegions(right, rules, depth + 1)]
}

/** Lines of a column of text; of them, those that fill the column and those that go on in the middle of a sentence. */
const minTextLines = 10
const minFull = 0.5
const minGoingOn = 0.5
/** Words that such a line has. */
const minWords = 4

/**
 * Whether a side is a column of text, whatever stands level with its lines: a table, a chart or another text in the column
 * beside it. Lines that begin in the middle of a sentence are those of cells too, where a table holds sentences.
 */
const isRunningText = (spans: ReadonlyArray<Span>): boolean => {
  const lines = gatherRows(spans).map(({ size, spans: own }) => {
    const gaps = own.slice(1).map((span, index) => span.x0 - own[index]!.x1)
    return {
      width: own.at(-1)!.x1 - own[0]!.x0,
      words: own.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0),
      goesOn: /^\p{Ll}/u.test(own[0]!.text),
      isWhole: gaps.every((gap) => gap < 2 * size)
    }
  })
  if (lines.length < minTextLines) return false
  const widths = lines.map(({ width }) => width).sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length * 0.85)]!
  const full = lines.filter(({ isWhole, width, words }) => isWhole && width > 0.75 * usual && words >= minWords)
  const goingOn = full.filter(({ goesOn }) => goesOn).length
  return full.length >= minFull * lines.length && goingOn >= minGoingOn * full.length
}

/** Titles with the numbers of their pages: by the dots between them, or by numbers that only grow. */
const isContents = (
  inside: ReadonlyArray<Span>,
  left: ReadonlyArray<Span>,
  right: ReadonlyArray<Span>,
  rows: number
): boolean => {
  if (inside.filter(({ text }) => isContentsLine(text) || /^[.\s…]{6,}$/.test(text)).length > 0.4 * rows) return true
  const numbers = right.map(({ text }) => Number(text))
  if (numbers.length < 3 || numbers.some((number) => !Number.isInteger(number))) return false
  if (numbers.some((number, index) => index > 0 && number < numbers[index - 1]!)) return false
  const numbered = left.filter(({ text }) =>
    /^(?:\d{1,2}(?:\.\d{1,3})*\.?\s+\p{L}|\p{L}{2,14}\s+(?:\d{1,3}|[ivxl]{1,6}|[a-z])(?:[\s.:]|$))/iu.test(text)
  ).length
  return numbered >= 0.6 * numbers.length
}

/** The page number behind dots, where the file draws none, so that its line reads as one of a table of contents. */
const withLeaders = (
  inside: ReadonlyArray<Span>,
  left: ReadonlyArray<Span>,
  right: ReadonlyArray<Span>
): ReadonlyArray<Span> => {
  const numbers = new Set(right)
  const titles = new Set(left.map(({ y }) => Math.round(y)))
  return inside.map((span) =>
    numbers.has(span) && /^\d{1,4}$/.test(span.text) && [-1, 0, 1].some((off) => titles.has(Math.round(span.y) + off))
      ? { ...span, text: `....... ${span.text}`, gaps: undefined }
      : span
  )
}

/** Baselines of the lines, those within a third of the size being one. */
const countRows = (spans: ReadonlyArray<Span>): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (const { size, y } of spans) if (rows.length === 0 || y - rows.at(-1)! > size * 0.35) rows.push(y)
  return rows
}

/**
 * Most lines run nearly from edge to edge and hold several words, or many end
 * at the very same place, as set type does; a side may hold further columns.
 */
const isProse = (spans: ReadonlyArray<Span>): boolean => {
  const lines: Array<{ y: number; from: number; to: number; letters: number }> = []
  for (const { size, text, x0, x1, y } of [...spans].sort((a, b) => Math.round(a.y) - Math.round(b.y) || a.x0 - b.x0)) {
    const line = lines.at(-1)
    if (line !== undefined && Math.abs(y - line.y) < 0.4 * size && x0 - line.to < narrowest * size && x0 > line.from) {
      line.to = Math.max(line.to, x1)
      line.letters += text.length
    } else lines.push({ y, from: x0, to: x1, letters: text.length })
  }
  // A heading that sticks out does not make the column wider.
  const widths = lines.map(({ from, to }) => to - from).sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length * 0.85)] ?? 0
  const full = widths.filter((width) => width > 0.75 * usual).length
  const letters = lines.reduce((sum, line) => sum + line.letters, 0)
  if (lines.length < 3 || letters / lines.length < 18) return false
  return full >= (lines.length >= 12 ? 0.45 : 0.55) * lines.length || isJustified(lines, usual)
}

const isJustified = (lines: ReadonlyArray<{ readonly from: number; readonly to: number }>, usual: number): boolean => {
  const ends = lines.flatMap(({ from, to }) => (to - from > 0.75 * usual ? [to] : [])).sort((a, b) => a - b)
  const end = ends[Math.floor(ends.length / 2)] ?? 0
  const flush = ends.filter((to) => Math.abs(to - end) < 1).length
  return flush >= 5 && flush >= 0.35 * lines.length
}

const edge = (spans: ReadonlyArray<Span>): { readonly x0: number; readonly x1: number } => ({
  x0: spans.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
  x1: spans.reduce((most, { x1 }) => Math.max(most, x1), -Infinity)
})

/** Candidates looked at in one part; columns show on nearly every line, so few are enough. */
const maxCandidates = 60

const bestGutter = (sorted: ReadonlyArray<Span>): Gutter | undefined => {
  let best: Gutter | undefined
  let tried = 0
  for (let index = 0; index < sorted.length && tried < maxCandidates; index++) {
    const span = sorted[index]!
    // Code and lists of commands are aligned by blanks; they are no columns.
    const neighbour = rightNeighbour(sorted, index)
    if (neighbour === undefined) continue
    const wide = narrowest * Math.max(span.size, neighbour.size)
    if (neighbour.x0 - span.x1 < wide || (span.font.mono && neighbour.font.mono)) continue
    if (isMarker(span.text)) continue
    const middle = (span.x1 + neighbour.x0) / 2
    // Already inside the reach of a gutter that was followed.
    if (best !== undefined && index < best.end && middle > best.x0 && middle < best.x1) continue
    tried++
    const found = follow(sorted, index, span.x1, neighbour.x0, wide)
    if (found !== undefined && (best === undefined || found.reach > best.reach)) best = found
  }
  return best
}

/** The nearest span on the same line to the right. */
const rightNeighbour = (sorted: ReadonlyArray<Span>, index: number): Span | undefined => {
  const span = sorted[index]!
  let nearest: Span | undefined
  const look = (other: Span): boolean => {
    if (Math.abs(other.y - span.y) > 0.75 * span.size) return false
    if (other.x0 >= span.x1 - 1 && (nearest === undefined || other.x0 < nearest.x0)) nearest = other
    return true
  }
  for (let at = index + 1; at < sorted.length && at < index + 40; at++) if (!look(sorted[at]!)) break
  for (let at = index - 1; at >= 0 && at > index - 40; at--) if (!look(sorted[at]!)) break
  return nearest
}

/** A bullet or an item's number before its text is no column. */
const isMarker = (text: string): boolean =>
  /^(?:[^\p{L}\p{N}\s]{1,2}|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$/u.test(text.trim())

/** Follows the free strip up and down until text crosses it. */
const follow = (
  sorted: ReadonlyArray<Span>,
  index: number,
  left: number,
  right: number,
  wide: number
): Gutter | undefined => {
  let x0 = left
  let x1 = right
  const clears = ({ x0: from, x1: to }: Span): boolean => {
    if (to <= x0 + 0.5 || from >= x1 - 0.5) return true
    // The strip may narrow as long as it stays a gutter.
    if (to - x0 <= x1 - x0 - wide && from <= x0) {
      x0 = to
      return true
    }
    if (x1 - from <= x1 - x0 - wide && to >= x1) {
      x1 = from
      return true
    }
    return false
  }
  let start = index
  while (start > 0 && clears(sorted[start - 1]!)) start--
  let end = index + 1
  while (end < sorted.length && clears(sorted[end]!)) end++

  // Pieces of the line that crosses share its height; they go with it.
  if (start > 0) {
    const { size, y } = sorted[start - 1]!
    while (start < end && sorted[start]!.y - y < 0.35 * size) start++
  }
  if (end < sorted.length) {
    const { size, y } = sorted[end]!
    while (end > start && y - sorted[end - 1]!.y < 0.35 * size) end--
  }
  return trim(sorted, start, end, x0, x1)
}

/** Cuts off what lies above and below the part where both sides have text, but for lines that go on without a gap. */
const trim = (sorted: ReadonlyArray<Span>, from: number, to: number, x0: number, x1: number): Gutter | undefined => {
  const isLeft = (span: Span) => span.x1 <= x0 + 1
  let start = from
  let end = to
  const sides = { left: 0, right: 0 }
  let [firstLeft, lastLeft, firstRight, lastRight] = [-1, -1, -1, -1]
  let lastY = { left: -Infinity, right: -Infinity }
  for (let at = from; at < to; at++) {
    const span = sorted[at]!
    if (isLeft(span)) {
      if (firstLeft < 0) firstLeft = at
      lastLeft = at
      if (span.y - lastY.left > 0.35 * span.size) sides.left++
      lastY = { ...lastY, left: span.y }
    } else {
      if (firstRight < 0) firstRight = at
      lastRight = at
      if (span.y - lastY.right > 0.35 * span.size) sides.right++
      lastY = { ...lastY, right: span.y }
    }
  }
  if (firstLeft < 0 || firstRight < 0) return undefined
  const bothStart = Math.max(firstLeft, firstRight)
  const bothEnd = Math.min(lastLeft, lastRight)
  // A heading or paragraph of its own stands off by more than a line.
  for (let at = bothStart - 1; at >= from; at--) {
    if (sorted[at + 1]!.y - sorted[at]!.y > 1.7 * sorted[at]!.size) {
      start = at + 1
      break
    }
  }
  for (let at = bothEnd + 1; at < to; at++) {
    if (sorted[at]!.y - sorted[at - 1]!.y > 1.7 * sorted[at]!.size) {
      end = at
      break
    }
  }
  return { x0, x1, start, end, reach: Math.min(sides.left, sides.right) }
}
