/**
 * A page by the structure its own file gives it: which text is a paragraph, an item, a cell, and in which order all is
 * read. Browsers and office programs write such trees, and know what cannot be derived from the page's appearance.
 *
 * Trees are also wrong: one that leaves text out, holds a page as one block or
 * jumps about is not followed.
 */
import { gatherLines } from "./lines.ts"
import type { PageText, Span } from "../text/PageText.ts"
import { joinParagraphs, type Paragraph, type Tag } from "./paragraphs.ts"
import { headingLevel, type TagNode } from "../file/structure.ts"
import type { PdfTable } from "./tables.ts"

type TaggedPiece =
  | { readonly kind: "paragraph"; readonly paragraph: Paragraph }
  | { readonly kind: "table"; readonly table: PdfTable }
  /** What the tree does not tell enough of: a table whose rows differ in length, text that is not in it. */
  | { readonly kind: "spans"; readonly spans: ReadonlyArray<Span> }

/** Letters beyond those of the tree, as part of them, that it may not know. */
const misses = 0.02
/** Part of the page's height, at either end, in which heads and feet stand. */
const edge = 0.1
/** Letters of the largest block that is one. */
const largest = 4000
/** Most columns of a table. */
const maxColumns = 200

export const layOutTagged = (
  { height, tags }: PageText,
  spans: ReadonlyArray<Span>
): ReadonlyArray<TaggedPiece> | undefined => {
  if (tags === undefined) return undefined
  const byId = Map.groupBy(spans, ({ markedId }) => markedId)
  const known = idsOf(tags)
  const own = new Set(known)
  const found = spans.filter(({ markedId }) => own.has(markedId))
  const rest = spans.filter(({ markedId }) => !own.has(markedId))
  // Browsers print heads and feet that are in no tree.
  const inside = rest.filter(({ y }) => y > edge * height && y < (1 - edge) * height)
  const letters = countLetters(found)
  if (letters === 0 || own.size !== known.length) return undefined
  if (countLetters(inside) > misses * letters || countLetters(rest) > letters) return undefined
  const pieces = makeWalker(byId)(tags)
  if (!isSane(pieces)) return undefined
  const top = found.reduce((least, { y }) => Math.min(least, y), Infinity)
  return [
    { kind: "spans", spans: rest.filter(({ y }) => y < top) },
    ...pieces,
    { kind: "spans", spans: rest.filter(({ y }) => y >= top) }
  ]
}

const countLetters = (spans: ReadonlyArray<Span>): number => spans.reduce((sum, { text }) => sum + text.length, 0)

/** No block is a page of its own, and hardly any stands above the one before it. */
const isSane = (pieces: ReadonlyArray<TaggedPiece>): boolean => {
  let jumps = 0
  let before: { readonly x0: number; readonly x1: number; readonly y0: number } | undefined
  for (const piece of pieces) {
    if (piece.kind === "spans") continue
    const box = piece.kind === "table" ? piece.table : piece.paragraph
    if (piece.kind === "paragraph") {
      const spans = piece.paragraph.lines.flatMap((line) => line.spans)
      if (countLetters(spans) > largest) return false
      if (before !== undefined && box.y1 < before.y0 - 2 && box.x0 < before.x1 && box.x1 > before.x0) jumps++
    }
    before = box
  }
  return jumps <= Math.max(1, 0.15 * pieces.length)
}

/** Roles that stand within a line. */
const inline = new Set([
  "Span",
  "NonStruct",
  "Link",
  "Em",
  "Strong",
  "Sub",
  "Quote",
  "Code",
  "Reference",
  "Annot",
  "Private",
  "Ruby",
  "RB",
  "Warichu",
  "WT",
  "Lbl"
])

const isInline = (node: TagNode): boolean =>
  inline.has(node.role) && node.children.every((child) => typeof child === "number" || isInline(child))

const idsOf = (node: TagNode): ReadonlyArray<number> =>
  node.children.flatMap((child) => (typeof child === "number" ? [child] : idsOf(child)))

/** What the blocks inside of a node are. */
interface Place {
  /** Depth of the list from 0. */
  readonly level: number
  readonly tag: Tag
}

