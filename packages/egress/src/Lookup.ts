/**
 * Resolves names where egress agrees: once, every address judged, so that the
 * socket goes to one of exactly those and no second lookup can lead elsewhere
 * (DNS rebinding). A name with one refused address is refused as a whole.
 */
import { lookup as dnsLookup } from "node:dns"
import { Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"

/** What a connection needs of the egress policy. */
export type AddressPolicy = Pick<EgressService, "judgeAddress">

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Every address of a name, as `dns.lookup` with `all` gives them. */
export type Lookup = (
  hostname: string,
  callback: (error: Error | null, addresses: ReadonlyArray<ResolvedAddress>) => void
) => void

/** The operating system's resolver: hosts file, DNS and other configured sources. */
export const systemLookup: Lookup = (hostname, callback) =>
  dnsLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))

/** `lookup`, but failing with `Refused` unless every address is allowed. */
export const checkedLookup =
  (egress: AddressPolicy, lookup: Lookup): Lookup =>
  (hostname, callback) =>
    lookup(hostname, (error, addresses) => {
      if (error !== null) return callback(error, [])
      for (const { address } of addresses) {
        const refusal = refusalOf(egress, address, hostname)
        if (refusal !== undefined) return callback(refusal, [])
      }
      callback(null, addresses)
    })

/** Why `address` may not be contacted, if it may not. */
export const refusalOf = (egress: AddressPolicy, address: string, host = address): Refused | undefined => {
  const verdict = egress.judgeAddress(address)
  if (verdict.allowed) return undefined
  const detail = host === address ? verdict.detail : `${host} → ${verdict.detail}`
  return new Refused({ policy: verdict.policy, detail })
}
