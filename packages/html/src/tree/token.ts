/**
 * Names and attributes inside a tag, read from the source on demand.
 */
import type { Codes } from "./codes.ts"
import { Tag, tagCount, tagName } from "./tags.ts"

/** True for the five characters HTML calls ASCII white space. */
export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 12

/**
 * The bit, in a mask of attribute names, of a name by its first character and its length. The factor keeps the names that
 * are read (`class`, `id`, `style`, `hidden`, …) apart from those that most elements have (`alt`, `target`, `height`, …).
 */
export const maskBit = (first: number, length: number): number => 1 << (((first | 32) + Math.imul(length, 13)) & 31)

/** Folds one more character of a tag name into its hash. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + (code | 32)) | 0

// "image" means img everywhere but in SVG (HTML, 13.2.6.4.7).
const known: ReadonlyArray<readonly [name: string, id: number]> = [
  ...Array.from(
    { length: tagCount - Tag.unknown - 1 },
    (_, i) => [tagName(Tag.unknown + 1 + i), Tag.unknown + 1 + i] as const
  ),
  ["image", Tag.img]
]
const knownNames: ReadonlyArray<string> = known.map(([name]) => name)
const knownIds = Uint8Array.from(known, ([, id]) => id)

/** Open addressing by hash; each slot holds an index into `known`, or -1. */
const table = ((size: number): Int16Array => {
  const slots = new Int16Array(size).fill(-1)
  for (const [index, name] of knownNames.entries()) {
    let hash = 0
    for (let i = 0; i < name.length; i++) hash = hashStep(hash, name.charCodeAt(i))
    let slot = hash & (size - 1)
    while (slots[slot]! >= 0) slot = (slot + 1) & (size - 1)
    slots[slot] = index
  }
  return slots
})(1024)

/** The id of a tag name in the source, given its `hashStep` hash; `Tag.unknown` when it has none. */
export const lookUpTag = (codes: Codes, from: number, to: number, hash: number): number => {
  for (let slot = hash & (table.length - 1); table[slot]! >= 0; slot = (slot + 1) & (table.length - 1)) {
    const at = table[slot]!
    if (isNamed(codes, from, to, knownNames[at]!)) return knownIds[at]!
  }
  return Tag.unknown
}

/** True when the range holds this lower-case name in any case. */
export const isNamed = (codes: Codes, from: number, to: number, name: string): boolean => {
  if (to - from !== name.length) return false
  for (let i = 0; i < name.length; i++) {
    const code = codes[from + i]!
    const wanted = name.charCodeAt(i)
    if (code !== wanted && !(code >= 65 && code <= 90 && code + 32 === wanted)) return false
  }
  return true
}
