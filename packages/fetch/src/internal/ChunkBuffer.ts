/**
 * Collects the chunks of a body. Small chunks are copied together, so that a body
 * which arrives byte by byte costs its bytes and not an object for each.
 */
const small = 4 * 1024
const blockSize = 16 * 1024

export class ChunkBuffer {
  #blocks: Array<Uint8Array> = []
  /** The last block while it has room, and how much of it is used. */
  #open: Uint8Array | undefined
  #used = 0
  #length = 0

  /** Bytes held. */
  get length(): number {
    return this.#length
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength
    if (chunk.byteLength >= small) {
      this.#close()
      this.#blocks.push(chunk)
      return
    }
    if (this.#open !== undefined && this.#used + chunk.byteLength > blockSize) this.#close()
    this.#open ??= Buffer.allocUnsafeSlow(blockSize)
    this.#open.set(chunk, this.#used)
    this.#used += chunk.byteLength
  }

  /**
   * Concatenates the chunks into one owned array, so that the socket buffers they
   * view can be freed. Empties the buffer.
   */
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
