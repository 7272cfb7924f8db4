/**
 * Collects one body. A small one is put together at its end; a large one is copied as it arrives into memory of its own,
 * so that its end takes no time and no second copy, and the socket buffers are free at once.
 */
import { ChunkBuffer } from "./ChunkBuffer.ts"

/** Bytes from which on a body is large. */
const large = 1024 * 1024
/** How much more room a body of unknown length gets: what it has is copied then. */
const growth = 4

export class BodyBuffer {
  readonly #maxBytes: number
  readonly #chunks = new ChunkBuffer()
  /** Room for a large body. The system gives memory for those parts of it only that are written to. */
  #room: Uint8Array<ArrayBuffer> | undefined
  #expected = 0
  #length = 0

  /** It is given `maxBytes` at most. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes held. */
  get length(): number {
    return this.#length
  }

  /** How long the body says it is. */
  expect(length: number): void {
    this.#expected = Math.min(length, this.#maxBytes)
  }

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.byteLength
    if (length <= large) this.#chunks.add(chunk)
    else {
      this.#makeRoom(length)
      this.#room!.set(chunk, this.#length)
    }
    this.#length = length
  }

  /** The bytes in an array that nothing else views. Empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#room?.subarray(0, this.#length) ?? this.#chunks.take()
    this.#room = undefined
    this.#length = 0
    return bytes
  }

  #makeRoom(length: number): void {
    const before = this.#room
    if (before !== undefined && before.length >= length) return
    const size = Math.max(length, Math.min(this.#maxBytes, Math.max(this.#expected, growth * length)))
    const room = new Uint8Array(size)
    room.set(before?.subarray(0, this.#length) ?? this.#chunks.take())
    this.#room = room
  }
}
