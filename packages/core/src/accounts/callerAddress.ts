/**
 * From which addresses a key may be used. Ranges are written as `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`
 * (RFC 4632, RFC 4291 §2.3).
 */
import * as Schema from "effect/Schema"
import { type Address, type Block, isInside, parse, parseBlock } from "../network/ipAddress.ts"

export const AddressRange = Schema.String.check(
  Schema.makeFilter((text) =>
    rangeOf(text) === undefined ? "Expected an IP address, or a range such as 203.0.113.0/24" : undefined
  )
)

/** Most ranges of one key. */
export const maxRanges = 100

export const AddressRanges = Schema.Array(AddressRange).check(Schema.isMinLength(1), Schema.isMaxLength(maxRanges))

/** Whether an address lies in one of the ranges; text that is no address, and a range that is none, match nothing. */
export const isWithin = (address: string, ranges: ReadonlyArray<string>): boolean => {
  const parsed = parse(address)
  if (parsed === undefined) return false
  const own = unmapped(parsed)
  return ranges.some((text) => {
    const range = rangeOf(text)
    return range !== undefined && isInside(own, range)
  })
}

/**
 * Whose request it is: the other side of the connection, or, where that is a trusted proxy, the last of `X-Forwarded-For`
 * that is none. What stands further left was written by the caller. `undefined` where the host gives no address.
 */
export const callerAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: ReadonlyArray<string>
): string | undefined => {
  if (peer === undefined) return undefined
  const hops = (forwardedFor ?? "").split(",").flatMap((hop) => (hop.trim() === "" ? [] : [withoutPort(hop.trim())]))
  let caller = peer
  while (hops.length > 0 && isWithin(caller, trustedProxies)) caller = hops.pop()!
  return caller
}

/** Some proxies write the port too. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop)?.slice(1).find(Boolean) ?? hop

const rangeOf = (text: string): Block | undefined => {
  const block = parseBlock(text)
  if (block === undefined) return undefined
  const address = unmapped(block.address)
  if (address === block.address) return block
  return block.bits < 96 ? undefined : { address, bits: block.bits - 96 }
}

/** An IPv4 address that came over an IPv6 socket (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2) is the IPv4 address. */
const unmapped = (address: Address): Address =>
  address.length === 16 && address.subarray(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 0xff))
    ? address.subarray(12)
    : address
