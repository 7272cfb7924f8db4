/** One array of the parts, which have `size` bytes together; a single part is not copied. */
export const joinBytes = (parts: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
