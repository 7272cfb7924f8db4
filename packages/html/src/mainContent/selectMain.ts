/**
 * The main content of a page: which subtrees hold it, and what inside them is left out.
 *
 * All decisions are made from a few linear passes over the arrays of the tree (`Features`). Furniture is marked first;
 * then either the subtree with the best prose is taken as an article and trimmed hard, or, where there is none or the
 * page declares to be something else, everything but the frame is taken and trimmed gently. When that leaves next to
 * nothing, more is given back step by step: a page with text never comes out empty.
 */
import { isWhitespace, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { findArticleRoot, leastProse } from "./articleRoot.ts"
import { contradictsArticle } from "./contradiction.ts"
import { type Explanation, explainSelection } from "./explain.ts"
import { type Features, readFeatures } from "./Features.ts"
import { markFurniture } from "./furniture.ts"
import { blockFingerprints } from "./fingerprints.ts"
import { findHeadline, findTitle } from "./headline.ts"
import { findLead } from "./lead.ts"
import { findPageContent } from "./pageContent.ts"
import { type Declared, declaredKind, guessKind, type PageKind } from "./pageKind.ts"
import { Reason } from "./Reason.ts"
import { recipeParts } from "./recipeParts.ts"
import { sumsWithout } from "./Sums.ts"
import { type Teasers, withoutTeasers } from "./teasers.ts"
import { dropAroundPosts, isThread } from "./threads.ts"
import { trimArticle } from "./trim.ts"

export interface SelectMainOptions {
  /** Address of the page; a hint at its kind where the page itself declares none. */
  readonly url?: string | undefined
  /** Says what was left out and why in `explain`. Costs time; for debugging. */
  readonly explain?: boolean | undefined
  /** Whether a block with this `blockFingerprints` hash is known to repeat on other pages of the site. */
  readonly repeated?: ((hash: number) => boolean) | undefined
}

export interface MainContent {
  /** Subtrees that hold the content, in document order. */
  readonly roots: ReadonlyArray<number>
  /** A `Reason`, non-zero, where a subtree is left out. */
  readonly drop: Uint8Array
  readonly kind: PageKind
  /** Node of the heading that titles the content, or -1. It is part of the content where the page has it there. */
  readonly headline: number
  readonly explain?: ReadonlyArray<Explanation>
}

export const selectMain = (tree: Tree, options: SelectMainOptions = {}): MainContent => {
  const features = readFeatures(tree)
  const declared = declaredKind(features)
  const repeated = repeatedBlocks(tree, options.repeated)
  let found: Teasers | undefined
  const teasers = (): Teasers => (found ??= withoutTeasers(features))
  const main = firstThatKeepsEnough(features, [
    () => selectArticle(features, declared, repeated, teasers),
    () => selectPage(features, declared, repeated, teasers, options.url),
    () => (repeated.length === 0 ? undefined : selectPage(features, declared, [], teasers, options.url)),
    () => selectAll(features)
  ])
  return options.explain === true ? { ...main, explain: explainSelection(features, main.roots, main.drop) } : main
}

/** A selection with less than this part of the unlinked text of a page, and less than these characters, went wrong. */
const leastShare = 0.1
const fewCharacters = 250

const firstThatKeepsEnough = (
  features: Features,
  ways: readonly [...ReadonlyArray<() => MainContent | undefined>, () => MainContent]
): MainContent => {
  const unlinked = features.text[features.body]! - features.linked[features.body]!
  const wanted = Math.min(fewCharacters, leastShare * unlinked)
  for (const way of ways) {
    const main = way()
    if (main !== undefined && keepsMoreThan(wanted, features, main)) return main
  }
  return selectAll(features)
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
  declared: Declared,
  repeated: ReadonlyArray<number>,
  teasers: () => Teasers
): MainContent | undefined => {
  const { tree } = features
  if (declared.kind !== undefined && declared.kind !== "docs" && !declared.isArticle) return undefined
  if (declared.kind === "recipe" || declared.kind === "forum" || declared.isOther) return undefined
  // What is dropped takes prose away and never adds any.
  if (features.prose[0]! < leastProse) return undefined
  const drop = new Uint8Array(tree.size)
  for (const node of repeated) drop[node] = Reason.repeated
  const { kept: all, teaser } = teasers()
  markFurniture(all, drop, { minor: true, comments: true })
  const kept = { ...all, ...sumsWithout(tree, all, drop) }
  const headline = findHeadline(kept, drop)
  const root = findArticleRoot(kept, drop, headline, teaser, declared.isArticle)
  if (root < 0) return undefined
  if (!declared.isArticle && contradictsArticle(kept, drop, headline, teaser, root)) return undefined
  trimArticle(kept, drop, root, headline, declared.isArticle)
  return {
    roots: [...findLead(kept, drop, root, headline), root],
    drop,
    kind: declared.isArticle ? "article" : (declared.kind ?? "article"),
    headline: headline.node
  }
}

/** Kinds of pages where what readers wrote is not what the page is for. */
const besideComments = new Set<PageKind | undefined>(["docs", "listing", "page", "recipe"])

const selectPage = (
  features: Features,
  declared: Declared,
  repeated: ReadonlyArray<number>,
  teasers: () => Teasers,
  url: string | undefined
): MainContent => {
  const { tree } = features
  const drop = new Uint8Array(tree.size)
  for (const node of repeated) drop[node] = Reason.repeated
  const recipe = declared.kind === "recipe" ? recipeParts(features) : undefined
  const holdsContent = recipe && ((node: number): boolean => recipe.ingredients(node) || recipe.steps(node))
  markFurniture(features, drop, { minor: false, comments: besideComments.has(declared.kind), holdsContent })
  let kept = { ...features, ...sumsWithout(tree, features, drop) }
  const headline = findTitle(kept, drop)
  if (declared.kind === "forum" || isThread(kept, drop)) {
    dropAroundPosts(kept, drop, headline)
    kept = { ...features, ...sumsWithout(tree, features, drop) }
  }
  const roots = findPageContent(kept, drop, headline, recipe)
  return {
    roots,
    drop,
    // Looked for when it is asked for, which is seldom.
    get kind() {
      return declared.kind ?? guessKind(features, teasers().teaser, url)
    },
    headline: headline.node
  }
}

/** The whole body: better too much than nothing. */
const selectAll = (features: Features): MainContent => ({
  roots: [features.body],
  drop: new Uint8Array(features.tree.size),
  kind: "page",
  headline: -1
})
