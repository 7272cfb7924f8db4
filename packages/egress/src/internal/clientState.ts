/**
 * One client of the forwarding proxy: the rules its traffic is under, what it has
 * open, and why connections failed. Knows nothing of HTTP servers.
 */
import type { Duplex } from "node:stream"
import type { Socket } from "node:net"
import { type CaptureReason, Refused } from "@orbweaver/core/model/CaptureError"
import type { Service as EgressService } from "@orbweaver/core/network/Egress"
import { dial } from "../dial.ts"
import { EgressAgent } from "../EgressAgent.ts"
import { toReason } from "../failures.ts"
import type { Lookup } from "../Lookup.ts"

export interface Rules {
  readonly egress: EgressService
  /** The client's own way out; absent for direct connections. */
  readonly upstream?: URL | undefined
  /** Hosts that are not worth a byte, such as advertisers; they get an empty refusal. */
  readonly isUnwanted?: ((hostname: string) => boolean) | undefined
  /** Largest sum of bytes that may be loaded, in bytes; beyond it everything is cut. Default: no limit. */
  readonly maxBytes?: number | undefined
}

interface ClientOptions {
  readonly lookup: Lookup
  /** Certificate authorities trusted for upstream proxies in addition to those of the platform, in PEM. */
  readonly ca: string | undefined
  /** Marks answers of the proxy itself; no site knows it. */
  readonly secret: string
}

const closed = "this client of the egress proxy is closed"

/** Failures remembered for `failure`. */
const maxFailures = 1000

export class ClientState {
  readonly secret: string
  readonly #options: ClientOptions
  readonly #sockets = new Set<Duplex>()
  readonly #failures = new Map<string, CaptureReason>()
  #rules: Rules | undefined
  /** Proxy of the connections that are open. */
  #upstream: string | undefined
  #agent: EgressAgent | undefined
  /** Aborted by `cut`: a connection may still be opening. */
  #abort = new AbortController()
  #lastFailure: CaptureReason | undefined
  #bytes = 0
  #overflowed = false

  constructor(options: ClientOptions) {
    this.secret = options.secret
    this.#options = options
  }

  get overflowed(): boolean {
    return this.#overflowed
  }

  open(rules: Rules): void {
    // Connections that stayed open leave by the way of before.
    if (rules.upstream?.href !== this.#upstream) this.cut()
    this.#upstream = rules.upstream?.href
    this.#abort = new AbortController()
    this.#rules = rules
    this.#bytes = 0
    this.#overflowed = false
    this.#failures.clear()
    this.#lastFailure = undefined
  }

  pause(): void {
    this.#rules = undefined
  }

  cut(): void {
    this.#rules = undefined
    this.#abort.abort()
    for (const socket of this.#sockets) socket.destroy()
    this.#agent?.destroy().catch(() => undefined)
    this.#agent = undefined
  }

  drop(): void {
    const rules = this.#rules
    this.cut()
    this.#abort = new AbortController()
    this.#rules = rules
  }

  /** Cut with the client. */
  hold(socket: Duplex): void {
    if (this.#sockets.has(socket)) return
    this.#sockets.add(socket)
    socket.on("error", () => socket.destroy())
    socket.once("close", () => this.#sockets.delete(socket))
  }

  /** Why `url` may not be contacted, if it may not. */
  judge(url: URL): "unwanted" | Refused | undefined {
    if (this.#rules === undefined) return new Refused({ policy: "block-list", detail: closed })
    const verdict = this.#rules.egress.judgeUrl(url)
    if (!verdict.allowed) return new Refused({ policy: verdict.policy, detail: verdict.detail })
    return this.#rules.isUnwanted?.(url.hostname) === true ? "unwanted" : undefined
  }

  /** A connection to the host of `url`, held; for tunnels. `url` was judged. */
  async dial(url: URL, port: number): Promise<Socket> {
    const rules = this.#rules
    const { signal } = this.#abort
    if (rules === undefined) throw new Refused({ policy: "block-list", detail: closed })
    const socket = await dial(
      rules.egress,
      { host: url.hostname, port },
      { lookup: this.#options.lookup, proxy: rules.upstream, ca: this.#options.ca, signal }
    )
    this.hold(socket)
    if (signal.aborted) socket.destroy()
    return socket
  }

  /** Connections for requests that are forwarded. */
  get agent(): EgressAgent {
    // Asked at each connection: the rules change while connections of before stay.
    const judgeAddress: EgressService["judgeAddress"] = (address) =>
      this.#rules?.egress.judgeAddress(address) ?? { allowed: false, policy: "block-list", detail: closed }
    return (this.#agent ??= new EgressAgent(
      { judgeAddress },
      {
        lookup: this.#options.lookup,
        ca: this.#options.ca,
        proxy: this.#rules?.upstream,
        connectionsPerOrigin: 32
      }
    ))
  }

  count(bytes: number): void {
    this.#bytes += bytes
    if (this.#rules?.maxBytes === undefined || this.#bytes <= this.#rules.maxBytes) return
    this.#overflowed = true
    this.cut()
  }

  fail(url: URL, error: unknown): CaptureReason {
    const reason = toReason(error, { host: url.hostname, skipTlsVerification: false })
    this.#lastFailure = reason
    if (this.#failures.size < maxFailures) this.#failures.set(hostKey(url), reason)
    return reason
  }

  failure(url: URL): CaptureReason | undefined {
    return this.#failures.get(hostKey(url))
  }

  takeFailure(): CaptureReason | undefined {
    const reason = this.#lastFailure
    this.#lastFailure = undefined
    return reason
  }
}

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80)

/** Host and port; the scheme is not known inside a tunnel. */
const hostKey = (url: URL): string => `${url.hostname}:${portOf(url)}`
