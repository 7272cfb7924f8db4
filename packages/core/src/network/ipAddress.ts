/**
 * IP addresses and blocks as bytes, so that two spellings of one address are
 * one value.
 *
 * Reads the forms of RFC 4291 section 2.2 and dotted decimal; shorthand such as
 * `127.1` or `0x7f.1` is not read here: the URL parser has already turned it
 * into dotted decimal, and a resolver never gives it.
 */

/** Four or sixteen bytes. */
export type Address = Uint8Array

export interface Block {
  readonly address: Address
  /** Length of the prefix, in bits. */
  readonly bits: number
}

/** The address written in `text`, without brackets; a zone id (`%eth0`) is ignored. */
export const parse = (text: string): Address | undefined => {
  const zone = text.indexOf("%")
  const address = zone < 0 ? text : text.slice(0, zone)
  return address.includes(":") ? parseV6(address) : parseV4(address)
}

/** The block written in `text` as `address` or `address/bits`. */
export const parseBlock = (text: string): Block | undefined => {
  const [written = "", length, ...rest] = text.split("/")
  const address = parse(written)
  if (address === undefined || rest.length > 0) return undefined
  const most = address.length * 8
  if (length === undefined) return { address, bits: most }
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : -1
  return bits >= 0 && bits <= most ? { address, bits } : undefined
}

/** Whether `address` is of the family of `block` and inside it. */
export const isInside = (address: Address, block: Block): boolean => {
  if (address.length !== block.address.length) return false
  const whole = block.bits >> 3
  for (let i = 0; i < whole; i++) if (address[i] !== block.address[i]) return false
  const rest = block.bits & 7
  return rest === 0 || ((address[whole]! ^ block.address[whole]!) & (0xff << (8 - rest)) & 0xff) === 0
}

/** Four decimal numbers without leading zeros. Runs for every request to a literal address. */
const parseV4 = (text: string): Address | undefined => {
  if (text.length > 15) return undefined
  const bytes = new Uint8Array(4)
  let part = 0
  let value = -1
  for (let i = 0; i <= text.length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit >= 0 && digit <= 9) {
      if (value === 0) return undefined
      value = value < 0 ? digit : value * 10 + digit
      if (value > 255) return undefined
    } else {
      if (value < 0 || part > 3 || (i < text.length && digit !== dot)) return undefined
      bytes[part++] = value
      value = -1
    }
  }
  return part === 4 ? bytes : undefined
}

const dot = -2

const parseV6 = (text: string): Address | undefined => {
  if (text.length > 45) return undefined
  const halves = text.split("::", 3)
  if (halves.length > 2) return undefined
  const head = groups(halves[0]!, halves.length === 1)
  const tail = halves.length === 2 ? groups(halves[1]!, true) : []
  if (head === undefined || tail === undefined) return undefined
  const missing = 16 - head.length - tail.length
  // `::` stands for at least one group of zeros.
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return Uint8Array.from([...head, ...Array.from({ length: missing }, () => 0), ...tail])
}

/** Bytes of groups divided by colons; the last may be dotted decimal when it ends the address. */
const groups = (text: string, ends: boolean): Array<number> | undefined => {
  if (text === "") return []
  const bytes: Array<number> = []
  const parts = text.split(":")
  for (const [i, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      const value = Number.parseInt(part, 16)
      bytes.push(value >> 8, value & 0xff)
    } else {
      const dotted = ends && i === parts.length - 1 ? parseV4(part) : undefined
      if (dotted === undefined) return undefined
      bytes.push(...dotted)
    }
  }
  return bytes
}
