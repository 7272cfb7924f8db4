/**
 * How undici connects: to addresses that egress judged, or through a proxy that
 * is asked for them. `Origins` hears about every connection under way, so that
 * one nobody waits for any more is given up.
 */
import { isIP, type Socket } from "node:net"
import { callbackify } from "node:util"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"
import type { buildConnector as Types } from "undici"
import { type Lookup, refusalOf, socketLookup } from "./lookup.ts"
import { abandoned, type Origins } from "./origins.ts"
import { buildConnector } from "./undici.ts"

export interface ConnectorOptions {
  readonly rejectUnauthorized: boolean
  /** Certificates trusted beside those of the platform, in PEM. */
  readonly ca: string | undefined
  readonly lookup: Lookup
  /** Milliseconds until a connection that nobody answers is given up. */
  readonly timeout: number
  readonly proxy: URL | undefined
}

export const makeConnector = (egress: EgressService, origins: Origins, options: ConnectorOptions): Types.connector => {
  const { ca, lookup, proxy, timeout } = options
  const build = buildConnector({
    allowH2: false,
    timeout,
    rejectUnauthorized: options.rejectUnauthorized,
    ...(ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, ca] }),
    autoSelectFamily: true,
    lookup: socketLookup(egress, lookup)
  }) as (options: Types.Options, callback: Types.Callback) => Socket | undefined

  const direct: Types.connector = (target, callback) => {
    // A literal address is never looked up, so it is judged here.
    const refusal = isIP(target.hostname) === 0 ? undefined : refusalOf(egress, target.hostname)
    if (refusal !== undefined) return callback(refusal, null)
    const way = origins.connecting(originOf(target), () => socket?.destroy(abandoned))
    const socket = build(target, (...result) => {
      way.settled()
      callback(...result)
    })
    if (way.unwanted) socket?.destroy(abandoned)
  }

  const openTunnel = callbackify(async (target: Types.Options, abandonment: AbortSignal): Promise<Socket> => {
    // Loaded by the first request that needs a proxy: TLS is not free at start.
    const { dial } = await import("./dial.ts")
    const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80)
    const signal = AbortSignal.any([abandonment, AbortSignal.timeout(timeout)])
    return dial(egress, { host: target.hostname, port }, { lookup, proxy, ca, signal })
  })

  const tunnelled: Types.connector = (target, callback) => {
    const controller = new AbortController()
    const way = origins.connecting(originOf(target), () => controller.abort(abandoned))
    if (way.unwanted) controller.abort(abandoned)
    openTunnel(target, controller.signal, (error, socket) => {
      way.settled()
      if (controller.signal.aborted) callback(abandoned, null)
      else if (error !== null) callback(error, null)
      else if (target.protocol === "https:") build({ ...target, httpSocket: socket }, callback)
      else callback(null, socket)
    })
  }

  return proxy === undefined ? direct : tunnelled
}

const originOf = ({ host, hostname, protocol }: Types.Options): string => `${protocol}//${host ?? hostname}`
