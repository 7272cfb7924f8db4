/**
 * Counts what a body holds while its bytes arrive, so that one that would cost too much to parse is refused before it is
 * parsed: in one pass, in constant memory.
 */

import { badRequest, wireError, type WireError } from "./ErrorBody.ts"

export interface BodyBounds {
  /** Values that the lists and objects of a body may have together. */
  readonly maxItems: number
}

export const defaultBounds: BodyBounds = { maxItems: 20_000 }

/** Deepest nesting: what a recursive reader can follow. */
const maxDepth = 512
/** Lists, objects and named values of a body, however many values its lists may have. */
const maxStructure = 20_000
/** Bytes of one text of a body. */
const maxTextBytes = 1_000_000
/** Fields of a form. */
const maxFields = 1000
/** Parts of a `multipart/form-data` body: a file, its options, and what a form may have besides. */
const maxParts = 100

export interface BodyScan {
  /** Counts the next bytes, and gives the error of a body that has more than it may. */
  readonly write: (bytes: Uint8Array) => WireError | undefined
}

export const malformed = wireError(400, "Bad request, malformed JSON", "BAD_REQUEST_INVALID_JSON")

const tooMany = (what: string, maximum: number): WireError =>
  badRequest([{ code: "too_big", maximum, path: [], message: `The body must contain at most ${maximum} ${what}` }])

const longText = badRequest([
  {
    code: "too_big",
    maximum: maxTextBytes,
    path: [],
    message: `A text of the body must contain at most ${maxTextBytes} bytes`
  }
])

const structures = "lists, objects and named values"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a

/** JSON in UTF-8, whose signs are single bytes that no other character has. */
export const scanJson = ({ maxItems }: BodyBounds): BodyScan => {
  let depth = 0
  let structure = 0
  let items = 0
  let quoted = false
  let escaped = false
  let textBytes = 0
  return {
    write: (bytes) => {
      for (let index = 0; index < bytes.length; index++) {
        const code = bytes[index]!
        if (quoted) {
          if (++textBytes > maxTextBytes) return longText
          if (escaped) escaped = false
          else if (code === backslash) escaped = true
          else if (code === quote) quoted = false
        } else if (code === quote) {
          quoted = true
          textBytes = 0
        } else if (code === comma) {
          if (++items > maxItems) return tooMany("values", maxItems)
        } else if (code === 0x5b || code === 0x7b) {
          if (++depth > maxDepth) return malformed
          if (++structure > maxStructure) return tooMany(structures, maxStructure)
        } else if (code === 0x5d || code === 0x7d) depth--
        else if (code === colon && ++structure > maxStructure) return tooMany(structures, maxStructure)
      }
      return undefined
    }
  }
}

/** A form in `application/x-www-form-urlencoded`, whose fields are separated by `&`. */
export const scanForm = (): BodyScan => {
  let fields = 0
  let fieldBytes = 0
  return {
    write: (bytes) => {
      for (const code of bytes) {
        if (code === 0x26) {
          fieldBytes = 0
          if (++fields > maxFields) return tooMany("fields", maxFields)
        } else if (++fieldBytes > maxTextBytes) return longText
      }
      return undefined
    }
  }
}

/** A form in parts: counts its delimiter (RFC 2046 §5.1.1), found as Knuth, Morris and Pratt do. */
export const scanParts = (boundary: string): BodyScan => {
  const delimiter = new TextEncoder().encode(`--${boundary}`)
  const fallback = fallbacksOf(delimiter)
  let matched = 0
  let parts = 0
  return {
    write: (bytes) => {
      for (const code of bytes) {
        while (matched > 0 && code !== delimiter[matched]) matched = fallback[matched - 1]!
        if (code === delimiter[matched]) matched++
        if (matched < delimiter.length) continue
        matched = fallback[matched - 1]!
        // The last one ends the body.
        if (++parts > maxParts + 1) return tooMany("parts", maxParts)
      }
      return undefined
    }
  }
}

/** For each prefix the length of the longest shorter one that ends it. */
const fallbacksOf = (delimiter: Uint8Array): Uint8Array => {
  const lengths = new Uint8Array(delimiter.length)
  for (let index = 1, length = 0; index < delimiter.length; index++) {
    while (length > 0 && delimiter[index] !== delimiter[length]) length = lengths[length - 1]!
    if (delimiter[index] === delimiter[length]) length++
    lengths[index] = length
  }
  return lengths
}

/** The same bounds for a body that its host has parsed already. */
export const scanValue = (value: unknown, { maxItems }: BodyBounds): WireError | undefined => {
  let structure = 0
  let items = 0
  const errorOf = (value: unknown, depth: number): WireError | undefined => {
    if (typeof value !== "object" || value === null) return undefined
    if (depth > maxDepth) return malformed
    const inner: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
    structure += Array.isArray(value) ? 1 : 1 + inner.length
    items += Math.max(0, inner.length - 1)
    if (structure > maxStructure) return tooMany(structures, maxStructure)
    if (items > maxItems) return tooMany("values", maxItems)
    for (const each of inner) {
      const error = errorOf(each, depth + 1)
      if (error !== undefined) return error
    }
    return undefined
  }
  return errorOf(value, 1)
}
