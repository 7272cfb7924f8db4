/**
 * Workbooks (ECMA-376 part 1 §18): each visible sheet as a heading and a
 * table. Formulas show their last value, or themselves where none was saved;
 * numbers as their format shows them, dates in ISO 8601.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { damaged } from "../../model/failure.ts"
import { escapeText, page } from "../../markup/html.ts"
import { coreProperties, openPackage, type Package, safeLink } from "../../bytes/office.ts"
import type { Reader } from "../../model/Reader.ts"
import { attr, attribute, child, children, readXml } from "../../bytes/xml.ts"
import { general, numberFormat } from "./numberFormat.ts"
import { TableBudget } from "../../markup/TableBudget.ts"
import { cellName, gridTables, type Merge } from "../../markup/grid.ts"
import { makeNotes, type Notes } from "../../markup/notes.ts"
import { chartHtml, chartIds, shapeTexts } from "../chart.ts"
import { readComments } from "./comments.ts"
import { type DateKind, dateKind, serialToIso } from "./dates.ts"

export const readXlsx: Reader = ({ bytes }, { caps, hidden = false }): Parsed => {
  const office = openPackage(bytes, caps.maxUnpackedBytes)
  const main = office.main ?? "xl/workbook.xml"
  const workbook = child(office.xml(main), "workbook")
  if (workbook === undefined) throw damaged("the workbook has no list of sheets")
  const relations = office.relations(main)
  const byType = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  const context: Context = {
    office,
    strings: sharedStrings(office, byType("sharedStrings")),
    formats: cellFormats(office, byType("styles")),
    from1904: /^(?:1|true)$/.test(attr(child(workbook, "workbookPr"), "date1904") ?? ""),
    maxRows: caps.maxRows,
    maxColumns: caps.maxColumns,
    hidden,
    budget: new TableBudget(),
    notes: makeNotes()
  }
  const sheets = children(child(workbook, "sheets"), "sheet")
  const warnings: Array<string> = []
  const parts: Array<string> = []
  const unseen: Array<string> = []
  let count = 0
  for (const sheet of sheets) {
    const target = relations.get(attr(sheet, "id") ?? "")?.target
    const name = attr(sheet, "name") ?? ""
    if (!hidden && /^(?:very)?hidden$/i.test(attr(sheet, "state") ?? "")) {
      unseen.push(`the sheet ${name}`)
      continue
    }
    if (target === undefined || count >= caps.maxPages) continue
    count++
    const { cut, hiddenLines, html } = readSheet(target, context)
    if (cut) warnings.push(`Only the first rows and columns of the sheet ${name} were read (maxRows, maxColumns).`)
    if (hiddenLines > 0) unseen.push(`${hiddenLines} rows or columns of the sheet ${name}`)
    parts.push(`<h2>${escapeText(name)}</h2>${html === "" ? "" : `\n${html}`}`)
  }
  if (unseen.length > 0)
    warnings.push(
      `What the workbook hides is left out: ${unseen.slice(0, 10).join(", ")}${unseen.length > 10 ? ` and ${unseen.length - 10} more` : ""}. parsers: [{ type: "xlsx", hidden: true }] reads it.`
    )
  if (parts.length === 0) warnings.push("The workbook has no visible sheets.")
  warnings.push(...context.budget.warnings)
  const notes = context.notes.section()
  return page(parts.join("\n") + notes, { metadata: coreProperties(office), warnings })
}

interface Context {
  readonly office: Package
  readonly strings: ReadonlyArray<string>
  readonly formats: ReadonlyArray<Format>
  readonly from1904: boolean
  readonly maxRows: number
  readonly maxColumns: number
  /** Also what the workbook hides. */
  readonly hidden: boolean
  readonly budget: TableBudget
  /** Comments, numbered through the workbook. */
  readonly notes: Notes
}

interface Format {
  readonly date: DateKind | undefined
  readonly show: (value: number) => string
}

