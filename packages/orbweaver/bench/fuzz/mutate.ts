import type { Random } from "./Random.ts"

const maxLength = 65_536

/** The bytes with some cut, doubled, moved, replaced by a word of the format or spliced with another input. */
export const mutate = (
  random: Random,
  input: Uint8Array,
  words: ReadonlyArray<string>,
  others: ReadonlyArray<Uint8Array>
): Uint8Array => {
  let bytes = Buffer.from(input)
  for (let left = 1 + random.below(6); left > 0; left--) {
    const from = random.below(bytes.length + 1)
    const to = Math.min(bytes.length, from + random.below(random.chance(0.2) ? bytes.length + 1 : 16))
    const before = bytes.subarray(0, from)
    const after = bytes.subarray(to)
    bytes = Buffer.concat([before, replacement(random, bytes.subarray(from, to), words, others), after])
    bytes = bytes.subarray(0, maxLength)
  }
  return bytes
}

const replacement = (
  random: Random,
  part: Uint8Array,
  words: ReadonlyArray<string>,
  others: ReadonlyArray<Uint8Array>
): Uint8Array => {
  switch (random.below(6)) {
    case 0:
      return new Uint8Array()
    case 1:
      return Buffer.concat(Array.from({ length: 2 + random.below(20) }, () => part))
    case 2:
      return Uint8Array.from(part, () => random.below(256))
    case 3: {
      const other = others.length === 0 ? part : random.of(others)
      const from = random.below(other.length + 1)
      return other.subarray(from, from + random.below(200))
    }
    case 4:
      return Buffer.from(String(random.of([-1, 0, 1, 255, 65_536, 2_147_483_648, 1e21])))
    default:
      return Buffer.from(random.of(words))
  }
}
