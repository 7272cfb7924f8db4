/**
 * Everything the HTML formats want of a page, from one parse: plain data in and
 * plain data out, so that it runs in place or in a worker alike.
 *
 * ```
 * html ─► tree ─► tag filters, main content ─► Markdown, cleaned HTML, links
 *           └───► metadata, images
 * ```
 */
import { images } from "./Images.ts"
import { baseUrl, links } from "./Links.ts"
import type { Selection } from "./mainContent/Selection.ts"
import { selectMain } from "./mainContent/selectMain.ts"
import { toMarkdown } from "./Markdown.ts"
import { metadata, type PageMetadata, wordCount } from "./Metadata.ts"
import { cleanHtml } from "./tree/cleanHtml.ts"
import { filterTags } from "./tree/filter.ts"
import { parse } from "./tree/parse.ts"
import type { Tree } from "./tree/Tree.ts"

export type Part = "markdown" | "html" | "links" | "images" | "metadata"

export interface ConvertInput {
  readonly html: string
  /** Address of the page after redirects. */
  readonly url: string
  readonly wanted: ReadonlyArray<Part>
  readonly onlyMainContent: boolean
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly removeBase64Images: boolean
}

export interface Converted {
  readonly markdown?: string
  readonly html?: string
  readonly links?: ReadonlyArray<string>
  readonly images?: ReadonlyArray<string>
  readonly metadata?: PageMetadata
  /** Words of the content. */
  readonly wordCount?: number
}

/** @throws InvalidSelector */
export const convert = (input: ConvertInput): Converted => {
  const tree = parse(input.html)
  const url = new URL(input.url)
  const base = baseUrl(tree, url)
  const wants = (part: Part) => input.wanted.includes(part)
  const kept = filterTags(tree, input)
  // The caller who says what to keep has chosen the content already.
  const narrow = input.onlyMainContent && input.includeTags.length === 0
  const main = narrow ? mainOf(tree, input.url, kept.drop) : kept

  const markdownOf = (part: Selection) =>
    toMarkdown(tree, { ...part, baseUrl: base, removeBase64Images: input.removeBase64Images })
  const write = () => {
    const markdown = markdownOf(main)
    // Nothing is never the content of a page that has some.
    return markdown === "" && narrow ? markdownOf(kept) : markdown
  }

  return {
    ...(wants("markdown") ? { markdown: write() } : {}),
    ...(wants("html") ? { html: cleanHtml(tree, { ...main, baseUrl: input.url }) } : {}),
    ...(wants("links") ? { links: links(tree, { ...main, baseUrl: base }) } : {}),
    ...(wants("images") ? { images: images(tree, { drop: kept.drop, baseUrl: base }) } : {}),
    ...(wants("metadata") ? { metadata: metadata(tree, url), wordCount: wordCount(tree, main) } : {})
  }
}

const mainOf = (tree: Tree, url: string, dropped: Uint8Array): Selection => {
  const main = selectMain(tree, { url })
  const drop = main.drop.slice()
  for (let node = 0; node < dropped.length; node++) if (dropped[node] !== 0) drop[node] = 1
  return { roots: main.roots, drop }
}