const sharedStrings = (office: Package, path: string | undefined): ReadonlyArray<string> => {
  const text = path === undefined ? undefined : office.text(path)
  if (text === undefined) return []
  const strings: Array<string> = []
  let current = ""
  let inText = false
  let phonetic = 0
  readXml(text, {
    open: (name) => {
      if (name === "si") current = ""
      else if (name === "rPh") phonetic++
      else if (name === "t") inText = phonetic === 0
    },
    text: (piece) => {
      if (inText) current += piece
    },
    close: (name) => {
      if (name === "si") strings.push(current)
      else if (name === "rPh") phonetic--
      else if (name === "t") inText = false
    }
  })
  return strings
}

const cellFormats = (office: Package, path: string | undefined): ReadonlyArray<Format> => {
  const styles = path === undefined ? undefined : child(office.xml(path), "styleSheet")
  const codes = new Map(
    children(child(styles, "numFmts"), "numFmt").map((format) => [
      Number(attr(format, "numFmtId")),
      attr(format, "formatCode")
    ])
  )
  return children(child(styles, "cellXfs"), "xf").map((format) => {
    const id = Number(attr(format, "numFmtId") ?? 0)
    const code = codes.get(id)
    return { date: dateKind(id, code), show: numberFormat(code, id) }
  })
}

interface SheetContent {
  readonly html: string
  readonly cut: boolean
  /** Rows and columns with text that the workbook hides. */
  readonly hiddenLines: number
}

