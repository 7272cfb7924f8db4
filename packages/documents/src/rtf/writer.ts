/** Collects the text of an RTF file into paragraphs, items, tables and notes. */
import { type Block, renderBlocks } from "../markup/blocks.ts"
import { escapeText, inline, type Inline, lineBreak, Mark } from "../markup/html.ts"
import { makeNotes } from "../markup/notes.ts"
import { type Cell, renderTable } from "../markup/table.ts"

/** What the paragraph is, when it ends. */
interface ParagraphState {
  readonly heading: number | undefined
  readonly listLevel: number
  readonly inList: boolean
  readonly inTable: boolean
  /** In a table that lies in a cell of another. */
  readonly isNested: boolean
  /** Distance of the text from the margin, in twentieths of a point. */
  readonly indent: number
}

/** Merges of a cell as the row's definition says them. */
export type Merge = "none" | "first" | "left" | "top" | "above"

interface Sink {
  pieces: Array<Inline>
  blocks: Array<Block>
  /** Text that stands for the item's bullet or number. */
  marker: string
  /** The marker stands in the text itself, before a tab into its hanging indent. */
  hanging: boolean
  /** Indents of the open lists whose markers stand in the text. */
  indents: Array<number>
  cell: Array<string>
  /** The table in the cell that is open: its open row, and those before. */
  nestedCell: Array<string>
  nestedRow: Array<string>
  nestedRows: Array<ReadonlyArray<string>>
  row: Array<string>
  rows: Array<ReadonlyArray<WrittenCell>>
  /** Blocks before the open row. Those behind it are the next cell, if one ends there. */
  rowStart: number | undefined
}

interface WrittenCell {
  readonly html: string
  readonly merge: Merge
  /** Right edge, in twentieths of a point. */
  readonly edge: number | undefined
}

const plain: ParagraphState = {
  heading: undefined,
  listLevel: 0,
  inList: false,
  inTable: false,
  isNested: false,
  indent: 0
}

const newSink = (): Sink => ({
  pieces: [],
  blocks: [],
  marker: "",
  hanging: false,
  indents: [],
  cell: [],
  nestedCell: [],
  nestedRow: [],
  nestedRows: [],
  row: [],
  rows: [],
  rowStart: undefined
})

export interface RtfWriter {
  readonly text: (text: string, marks: number, href: string | undefined) => void
  readonly lineBreak: () => void
  readonly marker: (text: string) => void
  /** A tab behind the first signs of a hanging paragraph: takes them for a marker if they are one. */
  readonly hang: () => boolean
  readonly paragraph: (state: ParagraphState) => void
  readonly cell: () => void
  /** A row is described, so that what comes may be cells, also without `\\intbl`. */
  readonly openRow: () => void
  /** Ends a cell of a table in a cell; deeper tables are read as parts of it. */
  readonly nestedCell: () => void
  readonly nestedRow: () => void
  /** Ends a row; `edges` are the right edges of its cells. */
  readonly row: (merges: ReadonlyArray<Merge>, edges: ReadonlyArray<number>) => void
  readonly openNote: () => void
  readonly closeNote: () => void
  readonly end: () => string
}

