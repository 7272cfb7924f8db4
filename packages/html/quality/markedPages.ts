/**
 * The set of pages that are no articles, ready to be judged: the page without its marks, and what the marks said.
 *
 * The marks are read with parse5, not with the parser that is judged.
 */
import { parse, type DefaultTreeAdapterTypes } from "parse5"
import { pages } from "./pages/index.ts"
import { articlePages, threadPages } from "./threadPages.ts"
import { wholePages } from "./wholePages.ts"

export interface JudgedPage {
  readonly kind: string
  readonly name: string
  /** Where the page has one that says something. */
  readonly url?: string
  readonly html: string
  /** With the marks. */
  readonly marked: string
  readonly keep: string
  readonly drop: string
}

type Mark = "keep" | "drop" | undefined

export const markedPages = (): ReadonlyArray<JudgedPage> =>
  Object.entries(pages).flatMap(([kind, list]) =>
    list.map((page) => judged(kind, page.name, page.skin({ lang: "en", ...page })))
  )

/** The pages of `whole`, and those of `threads`. */
export const markedWholePages = (): ReadonlyArray<JudgedPage> => [
  ...wholePages().map(({ kind, marked, name }) => judged(kind, name, marked)),
  ...[...threadPages, ...articlePages].map(({ kind, marked, name, url }) => ({ ...judged(kind, name, marked), url }))
]

const judged = (kind: string, name: string, marked: string): JudgedPage => {
  const texts = { keep: "", drop: "" }
  collect(parse(marked), undefined, texts)
  return { kind, name, marked, html: marked.replaceAll(/ data-(?:keep|drop)(?=[ >])/g, ""), ...texts }
}

const collect = (node: DefaultTreeAdapterTypes.Node, mark: Mark, texts: { keep: string; drop: string }): void => {
  if (node.nodeName === "#text") {
    if (mark !== undefined) texts[mark] += `${(node as DefaultTreeAdapterTypes.TextNode).value}\n`
    return
  }
  let own = mark
  if ("attrs" in node)
    for (const { name } of node.attrs) {
      if (name === "data-keep") own = "keep"
      if (name === "data-drop") own = "drop"
    }
  if ("childNodes" in node) for (const child of node.childNodes) collect(child, own, texts)
}
