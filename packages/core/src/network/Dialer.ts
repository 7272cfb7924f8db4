/**
 * Port: opens connections through a proxy, for what connects by itself, such as
 * the gate of a browser.
 *
 * Whoever gives it resolves the name, asks `egress` about every address and has
 * the proxy connect to one of exactly those: a proxy is a way out, not a way
 * around. Adapter: `@orbweaver/fetch/Dialer`.
 */
import * as Context from "effect/Context"
import type { Service as Egress } from "./Egress.ts"

export interface Target {
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

export interface Way {
  /** Decides on behalf of the account that asks. */
  readonly egress: Egress
  /** `http`, `https` or `socks5`, with credentials in the address where it wants some. */
  readonly proxy: URL
  /** Aborted when nobody waits for the connection any more. */
  readonly signal: AbortSignal
}

/** A socket of the platform: on Node a `net.Socket`, which whoever uses it checks. */
export type Connection = object

export interface Service {
  /** Rejects with a `CaptureReason`: `ConnectionFailed` with `proxy:` in its detail when the proxy is at fault. */
  readonly dial: (target: Target, way: Way) => Promise<Connection>
}

export class Dialer extends Context.Service<Dialer, Service>()("@orbweaver/core/Dialer") {}
