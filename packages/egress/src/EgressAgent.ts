/**
 * HTTP/1.1 connections behind the egress policy, kept for the next request of
 * their origin: undici's `Agent`, which connects with our dialer and no other way.
 *
 * The policy decides at each connection, and the sender of a request judges its address first (`judgeUrl`): an open
 * connection may serve several names.
 */
import type { Dispatcher } from "undici"
import type { PhaseRecorder } from "@orbweaver/core/internal/model/Timings"
import { makeConnector } from "./internal/connector.ts"
import { type ConnectionLease, Origins } from "./internal/origins.ts"
import { Agent } from "./internal/undici.ts"
import { codeOf } from "./failures.ts"
import { type AddressPolicy, type Lookup, systemLookup } from "./Lookup.ts"

export type { Dispatcher } from "undici"
export { abandoned, type ConnectionLease } from "./internal/origins.ts"

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** `http`, `https` or `socks5`, with credentials in the address; absent for direct connections. */
  readonly proxy?: URL | undefined
  /** Certificate authorities trusted in addition to those of the platform, by sites and proxies, in PEM. */
  readonly ca?: string | undefined
  /** Whether certificates of sites are checked. Default true. */
  readonly rejectUnauthorized?: boolean | undefined
  /** How long a connection may take to open, in milliseconds. Default 10,000. */
  readonly connectTimeout?: number | undefined
  /** How long an unused connection is kept, in milliseconds. Default 4,000. */
  readonly keepAlive?: number | undefined
  /** Connections open to one origin at once. Default 64. */
  readonly connectionsPerOrigin?: number | undefined
  /** Bytes of response headers accepted. Default 64 KiB. */
  readonly maxHeaderBytes?: number | undefined
}

export class EgressAgent {
  /** For undici's `fetch`, which takes a dispatcher. */
  readonly dispatcher: Agent
  readonly #origins = new Origins()
  /** Of the request that is being dispatched. */
  #timings: PhaseRecorder | undefined

  constructor(egress: AddressPolicy, options: Options = {}) {
    this.dispatcher = new Agent({
      allowH2: false,
      connections: options.connectionsPerOrigin ?? 64,
      pipelining: 1,
      keepAliveTimeout: options.keepAlive ?? 4000,
      keepAliveMaxTimeout: 30_000,
      maxHeaderSize: options.maxHeaderBytes ?? 64 * 1024,
      // The sender of a request sets a deadline for the whole of it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: makeConnector(egress, this.#origins, {
        rejectUnauthorized: options.rejectUnauthorized ?? true,
        ca: options.ca,
        lookup: options.lookup ?? systemLookup,
        timeout: options.connectTimeout ?? 10_000,
        proxy: options.proxy,
        timings: () => this.#timings
      })
    })
  }

  /** Take one before a request is dispatched to `origin`, and report the request's progress to it. */
  lease(origin: string): ConnectionLease {
    return this.#origins.enter(origin)
  }

  /** `timings` records the connection that is opened for this request; nothing where an open one takes it. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, timings?: PhaseRecorder): void {
    // Undici begins to connect before `dispatch` returns, for the request that it got or not at all. A connection that it
    // opens later, once another has closed, is nobody's. A request that fails at once may be sent again from within.
    const outer = this.#timings
    this.#timings = timings
    try {
      this.dispatcher.dispatch(options, handler)
    } finally {
      this.#timings = outer
    }
  }

  /** Closes connections as their requests end. */
  async close(): Promise<void> {
    await this.dispatcher.close()
  }

  /** Closes all connections at once. */
  async destroy(): Promise<void> {
    await this.dispatcher.destroy()
  }
}

/** What a server's closing of an idle connection looks like to the request that met it. */
export const isClosedConnection = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" || code === "EPIPE"
}
