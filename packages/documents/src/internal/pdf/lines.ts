/** Gathers the spans of one column into lines, raised and lowered pieces included. */
import type { Span } from "./PageText.ts"

export interface Line {
  /** From left to right. */
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
}

/** Parts of the font size a raised or lowered piece may lie off the baseline. */
const same = 0.3
const raised = 0.62

export const gatherLines = (spans: ReadonlyArray<Span>): ReadonlyArray<Line> => {
  const open: Array<{ y: number; size: number; spans: Array<Span> }> = []
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
  return open.map(({ spans }) => makeLine(spans)).sort((a, b) => a.y - b.y || a.x0 - b.x0)
}

/** Beside one of the spans, not over or under it. */
const touches = (spans: ReadonlyArray<Span>, { size, x0, x1 }: Span): boolean =>
  spans.some((other) => {
    const reach = Math.max(size, other.size)
    const overlap = Math.min(x1, other.x1) - Math.max(x0, other.x0)
    return (Math.abs(x0 - other.x1) < reach || Math.abs(other.x0 - x1) < reach) && overlap < 0.3 * reach
  })

export const makeLine = (spans: ReadonlyArray<Span>): Line => {
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
  return {
    spans: sorted,
    x0: sorted[0]!.x0,
    x1: sorted.reduce((right, { x1 }) => Math.max(right, x1), -Infinity),
    y: main.y,
    size: main.size,
    bold: sorted.every(({ font }) => font.bold),
    italic: sorted.every(({ font }) => font.italic),
    mono: sorted.every(({ font }) => font.mono)
  }
}

/** Text of the line with blanks where there are gaps. */
export const lineText = ({ spans }: Line): string => {
  let text = ""
  let end = 0
  for (const { size, text: piece, x0, x1 } of spans) {
    if (text !== "" && x0 - end > 0.12 * size && !text.endsWith(" ")) text += " "
    text += piece
    end = x1
  }
  return text
}
