/**
 * Joins glyphs to spans: pieces of one line in one font with no gap wider than
 * a blank. Text along another axis (a rotated table, a stamp in the margin) is
 * read in its own direction; slanted text is a watermark and left out.
 */
import type { Font, Span } from "./PageText.ts"
import type { Link } from "./interpret.ts"
import type { PdfJs } from "./pdfjs.ts"
import { visualToLogical } from "./rightToLeft.ts"

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

export const makeSpans = (
  pdfjs: PdfJs,
  glyphs: ReadonlyArray<Placed>,
  links: ReadonlyArray<Link>,
  width: number,
  height: number
): ReadonlyArray<Span> => {
  // By quarter turns: upright, downward, upside down, upward.
  const turned: [Array<Placed>, Array<Placed>, Array<Placed>, Array<Placed>] = [[], [], [], []]
  for (const glyph of glyphs) {
    if (glyph.size < invisible || glyph.x < -1 || glyph.y < -1 || glyph.x > width + 1 || glyph.y > height + 1) continue
    if (Math.abs(glyph.dy) < 0.1) turned[glyph.dx > 0 ? 0 : 2].push(glyph)
    else if (Math.abs(glyph.dx) < 0.1) turned[glyph.dy > 0 ? 1 : 3].push(glyph)
  }
  let main: 0 | 1 | 2 | 3 = 0
  for (const turn of [1, 2, 3] as const) if (turned[turn].length > turned[main].length) main = turn
  return join(pdfjs, turned[main], links, main)
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
  const seen = new Set<string>()
  let first: Placed | undefined
  let text = ""
  let x0 = 0
  let x1 = 0
  let y = 0
  let href: string | undefined
  let blank = false

  const finish = (): void => {
    if (first === undefined) return
    const clean = cleanText(pdfjs, text)
    // Bold is at times faked by drawing the same text twice.
    const key = `${clean}|${Math.round(x0)}|${Math.round(y)}`
    if (clean.trim() !== "" && !seen.has(key)) {
      seen.add(key)
      const { artifact, font, markedId, size } = first
      spans.push({ text: clean, x0, x1, y, size, font, artifact, markedId, href })
    }
    first = undefined
    text = ""
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
    } else if (blank || gap > blankGap * first.size) text += " "
    blank = false
    text += glyph.text
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
const cleanText = (pdfjs: PdfJs, text: string): string => {
  let plain = true
  for (let index = 0; index < text.length && plain; index++) {
    const code = text.charCodeAt(index)
    plain = code >= 0x20 && code < 0x7f
  }
  if (plain) return text
  const normal = pdfjs
    .normalizeUnicode(text)
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, "")
    .replaceAll("\u00a0", " ")
  return visualToLogical(normal)
}