const makeWalker = (byId: ReadonlyMap<number, ReadonlyArray<Span>>) => {
  const spansOf = (ids: ReadonlyArray<number>): ReadonlyArray<Span> => ids.flatMap((id) => byId.get(id) ?? [])
  const out: Array<TaggedPiece> = []

  const leaf = (ids: ReadonlyArray<number>, tag: Tag): boolean => {
    const parts = columnsOf(spansOf(ids)).flatMap((spans) => joinParagraphs(gatherLines(spans)))
    const [first] = parts
    if (first === undefined) return false
    const whole: Paragraph = {
      ...first,
      kind: parts.every(({ kind }) => kind === "code") ? "code" : "paragraph",
      lines: parts.flatMap((part) => part.lines),
      hardBreaks: parts.flatMap((part, index) => part.hardBreaks.map((hard) => hard && index === parts.length - 1)),
      x1: Math.max(...parts.map(({ x1 }) => x1)),
      x0: Math.min(...parts.map(({ x0 }) => x0)),
      y1: parts.at(-1)!.y1,
      bold: parts.every(({ bold }) => bold),
      italic: parts.every(({ italic }) => italic),
      tag
    }
    out.push({ kind: "paragraph", paragraph: whole })
    return true
  }

  /** Children in order: text of their own as a block, blocks as such. */
  const blocks = (node: TagNode, place: Place): void => {
    let own: Array<number> = []
    const flush = (): void => {
      if (own.length > 0) leaf(own, place.tag)
      own = []
    }
    for (const child of node.children) {
      if (typeof child === "number") own.push(child)
      else if (isInline(child)) own.push(...idsOf(child))
      else {
        flush()
        walk(child, place)
      }
    }
    flush()
  }

  const walk = (node: TagNode, place: Place): void => {
    if (node.role === "L" || node.role === "TOC") {
      const inside = { ...place, level: place.level + 1 }
      for (const child of node.children) if (typeof child === "object") walk(child, inside)
    } else if (node.role === "LI" || node.role === "TOCI") item(node, place)
    else if (node.role === "Table") table(node, place)
    else if (node.role === "BlockQuote") blocks(node, { ...place, tag: { kind: "quote" } })
    else blocks(node, headingLevel(node.role) === undefined ? place : { level: place.level, tag: { kind: "text" } })
  }

  const item = (node: TagNode, { level }: Place): void => {
    const at = Math.max(0, level)
    const label = node.children.find((child): child is TagNode => typeof child === "object" && child.role === "Lbl")
    const sign =
      label === undefined
        ? ""
        : spansOf(idsOf(label))
            .map(({ text }) => text)
            .join("")
            .trim()
    const number = /^\(?(\d{1,4})[.)]?\)?$/.exec(sign)?.[1]
    const tag: Tag = {
      kind: "item",
      level: at,
      ordered: number !== undefined || /^\(?[a-zA-Z]{1,6}[.)]$/.test(sign),
      number: number === undefined ? undefined : Number(number),
      labelled: sign !== ""
    }
    const start = out.length
    blocks({ ...node, children: node.children.filter((child) => child !== label) }, { level: at, tag })
    // What follows the first paragraph goes on in the item.
    let seen = false
    for (let index = start; index < out.length; index++) {
      const piece = out[index]!
      if (piece.kind !== "paragraph" || piece.paragraph.tag !== tag) continue
      if (seen) out[index] = { ...piece, paragraph: { ...piece.paragraph, tag: { kind: "more", level: at } } }
      seen = true
    }
  }

  const table = (node: TagNode, place: Place): void => {
    const rows = rowsOf(node).map(({ children }) =>
      children.filter((cell): cell is TagNode => typeof cell === "object" && (cell.role === "TD" || cell.role === "TH"))
    )
    const width = rows[0]?.length ?? 0
    const spans = spansOf(idsOf(node))
    if (spans.length === 0) return
    // A table of one cell is a frame, one of uneven rows has spans that the tree does not record.
    if (width === 0 || (width === 1 && rows.length === 1)) return blocks({ ...node, role: "Div" }, place)
    if (width > maxColumns || rows.some((row) => row.length !== width)) {
      out.push({ kind: "spans", spans })
      return
    }
    out.push({
      kind: "table",
      table: {
        ...boxOf(spans),
        named: rows.length > 1 && rows[0]!.every(({ role }) => role === "TH"),
        rows: rows.map((row) => row.map((cell) => ({ spans: spansOf(idsOf(cell)), columns: 1, rows: 1 })))
      }
    })
  }

  return (tree: TagNode): ReadonlyArray<TaggedPiece> => {
    blocks(tree, { level: -1, tag: { kind: "text" } })
    return out
  }
}

/** Text of one block that goes on at the head of the next column. */
const columnsOf = (spans: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Span>> => {
  const columns: Array<Array<Span>> = []
  let lowest = -Infinity
  for (const span of spans) {
    const column = columns.at(-1)
    // Raised letters stand higher too, by less than a line.
    if (column === undefined || span.y < lowest - 0.7 * span.size) {
      columns.push([span])
      lowest = span.y
    } else {
      column.push(span)
      lowest = Math.max(lowest, span.y)
    }
  }
  return columns
}

const rowsOf = (node: TagNode): ReadonlyArray<TagNode> =>
  node.children.flatMap((child) => {
    if (typeof child === "number" || child.role === "Table") return []
    return child.role === "TR" ? [child] : rowsOf(child)
  })

const boxOf = (spans: ReadonlyArray<Span>) => ({
  x0: spans.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
  x1: spans.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
  y0: spans.reduce((least, { size, y }) => Math.min(least, y - size), Infinity),
  y1: spans.reduce((most, { size, y }) => Math.max(most, y + size * 0.3), -Infinity)
})
