/**
 * The pages that the model is fitted to: WCXB, a corpus of articles, pages annotated with strings, and those of this
 * folder. Each is read from the folder that a caller names; a site has all its pages in one fold.
 */
import { readAnnotated } from "../annotatedPages.ts"
import { readCorpus } from "../corpus.ts"
import { markedPages, markedWholePages } from "../markedPages.ts"
import { readHtml, readPages } from "../wcxb/pages.ts"
import type { Raw } from "./page.ts"

export interface Folders {
  readonly wcxb: string
  readonly articles: string | undefined
  readonly pages: string | undefined
}

export const folds = 5

/** The fold of a page that is in no public benchmark, by its site or name. */
const foldOf = (name: string): number => {
  let hash = 7
  for (const character of name) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0
  return hash % folds
}

const siteOf = (url: string | null | undefined): string | undefined =>
  url === null || url === undefined ? undefined : URL.parse(url)?.hostname.replace(/^www\./, "")

/** The fold of a page of the other sources. */
export const foldOfPage = ({ id, url }: { readonly id: string; readonly url?: string | undefined }): number =>
  foldOf(siteOf(url) ?? id)

export const readSources = ({ articles, pages, wcxb }: Folders): ReadonlyArray<Raw> => [
  ...readPages(wcxb).map((page) => ({
    id: page.id,
    source: "wcxb",
    kind: page.type,
    fold: page.fold,
    site: siteOf(page.url) ?? page.id,
    url: page.url ?? undefined,
    html: readHtml(wcxb, page),
    truth: { is: "text" as const, content: page.content }
  })),
  ...(articles === undefined ? [] : readCorpus(articles)).map(({ html, id, truth, url }) => ({
    id,
    source: "articles",
    kind: "article",
    fold: foldOfPage({ id, url }),
    site: siteOf(url) ?? id,
    url,
    html,
    truth: { is: "text" as const, content: truth }
  })),
  ...(pages === undefined ? [] : readAnnotated(pages)).map(({ drop, html, id, keep, kind, title, url }) => ({
    id,
    source: "strings",
    kind,
    fold: foldOfPage({ id, url }),
    site: siteOf(url) ?? id,
    url,
    html,
    truth: { is: "strings" as const, keep: [title, ...keep], drop }
  })),
  ...[...markedPages(), ...markedWholePages()].map(({ kind, marked, name, url }) => ({
    id: `${kind}/${name}`,
    source: "own",
    kind,
    fold: foldOfPage({ id: name }),
    site: name,
    url: url ?? `https://site.example/${kind}/${name}`,
    html: marked,
    truth: { is: "marks" as const }
  }))
]
