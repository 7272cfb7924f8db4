/**
 * Repeated cards: three or more siblings alike in tag and class, each with a block that is nothing but a link, are
 * teasers of other pages. Their blurbs read like prose but are none of this page's, so they are discounted before a root
 * is chosen.
 */
import { kind, Kind, Tag } from "../tree/tags.ts"
import { Columns } from "./Columns.ts"
import { type Features, Contains } from "./Features.ts"
import { copyOfSums, type Sums } from "./Sums.ts"

const longestCard = 1200

export interface Teasers {
  /** The features with the prose of teasers taken out. */
  readonly kept: Features
  /** 1 for each card. */
  readonly teaser: Uint8Array
}

/** Siblings alike in tag and class. */
interface Group {
  count: number
  cards: number
}

export const withoutTeasers = (features: Features): Teasers => {
  const { classKey, holds, isBlock, linked, own, ownLinked, paragraphs, text, tree } = features
  const { first, next, parent, size, tag } = tree
  const columns = new Columns(tree, 3)
  const teaser = columns.uint8()
  const hasLinkBlock = columns.uint8()
  const inTeaser = columns.uint8()
  let less: Sums | undefined
  for (let node = size - 1; node > 0; node--) {
    if (own[node]! >= 12 && ownLinked[node]! > 0.85 * own[node]!) hasLinkBlock[node] = 1
    if (hasLinkBlock[node] === 1) hasLinkBlock[parent[node]!] = 1
  }
  const isCard = (child: number): boolean =>
    hasLinkBlock[child] === 1 &&
    text[child]! < longestCard &&
    linked[child]! >= 0.06 * text[child]! &&
    (holds[child]! & (Contains.pre | Contains.table)) === 0 &&
    paragraphs[child]! <= 4
  const mayBeCard = (child: number): boolean =>
    isBlock[child] === 1 && text[child] !== 0 && tag[child] !== Tag.p && (kind[tag[child]!]! & Kind.heading) === 0
  const keyOf = (child: number): number => classKey[child]! * 256 + tag[child]!
  const groups = new Map<number, Group>()
  for (let node = 1; node < size; node++) {
    // What holds a block of links is held by such only, so it is enough to follow them.
    if (hasLinkBlock[node] === 0) continue
    if (inTeaser[parent[node]!] === 1) {
      inTeaser[node] = 1
      continue
    }
    const id = tag[node]!
    if (id === Tag.tr || id === Tag.table || id === Tag.tbody) continue
    // Most elements have one block or two: not enough to be alike.
    let blocks = 0
    for (let child = first[node]!; child >= 0 && blocks < 3; child = next[child]!) if (mayBeCard(child)) blocks++
    if (blocks < 3) continue
    groups.clear()
    // Most siblings are like the one before.
    let key = -1
    let group: Group | undefined
    let most = 0
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (!mayBeCard(child)) continue
      if (group === undefined || keyOf(child) !== key) {
        key = keyOf(child)
        group = groups.get(key)
        if (group === undefined) groups.set(key, (group = { count: 0, cards: 0 }))
      }
      group.count++
      if (isCard(child)) group.cards++
      most = Math.max(most, group.count)
    }
    if (most < 3) continue
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (isBlock[child] === 0 || hasLinkBlock[child] === 0 || text[child]! >= longestCard) continue
      if (keyOf(child) !== key) {
        key = keyOf(child)
        group = groups.get(key)
      }
      if (group === undefined || group.count < 3 || group.cards < 0.7 * group.count) continue
      teaser[child] = inTeaser[child] = 1
      less ??= copyOfSums(tree, features)
      less.prose[child]! -= Math.trunc(0.92 * less.prose[child]!)
      less.value[child] = -0.3 * text[child]!
    }
  }
  if (less === undefined) return { kept: features, teaser }
  const { prose, value } = less
  for (let node = size - 1; node > 0; node--) {
    const up = parent[node]!
    prose[up]! -= features.prose[node]! - prose[node]!
    value[up]! -= features.value[node]! - value[node]!
  }
  return { kept: { ...features, ...less }, teaser }
}
