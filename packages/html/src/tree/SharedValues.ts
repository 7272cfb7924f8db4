/**
 * Where each distinct value of the class attributes of a document first stands. Most elements share theirs with others: a
 * verdict on one list of classes holds for all that are equal, and is found again by that number.
 */
import type { Codes } from "./codes.ts"
import type { Memory } from "./Memory.ts"

/** Values that are shared, their UTF-16 units, and places at which one is looked for. */
const maxValues = 1 << 16
const longest = 400
const maxProbes = 16

export class SharedValues {
  private readonly memory: Memory
  private slots: number
  private count = 0
  /** By slot: start, end and hash of a value. */
  private data: Int32Array

  constructor(memory: Memory, slots = 512) {
    this.memory = memory
    this.slots = slots
    this.data = this.empty(slots)
  }

  /** The start of the first value that equals this range of the source; the range's own where it is the first. */
  firstOf(codes: Codes, from: number, to: number): number {
    const length = to - from
    if (length === 0 || length > longest) return from
    let hash = length
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ codes[at]!, 0x01000193)
    const { data, slots } = this
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    // A page made so that its values collide shares less, and costs no more.
    for (let probe = 0; probe < maxProbes; probe++, slot = (slot + 1) & (slots - 1)) {
      const start = data[3 * slot]!
      if (start === 0) {
        this.put(slot, from, to, hash)
        return from
      }
      if (data[3 * slot + 2] === hash && data[3 * slot + 1]! - start === length && isEqual(codes, start, from, length))
        return start
    }
    return from
  }

  private put(slot: number, from: number, to: number, hash: number): void {
    const { data } = this
    data[3 * slot] = from
    data[3 * slot + 1] = to
    data[3 * slot + 2] = hash
    if (++this.count > this.slots >> 1 && this.slots < maxValues) this.grow()
  }

  private grow(): void {
    const { data, slots } = this
    const size = 4 * slots
    const grown = this.empty(size)
    for (let from = 0; from < 3 * slots; from += 3) {
      if (data[from] === 0) continue
      const hash = data[from + 2]!
      let slot = (hash ^ (hash >>> 15)) & (size - 1)
      while (grown[3 * slot] !== 0) slot = (slot + 1) & (size - 1)
      grown.set(data.subarray(from, from + 3), 3 * slot)
    }
    this.data = grown
    this.slots = size
  }

  private empty(slots: number): Int32Array {
    return new Int32Array(this.memory.takeZeroed(12 * slots), 0, 3 * slots)
  }
}

const isEqual = (codes: Codes, one: number, other: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (codes[one + i] !== codes[other + i]) return false
  return true
}
