/** Random UUIDs (version 4) for those who need many: the random bytes are drawn for a batch at once. */
import * as SecureRandom from "effect/crypto/SecureRandom"

const batch = 64

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

export const makeIds = (): (() => string) => {
  let bytes: Uint8Array = new Uint8Array()
  let at = 0
  const next = (count: number): string => {
    let text = ""
    for (const end = at + count; at < end; at++) text += hex[bytes[at]!]!
    return text
  }
  return () => {
    if (at >= bytes.length) {
      bytes = SecureRandom.randomBytesUnsafe(batch * 16)
      at = 0
    }
    // RFC 9562 §5.4: the version and the variant.
    bytes[at + 6] = (bytes[at + 6]! & 0x0f) | 0x40
    bytes[at + 8] = (bytes[at + 8]! & 0x3f) | 0x80
    return `${next(4)}-${next(2)}-${next(2)}-${next(2)}-${next(6)}`
  }
}
