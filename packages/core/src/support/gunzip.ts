/** Decompresses gzip by its magic bytes, piece by piece, so that a bomb costs no more than is read of it. */
import { joinBytes } from "./joinBytes.ts"

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * What the file holds, in pieces of at least `pieceBytes` but for the last one; what passes `maxBytes` or is broken is left
 * out. Nothing is decompressed far ahead of the reader, who may end it at any piece.
 */
export async function* gunzip(
  bytes: Uint8Array,
  maxBytes: number,
  pieceBytes: number
): AsyncGenerator<Uint8Array, void> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"))
  const reader = source.getReader()
  let parts: Array<Uint8Array> = []
  let waiting = 0
  let given = 0
  const take = (): Uint8Array => {
    const piece = joinBytes(parts, waiting)
    given += waiting
    parts = []
    waiting = 0
    return piece
  }
  try {
    while (given + waiting < maxBytes) {
      const next = await reader.read().catch(() => undefined)
      // A broken stream is read as far as it goes.
      if (next === undefined || next.done) break
      const part = next.value.subarray(0, maxBytes - given - waiting)
      parts.push(part)
      waiting += part.length
      if (waiting >= pieceBytes) yield take()
    }
    if (waiting > 0) yield take()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
