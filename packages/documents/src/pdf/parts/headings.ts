/**
 * Distinguishes headings from text by the type of the whole document: what is larger than the body, or bold on its own
 * line, is a heading, and its level is the rank of its size. The file's own structure tree and outline outweigh that.
 */
import { isCaption } from "../layout/captions.ts"
import { contentsEntries } from "./contents.ts"
import { isContentsLine, type Paragraph, startsItem } from "../layout/paragraphs.ts"
import { familyOf, lineText } from "../layout/lines.ts"
import type { Piece } from "../layout/layout.ts"
import type { Span } from "../text/PageText.ts"

/** Titles of the file's outline (bookmarks) with their depth from 1, by their words. */
export type Outline = ReadonlyMap<string, number>

export interface Style {
  /** Font size of most of the text, in points. */
  readonly body: number
  readonly levels: ReadonlyMap<Paragraph, number>
}

export const paragraphText = ({ lines }: Paragraph): string => lines.map(lineText).join(" ")

/** Words only, so that numbering and punctuation of the outline may differ. */
export const titleKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\s\d.ivx)]+(?=\s)/, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

export interface Evidence {
  readonly outline: Outline
  /** Heading level by the file's own structure, where it says so. */
  readonly tagged: (paragraph: Paragraph, page: number) => number | undefined
  /** Title of the file, which heads it however small its type. */
  readonly title: string | undefined
}

export const findStyle = (pieces: ReadonlyArray<Piece>, { outline, tagged, title }: Evidence): Style => {
  const contents = contentsEntries(pieces)
  const paragraphs = pieces.flatMap((piece) =>
    piece.kind === "paragraph" && !contents.has(piece.paragraph) ? [piece] : []
  )
  /** The first heading is the title if the file says so, or if it is large and the largest of its page. */
  const isTitle = (heading: Paragraph, text: string): boolean => {
    if (title !== undefined && titleKey(title) === titleKey(text)) return true
    const page = paragraphs.find(({ paragraph }) => paragraph === heading)?.page
    return (
      heading.size > 1.3 * body &&
      paragraphs.every((other) => other.page !== page || other.paragraph.size <= heading.size + 0.1)
    )
  }
  const body = bodySize(
    paragraphs.map(({ paragraph }) => paragraph),
    pieces.flatMap((piece) =>
      piece.kind === "table" ? piece.table.rows.flatMap((row) => row.flatMap((cell) => cell.spans)) : []
    )
  )
  const type = typeOf(pieces, body)
  const hasTags = paragraphs.some(({ page, paragraph }) => tagged(paragraph, page) !== undefined)
  const levels = new Map<Paragraph, number>()
  const candidates: Array<Candidate> = []

  for (const [index, { page, paragraph }] of paragraphs.entries()) {
    const own = tagged(paragraph, page)
    if (own !== undefined) {
      levels.set(paragraph, own)
      continue
    }
    if (paragraph.kind === "code") continue
    // Where the file marks its headings, only type that is clearly larger makes another of its text.
    const { tag } = paragraph
    if (tag !== undefined && (tag.kind !== "text" || (hasTags && paragraph.size < 1.25 * body))) continue
    const text = paragraphText(paragraph)
    const outlined = outline.size === 0 || text.length > 250 ? undefined : outline.get(titleKey(text))
    const next = paragraphs[index + 1]
    const leads = next !== undefined && next.page === page && isLedBy(paragraph, next.paragraph)
    if (!isHeading(paragraph, text, type, { outlined: outlined !== undefined, leads })) continue
    candidates.push({ paragraph, index, text, key: rankKey(paragraph, text, body), outlined })
  }
  withoutLists(candidates)

  // Sizes that differ by a hair are one; the numbering parts headings of one size.
  const keys = [...new Set(candidates.map(({ key }) => key))].sort((a, b) => b - a)
  const ranked = rankedKeys(candidates, keys, (index) => paragraphs[index]!.page)
  const rank = new Map(keys.map((key) => [key, 1 + keys.filter((other) => other > key && ranked.has(other)).length]))
  const outlinedRanks = candidates.flatMap(({ key, outlined }) =>
    outlined === undefined ? [] : [rank.get(key)! - outlined]
  )
  // A title above the outline's first level moves that level down.
  const shift =
    outlinedRanks.length === 0
      ? 0
      : Math.max(
          0,
          outlinedRanks.reduce((least, value) => Math.min(least, value), 6)
        )
  const byKey = new Map<number, number>()
  for (const { key, outlined } of candidates)
    if (outlined !== undefined && !byKey.has(key)) byKey.set(key, outlined + shift)
  const first = candidates[0]?.paragraph
  for (const { key, outlined, paragraph, text } of candidates) {
    const level =
      paragraph === first && isTitle(paragraph, text)
        ? 1
        : outlined === undefined
          ? (byKey.get(key) ?? rank.get(key)!)
          : outlined + shift
    levels.set(paragraph, Math.min(6, Math.max(1, level)))
  }
  return { body, levels }
}

