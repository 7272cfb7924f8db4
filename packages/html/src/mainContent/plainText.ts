/** Text of a selection with a line for each block, as a reader would copy it. */
import { attribute, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { subtreeEnds } from "./Features.ts"
import { type Selection } from "./Selection.ts"

export const plainText = (tree: Tree, selection: Selection): string => {
  const end = subtreeEnds(tree)
  const { drop } = selection
  let out = ""
  for (const root of selection.roots ?? [0]) {
    const open: Array<number> = []
    for (let node = root; node < end[root]!; node++) {
      while (open.length > 0 && node >= end[open.at(-1)!]!) {
        open.pop()
        out += "\n"
      }
      const id = tree.tag[node]!
      if (id === Tag.text) {
        if (!drop?.[node]) out += text(tree, node)
      } else if (drop?.[node] || kind[id]! & Kind.skip || id === Tag.video || id === Tag.audio || id === Tag.iframe) {
        out += "\n"
        node = end[node]! - 1
      } else if (id === Tag.br || id === Tag.label) out += "\n"
      else if (kind[id]! & Kind.block) {
        out += "\n"
        open.push(node)
      } else if (isApart(tree, node, out)) out += " "
    }
    out += "\n"
  }
  return out
}

/** Whether an element is another word than what ends where it begins, as Markdown has them: two links, a link and a name, a time, cells. */
const isApart = (tree: Tree, node: number, before: string): boolean => {
  const up = tree.parent[node]!
  let previous = -1
  for (let at = tree.first[up]!, step = 0; at >= 0 && at !== node && step < maxSiblings; at = tree.next[at]!, step++)
    previous = at
  if (previous < 0 || tree.next[previous] !== node || tree.tag[previous] === Tag.text) return false
  if (!/[\p{L}\d)]$/u.test(before.slice(-2))) return false
  const links = Number(tree.tag[previous] === Tag.a) + Number(tree.tag[node] === Tag.a)
  if (links === 2 || tree.tag[node] === Tag.time || /cell$|header$/.test(attribute(tree, node, "role") ?? ""))
    return true
  const first = tree.first[node]!
  return links === 1 && first >= 0 && tree.tag[first] === Tag.text && /^[\p{Lu}\d]/u.test(text(tree, first))
}

const maxSiblings = 64
