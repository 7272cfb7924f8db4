/**
 * Running headers and footers of a page that no other page repeats, as in a file of one page: known by their place alone.
 * The rules are narrow, because what they take away is gone: a page number by itself, a line that has one at its end, a line
 * in the outer margin, a line in three parts. A line with an identifier, such as those of a letter or an invoice, is text.
 */
import { hasIdentifier } from "./identifier.ts"
import type { PageText, Span } from "../text/PageText.ts"

/** Lines of one page that look like running headers or footers. */
interface SingleHeaders {
  readonly spans: ReadonlySet<Span>
  /** The words of those that are more than a page number. */
  readonly texts: ReadonlyArray<string>
}

interface Row {
  readonly spans: ReadonlyArray<Span>
  readonly y: number
  readonly size: number
  readonly text: string
}

/** Part of the page's height, at either end, that is its outer margin. */
const margin = 0.05
/** Part of the page's height in which a line with a page number stands. */
const numbered = 0.13
/** Part of the page's height in which a line in three parts stands. */
const parted = 0.1
/** Lines that stand together in a margin. */
const maxRows = 2
const maxLetters = 100

export const singleHeaders = (page: PageText): SingleHeaders => {
  const rows = rowsOf(page.spans)
  const spans = new Set<Span>()
  const texts: Array<string> = []
  // A page of a few words has no text for them to stand off from.
  if (rows.length < 4) return { spans, texts }
  const frame = frameOf(page, rows)
  for (const upper of [true, false]) {
    for (const row of headersAt(upper ? rows : rows.toReversed(), frame, upper)) {
      for (const span of row.spans) spans.add(span)
      if (!isPageNumber(row.text) && /[\p{L}\p{N}]/u.test(row.text)) texts.push(row.text)
    }
  }
  return { spans, texts }
}

interface Frame {
  readonly height: number
  readonly width: number
  /** Left and right edge of the text. */
  readonly x0: number
  readonly x1: number
  /** Size of most letters. */
  readonly body: number
  /** Usual space between two lines, in their size. */
  readonly usual: number
}

const frameOf = ({ height, width }: PageText, rows: ReadonlyArray<Row>): Frame => {
  const letters = new Map<number, number>()
  for (const { spans } of rows)
    for (const { size, text } of spans)
      letters.set(Math.round(size * 2) / 2, (letters.get(Math.round(size * 2) / 2) ?? 0) + text.length)
  const [body] = [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [10, 0])
  const clears = rows.slice(1).map((row, index) => clearBetween(rows[index]!, row))
  return {
    height,
    width,
    x0: rows.reduce((least, { spans }) => Math.min(least, spans[0]!.x0), Infinity),
    x1: rows.reduce((most, { spans }) => Math.max(most, spans.at(-1)!.x1), -Infinity),
    body,
    usual: clears.filter((clear) => clear > 0).toSorted((a, b) => a - b)[clears.length >> 2] ?? 0
  }
}

const pageNumber = /^\W*(?:page|seite|p\.)?\s*(?:\d{1,4}(?:[-–]\d{1,3})?|[ivxlc]{1,7})\W*$/i

/** The page and how many there are, with a word or a stroke between them, and others around them. */
const pageOfPages =
  /^(?:\p{L}{1,12}\.?|[^\p{L}\p{N}]*)\s*(\d{1,4})\s*(?:\p{L}{1,8}|\/)\s*(\d{1,4})(?:\s*\p{L}{1,8})?\W*$/u

const isPageNumber = (text: string): boolean => {
  if (text.length > maxLetters) return false
  const [, page, pages] = pageOfPages.exec(text) ?? []
  return pageNumber.test(text) || (pages !== undefined && Number(page) >= 1 && Number(page) <= Number(pages))
}

/** The outermost lines that are headers, from the edge inwards. */
const headersAt = (rows: ReadonlyArray<Row>, frame: Frame, upper: boolean): ReadonlyArray<Row> => {
  const found: Array<Row> = []
  for (const [index, row] of rows.slice(0, maxRows + 1).entries()) {
    const next = rows[index + 1]
    if (next === undefined) break
    const place = upper ? row.y / frame.height : 1 - row.y / frame.height
    const clear = clearBetween(row, next)
    if (isDirt(row, place) || isNumber(row, clear, place, frame) || isNumbered(row, next, clear, place, frame)) {
      found.push(row)
      continue
    }
    if (isParted(row, next, clear, place, frame)) found.push(row)
    else if (found.length === 0) found.push(...marginal(rows, frame, upper))
    break
  }
  return found
}

