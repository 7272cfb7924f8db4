/**
 * Presentations of PowerPoint 97 to 2003 ([MS-PPT]): each visible slide as a heading, its text, and the notes as a
 * quotation. Records lie in records; a directory says where the current ones of each slide are.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { type Block, renderBlocks } from "../markup/blocks.ts"
import { openCompound } from "../bytes/compoundFile.ts"
import { damaged, encrypted, unsupported } from "../model/failure.ts"
import { leftOut } from "../markup/leftOut.ts"
import { inline, page } from "../markup/html.ts"
import { renderTable } from "../markup/table.ts"
import type { Reader } from "../model/Reader.ts"
import { summaryOf } from "./summary.ts"
import { viewOf } from "../bytes/viewOf.ts"

/** Kinds of records (§2.13.24). */
const kind = {
  slideList: 0x0ff0,
  slidePlace: 0x03f3,
  textHeader: 0x0f9f,
  wideText: 0x0fa0,
  narrowText: 0x0fa8,
  textReference: 0x0f9e,
  slideAtom: 0x03ef,
  slideInfo: 0x03f9,
  drawing: 0x040c,
  group: 0xf003,
  childAnchor: 0xf00f,
  moreProperties: 0xf122,
  userEdit: 0x0ff5,
  directory: 0x1772
} as const

/** Kinds of text (§2.13.33). */
const titles = new Set([0, 6])
const notesText = 2
const bodies = new Set([1, 5, 7, 8])

const encryptedMark = 0xf3d1c4df
const slides = 0
const notes = 2
const maxRecords = 2_000_000
const maxDepth = 40
const maxEdits = 10_000

interface Text {
  readonly kind: number
  readonly text: string
}

interface TableCell {
  readonly left: number
  readonly top: number
  text: string
}

interface Table {
  readonly kind: "table"
  readonly cells: ReadonlyArray<TableCell>
}

interface Place {
  readonly reference: number
  readonly id: number
  readonly texts: ReadonlyArray<Text>
}

export const readPpt: Reader = ({ bytes }, { caps, hidden = false }): Parsed => {
  const file = openCompound(bytes, caps.maxUnpackedBytes)
  const stream = file.read("PowerPoint Document")
  const user = file.read("Current User")
  if (stream === undefined && file.names.includes("PP40"))
    throw unsupported("a presentation of PowerPoint 4 or 95; save it as .pptx")
  if (stream === undefined) throw damaged("it has no slides of PowerPoint")
  const view = viewOf(stream)
  const edit = user === undefined || user.length < 20 ? undefined : viewOf(user)
  if (edit?.getUint32(12, true) === encryptedMark || file.names.includes("EncryptedSummary"))
    throw encrypted("the presentation is protected by a password")
  const walk = makeWalk(view)
  const { document, places } = directoryOf(view, walk, edit?.getUint32(16, true))
  const start = places.get(document)
  if (start === undefined) throw damaged("the list of its parts cannot be read")
  const lists = new Map<number, ReadonlyArray<Place>>()
  for (const record of walk(start + 8, endOf(view, start), 0))
    if (record.kind === kind.slideList) lists.set(record.instance, placesOf(view, walk, record))
  const notesById = new Map((lists.get(notes) ?? []).map((place) => [place.id, place]))
  const blocks: Array<Block> = []
  const all = lists.get(slides) ?? []
  let shown = 0
  let unseen = 0
  for (const place of all) {
    if (shown >= caps.maxPages) break
    const at = places.get(place.reference)
    const slide = at === undefined ? { texts: [], hidden: false, notes: 0 } : readSlide(view, walk, at, place.texts)
    if (slide.hidden && !hidden) {
      unseen++
      continue
    }
    shown++
    // Text of placeholders stands in the list, and again in the slide by reference.
    const texts = slide.texts.length > 0 ? slide.texts : place.texts
    const title = texts.find((text): text is Text => isText(text) && titles.has(text.kind) && text.text.trim() !== "")
    blocks.push({ kind: "heading", level: 2, html: title === undefined ? `Slide ${shown}` : lineHtml(title.text) })
    for (const text of texts) if (text !== title) blocks.push(...textBlocks(text))
    const noted = notesById.get(slide.notes)
    const notesAt = noted === undefined ? undefined : places.get(noted.reference)
    if (notesAt === undefined) continue
    for (const text of readSlide(view, walk, notesAt, noted!.texts).texts)
      if (isText(text) && text.kind === notesText)
        for (const line of paragraphsOf(text.text)) blocks.push({ kind: "quote", html: lineHtml(line) })
  }
  return page(renderBlocks(blocks), {
    metadata: summaryOf(file),
    warnings: [
      ...(shown === 0 ? ["The presentation has no visible slides."] : []),
      ...(shown >= caps.maxPages && all.length > shown + unseen
        ? [`Only the first ${shown} slides were read (maxPages).`]
        : []),
      ...leftOut("Hidden slides", unseen, "ppt", "hidden")
    ]
  })
}

