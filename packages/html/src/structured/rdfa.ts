/**
 * RDFa Lite: `vocab`, `typeof`, `property`, `resource` (W3C RDFa Lite 1.1), and `rel` in front of an item. Properties outside any `typeof`, such as
 * the Open Graph's, are metadata of the page and not repeated here.
 */
import { attribute, attributeBit, hasAttribute, type Tree } from "../tree/Tree.ts"
import { attributeValue, collectItems, type Item } from "./items.ts"

const words = (value: string | undefined): ReadonlyArray<string> => (value ?? "").split(/\s+/).filter(Boolean)

export const rdfa = (tree: Tree, base: URL): Array<Item> => {
  const vocabulary = vocabularies(tree)
  return collectItems(tree, {
    bits: attributeBit("typeof") | attributeBit("property"),
    item: (node) => {
      const types = words(attribute(tree, node, "typeof"))
      if (types.length === 0) return undefined
      const vocab = vocabulary(node)
      const id = attribute(tree, node, "resource") ?? attribute(tree, node, "about")
      return {
        type: types.map((type) => (type.includes(":") ? type : vocab + type)),
        ...(id === undefined ? {} : { id: URL.parse(id.trim(), base.href)?.href ?? id })
      }
    },
    properties: (node) => {
      const own = words(attribute(tree, node, "property"))
      return own.length > 0 || !hasAttribute(tree, node, "typeof") ? own : relationsTo(tree, node)
    },
    value: (node) =>
      attribute(tree, node, "content") ?? attribute(tree, node, "resource") ?? attributeValue(tree, node, base)
  })
}

/**
 * What relates an item to the one around: the `rel` of its element, or of its parent when that starts no item itself (RDFa
 * Core 1.1, 7.5, chaining).
 */
const relationsTo = (tree: Tree, node: number): ReadonlyArray<string> => {
  const own = words(attribute(tree, node, "rel"))
  const parent = tree.parent[node]!
  return own.length > 0 || parent <= 0 || hasAttribute(tree, parent, "typeof")
    ? own
    : words(attribute(tree, parent, "rel"))
}

/** The vocabulary in force at a node: that of the nearest ancestor which sets one. */
const vocabularies = (tree: Tree): ((node: number) => string) => {
  const bit = attributeBit("vocab")
  // An index into `values` for each node, written down the tree in one pass when the first node asks.
  let inForce: Int32Array | undefined
  const values = [""]
  return (node) => {
    if (inForce === undefined) {
      inForce = new Int32Array(tree.size)
      for (let at = 1; at < tree.size; at++) {
        inForce[at] = inForce[tree.parent[at]!]!
        if (tree.tag[at] === 0 || (tree.attributeMask[at]! & bit) === 0) continue
        const vocab = attribute(tree, at, "vocab")
        if (vocab !== undefined) inForce[at] = values.push(vocab.trim()) - 1
      }
    }
    return values[inForce[node]!]!
  }
}
