/** Microdata: `itemscope`, `itemtype`, `itemprop`, `itemid`, `itemref` (HTML, 5.2). */
import { attribute, attributeBit, hasAttribute, type Tree } from "../tree/Tree.ts"
import { attributeValue, collectItems, type Item } from "./items.ts"

const words = (value: string | undefined): ReadonlyArray<string> => (value ?? "").split(/\s+/).filter(Boolean)

/** The items of a page; with `wanted` only the values of those properties, beside the items inside of items. */
export const microdata = (tree: Tree, base: URL, wanted?: ReadonlySet<string>): Array<Item> => {
  let ids: Map<string, number> | undefined
  const byId = (id: string): number | undefined => {
    ids ??= idsOf(tree)
    return ids.get(id)
  }
  return collectItems(tree, {
    wanted,
    bits: attributeBit("itemscope") | attributeBit("itemprop"),
    item: (node) => {
      if (!hasAttribute(tree, node, "itemscope")) return undefined
      const id = attribute(tree, node, "itemid")
      return {
        type: words(attribute(tree, node, "itemtype")),
        ...(id === undefined ? {} : { id: URL.parse(id.trim(), base.href)?.href ?? id })
      }
    },
    properties: (node) => words(attribute(tree, node, "itemprop")),
    value: (node) => attribute(tree, node, "content") ?? attributeValue(tree, node, base),
    references: (node) =>
      words(attribute(tree, node, "itemref"))
        .slice(0, maxReferences)
        .flatMap((id) => byId(id) ?? [])
  })
}

const maxReferences = 20

const idsOf = (tree: Tree): Map<string, number> => {
  const ids = new Map<string, number>()
  const bit = attributeBit("id")
  for (let node = 1; node < tree.size; node++) {
    if ((tree.attributeMask[node]! & bit) === 0) continue
    const id = attribute(tree, node, "id")
    if (id !== undefined && !ids.has(id)) ids.set(id, node)
  }
  return ids
}
