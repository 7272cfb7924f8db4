/**
 * Word files (ECMA-376 part 1 §17): styles become headings, numbering becomes
 * nested lists, revisions are accepted, headers and footers are left out.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { type Block, renderBlocks } from "../../markup/blocks.ts"
import { damaged } from "../../model/failure.ts"
import { leftOut } from "../../markup/leftOut.ts"
import { escapeText, inline, type Inline, Mark, page, ruler } from "../../markup/html.ts"
import { makeNotes } from "../../markup/notes.ts"
import { coreProperties, openPackage, type Package } from "../../bytes/office.ts"
import { makePictures } from "../../markup/pictures.ts"
import type { Reader } from "../../model/Reader.ts"
import { type Cell, renderTable } from "../../markup/table.ts"
import { attr, child, children, elements, type Element } from "../../bytes/xml.ts"
import { chartHtml } from "../chart.ts"
import { type Numbering, readNumbering } from "./numbering.ts"
import { readInline, type RunContext } from "./runs.ts"
import { listOf, outlineLevel, readStyles, type Styles, toggle } from "./styles.ts"

interface Context extends RunContext {
  readonly styles: Styles
  readonly numbering: Numbering
  readonly xml: (path: string) => Element | undefined
}

export const readDocx: Reader = ({ bytes }, { caps, comments = false }): Parsed => {
  const office = openPackage(bytes, caps.maxUnpackedBytes)
  const main = office.main ?? "word/document.xml"
  const body = child(office.xml(main), "document", "body")
  if (body === undefined) throw damaged("the document has no body")
  const part = (type: string) => [...office.relations(main).values()].find((relation) => relation.type === type)?.target
  const xml = (type: string) => {
    const path = part(type)
    return path === undefined ? undefined : office.xml(path)
  }
  const context: Context = {
    styles: readStyles(xml("styles")),
    numbering: readNumbering(xml("numbering")),
    relations: office.relations(main),
    read: (path) => office.zip.read(path),
    pictures: makePictures(),
    notes: makeNotes(),
    boxes: [],
    charts: [],
    comments: { wanted: comments, unread: 0 },
    xml: office.xml
  }
  const content = renderBlocks(readBlocks(body, context))
  const notes = context.notes.section(noteReader(office, part, context))
  return page(content + notes, {
    metadata: coreProperties(office),
    warnings: leftOut("Comments", context.comments.unread, "docx", "comments")
  })
}

/** HTML of a note by its key: `f`, `e` or `c` for the kind, then its id. */
const noteReader = (office: Package, part: (type: string) => string | undefined, context: Context) => {
  const load = (kind: "footnote" | "endnote" | "comment") => {
    const path = part(`${kind}s`)
    if (path === undefined) return new Map<string, string>()
    // Links of notes are in a list of their own.
    const own: Context = { ...context, relations: office.relations(path) }
    return new Map(
      children(child(office.xml(path), `${kind}s`), kind).map((note) => [
        attr(note, "id") ?? "",
        (kind === "comment" ? authorOf(note) : "") +
          children(note, "p")
            .map((paragraph) => inline(tidy(readInline(paragraph, own))))
            .filter((html) => html !== "")
            .join("<br>")
      ])
    )
  }
  const kinds = { f: load("footnote"), e: load("endnote"), c: load("comment") }
  return (key: string): string =>
    kinds[key.startsWith("f") ? "f" : key.startsWith("e") ? "e" : "c"].get(key.slice(1)) ?? ""
}

const authorOf = (comment: Element): string => {
  const author = (attr(comment, "author") ?? "").trim()
  return author === "" ? "" : `${escapeText(author)}: `
}

const readBlocks = (container: Element, context: Context): ReadonlyArray<Block> => {
  const out: Array<Block> = []
  let initial: ReadonlyArray<Inline> = []
  for (const element of elements(container)) {
    switch (element.name) {
      case "p":
        // A large first letter is a paragraph of its own (§17.3.1.11).
        if (/^(?:drop|margin)$/.test(attr(child(element, "pPr", "framePr"), "dropCap") ?? "")) {
          initial = [...initial, ...readInline(element, context)]
          break
        }
        out.push(...readParagraph(element, context, initial))
        initial = []
        break
      case "tbl":
        out.push(...readTable(element, context))
        break
      case "del":
      case "moveFrom":
      case "sectPr":
      case "sdtPr":
        break
      case "AlternateContent": {
        const choice = child(element, "Choice") ?? child(element, "Fallback")
        if (choice !== undefined) out.push(...readBlocks(choice, context))
        break
      }
      // Content controls, smart tags and insertions hold blocks.
      default:
        out.push(...readBlocks(element, context))
    }
  }
  return out
}

const readParagraph = (
  paragraph: Element,
  context: Context,
  initial: ReadonlyArray<Inline> = []
): ReadonlyArray<Block> => {
  const properties = child(paragraph, "pPr")
  const style = context.styles.paragraph(attr(child(properties, "pStyle"), "val"))
  const pieces = [...initial, ...readInline(paragraph, context)]
  const charts = context.charts.splice(0).flatMap((id): ReadonlyArray<Block> => {
    const path = context.relations.get(id)?.target
    const html = path === undefined ? "" : chartHtml(context.xml(path))
    return html === "" ? [] : [{ kind: "html", html }]
  })
  const boxes = context.boxes.splice(0).flatMap((box) => readBlocks(box, context))
  const block = paragraphBlock(pieces, properties, style, context)
  return [...(block === undefined ? [] : [block]), ...charts, ...boxes]
}

