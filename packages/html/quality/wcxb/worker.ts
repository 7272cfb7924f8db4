/** Extracts and scores a part of the pages on a thread of its own. */
import { parentPort, workerData } from "node:worker_threads"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"
import type { Verdict } from "../bylines/score.ts"
import { articleExtractors, timed } from "../extractors.ts"
import type { Score } from "../metric.ts"
import { readModels } from "../model/foldModels.ts"
import { type BenchmarkPage, readHtml } from "./pages.ts"
import { judgeAuthor, judgeDate, scoreWords } from "./score.ts"

export interface Assignment {
  readonly folder: string
  readonly pages: ReadonlyArray<BenchmarkPage>
  /** A folder with a model for each fold, fitted without it. */
  readonly models: string | undefined
  /** Names of extractors. */
  readonly extractors: ReadonlyArray<string>
}

export interface Result {
  readonly id: string
  /** By the name of the extractor. */
  readonly extracted: Readonly<Record<string, Extracted>>
  readonly date: Verdict | undefined
  readonly author: Verdict | undefined
}

export interface Extracted {
  readonly text: string
  readonly score: Score
  readonly milliseconds: number
}

// Peers write what they could not read to the console; only the tables are wanted here.
console.error = console.warn = () => {}

/** For pages without an address. */
const someUrl = "https://site.example/"

const { extractors, folder, models, pages } = workerData as Assignment
const modelOf = models === undefined ? () => undefined : readModels(models)
for (const page of pages) {
  const html = readHtml(folder, page)
  const url = page.url ?? someUrl
  const extracted: Record<string, Extracted> = {}
  for (const extractor of articleExtractors) {
    if (!extractors.includes(extractor.name)) continue
    const { milliseconds, text } = await timed(extractor, html, url, modelOf(page.fold))
    extracted[extractor.name] = { text, score: scoreWords(page.content, text), milliseconds }
  }
  const said = metadata(parse(html), new URL(url))
  const result: Result = { id: page.id, extracted, date: judgeDate(page, said), author: judgeAuthor(page, said) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(result)
}
