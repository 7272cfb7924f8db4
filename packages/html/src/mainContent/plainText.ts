/** Text of a selection with a line for each block, as a reader would copy it. */
import { text, type Tree } from "../tree/Tree.ts"
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
      }
    }
    out += "\n"
  }
  return out
}
