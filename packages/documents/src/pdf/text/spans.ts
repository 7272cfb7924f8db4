/**
 * Joins glyphs to spans: pieces of one line in one font with no gap wider than
 * a blank. Text along another axis (a rotated table, a stamp in the margin) is
 * read in its own direction; slanted text is a watermark and left out.
 */
import type { Font, Gap, Link, Rule, SmallMark, Span } from "./PageText.ts"
import type { PdfJs } from "../file/pdfjs.ts"
import { withAccent } from "./accents.ts"
import { isPageFromRight, isRightToLeft, visualToLogical } from "./rightToLeft.ts"

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
/** A blank wider than words have between them: another column of a table may begin behind it. */
const wideGap = 0.5

const maxMarks = 1000

/** How far a letter reaches under the accent that is drawn over it. */
const overlap = 0.15

/** Glyphs under this size, in points, are not meant to be read. */
const invisible = 1.5

export interface PlacedText {
  readonly spans: ReadonlyArray<Span>
  /** Text in other directions, at its place on the page; only a table has use for it. */
  readonly turned: ReadonlyArray<Span>
  /** Glyphs by themselves that stand for no character, where bullets may be among them. */
  readonly marks: ReadonlyArray<SmallMark>
}

export interface Page {
  readonly width: number
  readonly height: number
  readonly links: ReadonlyArray<Link>
  readonly rules: ReadonlyArray<Rule>
}

/** What the text needs of pdf.js. */
type Normalizer = Pick<PdfJs, "normalizeUnicode">

type Turn = 0 | 1 | 2 | 3

export const makeSpans = (normalizer: Normalizer, runs: ReadonlyArray<ShownRun>, page: Page): PlacedText => {
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
  const marks: Array<SmallMark> = []
  const turned =
    main === 0
      ? ([1, 3] as const).flatMap((turn) =>
          join(normalizer, turns[turn], { ...page, links: [], rules: [] }, turn, []).map((span) => asPlaced(span, turn))
        )
      : []
  return { spans: join(normalizer, turns[main], page, main, marks), turned, marks }
}

/**
 * Bold and shadows are at times faked by drawing text again, a hair aside.
 * Gives, for a run that lies over earlier ones, the test whether a glyph of it
 * stands where the same one stood before; nothing for other runs.
 */
const makeOverprints = () => {
  const rows = new Map<number, Array<{ readonly from: number; readonly to: number; readonly run: ShownRun }>>()
  return (run: ShownRun): ((text: string, x: number, y: number) => boolean) | undefined => {
    const { places, size, texts } = run
    if (texts.length === 0) return undefined
    const last = places.length - 3
    const from = Math.min(places[0]!, places[last]!)
    const to = Math.max(places[0]! + places[2]!, places[last]! + places[last + 2]!)
    const row = Math.round(places[1]! / 2)
    const under: Array<ShownRun> = []
    for (let near = row - 1; near <= row + 1; near++) {
      for (const other of rows.get(near) ?? []) {
        const overlap = Math.min(to, other.to) - Math.max(from, other.from)
        if (under.length < maxUnder && overlap > 0.5 * Math.min(to - from, other.to - other.from)) under.push(other.run)
      }
    }
    const own = rows.get(row)
    if (own === undefined) rows.set(row, [{ from, to, run }])
    else if (own.length < maxRunsOfRow) own.push({ from, to, run })
    if (under.length === 0) return undefined

    const step = 0.06 * size
    const keyOf = (column: number, line: number, text: string) => `${column}|${line}|${text}`
    const seen = new Set<string>()
    for (const { places: at, texts: before } of under) {
      for (let index = 0; index < before.length; index++) {
        seen.add(keyOf(Math.floor(at[index * 3]! / step), Math.floor(at[index * 3 + 1]! / step), before[index]!))
      }
    }
    return (text, x, y) => {
      const column = Math.floor(x / step)
      const line = Math.floor(y / step)
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) if (seen.has(keyOf(column + dx, line + dy, text))) return true
      }
      return false
    }
  }
}

/** Pages have fewer runs on a line; drawings of single glyphs may have more and are not looked through. */
const maxRunsOfRow = 60
const maxUnder = 8

/** A span of turned text as a box at its place, as if it stood upright there. */
const asPlaced = (span: Span, turn: 1 | 3): Span => {
  const along = turn === 1 ? (span.x0 + span.x1) / 2 : -(span.x0 + span.x1) / 2
  const across = turn === 1 ? -span.y : span.y
  return { ...span, x0: across - span.size * 0.5, x1: across + span.size * 0.5, y: along, href: undefined }
}