const textBlocks = (text: Text | Table): ReadonlyArray<Block> => {
  if (text.kind === "table") {
    const html = tableHtml(text)
    return html === "" ? [] : [{ kind: "html", html }]
  }
  return paragraphsOf(text.text).map((line) =>
    bodies.has(text.kind)
      ? { kind: "item", level: 0, ordered: false, html: lineHtml(line) }
      : { kind: "paragraph", html: lineHtml(line) }
  )
}

const isText = (text: Text | Table): text is Text => text.kind !== "table"

const paragraphsOf = (text: string): ReadonlyArray<string> => text.split("\r").filter((line) => line.trim() !== "")

const lineHtml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- a vertical tab breaks a line within a paragraph
  inline([{ text: text.replaceAll(/[\0-\x1f]+/g, " "), marks: 0 }])

interface Record {
  readonly kind: number
  readonly instance: number
  readonly isContainer: boolean
  /** Where its content begins and ends. */
  readonly from: number
  readonly to: number
}

type Walk = (from: number, to: number, depth: number) => Generator<Record>

/** The records between two places, those of a container not among them; all together no more than a file has. */
const makeWalk = (view: DataView): Walk => {
  let left = maxRecords
  return function* (from, to, depth) {
    if (depth > maxDepth) return
    for (let at = from; at + 8 <= to;) {
      if (--left < 0) throw damaged(`it has more than ${maxRecords} records`)
      const head = view.getUint16(at, true)
      const end = Math.min(to, endOf(view, at))
      yield {
        kind: view.getUint16(at + 2, true),
        instance: head >> 4,
        isContainer: (head & 15) === 15,
        from: at + 8,
        to: end
      }
      at = end
    }
  }
}

const endOf = (view: DataView, at: number): number =>
  at + 8 > view.byteLength ? view.byteLength : Math.min(view.byteLength, at + 8 + view.getUint32(at + 4, true))

/** Places of the current records by reference, the latest edit first (§2.1.2). */
const directoryOf = (view: DataView, walk: Walk, current: number | undefined) => {
  const places = new Map<number, number>()
  let document = 0
  const seen = new Set<number>()
  for (let at = current ?? lastEdit(walk, view); at !== undefined && at > 0 && at + 36 <= view.byteLength;) {
    if (view.getUint16(at + 2, true) !== kind.userEdit || seen.has(at) || seen.size > maxEdits) break
    seen.add(at)
    if (document === 0) document = view.getUint32(at + 24, true)
    const directory = view.getUint32(at + 20, true)
    const end = endOf(view, directory)
    for (let entry = directory + 8; entry + 8 <= end;) {
      const head = view.getUint32(entry, true)
      const count = head >>> 20
      entry += 4
      for (let index = 0; index < count && entry + 4 <= end; index++, entry += 4) {
        const reference = (head & 0xfffff) + index
        if (!places.has(reference)) places.set(reference, view.getUint32(entry, true))
      }
    }
    at = view.getUint32(at + 16, true)
  }
  return { document, places }
}

const lastEdit = (walk: Walk, view: DataView): number | undefined => {
  let found: number | undefined
  for (const record of walk(0, view.byteLength, 0)) if (record.kind === kind.userEdit) found = record.from - 8
  return found
}

/** Slides of a list with the texts of their placeholders. */
const placesOf = (view: DataView, walk: Walk, list: Record): ReadonlyArray<Place> => {
  const found: Array<{ reference: number; id: number; texts: Array<Text> }> = []
  let type = 4
  for (const record of walk(list.from, list.to, 1)) {
    if (record.kind === kind.slidePlace && record.to - record.from >= 16)
      found.push({
        reference: view.getUint32(record.from, true),
        id: view.getUint32(record.from + 12, true),
        texts: []
      })
    else if (record.kind === kind.textHeader && record.to - record.from >= 4) type = view.getUint32(record.from, true)
    else {
      const text = textOf(view, record)
      if (text !== undefined) found.at(-1)?.texts.push({ kind: type, text })
    }
  }
  return found
}

