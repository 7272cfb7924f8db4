/**
 * Joins the lines of one column to paragraphs, by leading, indents, ends of
 * lines and changes of the type. What a paragraph is (heading, item, text) is
 * decided later, with the whole document in view.
 */
import { asText, readsAsProse } from "./fixedWidth.ts"
import type { Line } from "./lines.ts"
import { lineText } from "./lines.ts"

/** What the file itself says that a paragraph is. */
export type Tag =
  | { readonly kind: "text" }
  | { readonly kind: "quote" }
  | {
      readonly kind: "item"
      readonly level: number
      readonly ordered: boolean
      readonly number: number | undefined
      /** Its bullet or number is no part of the text. */
      readonly labelled: boolean
    }
  /** One more paragraph of the item before it. */
  | { readonly kind: "more"; readonly level: number }

export interface Paragraph {
  readonly kind: "paragraph" | "code"
  readonly lines: ReadonlyArray<Line>
  /** Whether each line ends on purpose, not because it is full. */
  readonly hardBreaks: ReadonlyArray<boolean>
  readonly x0: number
  readonly x1: number
  /** Upper edge of the first line and lower edge of the last. */
  readonly y0: number
  readonly y1: number
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** Left and right edge of the column. */
  readonly column: { readonly x0: number; readonly x1: number }
  /** By the structure of the file; absent where the look of the page decides. */
  readonly tag?: Tag | undefined
}

