/** Verdicts on elements by their class attribute, read once for all with the same classes. */
import { valueAt } from "../tree/AttributeTable.ts"
import { attributeIndex, type Tree } from "../tree/Tree.ts"

/** A test of an element's class attribute; false for an element without one. */
export const classTest = (tree: Tree, passes: (names: string) => boolean): ((node: number) => boolean) => {
  const { attributeTable, source } = tree
  /** By where the value first stands (`AttributeTable`). */
  const verdicts = new Map<number, boolean>()
  return (node) => {
    const index = attributeIndex(tree, node, "class")
    if (index < 0) return false
    const start = attributeTable[index + 2]!
    let verdict = verdicts.get(start)
    if (verdict === undefined) verdicts.set(start, (verdict = passes(valueAt(source, attributeTable, index))))
    return verdict
  }
}
