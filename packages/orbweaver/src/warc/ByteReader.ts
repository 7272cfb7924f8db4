/** Reads counted bytes and headers from chunks; holds no more than what is asked for and one chunk. */
import { headerEnd } from "./fields.ts"

export class ByteReader {
  /** Bytes that were read so far. */
  offset = 0
  readonly #chunks: AsyncIterator<Uint8Array>
  #buffer: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** What comes after the line ends; `line ends` where the limit comes first. */
  async skipLineEnds(maxBytes: number): Promise<"more" | "end" | "line ends"> {
    for (let left = maxBytes; ;) {
      const start = this.#buffer.subarray(0, left + 1)
      const at = start.findIndex((byte) => byte !== 10 && byte !== 13)
      if (at >= 0) {
        this.#take(at)
        return "more"
      }
      if (start.length > left) return "line ends"
      left -= this.#take(start.length).length
      if (!(await this.#fill())) return "end"
    }
  }

  /** A header with its empty line; `undefined` where the source ends or the limit comes first. */
  async readHeader(maxBytes: number): Promise<Uint8Array | undefined> {
    for (let from = 0; ;) {
      const end = headerEnd(this.#buffer, from)
      if (end > maxBytes) return undefined
      if (end >= 0) return this.#take(end)
      if (this.#buffer.length > maxBytes) return undefined
      from = Math.max(0, this.#buffer.length - 2)
      const more = await this.#next()
      if (more === undefined) return undefined
      this.#buffer = Buffer.concat([this.#buffer, more])
    }
  }

  /** So many bytes, of their own; `undefined` where the source ends before. */
  async read(length: number): Promise<Uint8Array | undefined> {
    const parts: Array<Uint8Array> = []
    const isWhole = await this.#pass(length, (part) => parts.push(part))
    return isWhole ? Buffer.concat(parts) : undefined
  }

  skip(length: number): Promise<boolean> {
    return this.#pass(length, () => {})
  }

  async #pass(length: number, onPart: (part: Uint8Array) => unknown): Promise<boolean> {
    for (let missing = length; missing > 0;) {
      if (this.#buffer.length === 0 && !(await this.#fill())) return false
      const part = this.#take(Math.min(missing, this.#buffer.length))
      onPart(part)
      missing -= part.length
    }
    return true
  }

  #take(length: number): Uint8Array {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.offset += length
    return taken
  }

  async #fill(): Promise<boolean> {
    const chunk = await this.#next()
    if (chunk !== undefined) this.#buffer = chunk
    return chunk !== undefined
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#chunks.next()
    return done === true ? undefined : value
  }
}
