/**
 * Names and attributes inside a tag, read from the source on demand.
 */
import { decodeAttribute } from "./references.ts"
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
export const lookUpTag = (source: string, from: number, to: number, hash: number): number => {
  for (let slot = hash & (table.length - 1); table[slot]! >= 0; slot = (slot + 1) & (table.length - 1)) {
    const at = table[slot]!
    if (isNamed(source, from, to, knownNames[at]!)) return knownIds[at]!
  }
  return Tag.unknown
}

/** True when the range holds this lower-case name in any case. */
export const isNamed = (source: string, from: number, to: number, name: string): boolean => {
  if (to - from !== name.length) return false
  for (let i = 0; i < name.length; i++) {
    const code = source.charCodeAt(from + i)
    const wanted = name.charCodeAt(i)
    if (code !== wanted && !(code >= 65 && code <= 90 && code + 32 === wanted)) return false
  }
  return true
}

/** The decoded value of an attribute in an attribute zone; the first of duplicates counts. */
export const attributeOf = (source: string, start: number, end: number, name: string): string | undefined => {
  const { length } = name
  const first = name.charCodeAt(0)
  let at = start
  while (at < end) {
    let code = source.charCodeAt(at)
    while (isSpace(code) || code === 47) code = source.charCodeAt(++at)
    if (at >= end) return undefined
    const nameStart = at
    const letter = code | 32
    // A name may start with an equals sign (HTML, 13.2.5.32).
    code = source.charCodeAt(++at)
    while (code !== 61 && code !== 62 && code !== 47 && !isSpace(code)) code = source.charCodeAt(++at)
    const nameEnd = at < end ? at : end
    while (isSpace(code)) code = source.charCodeAt(++at)
    const isWanted =
      nameEnd - nameStart === length && letter === (first | 32) && isNamed(source, nameStart, nameEnd, name)
    if (code !== 61 || at >= end) {
      if (isWanted) return ""
      continue
    }
    code = source.charCodeAt(++at)
    while (isSpace(code)) code = source.charCodeAt(++at)
    let valueStart = at
    if (code === 34 || code === 39) {
      const close = source.indexOf(code === 34 ? '"' : "'", ++valueStart)
      at = close < 0 || close > end ? end : close
    } else while (at < end && !isSpace(code)) code = source.charCodeAt(++at)
    if (isWanted) return at <= valueStart ? "" : decodeAttribute(source.slice(valueStart, at))
    at++
  }
  return undefined
}

/** Steps through an attribute zone without making strings until one is wanted. */
export class ZoneScanner {
  private readonly source: string
  private end: number
  private at: number
  /** Ranges of the current attribute in the source. */
  nameStart = 0
  nameEnd = 0
  valueStart = 0
  valueEnd = 0

  constructor(source: string, start: number, end: number) {
    this.source = source
    this.at = start
    this.end = end
  }

  /** Starts anew in another zone of the source: who reads many elements needs one scanner. */
  moveTo(start: number, end: number): void {
    this.at = start
    this.end = end
  }

  /** Moves to the next attribute; false when there is none left. */
  advance(): boolean {
    const { end, source } = this
    let at = this.at
    let code = source.charCodeAt(at)
    while (at < end && (isSpace(code) || code === 47)) code = source.charCodeAt(++at)
    if (at >= end) return false
    this.nameStart = at
    // A name may start with an equals sign (HTML, 13.2.5.32).
    code = source.charCodeAt(++at)
    while (at < end && code !== 61 && code !== 47 && !isSpace(code)) code = source.charCodeAt(++at)
    this.nameEnd = at
    while (at < end && isSpace(code)) code = source.charCodeAt(++at)
    this.valueStart = this.valueEnd = at
    if (at < end && code === 61) {
      code = source.charCodeAt(++at)
      while (at < end && isSpace(code)) code = source.charCodeAt(++at)
      if (at < end && (code === 34 || code === 39)) {
        const close = source.indexOf(code === 34 ? '"' : "'", at + 1)
        this.valueStart = at + 1
        this.valueEnd = close < 0 || close > end ? end : close
        at = this.valueEnd + 1
      } else {
        this.valueStart = at
        while (at < end && !isSpace(code)) code = source.charCodeAt(++at)
        this.valueEnd = at
      }
    }
    this.at = at
    return true
  }

  /** True when the current attribute has this lower-case name. */
  isNamed(name: string): boolean {
    return isNamed(this.source, this.nameStart, this.nameEnd, name)
  }

  name(): string {
    const name = this.source.slice(this.nameStart, this.nameEnd).toLowerCase()
    return name.includes("\0") ? name.replaceAll("\0", "\uFFFD") : name
  }

  value(): string {
    return this.valueStart === this.valueEnd ? "" : decodeAttribute(this.source.slice(this.valueStart, this.valueEnd))
  }
}
