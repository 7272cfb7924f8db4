/**
 * What kind of page this is, by what it declares (schema.org types, Open Graph, generator) and, where it declares
 * nothing, by the names of its parts. The kind decides how hard an extraction trims: in an article a list of links is
 * furniture, in a listing it is the content.
 */
import { attribute, hasAttribute, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { Name } from "./classTokens.ts"
import { type Features } from "./Features.ts"

export type PageKind = "article" | "docs" | "forum" | "listing" | "page" | "product" | "profile" | "recipe"

export interface Declared {
  /** By type declarations other than those of articles. */
  readonly kind: PageKind | undefined
  readonly isArticle: boolean
  /** Its data describe an event, a job or the like, and only Open Graph calls it an article, as it does most pages. */
  readonly isOther: boolean
}

const kinds: Readonly<Record<string, PageKind>> = {
  article: "article",
  newsarticle: "article",
  blogposting: "article",
  reportagenewsarticle: "article",
  analysisnewsarticle: "article",
  opinionnewsarticle: "article",
  reviewnewsarticle: "article",
  scholarlyarticle: "article",
  report: "article",
  review: "article",
  liveblogposting: "article",
  techarticle: "docs",
  apireference: "docs",
  qapage: "forum",
  discussionforumposting: "forum",
  product: "product",
  productgroup: "product",
  recipe: "recipe",
  jobposting: "page",
  event: "page",
  course: "page",
  podcastepisode: "page",
  realestatelisting: "page",
  book: "product",
  movie: "product",
  tvseries: "product",
  restaurant: "product",
  hotel: "product",
  softwareapplication: "product",
  faqpage: "page",
  aboutpage: "page",
  contactpage: "page",
  localbusiness: "page",
  profilepage: "profile",
  collectionpage: "listing",
  searchresultspage: "listing",
  "og:product": "product",
  "og:product.item": "product",
  "og:profile": "profile",
  "og:video.other": "page",
  "og:video": "page",
  "og:video.movie": "product",
  "og:music.song": "page",
  "og:book": "product",
  "og:books.book": "product",
  "og:place": "page",
  "og:restaurant.restaurant": "product"
}

/** Besides all kinds of events: what a page is about when its data describe it. */
const others: ReadonlySet<string> = new Set(["jobposting", "realestatelisting", "course"])

const generators: ReadonlyArray<readonly [RegExp, PageKind]> = [
  [/phpbb|vbulletin|xenforo|discourse|mybb|simple machines|flarum|vanilla/i, "forum"],
  [/docusaurus|sphinx|mkdocs|vitepress|vuepress|gitbook|hugo-book|antora|mdbook|docsify|starlight/i, "docs"]
]

/** Kinds in the order in which they win over each other when a page declares several. */
const precedence: ReadonlyArray<PageKind> = ["recipe", "forum", "docs", "product", "profile", "listing", "page"]

export const declaredKind = ({ tree }: Features): Declared => {
  const found = new Set<PageKind>()
  let isOther = false
  let isGraphArticle = false
  const note = (type: string): void => {
    const name = type
      .slice(type.lastIndexOf("/") + 1)
      .trim()
      .toLowerCase()
    if (name === "og:article") isGraphArticle = true
    if (others.has(name) || name.endsWith("event")) isOther = true
    const kind = kinds[name]
    if (kind !== undefined) found.add(kind)
  }
  for (let node = 1; node < tree.size; node++) {
    const id = tree.tag[node]!
    if (id === Tag.text) continue
    if (id === Tag.meta) noteMeta(tree, node, found, note)
    else if (id === Tag.script) {
      if (hasAttribute(tree, node, "type") && attribute(tree, node, "type")!.includes("ld+json"))
        noteTypes(tree, node, note)
    } else if (hasAttribute(tree, node, "itemtype"))
      // A type inside another item (an author, an offer) is not the page's.
      if (!hasAttribute(tree, node, "itemprop")) note(attribute(tree, node, "itemtype")!)
  }
  return {
    kind: precedence.find((kind) => found.has(kind)),
    isArticle: found.has("article") || isGraphArticle,
    isOther: isOther && !found.has("article")
  }
}

/** First path segments that many sites share. */
const segments: Readonly<Record<string, PageKind>> = {
  docs: "docs",
  doc: "docs",
  documentation: "docs",
  manual: "docs",
  reference: "docs",
  forum: "forum",
  forums: "forum",
  thread: "forum",
  threads: "forum",
  topic: "forum",
  questions: "forum",
  community: "forum",
  product: "product",
  products: "product",
  shop: "product",
  recipe: "recipe",
  recipes: "recipe",
  search: "listing",
  category: "listing",
  categories: "listing",
  collections: "listing",
  tag: "listing"
}

/** Texts of repeated cards that make a page a listing: this part of the page. */
const listedShare = 0.4

/** A name for the kind of a page that declares none and is no article. */
export const guessKind = (features: Features, teaser: Uint8Array, url: string | undefined): PageKind => {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname.toLowerCase().split("/")
  for (const segment of path ?? []) if (Object.hasOwn(segments, segment)) return segments[segment]!
  let entries = 0
  let listed = 0
  for (let node = features.body; node < features.tree.size; node++) {
    if (features.names[node]! & Name.entry && features.text[node]! > 20) entries++
    if (teaser[node] === 1) listed += features.text[node]!
  }
  if (entries > 1) return "forum"
  return listed > listedShare * features.text[features.body]! ? "listing" : "page"
}

const noteMeta = (tree: Tree, node: number, found: Set<PageKind>, note: (type: string) => void): void => {
  const name = (attribute(tree, node, "property") ?? attribute(tree, node, "name"))?.toLowerCase()
  if (name === "og:type") note(`og:${attribute(tree, node, "content")}`)
  else if (name === "generator") {
    const generator = attribute(tree, node, "content") ?? ""
    for (const [pattern, kind] of generators) if (pattern.test(generator)) found.add(kind)
  }
}

/** Types are read without parsing: broken JSON-LD is common and the types are all that is needed here. */
const noteTypes = (tree: Tree, script: number, note: (type: string) => void): void => {
  const child = tree.first[script]!
  if (child < 0) return
  const json = tree.source.slice(tree.start[child], tree.end[child])
  const types = /"@type"\s*:\s*(\[[^\]]{0,200}\]|"[^"]{1,60}")/y
  for (let at = json.indexOf('"@type"'); at >= 0; at = json.indexOf('"@type"', at + 7)) {
    types.lastIndex = at
    for (const [, type] of types.exec(json)?.[1]?.matchAll(/"([^"]+)"/g) ?? []) note(type!)
  }
}
