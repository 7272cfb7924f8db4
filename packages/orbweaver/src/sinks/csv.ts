/** Documents as rows of a CSV file (RFC 4180). */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { checkPath } from "./checkPath.ts"
import { type RecordFileOptions, recordSink } from "./recordFile.ts"
import type { Sink, SinkDocument } from "./Sink.ts"

export interface CsvOptions extends RecordFileOptions {
  /**
   * Fields of the document or of its `metadata`, in this order; a field that is no text is written as JSON.
   * Default: `["url", "title", "description", "language", "statusCode", "markdown"]`.
   */
  readonly columns?: ReadonlyArray<string> | undefined
  /**
   * Write `'` before a text that spreadsheets would take for a formula, since pages are written by strangers
   * (https://owasp.org/www-community/attacks/CSV_Injection). Default: `true`.
   */
  readonly escapeFormulas?: boolean | undefined
}

const maxColumns = 100

const isColumns = (given: unknown): boolean =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= maxColumns &&
  given.every((name) => typeof name === "string" && name !== "")

const schemas: Given.OptionSchemas<CsvOptions> = {
  append: Given.boolean,
  keepPartial: Given.boolean,
  escapeFormulas: Given.boolean,
  columns: Given.value(`1 to ${maxColumns} names of fields`, isColumns)
}

const defaultColumns = ["url", "title", "description", "language", "statusCode", "markdown"]

/** A row a document, under a row of names. Throws `InvalidInput` for an option that there is not. */
export const csv = (file: string, options: CsvOptions = {}): Sink => {
  checkPath("csv", "file", file)
  Given.checkOptions("options of csv", schemas, options)
  const { columns = defaultColumns, escapeFormulas = true } = options
  const rowOf = (values: ReadonlyArray<unknown>) =>
    `${values.map((value) => cellOf(value, escapeFormulas)).join(",")}\r\n`
  const encode = (document: SinkDocument) => rowOf(columns.map((name) => fieldOf(document, name)))
  return recordSink(file, { header: rowOf(columns), isQuoted: true, encode }, options)
}

const fieldOf = (document: SinkDocument, name: string): unknown => {
  if (name !== "metadata" && Object.hasOwn(document.metadata, name)) return document.metadata[name]
  return Object.hasOwn(document, name) ? (document as unknown as Readonly<Record<string, unknown>>)[name] : undefined
}

const cellOf = (value: unknown, escapeFormulas: boolean): string => {
  if (value === undefined || value === null) return ""
  if (typeof value !== "string") return quoted(JSON.stringify(value))
  return quoted(escapeFormulas && /^[\t\r=+@-]/.test(value) ? `'${value}` : value)
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