const readSheet = (path: string, context: Context): SheetContent => {
  const text = context.office.text(path)
  if (text === undefined) return { html: "", cut: false, hiddenLines: 0 }
  const links = context.office.relations(path)
  const cells = new Map<number, Map<number, string>>()
  const merges: Array<Merge> = []
  const addresses = new Map<string, string>()
  let cut = false
  let row = -1
  let column = -1
  let type = ""
  let format: Format | undefined
  let value = ""
  let formula = ""
  let listening: "value" | "formula" | undefined
  let hasValue = false
  let isHiddenRow = false
  const hiddenColumns: Array<readonly [from: number, to: number]> = []
  const leftOut = new Set<string>()
  let filter: Merge | undefined
  /** Hidden rows may belong to a filter, which the file names behind them. */
  const hiddenRows = new Set<number>()

  const finishCell = (): void => {
    // A formula that shows nothing was saved with an empty value.
    if ((value === "" && (formula === "" || hasValue)) || row < 0 || column < 0) return
    if (!context.hidden) {
      if (hiddenColumns.some(([from, to]) => column >= from && column <= to)) {
        leftOut.add(`column ${column}`)
        return
      }
      if (isHiddenRow) hiddenRows.add(row)
    }
    if (row >= context.maxRows || column >= context.maxColumns) {
      cut = true
      return
    }
    if (!context.budget.takeField()) return
    const line = cells.get(row) ?? new Map<number, string>()
    cells.set(row, line)
    line.set(column, value === "" ? `=${formula}` : shown(value, type, format, context))
  }

  readXml(text, {
    open: (name, attributes) => {
      switch (name) {
        case "row": {
          const number = Number(attributes["r"])
          row = Number.isInteger(number) && number > 0 ? number - 1 : row + 1
          column = -1
          // What a group folds away is one click from being shown.
          isHiddenRow = isTrue(attributes["hidden"]) && !(Number(attributes["outlineLevel"]) > 0)
          break
        }
        case "col":
          if (isTrue(attributes["hidden"]) && !(Number(attributes["outlineLevel"]) > 0) && hiddenColumns.length < 1000)
            hiddenColumns.push([Number(attributes["min"]) - 1, Number(attributes["max"]) - 1])
          break
        case "autoFilter":
          filter = mergeOf(attributes["ref"] ?? "") ?? filter
          break
        case "c": {
          const place = attributes["r"] === undefined ? undefined : cellPlace(attributes["r"])
          column = place?.column ?? column + 1
          if (place !== undefined) row = place.row
          type = attributes["t"] ?? "n"
          format = context.formats[Number(attributes["s"] ?? 0)]
          value = ""
          formula = ""
          hasValue = false
          break
        }
        case "v":
          hasValue = true
          listening = "value"
          break
        case "t":
          listening = "value"
          break
        case "f":
          listening = "formula"
          break
        case "mergeCell": {
          const merge = mergeOf(attributes["ref"] ?? "")
          if (merge !== undefined && merges.length < 20_000) merges.push(merge)
          break
        }
        case "hyperlink": {
          const target = safeLink(links.get(attribute(attributes, "id") ?? "")?.target)
          if (target !== undefined && attributes["ref"] !== undefined) addresses.set(attributes["ref"], target)
          break
        }
      }
    },
    text: (piece) => {
      if (listening === "value") value += piece
      else if (listening === "formula") formula += piece
    },
    close: (name) => {
      if (name === "v" || name === "t" || name === "f") listening = undefined
      else if (name === "c") finishCell()
    }
  })
  for (const hiddenRow of hiddenRows) {
    if (filter !== undefined && hiddenRow >= filter.row && hiddenRow < filter.row + filter.rows) continue
    cells.delete(hiddenRow)
    leftOut.add(`row ${hiddenRow}`)
  }
  const notes = new Map<string, string>()
  const comments = [...readComments(context.office, path)].flatMap(([reference, html]) => {
    const place = cellPlace(reference)
    // A comment on an empty cell has no place in the table.
    return place === undefined || cells.get(place.row)?.has(place.column) !== true ? [] : [{ place, html }]
  })
  comments.sort((a, b) => a.place.row - b.place.row || a.place.column - b.place.column)
  for (const { html, place } of comments) notes.set(cellName(place.row, place.column), context.notes.add(html).html)
  const html = gridTables({ cells, merges, budget: context.budget, links: addresses, notes })
  return {
    html: [html, ...drawingParts(path, context)].filter((part) => part !== "").join("\n"),
    cut,
    hiddenLines: leftOut.size
  }
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true"

/** Charts of the sheet as tables, and text of its shapes. */
const drawingParts = (path: string, { office }: Context): ReadonlyArray<string> =>
  [...office.relations(path).values()]
    .filter(({ type }) => type === "drawing")
    .flatMap(({ target }) => {
      const drawing = office.xml(target)
      const charts = office.relations(target)
      return [
        ...chartIds(drawing).map((id) => {
          const chart = charts.get(id)?.target
          return chart === undefined ? "" : chartHtml(office.xml(chart))
        }),
        ...shapeTexts(drawing).map((line) => `<p>${escapeText(line)}</p>`)
      ]
    })

const shown = (value: string, type: string, format: Format | undefined, { from1904, strings }: Context): string => {
  switch (type) {
    case "s":
      return strings[Number(value)] ?? ""
    case "b":
      return value === "1" ? "TRUE" : "FALSE"
    case "n": {
      const number = Number(value)
      if (Number.isNaN(number)) return value
      const date =
        format?.date === undefined || format.date === "elapsed" ? undefined : serialToIso(number, format.date, from1904)
      return date ?? (format?.show ?? general)(number)
    }
    default:
      return value
  }
}

const cellPlace = (reference: string): { readonly row: number; readonly column: number } | undefined => {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (found === null) return undefined
  let column = 0
  for (const letter of found[1]!) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(found[2]) - 1, column: column - 1 }
}

const mergeOf = (reference: string): Merge | undefined => {
  const [from, to] = reference.split(":").map(cellPlace)
  if (from === undefined || to === undefined || to.row < from.row || to.column < from.column) return undefined
  return { row: from.row, column: from.column, rows: to.row - from.row + 1, columns: to.column - from.column + 1 }
}