export const makeRtfWriter = (maxRows: number): RtfWriter => {
  const notes = makeNotes()
  const sinks = [newSink()]
  const here = (): Sink => sinks.at(-1)!

  const flushTable = (sink: Sink): void => {
    if (sink.rows.length === 0) return
    const html = renderTable({ headerRows: sink.rows.length > 1 ? 1 : 0, rows: spread(sink.rows) })
    if (html !== "") sink.blocks.splice(sink.rowStart ?? sink.blocks.length, 0, { kind: "html", html })
    sink.rows = []
  }

  const takeHtml = (sink: Sink, without = 0): string => {
    const html = inline(sink.pieces, without)
    sink.pieces = []
    return html
  }

  /** The table in the open cell becomes part of it. */
  const flushNested = (sink: Sink): void => {
    if (sink.nestedRow.length > 0) sink.nestedRows.push(sink.nestedRow)
    sink.nestedRow = []
    if (sink.nestedRows.length === 0) return
    const html = renderTable({ headerRows: 0, rows: sink.nestedRows.map((cells) => cells.map((html) => ({ html }))) })
    if (html !== "") sink.cell.push(html)
    sink.nestedRows = []
  }

  const paragraph: RtfWriter["paragraph"] = ({ heading, indent, inList, inTable, isNested, listLevel }) => {
    const sink = here()
    const { hanging } = sink
    sink.hanging = false
    if (inTable) {
      const html = takeHtml(sink)
      if (!isNested) flushNested(sink)
      if (html !== "") (isNested ? sink.nestedCell : sink.cell).push(html)
      sink.marker = ""
      return
    }
    if (sink.rowStart === undefined || sink.blocks.length - sink.rowStart >= maxOpenBlocks) {
      flushTable(sink)
      sink.rowStart = undefined
    }
    const { marker, pieces } = sink
    sink.marker = ""
    if (heading !== undefined) {
      const html = takeHtml(sink, Mark.bold | Mark.code)
      if (html !== "") sink.blocks.push({ kind: "heading", level: heading, html })
      return
    }
    if (pieces.length > 0 && pieces.every((piece) => !("text" in piece) || (piece.marks & Mark.code) !== 0)) {
      sink.blocks.push({ kind: "code", text: pieces.map((piece) => ("text" in piece ? piece.text : "\n")).join("") })
      sink.pieces = []
      return
    }
    const html = takeHtml(sink)
    if (html === "") return
    const { indents } = sink
    while (indents.length > 0 && indents.at(-1)! > indent) indents.pop()
    const inside = indents.at(-1) === indent
    if (hanging && !inside) indents.push(indent)
    const level = hanging ? indents.length - 1 : listLevel
    if (inList || marker.trim() !== "") {
      const number = /^\W*(\d{1,4})\W*$/.exec(marker)?.[1]
      const ordered = number !== undefined || /^\W*(?:[a-zA-Z]|[ivxlcIVXLC]+)[.)]\W*$/.test(marker)
      sink.blocks.push({
        kind: "item",
        level,
        ordered,
        number: number === undefined ? undefined : Number(number),
        html
      })
    } else if (inside) sink.blocks.push({ kind: "more", level: indents.length - 1, html })
    else {
      sink.indents = []
      sink.blocks.push({ kind: "paragraph", html })
    }
  }

  const closeNote = (): void => {
    if (sinks.length < 2) return
    paragraph(plain)
    const { blocks } = sinks.pop()!
    here().pieces.push(notes.add(blocks.flatMap((block) => ("html" in block ? [block.html] : [])).join("<br>")))
  }

  return {
    text: (text, marks, href) => void here().pieces.push({ text, marks, href }),
    lineBreak: () => void here().pieces.push(lineBreak),
    marker: (text) => {
      here().marker += text
    },
    hang: () => {
      const sink = here()
      // A marker is a sign or two; each tab would look through a long line again.
      if (sink.hanging || sink.pieces.length > 4) return false
      const text = sink.pieces.map((piece) => ("text" in piece ? piece.text : "?")).join("")
      if (!/^\s*(?:[•◦▪‣·–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s*$/.test(text)) return false
      sink.marker = text
      sink.hanging = true
      sink.pieces = []
      return true
    },
    paragraph,
    openRow: () => {
      const sink = here()
      // Programs describe a row once more before it ends.
      if (sink.row.length > 0) return
      if (sink.rowStart !== undefined && sink.blocks.length > sink.rowStart) flushTable(sink)
      sink.rowStart = sink.blocks.length
    },
    cell: () => {
      const sink = here()
      flushNested(sink)
      if (sink.rowStart !== undefined)
        for (const block of sink.blocks.splice(sink.rowStart))
          sink.cell.push("html" in block ? block.html : escapeText(block.text))
      const html = takeHtml(sink)
      if (html !== "") sink.cell.push(html)
      sink.row.push(joinedCell(sink.cell))
      sink.cell = []
      sink.marker = ""
    },
    nestedCell: () => {
      const sink = here()
      const html = takeHtml(sink)
      sink.nestedRow.push([...sink.nestedCell, html].filter((part) => part !== "").join("<br>"))
      sink.nestedCell = []
    },
    nestedRow: () => {
      const sink = here()
      if (sink.nestedRow.length > 0 && sink.nestedRows.length < maxRows) sink.nestedRows.push(sink.nestedRow)
      sink.nestedRow = []
    },
    row: (merges, edges) => {
      const sink = here()
      if (sink.rows.length < maxRows)
        sink.rows.push(sink.row.map((html, index) => ({ html, merge: merges[index] ?? "none", edge: edges[index] })))
      sink.row = []
      sink.rowStart = undefined
    },
    openNote: () => void sinks.push(newSink()),
    closeNote,
    end: () => {
      while (sinks.length > 1) closeNote()
      const sink = here()
      if (sink.row.length > 0) {
        sink.rows.push(sink.row.map((html) => ({ html, merge: "none" as const, edge: undefined })))
        sink.row = []
      }
      paragraph(plain)
      flushTable(sink)
      return renderBlocks(sink.blocks) + notes.section()
    }
  }
}

/** Paragraphs behind the description of a row that may still be a cell of it. */
const maxOpenBlocks = 200

/** Paragraphs of a cell, and tables among them, which stand for themselves. */
const joinedCell = (parts: ReadonlyArray<string>): string =>
  parts.reduce(
    (all, part) => all + (all === "" || all.endsWith("</table>") || part.startsWith("<table>") ? "" : "<br>") + part,
    ""
  )

/** Edges that lie nearer are one, in twentieths of a point. */
const sameEdge = 60
/** More columns than a page has room for. */
const maxEdges = 200

/** Marks of merged cells, and edges that lie between those of other rows, to spans. */
const spread = (rows: Sink["rows"]): ReadonlyArray<ReadonlyArray<Cell>> => {
  const known = rows.flatMap((row) => row.flatMap(({ edge }) => (edge === undefined ? [] : [edge])))
  const edges: Array<number> = []
  for (const edge of [...new Set(known)].sort((a, b) => a - b)) {
    if (edges.length === 0 || edge - edges.at(-1)! > sameEdge) edges.push(edge)
  }
  const columnAfter = (edge: number | undefined, before: number): number => {
    const at = edge === undefined || edges.length > maxEdges ? -1 : edges.findLastIndex((known) => known <= edge)
    return at < before ? before + 1 : at + 1
  }
  const tops = new Map<number, { html: string; columns: number; rows: number }>()
  return rows.map((row) => {
    const out: Array<{ html: string; columns: number; rows: number }> = []
    let column = 0
    for (const { edge, html, merge } of row) {
      const next = columnAfter(edge, column)
      const columns = next - column
      const last = out.at(-1)
      const top = tops.get(column)
      if (merge === "left" && last !== undefined) last.columns += columns
      else if (merge === "above" && top !== undefined) top.rows++
      else {
        const cell = { html, columns, rows: 1 }
        out.push(cell)
        if (merge === "top") tops.set(column, cell)
        else tops.delete(column)
      }
      column = next
    }
    return out
  })
}
