/**
 * A growing array of UTF-16 code units that becomes one string at the end.
 *
 * A page is written a few characters at a time and sometimes taken back (a table row without content, a closing space).
 * Both are cheap here, and one copy makes the string: a byte a character when every character fits into one.
 */
import { Buffer } from "node:buffer"
import { memory, release } from "../tree/codes.ts"

export class Chars {
  data: Uint16Array<ArrayBuffer>
  length = 0
  /** The bits of every code unit ever added: below 256 the text is Latin-1. */
  bits = 0

  constructor(capacity: number) {
    this.data = new Uint16Array(memory(2 * Math.max(64, capacity)))
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
    const grown = new Uint16Array(memory(2 * Math.max(wanted, this.data.length * 2)))
    grown.set(this.data.subarray(0, this.length))
    release(this.data)
    this.data = grown
  }

  last(): number {
    return this.length === 0 ? 10 : this.data[this.length - 1]!
  }

  toString(): string {
    const used = this.data.subarray(0, this.length)
    if (this.bits > 255) return Buffer.from(used.buffer, 0, this.length * 2).toString("utf16le")
    return Buffer.from(new Uint8Array(used).buffer).toString("latin1")
  }
}
