/** How near the main content of an article is to the truth of a corpus, which has no titles. */
import { plainText } from "../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../src/mainContent/model/MainContent.ts"
import { selectMain } from "../src/mainContent/select/selectMain.ts"
import { parse } from "../src/tree/parse.ts"
import type { Article } from "./corpus.ts"
import { type Score, scorePage } from "./metric.ts"

export const scoreArticle = (article: Article, options: SelectMainOptions = {}): Score => {
  const tree = parse(article.html)
  const main = selectMain(tree, { ...options, url: article.url })
  const drop = main.drop.slice()
  if (main.headline >= 0) drop[main.headline] = 1
  return scorePage(article.truth, plainText(tree, { roots: main.roots, drop }))
}
