/**
 * How well the cells of workbooks are read, beside SheetJS as a peer:
 *
 *   npm run quality:sheets -w packages/documents -- DIR [--worst N]
 *
 * DIR holds workbooks and, for each, what Excel saved of its sheets: `NAME.xlsx`, `NAME.xlsx.0.csv`, `NAME.xlsx.1.csv` and so
 * on, as the test files of SheetJS have them. Compared are the texts of all cells of a workbook, wherever they stand. A date
 * counts as right in ISO 8601 too, which is what this package writes; tables of charts, which Excel saves nothing of, are
 * left out, and so are the numbers of notes.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { read, utils } from "@e965/xlsx"
import { Parser } from "htmlparser2"
import { readXlsx } from "../src/openXml/xlsx/read.ts"
import { defaultCaps } from "../src/parsers/documentParser.ts"
import { installedPackages } from "../src/threads/installedPackages.ts"
import { readCsv } from "../src/plain/readCsv.ts"
import { common } from "./tables.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: "string", default: "0" } }
})
const [folder] = positionals
if (folder === undefined) throw new Error("give the folder of the workbooks: quality:sheets -- DIR")
const directory = resolve(process.env["INIT_CWD"] ?? process.cwd(), folder)

const options = { caps: defaultCaps, packages: installedPackages(), pdfOptions: {} }

/** Texts of cells, titles and paragraphs. */
const cellsOf = (html: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let open: string | undefined
  let skipping = 0
  const parser = new Parser({
    onopentag: (name, { class: classes }) => {
      if (skipping > 0 || name === "sup" || classes === "footnotes") skipping++
      else if (/^(?:td|th|p|caption)$/.test(name)) open = ""
      else if (name === "br" && open !== undefined) open += " "
    },
    ontext: (text) => {
      if (skipping === 0 && open !== undefined) open += text
    },
    onclosetag: (name) => {
      if (skipping > 0) skipping--
      else if (/^(?:td|th|p|caption)$/.test(name) && open !== undefined) {
        const text = keyOf(open)
        if (text !== "") cells.push(text)
        open = undefined
      }
    }
  })
  parser.end(html)
  return cells
}

/** A date by its day and time, whatever it looks like. */
const keyOf = (text: string): string => {
  const plain = text.replaceAll(/\s+/g, " ").trim()
  if (!/\d[-/ ]\w+[-/ ,]|^\p{L}+ \d{1,2}, \d{4}/u.test(plain)) return plain
  const moment = Date.parse(/^\d{4}-\d\d-\d\d$/.test(plain) ? `${plain}T00:00` : plain)
  return Number.isNaN(moment) ? plain : new Date(Math.floor(moment / 1000) * 1000).toISOString()
}

const csvCells = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> =>
  cellsOf((await readCsv({ bytes, mediaType: "text/csv", charset: undefined, url: "" }, options)).html)

interface Sums {
  both: number
  found: number
  wanted: number
  mean: number
}

const f1Of = ({ both, found, wanted }: Omit<Sums, "mean">): number =>
  wanted + found === 0 ? 1 : (2 * both) / (wanted + found)

const sums: Record<"orbweaver" | "SheetJS", Sums> = {
  orbweaver: { both: 0, found: 0, wanted: 0, mean: 0 },
  SheetJS: { both: 0, found: 0, wanted: 0, mean: 0 }
}
const lines: Array<{ readonly f1: number; readonly text: string }> = []
let count = 0
for (const name of readdirSync(directory).filter((file) => file.endsWith(".xlsx"))) {
  const bytes = new Uint8Array(readFileSync(join(directory, name)))
  const truth: Array<string> = []
  for (const file of readdirSync(directory))
    if (file.startsWith(`${name}.`) && /^\.\d+\.csv$/.test(file.slice(name.length)))
      truth.push(...(await csvCells(new Uint8Array(readFileSync(join(directory, file))))))
  if (truth.length === 0) continue
  const { html } = await readXlsx({ bytes, mediaType: "", charset: undefined, url: "" }, { ...options, hidden: true })
  const book = read(bytes)
  const peer: Array<string> = []
  for (const sheet of book.SheetNames)
    peer.push(...(await csvCells(new TextEncoder().encode(utils.sheet_to_csv(book.Sheets[sheet]!)))))
  const withoutCharts = html.replaceAll(/<table>\n<caption>Chart<\/caption>[\s\S]*?<\/table>/g, "")
  for (const [who, found] of [
    ["orbweaver", cellsOf(withoutCharts)],
    ["SheetJS", peer]
  ] as const) {
    const one = { both: common(truth, found), found: found.length, wanted: truth.length }
    sums[who].both += one.both
    sums[who].found += one.found
    sums[who].wanted += one.wanted
    sums[who].mean += f1Of(one)
    if (who === "orbweaver")
      lines.push({ f1: f1Of(one), text: `${name}  ${one.both} of ${one.wanted}, ${one.found} found` })
  }
  count++
}
console.table(
  Object.fromEntries(
    Object.entries(sums).map(([who, sum]) => [
      who,
      {
        workbooks: count,
        precision: (sum.both / Math.max(1, sum.found)).toFixed(3),
        recall: (sum.both / Math.max(1, sum.wanted)).toFixed(3),
        F1: f1Of(sum).toFixed(3),
        "mean F1": (sum.mean / Math.max(1, count)).toFixed(3)
      }
    ])
  )
)
for (const { f1, text } of lines.toSorted((a, b) => a.f1 - b.f1).slice(0, Number(values.worst)))
  console.log(`  ${f1.toFixed(3)}  ${text}`)
