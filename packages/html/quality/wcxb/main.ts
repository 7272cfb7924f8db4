/**
 * How well main content, dates and authors are found on the pages of WCXB:
 *
 *   npm run quality:wcxb -w packages/html -- FOLDER [--models DIR] [--peers] [--worst N] [--texts FILE]
 *
 * FOLDER is what `pages.ts` reads. `--models` judges each page by a model that was fitted without its site (`fit --folds DIR`),
 * which is the figure that counts: the model that comes along has seen all of them. `--peers` extracts with Readability and defuddle in the same run, `--worst` lists pages
 * that may be looked at, `--texts` writes what was extracted.
 */
import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { share, type Verdict } from "../bylines/score.ts"
import { articleExtractors } from "../extractors.ts"
import { mean, median } from "../metric.ts"
import { type BenchmarkPage, kinds, openFolds, readPages } from "./pages.ts"
import type { Assignment, Extracted, Result } from "./worker.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string" },
    peers: { type: "boolean", default: false },
    worst: { type: "string", default: "10" },
    texts: { type: "string" }
  }
})
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)
if (positionals.length !== 1) throw new Error("give the folder of the benchmark: quality:wcxb -- FOLDER")
const folder = fromHere(positionals[0]!)

const extractors = articleExtractors.map(({ name }) => name).slice(0, values.peers ? undefined : 1)

const extract = (pages: ReadonlyArray<BenchmarkPage>): Promise<ReadonlyArray<Result>> =>
  new Promise((resolve, reject) => {
    const results: Array<Result> = []
    const models = values.models === undefined ? undefined : fromHere(values.models)
    const workerData: Assignment = { folder, models, pages, extractors }
    new Worker(new URL("worker.ts", import.meta.url), { workerData })
      .on("message", (result: Result) => results.push(result))
      .on("error", reject)
      .on("exit", () => resolve(results))
  })

const pages = readPages(folder)
const threads = availableParallelism()
const parts = Array.from({ length: threads }, (_, part) => pages.filter((_, at) => at % threads === part))
const results = new Map((await Promise.all(parts.map(extract))).flat().map((result) => [result.id, result]))

const extractedBy = (extractor: string, page: BenchmarkPage): Extracted => results.get(page.id)!.extracted[extractor]!

const printScores = (extractor: string): void => {
  const f1 = (of: ReadonlyArray<BenchmarkPage>): string =>
    mean(of.map((page) => extractedBy(extractor, page).score.f1)).toFixed(3)
  const row = (of: ReadonlyArray<BenchmarkPage>) => ({
    pages: of.length,
    F1: f1(of),
    precision: mean(of.map((page) => extractedBy(extractor, page).score.precision)).toFixed(3),
    recall: mean(of.map((page) => extractedBy(extractor, page).score.recall)).toFixed(3),
    open: f1(of.filter(({ fold }) => openFolds.has(fold))),
    closed: f1(of.filter(({ fold }) => !openFolds.has(fold))),
    ...Object.fromEntries([0, 1, 2, 3, 4].map((k) => [`fold ${k}`, f1(of.filter(({ fold }) => fold === k))]))
  })
  const time = median(pages.map((page) => extractedBy(extractor, page).milliseconds)).toFixed(1)
  console.log(`\n${extractor} (${time} ms a page)`)
  const byKind = kinds.map((kind) => [kind, row(pages.filter(({ type }) => type === kind))] as const)
  console.table({ all: row(pages), ...Object.fromEntries(byKind.filter(([, of]) => of.pages > 0)) })
}

const printWorst = (): void => {
  const scores = pages
    .filter(({ fold }) => openFolds.has(fold))
    .map((page) => ({ page, score: extractedBy("orbweaver", page).score }))
  for (const { page, score } of scores.toSorted((a, b) => a.score.f1 - b.score.f1).slice(0, Number(values.worst)))
    console.log(
      `  ${score.f1.toFixed(3)}  P ${score.precision.toFixed(3)}  R ${score.recall.toFixed(3)}  ${page.id}  ${page.type}  ${page.url ?? ""}`
    )
}

const printVerdicts = (): void => {
  const row = (of: (result: Result) => Verdict | undefined) => {
    const verdicts = [...results.values()].map(of).filter((verdict) => verdict !== undefined)
    const part = (wanted: Verdict) => share(verdicts.filter((one) => one === wanted).length, verdicts.length)
    return { pages: verdicts.length, right: part("right"), wrong: part("wrong"), missing: part("missing") }
  }
  console.table({ dates: row(({ date }) => date), authors: row(({ author }) => author) })
}

for (const extractor of extractors) printScores(extractor)
console.log("\nWorst of the open folds:")
printWorst()
printVerdicts()
if (values.texts !== undefined) {
  const texts = Object.fromEntries(pages.map((page) => [page.id, extractedBy("orbweaver", page).text]))
  writeFileSync(fromHere(values.texts), JSON.stringify(texts))
}
