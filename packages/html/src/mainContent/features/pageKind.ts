/**
 * What kind of page this is, by what it declares (schema.org types, Open Graph, generator) and, where it declares
 * nothing, by the names of its parts. The kind decides how hard an extraction trims: in an article a list of links is
 * boilerplate, in a listing it is the content.
 */
import { attribute, hasAttribute, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import { type Features } from "./Features.ts"

export type PageKind = "article" | "docs" | "forum" | "listing" | "page" | "product" | "profile" | "recipe"

export interface Declared {
  /** By type declarations other than those of articles. */
  readonly kind: PageKind | undefined
  readonly isArticle: boolean
  /** By schema.org: Open Graph calls most pages an article, threads too. */
  readonly isTyped: boolean
  /** It declares to be news: captions are boilerplate there. */
  readonly isNews: boolean
  /**
   * It is no article, whatever Open Graph calls it, as it does most pages: its data describe an event, a job or goods, or it
   * is a paper or a page of a manual or wiki. Only the frame of such pages is left out.
   */
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
  [
    /docusaurus|javadoc|doxygen|rustdoc|typedoc|jsdoc|godoc|pkgdown|asciidoctor|mediawiki|dokuwiki|readthedocs|nextra|mintlify|jekyll-docs|just-the-docs|sphinx|mkdocs|vitepress|vuepress|gitbook|hugo-book|antora|mdbook|docsify|starlight/i,
    "docs"
  ]
]

/** Kinds in the order in which they win over each other when a page declares several. */
const precedence: ReadonlyArray<PageKind> = ["recipe", "forum", "docs", "product", "profile", "listing", "page"]

export const declaredKind = ({ tree }: Features): Declared => {
  const found = new Set<PageKind>()
  let isOther = false
  let isGraphArticle = false
  let isPaper = false
  let isNews = false
  const marked: Array<string> = []
  const note = (type: string): void => {
    const name = type
      .slice(type.lastIndexOf("/") + 1)
      .trim()
      .toLowerCase()
    if (name === "og:article") isGraphArticle = true
    if (name.endsWith("newsarticle")) isNews = true
    if (others.has(name) || name.endsWith("event")) isOther = true
    const kind = kinds[name]
    if (kind !== undefined) found.add(kind)
  }
  for (let node = 1; node < tree.size; node++) {
    const id = tree.tag[node]!
    if (id === Tag.text) continue
    if (id === Tag.meta) {
      noteMeta(tree, node, found, note)
      isPaper ||= isCitationMeta(tree, node)
    } else if (id === Tag.script) {
      if (hasAttribute(tree, node, "type") && attribute(tree, node, "type")!.includes("ld+json"))
        noteTypes(tree, node, note)
    } else if (hasAttribute(tree, node, "itemtype"))
      // A type inside another item (an author, an offer) is not the page's.
      if (!hasAttribute(tree, node, "itemprop")) {
        const type = attribute(tree, node, "itemtype")!
        if (/(?:Article|Posting)\s*$/.test(type)) marked.push(type)
        else note(type)
      }
  }
  const isList = marked.length >= minListed && !found.has("article") && !isGraphArticle
  if (!isList) for (const type of marked) note(type)
  const kind = precedence.find((one) => found.has(one))
  // Articles may also describe goods, contain recipes or have replies, and a page of many articles is not an article.
  const isAnother = kind !== undefined && decisive.has(kind)
  const isArticle = !isAnother && !isList && (found.has("article") || isGraphArticle)
  return {
    kind,
    isArticle,
    isTyped: isArticle && found.has("article"),
    isNews,
    isOther: isAnother || isPaper || kind === "docs" || isList || (isOther && !found.has("article"))
  }
}

/** Kinds that a page declares only when it is of them. */
const decisive: ReadonlySet<PageKind> = new Set(["recipe", "forum", "product"])
/** Articles that make a page a list of them. */
const minListed = 3

/** What journals say of a paper to those who cite it. */
const isCitationMeta = (tree: Tree, node: number): boolean =>
  /^citation_(?:doi|journal_title|conference_title|arxiv_id|pmid|dissertation_institution|technical_report_institution)$/i.test(
    attribute(tree, node, "name") ?? ""
  )

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

/** The kind that a part of the address names. */
export const pathKind = (url: string | undefined): PageKind | undefined => {
  const path = url === undefined ? undefined : URL.parse(url)?.pathname.toLowerCase().split("/")
  const segment = path?.find((one) => Object.hasOwn(segments, one))
  return segment === undefined ? undefined : segments[segment]
}

const noteMeta = (tree: Tree, node: number, found: Set<PageKind>, note: (type: string) => void): void => {
  const name = (attribute(tree, node, "property") ?? attribute(tree, node, "name"))?.toLowerCase()
  if (name === "og:type") note(`og:${attribute(tree, node, "content")}`)
  else if (name === "product:price:amount" || name === "og:price:amount") found.add("product")
  else if (name === "generator") {
    const generator = attribute(tree, node, "content") ?? ""
    for (const [pattern, kind] of generators) if (pattern.test(generator)) found.add(kind)
  }
}

/** An open bracket of JSON. */
interface Open {
  readonly isList: boolean
  /** Whether it is part of what the page is about. */
  readonly isMain: boolean
  /** The last key read in an object; of a list, that under which it stands. */
  key: string
}

/** Data inside each other that are followed; deeper ones are never the page. */
const maxDepth = 64
/** Characters of a key or of a type. */
const maxWord = 60
const mainKeys: ReadonlySet<string> = new Set(["@graph", "mainEntity"])

/**
 * The types of what a page is about: of the outermost objects, of the members of a graph and of main entities. A review
 * inside a product makes no article. Read without parsing, since broken JSON-LD is common.
 */
const noteTypes = (tree: Tree, script: number, note: (type: string) => void): void => {
  const child = tree.first[script]!
  if (child < 0) return
  const json = tree.source.slice(tree.start[child], tree.end[child])
  const open: Array<Open> = []
  let word = ""
  for (let at = 0; at < json.length && open.length < maxDepth; at++) {
    const code = json.charCodeAt(at)
    const top = open.at(-1)
    if (code === 34) {
      const from = at + 1
      for (at++; at < json.length && json.charCodeAt(at) !== 34; at++) if (json.charCodeAt(at) === 92) at++
      word = at - from <= maxWord ? json.slice(from, at) : ""
      if (top?.isMain === true && top.key === "@type") note(word)
    } else if (code === 58) {
      if (top !== undefined) top.key = word
    } else if (code === 44) {
      if (top?.isList === false) top.key = ""
    } else if (code === 123 || code === 91) {
      const isList = code === 91
      const key = top?.key ?? "@graph"
      const isMain = (top?.isMain ?? true) && (mainKeys.has(key) || (isList && key === "@type"))
      open.push({ isList, isMain, key: isList ? key : "" })
    } else if (code === 125 || code === 93) open.pop()
  }
}
