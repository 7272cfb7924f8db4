/** The heading of the content: the one that shares most words with the title of the document. */
import { attribute, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { type Features, Holds } from "./Features.ts"
import { lineOf } from "./line.ts"

export interface Headline {
  /** -1 when there is none. */
  readonly node: number
  /** Whether it matches the title; otherwise it is the only h1. */
  readonly isTitle: boolean
}

export const findHeadline = (features: Features, drop: Uint8Array): Headline => {
  const { body, end, holds, title, tree } = features
  const { size, tag } = tree
  const titles = [title < 0 ? "" : lineOf(tree, title, end[title]!, 400), ...sharedTitles(tree, body)]
    .map((line) => new Set(wordsOf(line)))
    .filter((words) => words.size > 2)
  let best = 0.45
  let node = -1
  let firstH1 = -1
  let countH1 = 0
  for (let at = body; at < size; at++) {
    if (drop[at] !== 0) {
      at = end[at]! - 1
      continue
    }
    const id = tag[at]!
    if (!(kind[id]! & Kind.heading) || id > Tag.h3) {
      if ((holds[at]! & Holds.heading) === 0) at = end[at]! - 1
      continue
    }
    if (id === Tag.h1 && countH1++ === 0) firstH1 = at
    if (titles.length === 0) continue
    const words = wordsOf(lineOf(tree, at, end[at]!, 400))
    if (words.length < 2) continue
    for (const wanted of titles) {
      let shared = 0
      for (const word of words) if (wanted.has(word)) shared++
      const score = (shared / words.length) * Math.min(1, shared / Math.min(wanted.size, 6)) + (id === Tag.h1 ? 0.1 : 0)
      if (score > best) {
        best = score
        node = at
      }
    }
  }
  if (node >= 0) return { node, isTitle: true }
  return { node: countH1 === 1 ? firstH1 : -1, isTitle: false }
}

/** Characters of a line that may title a page. */
const longestTitle = 200

/** The headline, or where a page has no heading for it the line that its title begins with. */
export const findTitle = (features: Features, drop: Uint8Array): Headline => {
  const found = findHeadline(features, drop)
  const { body, end, holds, own, title, tree } = features
  if (found.node >= 0 || title < 0) return found
  const wanted = lineOf(tree, title, end[title]!, 400).toLowerCase()
  const isLine = (node: number): boolean =>
    own[node]! >= 12 && own[node]! <= longestTitle && (holds[node]! & Holds.block) === 0
  for (let node = body; node < tree.size; node++) {
    if (drop[node] !== 0) node = end[node]! - 1
    else if (isLine(node) && saysTitle(lineOf(tree, node, end[node]!, longestTitle).toLowerCase(), wanted))
      return { node, isTitle: true }
  }
  return found
}

/** A line that the title repeats before it names the site. A line that is the whole title may be the name of the site. */
const saysTitle = (line: string, title: string): boolean => {
  let shared = 0
  while (shared < line.length && line[shared] === title[shared]) shared++
  return shared >= 12 && shared > 0.5 * line.length && /^\s*[|(\u2013\u2014\u00b7:-]/.test(title.slice(shared))
}

/** Titles the page gives to those who share it. */
const sharedTitles = (tree: Tree, body: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let node = 1; node < body; node++) {
    if (tree.tag[node] !== Tag.meta) continue
    const name = attribute(tree, node, "property") ?? attribute(tree, node, "name")
    if (name === "og:title" || name === "twitter:title") found.push(attribute(tree, node, "content") ?? "")
  }
  return found
}

const wordsOf = (line: string): ReadonlyArray<string> =>
  // Classes of Unicode are slow, and seldom needed.
  line.toLowerCase().match(/[^\0-\x7f\u2010-\u2027]/.test(line) ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g) ?? []
