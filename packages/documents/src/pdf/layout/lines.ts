/** Gathers the spans of one column into lines, raised and lowered pieces included. */
import type { Span } from "../text/PageText.ts"
import { inReadingOrder } from "../text/rightToLeft.ts"

export interface Line {
  /** In reading order: from left to right, but for Hebrew and Arabic. */
  readonly spans: ReadonlyArray<Span>
  readonly x0: number
  readonly x1: number
  /** Baseline of the line's main text. */
  readonly y: number
  /** Font size of most of its characters. */
  readonly size: number
  /** All of it is. */
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** Font family of most of its characters; absent where the file names none. */
  readonly family?: string | undefined
}

/** Parts of the font size a raised or lowered piece may lie off the baseline. */
const same = 0.3
const raised = 0.62

/** Lines of more pieces are drawings. */
const maxPieces = 300

export const gatherLines = (spans: ReadonlyArray<Span>): ReadonlyArray<Line> => {
  const open: Array<OpenLine> = []
  // Large text first on each height, so that small pieces find the line they belong to.
  for (const span of [...spans].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    let home: (typeof open)[number] | undefined
    for (let index = open.length - 1; index >= 0 && index >= open.length - 6; index--) {
      const line = open[index]!
      const size = Math.max(line.size, span.size)
      const off = Math.abs(span.y - line.y)
      const small = Math.min(line.size, span.size) < 0.85 * size
      if (
        off <= same * Math.min(line.size, span.size) ||
        (small && off <= raised * size && touches(line.spans, span))
      ) {
        home = line
        break
      }
    }
    if (home === undefined) open.push({ y: span.y, size: span.size, spans: [span] })
    else {
      home.spans.push(span)
      if (span.size > home.size * 1.1) {
        home.y = span.y
        home.size = span.size
      }
    }
  }
  return joinRaised(open)
    .map(({ spans }) => makeLine(spans))
    .sort((a, b) => a.y - b.y || a.x0 - b.x0)
}

interface OpenLine {
  y: number
  size: number
  spans: Array<Span>
}

/**
 * Raised pieces that came before the line they belong to: a line of small pieces that all stand next to larger ones.
 */
const joinRaised = (lines: ReadonlyArray<OpenLine>): ReadonlyArray<OpenLine> => {
  const merged = new Set<OpenLine>()
  for (const [index, line] of lines.entries()) {
    for (let other = Math.max(0, index - 3); other <= Math.min(lines.length - 1, index + 3); other++) {
      const main = lines[other]!
      if (main === line || merged.has(main) || line.size >= 0.85 * main.size) continue
      if (Math.abs(main.y - line.y) > raised * main.size || !line.spans.every((span) => touches(main.spans, span)))
        continue
      main.spans.push(...line.spans)
      merged.add(line)
      break
    }
  }
  return lines.filter((line) => !merged.has(line))
}

/** Beside one of the spans, not over or under it. */
const touches = (spans: ReadonlyArray<Span>, { size, x0, x1 }: Span): boolean =>
  spans.length <= maxPieces &&
  spans.some((other) => {
    const reach = Math.max(size, other.size)
    const overlap = Math.min(x1, other.x1) - Math.max(x0, other.x0)
    return (Math.abs(x0 - other.x1) < reach || Math.abs(other.x0 - x1) < reach) && overlap < 0.3 * reach
  })

const makeLine = (spans: ReadonlyArray<Span>): Line => {
  const sorted = [...spans].sort((a, b) => a.x0 - b.x0)
  let main = sorted[0]!
  let most = 0
  const counts = new Map<number, number>()
  for (const span of sorted) {
    const key = Math.round(span.size * 2)
    const count = (counts.get(key) ?? 0) + span.text.length
    counts.set(key, count)
    if (count > most) {
      most = count
      main = span
    }
  }
  const mirrored = main.mirrored === true
  return {
    spans: inReadingOrder(mirrored ? sorted.toReversed() : sorted, ({ text }) => text, mirrored),
    x0: sorted[0]!.x0,
    x1: sorted.reduce((right, { x1 }) => Math.max(right, x1), -Infinity),
    y: main.y,
    size: main.size,
    bold: sorted.every(({ font }) => font.bold),
    italic: sorted.every(({ font }) => font.italic),
    mono: sorted.every(({ font }) => font.mono),
    family: familyOf(sorted)
  }
}

/** The family of most letters of spans. */
export const familyOf = (spans: ReadonlyArray<Span>): string | undefined => {
  const letters = new Map<string | undefined, number>()
  for (const { font, text } of spans) letters.set(font.family, (letters.get(font.family) ?? 0) + text.length)
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [undefined, 0] as const)[0]
}

/** Width of the blank between two neighbours in reading order, whichever way they are read. */
export const gapBetween = (before: Pick<Span, "x0" | "x1">, after: Pick<Span, "x0" | "x1">): number =>
  Math.max(after.x0 - before.x1, before.x0 - after.x1)

/** Text of the line with blanks where there are gaps. */
export const lineText = ({ spans }: Line): string => {
  let text = ""
  for (const [index, span] of spans.entries()) {
    if (index > 0 && gapBetween(spans[index - 1]!, span) > 0.12 * span.size && !text.endsWith(" ")) text += " "
    text += span.text
  }
  return text
}
