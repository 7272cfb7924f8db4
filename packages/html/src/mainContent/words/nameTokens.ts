/**
 * The parts of class names and ids: `article__shareBar` is article, share and bar. Each is known by the hash of its small
 * letters; digits separate.
 */
import type { Codes } from "../../tree/codes.ts"
import { hashed, hashSeed } from "./characters.ts"

/** Letters of a part, and parts that one element has at most. */
const shortest = 2
const longest = 20
const maxParts = 24
/** Characters of names that are read. */
const maxNames = 400

/** ASCII letters as small ones, 0 for what is no letter. */
const letters = Uint8Array.from({ length: 128 }, (_, code) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? code | 32 : 0
)

/** Calls `visit` with the hash of each part of a range of the source, and where it stands. */
export const visitParts = (
  codes: Codes,
  from: number,
  to: number,
  visit: (hash: number, from: number, to: number) => void
): void => {
  const end = Math.min(to, from + maxNames)
  let start = -1
  let hash = hashSeed
  let lower = false
  let parts = 0
  for (let at = from; at <= end && parts < maxParts; at++) {
    const code = at < end ? codes[at]! : 32
    const letter = code < 128 ? letters[code]! : 0
    if (start >= 0 && (letter === 0 || (letter !== code && lower))) {
      if (at - start >= shortest && at - start <= longest) {
        visit(hash, start, at)
        parts++
      }
      start = -1
    }
    if (letter !== 0) {
      if (start < 0) {
        start = at
        hash = hashSeed
      }
      hash = hashed(hash, letter)
    }
    lower = letter === code && letter !== 0
  }
}
