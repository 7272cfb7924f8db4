/**
 * What each rule of main content gains and costs: every rule is switched off alone, and the figures without it are set
 * next to those with all of them.
 *
 *   npm run quality:rules -w packages/html -- [--corpus DIR] [--pages DIR]
 *
 * `--corpus` is an article corpus (`corpus.ts`), `--pages` a folder of annotated pages (`annotatedPages.ts`). The marked
 * pages of this folder are always judged.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { toMarkdown } from "../src/markdown/walk/Markdown.ts"
import { plainText } from "../src/mainContent/features/plainText.ts"
import { type RuleName, ruleNames } from "../src/mainContent/rules/Rule.ts"
import { selectMain } from "../src/mainContent/select/selectMain.ts"
import { parse } from "../src/tree/parse.ts"
import { type AnnotatedPage, judgeAnnotated, readAnnotated, textOfMarkdown } from "./annotatedPages.ts"
import { scoreArticle } from "./articleScore.ts"
import { type Article, readCorpus } from "./corpus.ts"
import { type JudgedPage, markedPages, markedWholePages } from "./markedPages.ts"
import { judgeMarked, mean, scoreCorpus } from "./metric.ts"

const { values } = parseArgs({ options: { corpus: { type: "string" }, pages: { type: "string" } } })
/** npm runs the script in the package; a path is relative to where npm was called. */
const fromHere = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path)

const articles: ReadonlyArray<Article> = values.corpus === undefined ? [] : readCorpus(fromHere(values.corpus))
const annotated: ReadonlyArray<AnnotatedPage> = values.pages === undefined ? [] : readAnnotated(fromHere(values.pages))
const marked: ReadonlyArray<JudgedPage> = [...markedPages(), ...markedWholePages()]

interface Figures {
  readonly [name: string]: number
}

const figures = (without: ReadonlyArray<RuleName>): Figures => {
  const own = marked.map(({ drop, html, keep, kind, name, url = `https://site.example/${kind}/${name}` }) => {
    const tree = parse(html)
    const main = selectMain(tree, { url, without })
    return judgeMarked(keep, drop, plainText(tree, main))
  })
  const real = annotated.map((page) => {
    const url = page.url ?? "https://site.example/"
    const tree = parse(page.html)
    const { drop, roots } = selectMain(tree, { url, without })
    return judgeAnnotated(page, textOfMarkdown(toMarkdown(tree, { roots, drop, baseUrl: new URL(url) })))
  })
  const scores = articles.map((article) => scoreArticle(article, { without }))
  return {
    "own kept": mean(own.map(({ kept }) => kept)),
    "own dropped": mean(own.map(({ dropped }) => dropped)),
    ...(real.length === 0
      ? {}
      : {
          "pages kept": mean(real.map(({ kept }) => kept)),
          "pages dropped": mean(real.map(({ dropped }) => dropped))
        }),
    ...(scores.length === 0 ? {} : { F1: scoreCorpus(scores).f1, recall: scoreCorpus(scores).recall })
  }
}

const rounded = (row: Figures, from?: Figures): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const change = value - (from?.[name] ?? 0)
      return [name, from === undefined ? value.toFixed(4) : Math.abs(change) < 0.00005 ? "" : signed(change)]
    })
  )

const signed = (value: number): string => `${value > 0 ? "+" : ""}${value.toFixed(4)}`

const all = figures([])
console.log("With all rules, and the change when one is switched off:")
console.table({
  "all rules": rounded(all),
  ...Object.fromEntries(ruleNames.map((name) => [name, rounded(figures([name]), all)]))
})
