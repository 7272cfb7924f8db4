/** Distinguishes list items from text by their bullet or by numbers that go on. */
import { lineText } from "../layout/lines.ts"
import type { Piece } from "../layout/layout.ts"
import { contentsEntries } from "./contents.ts"
import type { Paragraph, Tag } from "../layout/paragraphs.ts"
import { isRightToLeft } from "../text/rightToLeft.ts"

export interface Item {
  readonly level: number
  readonly ordered: boolean
  readonly number?: number | undefined
  /** Items of different lists have different ones. */
  readonly list?: string | undefined
  /** Letters of the marker, to be cut from the text. */
  readonly cut: number
}

interface Marked {
  readonly at: number
  readonly paragraph: Paragraph
  readonly kind: "bullet" | "dash" | Counter["kind"]
  readonly value: number
  /** The bullet; of numbers what stands around them, such as `()` and `.`. */
  readonly sign: string
  readonly cut: number
}

/** A way to count. */
interface Counter {
  readonly kind: "decimal" | "roman" | "letter" | "doubled" | "circled" | "kanji"
  /** The mark at the start of a line; its first group is what counts. */
  readonly pattern: RegExp
  /** From 1, nothing where it is no number. */
  readonly valueOf: (sign: string) => number | undefined
}

const bullet = /^\s*(?:[•◦▪▫‣⁃●○■□◆◇➢➤►▶▸▹✓✔❖❏❐❑❒◻◼◾★☆➔➜➣∙·]|[\uf0a0-\uf0ff]|o(?=\s))\s*/u
const dash = /^\s*[-–—*]\s+/
/** A page number. */
const betweenDashes = /^\s*[-–—]\s+\S{1,8}\s+[-–—]\s*$/

/** Code points before the first letters of alphabets whose letters follow each other there. */
const alphabets = [0x60, 0x3b0, 0x42f]

const letterValue = (sign: string): number | undefined => {
  const code = sign.toLowerCase().codePointAt(0)!
  const before = alphabets.find((start) => code > start && code <= start + 32)
  return before === undefined ? undefined : code - before
}

const kanji = ["", ..."一二三四五六七八九"]

/** Tens and ones, as in 二十一. */
const kanjiValue = (sign: string): number | undefined => {
  const [, tens, ones] = /^(?:([二三四五六七八九]?)十)?([一二三四五六七八九]?)$/u.exec(sign) ?? []
  if (ones === undefined) return undefined
  return (tens === undefined ? 0 : 10 * Math.max(1, kanji.indexOf(tens))) + kanji.indexOf(ones)
}

/** Of two that fit a mark, the earlier one counts, unless its neighbours speak for the later one. */
const counters: ReadonlyArray<Counter> = [
  { kind: "decimal", pattern: /^\s*[(（]?(\d{1,3})[.)）]\s+/, valueOf: Number },
  {
    kind: "roman",
    pattern: /^\s*\(?([ivxl]{1,6}|[IVXL]{1,6})[.)]\s+/,
    valueOf: (sign) => (/^l$/i.test(sign) ? undefined : romanValue(sign))
  },
  { kind: "letter", pattern: /^\s*\(?(\p{L})[.)]\s+/u, valueOf: letterValue },
  { kind: "doubled", pattern: /^\s*\(?(([a-z])\2)[.)]\s+/, valueOf: letterValue },
  { kind: "circled", pattern: /^\s*([①-⑳])\s*/u, valueOf: (sign) => sign.codePointAt(0)! - 0x245f },
  { kind: "kanji", pattern: /^\s*[(（]?([一二三四五六七八九十]{1,3})[、)）.．]\s*/u, valueOf: kanjiValue }
]

/** Pieces between which the next number of a list is looked for. */
const reach = 25

