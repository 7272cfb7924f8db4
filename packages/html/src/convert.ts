/**
 * Everything the HTML formats want of a page, from one parse: plain data in and
 * plain data out, so that it runs in place or in a worker alike.
 *
 * ```
 * html ─► tree ─► tag filters, main content ─► Markdown, cleaned HTML, links
 *           └───► metadata, images
 * ```
 */
import type { Evidence } from "@orbweaver/core/evidence/Evidence"
import { images } from "./Images.ts"
import { baseUrl, links } from "./Links.ts"
import type { Selection } from "./mainContent/Selection.ts"
import { selectMain } from "./mainContent/selectMain.ts"
import { type SiteBlocks, siteBlocks } from "./mainContent/siteBlocks.ts"
import { toMarkdown } from "./Markdown.ts"
import { metadata, type PageMetadata } from "./Metadata.ts"
import { type Cut, describeCut, maxAddresses } from "./tree/limits.ts"
import { cleanHtml } from "./tree/cleanHtml.ts"
import { filterTags } from "./tree/filter.ts"
import { parse } from "./tree/parse.ts"
import { select } from "./tree/select.ts"
import { attribute, type Tree } from "./tree/Tree.ts"
import { wordCount } from "./wordCount.ts"

/** Kept alive so that full collections leave optimised code alone. */
export { kept } from "./mainContent/kept.ts"

export type Part = "markdown" | "html" | "links" | "images" | "metadata" | "discovered" | "attributes" | "facts"

/** One attribute of the elements that a selector matches. */
export interface AttributeQuery {
  readonly selector: string
  readonly attribute: string
}

export interface ConvertInput {
  readonly html: string
  /** Address of the page after redirects. */
  readonly url: string
  readonly wanted: ReadonlyArray<Part>
  readonly onlyMainContent: boolean
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly removeBase64Images: boolean
  /** For the part `attributes`. */
  readonly attributes: ReadonlyArray<AttributeQuery>
  /** Blocks to leave out of the main content; asks for those of the page in `discovered`. */
  readonly repeated?: ReadonlyArray<number> | undefined
}

export interface Converted {
  readonly markdown?: string
  readonly html?: string
  readonly links?: ReadonlyArray<string>
  readonly images?: ReadonlyArray<string>
  readonly metadata?: PageMetadata
  /** Words of the content. */
  readonly wordCount?: number
  /** Links of the whole page, whatever is kept of it, and its canonical address: what a crawl follows. */
  readonly discovered?: {
    readonly links: ReadonlyArray<string>
    readonly canonical?: string
    readonly blocks?: SiteBlocks
  }
  /** Values in document order, for each query; of the whole page. */
  readonly attributes?: ReadonlyArray<AttributeQuery & { readonly values: ReadonlyArray<string> }>
  /** What the whole page says under names. */
  readonly facts?: Evidence
  /** Where the page was cut, when it is larger than a page may be (`tree/limits.ts`). */
  readonly cut?: Cut
  /** What was left out, in sentences for people. */
  readonly warnings?: ReadonlyArray<string>
}

/** Reads the part `facts` (`facts/facts.ts`): given by those who want it, so that others do not load it. */
export type ReadFacts = (tree: Tree, base: URL) => Evidence

/** @throws InvalidSelector */
export const convert = (input: ConvertInput, facts?: ReadFacts): Converted => {
  const tree = parse(input.html)
  const url = new URL(input.url)
  const base = baseUrl(tree, url)
  const wants = (part: Part) => input.wanted.includes(part)
  const kept = filterTags(tree, input)
  // The caller who says what to keep has chosen the content already.
  const narrow = input.onlyMainContent && input.includeTags.length === 0
  const main = narrow ? mainOf(tree, input, kept.drop) : kept

  const markdownOf = (part: Selection) =>
    toMarkdown(tree, { ...part, baseUrl: base, removeBase64Images: input.removeBase64Images })
  const write = () => {
    const markdown = markdownOf(main)
    // Nothing is never the content of a page that has some.
    return markdown === "" && narrow ? markdownOf(kept) : markdown
  }

  let head: PageMetadata | undefined
  const metadataOf = () => (head ??= metadata(tree, url))

  const made: Converted = {
    ...(wants("markdown") ? { markdown: write() } : {}),
    ...(wants("html") ? { html: cleanHtml(tree, { ...main, baseUrl: input.url }) } : {}),
    ...(wants("links") ? { links: links(tree, { ...main, baseUrl: base }) } : {}),
    ...(wants("images") ? { images: images(tree, { drop: kept.drop, baseUrl: base }) } : {}),
    ...(wants("metadata") ? { metadata: metadataOf(), wordCount: wordCount(tree, main) } : {}),
    ...(wants("discovered") ? { discovered: discover(tree, metadataOf(), base, input.repeated !== undefined) } : {}),
    ...(wants("attributes") ? { attributes: input.attributes.map((query) => read(tree, query)) } : {}),
    ...(wants("facts") && facts !== undefined ? { facts: facts(tree, base) } : {})
  }
  const warnings = warningsOf(tree, made)
  if (warnings.length === 0) return made
  return { ...made, warnings, ...(tree.cut === undefined ? {} : { cut: tree.cut }) }
}

const warningsOf = ({ cut }: Tree, made: Converted): ReadonlyArray<string> => {
  const lists = (["links", "images"] as const).filter((list) => (made[list]?.length ?? 0) >= maxAddresses)
  return [
    ...(cut === undefined ? [] : [describeCut(cut)]),
    ...lists.map((list) => `Only the first ${maxAddresses} ${list} of the page are listed.`)
  ]
}

const discover = (
  tree: Tree,
  { canonical }: PageMetadata,
  base: URL,
  withBlocks: boolean
): NonNullable<Converted["discovered"]> => {
  return {
    links: links(tree, { baseUrl: base }),
    ...(canonical === undefined ? {} : { canonical }),
    ...(withBlocks ? { blocks: siteBlocks(tree) } : {})
  }
}

const read = (tree: Tree, query: AttributeQuery) => ({
  ...query,
  values: select(tree, query.selector)
    .slice(0, maxAddresses)
    .flatMap((node) => attribute(tree, node, query.attribute.toLowerCase()) ?? [])
})

const mainOf = (tree: Tree, { repeated = [], url }: ConvertInput, dropped: Uint8Array): Selection => {
  const known = new Set(repeated)
  const main = selectMain(tree, { url, ...(known.size === 0 ? {} : { repeated: (hash) => known.has(hash) }) })
  if (!dropped.includes(1)) return { roots: main.roots, drop: main.drop }
  const drop = main.drop.slice()
  for (let node = 0; node < dropped.length; node++) if (dropped[node] !== 0) drop[node] = 1
  return { roots: main.roots, drop }
}