const textOf = (view: DataView, { from, kind: type, to }: Record): string | undefined => {
  if (type !== kind.wideText && type !== kind.narrowText) return undefined
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, Math.max(0, to - from))
  // Narrow text is the low half of Unicode (§2.9.42).
  return new TextDecoder(type === kind.wideText ? "utf-16le" : "latin1").decode(bytes)
}

interface Slide {
  readonly texts: ReadonlyArray<Text | Table>
  readonly hidden: boolean
  /** Identifier of its notes; 0 for none. */
  readonly notes: number
}

/** What marks a group of shapes as a table ([MS-ODRAW] §2.3.4.37), and bounds of its cells. */
const tableProperty = 0x039f
const maxCells = 10_000

const readSlide = (view: DataView, walk: Walk, at: number, listed: ReadonlyArray<Text>): Slide => {
  const texts: Array<Text | Table> = []
  let hidden = false
  let noted = 0
  const visit = (from: number, to: number, depth: number, inDrawing: boolean, cells?: Array<TableCell>): void => {
    let type = 4
    const add = (text: Text): void => {
      const cell = cells?.at(-1)
      if (cell === undefined) texts.push(text)
      else cell.text += text.text
    }
    for (const record of walk(from, to, depth)) {
      const size = record.to - record.from
      if (record.kind === kind.slideAtom && size >= 20) noted = view.getUint32(record.from + 16, true)
      else if (record.kind === kind.slideInfo && size >= 12) hidden = (view.getUint16(record.from + 10, true) & 4) !== 0
      else if (record.kind === kind.textHeader && size >= 4) type = view.getUint32(record.from, true)
      else if (record.kind === kind.childAnchor && size >= 16 && cells !== undefined && cells.length < maxCells)
        cells.push({ left: view.getInt32(record.from, true), top: view.getInt32(record.from + 4, true), text: "" })
      else if (record.kind === kind.textReference && size >= 4) {
        const own = listed[view.getUint32(record.from, true)]
        if (own !== undefined) add(own)
      } else if (record.kind === kind.group && cells === undefined && isTable(view, walk, record, depth + 1)) {
        const own: Array<TableCell> = []
        visit(record.from, record.to, depth + 1, true, own)
        texts.push({ kind: "table", cells: own })
      } else if (record.isContainer)
        visit(record.from, record.to, depth + 1, inDrawing || record.kind === kind.drawing, cells)
      else if (inDrawing) {
        const text = textOf(view, record)
        if (text !== undefined) add({ kind: type, text })
      }
    }
  }
  visit(at + 8, endOf(view, at), 1, false)
  return { texts, hidden, notes: noted }
}

/** The first shape of a group is the group itself; its properties say what it is. */
const isTable = (view: DataView, walk: Walk, group: Record, depth: number): boolean => {
  for (const shape of walk(group.from, group.to, depth)) {
    for (const record of walk(shape.from, shape.to, depth + 1)) {
      if (record.kind !== kind.moreProperties) continue
      for (let index = 0; index < record.instance && record.from + index * 6 + 6 <= record.to; index++) {
        const at = record.from + index * 6
        if ((view.getUint16(at, true) & 0x3fff) === tableProperty && (view.getUint32(at + 2, true) & 1) === 1)
          return true
      }
    }
    return false
  }
  return false
}

/** Cells whose edges are as near to each other as these share a row or a column, in master units (576 to an inch). */
const sameEdge = 8

const tableHtml = ({ cells }: Table): string => {
  const edgesOf = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
    const edges: Array<number> = []
    for (const value of values.toSorted((a, b) => a - b))
      if (edges.length === 0 || value - edges.at(-1)! > sameEdge) edges.push(value)
    return edges
  }
  // The lines between cells are shapes too, without a text.
  const filled = cells.filter(({ text }) => text.trim() !== "")
  const lefts = edgesOf(filled.map(({ left }) => left))
  const tops = edgesOf(filled.map(({ top }) => top))
  if (lefts.length * tops.length > maxCells) return ""
  const rows = tops.map(() => lefts.map(() => ""))
  for (const { left, text, top } of filled) {
    const row = tops.findLastIndex((edge) => edge <= top)
    const column = lefts.findLastIndex((edge) => edge <= left)
    rows[row]![column] = paragraphsOf(text).map(lineHtml).join("<br>")
  }
  return renderTable({
    headerRows: rows.length > 1 ? 1 : 0,
    rows: rows.map((row) => row.map((html) => ({ html })))
  })
}
