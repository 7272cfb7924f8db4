/**
 * The attributes of the element that is being written. Rules ask for several of one element in a row; its attribute zone
 * is read once for all of them, and only as far as they need.
 */
import { decodeAttribute } from "../tree/references.ts"
import { attributeBit, AttributeScanner, type Tree } from "../tree/Tree.ts"

export class Attributes {
  private readonly tree: Tree
  private node = -1
  private scanner: AttributeScanner | undefined
  private isRead = true
  /** Start and end of name and value, four numbers for each attribute read so far. */
  private ranges = new Int32Array(64)
  private count = 0

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

  /** Where the ranges of an attribute are, -1 when the element does not have it. The first of duplicates counts. */
  private find(node: number, name: string): number {
    if ((this.tree.attributeMask[node]! & attributeBit(name)) === 0) return -1
    if (node !== this.node) {
      this.node = node
      this.count = 0
      this.isRead = false
      this.scanner = new AttributeScanner(this.tree, node)
    }
    for (let i = 0; i < this.count; i += 4) if (this.isNamed(i, name)) return i
    for (let i = this.readNext(); i >= 0; i = this.readNext()) if (this.isNamed(i, name)) return i
    return -1
  }

  private readNext(): number {
    const { scanner } = this
    if (this.isRead || scanner === undefined) return -1
    if (!scanner.advance()) {
      this.isRead = true
      return -1
    }
    const at = this.count
    if (at + 4 > this.ranges.length) {
      const grown = new Int32Array(this.ranges.length * 2)
      grown.set(this.ranges)
      this.ranges = grown
    }
    const { ranges } = this
    ranges[at] = scanner.nameStart
    ranges[at + 1] = scanner.nameEnd
    ranges[at + 2] = scanner.valueStart
    ranges[at + 3] = scanner.valueEnd
    this.count = at + 4
    return at
  }

  private isNamed(at: number, name: string): boolean {
    const { source } = this.tree
    const from = this.ranges[at]!
    const { length } = name
    if (this.ranges[at + 1]! - from !== length) return false
    for (let i = 0; i < length; i++) if (lower(source.charCodeAt(from + i)) !== name.charCodeAt(i)) return false
    return true
  }
}

const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
