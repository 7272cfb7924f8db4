/** A document as an array of numbers. */
import { type Memory, newMemory } from "./Memory.ts"

/** The UTF-16 code units of a string, and a zero: an array is read at half the cost of `charCodeAt`, and copying is cheap. */
export const codesOf = (text: string, memory: Memory = newMemory): Uint16Array => {
  const buffer = memory.take(2 * text.length + 2)
  Buffer.from(buffer).write(text, "utf16le")
  const codes = new Uint16Array(buffer, 0, text.length + 1)
  codes[text.length] = 0
  return codes
}
