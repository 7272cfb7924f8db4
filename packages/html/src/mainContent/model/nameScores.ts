/**
 * How much the class names and ids of the elements around a block speak for content: sum, largest and smallest score of
 * their parts, of the nearest three elements and of all above them.
 */
import { attributeBit, type Tree } from "../../tree/Tree.ts"
import { isNamed } from "../../tree/token.ts"
import type { Codes } from "../../tree/codes.ts"
import { visitParts } from "../words/nameTokens.ts"
import type { Outline } from "./outline.ts"

const named = attributeBit("class") | attributeBit("id")

/** Calls `visit` with the range of each class attribute and id of an element. */
const visitValues = (tree: Tree, node: number, visit: (from: number, to: number) => void): void => {
  const { attributeAt, attributeTable, codes, end } = tree
  if ((tree.attributeMask[node]! & named) === 0) return
  const to = end[node]!
  for (let at = attributeAt[node]!; attributeTable[at]! < to; at += 4) {
    const start = attributeTable[at]!
    const stop = attributeTable[at + 1]!
    const isName =
      (stop - start === 5 && isNamed(codes, start, stop, "class")) ||
      (stop - start === 2 && isNamed(codes, start, stop, "id"))
    if (isName) visit(attributeTable[at + 2]!, attributeTable[at + 3]!)
  }
}

/** Calls `visit` with each part of the names of an element. */
export const visitNames = (tree: Tree, node: number, visit: (hash: number, from: number, to: number) => void): void =>
  visitValues(tree, node, (from, to) => visitParts(tree.codes, from, to, visit))

/** What the parts of a value add up to. */
interface PartScores {
  readonly sum: number
  readonly most: number
  readonly least: number
}

const scoreParts = (codes: Codes, from: number, to: number, scoreOf: (hash: number) => number): PartScores => {
  let sum = 0
  let most = 0
  let least = 0
  visitParts(codes, from, to, (hash) => {
    const score = scoreOf(hash)
    sum += score
    if (score > most) most = score
    if (score < least) least = score
  })
  return { sum, most, least }
}

/** Elements whose names count as near. */
export const nearLevels = 3

export interface NameScores {
  /** Writes the six numbers of a block in this element, and returns where the next begins. */
  readonly write: (values: Float32Array, at: number, element: number) => number
}

/** `scoreOf` gives the score of a part by its hash, 0 for one that is not known. */
export const scoreNames = (tree: Tree, { blocks }: Outline, scoreOf: (hash: number) => number): NameScores => {
  const { parent, size } = tree
  const columns = new Float32Array(tree.memory.takeZeroed(24 * size), 0, 6 * size)
  let sum = 0
  let most = 0
  let least = 0
  /** By where a value first stands: elements share their classes (`AttributeTable`). */
  const known = new Map<number, PartScores>()
  const add = (from: number, to: number): void => {
    let scores = known.get(from)
    if (scores === undefined) known.set(from, (scores = scoreParts(tree.codes, from, to, scoreOf)))
    sum += scores.sum
    if (scores.most > most) most = scores.most
    if (scores.least < least) least = scores.least
  }
  for (let node = 1; node < size; node++) {
    if (blocks[node] === 0) continue
    sum = most = least = 0
    visitValues(tree, node, add)
    const own = 6 * node
    const up = 6 * parent[node]!
    columns[own] = sum
    columns[own + 1] = most
    columns[own + 2] = least
    // With all that hold it.
    columns[own + 3] = columns[up + 3]! + sum
    columns[own + 4] = Math.max(columns[up + 4]!, most)
    columns[own + 5] = Math.min(columns[up + 5]!, least)
  }
  return {
    write: (values, at, element) => {
      let nearSum = 0
      let nearMost = 0
      let nearLeast = 0
      let node = element
      for (let level = 0; level < nearLevels && node > 0; level++, node = parent[node]!) {
        const own = 6 * node
        nearSum += columns[own]!
        if (columns[own + 1]! > nearMost) nearMost = columns[own + 1]!
        if (columns[own + 2]! < nearLeast) nearLeast = columns[own + 2]!
      }
      const far = 6 * node
      values[at] = nearSum
      values[at + 1] = nearMost
      values[at + 2] = nearLeast
      values[at + 3] = node > 0 ? columns[far + 3]! : 0
      values[at + 4] = node > 0 ? columns[far + 4]! : 0
      values[at + 5] = node > 0 ? columns[far + 5]! : 0
      return at + 6
    }
  }
}
