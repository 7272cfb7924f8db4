/**
 * The main content of a page: which subtrees hold it, and what inside them is left out.
 *
 * All decisions are made from a few linear passes over the arrays of the tree (`Features`). Rules leave out the frame of the
 * site; a fitted model corrects them, block by block (`model/refine`). When next to nothing is left, more is given back step
 * by step: a page with text never comes out empty.
 */
import { isWhitespace, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { cutComments, cutCommentsOfReaders } from "../rules/comments.ts"
import { consentLayers } from "../rules/consentLayers.ts"
import { Cuts } from "../rules/Cuts.ts"
import { explainSelection } from "./explain.ts"
import { type Features, readFeatures } from "../features/Features.ts"
import { blockFingerprints } from "../features/fingerprints.ts"
import { documentTitle, findHeadline, findTitle, type Headline } from "../features/headline.ts"
import type { MainContent, SelectMainOptions } from "../model/MainContent.ts"
import { refine } from "../model/refine.ts"
import { cutOtherArticles } from "../rules/otherArticles.ts"
import { findPageContent } from "../rules/pageContent.ts"
import { cutPageFrame } from "../rules/pageFrame.ts"
import { type Declared, declaredKind, type PageKind, pathKind } from "../features/pageKind.ts"
import { isThreadPage } from "../features/threadPage.ts"
import { foldedParts } from "../rules/foldedParts.ts"
import { recipeParts } from "../rules/recipeParts.ts"
import { Rule } from "../rules/Rule.ts"
import { cutShareLinks } from "../rules/shareLinks.ts"
import { sumsWithout } from "../features/Sums.ts"
import { cutAroundPosts, isThread } from "../rules/threads.ts"
import { cutUnfilledTemplates } from "../rules/unfilledTemplates.ts"

export type { MainContent, SelectMainOptions } from "../model/MainContent.ts"

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
  const isOfPosts = isThreadPage(features, declared, options.url)
  const headline = findHeadline(features, cutLayers(new Uint8Array(tree.size)))
  const cutsFor = (): Cuts => {
    const cuts = new Cuts(tree, options.without)
    cutLayers(cuts.drop)
    if (headline.isTitle) cuts.protect(tree, headline.node)
    return cuts
  }
  return firstSufficient(
    features,
    [
      () => selectPage(features, cutsFor(), headline, declared, isOfPosts, repeated, options),
      () =>
        repeated.length === 0 ? undefined : selectPage(features, cutsFor(), headline, declared, isOfPosts, [], options),
      () => selectAll(features, declared, cutLayers(new Uint8Array(tree.size)))
    ],
    () => selectAll(features, declared, new Uint8Array(tree.size))
  )
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

/** The first that keeps enough, or the last. */
const firstSufficient = (
  features: Features,
  ways: ReadonlyArray<() => MainContent | undefined>,
  last: () => MainContent
): MainContent => {
  const unlinked = features.text[features.body]! - features.linked[features.body]!
  const wanted = Math.min(fewCharacters, minShare * unlinked)
  for (const way of ways) {
    const main = way()
    if (main !== undefined && keepsMoreThan(wanted, features, main)) return main
  }
  return last()
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

/** Kinds of pages where what readers wrote is not what the page is for. */
const kindsWithoutComments = new Set<PageKind | undefined>(["article", "docs", "listing", "page", "recipe"])

/** Everything but the frame, with the edges of the page judged by place. */
const selectPage = (
  features: Features,
  cuts: Cuts,
  title: Headline,
  declared: Declared,
  isOfPosts: boolean,
  repeated: ReadonlyArray<number>,
  { comments = false, url }: SelectMainOptions
): MainContent => {
  const { tree } = features
  const { drop } = cuts
  // The posts of a thread are what it is about.
  const withComments = comments || isOfPosts
  for (const node of repeated) cuts.cut(node, Rule.repeated)
  const recipe = declared.kind === "recipe" ? recipeParts(features) : undefined
  const holdsContent = recipe && ((node: number): boolean => recipe.ingredients(node) || recipe.steps(node))
  cutPageFrame(features, cuts, {
    headline: title.node,
    comments: !withComments && (declared.isArticle || kindsWithoutComments.has(declared.kind)),
    isArticle: declared.isArticle,
    isThread: isOfPosts,
    host: url === undefined ? undefined : URL.parse(url)?.host,
    isFolded: foldedParts(features),
    holdsContent
  })
  cutShareLinks(features, cuts)
  cutUnfilledTemplates(features, cuts)
  let kept = { ...features, ...sumsWithout(tree, features, drop) }
  const mayHaveReaders = declared.kind === undefined || kindsWithoutComments.has(declared.kind)
  if (
    !withComments &&
    (declared.isArticle ? cutComments(kept, cuts) : mayHaveReaders && cutCommentsOfReaders(kept, cuts))
  )
    kept = { ...features, ...sumsWithout(tree, features, drop) }
  const headline = title.isTitle ? title : findTitle(kept, drop)
  if (headline.isTitle) {
    cuts.protect(tree, headline.node)
    cutOtherArticles(kept, cuts, headline.node)
  }
  if (isOfPosts || isThread(kept, drop)) {
    cutAroundPosts(kept, cuts, headline)
    kept = { ...features, ...sumsWithout(tree, features, drop) }
  }
  return {
    roots: findPageContent(kept, cuts, headline, recipe),
    drop,
    kind: isOfPosts ? "forum" : (declared.kind ?? (declared.isArticle ? "article" : (pathKind(url) ?? "page"))),
    headline: headline.node
  }
}

/** The whole body: better too much than nothing. */
const selectAll = ({ body }: Features, { kind }: Declared, drop: Uint8Array): MainContent => ({
  roots: [body],
  drop,
  kind: kind ?? "page",
  headline: -1
})
