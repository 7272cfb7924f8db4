/**
 * Rows that name the columns of a table and stand above it: over its first line, or in words that reach over several columns,
 * so that neither the strokes nor the free strips of the table hold them. Words that are set sideways name narrow columns.
 */
import type { Span } from "../text/PageText.ts"
import { splitAtGaps } from "../text/PageText.ts"
import { gatherRows } from "./alignedTables.ts"
import type { PdfCell, PdfTable, Strip } from "./tables.ts"

interface WithHeads {
  readonly table: PdfTable
  /** The spans that are in the heads now. */
  readonly used: ReadonlySet<Span>
}

/** Rows of a head. */
const maxRows = 4
/** Step down to the next row, in sizes of the font. */
const maxStep = 2.2
/** Words and letters of a head, on the average and at most. */
const maxWords = 5
const maxLetters = 60

/** Words of one cell, and the columns that they reach over. */
interface Unit {
  readonly spans: ReadonlyArray<Span>
  readonly first: number
  readonly last: number
}

interface HeadRow {
  readonly y: number
  readonly units: ReadonlyArray<Unit>
}

export const withHeads = (table: PdfTable, spans: ReadonlyArray<Span>, turned: ReadonlyArray<Span>): WithHeads => {
  const none = { table, used: new Set<Span>() }
  const { strips } = table
  if (strips === undefined || strips.length < 2 || table.named !== undefined) return none
  const isNear = ({ x0, x1, y }: Span): boolean =>
    y < table.y0 + 1 && y > table.y0 - 90 && x0 > table.x0 - 12 && x1 < table.x1 + 12
  const origin = new Map<Span, Span>()
  for (const span of spans) if (isNear(span)) for (const piece of splitAtGaps(span)) origin.set(piece, span)
  // What reaches out of the table at the height of a row is text, not a head.
  const heights = spans.filter((span) => !isNear(span) && span.y < table.y0 + 1 && span.y > table.y0 - 90)
  const sideways = new Set(atFoot(turned.filter(isNear), [...origin.keys()]))
  const rows: Array<HeadRow> = []
  let below = table.y0
  let size = 0
  for (const row of gatherRows([...origin.keys(), ...sideways]).toReversed()) {
    if (rows.length === maxRows || below - row.y > maxStep * Math.max(row.size, size)) break
    if (heights.some(({ y }) => Math.abs(y - row.y) < 0.5 * row.size)) break
    const units = unitsOf(row.spans, strips, row.size)
    if (units === undefined || (units.length === 1 && units[0]!.first === 0)) break
    rows.unshift({ y: row.y, units })
    below = row.y
    size = row.size
  }
  // Above the topmost row of several heads, which may be the first one of the table, one line may span some of them.
  const isOwn = rows.every(({ units }) => units.length === 1)
  if (isOwn && !(rows.length > 0 && isHead(table.rows))) return none
  const topmost = isOwn ? rows.length : rows.findIndex(({ units }) => units.length > 1)
  const [spanning] = rows.slice(Math.max(0, topmost - 1), topmost)
  const heads = rows.slice(spanning !== undefined && isHeadOfAll(spanning, spans) ? topmost - 1 : topmost)
  if (heads.length === 0) return none
  const kept = heads.map((row, index) => (isOwn || index < heads.length - 1 ? widened(row, strips) : row))
  const used = new Set(
    kept.flatMap(({ units }) => units.flatMap((unit) => unit.spans.map((span) => origin.get(span)!)))
  )
  const whole = [...origin].filter(([, span]) => used.has(span)).length
  const placed = kept.flatMap(({ units }) => units.flatMap((unit) => unit.spans)).filter((span) => !sideways.has(span))
  // A span of which a part is in no head would be lost.
  if (whole !== placed.length) return none
  return {
    used,
    table: {
      ...table,
      y0: kept[0]!.y - 8,
      heads: kept.length + (isOwn ? 1 : 0),
      rows: [...kept.map(({ units }) => cellsOf(units, strips.length)), ...table.rows]
    }
  }
}

/** The cells of a row; nothing when it is no row of heads. */
const unitsOf = (
  spans: ReadonlyArray<Span>,
  strips: ReadonlyArray<Strip>,
  size: number
): ReadonlyArray<Unit> | undefined => {
  const groups: Array<Array<Span>> = []
  for (const span of spans) {
    const before = groups.at(-1)?.at(-1)
    if (before !== undefined && span.x0 - before.x1 < 0.5 * size) groups.at(-1)!.push(span)
    else groups.push([span])
  }
  const units: Array<Unit> = []
  let words = 0
  for (const group of groups) {
    const text = group.map((span) => span.text).join(" ")
    words += text.trim().split(/\s+/).length
    if (text.length > maxLetters || /[.;]$/.test(text)) return undefined
    const [first, last] = columnsOf(group[0]!.x0, group.at(-1)!.x1, strips)
    const before = units.at(-1)
    if (before !== undefined && first <= before.last) return undefined
    units.push({ spans: group, first, last })
  }
  return words > maxWords * units.length ? undefined : units
}

