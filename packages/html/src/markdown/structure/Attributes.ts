/** The attributes of the elements that are being written. */
import { attribute, hasAttribute, type Tree } from "../../tree/Tree.ts"

export class Attributes {
  private readonly tree: Tree

  constructor(tree: Tree) {
    this.tree = tree
  }

  /** The decoded value of an attribute, `""` when it has none; `name` is lower case. */
  get(node: number, name: string): string | undefined {
    return attribute(this.tree, node, name)
  }

  has(node: number, name: string): boolean {
    return hasAttribute(this.tree, node, name)
  }
}
