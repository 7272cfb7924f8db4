/**
 * What a table is, found out before it is written, in one walk for it and all tables inside.
 *
 * - `data`: rows and columns that GFM can say.
 * - `html`: rows and columns that it cannot: cells over several rows or columns, tables or code in cells.
 * - `layout`: a frame for other content, such as one column, one row of more than texts, or blocks in cells without any
 *   header.
 * - `code`: numbers in one column and code in the other.
 */
import { attribute, attributeBit, hasAttribute, isWhitespace, type Tree, walk } from "../../tree/Tree.ts"
import { headingTags, kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"

type TableKind = "data" | "html" | "layout" | "code"

export interface TableShape {
  readonly node: number
  kind: TableKind
  columns: number
  /** The row that is the header, -1 when the table has none. */
  header: number
  /** A first row with one cell over all columns: the title of the table. */
  title: number
  /** Alignment of each column, 0 where nothing says it. */
  readonly alignments: Array<number>
  /** Rows without anything to show. */
  readonly emptyRows: ReadonlySet<number> | undefined
  /** Parts of the table in the order in which they are shown, where that is not the order of the page; else none. */
  readonly parts: ReadonlyArray<number>
}

export const Alignment = { none: 0, left: 1, center: 2, right: 3 } as const

/** Finds out about a table and those in it; `isDropped` says which elements are not written. */
export const shapeTables = (
  tree: Tree,
  table: number,
  isDropped: (node: number) => boolean,
  shapes: Map<number, TableShape>
): void => {
  const open: Array<TableDraft> = []
  walk(
    tree,
    table,
    (node, tag) => {
      if (tag === Tag.text) {
        const draft = open.at(-1)!
        if (draft.cell >= 0 && !isWhitespace(tree, node)) {
          draft.hasContent = true
          if (draft.strong === 0) draft.rowHasPlainText = true
        }
        return
      }
      if ((kind[tag]! & Kind.skip) !== 0 || isDropped(node)) return false
      if (tag === Tag.table) {
        if (open.length > 0) {
          open.at(-1)!.hasContent = true
          open.at(-1)!.onlyText = false
        }
        open.push(newDraft(tree, node))
        return
      }
      enter(tree, open.at(-1)!, node, tag)
    },
    (node, tag) => {
      const draft = open.at(-1)!
      if (tag === Tag.b || tag === Tag.strong) draft.strong--
      else if (tag === Tag.tr) endRow(draft)
      else if (tag === Tag.thead) draft.inHead = false
      else if (tag === Tag.tfoot) draft.inFoot = false
      else if (tag === Tag.table) {
        open.pop()
        const shape = finish(tree, draft)
        shapes.set(node, shape)
        if (open.length > 0 && shape.kind !== "layout") open.at(-1)!.nested = true
      }
    }
  )
}

interface TableDraft {
  readonly node: number
  readonly isLayout: boolean
  isCode: boolean
  hasCaption: boolean
  readonly alignments: Array<number>
  emptyRows: Set<number> | undefined
  nested: boolean
  heavy: boolean
  /** Cells hold text alone, however it is emphasised. */
  onlyText: boolean
  spans: boolean
  rows: number
  /** Rows with one cell do not count. */
  columns: number
  cells: number
  /** Cells with something to show. */
  filled: number
  header: number
  title: number
  hasHeaderCells: boolean
  inHead: boolean
  inFoot: boolean
  /** Rows of the foot, which may stand before all others and is never the head. */
  footRows: number
  row: number
  rowCells: number
  rowColumns: number
  rowSpanned: boolean
  rowHeaders: number
  rowData: number
  rowHasContent: boolean
  rowHasPlainText: boolean
  /** Open elements of strong text. */
  strong: number
  cell: number
  hasContent: boolean
  paragraphs: number
}

const codeTable =
  /(?:^|\s)(?:highlighttable|codehilitetable|rouge-table|lntable|hljs-ln|js-file-line-container|crayon-table|diff-table)(?:\s|$)/

const newDraft = (tree: Tree, node: number): TableDraft => {
  const role = attribute(tree, node, "role")
  return {
    node,
    isLayout: role === "presentation" || role === "none",
    isCode: codeTable.test(attribute(tree, node, "class") ?? ""),
    hasCaption: false,
    alignments: [],
    emptyRows: undefined,
    nested: false,
    heavy: false,
    onlyText: true,
    spans: false,
    rows: 0,
    columns: 0,
    cells: 0,
    filled: 0,
    header: -1,
    title: -1,
    hasHeaderCells: false,
    inHead: false,
    inFoot: false,
    footRows: 0,
    row: -1,
    rowCells: 0,
    rowColumns: 0,
    rowSpanned: false,
    rowHeaders: 0,
    rowData: 0,
    rowHasContent: false,
    rowHasPlainText: false,
    strong: 0,
    cell: -1,
    hasContent: false,
    paragraphs: 0
  }
}

/** Elements that a line of a GFM table cannot hold well. */
const heavyTags = tagFlags([
  ...headingTags,
  Tag.pre,
  Tag.hr,
  Tag.blockquote,
  Tag.article,
  Tag.section,
  Tag.nav,
  Tag.header,
  Tag.footer,
  Tag.main,
  Tag.aside,
  Tag.form,
  Tag.details,
  Tag.dl,
  Tag.figure
])

const maxParagraphs = 3

/** Elements that say how text is meant or set. */
const textTags = tagFlags([
  Tag.tbody,
  Tag.b,
  Tag.strong,
  Tag.i,
  Tag.em,
  Tag.u,
  Tag.s,
  Tag.small,
  Tag.code,
  Tag.sub,
  Tag.sup,
  Tag.abbr,
  Tag.time,
  Tag.data,
  Tag.span,
  Tag.font,
  Tag.br
])

const enter = (tree: Tree, draft: TableDraft, node: number, tag: number): void => {
  switch (tag) {
    case Tag.caption:
      draft.hasCaption = true
      return
    case Tag.thead:
      draft.inHead = true
      return
    case Tag.tfoot:
      draft.inFoot = true
      return
    case Tag.col:
      return columnAlignment(tree, draft, node)
    case Tag.tr:
      draft.row = node
      draft.rowCells = draft.rowColumns = draft.rowHeaders = draft.rowData = 0
      draft.rowSpanned = draft.rowHasContent = draft.rowHasPlainText = false
      draft.cell = -1
      return
    case Tag.td:
    case Tag.th:
      return enterCell(tree, draft, node, tag)
    case Tag.b:
    case Tag.strong:
      draft.strong++
      return
    case Tag.img:
    case Tag.input:
    case Tag.iframe:
    case Tag.embed:
    case Tag.object:
    case Tag.video:
    case Tag.audio:
      draft.hasContent = draft.rowHasPlainText = true
      draft.onlyText = false
      return
    case Tag.p:
      draft.onlyText = false
      if (++draft.paragraphs > maxParagraphs) draft.heavy = true
      return
    default:
      if (textTags[tag] === 0) draft.onlyText = false
      if (heavyTags[tag] === 1) draft.heavy = true
  }
}

const cellBits = ["colspan", "rowspan", "align", "style", "class"].reduce((bits, name) => bits | attributeBit(name), 0)

const enterCell = (tree: Tree, draft: TableDraft, node: number, tag: number): void => {
  endCell(draft)
  draft.cell = tag
  draft.hasContent = false
  draft.paragraphs = 0
  const column = draft.rowColumns
  let width = 1
  if ((tree.attributeMask[node]! & cellBits) !== 0) {
    width = spanOf(attribute(tree, node, "colspan"), 1000)
    if (spanOf(attribute(tree, node, "rowspan"), 65534) > 1) draft.spans = true
    if (width > 1) draft.rowSpanned = true
    if (draft.alignments[column] === undefined) {
      const alignment = alignmentOf(tree, node)
      if (alignment !== Alignment.none && column < maxAligned) draft.alignments[column] = alignment
    }
    if (tag === Tag.td && !draft.isCode && isGutter(tree, node)) draft.isCode = true
  }
  draft.rowCells++
  draft.rowColumns += width
  if (tag === Tag.th) draft.rowHeaders++
}

/** Columns beyond these are not aligned. */
const maxAligned = 100

const gutter = /(?:^|\s)(?:gutter|blob-num|lntd|rouge-gutter|crayon-nums|hljs-ln-numbers|linenos)(?:\s|$)/

const isGutter = (tree: Tree, node: number): boolean =>
  hasAttribute(tree, node, "class") && gutter.test(attribute(tree, node, "class") ?? "")

const endCell = (draft: TableDraft): void => {
  if (draft.cell < 0) return
  if (draft.hasContent) {
    draft.rowHasContent = true
    draft.filled++
    if (draft.cell === Tag.td) draft.rowData++
  }
  draft.cell = -1
}

const endRow = (draft: TableDraft): void => {
  endCell(draft)
  if (!draft.rowHasContent) {
    draft.emptyRows ??= new Set()
    draft.emptyRows.add(draft.row)
    return
  }
  draft.rows++
  draft.cells += draft.rowCells
  if (draft.rowHeaders > 0) draft.hasHeaderCells = true
  if (draft.rowCells === 1) {
    if (draft.rowColumns > 1 && draft.rows === 1 && !draft.inFoot) {
      draft.title = draft.row
      return
    }
  } else {
    if (draft.rowSpanned) draft.spans = true
    draft.columns = Math.max(draft.columns, draft.rowColumns)
  }
  if (draft.inFoot) {
    draft.footRows++
    return
  }
  const isFirst = draft.rows - draft.footRows === (draft.title < 0 ? 1 : 2)
  if (isFirst && isHeader(draft)) draft.header = draft.row
}

/** A row of the head, one whose cells are all header cells, or one in which all text is strong, as word processors do. */
const isHeader = (draft: TableDraft): boolean =>
  draft.inHead ||
  (draft.rowHeaders > 0 && draft.rowData === 0) ||
  (draft.rowCells > 1 && draft.rowHeaders === 0 && !draft.rowHasPlainText)

const finish = (tree: Tree, draft: TableDraft): TableShape => {
  const columns = Math.max(draft.columns, draft.cells > 0 ? 1 : 0)
  const body = draft.rows - (draft.title < 0 ? 0 : 1)
  return {
    node: draft.node,
    kind: kindOf(draft, columns, body),
    columns,
    header: draft.header,
    title: columns > 1 ? draft.title : -1,
    alignments: draft.alignments,
    emptyRows: draft.emptyRows,
    parts: draft.footRows > 0 ? partsOf(tree, draft.node) : []
  }
}

/** The foot is shown last, wherever it stands (HTML 4 wanted it before the body), and the head first. */
const partsOf = (tree: Tree, table: number): ReadonlyArray<number> => {
  const places: Array<readonly [node: number, place: number]> = []
  for (let child = tree.first[table]!; child >= 0; child = tree.next[child]!) {
    const tag = tree.tag[child]!
    const place = tag === Tag.caption ? 0 : tag === Tag.thead ? 1 : tag === Tag.tfoot ? 3 : 2
    if (tag !== Tag.text) places.push([child, place])
  }
  const shown = places.toSorted(([, one], [, other]) => one - other)
  return shown.some((part, i) => part !== places[i]) ? shown.map(([node]) => node) : []
}

const kindOf = (draft: TableDraft, columns: number, body: number): TableKind => {
  if (draft.isCode) return "code"
  if (draft.isLayout || draft.rows === 0) return "layout"
  const isData = draft.hasHeaderCells || draft.hasCaption
  if (draft.nested || draft.heavy) return isData && columns > 1 ? "html" : "layout"
  if (columns < 2) return draft.header >= 0 && body > 1 ? "data" : "layout"
  // Cells that only make room for others.
  if (draft.spans) return !isData && 3 * draft.filled <= 2 * draft.cells ? "layout" : "html"
  // Rows of links, pictures and blocks are menus and frames.
  const isRowOfTexts = draft.onlyText && draft.filled > 1
  return body < 2 && !isData && !isRowOfTexts ? "layout" : "data"
}

const spanOf = (value: string | undefined, limit: number): number => {
  const span = value === undefined ? 1 : Number.parseInt(value, 10)
  return span > 1 ? Math.min(span, limit) : 1
}

const columnAlignment = (tree: Tree, draft: TableDraft, node: number): void => {
  const alignment = alignmentOf(tree, node)
  const count = Math.min(spanOf(attribute(tree, node, "span"), 1000), maxAligned - draft.alignments.length)
  for (let i = 0; i < count; i++) draft.alignments.push(alignment)
}

const alignmentOf = (tree: Tree, node: number): number => {
  const style = /text-align\s*:\s*(\w+)/i.exec(attribute(tree, node, "style") ?? "")?.[1]
  const name = /\b(?:text|has-text-align|text-xs)-(center|right|left)\b/.exec(attribute(tree, node, "class") ?? "")?.[1]
  switch ((style ?? attribute(tree, node, "align") ?? name)?.toLowerCase()) {
    case "left":
      return Alignment.left
    case "center":
      return Alignment.center
    case "right":
    case "end":
      return Alignment.right
    default:
      return Alignment.none
  }
}
