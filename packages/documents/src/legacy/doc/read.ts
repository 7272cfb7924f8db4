/**
 * Word files of 1997 to 2003 ([MS-DOC]): the text by its piece table, with headings, lists, tables, links, notes and
 * marks; of Word 6 and 95 the text alone.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { type Block, renderBlocks } from "../../markup/blocks.ts"
import { openCompound } from "../../bytes/compoundFile.ts"
import { decodeAs } from "../../bytes/decode.ts"
import { safeLink } from "../../bytes/office.ts"
import { damaged, encrypted, unsupported } from "../../model/failure.ts"
import { inline, type Inline, lineBreak, Mark, page } from "../../markup/html.ts"
import { makeNotes } from "../../markup/notes.ts"
import { type Cell, renderTable } from "../../markup/table.ts"
import type { Reader } from "../../model/Reader.ts"
import { summaryOf } from "../summary.ts"
import { readLists } from "./lists.ts"
import { property, type PropertyRun, readRuns } from "./runs.ts"
import { readStyles } from "./styles.ts"
import { viewOf } from "../../bytes/viewOf.ts"

const magic = 0xa5ec
/** Numbers of the format (nFib); lower ones are Word 6 and 95. */
const word97 = 0xc1
const word6 = 0x65
const maxCharacters = 20_000_000

export const readDoc: Reader = ({ bytes }, { caps }): Parsed => {
  // Word 2, which wrote no container.
  if (bytes[0] === 0xdb && bytes[1] === 0xa5) throw unsupported("a file of Word 2 or earlier; save it as .docx")
  const file = openCompound(bytes, caps.maxUnpackedBytes)
  const stream = file.read("WordDocument")
  if (stream === undefined || stream.length < 0x60) throw damaged("it has no text of Word")
  const view = viewOf(stream)
  if (view.getUint16(0, true) !== magic && view.getUint16(0, true) !== 0xa5dc) throw damaged("it is no file of Word")
  const version = view.getUint16(2, true)
  const flags = view.getUint16(0x0a, true)
  if ((flags & 0x0100) !== 0) throw encrypted("the document is protected by a password")
  if (version < word6) throw unsupported("a file of Word 2 or earlier; save it as .docx")
  const metadata = summaryOf(file)
  const old = version < word97
  const text = old
    ? readOld(stream, view)
    : readPieces(file.read((flags & 0x0200) !== 0 ? "1Table" : "0Table"), stream, view)
  const { html, warnings } = write(text, caps.maxRows)
  return page(html, {
    metadata,
    warnings: [
      ...(old ? ["The file is of Word 6 or 95: its text was read without headings, lists and marks."] : []),
      ...(text.cut ? [`Only the first ${maxCharacters} characters were read.`] : []),
      ...warnings,
      ...(html === "" ? ["The document has no text."] : [])
    ]
  })
}

interface DocText {
  /** The main text, then footnotes, then endnotes. */
  readonly main: string
  readonly footnotes: ReadonlyArray<string>
  readonly endnotes: ReadonlyArray<string>
  /** Paragraphs of text boxes, whose places on the page are not read. */
  readonly boxes: ReadonlyArray<string>
  /** Places in the main text that refer to endnotes. */
  readonly endnotePlaces: ReadonlySet<number>
  /** Properties of the paragraph or character at a place of the main text. */
  readonly paragraphAt: (place: number) => PropertyRun | undefined
  readonly characterAt: (place: number) => PropertyRun | undefined
  readonly headingOf: (style: number) => number | undefined
  readonly isOrdered: (list: number, level: number) => boolean
  readonly cut: boolean
}

const nothing = (): undefined => undefined

const readOld = (stream: Uint8Array, view: DataView): DocText => {
  const from = view.getUint32(0x18, true)
  const size = Math.min(view.getUint32(0x34, true), maxCharacters)
  return {
    main: decodeAs("windows-1252", stream.subarray(from, from + size)),
    footnotes: [],
    endnotes: [],
    boxes: [],
    endnotePlaces: new Set(),
    paragraphAt: nothing,
    characterAt: nothing,
    headingOf: nothing,
    isOrdered: () => false,
    cut: size === maxCharacters
  }
}

interface Piece {
  /** Places of its characters in the text. */
  readonly from: number
  readonly to: number
  /** Where they lie in the stream, and how many bytes each takes. */
  readonly offset: number
  readonly width: 1 | 2
}

