/** Headers of tar archives (POSIX.1-2024, pax) and gzip streams, by their first bytes. */

export const tarBlock = 512

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

/** The sum of a header's bytes, its own field taken as blanks, stands in it; so a tar archive needs no magic number. */
export const isTar = (bytes: Uint8Array): boolean => {
  if (bytes.length < tarBlock || bytes[0] === 0) return false
  let sum = 0
  for (let at = 0; at < tarBlock; at++) sum += at >= 148 && at < 156 ? 0x20 : bytes[at]!
  return sum === octal(bytes, 148, 8)
}

export const octal = (bytes: Uint8Array, from: number, length: number): number => {
  // Sizes beyond 8 GB are written in binary (GNU).
  if ((bytes[from] ?? 0) >= 0x80) {
    let value = 0
    for (let at = from + 4; at < from + length; at++) value = value * 256 + (bytes[at] ?? 0)
    return value
  }
  const text = String.fromCharCode(...bytes.subarray(from, from + length)).replaceAll(/[\0 ]/g, "")
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}
