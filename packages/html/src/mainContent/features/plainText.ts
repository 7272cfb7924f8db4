/** Text of a selection with a line for each block, as a reader would copy it. */
import { attribute, isWhitespace, text, subtreeEnds, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { type Selection } from "../../page/Selection.ts"

export const plainText = (tree: Tree, { drop, roots = [0] }: Selection): string => {
  const end = subtreeEnds(tree)
  return roots.map((root) => plainTextOf(tree, end, root, drop)).join("")
}

/** The text below one node, where `end` is one past the last node of each; no more of it than `limit` characters and a bit. */
export const plainTextOf = (
  tree: Tree,
  end: Int32Array,
  root: number,
  drop?: Selection["drop"],
  limit = Number.POSITIVE_INFINITY
): string => {
  const open: Array<number> = []
  let out = ""
  // Reading the end of the text itself would copy all of it, each time.
  let last = ""
  const add = (part: string): void => {
    out += part
    last = (last + part.slice(-2)).slice(-2)
  }
  for (let node = root, read = 0; node < end[root]! && read < limit; node++) {
    while (open.length > 0 && node >= end[open.at(-1)!]!) {
      open.pop()
      add("\n")
    }
    const id = tree.tag[node]!
    if (id === Tag.text) {
      if (drop?.[node]) continue
      add(text(tree, node))
      if (!isWhitespace(tree, node)) read += tree.end[node]! - tree.start[node]!
    } else if (drop?.[node] || kind[id]! & Kind.skip || id === Tag.video || id === Tag.audio || id === Tag.iframe) {
      add("\n")
      node = end[node]! - 1
    } else if (id === Tag.br || id === Tag.label) add("\n")
    else if (kind[id]! & Kind.block) {
      add("\n")
      open.push(node)
    } else if (isApart(tree, node, last)) add(" ")
  }
  return `${out}\n`
}

/**
 * Whether an element is another word than what ends where it begins, as Markdown has them: two links or buttons, a link and
 * a name, a time, cells.
 */
const isApart = (tree: Tree, node: number, before: string): boolean => {
  const up = tree.parent[node]!
  let previous = -1
  for (let at = tree.first[up]!, step = 0; at >= 0 && at !== node && step < maxSiblings; at = tree.next[at]!, step++)
    previous = at
  if (previous < 0 || tree.next[previous] !== node || tree.tag[previous] === Tag.text) return false
  if (!/[\p{L}\d)]$/u.test(before)) return false
  if (tree.tag[previous] === Tag.button && tree.tag[node] === Tag.button) return true
  const links = Number(tree.tag[previous] === Tag.a) + Number(tree.tag[node] === Tag.a)
  if (links === 2 || tree.tag[node] === Tag.time || /cell$|header$/.test(attribute(tree, node, "role") ?? ""))
    return true
  const first = tree.first[node]!
  return links === 1 && first >= 0 && tree.tag[first] === Tag.text && /^[\p{Lu}\d]/u.test(text(tree, first))
}

const maxSiblings = 64