const readPieces = (table: Uint8Array | undefined, stream: Uint8Array, view: DataView): DocText => {
  if (table === undefined || stream.length < 0x2f2) throw damaged("the part that puts its text in order is missing")
  const span = (at: number) => ({ at: view.getUint32(at, true), size: view.getUint32(at + 4, true) })
  const pieces = pieceTable(table, span(0x1a2))
  const lengths = [0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x64].map((at) => Math.max(0, view.getInt32(at, true)))
  const [mainLength = 0, footnoteLength = 0] = lengths
  const endnoteStart = lengths.slice(0, 5).reduce((sum, length) => sum + length, 0)
  const boxStart = endnoteStart + (lengths[5] ?? 0)
  const textOf = (from: number, to: number): string => {
    const out: Array<string> = []
    for (const piece of pieces) {
      const start = Math.max(from, piece.from)
      const end = Math.min(to, piece.to)
      if (start >= end) continue
      const at = piece.offset + (start - piece.from) * piece.width
      const part = stream.subarray(at, at + (end - start) * piece.width)
      const text = decodeAs(piece.width === 1 ? "windows-1252" : "utf-16le", part)
      // Places count on, whatever is missing.
      out.push(text.padEnd(end - start, "\0").slice(0, end - start))
    }
    return out.join("")
  }
  const places = (at: number): ReadonlyArray<number> => {
    const { at: start, size } = span(at)
    const list = viewOf(table)
    const found: Array<number> = []
    // References have two bytes each behind the places.
    const count = Math.floor(Math.max(0, size - 4) / 6)
    for (let index = 0; index < count && start + index * 4 + 4 <= table.length; index++)
      found.push(list.getUint32(start + index * 4, true))
    return found
  }
  const notesOf = (start: number, length: number): ReadonlyArray<string> =>
    length === 0
      ? []
      : textOf(start, Math.min(start + length, start + maxCharacters))
          .split("\u0002")
          .slice(1)
  const paragraphs = readRuns(stream, table, span(0x102).at, span(0x102).size, "paragraph")
  const characters = readRuns(stream, table, span(0xfa).at, span(0xfa).size, "character")
  const lookUp = (runs: ReadonlyArray<PropertyRun>) => {
    let piece = 0
    return (place: number): PropertyRun | undefined => {
      // Places are asked for in order.
      while (piece < pieces.length && pieces[piece]!.to <= place) piece++
      const own = pieces[piece]
      if (own === undefined || place < own.from) return undefined
      return runAt(runs, own.offset + (place - own.from) * own.width)
    }
  }
  return {
    main: textOf(0, Math.min(mainLength, maxCharacters)),
    footnotes: notesOf(mainLength, footnoteLength),
    endnotes: notesOf(endnoteStart, lengths[5] ?? 0),
    boxes: textOf(boxStart, boxStart + Math.min(lengths[6] ?? 0, maxCharacters)).split("\r"),
    endnotePlaces: new Set(places(0x20a)),
    paragraphAt: lookUp(paragraphs),
    characterAt: lookUp(characters),
    headingOf: readStyles(table, span(0xa2)),
    isOrdered: readLists(table, span(0x2e2), span(0x2ea)),
    cut: mainLength > maxCharacters
  }
}

const runAt = (runs: ReadonlyArray<PropertyRun>, place: number): PropertyRun | undefined => {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (place < run.from) high = middle - 1
    else if (place >= run.to) low = middle + 1
    else return run
  }
  return undefined
}

/** The last part of the table of formats: where the characters of the text lie (§2.9.38). */
const pieceTable = (
  table: Uint8Array,
  { at, size }: { readonly at: number; readonly size: number }
): ReadonlyArray<Piece> => {
  const view = viewOf(table)
  const end = Math.min(table.length, at + size)
  let next = at
  while (next + 3 <= end && table[next] === 1) next += 3 + view.getUint16(next + 1, true)
  if (next + 5 > end || table[next] !== 2) throw damaged("the list that puts its text in order is missing")
  const start = next + 5
  const count = Math.floor((Math.min(end - start, view.getUint32(next + 1, true)) - 4) / 12)
  const pieces: Array<Piece> = []
  for (let index = 0; index < count; index++) {
    const from = view.getUint32(start + index * 4, true)
    const to = view.getUint32(start + index * 4 + 4, true)
    const place = view.getUint32(start + (count + 1) * 4 + index * 8 + 2, true)
    const packed = (place & 0x40000000) !== 0
    const offset = place & 0x3fffffff
    if (to > from) pieces.push({ from, to, offset: packed ? offset / 2 : offset, width: packed ? 1 : 2 })
  }
  return pieces
}

interface Row {
  readonly cells: Array<Cell>
}

/** A field that is open: its code until the separator, its result behind it. */
interface Field {
  code: string
  inCode: boolean
  href: string | undefined
}

