/**
 * Siblings of one shape are parts of one whole: the posts of a thread, the places of a ranking, the entries of a list. They
 * are content together or not at all.
 */
import { Tag } from "../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { Contains, type Features } from "./Features.ts"
import { type Headline } from "./headline.ts"
import { Rule } from "./Rule.ts"

/** Siblings of one tag and class that are parts of a whole, and the characters of prose that each has. */
const minAlike = 3
const minProse = 30

/**
 * Whether a root is one of several parts below the headline, or in one of them. Replies are parts too where the post that
 * they answer has the same shape.
 */
export const isOneOfAlike = (
  { body, classKey, end, linked, prose, text, tree }: Features,
  drop: Uint8Array,
  headline: Headline,
  root: number
): boolean => {
  const { first, next, parent, tag } = tree
  if (headline.node > root) return false
  const isPart = (node: number, of: number): boolean =>
    tag[node] === tag[of] &&
    classKey[node] === classKey[of] &&
    (drop[node] === 0 || drop[node] === Rule.commentsName) &&
    prose[node]! >= minProse &&
    linked[node]! < 0.5 * text[node]!
  // Each of several whole articles in a row has a headline of its own.
  for (let at = root; at > body && !(at <= headline.node && headline.node < end[at]!); at = parent[at]!) {
    let parts = 0
    for (let sibling = first[parent[at]!]!; sibling >= 0; sibling = next[sibling]!) if (isPart(sibling, at)) parts++
    if (parts >= minAlike) return true
  }
  return false
}

/** Of the prose of an article, what another one below it has at least; parts of a list are shorter. */
const minShare = 0.3

/**
 * Cuts the articles beside the one with the headline, each with a headline of its own: a script puts them there for readers
 * who go on.
 */
export const cutOtherArticles = (features: Features, cuts: Cuts, headline: Headline, root: number): void => {
  const { body, classKey, end, holds, prose, tree } = features
  let article = root
  while (article > body && tree.tag[article] !== Tag.article) article = tree.parent[article]!
  if (article <= body || headline.node < article || headline.node >= end[article]!) return
  for (let other = tree.first[tree.parent[article]!]!; other >= 0; other = tree.next[other]!) {
    if (other === article || tree.tag[other] !== Tag.article || classKey[other] !== classKey[article]) continue
    const isWhole = prose[other]! >= minShare * prose[article]! && (holds[other]! & Contains.heading) !== 0
    if (isWhole) cuts.cut(other, Rule.otherArticle)
  }
}
