/**
 * Workbooks of Excel until 2003 (`.xls`) and binary ones (`.xlsb`), by SheetJS, which the application installs: each
 * visible sheet as a heading and a table, as those of `.xlsx`. Text tables under the name of Excel are read without it.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { isCompound, openCompound } from "../bytes/compoundFile.ts"
import { decodeAs } from "../bytes/decode.ts"
import { optionalPackage, sheetPackage } from "../bytes/optionalPackage.ts"
import { safeLink } from "../bytes/office.ts"
import { damaged, detailOf, encrypted, unsupported } from "../model/failure.ts"
import { leftOut } from "../markup/leftOut.ts"
import { escapeText, page } from "../markup/html.ts"
import { cellName, gridTables, type Merge } from "../markup/grid.ts"
import { TableBudget } from "../markup/TableBudget.ts"
import type { Reader, ReadOptions } from "../model/Reader.ts"
import { summaryOf } from "./summary.ts"
import { dateKind, serialToIso } from "../openXml/xlsx/dates.ts"
import { general, numberFormat } from "../openXml/xlsx/numberFormat.ts"

export const readXls: Reader = async (file, options): Promise<Parsed> => {
  const { bytes, charset, mediaType } = file
  if (!isCompound(bytes) && !isZip(bytes) && !isBareWorkbook(bytes)) {
    const start = decodeAs(charset ?? "utf-8", bytes.subarray(0, 2048))
    if (/^[^\0]+$/.test(start) && /[\t,;]/.test(start))
      return (await import("../plain/readCsv.ts")).readCsv(file, options)
    throw damaged("it is no workbook of Excel")
  }
  const library = optionalPackage(
    options.packages,
    sheetPackage,
    /binary/.test(mediaType) || isZip(bytes) ? "an .xlsb workbook" : "an .xls workbook"
  )
  if (!isLibrary(library))
    throw unsupported("this workbook", `another version of the package ${sheetPackage}, which has no function "read"`)
  if (!isCompound(bytes)) return write(readWorkbook(library, bytes, options.caps.maxRows), options, {})
  // The library follows the sectors of a damaged container in circles; its records it reads alone, too.
  const container = openCompound(bytes, options.caps.maxUnpackedBytes)
  const records = container.read("Workbook") ?? container.read("Book")
  if (records === undefined || records.length === 0) throw damaged("it holds no workbook")
  return write(readWorkbook(library, records, options.caps.maxRows), options, summaryOf(container))
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The first record of a workbook of Excel 2 to 4, which lies in no container ([MS-XLS] BOF). */
const isBareWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x09 && (bytes[1] ?? 255) <= 8 && (bytes[2] ?? 255) <= 16

interface Cell {
  /** `n`umber, `s`tring, `b`oolean, `e`rror or empty (`z`). */
  readonly t?: string
  readonly v?: unknown
  /** As it is shown. */
  readonly w?: string
  /** Code of its number format. */
  readonly z?: string | number
  readonly f?: string
  readonly l?: { readonly Target?: string }
}

interface Place {
  readonly r: number
  readonly c: number
}

interface Sheet {
  readonly "!data"?: ReadonlyArray<ReadonlyArray<Cell | undefined> | undefined>
  readonly "!merges"?: ReadonlyArray<{ readonly s: Place; readonly e: Place }>
  readonly "!fullref"?: string
}

interface Workbook {
  readonly SheetNames: ReadonlyArray<string>
  readonly Sheets: Readonly<Record<string, Sheet>>
  readonly Workbook?: {
    readonly Sheets?: ReadonlyArray<{ readonly Hidden?: number }>
    readonly WBProps?: { readonly date1904?: boolean }
  }
  readonly Props?: Readonly<Record<string, unknown>>
}

interface Library {
  readonly read: (bytes: Uint8Array, options: object) => Workbook
}

const isLibrary = (library: unknown): library is Library =>
  typeof library === "object" && library !== null && "read" in library && typeof library.read === "function"

