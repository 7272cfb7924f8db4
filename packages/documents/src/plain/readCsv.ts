/**
 * CSV and TSV (RFC 4180, loosely): quoted fields with doubled quotes and line
 * breaks, the delimiter guessed from the first lines, one table.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import type { Reader } from "../model/Reader.ts"
import { renderTable } from "../markup/table.ts"

export const readCsv: Reader = async ({ bytes, charset, mediaType, wholeSource }, { caps }): Promise<Parsed> => {
  const decoded = await decodeText(bytes, charset)
  const start = startOf(decoded.text, maxLength, wholeSource)
  // Excel's own hint, which is no data.
  const hint = /^sep=(.)\r?\n/.exec(start.text)
  const text = start.text.slice(hint?.[0].length ?? 0)
  const delimiter = hint?.[1] ?? (mediaType === "text/tab-separated-values" ? "\t" : guessDelimiter(text))
  const { more, rows } = parseCsv(text, delimiter, caps.maxRows, caps.maxColumns)
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Math.min(caps.maxColumns, widest)
  const table = renderTable({
    headerRows: rows.length > 1 ? 1 : 0,
    rows: rows.map((row) => Array.from({ length: columns }, (_, index) => ({ html: cellHtml(row[index] ?? "") })))
  })
  return page(table, {
    source: start.source,
    warnings: [
      ...decoded.warnings,
      ...(rows.length === 0 ? ["The file has no rows."] : []),
      ...start.warnings,
      ...(more ? [`Only the first ${caps.maxRows} rows were read (maxRows).`] : []),
      ...(widest > columns ? [`Only the first ${columns} columns were read (maxColumns).`] : [])
    ]
  })
}

/** UTF-16 units of a file that are read: more would take far more memory than the file has. */
const maxLength = 16_000_000
/** UTF-16 units of a quoted field; spreadsheets allow 32,767. */
const maxFieldLength = 1_000_000

const cellHtml = (text: string): string => escapeText(text.trim()).replaceAll(/\r?\n/g, "<br>")

/** Lines that the guess looks at. */
const sampled = 20

/** The candidate that parts the first lines into the same number of fields, the most fields winning. */
const guessDelimiter = (text: string): string => {
  const sample = text.slice(0, 64 * 1024)
  let best = ","
  let bestScore = 0
  for (const candidate of [",", ";", "\t", "|"]) {
    const { rows } = parseCsv(sample, candidate, sampled, sample.length)
    const whole = text.length > sample.length ? rows.slice(0, -1) : rows
    const filled = (whole.length === 0 ? rows : whole).filter((row) => row.length > 1 || row[0] !== "")
    const fields = filled[0]?.length ?? 1
    if (fields < 2) continue
    const even = filled.filter((row) => row.length === fields).length / filled.length
    const score = even * (1 + Math.min(fields, 50) / 50)
    if (score > bestScore) {
      bestScore = score
      best = candidate
    }
  }
  return best
}

const parseCsv = (
  text: string,
  delimiter: string,
  maxRows: number,
  maxColumns: number
): { readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly more: boolean } => {
  const rows: Array<Array<string>> = []
  const limit = delimiter.charCodeAt(0)
  let row: Array<string> = []
  let at = 0
  while (at < text.length) {
    if (rows.length >= maxRows) return { rows, more: true }
    let field: string
    if (text.charCodeAt(at) === quote) {
      const from = at + 1
      let end = text.indexOf('"', from)
      while (end >= 0 && text.charCodeAt(end + 1) === quote) end = text.indexOf('"', end + 2)
      if (end < 0) end = text.length
      // What stands between the closing quote and the delimiter belongs to the field.
      const rest = endOfField(text, Math.min(end + 1, text.length), limit)
      field = text.slice(from, Math.min(end, from + maxFieldLength)).replaceAll('""', '"') + text.slice(end + 1, rest)
      at = rest
    } else {
      const end = endOfField(text, at, limit)
      field = text.slice(at, end)
      at = end
    }
    // One row more than is shown, to know whether there are more.
    if (row.length <= maxColumns) row.push(field)
    const next = text.charCodeAt(at)
    if (next === limit) {
      at++
      if (at >= text.length) row.push("")
      continue
    }
    if (next === 13 && text.charCodeAt(at + 1) === 10) at++
    at++
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows, more: false }
}

const quote = 34

const endOfField = (text: string, from: number, limit: number): number => {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === limit || code === 10 || code === 13) break
  }
  return at
}
