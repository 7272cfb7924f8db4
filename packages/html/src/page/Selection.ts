/** A part of a page: subtrees, less what is left out of them. What `selectMain` and tag filters answer. */
import { subtreeEnd, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export interface Selection {
  /** Subtrees in document order, none inside another; the whole page when absent. */
  readonly roots?: ReadonlyArray<number> | undefined
  /** Non-zero where a subtree is left out. */
  readonly drop?: Uint8Array | undefined
}

/**
 * The nodes of a selection in document order, the contents of `<template>` aside, as ranges: two numbers each, the first
 * node and one past the last.
 */
export const rangesOf = (tree: Tree, { drop, roots = [0] }: Selection): ReadonlyArray<number> => {
  const { tag } = tree
  const ranges: Array<number> = []
  for (const root of roots) {
    const end = subtreeEnd(tree, root)
    let from = root
    for (let node = root; node < end; node++) {
      if (tag[node] !== Tag.template && (drop === undefined || drop[node] === 0)) continue
      if (node > from) ranges.push(from, node)
      from = subtreeEnd(tree, node)
      node = from - 1
    }
    if (end > from) ranges.push(from, end)
  }
  return ranges
}
