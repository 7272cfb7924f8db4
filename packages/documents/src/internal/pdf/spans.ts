/**
 * Joins glyphs to spans: pieces of one line in one font with no gap wider than
 * a blank. Text along another axis (a rotated table, a stamp in the margin) is
 * read in its own direction; slanted text is a watermark and left out.
 */
import type { Font, Rule, Span } from "./PageText.ts"
import type { Link } from "./interpret.ts"
import type { PdfJs } from "./pdfjs.ts"
import { isRightToLeft, visualToLogical } from "./rightToLeft.ts"

/** Glyphs that one operator shows: one font, one direction. */
export interface ShownRun {
  /** Unit vector of the writing direction. */
  readonly dx: number
  readonly dy: number
  readonly size: number
  readonly font: Font
  readonly artifact: boolean
  readonly markedId: number
  readonly texts: ReadonlyArray<string>
  /** Origin and width of each glyph on the page: x, y, width. */
  readonly places: ReadonlyArray<number>
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

export interface Page {
  readonly width: number
  readonly height: number
  readonly links: ReadonlyArray<Link>
  readonly rules: ReadonlyArray<Rule>
}

type Turn = 0 | 1 | 2 | 3

export const makeSpans = (pdfjs: PdfJs, runs: ReadonlyArray<ShownRun>, page: Page): PlacedText => {
  // By quarter turns: upright, downward, upside down, upward.
  const turns: [Array<ShownRun>, Array<ShownRun>, Array<ShownRun>, Array<ShownRun>] = [[], [], [], []]
  const letters = [0, 0, 0, 0]
  for (const run of runs) {
    if (run.size < invisible) continue
    const turn =
      Math.abs(run.dy) < 0.1 ? (run.dx > 0 ? 0 : 2) : Math.abs(run.dx) < 0.1 ? (run.dy > 0 ? 1 : 3) : undefined
    if (turn === undefined) continue
    turns[turn].push(run)
    letters[turn]! += run.texts.length
  }
  let main: Turn = 0
  for (const turn of [1, 2, 3] as const) if (letters[turn]! > letters[main]!) main = turn
  const turned =
    main === 0
      ? ([1, 3] as const).flatMap((turn) =>
          join(pdfjs, turns[turn], { ...page, links: [], rules: [] }, turn).map((span) => asPlaced(span, turn))
        )
      : []
  return { spans: join(pdfjs, turns[main], page, main), turned }
}

/**
 * Bold and shadows are at times faked by drawing glyphs again, a hair aside.
 * Says whether a glyph stands where the same one stood before, and remembers it.
 */
const makeDoubles = () => {
  const seen = new Set<number>()
  const keyOf = (column: number, row: number, text: string) => (column * 65_536 + row) * 0x110000 + text.codePointAt(0)!
  return {
    remember: (text: string, x: number, y: number, size: number): void => {
      const step = 0.06 * size
      seen.add(keyOf(Math.floor(x / step), Math.floor(y / step), text))
    },
    isDouble: (text: string, x: number, y: number, size: number): boolean => {
      const step = 0.06 * size
      const column = Math.floor(x / step)
      const row = Math.floor(y / step)
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) if (seen.has(keyOf(column + dx, row + dy, text))) return true
      }
      return false
    }
  }
}

/** A span of turned text as a box at its place, as if it stood upright there. */
const asPlaced = (span: Span, turn: 1 | 3): Span => {
  const along = turn === 1 ? (span.x0 + span.x1) / 2 : -(span.x0 + span.x1) / 2
  const across = turn === 1 ? -span.y : span.y
  return { ...span, x0: across - span.size * 0.5, x1: across + span.size * 0.5, y: along, href: undefined }
}

const join = (pdfjs: PdfJs, runs: ReadonlyArray<ShownRun>, page: Page, turn: Turn): ReadonlyArray<Span> => {
  const { height, links, width } = page
  const walls = page.rules.filter(({ horizontal }) => !horizontal)
  const doubles = makeDoubles()
  const spans: Array<Span> = []
  let first: ShownRun | undefined
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

  for (const run of runs) {
    const { places, size, texts } = run
    if (
      first !== undefined &&
      (run.font !== first.font ||
        Math.abs(size - first.size) > 0.2 ||
        run.markedId !== first.markedId ||
        run.artifact !== first.artifact)
    ) {
      finish()
    }
    let doubled: boolean | undefined
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index]!
      const x = places[index * 3]!
      const up = places[index * 3 + 1]!
      const wide = places[index * 3 + 2]!
      if (x < -1 || up < -1 || x > width + 1 || up > height + 1) continue
      if (text.trim() === "") {
        blank ||= first !== undefined
        continue
      }
      // The first glyph of a run tells whether the others need to be looked up.
      if (doubled !== false) {
        const again = doubles.isDouble(text, x, up, size)
        doubled ??= again
        if (again) continue
      }
      doubles.remember(text, x, up, size)
      const left = turn === 0 ? x : turn === 1 ? up : turn === 2 ? -x : -up
      const base = turn === 0 ? up : turn === 1 ? -x : turn === 2 ? -up : x
      const link = links.length === 0 ? undefined : linkAt(links, x + wide / 2, up - size * 0.3)
      const gap = left - x1
      if (
        first !== undefined &&
        (Math.abs(base - y) > 0.12 * size ||
          gap > breakGap * size ||
          gap < backStep * size ||
          link !== href ||
          (gap > blankGap * size && walls.length > 0 && isWalled(walls, x1, left, base - size * 0.3)))
      ) {
        finish()
      }
      if (first === undefined) {
        first = run
        x0 = left
        y = base
        href = link
      } else if (blank || gap > blankGap * size) parts.push(" ")
      blank = false
      parts.push(text)
      x1 = left + wide
    }
  }
  finish()
  return spans
}

/** More walls than a table has. */
const mostWalls = 500

/** Whether a drawn line stands between the glyphs, as between cells. */
const isWalled = (walls: ReadonlyArray<Rule>, left: number, right: number, y: number): boolean =>
  walls.length <= mostWalls &&
  walls.some(({ at, from, to }) => at > left - 0.5 && at < right + 0.5 && from <= y && to >= y)

const linkAt = (links: ReadonlyArray<Link>, x: number, y: number): string | undefined =>
  links.find(({ x0, x1, y0, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1)?.href

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