const readWorkbook = (library: Library, bytes: Uint8Array, maxRows: number): Workbook => {
  try {
    return silently(() =>
      library.read(bytes, { type: "array", dense: true, cellNF: true, cellHTML: false, sheetRows: maxRows + 1 })
    )
  } catch (error) {
    const detail = detailOf(error)
    if (/password|encrypt/i.test(detail)) throw encrypted("the workbook is protected by a password")
    throw damaged(error instanceof TypeError || error instanceof RangeError ? "its records cannot be read" : detail)
  }
}

/** The library writes to the console what it does not know. The work is synchronous, so nothing else is silent meanwhile. */
const silently = <A>(work: () => A): A => {
  const { error, log, warn } = console
  const nothing = (): void => {}
  Object.assign(console, { error: nothing, log: nothing, warn: nothing })
  try {
    return work()
  } finally {
    Object.assign(console, { error, log, warn })
  }
}

const write = (
  workbook: Workbook,
  { caps, hidden = false }: ReadOptions,
  summary: Readonly<Record<string, string>>
): Parsed => {
  const budget = new TableBudget()
  const from1904 = workbook.Workbook?.WBProps?.date1904 === true
  const warnings: Array<string> = []
  const parts: Array<string> = []
  let unseen = 0
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name]
    if (sheet === undefined || parts.length >= caps.maxPages) continue
    if (!hidden && (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) {
      unseen++
      continue
    }
    const { cut, html } = sheetTable(sheet, from1904, caps, budget)
    if (cut) warnings.push(`Only the first rows and columns of the sheet ${name} were read (maxRows, maxColumns).`)
    parts.push(`<h2>${escapeText(name)}</h2>${html === "" ? "" : `\n${html}`}`)
  }
  warnings.push(...leftOut("Hidden sheets", unseen, "xls", "hidden"), ...budget.warnings)
  const title = workbook.Props?.["Title"]
  const author = workbook.Props?.["Author"]
  const metadata: Readonly<Record<string, string>> = {
    ...summary,
    ...(typeof title === "string" && title !== "" ? { title } : {}),
    ...(typeof author === "string" && author !== "" ? { author } : {})
  }
  return page(parts.join("\n"), { metadata, warnings })
}

const maxMerges = 20_000

const sheetTable = (
  sheet: Sheet,
  from1904: boolean,
  { maxColumns, maxRows }: { readonly maxColumns: number; readonly maxRows: number },
  budget: TableBudget
): { readonly html: string; readonly cut: boolean } => {
  const cells = new Map<number, Map<number, string>>()
  const links = new Map<string, string>()
  const rows = sheet["!data"] ?? []
  let cut = rows.length > maxRows
  for (let row = 0; row < Math.min(rows.length, maxRows); row++) {
    const own = rows[row]
    if (own === undefined) continue
    const line = new Map<number, string>()
    // Rows are sparse; a cell at the far right is no reason to look at all before it.
    for (const key of Object.keys(own)) {
      const column = Number(key)
      const cell = own[column]
      const text = cell === undefined ? "" : shown(cell, from1904)
      if (text === "") continue
      if (column >= maxColumns) {
        cut = true
        continue
      }
      if (!budget.takeField()) break
      line.set(column, text)
      const target = safeLink(cell?.l?.Target)
      if (target !== undefined) links.set(cellName(row, column), target)
    }
    if (line.size > 0) cells.set(row, line)
  }
  const merges = (sheet["!merges"] ?? [])
    .slice(0, maxMerges)
    .map(({ e, s }): Merge => ({ row: s.r, column: s.c, rows: e.r - s.r + 1, columns: e.c - s.c + 1 }))
  return { html: gridTables({ cells, merges, budget, links }), cut }
}

const shown = ({ f, t, v, w, z }: Cell, from1904: boolean): string => {
  switch (t) {
    case "n": {
      if (typeof v !== "number") return w ?? ""
      const code = typeof z === "string" ? z : undefined
      const kind = dateKind(-1, code)
      const date = kind === undefined || kind === "elapsed" ? undefined : serialToIso(v, kind, from1904)
      return date ?? (code === undefined ? general : numberFormat(code, -1))(v)
    }
    case "b":
      return v === true ? "TRUE" : "FALSE"
    case "e":
      return w ?? ""
    case "z":
      return ""
    default:
      return typeof v === "string" && v !== "" ? v : (w ?? (f === undefined ? "" : `=${f}`))
  }
}
