/**
 * How well main content is found, against peers in the same run:
 *
 *   npm run quality -w packages/html -- [--corpus DIR] [--pages DIR] [--bylines DIR] [--models DIR] [--quick]
 *
 * `--corpus` is an article corpus (`corpus.ts`), `--pages` a folder of annotated pages (`annotatedPages.ts`), `--bylines`
 * the folder whose files `bylines/labels.json` labels. `--models` judges each page by a model that was fitted without its
 * site (`fit --folds DIR`). Without them only the pages of this folder are judged. `--quick`
 * takes every fifth page.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { type AnnotatedPage, judgeAnnotated, markdownOf, readAnnotated, textOfMarkdown } from "./annotatedPages.ts"
import { printBylines } from "./bylines/print.ts"
import { type Article, readCorpus } from "./corpus.ts"
import { articleExtractors, markdownOfPeers, pageExtractors, timed } from "./extractors.ts"
import type { Model } from "../src/mainContent/model/Model.ts"
import { readModels } from "./model/foldModels.ts"
import { foldOfPage } from "./model/sources.ts"
import { type JudgedPage, markedPages, markedWholePages } from "./markedPages.ts"
import { judgeMarked, type KeptAndDropped, mean, median, type Score, scoreCorpus, scorePage } from "./metric.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    pages: { type: "string" },
    bylines: { type: "string" },
    models: { type: "string" },
    quick: { type: "boolean", default: false },
    worst: { type: "string", default: "10" }
  }
})
const worst = Number(values.worst)
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)

// Peers write what they could not read to the console; only the tables are wanted here.
console.error = console.warn = () => {}

const readFoldModels = values.models === undefined ? undefined : readModels(fromHere(values.models))
const modelOf = (page: { readonly id: string; readonly url?: string | undefined }): Model | undefined =>
  readFoldModels?.(foldOfPage(page))

const sample = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => (values.quick ? all.filter((_, i) => i % 5 === 0) : all)

const judgeArticles = async (articles: ReadonlyArray<Article>): Promise<void> => {
  console.log(
    `\nArticles (${articles.length} pages, ${articles.filter((article) => article.isHeldOut).length} held out)`
  )
  const rows = []
  for (const extractor of articleExtractors) {
    const results: Array<{ article: Article; score: Score; milliseconds: number }> = []
    for (const article of articles) {
      const { milliseconds, text } = await timed(extractor, article.html, article.url, modelOf(article))
      results.push({ article, score: scorePage(article.truth, text), milliseconds })
    }
    const of = (keep: (article: Article) => boolean): string =>
      scoreCorpus(results.filter(({ article }) => keep(article)).map(({ score }) => score)).f1.toFixed(4)
    const { f1, precision, recall } = scoreCorpus(results.map(({ score }) => score))
    rows.push({
      extractor: extractor.name,
      F1: f1.toFixed(4),
      precision: precision.toFixed(4),
      recall: recall.toFixed(4),
      tuned: of((article) => !article.isHeldOut),
      "held out": of((article) => article.isHeldOut),
      "under 0.6": results.filter(({ score }) => score.f1 < 0.6).length,
      "ms a page": median(results.map(({ milliseconds }) => milliseconds)).toFixed(1)
    })
    if (extractor !== articleExtractors[0]) continue
    const lowest = results.toSorted((a, b) => a.score.f1 - b.score.f1).slice(0, worst)
    for (const { article, score } of lowest)
      console.log(
        `  ${score.f1.toFixed(3)}  P ${score.precision.toFixed(3)}  R ${score.recall.toFixed(3)}  ${article.id.slice(0, 8)}` +
          `  ${article.isHeldOut ? "(held out)" : article.url}`
      )
  }
  console.table(rows)
}

/** The Markdown of annotated pages, by whether their strings occur in it. */
const judgeStrings = async (pages: ReadonlyArray<AnnotatedPage>): Promise<void> => {
  console.log(`\nAnnotated pages (${pages.length})`)
  const rows = []
  const peers = Object.entries<(page: AnnotatedPage, model?: Model) => string | Promise<string>>({
    orbweaver: markdownOf,
    ...markdownOfPeers
  })
  for (const [extractor, markdown] of peers) {
    const results = []
    for (const page of pages) {
      let text = ""
      try {
        text = await markdown(page, modelOf(page))
      } catch {
        // A peer that throws has found nothing.
      }
      results.push({ page, judged: judgeAnnotated(page, textOfMarkdown(text)) })
    }
    const judged = results.map((result) => result.judged)
    rows.push({
      extractor,
      kept: mean(judged.map(({ kept }) => kept)).toFixed(3),
      dropped: mean(judged.map(({ dropped }) => dropped)).toFixed(3),
      titles: judged.filter(({ hasTitle }) => hasTitle).length,
      "under 0.8 kept": judged.filter(({ kept }) => kept < 0.8).length,
      "under 0.5 kept": judged.filter(({ kept }) => kept < 0.5).length
    })
    if (extractor !== "orbweaver") continue
    const lowest = results.toSorted((a, b) => a.judged.kept - b.judged.kept).slice(0, worst)
    for (const { judged: one, page } of lowest)
      console.log(`  kept ${one.kept.toFixed(3)}  dropped ${one.dropped.toFixed(3)}  ${page.kind}/${page.id}`)
  }
  console.table(rows)
}

