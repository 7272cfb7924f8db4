/**
 * Connects where egress agrees: a name is resolved once, every address it has is
 * judged, and the socket goes to one of exactly those, so that no second lookup
 * can lead elsewhere (DNS rebinding).
 *
 * A name with one refused address is refused as a whole.
 */
import { lookup as dnsLookup } from "node:dns"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { Refused } from "@orbweaver/core/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/Egress"
import type { buildConnector as Types } from "undici"
import { buildConnector } from "./undici.ts"
import type { Origins } from "./origins.ts"

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

export interface ConnectorOptions {
  readonly rejectUnauthorized: boolean
  readonly lookup: Lookup
  /** Milliseconds until a connection that nobody answers is given up. */
  readonly timeout: number
}

/** A connector for undici, which tells `origins` about the sockets it opens. */
export const makeConnector = (egress: EgressService, origins: Origins, options: ConnectorOptions): Types.connector => {
  const build = buildConnector({
    allowH2: false,
    timeout: options.timeout,
    rejectUnauthorized: options.rejectUnauthorized,
    autoSelectFamily: true,
    lookup: socketLookup(egress, options.lookup)
  }) as (options: Types.Options, callback: Types.Callback) => Socket | undefined

  return (target, callback) => {
    // A literal address is never looked up, so it is judged here.
    const refusal = isIP(target.hostname) === 0 ? undefined : refusalOf(egress, target.hostname)
    if (refusal !== undefined) return callback(refusal, null)
    const origin = `${target.protocol}//${target.host ?? target.hostname}`
    const socket = build(target, (...result) => {
      origins.connected(origin, socket)
      callback(...result)
    })
    origins.connecting(origin, socket)
  }
}
