/**
 * The attributes of the element that is being written. Rules ask for several of one element in a row; its attribute zone
 * is read once for all of them.
 */
import { attributeBit, AttributeScanner, type Tree } from "../tree/Tree.ts"
import { decodeAttribute } from "../tree/references.ts"

export class Attributes {
  private readonly tree: Tree
  private node = -1
  private count = 0
  /** Start and end of name and value, four numbers an attribute. */
  private ranges = new Int32Array(64)

  constructor(tree: Tree) {
    this.tree = tree
  }

  /** The decoded value of an attribute, `""` when it has none; `name` is lower case. */
  get(node: number, name: string): string | undefined {
    const at = this.find(node, name)
    if (at < 0) return undefined
    const from = this.ranges[at + 2]!
    const to = this.ranges[at + 3]!
    return from === to ? "" : decodeAttribute(this.tree.source.slice(from, to))
  }

  has(node: number, name: string): boolean {
    return this.find(node, name) >= 0
  }

  private find(node: number, name: string): number {
    if ((this.tree.attributeMask[node]! & attributeBit(name)) === 0) return -1
    if (node !== this.node) this.read(node)
    const { source } = this.tree
    const { length } = name
    const first = name.charCodeAt(0)
    for (let i = 0; i < this.count; i += 4) {
      const from = this.ranges[i]!
      if (this.ranges[i + 1]! - from !== length || (source.charCodeAt(from) | 32) !== first) continue
      let same = 1
      while (same < length && lower(source.charCodeAt(from + same)) === name.charCodeAt(same)) same++
      if (same === length) return i
    }
    return -1
  }

  private read(node: number): void {
    const scanner = new AttributeScanner(this.tree, node)
    let count = 0
    while (scanner.advance()) {
      if (count + 4 > this.ranges.length) {
        const grown = new Int32Array(this.ranges.length * 2)
        grown.set(this.ranges)
        this.ranges = grown
      }
      this.ranges[count] = scanner.nameStart
      this.ranges[count + 1] = scanner.nameEnd
      this.ranges[count + 2] = scanner.valueStart
      this.ranges[count + 3] = scanner.valueEnd
      count += 4
    }
    this.count = count
    this.node = node
  }
}

const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