const judgePages = async (title: string, pages: ReadonlyArray<JudgedPage>): Promise<void> => {
  console.log(`\n${title} (${pages.length})`)
  const kinds = [...new Set(pages.map(({ kind }) => kind))]
  const rows = []
  for (const extractor of pageExtractors) {
    const results: Array<{ page: JudgedPage; score: KeptAndDropped; milliseconds: number }> = []
    for (const page of pages) {
      const { milliseconds, text } = await timed(
        extractor,
        page.html,
        page.url ?? `https://site.example/${page.kind}/${page.name}`,
        modelOf({ id: page.name })
      )
      results.push({ page, score: judgeMarked(page.keep, page.drop, text), milliseconds })
    }
    const row: Record<string, string> = {
      extractor: extractor.name,
      kept: mean(results.map(({ score }) => score.kept)).toFixed(3),
      dropped: mean(results.map(({ score }) => score.dropped)).toFixed(3),
      "under 0.8 kept": String(results.filter(({ score }) => score.kept < 0.8).length),
      "ms a page": median(results.map(({ milliseconds }) => milliseconds)).toFixed(2)
    }
    for (const kind of kinds) {
      const scores = results.filter(({ page }) => page.kind === kind).map(({ score }) => score)
      row[kind] =
        `${mean(scores.map(({ kept }) => kept)).toFixed(2)}/${mean(scores.map(({ dropped }) => dropped)).toFixed(2)}`
    }
    rows.push(row)
    if (extractor !== pageExtractors[0]) continue
    const lowest = results
      .toSorted((a, b) => a.score.kept + a.score.dropped - b.score.kept - b.score.dropped)
      .slice(0, worst)
    for (const { page, score } of lowest)
      console.log(`  kept ${score.kept.toFixed(3)}  dropped ${score.dropped.toFixed(3)}  ${page.kind}/${page.name}`)
  }
  console.table(rows)
}

if (values.corpus !== undefined) await judgeArticles(sample(readCorpus(fromHere(values.corpus))))
if (values.pages !== undefined) await judgeStrings(sample(readAnnotated(fromHere(values.pages))))
await judgePages("Other kinds of pages", sample(markedPages()))
await judgePages("Whole pages of common systems", sample(markedWholePages()))
console.log("\nDates and authors")
printBylines({ folder: values.bylines === undefined ? undefined : fromHere(values.bylines), all: false })
