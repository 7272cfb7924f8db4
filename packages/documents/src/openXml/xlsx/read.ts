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
import { gridTable, type Merge } from "../../markup/grid.ts"
import { type DateKind, dateKind, serialToIso } from "./dates.ts"

export const readXlsx: Reader = ({ bytes }, { caps }): Parsed => {
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
    budget: new TableBudget()
  }
  const sheets = children(child(workbook, "sheets"), "sheet")
  const warnings: Array<string> = []
  const parts: Array<string> = []
  let count = 0
  for (const sheet of sheets) {
    const target = relations.get(attr(sheet, "id") ?? "")?.target
    if (target === undefined || /^(?:very)?hidden$/i.test(attr(sheet, "state") ?? "") || count >= caps.maxPages)
      continue
    count++
    const name = attr(sheet, "name") ?? ""
    const { cut, html } = readSheet(target, context)
    if (cut) warnings.push(`Only the first rows and columns of the sheet ${name} were read.`)
    parts.push(`<h2>${escapeText(name)}</h2>${html === "" ? "" : `\n${html}`}`)
  }
  warnings.push(...context.budget.warnings)
  const metadata = coreProperties(office)
  const html = page({ title: metadata["title"], language: metadata["language"] }, parts.join("\n"))
  return { source: html, html, wholeIsContent: true, metadata, warnings }
}

interface Context {
  readonly office: Package
  readonly strings: ReadonlyArray<string>
  readonly formats: ReadonlyArray<Format>
  readonly from1904: boolean
  readonly maxRows: number
  readonly maxColumns: number
  readonly budget: TableBudget
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

const readSheet = (path: string, context: Context): { readonly html: string; readonly cut: boolean } => {
  const text = context.office.text(path)
  if (text === undefined) return { html: "", cut: false }
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

  const finishCell = (): void => {
    if ((value === "" && formula === "") || row < 0 || column < 0) return
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
          break
        }
        case "c": {
          const place = attributes["r"] === undefined ? undefined : cellPlace(attributes["r"])
          column = place?.column ?? column + 1
          if (place !== undefined) row = place.row
          type = attributes["t"] ?? "n"
          format = context.formats[Number(attributes["s"] ?? 0)]
          value = ""
          formula = ""
          break
        }
        case "v":
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
  return { html: gridTable(cells, merges, context.budget, addresses), cut }
}

const shown = (value: string, type: string, format: Format | undefined, { from1904, strings }: Context): string => {
  switch (type) {
    case "s":
      return strings[Number(value)] ?? ""
    case "b":
      return value === "1" ? "TRUE" : "FALSE"
    case "n": {
      const number = Number(value)
      if (Number.isNaN(number)) return value
      const date = format?.date === undefined ? undefined : serialToIso(number, format.date, from1904)
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
