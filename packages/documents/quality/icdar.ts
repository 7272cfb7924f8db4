/**
 * Reads the data of the table competition of ICDAR 2013: `NAME.pdf` beside `NAME-str.xml`, which lists the cells of each
 * table. A few files have a second truth (`-b`): either reading of the table is right.
 */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { Parser } from "htmlparser2"
import { type Cell, type Table, tableOf } from "./tables.ts"

export interface Document {
  readonly name: string
  readonly bytes: Uint8Array
  /** One or two ways to see the tables. */
  readonly truths: ReadonlyArray<ReadonlyArray<Table>>
}

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

export const readIcdar = (folder: string): ReadonlyArray<Document> => {
  const files = filesBelow(folder)
  const known = new Set(files)
  return files
    .filter((path) => path.endsWith(".pdf"))
    .toSorted()
    .flatMap((path) => {
      const stem = path.slice(0, -".pdf".length)
      const truths = [`${stem}-str.xml`, `${stem.replace(/a$/, "b")}-str.xml`].filter(
        (file, at, all) => known.has(file) && all.indexOf(file) === at
      )
      return truths.length === 0
        ? []
        : [
            {
              name: basename(stem),
              bytes: new Uint8Array(readFileSync(path)),
              truths: truths.map((file) => tablesOfTruth(readFileSync(file, "utf8")))
            }
          ]
    })
}

/** A table goes on in regions, whose cells count from an offset. */
const tablesOfTruth = (xml: string): ReadonlyArray<Table> => {
  const tables: Array<Table> = []
  let cells: Array<Cell> = []
  let offset = { row: 0, column: 0 }
  let cell: Cell | undefined
  let isContent = false
  let text = ""
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const number = (key: string, otherwise = 0): number => Number(attributes[key] ?? otherwise)
        if (name === "table") cells = []
        else if (name === "region") offset = { row: number("row-increment"), column: number("col-increment") }
        else if (name === "cell") {
          const row = number("start-row") + offset.row
          const column = number("start-col") + offset.column
          text = ""
          cell = {
            text,
            row,
            lastRow: number("end-row", number("start-row")) + offset.row,
            column,
            lastColumn: number("end-col", number("start-col")) + offset.column
          }
        } else if (name === "content") isContent = true
      },
      ontext: (part) => {
        if (isContent) text += part
      },
      onclosetag: (name) => {
        if (name === "content") isContent = false
        else if (name === "cell" && cell !== undefined) cells.push({ ...cell, text })
        else if (name === "table") tables.push(tableOf(cells))
      }
    },
    { xmlMode: true }
  )
  parser.end(xml)
  return tables
}