interface Candidate {
  readonly paragraph: Paragraph
  /** Which of the paragraphs it is. */
  readonly index: number
  readonly text: string
  readonly key: number
  readonly outlined: number | undefined
}

/** Lines of one type under each other that are no headings: names, addresses, the lines of a cover. */
const minList = 3

/** Takes out what heads nothing: lines of one type that follow each other, but those with a number or in the outline. */
const withoutLists = (candidates: Array<Candidate>): void => {
  const isAlone = ({ outlined, text }: Candidate): boolean => outlined !== undefined || sectionDepth(text) > 0
  for (let start = 0; start < candidates.length;) {
    let end = start + 1
    const first = candidates[start]!
    while (
      end < candidates.length &&
      candidates[end]!.index === candidates[end - 1]!.index + 1 &&
      Math.abs(candidates[end]!.paragraph.size - first.paragraph.size) < 0.3 &&
      candidates[end]!.paragraph.bold === first.paragraph.bold &&
      !isAlone(candidates[end]!)
    )
      end++
    // The last one may head what follows.
    const isList = end - start >= minList && !isAlone(first)
    if (isList) candidates.splice(start, end - start)
    else start = end
  }
}

/** The type of most of the text. */
interface Type {
  readonly body: number
  readonly family: string | undefined
  /** Whether bold, italics and another family are rare enough to say something. */
  readonly boldMeans: boolean
  readonly italicMeans: boolean
  readonly familyMeans: boolean
}

const typeOf = (pieces: ReadonlyArray<Piece>, body: number): Type => {
  const spans = pieces.flatMap((piece) =>
    piece.kind === "paragraph"
      ? piece.paragraph.lines.flatMap((line) => line.spans)
      : piece.table.rows.flatMap((row) => row.flatMap((cell) => cell.spans))
  )
  const letters = (of: (span: Span) => boolean): number =>
    spans.reduce((sum, span) => (of(span) ? sum + span.text.length : sum), 0)
  const all = Math.max(
    1,
    letters(() => true)
  )
  const family = familyOf(spans.filter(({ size }) => Math.abs(size - body) < 0.6))
  return {
    body,
    family,
    boldMeans: letters(({ font }) => font.bold) < 0.4 * all,
    italicMeans: letters(({ font }) => font.italic) < 0.2 * all,
    familyMeans: family !== undefined && letters(({ font }) => font.family !== family) < 0.4 * all
  }
}

/** Text that a line may head: of the same column, close below it, longer and in another type. */
const isLedBy = (line: Paragraph, next: Paragraph): boolean =>
  next.y0 >= line.y1 - 0.3 * line.size &&
  next.y0 - line.y1 < 2.5 * line.size &&
  next.x0 < line.x1 &&
  paragraphText(next).length > 60 &&
  (next.bold !== line.bold || next.italic !== line.italic || next.lines[0]!.family !== line.lines[0]!.family)

