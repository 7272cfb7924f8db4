/** Numbers by a hash, looked up without making a string. Of words nobody chose, one in a million is mistaken for another. */
export class HashTable {
  private readonly keys: Int32Array
  private readonly values: Int32Array

  /** `slots` is a power of two, twice as many as what is added at least. */
  constructor(slots: number) {
    this.keys = new Int32Array(slots)
    this.values = new Int32Array(slots)
  }

  /** Adds bits, at least one, to those of a hash. */
  add(hash: number, bits: number): void {
    const slot = this.slotOf(hash)
    this.keys[slot] = hash
    this.values[slot]! |= bits
  }

  /** 0 for what was never added. */
  get(hash: number): number {
    return this.values[this.slotOf(hash)]!
  }

  private slotOf(hash: number): number {
    const last = this.keys.length - 1
    let slot = (hash ^ (hash >>> 15)) & last
    while (this.values[slot] !== 0 && this.keys[slot] !== hash) slot = (slot + 1) & last
    return slot
  }
}
