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

  /** The text. Its memory is given back: nothing can be added any more. */
  finish(): string {
    const { data, length } = this
    const isWide = this.bits > 255
    const bytes = Buffer.from(data.buffer, 0, isWide ? 2 * length : length)
    // In place: each byte is written where a code unit was read already.
    if (!isWide) for (let i = 0; i < length; i++) bytes[i] = data[i]!
    const text = bytes.toString(isWide ? "utf16le" : "latin1")
    this.memory.free(data)
    this.data = new Uint16Array(0)
    this.length = 0
    return text
  }

  private room(size: number): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.memory.take(2 * size), 0, size)
  }
}
