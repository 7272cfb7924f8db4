/** Chooses the subtree that holds the article, if the page has one. */
import { kind, Kind, Tag } from "../tree/tags.ts"
import { findAnchors } from "./anchors.ts"
import { type Features, isCell, Roles } from "./Features.ts"
import { type Headline } from "./headline.ts"
import { NameHints } from "./classTokens.ts"

/** Characters of prose without which nothing is an article. */
export const minProse = 140

/**
 * The best root, or -1 when nothing on the page reads like an article. `kept` are the features without boilerplate;
 * `isDeclared` says that the page claims to be an article, so that a short one is taken too.
 */
export const findArticleRoot = (
  kept: Features,
  drop: Uint8Array,
  headline: Headline,
  teaser: Uint8Array,
  isDeclared: boolean
): number => {
  const best = bestSubtree(kept, drop, headline)
  if (best < 0) return -1
  const visible = kept.text[0]!
  const prose = kept.prose[best]!
  if (prose < minProse || kept.paragraphs[best] === 0) return -1
  if (!isDeclared && prose < 0.18 * visible && prose < 1200) return -1
  return ascend(kept, drop, teaser, descend(kept, drop, oneOfSeveral(kept, drop, headline, best)))
}

const bestSubtree = (kept: Features, drop: Uint8Array, headline: Headline): number => {
  const { body, end, isBlock, marks, names, prose, tree, value } = kept
  const { size, tag } = tree
  const all = prose[0]!
  const anchors = findAnchors(kept, drop)
  let best = -1
  let bestValue = -1e9
  for (let node = body; node < size; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    const id = tag[node]!
    if (isBlock[node] === 0 || id === Tag.p || kind[id]! & Kind.heading) continue
    const isBody = (names[node]! & NameHints.body) !== 0
    const isMarked = (marks[node]! & Roles.articleBody) !== 0
    if (prose[node]! < 0.25 * all && !isBody && !isMarked) continue
    let score = value[node]!
    if (isMarked) score *= 1.5
    else if (isBody) score *= 1.25
    if (id === Tag.article) score *= 1.2
    else if (id === Tag.main || marks[node]! & Roles.mainRole) score *= 1.05
    else if (id === Tag.body || id === Tag.html) score *= 0.8
    if (prose[node]! < 0.15 * all) score *= 0.5
    if (headline.node > 0) {
      if (end[node]! <= headline.node) score *= 0.5
      else if (node <= headline.node) score *= 1.1
      else if (node - headline.node < 60) score *= 1.08
    }
    if (score > 0 && anchors.length > 0) {
      let held = 0
      for (const anchor of anchors) if (node <= anchor && anchor < end[node]!) held++
      score *= 0.85 + 0.3 * (held / anchors.length)
    }
    if (score > bestValue + 1e-6 || (score === bestValue && node > best)) {
      bestValue = score
      best = node
    }
  }
  return best
}

/** Several whole articles in a row (endless scrolling, a blog's index): the one under the headline. */
const oneOfSeveral = (kept: Features, drop: Uint8Array, headline: Headline, root: number): number => {
  const { end, prose, tree } = kept
  const articles: Array<number> = []
  for (let node = root + 1; node < end[root]!; node++) {
    if (drop[node] !== 0) node = end[node]! - 1
    else if (tree.tag[node] === Tag.article && prose[node]! >= 250) {
      articles.push(node)
      node = end[node]! - 1
    }
  }
  if (articles.length === 0 || headline.node <= 0) return root
  const pick =
    articles.find((node) => node <= headline.node && headline.node < end[node]!) ??
    articles.find((node) => node > headline.node && prose[node]! >= 0.25 * prose[root]!)
  return pick !== undefined && (articles.length > 1 || prose[pick]! >= 0.6 * prose[root]!) ? pick : root
}

/** Goes down into the child that holds nearly all the prose while the rest looks like junk. */
const descend = (kept: Features, drop: Uint8Array, start: number): number => {
  const { isBlock, names, prose, text, tree } = kept
  const { first, next, tag } = tree
  let root = start
  for (;;) {
    let largest = -1
    let most = 0
    for (let child = first[root]!; child >= 0; child = next[child]!)
      if (isBlock[child] === 1 && drop[child] === 0 && prose[child]! > most) {
        most = prose[child]!
        largest = child
      }
    if (largest < 0) return root
    const id = tag[largest]!
    if (id === Tag.p || isCell[id] === 1 || kind[id]! & Kind.heading) return root
    const restText = text[root]! - text[largest]!
    const restProse = prose[root]! - most
    const holdsNearlyAll =
      most >= 0.97 * prose[root]! ||
      (most >= 0.85 * prose[root]! && restProse < 0.5 * restText) ||
      ((names[largest]! & NameHints.body) !== 0 && most >= 0.8 * prose[root]!)
    if (!holdsNearlyAll) return root
    root = largest
  }
}

/**
 * Goes up again while what stands next to the root is structured content with few links: ingredients, specifications.
 */
const ascend = (kept: Features, drop: Uint8Array, teaser: Uint8Array, start: number): number => {
  const { body, end, linked, own, ownLinked, text, tree } = kept
  const { parent, tag } = tree
  let root = start
  for (let up = parent[root]!, step = 0; up > 0 && up !== body && step < 4; up = parent[up]!, step++) {
    const moreText = text[up]! - text[root]!
    if (moreText <= 0) continue
    const moreLinked = linked[up]! - linked[root]!
    let inCells = 0
    for (let node = up + 1; node < end[up]!; node++) {
      if (drop[node] !== 0 || node === root || teaser[node] === 1) node = end[node]! - 1
      else if (isCell[tag[node]!] === 1 || tag[node] === Tag.pre) inCells += own[node]! - ownLinked[node]!
    }
    const isContent =
      moreLinked < 0.25 * moreText && moreText < 1.5 * text[root]! + 400 && inCells > 0.5 * moreText && inCells > 120
    if (!isContent) return root
    root = up
  }
  return root
}
