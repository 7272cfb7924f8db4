/**
 * Joins glyphs to spans: pieces of one line in one font with no gap wider than
 * a blank. Text along another axis (a rotated table, a stamp in the margin) is
 * read in its own direction; slanted text is a watermark and left out.
 */
import type { Font, Span } from "./PageText.ts"
import type { Link } from "./interpret.ts"
import type { PdfJs } from "./pdfjs.ts"
import { isRightToLeft, visualToLogical } from "./rightToLeft.ts"

export interface Placed {
  readonly text: string
  /** Origin of the glyph on the page. */
  readonly x: number
  readonly y: number
  /** Unit vector of the writing direction. */
  readonly dx: number
  readonly dy: number
  readonly width: number
  readonly size: number
  readonly font: Font
  readonly artifact: boolean
  readonly markedId: number
}

/** Parts of the font size: a gap that is a blank, a gap that ends the span, a backward step that does. */
const blankGap = 0.17
const breakGap = 0.95
const backStep = -0.6

/** Glyphs under this size, in points, are not meant to be read. */
const invisible = 1.5

export interface PlacedText {
  readonly spans: ReadonlyArray<Span>
  /** Text in other directions, at its place on the page; only a table has use for it. */
  readonly turned: ReadonlyArray<Span>
}

export const makeSpans = (
  pdfjs: PdfJs,
  glyphs: ReadonlyArray<Placed>,
  links: ReadonlyArray<Link>,
  width: number,
  height: number
): PlacedText => {
  // By quarter turns: upright, downward, upside down, upward.
  const turns: [Array<Placed>, Array<Placed>, Array<Placed>, Array<Placed>] = [[], [], [], []]
  const isDouble = makeDoubles()
  for (const glyph of glyphs) {
    if (glyph.size < invisible || glyph.x < -1 || glyph.y < -1 || glyph.x > width + 1 || glyph.y > height + 1) continue
    if (glyph.text.trim() !== "" && isDouble(glyph)) continue
    if (Math.abs(glyph.dy) < 0.1) turns[glyph.dx > 0 ? 0 : 2].push(glyph)
    else if (Math.abs(glyph.dx) < 0.1) turns[glyph.dy > 0 ? 1 : 3].push(glyph)
  }
  let main: 0 | 1 | 2 | 3 = 0
  for (const turn of [1, 2, 3] as const) if (turns[turn].length > turns[main].length) main = turn
  const turned =
    main === 0
      ? ([1, 3] as const).flatMap((turn) => join(pdfjs, turns[turn], [], turn).map((span) => asPlaced(span, turn)))
      : []
  return { spans: join(pdfjs, turns[main], links, main), turned }
}

/** Bold and shadows are at times faked by drawing a glyph again, a hair aside. */
const makeDoubles = (): ((glyph: Placed) => boolean) => {
  const seen = new Set<number>()
  return ({ size, text, x, y }) => {
    const step = 0.06 * size
    const column = Math.floor(x / step)
    const row = Math.floor(y / step)
    const letter = text.codePointAt(0)!
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        if (seen.has(((column + dx) * 65_536 + row + dy) * 0x110000 + letter)) return true
      }
    }
    seen.add((column * 65_536 + row) * 0x110000 + letter)
    return false
  }
}

/** A span of turned text as a box at its place, as if it stood upright there. */
const asPlaced = (span: Span, turn: 1 | 3): Span => {
  const along = turn === 1 ? (span.x0 + span.x1) / 2 : -(span.x0 + span.x1) / 2
  const across = turn === 1 ? -span.y : span.y
  return { ...span, x0: across - span.size * 0.5, x1: across + span.size * 0.5, y: along, href: undefined }
}

/** The place of a glyph when the page is turned so that its text is upright. */
const upright = (
  { x, y }: { readonly x: number; readonly y: number },
  turn: 0 | 1 | 2 | 3
): readonly [number, number] => {
  switch (turn) {
    case 0:
      return [x, y]
    case 1:
      return [y, -x]
    case 2:
      return [-x, -y]
    case 3:
      return [-y, x]
  }
}

const join = (
  pdfjs: PdfJs,
  glyphs: ReadonlyArray<Placed>,
  links: ReadonlyArray<Link>,
  turn: 0 | 1 | 2 | 3
): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let first: Placed | undefined
  let parts: Array<string> = []
  let x0 = 0
  let x1 = 0
  let y = 0
  let href: string | undefined
  let blank = false

  const finish = (): void => {
    if (first === undefined) return
    const text = cleanText(pdfjs, parts)
    if (text.trim() !== "") {
      const { artifact, font, markedId, size } = first
      spans.push({ text, x0, x1, y, size, font, artifact, markedId, href })
    }
    first = undefined
    parts = []
    blank = false
  }

  for (const glyph of glyphs) {
    const [left, base] = upright(glyph, turn)
    const empty = glyph.text.trim() === ""
    if (empty) {
      blank ||= first !== undefined
      continue
    }
    const link = links.length === 0 ? undefined : linkAt(links, glyph)
    const gap = left - x1
    if (
      first !== undefined &&
      (glyph.font !== first.font ||
        Math.abs(glyph.size - first.size) > 0.2 ||
        Math.abs(base - y) > 0.12 * first.size ||
        gap > breakGap * first.size ||
        gap < backStep * first.size ||
        link !== href ||
        glyph.markedId !== first.markedId ||
        glyph.artifact !== first.artifact)
    ) {
      finish()
    }
    if (first === undefined) {
      first = glyph
      x0 = left
      y = base
      href = link
    } else if (blank || gap > blankGap * first.size) parts.push(" ")
    blank = false
    parts.push(glyph.text)
    x1 = left + glyph.width
  }
  finish()
  return spans
}

const linkAt = (links: ReadonlyArray<Link>, { size, width, x, y }: Placed): string | undefined => {
  const middle = x + width / 2
  const height = y - size * 0.3
  return links.find(({ x0, x1, y0, y1 }) => middle >= x0 && middle <= x1 && height >= y0 && height <= y1)?.href
}

/** Ligatures spelled out, control characters dropped, right-to-left text in reading order. */
const cleanText = (pdfjs: PdfJs, parts: ReadonlyArray<string>): string => {
  const text = parts.join("")
  let plain = true
  for (let index = 0; index < text.length && plain; index++) {
    const code = text.charCodeAt(index)
    plain = code >= 0x20 && code < 0x7f
  }
  if (plain) return text
  const ordered = isRightToLeft(text) ? visualToLogical(parts) : text
  return pdfjs
    .normalizeUnicode(ordered)
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, "")
    .replaceAll("\u00a0", " ")
}
