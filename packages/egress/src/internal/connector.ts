/**
 * How undici connects: with the dialer, and TLS over the connection it opened. `Origins` hears about every connection
 * under way, so that abandoned connections are closed.
 */
import type { Socket } from "node:net"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { PhaseRecorder } from "@orbweaver/core/internal/model/Timings"
import type { buildConnector as Types } from "undici"
import { dial } from "../dial.ts"
import type { AddressPolicy, Lookup } from "../Lookup.ts"
import { abandoned, type Origins } from "./origins.ts"
import { buildConnector } from "./undici.ts"

interface ConnectorOptions {
  readonly rejectUnauthorized: boolean
  /** Certificates trusted in addition to those of the platform, in PEM. */
  readonly ca: string | undefined
  readonly lookup: Lookup
  /** Milliseconds until an unanswered connection attempt is abandoned. */
  readonly timeout: number
  readonly proxy: URL | undefined
  /** Records how a connection that begins now is opened. */
  readonly timings: () => PhaseRecorder | undefined
}

export const makeConnector = (egress: AddressPolicy, origins: Origins, options: ConnectorOptions): Types.connector => {
  const { ca, lookup, proxy, timeout } = options
  const secure = buildConnector({
    allowH2: false,
    timeout,
    rejectUnauthorized: options.rejectUnauthorized,
    ...(ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, ca] })
  }) as (options: Types.Options, callback: Types.Callback) => Socket | undefined

  return (target, callback) => {
    const controller = new AbortController()
    const timings = options.timings()
    let endTls: (() => void) | undefined
    let failure: Error | undefined
    const stop = (error: Error) => {
      failure ??= error
      controller.abort()
    }
    const connecting = origins.connecting(originOf(target), () => stop(abandoned))
    let isOpen = false
    const giveUp = () => stop(proxy === undefined || isOpen ? connectTimeout : proxyTimeout())
    const timer = setTimeout(giveUp, timeout)
    const settle = (...[error, socket]: Parameters<Types.Callback>) => {
      clearTimeout(timer)
      connecting.settled()
      endTls?.()
      if (error !== null) callback(failure ?? error, null)
      else if (failure === undefined) callback(null, socket)
      else {
        socket.destroy()
        callback(failure, null)
      }
    }
    if (connecting.unwanted) stop(abandoned)
    const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80)
    const opened = dial(
      egress,
      { host: target.hostname, port },
      { lookup, proxy, ca, signal: controller.signal, timings }
    )
    const handshake = (socket: Socket): void => {
      isOpen = true
      endTls = timings?.begin("tls")
      const secured = secure({ ...target, httpSocket: socket }, settle)
      if (controller.signal.aborted) secured?.destroy(failure)
      else controller.signal.addEventListener("abort", () => secured?.destroy(failure))
    }
    opened
      .then((socket) => (target.protocol === "https:" ? handshake(socket) : settle(null, socket)))
      .catch((error: Error) => settle(error, null))
  }
}

/** Whether the proxy or the site behind it does not answer is not known: another proxy shows it. */
const proxyTimeout = () => new ConnectionFailed({ detail: "proxy: it did not connect in time" })

const connectTimeout = Object.assign(new Error("nobody answers"), { code: "ETIMEDOUT" })

const originOf = ({ host, hostname, protocol }: Types.Options): string => `${protocol}//${host ?? hostname}`
