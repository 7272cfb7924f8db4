/**
 * Memory for the arrays of a document. A page of 100 KB takes about 1 MB of it, which costs as much to get and to give
 * back as some passes over it, and makes V8 collect garbage early: pages that are read one after another take turns.
 */

export interface Memory {
  /** Holds anything, for those who write before they read: clearing costs as much as a pass. */
  readonly take: (bytes: number) => ArrayBuffer
  /** Holds zeros. */
  readonly takeZeroed: (bytes: number) => ArrayBuffer
  /** Gives the memory of an array back at once; nobody may look at the array again. */
  readonly free: (array: ArrayBufferView<ArrayBuffer>) => void
  /** Runs work of which nothing that it gives stands in memory that it took, which is given back. */
  readonly within: <A>(work: () => A) => A
}

/** New memory for each array. */
export const newMemory: Memory = {
  take: (bytes) => Buffer.allocUnsafeSlow(bytes).buffer,
  takeZeroed: (bytes) => new ArrayBuffer(bytes),
  // Rather than at the next collection.
  free: ({ buffer }) => void buffer.transfer(0),
  within: (work) => work()
}

/** The smallest piece as a power of two, and the largest that is kept: 4 KB and 4 MB. */
const minPower = 12
const maxPower = 22
/** Bytes that are kept from page to page. */
const maxKept = 8_000_000

/** Memory of pages of which one is read at a time: `release` when nothing of the page is used any more. */
export class ReusedMemory implements Memory {
  /** Pieces to take by the power of two of their size. */
  readonly #free: ReadonlyArray<Array<ArrayBuffer>> = Array.from({ length: maxPower + 1 }, () => [])
  #taken = new Set<ArrayBuffer>()
  #kept = 0

  take(bytes: number): ArrayBuffer {
    const power = powerOf(bytes)
    let piece = this.#free[power]?.pop()
    if (piece === undefined) piece = newMemory.take(power > maxPower ? bytes : 2 ** power)
    else this.#kept -= piece.byteLength
    this.#taken.add(piece)
    return piece
  }

  takeZeroed(bytes: number): ArrayBuffer {
    if (powerOf(bytes) > maxPower) {
      const piece = newMemory.takeZeroed(bytes)
      this.#taken.add(piece)
      return piece
    }
    const piece = this.take(bytes)
    new Uint8Array(piece, 0, bytes).fill(0)
    return piece
  }

  free({ buffer }: ArrayBufferView<ArrayBuffer>): void {
    this.#taken.delete(buffer)
    this.#give(buffer)
  }

  within<A>(work: () => A): A {
    const before = this.#taken
    this.#taken = new Set()
    try {
      return work()
    } finally {
      this.release()
      this.#taken = before
    }
  }

  /** Gives all that was taken to the next page. */
  release(): void {
    for (const piece of this.#taken) this.#give(piece)
    this.#taken.clear()
  }

  #give(piece: ArrayBuffer): void {
    const size = piece.byteLength
    if (powerOf(size) > maxPower || this.#kept + size > maxKept) piece.transfer(0)
    else {
      this.#kept += size
      this.#free[powerOf(size)]!.push(piece)
    }
  }
}

const powerOf = (bytes: number): number => Math.max(minPower, 32 - Math.clz32(bytes - 1))
