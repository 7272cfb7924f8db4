/**
 * Distinguishes headings from text by the type of the whole document: what is larger than the body, or bold on its own
 * line, is a heading, and its level is the rank of its size. The file's own structure tree and outline outweigh that.
 */
import { contentsEntries } from "./contents.ts"
import { isContentsLine, type Paragraph, startsItem } from "../layout/paragraphs.ts"
import { lineText } from "../layout/lines.ts"
import type { Piece } from "../layout/layout.ts"

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

const caption = /^(?:table|figure|fig\.?|listing|chart|tabelle|abbildung|abb\.?|tableau|figura|tabla)\s*\d/iu

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
  const body = bodySize(paragraphs.map(({ paragraph }) => paragraph))
  const boldMeans = boldShare(paragraphs.map(({ paragraph }) => paragraph)) < 0.4
  const hasTags = paragraphs.some(({ page, paragraph }) => tagged(paragraph, page) !== undefined)
  const levels = new Map<Paragraph, number>()
  const candidates: Array<{ paragraph: Paragraph; text: string; key: number; outlined: number | undefined }> = []

  for (const { page, paragraph } of paragraphs) {
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
    if (!isHeading(paragraph, text, body, boldMeans, outlined !== undefined)) continue
    candidates.push({ paragraph, text, key: rankKey(paragraph, text, body), outlined })
  }

  // Sizes that differ by a hair are one; the numbering parts headings of one size.
  const keys = [...new Set(candidates.map(({ key }) => key))].sort((a, b) => b - a)
  const rank = new Map(keys.map((key, index) => [key, index + 1]))
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

const isHeading = (
  paragraph: Paragraph,
  text: string,
  body: number,
  boldMeans: boolean,
  outlined: boolean
): boolean => {
  const { bold, lines, size } = paragraph
  if (
    text.length > 250 ||
    lines.length > 5 ||
    !/[\p{L}\p{N}]/u.test(text) ||
    isContentsLine(text) ||
    caption.test(text)
  )
    return false
  const numbered = sectionDepth(text) > 0
  const capital = /\p{Lu}{3}/u.test(text) && text === text.toUpperCase()
  if (outlined && (size >= body * 0.97 || bold)) return true
  const roman = capital && /^[IVXL]{1,5}\.\s/.test(text)
  if (startsItem(text) && !numbered && !roman) return false
  if (size >= body * 1.12)
    return !/[,;]$/.test(text) && (text.length <= 160 || size >= body * 1.3) && /\p{L}/u.test(text)
  const alone = lines.length <= 2 && text.length <= 120 && !/[.,;]$/.test(text)
  if (bold && boldMeans && size >= body * 0.95 && alone && /\p{L}{2}/u.test(text))
    return !text.endsWith(":") || lines.length === 1
  return capital && (numbered || roman) && alone && size >= body * 0.97
}

/** Depth of a section's number: 2 for `3.1 Title`, 0 without number. */
const sectionDepth = (text: string): number => {
  const number = /^(?:(?:chapter|section|part|appendix)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+\p{L}/iu.exec(
    text
  )?.[1]
  return number === undefined || /^[A-Z]$/.test(number) ? 0 : number.split(".").length
}

/** Orders headings: larger first, then bold before plain, then by depth of their number. */
const rankKey = ({ bold, size }: Paragraph, text: string, body: number): number => {
  const steps = Math.round((size / body) * 20)
  return steps * 100 + (bold ? 50 : 0) - Math.max(1, sectionDepth(text))
}

const bodySize = (paragraphs: ReadonlyArray<Paragraph>): number => {
  const letters = new Map<number, number>()
  for (const { kind, lines } of paragraphs) {
    for (const { size, spans } of lines) {
      const key = Math.round(size * 2) / 2
      const count = spans.reduce((sum, { text }) => sum + text.length, 0)
      letters.set(key, (letters.get(key) ?? 0) + (kind === "code" ? count * 0.3 : count))
    }
  }
  let best = 10
  let most = 0
  for (const [size, count] of letters) {
    if (count > most) {
      most = count
      best = size
    }
  }
  return best
}

const boldShare = (paragraphs: ReadonlyArray<Paragraph>): number => {
  let bold = 0
  let all = 0
  for (const { lines } of paragraphs) {
    for (const { spans } of lines) {
      for (const { font, text } of spans) {
        all += text.length
        if (font.bold) bold += text.length
      }
    }
  }
  return all === 0 ? 0 : bold / all
}
