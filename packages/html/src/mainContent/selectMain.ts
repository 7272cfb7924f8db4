/**
 * The main content of a page: which subtrees hold it, and what inside them is left out.
 *
 * All decisions are made from a few linear passes over the arrays of the tree (`Features`). Boilerplate is marked
 * first; then either the subtree with the best prose is taken as an article and trimmed hard, or, where there is none
 * or the page declares to be something else, everything but the frame is taken and trimmed gently. When that leaves
 * next to nothing, more is given back step by step: a page with text never comes out empty.
 */
import { isWhitespace, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { cutOtherArticles, isOneOfAlike } from "./alikeSiblings.ts"
import { findArticleRoot, minProse } from "./articleRoot.ts"
import { consentLayers } from "./consentLayers.ts"
import { contradictsArticle, coversPage, isSmallPart } from "./contradiction.ts"
import { Cuts } from "./Cuts.ts"
import { restoreDiscussion } from "./discussion.ts"
import { explainSelection } from "./explain.ts"
import { type Features, Contains, readFeatures } from "./Features.ts"
import { cutPageFrame } from "./pageFrame.ts"
import { blockFingerprints } from "./fingerprints.ts"
import { documentTitle, findHeadline, findTitle, type Headline } from "./headline.ts"
import { headIn, holdsDate, restoreHead } from "./headMatter.ts"
import type { MainContent, SelectMainOptions } from "./MainContent.ts"
import { refine } from "./model/refine.ts"
import { findLead } from "./lead.ts"
import { findPageContent } from "./pageContent.ts"
import { type Declared, declaredKind, guessKind, type PageKind } from "./pageKind.ts"
import { Rule } from "./Rule.ts"
import { recipeParts } from "./recipeParts.ts"
import { sumsWithout } from "./Sums.ts"
import { type Teasers, withoutTeasers } from "./teasers.ts"
import { dropAroundPosts, isThread } from "./threads.ts"
import { firstParagraph, trimArticle } from "./trim.ts"
import { cutUnfilledTemplates } from "./unfilledTemplates.ts"

export type { MainContent, SelectMainOptions } from "./MainContent.ts"

export const selectMain = (tree: Tree, options: SelectMainOptions = {}): MainContent => {
  const features = readFeatures(tree)
  const declared = declaredKind(features)
  const main = refine(features, selectByRules(features, declared, options), declared, options)
  if (main.headline < 0 && features.text[features.body]! >= minTitledText) addTitle(main, features)
  return options.explain === true ? { ...main, explain: explainSelection(features, main) } : main
}

/** What the rules say, of names, roles and phrases. */
export const selectByRules = (features: Features, declared: Declared, options: SelectMainOptions): MainContent => {
  const { tree } = features
  const layers = options.without?.includes("consent") === true ? [] : consentLayers(features)
  const cutLayers = (drop: Uint8Array): Uint8Array => {
    for (const node of layers) drop[node] = Rule.consent
    return drop
  }
  const repeated = repeatedBlocks(tree, options.repeated)
  let found: Teasers | undefined
  const teasers = (): Teasers => (found ??= withoutTeasers(features))
  const headline = findHeadline(features, cutLayers(new Uint8Array(tree.size)))
  const cutsFor = (): Cuts => {
    const cuts = new Cuts(tree, options.without)
    cutLayers(cuts.drop)
    if (headline.isTitle) cuts.protect(tree, headline.node)
    return cuts
  }
  return firstSufficient(features, [
    () => selectArticle(features, cutsFor(), headline, declared, repeated, teasers, options),
    () => selectPage(features, cutsFor(), headline, declared, repeated, teasers, options),
    () =>
      repeated.length === 0 ? undefined : selectPage(features, cutsFor(), headline, declared, [], teasers, options),
    () => selectAll(features, cutLayers(new Uint8Array(tree.size)))
  ])
}

/** Characters of a page that a reader wants a title for. */
const minTitledText = 1000

const addTitle = (main: { title?: string }, features: Features): void => {
  const title = documentTitle(features)
  if (title !== "") main.title = title
}

/** A selection with less than this part of the unlinked text of a page, and less than these characters, went wrong. */
const minShare = 0.1
const fewCharacters = 250

const firstSufficient = (
  features: Features,
  ways: readonly [...ReadonlyArray<() => MainContent | undefined>, () => MainContent]
): MainContent => {
  const unlinked = features.text[features.body]! - features.linked[features.body]!
  const wanted = Math.min(fewCharacters, minShare * unlinked)
  for (const way of ways) {
    const main = way()
    if (main !== undefined && keepsMoreThan(wanted, features, main)) return main
  }
  return selectAll(features, new Uint8Array(features.tree.size))
}

/** Whether the text nodes that are left have more characters than that, references not decoded. */
const keepsMoreThan = (wanted: number, { end, tree }: Features, { drop, roots }: MainContent): boolean => {
  let chars = 0
  for (const root of roots)
    for (let node = root; node < end[root]!; node++)
      if (drop[node] !== 0 || kind[tree.tag[node]!]! & Kind.skip) node = end[node]! - 1
      else if (tree.tag[node] === Tag.text && !isWhitespace(tree, node)) {
        chars += tree.end[node]! - tree.start[node]!
        if (chars > wanted) return true
      }
  return false
}

const repeatedBlocks = (tree: Tree, isRepeated: ((hash: number) => boolean) | undefined): ReadonlyArray<number> =>
  isRepeated === undefined
    ? []
    : blockFingerprints(tree)
        .filter(({ hash }) => isRepeated(hash))
        .map(({ node }) => node)

const selectArticle = (
  features: Features,
  cuts: Cuts,
  title: Headline,
  declared: Declared,
  repeated: ReadonlyArray<number>,
  teasers: () => Teasers,
  { comments: withComments = false, url }: SelectMainOptions
): MainContent | undefined => {
  const { tree } = features
  if (declared.kind !== undefined && declared.kind !== "docs" && !declared.isArticle) return undefined
  if (declared.kind === "recipe" || declared.kind === "forum" || declared.isOther) return undefined
  // What is dropped takes prose away and never adds any.
  if (features.prose[0]! < minProse) return undefined
  const { drop } = cuts
  for (const node of repeated) cuts.cut(node, Rule.repeated)
  const { kept: all, teaser } = teasers()
  cutPageFrame(all, cuts, { minor: true, captions: declared.isNews, comments: true, headline: title.node })
  cutUnfilledTemplates(all, cuts)
  const kept = { ...all, ...sumsWithout(tree, all, drop) }
  const headline = title.isTitle ? title : findHeadline(kept, drop)
  const root = findArticleRoot(kept, drop, headline, teaser, declared.isArticle)
  if (root < 0 || isOneOfAlike(features, drop, headline, root)) return undefined
  if (isSmallPart(kept, drop, headline, root)) return undefined
  if (!declared.isArticle && contradictsArticle(kept, drop, headline, teaser, root)) return undefined
  const text = firstParagraph(kept, root, headline)
  if (!declared.isArticle && !readsLikeNews(all, root, headline, text, url)) {
    const isText = headline.node >= 0 && (features.holds[root]! & (Contains.control | Contains.table)) === 0
    if (!isText || !coversPage(kept, drop, teaser, root)) return undefined
  }
  if (headline.node >= 0) restoreHead(all, cuts, headline.node, text)
  trimArticle(kept, cuts, root, headline, declared.isArticle, declared.isNews)
  cutOtherArticles(features, cuts, headline, root)
  const lead = findLead(kept, drop, root, headline)
  const discussion = withComments || !declared.isNews ? restoreDiscussion(features, cuts, root, withComments) : []
  return {
    roots: [...lead, root, ...discussion.filter((node) => node >= features.end[root]!)],
    discussion,
    drop,
    head: [...lead.filter((node) => node !== headline.node), ...headIn(features, drop, root, headline.node, text)],
    kind: declared.isArticle ? "article" : (declared.kind ?? "article"),
    headline: headline.node
  }
}

/** Parts of addresses under which sites put news and posts. */
const newsPath = /\/(?:news|blogs?|articles?|story|stories|posts?|opinion|(?:19|20)\d\d\/\d\d?)\//i

/** Whether a page that does not declare to be an article has what articles have: a title, a date below it, and text alone. */
const readsLikeNews = (
  { end, holds, tree }: Features,
  root: number,
  headline: Headline,
  text: number,
  url: string | undefined
): boolean => {
  if ((holds[root]! & (Contains.pre | Contains.table)) !== 0) return false
  if (url !== undefined && newsPath.test(url)) return true
  if (!headline.isTitle) return false
  return holdsDate(tree, headline.node, text < 0 ? end[root]! : text)
}

/** Kinds of pages where what readers wrote is not what the page is for. */
const kindsWithoutComments = new Set<PageKind | undefined>(["docs", "listing", "page", "recipe"])

const selectPage = (
  features: Features,
  cuts: Cuts,
  title: Headline,
  declared: Declared,
  repeated: ReadonlyArray<number>,
  teasers: () => Teasers,
  { comments: withComments = false, url }: SelectMainOptions
): MainContent => {
  const { tree } = features
  const { drop } = cuts
  for (const node of repeated) cuts.cut(node, Rule.repeated)
  const recipe = declared.kind === "recipe" ? recipeParts(features) : undefined
  const holdsContent = recipe && ((node: number): boolean => recipe.ingredients(node) || recipe.steps(node))
  cutPageFrame(features, cuts, {
    minor: false,
    captions: false,
    headline: title.node,
    comments: !withComments && kindsWithoutComments.has(declared.kind),
    holdsContent
  })
  cutUnfilledTemplates(features, cuts)
  let kept = { ...features, ...sumsWithout(tree, features, drop) }
  const headline = title.isTitle ? title : findTitle(kept, drop)
  if (headline.isTitle) cuts.protect(tree, headline.node)
  if (declared.kind === "forum" || isThread(kept, drop)) {
    dropAroundPosts(kept, cuts, headline)
    kept = { ...features, ...sumsWithout(tree, features, drop) }
  }
  const roots = findPageContent(kept, cuts, headline, recipe)
  return {
    roots,
    drop,
    head: [],
    discussion: [],
    // Looked for when it is asked for, which is seldom.
    get kind() {
      return declared.kind ?? guessKind(features, teasers().teaser, url)
    },
    headline: headline.node
  }
}

/** The whole body: better too much than nothing. */
const selectAll = ({ body }: Features, drop: Uint8Array): MainContent => ({
  roots: [body],
  drop,
  head: [],
  discussion: [],
  kind: "page",
  headline: -1
})
