/** Pieces of the whole document to blocks of HTML, page by page. */
import { type Block, renderBlocks } from "../../markup/blocks.ts"
import { inline, type Inline, Mark, plain } from "../../markup/html.ts"
import { makeNotes, type Notes } from "../../markup/notes.ts"
import { renderTable } from "../../markup/table.ts"
import { codeText } from "../parts/code.ts"
import { countHeadRows } from "../parts/headRows.ts"
import { findNotes, type PageNotes } from "../parts/footnotes.ts"
import { type Evidence, findStyle, paragraphText, type Style } from "../parts/headings.ts"
import { collectWords, runsOf, type Words } from "./inlineText.ts"
import { findItems, type Item } from "../parts/items.ts"
import type { Piece } from "../layout/layout.ts"
import { gatherLines, lineText } from "../layout/lines.ts"
import { isContentsLine, type Paragraph } from "../layout/paragraphs.ts"
import type { PdfTable } from "../layout/tables.ts"

export interface PageBlock {
  readonly page: number
  readonly block: Block
  readonly type: "heading" | "paragraph" | "list_item" | "table" | "code" | "footnote"
  /** Left, upper, right and lower edge, in points from the upper left corner. */
  readonly box: readonly [number, number, number, number]
  readonly text: string
}

export interface Rendered {
  readonly blocks: ReadonlyArray<PageBlock>
  /** The notes' section; empty when there are none. */
  readonly notes: string
  /** Words of the first heading. */
  readonly title: string | undefined
}

interface RenderOptions extends Evidence {
  /** Whether text that goes on across a column or page becomes one paragraph. */
  readonly joinPages: boolean
}

export const render = (pieces: ReadonlyArray<Piece>, options: RenderOptions): Rendered => {
  const words = collectWords(
    pieces.flatMap((piece) => (piece.kind === "paragraph" ? piece.paragraph.lines.map(lineText) : []))
  )
  const style = findStyle(pieces, options)
  const pageNotes = findNotes(pieces, style)
  const body = pieces.filter((piece) => piece.kind === "table" || !pageNotes.isNote(piece.paragraph))
  const items = findItems(body, (paragraph) => style.levels.has(paragraph))
  const notes = makeNotes()
  const context: Context = { words, style, items, notes, pageNotes, joinPages: options.joinPages }

  const blocks = toBlocks(body, context)
  const section = notes.section((key) => {
    const paragraph = pageNotes.paragraphOf(key)
    return paragraph === undefined
      ? ""
      : inline(withoutStart(runsOf(paragraph.lines, paragraph.hardBreaks, words), pageNotes.cut(paragraph)))
  })
  return { blocks, notes: section, title: blocks.find(({ type }) => type === "heading")?.text }
}

export const renderPageBlocks = (blocks: ReadonlyArray<PageBlock>): string =>
  renderBlocks(blocks.map(({ block }) => block))

interface Context {
  readonly words: Words
  readonly style: Style
  readonly items: ReadonlyMap<Paragraph, Item>
  readonly notes: Notes
  readonly pageNotes: PageNotes
  readonly joinPages: boolean
}

