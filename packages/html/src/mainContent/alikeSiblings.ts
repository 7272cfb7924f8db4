/**
 * Siblings of one shape are parts of one whole: the posts of a thread, the places of a ranking, the entries of a list. They
 * are content together or not at all.
 */
import { type Features } from "./Features.ts"
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
