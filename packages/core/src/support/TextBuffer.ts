/**
 * A long text that comes in pieces, as one string in the end. Strings that are joined are all kept until the next full
 * collection, together with what they were joined to: twice the memory of the text. Here pieces are copied, one byte a
 * character while that suffices, and the copy is given back at once.
 */

/** As much of Node's `Buffer` as is used: it copies 30 MB in a few milliseconds. Other runtimes may lack it. */
interface BufferLike {
  readonly from: (
    memory: ArrayBufferLike,
    at: number,
    length: number
  ) => { toString: (encoding: string) => string; write: (text: string, at: number, encoding: string) => number }
}

/** Pieces shorter than this are copied unit by unit. */
const minWritten = 256
const needsTwoBytes = /[^\0-\xff]/

/** The text of the first bytes, which are ASCII: without a buffer, which would take as much memory again. */
export const textOfAscii = (bytes: Uint8Array, length: number): string => {
  const { Buffer } = globalThis as { readonly Buffer?: BufferLike }
  return Buffer === undefined
    ? new TextDecoder().decode(bytes.subarray(0, length))
    : Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("latin1")
}

export class TextBuffer {
  length = 0
  private units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>

  /** `capacity` is a number of UTF-16 units; more is room to be found. */
  constructor(capacity: number) {
    this.units = new Uint8Array(capacity)
  }

  /** A character of the text needs two bytes. */
  get isWide(): boolean {
    return this.units.BYTES_PER_ELEMENT === 2
  }

  add(piece: string): void {
    const wanted = this.length + piece.length
    if (wanted > this.units.length) this.move(this.units.BYTES_PER_ELEMENT, Math.max(wanted, 2 * this.units.length))
    if (piece.length >= minWritten && this.write(piece)) return
    let { length, units } = this
    let bits = 0
    for (let i = 0; i < piece.length; i++) {
      const unit = piece.charCodeAt(i)
      bits |= unit
      units[length++] = unit
    }
    if (bits > 255 && !this.isWide) {
      this.move(2, units.length)
      units = this.units
      length = this.length
      for (let i = 0; i < piece.length; i++) units[length++] = piece.charCodeAt(i)
    }
    this.length = length
  }

  /** Copies a piece for which there is room by one call of Node, where that is what runs. */
  private write(piece: string): boolean {
    const { Buffer } = globalThis as { readonly Buffer?: BufferLike }
    if (Buffer === undefined) return false
    if (!this.isWide && needsTwoBytes.test(piece)) this.move(2, this.units.length)
    const { isWide, length, units } = this
    const at = length * units.BYTES_PER_ELEMENT
    Buffer.from(units.buffer, 0, units.byteLength).write(piece, at, isWide ? "utf16le" : "latin1")
    this.length = length + piece.length
    return true
  }

  /** The text, or as much of it; the buffer is empty afterwards. */
  finish(maxLength = Infinity): string {
    const { Buffer } = globalThis as { readonly Buffer?: BufferLike }
    if (Buffer === undefined && !this.isWide) this.move(2, this.length)
    const { isWide, units } = this
    const bytes = Math.min(this.length, maxLength) * units.BYTES_PER_ELEMENT
    const text =
      Buffer === undefined
        ? new TextDecoder("utf-16le", { ignoreBOM: true }).decode(new Uint8Array(units.buffer, 0, bytes))
        : Buffer.from(units.buffer, 0, bytes).toString(isWide ? "utf16le" : "latin1")
    this.length = 0
    this.units = new Uint8Array(0)
    units.buffer.transfer(0)
    return text
  }

  /** Into memory of another size, given back what it was in. */
  private move(bytes: number, capacity: number): void {
    const { length, units } = this
    this.units = bytes === 1 ? new Uint8Array(capacity) : new Uint16Array(capacity)
    this.units.set(units.subarray(0, length))
    units.buffer.transfer(0)
  }
}
