/** A document as an array of numbers. */
import { type Memory, newMemory } from "./Memory.ts"

/** UTF-16 code units: one byte each in a long text that needs no more. */
export type Codes = Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

/** Texts above this have one byte a unit where that suffices. Reading both kinds of array in one thread would slow it down. */
const longText = 4_000_000

/** The UTF-16 code units of a string, and a zero: an array is read at half the cost of `charCodeAt`, and copying is cheap. */
export const codesOf = (text: string, memory: Memory = newMemory): Codes => {
  const { length } = text
  const isNarrow = length > longText && !/[^\0-\xff]/.test(text)
  const buffer = memory.take((isNarrow ? 1 : 2) * (length + 1))
  Buffer.from(buffer).write(text, isNarrow ? "latin1" : "utf16le")
  const codes = isNarrow ? new Uint8Array(buffer, 0, length + 1) : new Uint16Array(buffer, 0, length + 1)
  codes[length] = 0
  return codes
}