const write = (text: DocText, maxRows: number): { readonly html: string; readonly warnings: ReadonlyArray<string> } => {
  const blocks: Array<Block> = []
  const notes = makeNotes()
  const fields: Array<Field> = []
  const warnings: Array<string> = []
  let pieces: Array<Inline> = []
  let piece = ""
  let pieceMarks = 0
  let pieceLink: string | undefined
  let cell: Array<string> = []
  let row: Row = { cells: [] }
  let rows: Array<Row> = []
  let footnote = 0
  let endnote = 0

  const flushPiece = (): void => {
    if (piece !== "") pieces.push({ text: piece, marks: pieceMarks, href: pieceLink })
    piece = ""
  }
  const takeInline = (without = 0): string => {
    flushPiece()
    const html = inline(pieces, without)
    pieces = []
    return html
  }
  const flushTable = (): void => {
    if (row.cells.length > 0) rows.push(row)
    row = { cells: [] }
    if (rows.length > maxRows && warnings.length === 0)
      warnings.push(`Only the first ${maxRows} rows of a table were read (maxRows).`)
    const html = renderTable({
      headerRows: rows.length > 1 ? 1 : 0,
      rows: rows.slice(0, maxRows).map(({ cells }) => cells)
    })
    if (html !== "") blocks.push({ kind: "html", html })
    rows = []
  }
  const endParagraph = (place: number): void => {
    const run = text.paragraphAt(place)
    if ((run?.values.get(property.inTable) ?? 0) !== 0) {
      const html = takeInline()
      if (html !== "") cell.push(html)
      return
    }
    if (rows.length > 0 || row.cells.length > 0) flushTable()
    const outline = run?.values.get(property.outlineLevel)
    const heading =
      outline !== undefined && outline < 9 ? outline + 1 : run === undefined ? undefined : text.headingOf(run.style)
    const html = takeInline(heading === undefined ? 0 : Mark.bold)
    if (html === "") return
    const list = run?.values.get(property.list) ?? 0
    if (heading !== undefined) blocks.push({ kind: "heading", level: heading, html })
    else if (list > 0 && list < 0x7ff) {
      const level = Math.min(8, run?.values.get(property.listLevel) ?? 0)
      blocks.push({ kind: "item", level, ordered: text.isOrdered(list, level), html })
    } else blocks.push({ kind: "paragraph", html })
  }
  const endCell = (place: number): void => {
    const isRowEnd = (text.paragraphAt(place)?.values.get(property.rowEnd) ?? 0) !== 0
    const html = takeInline()
    if (
      isRowEnd ||
      (html === "" && cell.length === 0 && text.main[place - 1] === "\u0007" && text.paragraphAt(place) === undefined)
    ) {
      rows.push(row)
      row = { cells: [] }
      return
    }
    if (html !== "") cell.push(html)
    row.cells.push({ html: cell.join("<br>") })
    cell = []
  }

  const { main } = text
  for (let place = 0; place < main.length; place++) {
    const sign = main[place]!
    const field = fields.at(-1)
    switch (sign) {
      case "\u0013":
        if (fields.length < 100) fields.push({ code: "", inCode: true, href: undefined })
        continue
      case "\u0014":
        if (field !== undefined) {
          field.inCode = false
          field.href = linkOf(field.code)
        }
        continue
      case "\u0015":
        fields.pop()
        continue
    }
    if (fields.some(({ inCode }) => inCode)) {
      if (field !== undefined && field.inCode && field.code.length < 4000) field.code += sign
      continue
    }
    switch (sign) {
      case "\r":
      case "\f":
        endParagraph(place)
        continue
      case "\u0007":
        endCell(place)
        continue
      case "\u000b":
        flushPiece()
        pieces.push(lineBreak)
        continue
      case "\u0002": {
        flushPiece()
        const key = text.endnotePlaces.has(place) ? `e${endnote++}` : `f${footnote++}`
        if (Number(key.slice(1)) < (key.startsWith("e") ? text.endnotes : text.footnotes).length)
          pieces.push(notes.reference(key))
        continue
      }
      case "\u001e":
        piece += "-"
        continue
      case "\t":
        piece += " "
        continue
    }
    // Pictures, drawn objects, soft hyphens and marks of comments.
    if (sign < " ") continue
    const run = text.characterAt(place)
    if (isOn(run, property.hidden) || isOn(run, property.deleted)) continue
    const marks =
      (isOn(run, property.bold) ? Mark.bold : 0) |
      (isOn(run, property.italic) ? Mark.italic : 0) |
      (isOn(run, property.strike) ? Mark.strike : 0)
    const href = fields.findLast((open) => open.href !== undefined)?.href
    if (marks !== pieceMarks || href !== pieceLink) {
      flushPiece()
      pieceMarks = marks
      pieceLink = href
    }
    piece += sign
  }
  endParagraph(main.length)
  if (rows.length > 0 || row.cells.length > 0) flushTable()
  for (const box of text.boxes) {
    const html = inline([{ text: withoutFields(box), marks: 0 }])
    if (html !== "") blocks.push({ kind: "paragraph", html })
  }
  const noteHtml = (key: string): string => {
    const note = (key.startsWith("e") ? text.endnotes : text.footnotes)[Number(key.slice(1))] ?? ""
    return inline([{ text: withoutFields(note), marks: 0 }])
  }
  return { html: renderBlocks(blocks) + notes.section(noteHtml), warnings }
}

/** The text with the results of fields in place of the fields. */
const withoutFields = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they mark fields, tabs and pictures
  text.replaceAll(/\u0013[^\u0013-\u0015]*[\u0014\u0015]/g, "").replaceAll(/[\0-\x1f]+/g, " ")

const isOn = (run: PropertyRun | undefined, number: number): boolean => {
  const value = run?.values.get(number)
  // 0x81 is the opposite of the style's, which is nearly always off.
  return value === 1 || value === 0x81
}

const linkOf = (code: string): string | undefined => {
  const found = /HYPERLINK\s+(?:"([^"]{1,4000})"|([^\s"\\]{1,4000}))/i.exec(code)
  return safeLink(found?.[1] ?? found?.[2])
}
