/**
 * Real pages annotated with strings: `pages.json` lists of each page its `id`, `kind`, `title`, and the strings that a
 * reader would `keep` and `drop`; `html/ID.html` is the page. Judged by whether a string occurs in the Markdown.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { toMarkdown } from "../src/markdown/walk/Markdown.ts"
import type { Model } from "../src/mainContent/model/Model.ts"
import { selectMain } from "../src/mainContent/select/selectMain.ts"
import { revealNoscript } from "../src/page/noscript.ts"
import { parse } from "../src/tree/parse.ts"
import { mean } from "./metric.ts"

export interface AnnotatedPage {
  readonly id: string
  readonly kind: string
  readonly url?: string
  readonly title: string
  readonly keep: ReadonlyArray<string>
  readonly drop: ReadonlyArray<string>
  readonly html: string
}

export const readAnnotated = (folder: string): ReadonlyArray<AnnotatedPage> =>
  (JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as Array<Omit<AnnotatedPage, "html">>).map((page) => ({
    ...page,
    html: readFileSync(join(folder, "html", `${page.id}.html`), "utf8")
  }))

/** The Markdown that a scrape of the page would have. */
export const markdownOf = ({ html, url = "https://site.example/" }: AnnotatedPage, model?: Model): string => {
  const tree = parse(html)
  revealNoscript(tree)
  const { drop, roots, title } = selectMain(tree, { url, model })
  const content = toMarkdown(tree, { roots, drop, baseUrl: new URL(url), removeBase64Images: true })
  return title === undefined ? content : `# ${title}\n\n${content}`
}

/** Letters, numbers and signs of money alone: marks of Markdown and addresses of links do not count. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replaceAll(/[^\p{L}\p{N}\p{Sc}%]+/gu, "")
    .toLowerCase()

export const textOfMarkdown = (markdown: string): string =>
  lettersOf(
    markdown
      // "<name>" in code is a placeholder and no tag.
      .replaceAll(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, (code) => code.replaceAll(/[<>]/g, " "))
      .replaceAll(/\]\((?:[^()\\\n]|\\.|\((?:[^()\\\n]|\\.)*\))*\)/g, "]")
      .replaceAll(/<\/?[a-z][^>\n]*>/gi, "")
      .replaceAll(/&(?:amp|lt|gt|nbsp|quot|#\d+);/g, "")
  )

export interface Judged {
  readonly kept: number
  readonly dropped: number
  readonly hasTitle: boolean
}

/** What part of the strings to keep a text has, and of those to drop it has not. */
export const judgeAnnotated = (page: AnnotatedPage, text: string): Judged => ({
  kept: share(page.keep, (one) => text.includes(lettersOf(one))),
  dropped: share(page.drop, (one) => !text.includes(lettersOf(one))),
  hasTitle: text.includes(lettersOf(page.title))
})

const share = (strings: ReadonlyArray<string>, isRight: (one: string) => boolean): number =>
  strings.length === 0 ? 1 : mean(strings.map((one) => (isRight(one) ? 1 : 0)))
