/**
 * Resolves names where egress agrees: once, every address judged, so that the
 * socket goes to one of exactly those and no second lookup can lead elsewhere
 * (DNS rebinding). A name with one refused address is refused as a whole.
 */
import { lookup as dnsLookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** Every address of a name, as `dns.lookup` with `all` gives them. */
export type Lookup = (
  hostname: string,
  callback: (error: Error | null, addresses: ReadonlyArray<ResolvedAddress>) => void
) => void

/** The operating system's resolver: hosts file, DNS, whatever it is told. */
export const systemLookup: Lookup = (hostname, callback) =>
  dnsLookup(hostname, { all: true }, (error, addresses) => callback(error, addresses ?? []))

/** `lookup`, but failing with `Refused` unless every address is allowed. */
export const judgedLookup =
  (egress: EgressService, lookup: Lookup): Lookup =>
  (hostname, callback) =>
    lookup(hostname, (error, addresses) => {
      if (error !== null) return callback(error, [])
      for (const { address } of addresses) {
        const refusal = refusalOf(egress, address, hostname)
        if (refusal !== undefined) return callback(refusal, [])
      }
      callback(null, addresses)
    })

/** The same as an option of `net.connect`, which calls it once and connects to what it gives. */
export const socketLookup =
  (egress: EgressService, lookup: Lookup): LookupFunction =>
  (hostname, options, callback) =>
    judgedLookup(egress, lookup)(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "", 0)
      const wanted = options.family === 4 || options.family === 6 ? options.family : undefined
      const usable = addresses.filter(({ family }) => wanted === undefined || family === wanted)
      const first = usable[0]
      if (first === undefined) {
        return callback(Object.assign(new Error(`no address for ${hostname}`), { code: "ENOTFOUND" }), "", 0)
      }
      if (options.all === true) callback(null, [...usable])
      else callback(null, first.address, first.family)
    })

/** Why `address` may not be contacted, if it may not. */
export const refusalOf = (egress: EgressService, address: string, host = address): Refused | undefined => {
  const verdict = egress.judgeAddress(address)
  if (verdict.allowed) return undefined
  const detail = host === address ? verdict.detail : `${host} → ${verdict.detail}`
  return new Refused({ policy: verdict.policy, detail })
}
