/** Decompresses gzip by its magic bytes, up to a size. */
import * as Effect from "effect/Effect"

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Piece by piece; what passes `maxBytes` or is broken is left out. */
export const gunzip = (bytes: Uint8Array, maxBytes: number): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"))
    const reader = source.getReader()
    const parts: Array<Uint8Array> = []
    let size = 0
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const room = maxBytes - size
        const part = next.value.length > room ? next.value.subarray(0, room) : next.value
        parts.push(part)
        size += part.length
        if (size >= maxBytes) break
      }
    } catch {
      // A broken stream is read as far as it goes.
    } finally {
      await reader.cancel().catch(() => undefined)
    }
    const whole = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  })
