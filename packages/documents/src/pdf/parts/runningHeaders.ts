/**
 * Finds what a page repeats around its text: running heads, footers and page numbers. A line at the edge of the page is
 * a running header or footer when other pages have the same words (numbers apart) at the same height, or when it stands
 * where other pages have theirs.
 */
import { romanValue } from "./items.ts"
import { singleHeaders } from "./singleHeaders.ts"
import type { PageText, Span } from "../text/PageText.ts"

interface EdgeLine {
  readonly page: number
  readonly y: number
  /** The words, digits replaced, as they repeat. */
  readonly pattern: string
  /** The number that the line consists of, less the number of the page; nothing for other lines. */
  readonly offset: number | undefined
  readonly spans: ReadonlyArray<Span>
  /** Distance to the text next to it, in its font sizes. */
  readonly clear: number
  readonly upper: boolean
}

/** Part of the page's height, at either end, in which running headers and footers lie. */
const band = 0.16
/** Lines at either end that may be running headers or footers. */
const maxEdgeLines = 3

interface PageBodies {
  /** The spans of each page without running headers and footers. */
  readonly bodies: ReadonlyArray<ReadonlyArray<Span>>
  /** Omitted lines that no other page repeats, so that they may be text; page numbers are not among them. */
  readonly unrepeated: ReadonlyArray<string>
}

/** Pages of a file that is too short for its headers to repeat. */
const maxShort = 4

export const withoutRunningHeaders = (pages: ReadonlyArray<PageText>): PageBodies => {
  const edges = pages.map(edgeLines)
  const seen = new Map<string, Set<number>>()
  for (const lines of edges) {
    for (const { offset, page, pattern, upper, y } of lines) {
      // Heights are rounded twice, so that neighbours meet in one of them.
      for (const slot of [Math.round(y / 4), Math.round((y + 2) / 4) + 0.5]) {
        for (const what of offset === undefined ? [pattern] : [pattern, `+${offset}`]) {
          const key = `${upper ? "u" : "l"}|${slot}|${what}`
          const on = seen.get(key)
          if (on === undefined) seen.set(key, new Set([page]))
          else on.add(page)
        }
      }
    }
  }
  const needed = pages.length < 3 ? 2 : Math.max(3, Math.min(8, Math.ceil(pages.length * 0.12)))
  const repeats = ({ offset, pattern, upper, y }: EdgeLine): boolean =>
    [Math.round(y / 4), Math.round((y + 2) / 4) + 0.5].some((slot) => {
      const times = (what: string) => seen.get(`${upper ? "u" : "l"}|${slot}|${what}`)?.size ?? 0
      // Numbers that grow with the pages are page numbers, even on two of them.
      return times(pattern) >= needed || (offset !== undefined && times(`+${offset}`) >= 2)
    })

  const places = new Map<number, number>()
  for (const lines of edges) {
    for (const slot of new Set(lines.filter(repeats).map(({ y }) => Math.round(y)))) {
      places.set(slot, (places.get(slot) ?? 0) + 1)
    }
  }
  const isPlace = (y: number): boolean =>
    [-1, 0, 1].reduce((sum, off) => sum + (places.get(Math.round(y) + off) ?? 0), 0) >= Math.max(3, pages.length * 0.3)

  const unrepeated: Array<string> = []
  const bodies = pages.map((page, index) => {
    const drop = new Set<Span>()
    for (const upper of [true, false]) {
      // From the edge inwards: text beyond the first real line is text.
      for (const line of edges[index]!.filter((edge) => edge.upper === upper)) {
        const numbered = line.offset !== undefined
        const isRunningHeader = (repeats(line) && (line.clear > 1 || numbered)) || (isPlace(line.y) && line.clear > 1.3)
        if (!isRunningHeader) break
        for (const span of line.spans) drop.add(span)
      }
    }
    const artifacts = page.spans.filter(({ artifact }) => artifact)
    const letters = (spans: ReadonlyArray<Span>) => spans.reduce((sum, { text }) => sum + text.length, 0)
    // Some producers call everything an artifact.
    if (letters(artifacts) < 0.3 * letters(page.spans)) for (const span of artifacts) drop.add(span)
    if (pages.length <= maxShort) {
      const left = drop.size === 0 ? page : { ...page, spans: page.spans.filter((span) => !drop.has(span)) }
      const { spans, texts } = singleHeaders(left)
      for (const span of spans) drop.add(span)
      unrepeated.push(...texts)
    }
    return drop.size === 0 ? page.spans : page.spans.filter((span) => !drop.has(span))
  })
  return { bodies, unrepeated }
}

/** The outermost lines of a page, from its edges inwards. */
const edgeLines = ({ height, number, spans }: PageText): ReadonlyArray<EdgeLine> => {
  const sorted = [...spans].sort((a, b) => a.y - b.y || a.x0 - b.x0)
  const rows: Array<Array<Span>> = []
  for (const span of sorted) {
    const row = rows.at(-1)
    if (row !== undefined && span.y - row[0]!.y < 2) row.push(span)
    else rows.push([span])
  }
  // The only line of a page is its text.
  if (rows.length < 2) return []
  const out: Array<EdgeLine> = []
  const add = (row: ReadonlyArray<Span>, next: ReadonlyArray<Span>, upper: boolean): void => {
    const { size, y } = row[0]!
    const words = [...row].sort((a, b) => a.x0 - b.x0).map(({ text }) => text)
    const alone = /^\W*(?:page|seite|p\.)?\s*(\d{1,4}|[ivxlc]{1,7})\W*$/i.exec(words.join(" "))?.[1]
    const value = alone === undefined ? undefined : /^\d/.test(alone) ? Number(alone) : romanValue(alone)
    out.push({
      page: number,
      offset: value === undefined ? undefined : value - number,
      y,
      pattern: words.join(" ").toLowerCase().replaceAll(/\d+/g, "#").replaceAll(/\s+/g, " ").trim(),
      spans: row,
      clear: Math.abs(next[0]!.y - y) / Math.max(size, next[0]!.size) - 1,
      upper
    })
  }
  for (let index = 0; index < Math.min(maxEdgeLines, rows.length); index++) {
    if (rows[index]![0]!.y < height * band) add(rows[index]!, rows[index + 1] ?? rows[index - 1]!, true)
    const last = rows.length - 1 - index
    if (last >= 0 && rows[last]![0]!.y > height * (1 - band)) add(rows[last]!, rows[last - 1] ?? rows[last + 1]!, false)
  }
  return out
}
