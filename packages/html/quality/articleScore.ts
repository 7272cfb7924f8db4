/**
 * How near the main content of an article is to the truth of a corpus. The truth leaves out what readers take for a part
 * of the article, so it is scored twice: as it is less the title, and less author, date and lead where the truth has
 * none of them.
 */
import { plainText } from "../src/mainContent/plainText.ts"
import type { SelectMainOptions } from "../src/mainContent/MainContent.ts"
import { selectMain } from "../src/mainContent/selectMain.ts"
import { parse } from "../src/tree/parse.ts"
import type { Article } from "./corpus.ts"
import { type Score, scorePage } from "./metric.ts"

export interface ArticleScore {
  readonly untitled: Score
  readonly headless: Score
}

export const scoreArticle = (article: Article, options: SelectMainOptions = {}): ArticleScore => {
  const tree = parse(article.html)
  const main = selectMain(tree, { ...options, url: article.url })
  const drop = main.drop.slice()
  if (main.headline >= 0) drop[main.headline] = 1
  const untitled = plainText(tree, { roots: main.roots, drop })
  const truth = lettersOf(article.truth)
  const head = new Set(main.head.filter((node) => !truth.includes(lettersOf(plainText(tree, { roots: [node], drop })))))
  for (const node of head) drop[node] = 1
  const headless = plainText(tree, { roots: main.roots.filter((root) => !head.has(root)), drop })
  return { untitled: scorePage(article.truth, untitled), headless: scorePage(article.truth, headless) }
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "")