const isHeading = (
  paragraph: Paragraph,
  text: string,
  { body, boldMeans, family, familyMeans, italicMeans }: Type,
  { leads, outlined }: { readonly outlined: boolean; readonly leads: boolean }
): boolean => {
  const { bold, hardBreaks, italic, lines, size } = paragraph
  if (
    text.length > 250 ||
    lines.length > 5 ||
    (lines.length > minList && hardBreaks.every((hard) => hard)) ||
    !/[\p{L}\p{N}]/u.test(text) ||
    isContentsLine(text) ||
    isCaption(text)
  )
    return false
  const numbered = sectionDepth(text) > 0
  const capital = /\p{Lu}{3}/u.test(text) && text === text.toUpperCase()
  if (outlined && (size >= body * 0.97 || bold)) return true
  // Statements and commands are shown in large and bold type too.
  if (/[<>{}=;|\\]|[([]$/.test(text)) return false
  const alone = lines.length <= 2 && text.length <= 120 && !/[.,;]$/.test(text)
  // A name of a program's stands in another type, and is none unless it has a number.
  const isName = !numbered && /\w_\w/.test(text)
  const isOther =
    !isName &&
    ((bold && boldMeans) ||
      (leads && italic && italicMeans) ||
      (leads && familyMeans && lines.every((line) => line.spans.every(({ font }) => font.family !== family))))
  const roman = capital && /^[IVXL]{1,5}\.\s/.test(text)
  if (startsItem(text) && !numbered && !roman) return leads && isOther && alone && /^\s*\(?\d/.test(text)
  if (size >= body * 1.12)
    return !/[,;]$/.test(text) && (text.length <= 160 || size >= body * 1.3) && /\p{L}/u.test(text)
  if (isOther && size >= body * 0.95 && alone && /\p{L}{2}/u.test(text))
    return !text.endsWith(":") || lines.length === 1
  return capital && (numbered || roman) && alone && size >= body * 0.97
}

/** Depth of a section's number: 2 for `3.1 Title`, 1 for `Chapter 3: Title` in any language, 0 without number. */
const sectionDepth = (text: string): number => {
  const number = /^(?:\p{Lu}\p{L}{2,14}\s+)?((?:\d{1,3}|[A-Za-z])(?:\.\d{1,3})*)[.:]?\s+\p{L}/u.exec(text)?.[1]
  return number === undefined || /^[A-Za-z]$/.test(number) ? 0 : number.split(".").length
}

/** Levels that HTML has. */
const maxLevels = 6

/**
 * The types of headings that count as levels: all, unless they are more than there are levels. Then those of the first and
 * the last page alone do not, because covers have types of their own, but for the largest one.
 */
const rankedKeys = (
  candidates: ReadonlyArray<Candidate>,
  keys: ReadonlyArray<number>,
  pageOf: (index: number) => number
): ReadonlySet<number> => {
  const pages = candidates.map(({ index }) => pageOf(index))
  const inside = new Set(
    candidates.flatMap(({ key }, at) => (pages[at] !== pages[0] && pages[at] !== pages.at(-1) ? [key] : []))
  )
  return keys.length <= maxLevels || inside.size === 0
    ? new Set(keys)
    : new Set(keys.filter((key, index) => index === 0 || inside.has(key)))
}

/** Orders headings: larger first, then bold before plain, then by depth of their number. */
const rankKey = ({ bold, size }: Paragraph, text: string, body: number): number => {
  const steps = Math.round((size / body) * 20)
  return steps * 100 + (bold ? 50 : 0) - Math.max(1, sectionDepth(text))
}

/** Letters that a paragraph of text has, and of all letters, those that text in a larger size has to be the body too. */
const minTextLetters = 120
const minBodyShare = 0.15

/** Of the letters of a file, those of its paragraphs where they say what the body is; else its tables do. */
const minOutside = 0.25

/** The size of most of the text; a larger one where much text is set in it, as in a paper that ends in small references. */
const bodySize = (paragraphs: ReadonlyArray<Paragraph>, cells: ReadonlyArray<Span>): number => {
  const letters = new Map<number, { all: number; text: number }>()
  let sum = 0
  const inCells = cells.reduce((total, { text }) => total + text.length, 0)
  const outside = paragraphs.reduce((total, paragraph) => total + paragraphText(paragraph).length, 0)
  if (outside < minOutside * (inCells + outside))
    for (const { size, text } of cells) {
      const key = Math.round(size * 2) / 2
      const known = letters.get(key) ?? { all: 0, text: 0 }
      letters.set(key, { ...known, all: known.all + text.length })
      sum += text.length
    }
  for (const { kind, lines } of paragraphs) {
    const sizes = lines.map(({ size, spans }) => ({
      key: Math.round(size * 2) / 2,
      count: spans.reduce((total, { text }) => total + text.length, 0)
    }))
    const isText = kind !== "code" && sizes.reduce((total, { count }) => total + count, 0) >= minTextLetters
    for (const { count, key } of sizes) {
      const known = letters.get(key) ?? { all: 0, text: 0 }
      const weight = kind === "code" ? count * 0.3 : count
      letters.set(key, { all: known.all + weight, text: known.text + (isText ? count : 0) })
      sum += weight
    }
  }
  let best = 10
  let most = 0
  for (const [size, { all }] of letters) {
    if (all > most) {
      most = all
      best = size
    }
  }
  for (const [size, { text }] of letters) if (size > best && text >= minBodyShare * sum) best = size
  return best
}
