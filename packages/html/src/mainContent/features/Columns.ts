/** Arrays beside those of a tree. */
import type { Tree } from "../../tree/Tree.ts"

/**
 * Typed arrays with one entry a node, cut from one piece of memory: a piece costs as much to get and to give back as the
 * passes over it, on a page of usual size. To be taken from the widest to the narrowest, so that each is aligned.
 */
export class Columns {
  private readonly size: number
  private readonly buffer: ArrayBuffer
  private at = 0

  /** `bytes` is what one entry of all arrays together takes. */
  constructor({ memory, size }: Tree, bytes: number) {
    this.size = size
    this.buffer = memory.takeZeroed(size * bytes)
  }

  int32(): Int32Array {
    return new Int32Array(this.buffer, this.take(4), this.size)
  }

  uint16(): Uint16Array {
    return new Uint16Array(this.buffer, this.take(2), this.size)
  }

  uint8(): Uint8Array {
    return new Uint8Array(this.buffer, this.take(1), this.size)
  }

  private take(bytes: number): number {
    const { at } = this
    this.at += bytes * this.size
    return at
  }
}
