/** Memory of a document. */

/** Memory that holds anything, for those who write it before they read it: clearing it costs as much as a pass over it. */
export const memory = (bytes: number): ArrayBuffer => Buffer.allocUnsafeSlow(bytes).buffer

/** Gives the memory of an array back at once, rather than at the next collection; nobody may look at the array again. */
export const release = (array: ArrayBufferView<ArrayBuffer>): void => void array.buffer.transfer(0)

/** The UTF-16 code units of a string, and a zero: an array is read at half the cost of `charCodeAt`, and copying is cheap. */
export const codesOf = (text: string): Uint16Array => {
  const bytes = Buffer.allocUnsafeSlow(2 * text.length + 2)
  bytes.write(text, "utf16le")
  const codes = new Uint16Array(bytes.buffer, 0, text.length + 1)
  codes[text.length] = 0
  return codes
}
