/** OpenDocument text, spreadsheets and presentations (ISO/IEC 26300, ODF 1.3), by what the body holds. */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { type Block, renderBlocks } from "../markup/blocks.ts"
import { damaged, encrypted } from "../model/failure.ts"
import { leftOut } from "../markup/leftOut.ts"
import { escapeText, inline, page } from "../markup/html.ts"
import { makeNotes } from "../markup/notes.ts"
import { properties, safeLink } from "../bytes/office.ts"
import { makePictures } from "../markup/pictures.ts"
import type { Caps, Reader } from "../model/Reader.ts"
import {
  attr,
  child,
  children,
  decodeXmlPart,
  descendant,
  descendants,
  elements,
  type Element,
  parseXml,
  textOf
} from "../bytes/xml.ts"
import { TableBudget } from "../markup/TableBudget.ts"
import { cellName, gridTables, type Merge } from "../markup/grid.ts"
import { openZip, type Zip } from "../bytes/zip.ts"
import { commentHtml, objectOf, type OdfContext, readInline, readOdfBlocks } from "./content.ts"
import { readOdfStyles } from "./styles.ts"
import { tableRows } from "./tableRows.ts"

export const readOpenDocument: Reader = ({ bytes }, { caps, comments = false, hidden = false }): Parsed => {
  const zip = openZip(bytes, caps.maxUnpackedBytes)
  const manifest = zip.read("META-INF/manifest.xml")
  if (manifest !== undefined && /<(?:\w+:)?encryption-data\b/.test(decodeXmlPart(manifest))) {
    throw encrypted("the document is protected by a password")
  }
  const content = part(zip, "content.xml")
  const body = child(child(content, "document-content"), "body")
  if (body === undefined) throw damaged("the document has no content")
  const context: OdfContext = {
    styles: readOdfStyles([part(zip, "styles.xml"), content]),
    notes: makeNotes(),
    pictures: makePictures(),
    objects: new Set(),
    comments: { wanted: comments, unread: 0 },
    counts: new Map(),
    read: (path) => zip.read(path.replace(/^\.\//, "")),
    maxRows: caps.maxRows,
    maxColumns: caps.maxColumns,
    budget: new TableBudget()
  }
  const warnings: Array<string> = []
  const visible = (parts: ReadonlyArray<Element>, style: string) => ({
    all: parts.length,
    shown: hidden ? parts : parts.filter((part) => !context.styles.hidden(attr(part, style)))
  })
  const html = elements(body)
    .map((kind) => {
      if (kind.name === "spreadsheet") {
        const { all, shown } = visible(children(kind, "table"), "style-name")
        warnings.push(...leftOut("Hidden sheets", all - shown.length, "ods", "hidden"))
        return readSheets(shown, context, caps, warnings)
      }
      if (kind.name === "presentation" || kind.name === "drawing") {
        const { all, shown } = visible(children(kind, "page"), "draw:style-name")
        warnings.push(...leftOut("Hidden slides", all - shown.length, "odp", "hidden"))
        return readSlides(shown, context, caps, warnings)
      }
      return renderBlocks(readOdfBlocks(kind, context))
    })
    .join("\n")
  const type = child(body, "presentation") === undefined ? "odt" : "odp"
  warnings.push(...leftOut("Comments", context.comments.unread, type, "comments"), ...context.budget.warnings)
  const notes = context.notes.section()
  const metadata = readMeta(zip)
  return page(html + notes, { metadata, warnings })
}

const part = (zip: Zip, name: string): Element | undefined => {
  const bytes = zip.read(name)
  return bytes === undefined ? undefined : parseXml(decodeXmlPart(bytes))
}

const readMeta = (zip: Zip): Readonly<Record<string, string>> => {
  const meta = child(child(part(zip, "meta.xml"), "document-meta"), "meta")
  return properties(
    elements(meta).map((element) => [element.name === "keyword" ? "keywords" : element.name, textOf(element)]),
    {
      "initial-creator": "author",
      creator: "author",
      subject: "description",
      "creation-date": "publishedTime",
      date: "modifiedTime"
    }
  )
}

const readSheets = (sheets: ReadonlyArray<Element>, context: OdfContext, caps: Caps, warnings: Array<string>): string =>
  sheets
    .slice(0, caps.maxPages)
    .map((table) => {
      const name = attr(table, "table:name") ?? ""
      const { cut, html } = sheetTable(table, context)
      if (cut) warnings.push(`Only the first rows and columns of the sheet ${name} were read (maxRows, maxColumns).`)
      return `<h2>${escapeText(name)}</h2>${html === "" ? "" : `\n${html}`}`
    })
    .join("\n")

const sheetTable = (table: Element, context: OdfContext): { readonly html: string; readonly cut: boolean } => {
  const cells = new Map<number, Map<number, string>>()
  const merges: Array<Merge> = []
  const links = new Map<string, string>()
  const notes = new Map<string, string>()
  const drawings = children(table, "shapes").flatMap(elements)
  let cut = false
  let row = 0
  for (const line of tableRows(table).rows) {
    const repeats = number(attr(line, "number-rows-repeated"))
    const shown = new Map<number, string>()
    let column = 0
    for (const cell of elements(line)) {
      const times = number(attr(cell, "number-columns-repeated"))
      const text = cell.name === "table-cell" ? cellText(cell, context) : ""
      if (cell.name === "table-cell") drawings.push(...elements(cell).filter(({ name }) => isDrawing.test(name)))
      if (text !== "") {
        const comment = child(cell, "annotation")
        const note = comment === undefined ? "" : commentHtml(comment, context, true)
        if (note !== "") notes.set(cellName(row, column), context.notes.add(note).html)
        const end = Math.min(column + times, context.maxColumns)
        if (end < column + times) cut = true
        for (let at = column; at < end; at++) shown.set(at, text)
        const href = safeLink(attr(descendant(cell, "a"), "href"))
        if (href !== undefined && links.size < 20_000) links.set(cellName(row, column), href)
        const columns = number(attr(cell, "number-columns-spanned"))
        const rows = number(attr(cell, "number-rows-spanned"))
        if ((columns > 1 || rows > 1) && merges.length < 20_000) merges.push({ row, column, columns, rows })
      }
      column += times
    }
    if (shown.size > 0) {
      // A sheet repeats its last empty row a million times; rows with text seldom.
      for (let at = 0; at < repeats; at++) {
        if (cells.size >= context.maxRows) {
          cut = true
          break
        }
        if (!takeFields(shown.size, context.budget)) break
        cells.set(row + at, shown)
      }
    }
    row += repeats
  }
  const grid = gridTables({ cells, merges, budget: context.budget, links, notes })
  return {
    html: [grid, ...drawings.map((drawing) => drawingHtml(drawing, context))].filter((part) => part !== "").join("\n"),
    cut
  }
}

const isDrawing = /^(?:frame|g|custom-shape|caption)$/

/** The data of a chart, or the words of a shape. */
const drawingHtml = (drawing: Element, context: OdfContext): string => {
  const { chart } = objectOf(drawing, context)
  return renderBlocks(
    chart === undefined
      ? descendants(drawing, "p").flatMap((paragraph): ReadonlyArray<Block> => {
          const html = inline(readInline(paragraph, context, []))
          return html === "" ? [] : [{ kind: "paragraph", html }]
        })
      : [chart]
  )
}

/** Whether all fields of a row may be filled. */
const takeFields = (count: number, budget: TableBudget): boolean => {
  for (let taken = 0; taken < count; taken++) if (!budget.takeField()) return false
  return true
}

const number = (value: string | undefined): number => Math.min(2_000_000, Math.max(1, Number(value ?? 1) || 1))

/** What the cell shows; dates in ISO 8601, which the file holds next to it. */
const cellText = (cell: Element, context: OdfContext): string => {
  if (attr(cell, "value-type") === "date") return attr(cell, "date-value")?.replace(/T00:00:00$/, "") ?? ""
  return children(cell, "p")
    .map((paragraph) =>
      readInline(paragraph, context, [])
        .map((piece) => ("text" in piece ? piece.text : "\n"))
        .join("")
    )
    .join("\n")
}

const readSlides = (
  slides: ReadonlyArray<Element>,
  context: OdfContext,
  { maxPages }: Caps,
  warnings: Array<string>
): string => {
  if (slides.length > maxPages) warnings.push(`Only the first ${maxPages} slides were read (maxPages).`)
  return slides
    .slice(0, maxPages)
    .map((slide, index) => {
      const frames = elements(slide).filter(({ name }) => name !== "notes" && name !== "annotation")
      const title = frames.find((frame) => attr(frame, "presentation:class") === "title")
      const titleHtml = title === undefined ? "" : plainBlocks(readOdfBlocks(title, context))
      const rest = frames
        .filter((frame) => frame !== title)
        .flatMap((frame) => readOdfBlocks({ ...slide, children: [frame] }, context))
      const notes = descendants(child(slide, "notes"), "text-box").flatMap((box) => readOdfBlocks(box, context))
      const quoted = notes.flatMap((block): ReadonlyArray<Block> =>
        "html" in block ? [{ kind: "quote", html: block.html }] : []
      )
      return renderBlocks([
        { kind: "heading", level: 2, html: titleHtml === "" ? `Slide ${index + 1}` : titleHtml },
        ...rest,
        ...quoted,
        ...children(slide, "annotation").flatMap((annotation): ReadonlyArray<Block> => {
          const html = commentHtml(annotation, context)
          return html === "" ? [] : [{ kind: "quote", html: `Comment: ${html}` }]
        })
      ])
    })
    .join("\n")
}

const plainBlocks = (blocks: ReadonlyArray<Block>): string =>
  inline(
    blocks.flatMap((block, index) =>
      "html" in block ? [...(index === 0 ? [] : [{ text: " ", marks: 0 }]), { html: block.html }] : []
    )
  )
