/**
 * The arrays of a tree while it grows.
 *
 * Nodes are appended in the order in which the parser makes them, which is document order except where the parsing rules
 * move content: before a table it may not be in, or into the copy of a formatting element. `first` and `next` always say
 * the truth; when something was moved, `finish` numbers the nodes anew, and only then `parent` is set right.
 */
import type { Codes } from "./codes.ts"
import type { AttributeTable } from "./AttributeTable.ts"
import type { Cut } from "./limits.ts"
import type { Memory } from "./Memory.ts"
import type { Tree } from "./Tree.ts"
import { Tag } from "./tags.ts"

/** What a tree is made of next to its nodes. */
interface Finished {
  readonly source: string
  readonly codes: Codes
  readonly attributes: AttributeTable
  /** Nodes are not in document order. */
  readonly moved: boolean
  readonly namesWithLessThan: Map<number, number> | undefined
  readonly cut: Cut | undefined
}

export class Nodes {
  size = 1
  tag!: Uint8Array<ArrayBuffer>
  parent!: Int32Array
  first!: Int32Array
  next!: Int32Array
  start!: Int32Array
  end!: Int32Array
  mask!: Int32Array
  attribute!: Int32Array
  private capacity = 0
  private readonly memory: Memory

  constructor(capacity: number, memory: Memory) {
    this.memory = memory
    this.allocate(capacity)
    this.tag[0] = Tag.document
    this.start[0] = this.end[0] = this.mask[0] = this.attribute[0] = 0
    this.parent[0] = this.first[0] = this.next[0] = -1
  }

  /** A new node without a parent. */
  add(tag: number, start: number, end: number, mask: number, attribute: number): number {
    const node = this.size++
    if (node === this.capacity) this.grow()
    this.tag[node] = tag
    this.start[node] = start
    this.end[node] = end
    this.mask[node] = mask
    this.attribute[node] = attribute
    this.first[node] = -1
    this.next[node] = -1
    return node
  }

  /** Puts a node between `previous` (-1: as first) and what follows it among the children of `parent`. */
  link(node: number, parent: number, previous: number): void {
    this.parent[node] = parent
    if (previous < 0) {
      this.next[node] = this.first[parent]!
      this.first[parent] = node
    } else {
      this.next[node] = this.next[previous]!
      this.next[previous] = node
    }
  }

  /** Takes a node out from behind `previous` (-1: it is the first). */
  unlink(node: number, previous: number): void {
    if (previous < 0) this.first[this.parent[node]!] = this.next[node]!
    else this.next[previous] = this.next[node]!
    this.next[node] = -1
  }

  finish({ attributes, codes, cut, moved, namesWithLessThan, source }: Finished): Tree {
    const { size, tag, parent, first, next, start, end, mask, attribute } = moved ? this.renumbered() : this
    return {
      source,
      codes,
      size,
      tag,
      parent,
      first,
      next,
      start,
      end,
      attributeMask: mask,
      attributeAt: attribute,
      attributeTable: attributes.finish(),
      namesWithLessThan,
      cut,
      memory: this.memory
    }
  }

  private renumbered(): Nodes {
    const { first, next, parent } = this
    const number = new Int32Array(this.size).fill(-1)
    const order = new Int32Array(this.size)
    let size = 0
    let at = 0
    visit: for (;;) {
      order[size] = at
      number[at] = size++
      if (first[at]! >= 0) {
        parent[first[at]!] = at
        at = first[at]!
        continue
      }
      while (next[at]! < 0) {
        at = parent[at]!
        if (at <= 0) break visit
      }
      parent[next[at]!] = parent[at]!
      at = next[at]!
    }
    const sorted = new Nodes(size, this.memory)
    sorted.size = size
    for (let i = 0; i < size; i++) {
      const old = order[i]!
      sorted.tag[i] = this.tag[old]!
      sorted.start[i] = this.start[old]!
      sorted.end[i] = this.end[old]!
      sorted.mask[i] = this.mask[old]!
      sorted.attribute[i] = this.attribute[old]!
      sorted.parent[i] = i === 0 ? -1 : number[parent[old]!]!
      sorted.first[i] = first[old]! < 0 ? -1 : number[first[old]!]!
      sorted.next[i] = next[old]! < 0 ? -1 : number[next[old]!]!
    }
    return sorted
  }

  private grow(): void {
    const { attribute, end, first, mask, next, parent, start, tag } = this
    this.allocate(this.capacity * 2)
    this.tag.set(tag)
    this.parent.set(parent)
    this.first.set(first)
    this.next.set(next)
    this.start.set(start)
    this.end.set(end)
    this.mask.set(mask)
    this.attribute.set(attribute)
    this.memory.free(tag)
  }

  /** All arrays in one buffer: a page is one piece of memory to get and to give back. */
  private allocate(capacity: number): void {
    const buffer = this.memory.take(capacity * 29)
    const array = (index: number) => new Int32Array(buffer, index * capacity * 4, capacity)
    this.capacity = capacity
    this.parent = array(0)
    this.first = array(1)
    this.next = array(2)
    this.start = array(3)
    this.end = array(4)
    this.mask = array(5)
    this.attribute = array(6)
    this.tag = new Uint8Array(buffer, capacity * 28, capacity)
  }
}
