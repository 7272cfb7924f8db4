/**
 * Repeated cards: three or more siblings alike in tag and class, each with a block that is nothing but a link, are
 * teasers of other pages. Their blurbs read like prose but are none of this page's, so they are discounted before a root
 * is chosen.
 */
import { kind, Kind, Tag } from "../tree/tags.ts"
import { type Features, Holds } from "./Features.ts"

const longestCard = 1200

/** The features with the prose of teasers taken out, and 1 in `teaser` for each card. */
export const withoutTeasers = (features: Features): { readonly kept: Features; readonly teaser: Uint8Array } => {
  const { classKey, holds, isBlock, linked, own, ownLinked, paragraphs, text, tree } = features
  const prose = features.prose.slice()
  const value = features.value.slice()
  const { first, next, parent, size, tag } = tree
  const teaser = new Uint8Array(size)
  const hasLinkBlock = new Uint8Array(size)
  for (let node = size - 1; node > 0; node--) {
    if (own[node]! >= 12 && ownLinked[node]! > 0.85 * own[node]!) hasLinkBlock[node] = 1
    if (hasLinkBlock[node] === 1) hasLinkBlock[parent[node]!] = 1
  }
  const lessProse = new Int32Array(size)
  const lessValue = new Float64Array(size)
  const inTeaser = new Uint8Array(size)
  const isCard = (child: number): boolean =>
    hasLinkBlock[child] === 1 &&
    text[child]! < longestCard &&
    linked[child]! >= 0.06 * text[child]! &&
    (holds[child]! & (Holds.pre | Holds.table)) === 0 &&
    paragraphs[child]! <= 4
  const mayBeCard = (child: number): boolean =>
    isBlock[child] === 1 && text[child] !== 0 && tag[child] !== Tag.p && (kind[tag[child]!]! & Kind.heading) === 0
  const groups = new Map<number, { count: number; cards: number }>()
  for (let node = 1; node < size; node++) {
    if (inTeaser[parent[node]!] === 1) inTeaser[node] = 1
    const id = tag[node]!
    if (id === Tag.text || hasLinkBlock[node] === 0 || inTeaser[node] === 1) continue
    if (id === Tag.tr || id === Tag.table || id === Tag.tbody) continue
    // Most elements have one block or two: not enough to be alike.
    let blocks = 0
    for (let child = first[node]!; child >= 0 && blocks < 3; child = next[child]!) if (mayBeCard(child)) blocks++
    if (blocks < 3) continue
    groups.clear()
    let most = 0
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (!mayBeCard(child)) continue
      const key = classKey[child]! * 256 + tag[child]!
      const group = groups.get(key) ?? { count: 0, cards: 0 }
      group.count++
      if (isCard(child)) group.cards++
      groups.set(key, group)
      most = Math.max(most, group.count)
    }
    if (most < 3) continue
    for (let child = first[node]!; child >= 0; child = next[child]!) {
      if (isBlock[child] === 0 || hasLinkBlock[child] === 0 || text[child]! >= longestCard) continue
      const group = groups.get(classKey[child]! * 256 + tag[child]!)
      if (group === undefined || group.count < 3 || group.cards < 0.7 * group.count) continue
      teaser[child] = inTeaser[child] = 1
      lessProse[child] = Math.trunc(0.92 * prose[child]!)
      lessValue[child] = value[child]! + 0.3 * text[child]!
    }
  }
  for (let node = size - 1; node > 0; node--) {
    prose[node]! -= lessProse[node]!
    value[node]! -= lessValue[node]!
    lessProse[parent[node]!]! += lessProse[node]!
    lessValue[parent[node]!]! += lessValue[node]!
  }
  prose[0]! -= lessProse[0]!
  value[0]! -= lessValue[0]!
  return { kept: { ...features, prose, value }, teaser }
}
