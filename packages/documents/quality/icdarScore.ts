/**
 * How well tables are read, by the data of the table competition of ICDAR 2013 (`icdar.ts`): the relations between cells
 * (`tables.ts`), and how many tables have as many rows and columns as the truth.
 */
import { defaultCaps } from "../src/parsers/documentParser.ts"
import { readPdf } from "../src/pdf/render/read.ts"
import { readIcdar } from "./icdar.ts"
import { common, relationsOf, type Table, tablesOfHtml } from "./tables.ts"

interface Score {
  readonly name: string
  readonly wanted: number
  readonly found: number
  readonly both: number
  readonly tables: number
  /** With as many rows and columns as the truth. */
  readonly shaped: number
}

/** Of the tables found, the one that shares most relations with one of the truth. */
const bestOf = (truth: Table, found: ReadonlyArray<Table>): Table | undefined => {
  const wanted = relationsOf(truth)
  const shares = found.map((table) => ({ table, both: common(wanted, relationsOf(table)) }))
  const best = shares.reduce<(typeof shares)[number] | undefined>(
    (top, one) => (one.both > (top?.both ?? 0) ? one : top),
    undefined
  )
  return best?.table
}

const scoreOf = (name: string, truth: ReadonlyArray<Table>, found: ReadonlyArray<Table>): Score => {
  const wanted = truth.flatMap(relationsOf)
  const given = found.flatMap(relationsOf)
  const shaped = truth.filter((table) => {
    const best = bestOf(table, found)
    return best !== undefined && best.rows === table.rows && best.columns === table.columns
  })
  return {
    name,
    wanted: wanted.length,
    found: given.length,
    both: common(wanted, given),
    tables: truth.length,
    shaped: shaped.length
  }
}

const f1Of = ({ both, found, wanted }: Pick<Score, "both" | "found" | "wanted">): number =>
  wanted + found === 0 ? 1 : (2 * both) / (wanted + found)

const url = "https://site.example/file.pdf"

export const scoreTables = async (folder: string, only: string | undefined, worst: number): Promise<void> => {
  const scores: Array<Score> = []
  for (const { bytes, name, truths } of readIcdar(folder)) {
    if (only !== undefined && name !== only) continue
    const { html } = await readPdf(
      { bytes, mediaType: "application/pdf", charset: undefined, url },
      { caps: defaultCaps, pdfOptions: {} }
    )
    const found = tablesOfHtml(html)
    const byTruth = truths.map((truth) => scoreOf(name, truth, found))
    scores.push(byTruth.reduce((best, one) => (f1Of(one) > f1Of(best) ? one : best)))
    if (only !== undefined) console.log(html)
  }

  const sum = (of: (score: Score) => number): number => scores.reduce((all, score) => all + of(score), 0)
  const all = { both: sum(({ both }) => both), found: sum(({ found }) => found), wanted: sum(({ wanted }) => wanted) }
  console.table({
    orbweaver: {
      documents: scores.length,
      tables: sum(({ tables }) => tables),
      precision: (all.both / Math.max(1, all.found)).toFixed(3),
      recall: (all.both / Math.max(1, all.wanted)).toFixed(3),
      F1: f1Of(all).toFixed(3),
      "mean F1": (sum(f1Of) / Math.max(1, scores.length)).toFixed(3),
      "rows × columns": (
        sum(({ shaped }) => shaped) /
        Math.max(
          1,
          sum(({ tables }) => tables)
        )
      ).toFixed(3)
    }
  })
  for (const score of scores.toSorted((a, b) => f1Of(a) - f1Of(b)).slice(0, worst))
    console.log(
      `  ${f1Of(score).toFixed(3)}  ${score.name}  ${score.both} of ${score.wanted}, ${score.found} found; shapes ${score.shaped} of ${score.tables}`
    )
}