const toBlocks = (pieces: ReadonlyArray<Piece>, context: Context): ReadonlyArray<PageBlock> => {
  const out: Array<PageBlock> = []
  /** Left edge of the text of the item before, while its further paragraphs may come. */
  let item: OpenItem | undefined
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!
    if (piece.kind === "table") {
      const tables = [piece.table]
      while (context.joinPages && continuesTable(tables.at(-1)!, piece.page + tables.length - 1, pieces[index + 1])) {
        tables.push((pieces[++index] as { readonly table: PdfTable }).table)
      }
      const html = tableHtml(tables, context)
      if (html !== "")
        out.push({
          page: piece.page,
          type: "table",
          block: { kind: "html", html },
          box: boxOf(piece.table, piece.fromRight),
          text: ""
        })
      item = undefined
      continue
    }
    const { page, paragraph } = piece
    const box = boxOf(paragraph, piece.fromRight)
    const text = paragraphText(paragraph)
    const level = context.style.levels.get(paragraph)
    if (level !== undefined) {
      const joined = headingLines(pieces, index, context)
      index += joined.length - 1
      const runs = joined.flatMap((part, at): ReadonlyArray<Inline> => [
        ...(at === 0 ? [] : [blank]),
        ...withNotes(
          runsOf(
            part.lines,
            part.lines.map(() => false),
            context.words
          ),
          page,
          context
        )
      ])
      out.push({
        page,
        type: "heading",
        block: { kind: "heading", level, html: inline(runs, Mark.bold | Mark.code) },
        box,
        text: plain(runs)
      })
      item = undefined
      continue
    }
    if (paragraph.kind === "code") {
      out.push({ page, type: "code", block: { kind: "code", text: codeText(paragraph) }, box, text })
      continue
    }
    const parts = [paragraph]
    while (context.joinPages || parts.length === 0) {
      const next = pieces[index + 1]
      if (next?.kind !== "paragraph" || !continuesSentence(parts.at(-1)!, next.paragraph, context)) break
      parts.push(next.paragraph)
      index++
    }
    const lines = parts.flatMap((part) => part.lines)
    const breaks = parts.flatMap((part) => part.hardBreaks.map((hard, at) => hard && at < part.lines.length - 1))
    const runs = withNotes(runsOf(lines, breaks, context.words), page, context)
    const found = context.items.get(paragraph)
    if (found !== undefined) {
      const html = inline(contents(withoutStart(runs, found.cut))).replaceAll(/…(?:\s*…)+/g, "…")
      out.push({
        page,
        type: "list_item",
        block: {
          kind: "item",
          level: found.level,
          ordered: found.ordered,
          number: found.number,
          list: found.list,
          html
        },
        box,
        text
      })
      item = { level: found.level, x0: textEdge(paragraph), page, marker: paragraph.x0, found, at: index }
      continue
    }
    const { tag } = paragraph
    const inItem =
      tag === undefined &&
      item !== undefined &&
      ((page === item.page && paragraph.x0 >= item.x0 - 3 && paragraph.x0 > paragraph.column.x0 + 6) ||
        isWithinList(pieces, index, item, context))
    if (!inItem) item = undefined
    const html = inline(runs)
    if (html === "") continue
    out.push({
      page,
      type: "paragraph",
      block:
        tag?.kind === "more"
          ? { kind: "more", level: tag.level, html }
          : tag?.kind === "quote"
            ? { kind: "quote", html }
            : inItem && item !== undefined
              ? { kind: "more", level: item.level, html }
              : { kind: "paragraph", html },
      box,
      text
    })
  }
  return out
}

interface OpenItem {
  readonly level: number
  /** Left edge of its text, and of its marker. */
  readonly x0: number
  readonly marker: number
  readonly page: number
  readonly found: Item
  /** Index of its last piece. */
  readonly at: number
}

/** Pieces between a numbered item and the next one of its list. */
const maxBetween = 12

/** Whether the next number of the item's list follows, so that what stands between the two belongs to the item. */
const isWithinList = (
  pieces: ReadonlyArray<Piece>,
  index: number,
  { at, found, marker, page }: OpenItem,
  { items, style }: Context
): boolean => {
  const piece = pieces[index]!
  if (!found.ordered || piece.kind !== "paragraph" || piece.page !== page || piece.paragraph.x0 < marker - 4)
    return false
  for (const next of pieces.slice(index + 1, at + maxBetween)) {
    if (next.kind !== "paragraph" || style.levels.has(next.paragraph)) return false
    const other = items.get(next.paragraph)
    if (other?.list !== undefined && other.list === found.list) return other.number === (found.number ?? 0) + 1
    if (other !== undefined && other.level <= found.level) return false
  }
  return false
}

const blank: Inline = { text: " ", marks: 0 }

/** A long heading on several lines is several paragraphs when its lines end on purpose. */
const headingLines = (pieces: ReadonlyArray<Piece>, index: number, { style }: Context): ReadonlyArray<Paragraph> => {
  const first = (pieces[index] as { readonly paragraph: Paragraph }).paragraph
  const parts = [first]
  for (let at = index + 1; at < pieces.length && parts.length < 4; at++) {
    const piece = pieces[at]!
    if (piece.kind !== "paragraph" || piece.page !== pieces[index]!.page) break
    const { paragraph } = piece
    const before = parts.at(-1)!
    const gap = paragraph.y0 - before.y1
    const alike = Math.abs(paragraph.size - first.size) < 0.3 && paragraph.bold === first.bold
    if (
      !alike ||
      style.levels.get(paragraph) !== style.levels.get(first) ||
      gap > 0.75 * first.size ||
      gap < -first.size
    )
      break
    if (/^\s*(?:\d|[A-Z]\.)/.test(paragraphText(paragraph)) || first.size < style.body * 1.25) break
    parts.push(paragraph)
  }
  return parts
}

