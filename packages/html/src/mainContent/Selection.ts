/** A part of a page: subtrees, less what is left out of them. What `selectMain` and tag filters answer. */
import { type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

export interface Selection {
  /** Subtrees in document order, none inside another; the whole page when absent. */
  readonly roots?: ReadonlyArray<number> | undefined
  /** Non-zero where a subtree is left out. */
  readonly drop?: Uint8Array | undefined
}

/**
 * Visits every node of a selection in document order, the contents of `<template>` aside. When `visit` answers false the
 * rest of the node's subtree is passed over.
 */
export const visitSelection = (
  tree: Tree,
  selection: Selection,
  visit: (node: number, tag: number) => boolean | void
): void => {
  const { next, parent, tag } = tree
  const { drop } = selection
  for (const root of selection.roots ?? [0]) {
    const end = endOf(tree, root)
    let node = root
    while (node < end) {
      const id = tag[node]!
      const isPart = (drop === undefined || drop[node] === 0) && id !== Tag.template
      if (isPart && visit(node, id) !== false) {
        node++
        continue
      }
      // Past the subtree. A node without a next sibling ends where its parent does, and each is climbed once.
      let up = node
      while (up > root && next[up]! < 0) up = parent[up]!
      node = up > root ? next[up]! : end
    }
  }
}

const endOf = ({ next, parent, size }: Tree, root: number): number => {
  for (let node = root; node > 0; node = parent[node]!) if (next[node]! >= 0) return next[node]!
  return size
}