const paragraphBlock = (
  pieces: ReadonlyArray<Inline>,
  properties: Element | undefined,
  style: ReturnType<Styles["paragraph"]>,
  { numbering }: Context
): Block | undefined => {
  const heading = outlineLevel(properties) ?? style.heading
  const list = listOf(properties) ?? style.list
  const counted = list === undefined ? undefined : numbering.next(list.id, list.level)
  if (heading !== undefined) {
    const html = inline(tidy(pieces), Mark.bold | Mark.code)
    return html === "" ? undefined : { kind: "heading", level: heading, html }
  }
  const code =
    style.code ||
    (pieces.length > 0 &&
      pieces.every(isCode) &&
      list === undefined &&
      pieces.some((piece) => "text" in piece && /[{};=<>()]/.test(piece.text)))
  if (code) {
    const text = pieces.map((piece) => ("text" in piece ? piece.text : "\n")).join("")
    return { kind: "code", text: text.trimEnd() }
  }
  const html = inline(tidy(pieces))
  if (html === ruler.html || (html === "" && style.ruler)) return { kind: "html", html: ruler.html }
  if (html === "") return undefined
  if (style.contents !== undefined) {
    // The page number behind the tab says nothing without pages.
    return {
      kind: "item",
      level: style.contents,
      ordered: false,
      html: withoutPageNumber(html)
    }
  }
  if (list !== undefined && counted !== undefined) {
    if (counted.silent) return { kind: "more", level: list.level, html }
    const { number, ordered } = counted
    // Programs give bullets of one list several definitions; numbers begin anew with each.
    return { kind: "item", level: list.level, ordered, number, list: ordered ? list.id : undefined, html }
  }
  return style.quote ? { kind: "quote", html } : { kind: "paragraph", html }
}

const withoutPageNumber = (html: string): string =>
  html.slice(0, -60) +
  html
    .slice(-60)
    .replace(/\s*\b\d{1,5}((?:<\/[a-z]+>)*)$/, "$1")
    .trimEnd()

const isCode = (piece: Inline): boolean =>
  !("text" in piece) || (piece.marks & Mark.code) !== 0 || piece.text.trim() === ""

/** Tabs and runs of blanks are one blank outside of code. */
const tidy = (pieces: ReadonlyArray<Inline>): ReadonlyArray<Inline> =>
  pieces.map((piece) =>
    "text" in piece && /\s{2}|[\t\n\r]/.test(piece.text)
      ? { ...piece, text: piece.text.replaceAll(/\s+/g, " ") }
      : piece
  )

interface NestedTable {
  readonly html: string
  readonly columns: number
  readonly align: Cell["align"]
  rows: number
}

const readTable = (table: Element, context: Context): ReadonlyArray<Block> => {
  const lines = rowsOf(table)
  const rows: Array<Array<Cell>> = []
  /** Cells that may still grow downwards, by the column they start in. */
  const growing = new Map<number, NestedTable>()
  let headerRows = 0
  const only = lines.length === 1 ? cellsOf(lines[0]!) : []
  // A table of one cell is a frame around text.
  if (only.length === 1) return readBlocks(only[0]!, context)
  for (const [index, line] of lines.entries()) {
    const row: Array<Cell> = []
    let column = Number(attr(child(child(line, "trPr"), "gridBefore"), "val") ?? 0) || 0
    if (headerRows === index && toggle(child(line, "trPr"), "tblHeader") === true) headerRows++
    for (const cell of cellsOf(line)) {
      const properties = child(cell, "tcPr")
      const columns = Math.min(1000, Math.max(1, Number(attr(child(properties, "gridSpan"), "val") ?? 1) || 1))
      const merge = child(properties, "vMerge")
      const above = growing.get(column)
      if (merge !== undefined && attr(merge, "val") !== "restart" && above !== undefined) above.rows++
      else {
        const made: NestedTable = { html: cellHtml(cell, context), columns, rows: 1, align: alignOf(cell) }
        row.push(made)
        if (merge === undefined) growing.delete(column)
        else growing.set(column, made)
      }
      column += columns
    }
    rows.push(row)
  }
  const look = child(child(table, "tblPr"), "tblLook")
  const firstRow = attr(look, "firstRow") ?? ((Number.parseInt(attr(look, "val") ?? "0", 16) & 0x20) !== 0 ? "1" : "0")
  const html = renderTable({
    headerRows: headerRows > 0 ? headerRows : firstRow === "1" && rows.length > 1 ? 1 : 0,
    rows
  })
  return html === "" ? [] : [{ kind: "html", html }]
}

/** Rows, those inside content controls and revisions too; deleted ones are gone. */
const rowsOf = (container: Element): ReadonlyArray<Element> =>
  elements(container).flatMap((element) => {
    if (element.name === "tr") return child(child(element, "trPr"), "del") === undefined ? [element] : []
    return element.name === "tblPr" || element.name === "tblGrid" || element.name === "del" ? [] : rowsOf(element)
  })

const cellsOf = (container: Element): ReadonlyArray<Element> =>
  elements(container).flatMap((element) => {
    if (element.name === "tc") return [element]
    return element.name === "trPr" || element.name === "tblPrEx" ? [] : cellsOf(element)
  })

const alignOf = (cell: Element): Cell["align"] => {
  const side = attr(child(cell, "p", "pPr", "jc"), "val")
  return side === "right" || side === "end" ? "right" : side === "center" ? "center" : undefined
}

const cellHtml = (cell: Element, context: Context): string => {
  const blocks = readBlocks(cell, context)
  if (blocks.every((block) => block.kind === "paragraph" || block.kind === "heading")) {
    return blocks.map((block) => ("html" in block ? block.html : "")).join("<br>")
  }
  return renderBlocks(blocks)
}