const join = (
  normalizer: Normalizer,
  runs: ReadonlyArray<ShownRun>,
  page: Page,
  turn: Turn,
  marks: Array<SmallMark>
): ReadonlyArray<Span> => {
  const { height, links, width } = page
  const fromRight = isPageFromRight(runs.flatMap(({ texts }) => texts))
  const walls = page.rules.filter(({ horizontal }) => !horizontal)
  const overprintsOf = makeOverprints()
  const spans: Array<Span> = []
  let first: ShownRun | undefined
  let parts: Array<string> = []
  let x0 = 0
  let x1 = 0
  let y = 0
  let href: string | undefined
  let blank = false
  let length = 0
  let gaps: Array<Gap> = []

  const finish = (): void => {
    if (first === undefined) return
    const known = cleanText(normalizer, parts, fromRight)
    // A letter that its font shows as a picture, such as a box.
    const text = first.font.pictorial === true && /^[\w§¨\u0080-\u00ff]?$/.test(known) ? "•" : known
    if (text.trim() !== "") {
      const { artifact, font, markedId, size } = first
      // What was spelled out or reordered stands elsewhere in the text.
      const wide = gaps.length > 0 && text.length === length && !isRightToLeft(text) ? { gaps } : {}
      spans.push({ text, x0, x1, y, size, font, artifact, markedId, href, ...wide })
    } else if (parts.length === 1 && x1 > x0 && marks.length < maxMarks) {
      // Where a bullet of this font would have its middle.
      marks.push({ x: (x0 + x1) / 2, y: y - 0.32 * first.size, size: Math.min(x1 - x0, 0.7 * first.size) })
    }
    first = undefined
    length = 0
    gaps = []
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
    const isDouble = overprintsOf(run)
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index]!
      const x = places[index * 3]!
      const up = places[index * 3 + 1]!
      const wide = places[index * 3 + 2]!
      if (x < -1 || up < -1 || x > width + 1 || up > height + 1) continue
      if (isBlank(text)) {
        blank ||= first !== undefined
        continue
      }
      if (isDouble !== undefined && isDouble(text, x, up)) continue
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
      if (first !== undefined && !blank && left < x1 - overlap * size) {
        const whole = withAccent(parts.at(-1)!, text)
        if (whole !== undefined) {
          length += whole.length - parts.at(-1)!.length
          parts[parts.length - 1] = whole
          x1 = Math.max(x1, left + wide)
          continue
        }
      }
      if (first === undefined) {
        first = run
        x0 = left
        y = base
        href = link
      } else if (blank || gap > blankGap * size) {
        if (gap > wideGap * size) gaps.push({ at: length, x0: x1, x1: left })
        parts.push(" ")
        length++
      }
      blank = false
      parts.push(text)
      length += text.length
      x1 = left + wide
    }
  }
  finish()
  return spans
}

const isBlank = (text: string): boolean => {
  const code = text.length === 1 ? text.charCodeAt(0) : 0
  return code > 0x20 && code < 0x7f ? false : text.trim() === ""
}

/** More walls than a table has. */
const maxWalls = 500

/** Whether a drawn line stands between the glyphs, as between cells. */
const isWalled = (walls: ReadonlyArray<Rule>, left: number, right: number, y: number): boolean =>
  walls.length <= maxWalls &&
  walls.some(({ at, from, to }) => at > left - 0.5 && at < right + 0.5 && from <= y && to >= y)

const linkAt = (links: ReadonlyArray<Link>, x: number, y: number): string | undefined =>
  links.find(({ x0, x1, y0, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1)?.href

/** Ligatures spelled out, control characters dropped, right-to-left text in reading order. */
const cleanText = (normalizer: Normalizer, parts: ReadonlyArray<string>, fromRight: boolean): string => {
  const text = parts.join("")
  let plain = true
  for (let index = 0; index < text.length && plain; index++) {
    const code = text.charCodeAt(index)
    plain = code >= 0x20 && code < 0x7f
  }
  if (plain) return text
  const ordered = isRightToLeft(text) ? visualToLogical(parts, fromRight) : text
  return (
    normalizer
      .normalizeUnicode(ordered)
      .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, "")
      // Browsers name characters of Chinese by the radical that looks the same.
      .replaceAll(/[\u2f00-\u2fd5]/g, (radical: string) => radical.normalize("NFKC"))
      .replaceAll("\u00a0", " ")
      // Two single quotation marks are how fonts without double ones write them.
      .replaceAll("\u2018\u2018", "\u201c")
      .replaceAll("\u2019\u2019", "\u201d")
  )
}
