/**
 * The main content of a page: which subtrees hold it, and what inside them is left out.
 */
import { type Tree } from "../tree/Tree.ts"
import { findArticleRoot } from "./articleRoot.ts"
import { readFeatures } from "./Features.ts"
import { markFurniture, withoutDropped } from "./furniture.ts"
import { findHeadline } from "./headline.ts"
import { findLead } from "./lead.ts"
import { Reason } from "./Reason.ts"
import { discountTeasers } from "./teasers.ts"
import { trimArticle } from "./trim.ts"

export interface MainContent {
  readonly roots: ReadonlyArray<number>
  /** Non-zero (a `Reason`) where a subtree is left out. */
  readonly drop: Uint8Array
  readonly kind: string
  /** Node of the heading that titles the content, or -1. */
  readonly headline: number
}

export const selectMain = (tree: Tree): MainContent => {
  const features = readFeatures(tree)
  const teaser = discountTeasers(features)
  const drop = new Uint8Array(tree.size)
  markFurniture(features, drop)
  const kept = withoutDropped(features, drop)
  const headline = findHeadline(kept, drop)
  const root = findArticleRoot(kept, drop, headline, teaser)
  if (root < 0) {
    for (let node = 0; node < tree.size; node++) if (drop[node] === Reason.beside || drop[node] === Reason.minor) drop[node] = 0
    return { roots: [features.body], drop, kind: "page", headline: headline.node }
  }
  trimArticle(kept, drop, root, headline)
  return { roots: [...findLead(kept, drop, root, headline), root], drop, kind: "article", headline: headline.node }
}
