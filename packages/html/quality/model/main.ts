/**
 * Fits the model of main content and writes `src/mainContent/model/fitted.ts`:
 *
 *   npm run fit -w packages/html -- WCXB [--articles DIR] [--pages DIR] [--folds DIR] [--only LIST] [--trees N] [--output FILE]
 *
 * WCXB is the folder of the benchmark (`wcxb/pages.ts`), `--articles` an article corpus (`corpus.ts`), `--pages` a folder of
 * annotated pages (`annotatedPages.ts`); the marked pages of this folder are always used. `--folds` writes five more models
 * first, each fitted without one fold, for `--models` of `quality` and `quality:wcxb`: sites are never in two folds. `--only
 * 0,3,all` fits these alone, to share the work among processes; a model takes a minute. `--output` writes elsewhere.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import type { PackedModel } from "../../src/mainContent/model/Model.ts"
import { usual } from "./boost.ts"
import { type Collected, collect } from "./collect.ts"
import { fillByFolds, fitPages } from "./folds.ts"
import { nameScores } from "./nameTables.ts"
import { packed } from "./packed.ts"
import { folds } from "./sources.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    articles: { type: "string" },
    pages: { type: "string" },
    folds: { type: "string" },
    only: { type: "string" },
    output: { type: "string" },
    trees: { type: "string", default: String(usual.trees) }
  }
})
const [wcxb] = positionals
if (wcxb === undefined) throw new Error("give the folder of WCXB: fit -- FOLDER")
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)
const optional = (path: string | undefined): string | undefined => (path === undefined ? undefined : fromHere(path))

const fitWithout = ({ pages, words }: Collected, fold: number | undefined): PackedModel => {
  const isCommon = fillByFolds(pages, words.length, fold)
  const known = pages.filter((page) => page.fold !== fold)
  const ensemble = fitPages(known, { ...usual, trees: Number(values.trees) })
  return packed(ensemble, words, nameScores(known, isCommon))
}

/** The module of a model. */
const sourceOf = ({ pages }: Collected, { features, names, trees }: PackedModel): string => {
  const sources = [...Map.groupBy(pages, ({ source }) => source)].map(([source, of]) => `${of.length} of ${source}`)
  return `/**
 * The fitted model, written by \`npm run fit -w packages/html\`: do not edit. Fitted to ${pages.length} pages (${sources.join(", ")}).
 * WCXB is the Web Content eXtraction Benchmark of Murrough Foley (arXiv 2605.21097, CC-BY-4.0). No text of a page is in it:
 * numbers about structure, and scores of class names and ids that many sites have.
 */
import type { PackedModel } from "./Model.ts"

export const fitted: PackedModel = {
  features: ${features},
  trees:
    "${trees}",
  names:
    "${names}"
}
`
}

const collected = collect({
  wcxb: fromHere(wcxb),
  articles: optional(values.articles),
  pages: optional(values.pages)
})
console.log(`${collected.pages.length} pages, ${collected.words.length} parts of names`)
const wanted = values.only?.split(",")
const isWanted = (name: string): boolean => wanted === undefined || wanted.includes(name)

if (values.folds !== undefined) {
  const folder = fromHere(values.folds)
  mkdirSync(folder, { recursive: true })
  for (let fold = 0; fold < folds; fold++) {
    if (!isWanted(String(fold))) continue
    writeFileSync(join(folder, `${fold}.json`), JSON.stringify(fitWithout(collected, fold)))
    console.log(`without fold ${fold}`)
  }
}
if (isWanted("all")) {
  const model = fitWithout(collected, undefined)
  const usualFile = fileURLToPath(new URL("../../src/mainContent/model/fitted.ts", import.meta.url))
  writeFileSync(optional(values.output) ?? usualFile, sourceOf(collected, model))
  console.log(`${Math.round((model.names.length + model.trees.length) / 1000)} KB`)
}