export const findItems = (
  pieces: ReadonlyArray<Piece>,
  isHeading: (paragraph: Paragraph) => boolean
): ReadonlyMap<Paragraph, Item> => {
  const marked = pieces.flatMap((piece, at): ReadonlyArray<Marked> => {
    if (piece.kind !== "paragraph" || piece.paragraph.kind === "code" || isHeading(piece.paragraph)) return []
    if (piece.paragraph.tag !== undefined && piece.paragraph.tag.kind !== "text") return []
    const found = markerOf(piece.paragraph)
    return found === undefined ? [] : [{ at, paragraph: piece.paragraph, ...found }]
  })
  const items = new Map<Paragraph, Item>()
  const resolved = withLetters(marked)
  const own = resolved.filter((_, index) => belongs(resolved, index))
  let open: ReadonlyArray<OpenList> = []
  let lists = 0
  for (const [index, mark] of own.entries()) {
    const before = own[index - 1]
    if (before === undefined || mark.at - before.at > 3) open = []
    const { x0 } = mark.paragraph.lines[0]!
    const { continued, outer } = placeOf(open, mark, before, (list) => goesOnLater(own, index, list))
    const list = continued?.list ?? lists++
    open = [...outer, { ...mark, x0, list }]
    const ordered = isOrdered(mark)
    items.set(mark.paragraph, {
      level: open.length - 1,
      ordered,
      number: ordered ? mark.value : undefined,
      list: String(list),
      cut: mark.cut
    })
  }
  for (const [paragraph, item] of taggedItems(pieces)) items.set(paragraph, item)
  for (const paragraph of contentsEntries(pieces)) {
    if (!items.has(paragraph) && !isHeading(paragraph)) items.set(paragraph, { level: 0, ordered: false, cut: 0 })
  }
  return items
}

/** A list by its last item. */
interface OpenList extends Pick<Marked, "kind" | "sign" | "value"> {
  /** Left edge of the item. */
  readonly x0: number
  readonly list: number
}

const isOrdered = ({ kind }: Pick<Marked, "kind">): boolean => kind !== "bullet" && kind !== "dash"

/** Whether the mark is the next one of the list. */
const continues = (list: Pick<OpenList, "kind" | "sign" | "value">, mark: Marked): boolean =>
  list.kind === mark.kind && mark.sign === list.sign && (!isOrdered(mark) || mark.value === list.value + 1)

/** Whether a later item is the next one of an open list. */
const goesOnLater = (marked: ReadonlyArray<Marked>, index: number, list: OpenList): boolean =>
  isOrdered(list) &&
  marked.slice(index + 1, index + reach).some((later) => later.at - marked[index]!.at < reach && continues(list, later))

/** The open lists around the item, and the one that goes on with it, if any does. */
interface Place {
  readonly outer: ReadonlyArray<OpenList>
  readonly continued: OpenList | undefined
}

const placeOf = (
  open: ReadonlyArray<OpenList>,
  mark: Marked,
  before: Marked | undefined,
  goesOn: (list: OpenList) => boolean
): Place => {
  const { column, lines } = mark.paragraph
  const { x0 } = lines[0]!
  const at = (index: number): Place => ({ outer: open.slice(0, Math.max(0, index)), continued: open[index] })
  // In the next column edges are others: the marks alone say which list goes on.
  if (before !== undefined && Math.abs(before.paragraph.column.x0 - column.x0) > 20)
    return at(open.findLastIndex((list) => continues(list, mark)))
  const last = open.findLastIndex((list) => list.x0 <= x0 + 4)
  const top = open[last]
  if (top === undefined || x0 > top.x0 + 4) return { outer: open.slice(0, last + 1), continued: undefined }
  // A list in a list may have the same edge.
  const same = open.findLastIndex((list, index) => index <= last && list.x0 >= x0 - 4 && continues(list, mark))
  if (same >= 0) return at(same)
  return { outer: open.slice(0, goesOn(top) ? last + 1 : last), continued: undefined }
}

/** Items by the structure of the file. Some programs tag no lists inside of lists: then the indent decides. */
const taggedItems = (pieces: ReadonlyArray<Piece>): ReadonlyMap<Paragraph, Item> => {
  const items = new Map<Paragraph, Item>()
  let run: Array<{ readonly paragraph: Paragraph; readonly tag: Extract<Tag, { readonly kind: "item" }> }> = []
  const finish = (): void => {
    const flat = run.every(({ tag }) => tag.level === run[0]!.tag.level)
    const edges: Array<number> = []
    for (const { paragraph, tag } of run) {
      const { labelled, level, number, ordered } = tag
      const { x0 } = paragraph.lines[0]!
      while (edges.length > 0 && x0 < edges.at(-1)! - 4) edges.pop()
      if (edges.length === 0 || x0 > edges.at(-1)! + 4) edges.push(x0)
      const shown = labelled ? undefined : markerOf(paragraph)
      const counts = shown !== undefined && shown.kind !== "bullet" && shown.kind !== "dash"
      const byIndent = flat && !isRightToLeft(lineText(paragraph.lines[0]!))
      items.set(paragraph, {
        level: byIndent ? level + edges.length - 1 : level,
        ordered: ordered || counts,
        number: counts ? shown.value : number,
        cut: shown?.cut ?? 0
      })
    }
    run = []
  }
  for (const piece of pieces) {
    const tag = piece.kind === "paragraph" ? piece.paragraph.tag : undefined
    if (piece.kind === "paragraph" && tag?.kind === "item") run.push({ paragraph: piece.paragraph, tag })
    else if (tag?.kind !== "more") finish()
  }
  finish()
  return items
}

