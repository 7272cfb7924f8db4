/**
 * Where the attributes of a document stand in its source, noted while its tags are read, so that they are not parsed
 * again to find one: four numbers each, in the order of the source. Those of an element follow one another from an
 * index on, and end with the first that begins behind its tag. Equal values of class attributes are one range, that of the
 * first.
 */
import type { Codes } from "./codes.ts"
import { maxAttributes } from "./limits.ts"
import type { Memory } from "./Memory.ts"
import { decodeAttribute } from "./references.ts"
import { SharedValues } from "./SharedValues.ts"
import { isNamed } from "./token.ts"

export class AttributeTable {
  /** `nameStart`, `nameEnd`, `valueStart`, `valueEnd` of each; the value is empty where there is none. */
  data: Int32Array<ArrayBuffer>
  /** Numbers in use. */
  length = 0
  /** An attribute found no room: there are more than a page may have. */
  isFull = false

  private readonly memory: Memory
  private readonly classes: SharedValues

  /** `capacity` is a number of attributes. */
  constructor(capacity: number, memory: Memory) {
    this.memory = memory
    this.classes = new SharedValues(memory)
    this.data = new Int32Array(memory.take(16 * capacity), 0, 4 * capacity)
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.length
    if (at + 8 > this.data.length && !this.grow()) return
    const { data } = this
    data[at] = nameStart
    data[at + 1] = nameEnd
    data[at + 2] = valueStart
    data[at + 3] = valueEnd
    this.length = at + 4
  }

  /** Adds a class attribute. */
  addClass(codes: Codes, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const first = this.classes.firstOf(codes, valueStart, valueEnd)
    this.add(nameStart, nameEnd, first, first + valueEnd - valueStart)
  }

  /** The numbers, closed by an attribute that no element has. */
  finish(): Int32Array {
    this.data[this.length] = 0x7fffffff
    return this.data
  }

  private grow(): boolean {
    const { data } = this
    const most = 4 * maxAttributes + 4
    if (data.length >= most) {
      this.isFull = true
      return false
    }
    // Four times as much: what is not written takes no memory yet, and few pages grow at all.
    const length = Math.min(4 * data.length, most)
    this.data = new Int32Array(this.memory.take(4 * length), 0, length)
    this.data.set(data)
    this.memory.free(data)
    return true
  }
}

/**
 * Index of the first attribute of this lower-case name, among those from an index on that begin before `end` in the source;
 * -1 when there is none.
 */
export const findAttribute = (codes: Codes, table: Int32Array, from: number, end: number, name: string): number => {
  const { length } = name
  for (let at = from; table[at]! < end; at += 4) {
    const start = table[at]!
    if (table[at + 1]! - start === length && isNamed(codes, start, start + length, name)) return at
  }
  return -1
}

/** The decoded value of the attribute at an index. */
export const valueAt = (source: string, table: Int32Array, at: number): string => {
  const start = table[at + 2]!
  const end = table[at + 3]!
  return start === end ? "" : decodeAttribute(source.slice(start, end))
}

/** Its lower-case name. */
export const nameAt = (source: string, table: Int32Array, at: number): string => {
  const name = source.slice(table[at], table[at + 1]).toLowerCase()
  return name.includes("\0") ? name.replaceAll("\0", "\uFFFD") : name
}
