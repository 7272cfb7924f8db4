/** What the blocks of a subtree add up to; of a page, and of what is left of it when some is taken out. */
import type { Tree } from "../../tree/Tree.ts"

export interface Sums {
  readonly text: Int32Array
  readonly linked: Int32Array
  /** Characters that read like running text. */
  readonly prose: Int32Array
  /** Prose less junk: what a root is chosen by. */
  readonly value: Float64Array
  /** Blocks of prose. */
  readonly paragraphs: Int32Array
}

const bytes = 24

const sumsIn = (buffer: ArrayBuffer, size: number): Sums => ({
  value: new Float64Array(buffer, 0, size),
  text: new Int32Array(buffer, 8 * size, size),
  linked: new Int32Array(buffer, 12 * size, size),
  prose: new Int32Array(buffer, 16 * size, size),
  paragraphs: new Int32Array(buffer, 20 * size, size)
})

export const noSums = ({ memory, size }: Tree): Sums => sumsIn(memory.takeZeroed(bytes * size), size)

/** A copy of sums that `noSums` or this made. */
const copyOfSums = ({ memory, size }: Tree, sums: Sums): Sums => {
  const buffer = memory.take(bytes * size)
  new Uint8Array(buffer).set(new Uint8Array(sums.value.buffer, 0, bytes * size))
  return sumsIn(buffer, size)
}

/** Adds every node's sums to its parent's. Children come after parents, so one backward loop does it. */
export const sumUp = ({ parent, size }: Tree, { linked, paragraphs, prose, text, value }: Sums): void => {
  for (let node = size - 1; node > 0; node--) {
    const up = parent[node]!
    // Most nodes are text and elements in a line, whose sums belong to their block.
    if (text[node] === 0) continue
    text[up]! += text[node]!
    linked[up]! += linked[node]!
    prose[up]! += prose[node]!
    value[up]! += value[node]!
    paragraphs[up]! += paragraphs[node]!
  }
}

/** The sums without what is dropped. A subtree that is dropped has none of its own. */
export const sumsWithout = (tree: Tree, before: Sums, drop: Uint8Array): Sums => {
  const { memory, parent, size } = tree
  let last = size - 1
  while (last >= 0 && drop[last] === 0) last--
  if (last < 0) return before
  const sums = copyOfSums(tree, before)
  const { linked, paragraphs, prose, text, value } = sums
  const isTouched = new Uint8Array(memory.takeZeroed(size), 0, size)
  for (let node = last; node >= 0; node--) {
    if (drop[node] !== 0) text[node] = linked[node] = prose[node] = value[node] = paragraphs[node] = 0
    else if (isTouched[node] === 0) continue
    const up = parent[node]!
    if (up < 0) break
    isTouched[up] = 1
    text[up]! -= before.text[node]! - text[node]!
    linked[up]! -= before.linked[node]! - linked[node]!
    prose[up]! -= before.prose[node]! - prose[node]!
    value[up]! -= before.value[node]! - value[node]!
    paragraphs[up]! -= before.paragraphs[node]! - paragraphs[node]!
  }
  return sums
}
