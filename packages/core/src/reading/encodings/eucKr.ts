/**
 * EUC-KR as the Encoding standard has it (§14.1.1), which is Microsoft's
 * extension with all syllables of Hangul; Node's own decoder knows a fifth of
 * them.
 *
 * The extension needs no table: it lists the syllables that the base set lacks,
 * in the order of Unicode, in the places that are free.
 */
import { decodeAround } from "./decodeAround.ts"

export const decodeEucKr = (bytes: Uint8Array): Generator<string, void> => {
  const decoder = new TextDecoder("euc-kr")
  let added: ReadonlyArray<string> | undefined
  return decodeAround(
    bytes,
    (part) => decoder.decode(part).replaceAll(/[\x80-\x9f]/g, "\ufffd"),
    (lead, trail) => {
      if (lead === 0xa2 && trail === 0xe6) return "\u20ac"
      if (lead === 0xa2 && trail === 0xe7) return "\u00ae"
      const place = placeOf(lead, trail)
      if (place !== undefined) return (added ??= addedSyllables())[place]
      // Node takes leads of the extension for control characters.
      return lead < 0xa1 || trail < 0xa1 ? null : undefined
    }
  )
}

/** Place in the extension: rows of 178 up to A0, rows of 84 after it, and a last one of 18. */
const placeOf = (lead: number, trail: number): number | undefined => {
  const column =
    trail >= 0x41 && trail <= 0x5a
      ? trail - 0x41
      : trail >= 0x61 && trail <= 0x7a
        ? trail - 0x61 + 26
        : trail >= 0x81 && trail <= 0xfe
          ? trail - 0x81 + 52
          : undefined
  if (column === undefined) return undefined
  if (lead <= 0xa0) return (lead - 0x81) * 178 + column
  if (trail > 0xa0 || lead > 0xc6 || (lead === 0xc6 && column >= 18)) return undefined
  return 0x20 * 178 + (lead - 0xa1) * 84 + column
}

const addedSyllables = (): ReadonlyArray<string> => {
  // Rows B0 to C8 of the base set hold its 2350 syllables.
  const base = new Uint8Array(25 * 94 * 2)
  for (let index = 0; index < 25 * 94; index++) {
    base[index * 2] = 0xb0 + Math.floor(index / 94)
    base[index * 2 + 1] = 0xa1 + (index % 94)
  }
  const known = new Set(new TextDecoder("euc-kr").decode(base))
  const added: Array<string> = []
  for (let code = 0xac00; code <= 0xd7a3; code++) {
    const syllable = String.fromCharCode(code)
    if (!known.has(syllable)) added.push(syllable)
  }
  return added
}
