/**
 * How well main content is found, against peers in the same run:
 *
 *   npm run quality -w packages/html -- [--corpus DIR] [--quick]
 *
 * Without a corpus only the set of pages in this folder is judged. `--quick` takes every fifth page.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { type Article, readCorpus } from "./corpus.ts"
import { articleExtractors, type Extractor, pageExtractors } from "./extractors.ts"
import { type JudgedPage, markedPages, markedWholePages } from "./markedPages.ts"
import { judgeMarked, type KeptAndDropped, mean, median, type Score, scoreCorpus, scorePage } from "./metric.ts"

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    quick: { type: "boolean", default: false },
    worst: { type: "string", default: "10" }
  }
})
const worst = Number(values.worst)
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)

// Peers write what they could not read to the console; only the tables are wanted here.
console.error = console.warn = () => {}

const sample = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => (values.quick ? all.filter((_, i) => i % 5 === 0) : all)

interface Timed {
  readonly text: string
  readonly milliseconds: number
}

const timed = async (extractor: Extractor, html: string, url: string): Promise<Timed> => {
  const start = performance.now()
  try {
    const text = await extractor.extract(html, url)
    return { text, milliseconds: performance.now() - start }
  } catch {
    // A peer that throws has found nothing.
    return { text: "", milliseconds: performance.now() - start }
  }
}

const judgeArticles = async (articles: ReadonlyArray<Article>): Promise<void> => {
  console.log(
    `\nArticles (${articles.length} pages, ${articles.filter((article) => article.isHeldOut).length} held out)`
  )
  const rows = []
  for (const extractor of articleExtractors) {
    const results: Array<{ article: Article; score: Score; milliseconds: number }> = []
    for (const article of articles) {
      const { milliseconds, text } = await timed(extractor, article.html, article.url)
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

const judgePages = async (title: string, pages: ReadonlyArray<JudgedPage>): Promise<void> => {
  console.log(`\n${title} (${pages.length})`)
  const kinds = [...new Set(pages.map(({ kind }) => kind))]
  const rows = []
  for (const extractor of pageExtractors) {
    const results: Array<{ page: JudgedPage; score: KeptAndDropped; milliseconds: number }> = []
    for (const page of pages) {
      const { milliseconds, text } = await timed(extractor, page.html, `https://site.example/${page.kind}/${page.name}`)
      results.push({ page, score: judgeMarked(page.keep, page.drop, text), milliseconds })
    }
    const row: Record<string, string> = {
      extractor: extractor.name,
      kept: mean(results.map(({ score }) => score.kept)).toFixed(3),
      dropped: mean(results.map(({ score }) => score.dropped)).toFixed(3),
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
await judgePages("Other kinds of pages", sample(markedPages()))
await judgePages("Whole pages of common systems", sample(markedWholePages()))
