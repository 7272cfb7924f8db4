/**
 * The main content of a page: which subtrees hold it, and what inside them is left out.
 *
 * All decisions are made from a few linear passes over the arrays of the tree (`Features`). Furniture is marked first;
 * then either the subtree with the best prose is taken as an article and trimmed hard, or, where there is none or the
 * page declares to be something else, everything but the frame is taken and trimmed gently. When that leaves next to
 * nothing, more is given back step by step: a page with text never comes out empty.
 */
import { type Tree } from "../tree/Tree.ts"
import { findArticleRoot } from "./articleRoot.ts"
import { type Features, readFeatures } from "./Features.ts"
import { markFurniture, withoutDropped } from "./furniture.ts"
import { findHeadline } from "./headline.ts"
import { findLead } from "./lead.ts"
import { findPageContent } from "./pageContent.ts"
import { type Declared, declaredKind, type PageKind } from "./pageKind.ts"
import { discountTeasers } from "./teasers.ts"
import { trimArticle } from "./trim.ts"

export interface SelectMainOptions {
  readonly url?: string
}

export interface MainContent {
  /** Subtrees that hold the content, in document order. */
  readonly roots: ReadonlyArray<number>
  /** A `Reason`, non-zero, where a subtree is left out. */
  readonly drop: Uint8Array
  readonly kind: PageKind
  /** Node of the heading that titles the content, or -1. */
  readonly headline: number
}

export const selectMain = (tree: Tree, _options: SelectMainOptions = {}): MainContent => {
  const features = readFeatures(tree)
  const declared = declaredKind(features)
  const teaser = discountTeasers(features)
  return selectArticle(features, declared, teaser) ?? selectPage(features, declared)
}

const selectArticle = (features: Features, declared: Declared, teaser: Uint8Array): MainContent | undefined => {
  if (declared.kind !== undefined && declared.kind !== "docs" && !declared.isArticle) return undefined
  if (declared.kind === "recipe" || declared.kind === "forum") return undefined
  const drop = new Uint8Array(features.tree.size)
  markFurniture(features, drop, { minor: true, comments: true })
  const kept = withoutDropped(features, drop)
  const headline = findHeadline(kept, drop)
  const root = findArticleRoot(kept, drop, headline, teaser)
  if (root < 0) return undefined
  trimArticle(kept, drop, root, headline)
  return {
    roots: [...findLead(kept, drop, root, headline), root],
    drop,
    kind: declared.kind ?? "article",
    headline: headline.node
  }
}

const selectPage = (features: Features, declared: Declared): MainContent => {
  const drop = new Uint8Array(features.tree.size)
  markFurniture(features, drop, { minor: false, comments: declared.kind !== "forum" && declared.kind !== undefined })
  const kept = withoutDropped(features, drop)
  const headline = findHeadline(kept, drop)
  const roots = findPageContent(kept, drop, headline)
  return { roots, drop, kind: declared.kind ?? "page", headline: headline.node }
}