/** The columns between two edges, or the nearest one where there is none. */
const columnsOf = (x0: number, x1: number, strips: ReadonlyArray<Strip>): readonly [first: number, last: number] => {
  const under = strips.flatMap((strip, index) => (Math.min(x1, strip.x1) - Math.max(x0, strip.x0) > 1 ? [index] : []))
  if (under.length > 0) return [under[0]!, under.at(-1)!]
  const middle = (x0 + x1) / 2
  const off = strips.map((strip) => Math.max(0, strip.x0 - middle, middle - strip.x1))
  const nearest = off.indexOf(Math.min(...off))
  return [nearest, nearest]
}

/** Words that stand sideways as if they stood where they end below, level with the upright ones there. */
const atFoot = (turned: ReadonlyArray<Span>, upright: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const feet = turned.map(({ size, text, y }) => y + (letterWidth * size * text.length) / 2)
  const lowest = Math.max(...feet)
  return turned.map((span) => {
    const level = upright.find(({ y }) => Math.abs(y - lowest) < 2 * span.size)
    return { ...span, y: level?.y ?? lowest }
  })
}

/** Of the size of a font, the usual width of its letters. */
const letterWidth = 0.5

/** Whether a single line above the heads is one of them: no remark in brackets, and no last line of the text above. */
const isHeadOfAll = ({ units, y }: HeadRow, spans: ReadonlyArray<Span>): boolean => {
  const own = units[0]!.spans
  const text = own.map((span) => span.text).join(" ")
  const reach = closeStep * own[0]!.size
  return !/^\s*[[(].*[\])]\s*$/.test(text) && !spans.some((span) => span.y < y - 2 && span.y > y - reach)
}

/** Step down from a line to the next one of the same text, in sizes of the font. */
const closeStep = 1.5

/** Whether the first row names columns of numbers. */
const isHead = (rows: PdfTable["rows"]): boolean => {
  const textOf = (cell: PdfCell): string => cell.spans.map(({ text }) => text).join("")
  const isNumber = (cell: PdfCell): boolean => /^[\s\d.,%$€£()+–—-]*\d[\s\d.,%$€£()+–—-]*$/.test(textOf(cell))
  const [first, second] = rows
  return (
    first !== undefined &&
    second !== undefined &&
    first.filter((cell) => cell.spans.length > 0).length > 1 &&
    !first.some(isNumber) &&
    second.some(isNumber)
  )
}

/** A row whose heads reach over the columns in the middle of which they stand. */
const widened = ({ units, y }: HeadRow, strips: ReadonlyArray<Strip>): HeadRow => {
  const out: Array<Unit> = []
  for (const [index, unit] of units.entries()) {
    // The first column holds labels, and no head takes a column of its neighbor.
    const before = out.at(-1)?.last ?? 0
    const after = units[index + 1]?.first ?? strips.length
    const middle = (unit.spans[0]!.x0 + unit.spans.at(-1)!.x1) / 2
    const ranges: Array<Unit & { readonly off: number }> = []
    for (let first = unit.first; first > before || first === unit.first; first--)
      for (let last = unit.last; last < after; last++)
        ranges.push({ ...unit, first, last, off: Math.abs((strips[first]!.x0 + strips[last]!.x1) / 2 - middle) })
    const least = ranges.reduce((most, { off }) => Math.min(most, off), Infinity)
    const { size } = unit.spans[0]!
    const best = ranges
      .filter(({ off }) => off < 1.5 * size && off <= least + 0.3 * size)
      .reduce<Unit>((widest, one) => (one.last - one.first > widest.last - widest.first ? one : widest), unit)
    out.push(best)
  }
  return { y, units: out }
}

const cellsOf = (units: ReadonlyArray<Unit>, columns: number): ReadonlyArray<PdfCell> => {
  const cells: Array<PdfCell> = []
  for (let column = 0; column < columns;) {
    const unit = units.find(({ first }) => first === column)
    cells.push(
      unit === undefined
        ? { spans: [], columns: 1, rows: 1 }
        : { spans: unit.spans, columns: unit.last - unit.first + 1, rows: 1 }
    )
    column = unit === undefined ? column + 1 : unit.last + 1
  }
  return cells
}