const markerOf = (paragraph: Paragraph): Omit<Marked, "at" | "paragraph"> | undefined => {
  const text = lineText(paragraph.lines[0]!)
  const sign = bullet.exec(text)
  if (sign !== null && sign[0].length < text.length)
    return { kind: "bullet", value: 0, sign: sign[0].trim(), cut: sign[0].length }
  const stroke = dash.exec(text)
  if (stroke !== null && !betweenDashes.test(text)) return { kind: "dash", value: 0, sign: "", cut: stroke[0].length }
  for (const counter of counters) {
    const found = countedBy(counter, text)
    if (found !== undefined) return found
  }
  return undefined
}

const countedBy = ({ kind, pattern, valueOf }: Counter, text: string): Omit<Marked, "at" | "paragraph"> | undefined => {
  const found = pattern.exec(text)
  const value = found === null ? undefined : valueOf(found[1]!)
  if (found === null || value === undefined) return undefined
  return { kind, value, sign: found[0].replace(found[1]!, "").replaceAll(/\s/g, ""), cut: found[0].length }
}

const letterCounter = counters.find(({ kind }) => kind === "letter")!

/** `i.`, `v.` and `x.` are letters where they follow the letter before them, and no numeral goes on. */
const withLetters = (marked: ReadonlyArray<Marked>): ReadonlyArray<Marked> => {
  const out: Array<Marked> = []
  for (const [index, mark] of marked.entries()) {
    const asLetter = mark.kind === "roman" ? countedBy(letterCounter, lineText(mark.paragraph.lines[0]!)) : undefined
    const follows =
      asLetter !== undefined &&
      out.slice(-reach).some((before) => before.kind === "letter" && goesBefore(before, { ...mark, ...asLetter })) &&
      !marked.slice(index + 1, index + 3).some((after) => after.kind === "roman" && goesBefore(mark, after))
    out.push(follows ? { ...mark, ...asLetter } : mark)
  }
  return out
}

/** Whether one is the next of the other, in marks of one form and at one edge or in another column. */
const goesBefore = (one: Marked, next: Marked): boolean =>
  next.value === one.value + 1 && next.sign === one.sign && next.at - one.at <= reach && isSameEdge(one, next)

const isSameEdge = ({ paragraph }: Marked, other: Marked): boolean =>
  Math.abs(other.paragraph.lines[0]!.x0 - paragraph.lines[0]!.x0) < 12 ||
  other.paragraph.column.x0 !== paragraph.column.x0

/** A bullet stands for itself; a dash needs another dash, a number its neighbour. */
const belongs = (marked: ReadonlyArray<Marked>, index: number): boolean => {
  const mark = marked[index]!
  const { at, kind, value } = mark
  if (kind === "bullet") return true
  for (const step of [1, -1]) {
    for (let other = index + step; other >= 0 && other < marked.length; other += step) {
      const candidate = marked[other]!
      if (Math.abs(candidate.at - at) > reach) break
      const sameEdge = kind === "dash" || isSameEdge(mark, candidate)
      if (candidate.kind === kind && sameEdge && (kind === "dash" || candidate.value === value + step)) return true
      // `i.` is the ninth letter and the first numeral.
      if (kind === "roman" && candidate.kind === "letter" && value === 1 && candidate.value === 9 + step) return false
    }
  }
  return false
}

export const romanValue = (numerals: string): number => {
  const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
  let sum = 0
  let before = 0
  for (const sign of numerals.toLowerCase().split("").toReversed()) {
    const value = digits[sign] ?? 0
    sum += value < before ? -value : value
    before = Math.max(before, value)
  }
  return sum
}