/** The next column or page takes up the sentence where this one left it. */
const continuesSentence = (before: Paragraph, next: Paragraph, { items, style }: Context): boolean => {
  if (next.kind !== "paragraph" || items.has(next) || style.levels.has(next)) return false
  if (next.y0 > before.y1 && Math.abs(next.column.x0 - before.column.x0) < 5) return false
  if (Math.abs(before.size - next.size) > 0.09 * before.size || before.bold !== next.bold) return false
  const end = lineText(before.lines.at(-1)!)
  const start = lineText(next.lines[0]!)
  if (isContentsLine(end)) return false
  // The last line of a column is full when its paragraph goes on.
  const full = before.column.x1 - before.lines.at(-1)!.x1 < 0.25 * (before.column.x1 - before.column.x0)
  if (/[-\u00ad]$/.test(end) && /^\p{Ll}/u.test(start)) return true
  return full && !/[.?!:。！？]["'”’)\]]*$/u.test(end) && /^["'“‘(]?[\p{Ll}\p{Lo}\d]/u.test(start)
}

const continuesTable = (table: PdfTable, page: number, next: Piece | undefined): boolean =>
  next?.kind === "table" &&
  next.page === page + 1 &&
  Math.abs(next.table.x0 - table.x0) < 4 &&
  Math.abs(next.table.x1 - table.x1) < 4 &&
  width(next.table) === width(table)

const width = ({ rows }: PdfTable): number => rows[0]?.reduce((sum, { columns }) => sum + columns, 0) ?? 0

const tableHtml = (tables: ReadonlyArray<PdfTable>, { words }: Context): string => {
  const all = tables.map(({ rows }) =>
    rows.map((row) =>
      row.map((cell) => {
        const lines = gatherLines(cell.spans)
        return {
          runs: runsOf(lines, [], words),
          bold: lines.length > 0 && lines.every(({ bold }) => bold),
          columns: cell.columns,
          rows: cell.rows
        }
      })
    )
  )
  const first = all[0]!
  const head = first[0]!
  const texts = (row: (typeof first)[number]) => row.map(({ runs }) => plain(runs))
  const headText = texts(head).join("|")
  const rows = all.flatMap((part, index) =>
    index > 0 && part.length > 1 && texts(part[0]!).join("|") === headText ? part.slice(1) : part
  )
  const { heads, named } = tables[0]!
  const headerRows = countHeadRows(
    rows.map((row) => row.map(({ bold, rows: span, runs }) => ({ text: plain(runs), bold, rows: span }))),
    { named: named === true, heads }
  )
  return renderTable({
    headerRows,
    rows: rows.map((row, index) =>
      row.map(({ columns, rows: span, runs }) => ({
        html: inline(runs, index < headerRows ? Mark.bold : 0),
        columns,
        rows: span
      }))
    )
  })
}

/** Raised numbers that have a note at the foot of the page refer to it. */
const withNotes = (runs: ReadonlyArray<Inline>, page: number, { notes, pageNotes }: Context): ReadonlyArray<Inline> =>
  runs.map((run) => {
    if ("html" in run || (run.marks & Mark.sup) === 0) return run
    const key = pageNotes.keyOf(page, run.text.trim())
    return key === undefined ? run : notes.reference(key)
  })

/** The runs without their first letters (a marker that HTML writes itself). */
const withoutStart = (runs: ReadonlyArray<Inline>, letters: number): ReadonlyArray<Inline> => {
  let left = letters
  const out: Array<Inline> = []
  for (const run of runs) {
    if (left <= 0 || "html" in run) out.push(run)
    else if (run.text.length > left) {
      out.push({ ...run, text: run.text.slice(left) })
      left = 0
    } else left -= run.text.length
  }
  return out
}

/** Dots that lead to a page number say no more than three of them. */
const contents = (runs: ReadonlyArray<Inline>): ReadonlyArray<Inline> =>
  runs.map((run) => ("html" in run ? run : { ...run, text: run.text.replace(/\s*(?:\.\s?){4,}\s*/g, " … ") }))

/** Where the text of an item starts, behind its marker. */
const textEdge = ({ lines }: Paragraph): number => {
  if (lines.length > 1) return lines[1]!.x0
  const { spans, size, x0 } = lines[0]!
  return spans.length > 1 && spans[0]!.text.length <= 4 ? spans[1]!.x0 : x0 + size
}

const boxOf = (
  {
    x0,
    x1,
    y0,
    y1
  }: {
    readonly x0: number
    readonly x1: number
    readonly y0: number
    readonly y1: number
  },
  fromRight: number | undefined
) =>
  fromRight === undefined
    ? ([round(x0), round(y0), round(x1), round(y1)] as const)
    : ([round(fromRight - x1), round(y0), round(fromRight - x0), round(y1)] as const)

const round = (value: number): number => Math.round(value * 10) / 10