const isDirt = ({ text }: Row, place: number): boolean => place < margin && !/[\p{L}\p{N}]/u.test(text)

/** A page number by itself: off from the text, or in the middle of the page's width near its edge. */
const isNumber = ({ spans, text }: Row, clear: number, place: number, { width }: Frame): boolean => {
  if (!isPageNumber(text)) return false
  const middle = (spans[0]!.x0 + spans.at(-1)!.x1) / 2
  return clear >= 2 || (place < numbered && clear >= 1) || (place < 0.08 && Math.abs(middle - width / 2) < 0.02 * width)
}

/** Words and a page number at the left or the right edge, far apart from each other. */
const isNumbered = (row: Row, next: Row, clear: number, place: number, frame: Frame): boolean => {
  const { size, spans, text } = row
  if (place > numbered || clear < Math.min(1, Math.max(0.6, 1.5 * frame.usual)) || size > 1.3 * frame.body) return false
  if (text.length > maxLetters || identifies(row)) return false
  const atEnd = (at: number, step: 1 | -1): boolean => {
    const own = spans.at(at)!
    const other = spans.at(at + step)
    return (
      other !== undefined &&
      /^\d{1,3}$/.test(own.text.trim()) &&
      /\p{L}/u.test(other.text) &&
      !(
        next.spans.length > 1 && next.spans.some(({ x0, x1 }) => Math.abs(x0 - own.x0) < 3 || Math.abs(x1 - own.x1) < 3)
      ) &&
      Math.max(other.x0 - own.x1, own.x0 - other.x1) > 2 * size &&
      !isLabel(spans.at(-2)?.text ?? "") &&
      (step === 1 ? own.x0 - frame.x0 : frame.x1 - own.x1) < 3 * size
    )
  }
  return spans.length > 1 && (atEnd(0, 1) || atEnd(-1, -1))
}

/** Text that names the number behind it: it ends in a sign for that, an abbreviation, or the word itself. */
const isLabel = (text: string): boolean =>
  /(?:[.:#№°º]|(?:number|nummer|n[uú]mero|numéro)|\b(?:no|nr))\s*$/iu.test(text)

/** One part at the left edge, one in the middle and one at the right edge, over or under a line that is whole. */
const isParted = (row: Row, next: Row, clear: number, place: number, frame: Frame): boolean => {
  const { size, spans } = row
  const [left, middle, right] = spans
  if (place > parted || clear < 0.8 || spans.length !== 3 || identifies(row)) return false
  const centre = (frame.x0 + frame.x1) / 2
  return (
    left!.x0 - frame.x0 < size &&
    frame.x1 - right!.x1 < size &&
    Math.abs((middle!.x0 + middle!.x1) / 2 - centre) < 3 * size &&
    middle!.x0 - left!.x1 > 2 * size &&
    right!.x0 - middle!.x1 > 2 * size &&
    next.spans.every((span, index) => index === 0 || span.x0 - next.spans[index - 1]!.x1 < size)
  )
}

/** Small lines in the outer margin, far from the text. */
const marginal = (rows: ReadonlyArray<Row>, frame: Frame, upper: boolean): ReadonlyArray<Row> => {
  const end = rows.findIndex((row, index) => rows[index + 1] !== undefined && clearBetween(row, rows[index + 1]!) >= 2)
  const group = rows.slice(0, end + 1)
  const isMarginal = (row: Row): boolean =>
    (upper ? row.y / frame.height : 1 - row.y / frame.height) < margin &&
    row.size <= 1.05 * frame.body &&
    row.text.length <= maxLetters &&
    !identifies(row)
  return end >= 0 && group.length <= maxRows && group.every(isMarginal) ? group : []
}

const identifies = ({ spans }: Row): boolean => spans.some(({ text }) => hasIdentifier(text))

/** Space between two lines, in the larger of their sizes. */
const clearBetween = (a: Row, b: Row): number => Math.abs(a.y - b.y) / Math.max(a.size, b.size) - 1

const rowsOf = (spans: ReadonlyArray<Span>): ReadonlyArray<Row> => {
  const groups: Array<Array<Span>> = []
  for (const span of [...spans].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = groups.at(-1)
    if (row !== undefined && span.y - row[0]!.y < Math.max(2, 0.35 * span.size)) row.push(span)
    else groups.push([span])
  }
  return groups.map((group) => {
    const sorted = group.sort((a, b) => a.x0 - b.x0)
    return {
      spans: sorted,
      y: sorted[0]!.y,
      size: sorted.reduce((most, { size }) => Math.max(most, size), 0),
      text: sorted.map(({ text }) => text).join(" ")
    }
  })
}
