/**
 * A number for the text of each block, the same wherever the same text stands, so that a crawl can count which blocks
 * repeat on the pages of a site and have them left out (`selectMain`'s `repeated`).
 *
 * White space and the order of the parts do not count. The numbers are below 2^53 and spread over all of it; two texts
 * share one by chance once in about 10^15.
 */
import { isSpace, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"

interface BlockFingerprint {
  readonly node: number
  readonly hash: number
}

/** Texts shorter than this (characters without white space) repeat by chance. */
const shortest = 8

/**
 * The blocks of a page that have text, outermost first. Of blocks nested in each other with the same text only the
 * outermost is given; the document, `html` and `body` never are.
 */
export const blockFingerprints = (tree: Tree): ReadonlyArray<BlockFingerprint> => {
  const { attributeMask, end, parent, size, source, start, tag } = tree
  const low = new Int32Array(size)
  const high = new Int32Array(size)
  const length = new Int32Array(size)
  const skipped = new Uint8Array(size)
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    if (skipped[parent[node]!] === 1 || kind[id]! & Kind.skip) {
      skipped[node] = 1
      continue
    }
    if (id !== Tag.text || (attributeMask[node]! & 1) !== 0) continue
    let a = 0x811c9dc5
    let b = 0x9747b28c
    let count = 0
    for (let at = start[node]!; at < end[node]!; at++) {
      const code = source.charCodeAt(at)
      if (isSpace(code)) continue
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x5bd1e995)
      count++
    }
    if (count === 0) continue
    low[node] = mix(a ^ count)
    high[node] = mix(b + count)
    length[node] = count
  }
  for (let node = size - 1; node > 0; node--) {
    const up = parent[node]!
    low[up]! += low[node]!
    high[up]! += high[node]!
    length[up]! += length[node]!
  }
  const found: Array<BlockFingerprint> = []
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    if (length[node]! < shortest || id === Tag.html || id === Tag.body) continue
    if (!(kind[id]! & Kind.block) && id !== Tag.unknown) continue
    const up = parent[node]!
    const isWhole = length[up] === length[node] && low[up] === low[node] && tag[up] !== Tag.body
    if (!isWhole) found.push({ node, hash: (high[node]! & 0x1fffff) * 0x1_0000_0000 + (low[node]! >>> 0) })
  }
  return found
}

/** Spreads every bit of a number over all of it (the finalizer of MurmurHash3, public domain). */
const mix = (value: number): number => {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
