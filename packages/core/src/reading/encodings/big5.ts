/**
 * Big5 as the Encoding standard has it (§11.1.1), with the characters of Hong
 * Kong, which Node's own decoder takes for private ones.
 */
import { big5Regions } from "./big5Regions.ts"
import { decodeAround } from "./decodeAround.ts"

export const decodeBig5 = (bytes: Uint8Array): Generator<string, void> => {
  const regions = big5Regions.map(([first, characters]) => ({ first, characters: Array.from(characters) }))
  const decoder = new TextDecoder("big5")
  return decodeAround(
    bytes,
    (part) => decoder.decode(part).replaceAll(/[\ue000-\uf8ff]/g, "\ufffd"),
    (lead, trail) => {
      if (!((trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe))) return undefined
      const pointer = (lead - 0x81) * 157 + trail - (trail < 0x7f ? 0x40 : 0x62)
      const pair = pairs.get(pointer)
      if (pair !== undefined) return pair
      for (const { characters, first } of regions) {
        const character = characters[pointer - first]
        if (character !== undefined) return character === " " ? "\ufffd" : character
      }
      return undefined
    }
  )
}

/** Letters with two marks, which have no code point of their own. */
const pairs: ReadonlyMap<number, string> = new Map([
  [1133, "\u00ca\u0304"],
  [1135, "\u00ca\u030c"],
  [1164, "\u00ea\u0304"],
  [1166, "\u00ea\u030c"]
])
