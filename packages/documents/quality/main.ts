/**
 * How well PDFs are read, by data that lies outside of the project; each folder that is given is scored:
 *
 *   npm run quality -w packages/documents -- --icdar DIR --olmocr DIR --outline DIR [--peers DIR] [--worst N] [--only NAME]
 *
 * - `--icdar`: tables, by the competition of ICDAR 2013 (`icdarScore.ts`)
 * - `--olmocr`: facts about pages, by olmOCR-bench (`olmocr.ts`)
 * - `--outline`: headings and list items, by Markdown beside the files or by the tags in them (`outline.ts`)
 *
 * `--peers` compares with other readers, from the folder in which they are installed (`readers.ts`).
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { scoreTables } from "./icdarScore.ts"
import { scoreFacts } from "./olmocr.ts"
import { scoreOutlines } from "./outline.ts"
import { findReaders } from "./readers.ts"

const { values } = parseArgs({
  options: {
    icdar: { type: "string" },
    olmocr: { type: "string" },
    outline: { type: "string" },
    peers: { type: "string" },
    worst: { type: "string", default: "0" },
    only: { type: "string" }
  }
})
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)
const { icdar, olmocr, only, outline, peers } = values
if (icdar === undefined && olmocr === undefined && outline === undefined)
  throw new Error("give a folder of data: quality -- --icdar DIR, --olmocr DIR or --outline DIR")
const worst = Number(values.worst)
const readers = await findReaders(peers === undefined ? undefined : fromHere(peers), peers !== undefined)
if (icdar !== undefined) await scoreTables(fromHere(icdar), only, worst)
if (olmocr !== undefined) await scoreFacts(fromHere(olmocr), readers, only, worst)
if (outline !== undefined) await scoreOutlines(fromHere(outline), readers, only, worst)
