/**
 * Bytes that arrive in pieces. Small pieces are copied together, so that a body
 * which comes byte by byte costs its bytes and not an object for each.
 */
const small = 4 * 1024
const blockSize = 16 * 1024

export class Pile {
  #blocks: Array<Uint8Array> = []
  /** The last block while it has room, and how much of it is used. */
  #open: Uint8Array | undefined
  #used = 0
  #length = 0

  /** Bytes held. */
  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    this.#length += piece.byteLength
    if (piece.byteLength >= small) {
      this.#close()
      this.#blocks.push(piece)
      return
    }
    if (this.#open !== undefined && this.#used + piece.byteLength > blockSize) this.#close()
    this.#open ??= Buffer.allocUnsafeSlow(blockSize)
    this.#open.set(piece, this.#used)
    this.#used += piece.byteLength
  }

  /** All of it in one array of its own (pieces are windows on larger buffers, which keeping them would keep); leaves nothing. */
  take(): Uint8Array<ArrayBuffer> {
    this.#close()
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(this.#length).buffer, 0, this.#length)
    let at = 0
    for (const block of this.#blocks) {
      bytes.set(block, at)
      at += block.byteLength
    }
    this.#blocks = []
    this.#length = 0
    return bytes
  }

  #close(): void {
    if (this.#open !== undefined) this.#blocks.push(this.#open.subarray(0, this.#used))
    this.#open = undefined
    this.#used = 0
  }
}
