/**
 * Opens a connection to a host that egress allows, directly or through a proxy.
 *
 * ```
 * name ─► look up once ─► judgeAddress (every one) ─► connect to a literal address
 *                                                └─► ask the proxy for a literal address
 * ```
 *
 * A proxy is asked for an address that was judged, never for the name, so it
 * cannot lead anywhere else.
 * @experimental
 */
import { isIP, type Socket } from "node:net"
import type { PhaseRecorder } from "@orbweaver/core/internal/model/Timings"
import { connectFirst } from "./internal/connectFirst.ts"
import {
  type AddressPolicy,
  checkedLookup,
  type Lookup,
  type ResolvedAddress,
  refusalOf,
  systemLookup
} from "./Lookup.ts"

export interface Target {
  /** Name or address, an IPv6 address with or without brackets. */
  readonly host: string
  readonly port: number
}

export interface DialOptions {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** `http`, `https` or `socks5`, with credentials in the address; absent for a direct connection. */
  readonly proxy?: URL | undefined
  /** Certificate authorities trusted for proxies in addition to those of the platform, in PEM. */
  readonly ca?: string | undefined
  /** Aborted when the connection is no longer needed. */
  readonly signal: AbortSignal
  /** Records `dns` and `connect`. */
  readonly timings?: PhaseRecorder | undefined
}

/**
 * Rejects with `Refused`, with an error that has a code of Node, or with
 * `ConnectionFailed` whose detail begins with `proxy:` when the proxy is at fault.
 */
export const dial = async (egress: AddressPolicy, target: Target, options: DialOptions): Promise<Socket> => {
  const host = target.host.replace(/^\[(.*)\]$/, "$1")
  const endDns = isIP(host) === 0 ? options.timings?.begin("dns") : undefined
  const addresses = await resolve(egress, host, options.lookup ?? systemLookup).finally(endDns)
  options.signal.throwIfAborted()
  const endConnect = options.timings?.begin("connect")
  return connectTo(addresses, target.port, options).finally(endConnect)
}

const connectTo = async (
  addresses: ReadonlyArray<ResolvedAddress>,
  port: number,
  options: DialOptions
): Promise<Socket> => {
  if (options.proxy === undefined) return connectFirst(addresses, port, options.signal)
  // Loaded with the first proxy that is used: TLS and SOCKS are not free at start.
  const { throughProxy } = await import("./internal/throughProxy.ts")
  // A proxy is asked for one address, and more of them can reach IPv4.
  const address = addresses.find(({ family }) => family === 4) ?? addresses[0]!
  return throughProxy(options.proxy, address, port, options)
}

/** The judged addresses of a host, at least one. */
const resolve = (egress: AddressPolicy, host: string, lookup: Lookup): Promise<ReadonlyArray<ResolvedAddress>> => {
  const family = isIP(host)
  if (family !== 0) {
    const refusal = refusalOf(egress, host)
    return refusal === undefined ? Promise.resolve([{ address: host, family }]) : Promise.reject(refusal)
  }
  return new Promise((resolve, reject) =>
    checkedLookup(egress, lookup)(host, (error, addresses) => {
      if (error !== null) reject(error)
      else if (addresses.length > 0) resolve(addresses)
      else reject(Object.assign(new Error(`no address for ${host}`), { code: "ENOTFOUND" }))
    })
  )
}
