/**
 * A growing array of UTF-16 code units that becomes one string at the end.
 *
 * A page is written a few characters at a time and sometimes taken back (a table row without content, a closing space).
 * Both are cheap here, and one copy makes the string: a byte a character when every character fits into one.
 */
import { Buffer } from "node:buffer"
import type { Memory } from "../../tree/Memory.ts"

export class Chars {
  data: Uint16Array<ArrayBuffer>
  length = 0
  /** The bits of every code unit ever added: below 256 the text is Latin-1. */
  bits = 0

  private readonly memory: Memory

  constructor(capacity: number, memory: Memory) {
    this.memory = memory
    this.data = this.room(Math.max(64, capacity))
  }

  push(code: number): void {
    if (this.length === this.data.length) this.reserve(1)
    this.data[this.length++] = code
    this.bits |= code
  }

  pushString(text: string): void {
    const size = text.length
    this.reserve(size)
    const { data } = this
    let { bits, length } = this
    for (let i = 0; i < size; i++) {
      const code = text.charCodeAt(i)
      bits |= code
      data[length++] = code
    }
    this.bits = bits
    this.length = length
  }

  /** Makes room for `more` code units. */
  reserve(more: number): void {
    const wanted = this.length + more
    if (wanted <= this.data.length) return
    const grown = this.room(Math.max(wanted, this.data.length * 2))
    grown.set(this.data.subarray(0, this.length))
    this.memory.free(this.data)
    this.data = grown
  }

  last(): number {
    return this.length === 0 ? 10 : this.data[this.length - 1]!
  }

  toString(): string {
    const used = this.data.subarray(0, this.length)
    if (this.bits > 255) return Buffer.from(used.buffer, 0, this.length * 2).toString("utf16le")
    const bytes = Buffer.from(this.memory.take(this.length), 0, this.length)
    bytes.set(used)
    return bytes.toString("latin1")
  }

  private room(size: number): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.memory.take(2 * size), 0, size)
  }
}
