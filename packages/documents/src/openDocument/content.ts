/** Text, lists and tables of OpenDocument files (ODF 1.3 part 3 §5 to §9) as blocks. */
import { type Block, renderBlocks } from "../markup/blocks.ts"
import { inline, type Inline, lineBreak, Mark, ruler } from "../markup/html.ts"
import type { Notes } from "../markup/notes.ts"
import { safeLink } from "../bytes/office.ts"
import type { PictureMaker } from "../markup/pictures.ts"
import { type Cell, renderTable } from "../markup/table.ts"
import type { TableBudget } from "../markup/TableBudget.ts"
import {
  attr,
  child,
  children,
  decodeXmlPart,
  descendant,
  elements,
  type Element,
  parseXml,
  textOf
} from "../bytes/xml.ts"
import { odfChartHtml } from "./chart.ts"
import { mathmlOf } from "./mathml.ts"
import type { OdfStyles } from "./styles.ts"
import { tableRows } from "./tableRows.ts"

export interface OdfContext {
  readonly styles: OdfStyles
  readonly notes: Notes
  readonly pictures: PictureMaker
  readonly read: (path: string) => Uint8Array | undefined
  /** Parts that formulas and charts were read from: one that is named again and again would be read again and again. */
  readonly objects: Set<string>
  /** Whether comments are read; those that are not are counted. */
  readonly comments: { readonly wanted: boolean; unread: number }
  /** Items that the lists had so far, by their identifiers, as others may go on with them. */
  readonly counts: Map<string, number>
  readonly maxRows: number
  readonly maxColumns: number
  readonly budget: TableBudget
}

interface ListPlace {
  readonly level: number
  readonly style: string | undefined
  readonly id: string
}

export const readOdfBlocks = (container: Element, context: OdfContext): ReadonlyArray<Block> =>
  elements(container).flatMap((element) => readBlock(element, context))

const readBlock = (element: Element, context: OdfContext): ReadonlyArray<Block> => {
  switch (element.name) {
    case "h":
    case "p":
      return readParagraph(element, context)
    case "list":
      return readList(element, context, undefined)
    case "table":
      return readTable(element, context)
    case "frame":
    case "custom-shape":
    case "g":
      return readFrame(element, context)
    // Deletions are kept aside there; notes and forms are no text.
    case "tracked-changes":
    case "annotation":
    case "forms":
    case "sequence-decls":
    case "index-title-template":
    case "table-of-content-source":
      return []
    default:
      return readOdfBlocks(element, context)
  }
}

const readParagraph = (element: Element, context: OdfContext): ReadonlyArray<Block> => {
  const boxes: Array<Block> = []
  const pieces = readInline(element, context, boxes)
  const style = context.styles.paragraph(attr(element, "style-name"))
  const heading = element.name === "h" ? Number(attr(element, "outline-level") ?? 1) : style.title ? 1 : undefined
  if (heading !== undefined) {
    const html = inline(pieces, Mark.bold | Mark.code)
    return html === "" ? boxes : [{ kind: "heading", level: heading, html }, ...boxes]
  }
  if (style.code) {
    const text = pieces.map((piece) => ("text" in piece ? piece.text : "\n")).join("")
    return [{ kind: "code", text }, ...boxes]
  }
  const html = inline(pieces)
  if (html === "") return style.ruler ? [{ kind: "html", html: ruler.html }, ...boxes] : boxes
  return [style.quote ? { kind: "quote", html } : { kind: "paragraph", html }, ...boxes]
}

export const readInline = (paragraph: Element, context: OdfContext, boxes: Array<Block>): ReadonlyArray<Inline> => {
  const out: Array<Inline> = []
  const base = context.styles.paragraph(attr(paragraph, "style-name")).code
  const walk = (element: Element, marks: number, href: string | undefined): void => {
    for (const part of element.children) {
      if (typeof part === "string") {
        // Blanks in the file are one blank (§6.1.2).
        const text = base ? part : part.replaceAll(/[ \t\r\n]+/g, " ")
        if (text !== "") out.push({ text, marks, href })
        continue
      }
      switch (part.name) {
        case "span":
          walk(part, marks | context.styles.marks(attr(part, "style-name")), href)
          break
        case "a":
          walk(part, marks, safeLink(attr(part, "href")) ?? href)
          break
        case "s":
          out.push({ text: " ".repeat(Math.min(200, Math.max(1, Number(attr(part, "c") ?? 1) || 1))), marks, href })
          break
        case "tab":
          out.push({ text: base ? "\t" : " ", marks, href })
          break
        case "line-break":
          out.push(lineBreak)
          break
        case "note": {
          const blocks = readOdfBlocks(child(part, "note-body") ?? part, context)
          out.push(context.notes.add(blocks.flatMap((block) => ("html" in block ? [block.html] : [])).join("<br>")))
          break
        }
        case "frame": {
          const object = objectOf(part, context)
          const picture = object.formula ?? (object.chart === undefined ? pictureOf(part, context) : undefined)
          if (picture !== undefined) out.push(picture)
          else boxes.push(...(object.chart === undefined ? readFrame(part, context) : [object.chart]))
          break
        }
        case "ruby":
          walk(child(part, "ruby-base") ?? part, marks, href)
          break
        case "annotation": {
          const html = commentHtml(part, context)
          if (html !== "") out.push(context.notes.add(html))
          break
        }
        case "annotation-end":
        case "tracked-changes":
          break
        default:
          walk(part, marks, href)
      }
    }
  }
  walk(paragraph, 0, undefined)
  return out
}