/** A bullet or an item's number at the start of a line; signs that are nothing else need no blank behind them. */
const marker =
  /^\s*(?:[•◦▪▫‣⁃●○■□◆◇➢➤►▶▸▹✓✔❖☐☑☒❏❐❑❒◻◼◾★☆➔➜➣①-⑳]\s*(?=\S)|[(（]?[一二三四五六七八九十]{1,3}[、）．]\s*(?=\S)|(?:[∙·*–—-]|[\uf0a0-\uf0ff]|[(（]?(?:\d{1,3}|\p{L}|([a-z])\1|[ivxlIVXL]{1,6})[.)）])(?:\s+|$))/u
const leader = /(?:\.\s?){4,}\s*[\divxlc]+\s*$|…{2,}\s*[\divxlc]+\s*$/

export const startsItem = (text: string): boolean => marker.test(text)

/** A line of a table of contents: dots that lead to a page number. */
export const isContentsLine = (text: string): boolean => leader.test(text.slice(-120))

export const joinParagraphs = (lines: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  const out: Array<Paragraph> = []
  const column = columnOf(lines)
  const leading = usualLeading(lines)
  let start = 0
  let breaks: Array<boolean> = []
  const finish = (end: number): void => {
    if (end > start) out.push(makeParagraph(lines.slice(start, end), [...breaks, true], column))
    start = end
    breaks = []
  }
  for (let index = 1; index < lines.length; index++) {
    const verdict = between(lines, start, index, column, leading(lines[index]!.size))
    if (verdict === "apart") finish(index)
    else breaks.push(verdict === "broken")
  }
  finish(lines.length)
  return joinCode(out)
}

type Verdict = "apart" | "joined" | "broken"

const between = (
  lines: ReadonlyArray<Line>,
  start: number,
  index: number,
  column: { readonly x0: number; readonly x1: number },
  usual: number
): Verdict => {
  const before = lines[index - 1]!
  const line = lines[index]!
  const size = Math.max(before.size, line.size)
  const gap = line.y - before.y
  if (!sameSize(before, line) || before.mono !== line.mono) return "apart"
  const own = index - start >= 2 ? before.y - lines[index - 2]!.y : Math.min(usual, 1.6 * size)
  const text = lineText(line)
  const beforeText = lineText(before)
  const reach = goesOn(before, beforeText, line, text, column) ? tallStep : usualStep
  if (gap > reach * Math.max(own, size * 0.95) || gap < 0.3 * size) return "apart"
  const item = startsItem(lineText(lines[start]!))
  if (beginsItem(text, line, lines[start]!, before, item)) return "apart"
  if (isContentsLine(beforeText) || isContentsLine(text)) return isContentsLine(beforeText) ? "apart" : "joined"

  const word = firstWordWidth(line)
  const room = column.x1 - before.x1
  const short = room > word + 0.9 * size
  const changes = before.bold !== line.bold || before.italic !== line.italic || before.family !== line.family
  if (changes && (short || (before.bold !== line.bold && gap > 1.12 * usual))) return "apart"
  const ended = /[.?!:;。！？]["'”’»)\]]*$/u.test(beforeText)
  if (short && ended) return "apart"

  const indent = line.x0 - before.x0
  const first = index - 1 === start
  if (indent > 0.8 * size) {
    // A hanging line goes on; a first line stands alone in its indent.
    const after = lines[index + 1]
    const hangs = first && (item || (after !== undefined && Math.abs(after.x0 - line.x0) < 0.5 * size))
    if (!hangs && !centred(before, line, column)) return "apart"
    if (hangs && !item && (short || (ended && after !== undefined && after.x0 < line.x0 - 0.5 * size))) return "apart"
  } else if (indent < -0.8 * size && !first && !centred(before, line, column)) return "apart"
  return short && room > 0.25 * (column.x1 - column.x0) ? "broken" : "joined"
}

/** Of the usual step, the one between two lines of a paragraph at most; formulas in a line make it taller. */
const usualStep = 1.22
const tallStep = 1.6

/** Whether a full line stops in the middle of a sentence that the next one takes up at the same edge. */
const goesOn = (
  before: Line,
  beforeText: string,
  line: Line,
  text: string,
  column: { readonly x0: number; readonly x1: number }
): boolean =>
  /^[\p{Ll}\d(]/u.test(text) &&
  /[\p{L}\p{N},]$/u.test(beforeText) &&
  !startsItem(text) &&
  before.bold === line.bold &&
  column.x1 - before.x1 < firstWordWidth(line) + before.size &&
  Math.abs(line.x0 - before.x0) < 0.8 * before.size

/** Bullets always begin an item; a number does next to its neighbours, or further in when it is a first one. */
const beginsItem = (text: string, line: Line, first: Line, before: Line, inItem: boolean): boolean => {
  if (!startsItem(text)) return false
  const counted = /^\s*[(（]?[\d\p{L}①-⑳]/u.test(text) && !/^\s*o\s/.test(text)
  if (inItem) return !counted || line.x0 <= first.x0 + 4 || /^\s*\(?(?:1|[aAiI])[.)]/.test(text)
  return !/[\p{Ll},]$/u.test(lineText(before)) || line.x0 > before.x0 + 0.8 * line.size
}

/** A line of small code amid the text still holds a comma in the size of the text. */
const sameSize = (a: Line, b: Line): boolean =>
  Math.abs(a.size - b.size) <= 0.09 * Math.max(a.size, b.size) ||
  (Math.abs(a.size - b.size) < 0.25 * Math.max(a.size, b.size) &&
    (a.spans.some(({ size }) => Math.abs(size - b.size) < 0.3) ||
      b.spans.some(({ size }) => Math.abs(size - a.size) < 0.3)))

const centred = (a: Line, b: Line, column: { readonly x0: number; readonly x1: number }): boolean => {
  const middle = (column.x0 + column.x1) / 2
  return (
    Math.abs((a.x0 + a.x1) / 2 - middle) < a.size &&
    Math.abs((b.x0 + b.x1) / 2 - middle) < b.size &&
    a.x0 > column.x0 + a.size
  )
}

const firstWordWidth = ({ spans }: Line): number => {
  const { text, x0, x1 } = spans[0]!
  const length = Math.max(1, text.length)
  const blank = text.indexOf(" ")
  return ((x1 - x0) * (blank < 0 ? length : blank)) / length
}

/** Edges that most lines keep; a stray longer line does not move them. */
const columnOf = (lines: ReadonlyArray<Line>): { readonly x0: number; readonly x1: number } => {
  const rights = lines.map(({ x1 }) => x1).sort((a, b) => a - b)
  return {
    x0: lines.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
    x1: rights[Math.min(rights.length - 1, Math.floor(rights.length * 0.97))] ?? 0
  }
}

/** Steps between lines of one size from which their usual one is known; those of rarer sizes are measured by all. */
const minSteps = 3

/** The usual step from line to line of a size: the lower middle, as gaps between paragraphs are larger. */
const usualLeading = (lines: ReadonlyArray<Line>): ((size: number) => number) => {
  const all: Array<number> = []
  const bySize = new Map<number, Array<number>>()
  for (let index = 1; index < lines.length; index++) {
    const before = lines[index - 1]!
    const { size, y } = lines[index]!
    const step = y - before.y
    if (step <= 0.6 * size || step >= 3 * size) continue
    all.push(step)
    if (Math.abs(before.size - size) > 0.3) continue
    const own = bySize.get(Math.round(size))
    if (own === undefined) bySize.set(Math.round(size), [step])
    else own.push(step)
  }
  const usualOf = (steps: ReadonlyArray<number>): number =>
    steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.4)] ?? Infinity
  const usual = usualOf(all)
  const [text] = [...bySize].reduce((most, one) => (one[1].length > most[1].length ? one : most), [0, []] as const)
  /** Text of about the usual size has lines as far apart as that, in its own size. */
  const scaled = (size: number): number =>
    text > 0 && size > text && size < 1.5 * text ? (usualOf(bySize.get(text)!) / text) * size : usual
  const known = new Map(
    [...bySize].map(([size, steps]) => [size, steps.length < minSteps ? scaled(size) : usualOf(steps)])
  )
  return (size) => known.get(Math.round(size)) ?? usual
}

const makeParagraph = (
  lines: ReadonlyArray<Line>,
  hardBreaks: ReadonlyArray<boolean>,
  column: { readonly x0: number; readonly x1: number }
): Paragraph => {
  const isFixed = lines.every(({ mono }) => mono)
  const isProse = isFixed && readsAsProse(lines.map(lineText))
  const first = lines[0]!
  const last = lines.at(-1)!
  return {
    kind: isFixed && !isProse ? "code" : "paragraph",
    lines: isProse ? asText(lines) : lines,
    hardBreaks,
    x0: lines.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
    x1: lines.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
    y0: first.y - first.size * 0.8,
    y1: last.y + last.size * 0.25,
    size: first.size,
    bold: lines.every(({ bold }) => bold),
    italic: lines.every(({ italic }) => italic),
    column
  }
}

/** Lines of code with blank lines between them are one piece of code. */
const joinCode = (paragraphs: ReadonlyArray<Paragraph>): ReadonlyArray<Paragraph> => {
  const out: Array<Paragraph> = []
  for (const paragraph of paragraphs) {
    const before = out.at(-1)
    if (
      before !== undefined &&
      before.kind === "code" &&
      paragraph.kind === "code" &&
      Math.abs(before.size - paragraph.size) < 0.5 &&
      paragraph.y0 - before.y1 < 3 * paragraph.size
    ) {
      out[out.length - 1] = makeParagraph(
        [...before.lines, ...paragraph.lines],
        [...before.hardBreaks, ...paragraph.hardBreaks],
        before.column
      )
    } else out.push(paragraph)
  }
  return out
}