/** Who wrote a comment (ODF 1.3 part 3 §14.1), and the words; empty where comments are not read. */
export const commentHtml = (annotation: Element, context: OdfContext, wanted = context.comments.wanted): string => {
  const author = inline([{ text: textOf(child(annotation, "creator")).trim(), marks: 0 }])
  const lines = readOdfBlocks(annotation, context).flatMap((block) => ("html" in block ? [block.html] : []))
  if (lines.length === 0) return ""
  if (!wanted) {
    context.comments.unread++
    return ""
  }
  return `${author === "" ? "" : `${author}: `}${lines.join("<br>")}`
}

interface EmbeddedObject {
  readonly formula?: Inline | undefined
  readonly chart?: Block | undefined
}

/** The formula or the chart that the frame embeds, in a part of its own or in place. */
export const objectOf = (frame: Element, { objects, read }: OdfContext): EmbeddedObject => {
  const object = child(frame, "object")
  if (object === undefined) return {}
  const path = attr(object, "href")
  const inPlace = elements(object).length > 0
  if (!inPlace && (path === undefined || objects.has(path))) return {}
  if (!inPlace) objects.add(path!)
  const bytes = inPlace ? undefined : read(`${path!.replace(/\/$/, "")}/content.xml`)
  const content = bytes === undefined ? object : parseXml(decodeXmlPart(bytes))
  const formula = child(content, "math")
  if (formula !== undefined) return { formula: mathmlOf(formula) }
  const html = odfChartHtml(content)
  return html === "" ? {} : { chart: { kind: "html", html } }
}

const pictureOf = (frame: Element, { pictures, read }: OdfContext): Inline | undefined => {
  const picture = child(frame, "image")
  if (picture === undefined) return undefined
  const path = attr(picture, "href") ?? ""
  const alt = textOf(child(frame, "desc")) || textOf(child(frame, "title"))
  return pictures(path, () => read(path), alt)
}

const readFrame = (frame: Element, context: OdfContext): ReadonlyArray<Block> => {
  const { chart, formula } = objectOf(frame, context)
  if (chart !== undefined) return [chart]
  if (formula !== undefined) return [{ kind: "paragraph", html: inline([formula]) }]
  const picture = pictureOf(frame, context)
  if (picture !== undefined) {
    const html = inline([picture])
    return html === "" ? [] : [{ kind: "paragraph", html }]
  }
  const table = descendant(frame, "table")
  return table === undefined ? readOdfBlocks(child(frame, "text-box") ?? frame, context) : readTable(table, context)
}

const readList = (list: Element, context: OdfContext, outer: ListPlace | undefined): ReadonlyArray<Block> => {
  const place: ListPlace = {
    level: outer === undefined ? 0 : outer.level + 1,
    style: attr(list, "style-name") ?? outer?.style,
    id: outer?.id ?? attr(list, "id") ?? ""
  }
  const marker = context.styles.marker(place.style, place.level + 1)
  const out: Array<Block> = []
  const { counts } = context
  const before = attr(list, "continue-list") ?? (attr(list, "continue-numbering") === "true" ? lastList : undefined)
  let count = before === undefined ? 0 : (counts.get(before) ?? 0)
  for (const item of elements(list)) {
    if (item.name !== "list-item" && item.name !== "list-header") continue
    const start = Number(attr(item, "start-value"))
    let started = false
    for (const part of elements(item)) {
      if (part.name === "list") {
        out.push(...readList(part, context, place))
        continue
      }
      for (const block of readBlock(part, context)) {
        if (block.kind !== "paragraph" || item.name === "list-header") out.push(block)
        else if (started || marker === "none") out.push({ kind: "more", level: place.level, html: block.html })
        else {
          count = Number.isInteger(start) && start > 0 ? start : count + 1
          out.push({ kind: "item", level: place.level, ordered: marker === "number", number: count, html: block.html })
          started = true
        }
      }
    }
  }
  for (const key of [attr(list, "xml:id"), lastList]) if (key !== undefined) counts.set(key, count)
  return out
}

/** Key of the list that was read last. */
const lastList = ""

const readTable = (table: Element, context: OdfContext): ReadonlyArray<Block> => {
  const { headers, rows } = tableRows(table)
  const html = renderTable({
    headerRows: headers > 0 ? headers : rows.length > 1 ? 1 : 0,
    rows: rows.slice(0, context.maxRows).map((row) =>
      children(row, "table-cell").flatMap((cell): ReadonlyArray<Cell> => {
        const made = {
          html: cellHtml(cell, context),
          columns: count(attr(cell, "number-columns-spanned")),
          rows: count(attr(cell, "number-rows-spanned"))
        }
        const cells: Array<Cell> = [made]
        const times = Math.min(50, count(attr(cell, "number-columns-repeated")))
        // Tables in the cell say theirs again with each.
        while (cells.length < times && context.budget.takeField() && context.budget.takeText(made.html.length))
          cells.push(made)
        return cells
      })
    )
  })
  return html === "" ? [] : [{ kind: "html", html }]
}

const count = (value: string | undefined): number => Math.min(1000, Math.max(1, Number(value ?? 1) || 1))

const cellHtml = (cell: Element, context: OdfContext): string => {
  const blocks = readOdfBlocks(cell, context)
  return blocks.every(({ kind }) => kind === "paragraph" || kind === "heading")
    ? blocks.map((block) => ("html" in block ? block.html : "")).join("<br>")
    : renderBlocks(blocks)
}
