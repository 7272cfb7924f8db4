/**
 * The default `Fetcher`: undici's `dispatch` with a handler of our own, which is
 * the leanest way to bytes in Node.
 *
 * Connections are kept for the next request of their origin and closed with the
 * layer. HTTP/1.1 only; `@orbweaver/fetch/impit` speaks HTTP/2.
 * Contract: `FetcherSuite` in `@orbweaver/core/testing`.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Egress, type Service as EgressService } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import {
  abandoned,
  type ConnectionLease,
  type Dispatcher,
  EgressAgent,
  isClosedConnection
} from "@orbweaver/egress/internal/EgressAgent"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import { ownHeaders } from "./ownHeaders.ts"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import { acceptEncoding, defaultHeaders, defaultUserAgent } from "./identity.ts"
import { type BodyBounds, BodyReader } from "./BodyReader.ts"
import { type Answer, type Engine, type Hop, isRedirect, joinHeaders, make } from "./Engine.ts"
import { lenientHop } from "./internal/lenientHop.ts"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"

export type { Lookup, ResolvedAddress } from "@orbweaver/egress/internal/Lookup"

export interface Options {
  /** The user agent; `defaultUserAgent` when absent. */
  readonly userAgent?: string | undefined
  /** Sent with every request unless the caller gives the same field. */
  readonly headers?: HeadersInput | undefined
  /** Connections open to one origin at once, from 1. Default 64. */
  readonly connectionsPerOrigin?: number | undefined
  /** How long an unused connection is kept. Default 4 seconds. */
  readonly keepAlive?: Duration.Input | undefined
  /** How long a connection may take to open, within the request's own limit. Default 10 seconds. */
  readonly connectTimeout?: Duration.Input | undefined
  /** Bytes of response headers accepted. Default 64 KiB. */
  readonly maxHeaderBytes?: number | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted besides those of the platform, by sites and proxies, in PEM. */
  readonly ca?: string | undefined
}

export const layer = (options: Options = {}): Layer.Layer<Fetcher, never, Egress | ProxyPool> => {
  const headers = ownHeaders(options.headers)
  return Layer.effect(
    Fetcher,
    Effect.gen(function* () {
      const egress = yield* Egress
      const engine = yield* Effect.acquireRelease(
        Effect.sync(() => new UndiciEngine(egress, options, headers)),
        (engine) => Effect.promise(() => engine.close())
      )
      return yield* make(engine)
    })
  )
}

/** Bytes of a redirect's body read to keep its connection; a longer one is cut. */
const redirectBodyBytes = 16 * 1024

class UndiciEngine implements Engine {
  readonly class = "basic"
  readonly headers: Readonly<Record<string, string>>
  readonly #egress: EgressService
  readonly #options: Options
  /** By way out and strictness, the most recently used last. */
  readonly #agents = new LruMap<string, EgressAgent>({ maxEntries: maxAgents })

  constructor(egress: EgressService, options: Options, headers: Readonly<Record<string, string>>) {
    this.headers = {
      "user-agent": options.userAgent ?? defaultUserAgent,
      ...defaultHeaders,
      ...headers,
      "accept-encoding": acceptEncoding
    }
    this.#egress = egress
    this.#options = options
  }

  #agentFor(hop: Hop): EgressAgent {
    const key = `${hop.skipTlsVerification ? "lenient" : "strict"} ${hop.proxy?.href ?? ""}`
    const found = this.#agents.get(key)
    if (found !== undefined) return found
    const made = makeAgent(this.#egress, this.#options, hop)
    for (const [, agent] of this.#agents.set(key, made)) agent.close().catch(() => undefined)
    return made
  }

  hop(hop: Hop, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const agent = this.#agentFor(hop)
      const send = (again: boolean) => {
        const lease = agent.lease(hop.url.origin)
        const exchange = new Exchange(hop, signal, lease, resolve, (error, { answered, reused }) => {
          if (error === abandoned && !signal.aborted) send(again)
          else if (again && reused && isClosedConnection(error)) send(false)
          else if (error === repeatedLength || (!answered && isMalformedHead(error)))
            resolve(lenientHop(this.#egress, this.#options, hop, signal))
          else reject(error)
        })
        agent.dispatch(
          {
            origin: hop.url.origin,
            path: hop.url.pathname + hop.url.search,
            method: "GET",
            headers: { ...hop.headers }
          },
          exchange,
          hop.timings
        )
      }
      send(true)
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }
}

/** Ways out with connections kept; a session may bring a proxy of its own. */
const maxAgents = 64

const makeAgent = (egress: EgressService, options: Options, { proxy, skipTlsVerification }: Hop): EgressAgent =>
  new EgressAgent(egress, {
    connectionsPerOrigin: options.connectionsPerOrigin,
    keepAlive: options.keepAlive === undefined ? undefined : Duration.toMillis(options.keepAlive),
    maxHeaderBytes: options.maxHeaderBytes,
    rejectUnauthorized: !skipTlsVerification,
    ca: options.ca,
    lookup: options.lookup,
    connectTimeout: options.connectTimeout === undefined ? undefined : Duration.toMillis(options.connectTimeout),
    proxy
  })

/** `answered`: the head of the answer had arrived; `reused`: the connection was kept from an earlier request. */
type Reject = (error: unknown, on: { readonly answered: boolean; readonly reused: boolean }) => void

/** One request on one connection. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal
  readonly #lease: ConnectionLease
  readonly #resolve: (answer: Answer) => void
  readonly #reject: Reject
  readonly #bounds: BodyBounds
  readonly #reach: Hop["reach"]
  readonly #cancel = () => this.#end(aborted)
  #controller: Dispatcher.DispatchController | undefined
  #reader: BodyReader | undefined
  #drained = 0
  #answered = false
  #ended = false

  constructor(
    hop: Hop,
    signal: AbortSignal,
    lease: ConnectionLease,
    resolve: (answer: Answer) => void,
    reject: Reject
  ) {
    this.#bounds = hop
    this.#reach = hop.reach
    this.#signal = signal
    this.#lease = lease
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener("abort", this.#cancel)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Thrown and not aborted: that would close a connection which others can use.
    if (this.#ended) throw aborted
    this.#lease.started()
    this.#reach("waiting for the answer")
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    fields: Record<string, string | Array<string> | undefined>
  ): void {
    if (status < 200 || this.#ended) return
    this.#answered = true
    // Joined by the parser, two lengths would be one that never arrives.
    if (isRepeated(fields["content-length"])) return this.#end(repeatedLength)
    this.#reach("reading the body")
    const headers = joinHeaders(fields)
    const lines = fields["set-cookie"]
    const setCookie = lines === undefined ? [] : typeof lines === "string" ? [lines] : lines
    if (isRedirect(status) && headers["location"] !== undefined) {
      return this.#resolve({ status, headers, setCookie, body: noBytes })
    }
    this.#reader = new BodyReader(
      headers["content-encoding"],
      this.#bounds,
      (error, body, cut, endedEarly) => {
        if (error === undefined) this.#resolve({ status, headers, setCookie, body, cut, endedEarly })
        // The rest of a body that is cut would come all the same.
        this.#end(error ?? (cut ? aborted : undefined))
      },
      headers["content-type"] ?? "text/html"
    )
    this.#reader.announce(Number(headers["content-length"]))
    this.#waitForRoom()
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#reader !== undefined) {
      this.#reader.write(chunk)
      return this.#waitForRoom()
    }
    this.#drained += chunk.byteLength
    if (this.#drained > redirectBodyBytes) this.#end(aborted)
  }

  onResponseEnd(): void {
    // Decoding may go on when the last byte has arrived: the signal stays of interest.
    if (this.#reader === undefined) this.#end(undefined)
    else this.#reader.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // Browsers show what has arrived of a page whose connection ends before its length or its last chunk.
    if (isEarlyEnd(error) && this.#reader?.endEarly() === true) return
    this.#end(error)
  }

  #waitForRoom(): void {
    const controller = this.#controller
    const room = this.#reader?.room
    if (room === undefined || controller === undefined || controller.paused) return
    controller.pause()
    room.then(() => controller.resume()).catch(() => undefined)
  }

  #end(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    const answered = this.#answered
    const reused = !answered && this.#lease.reused()
    this.#signal.removeEventListener("abort", this.#cancel)
    this.#reader?.destroy()
    this.#lease.over()
    if (error === undefined) return
    this.#reject(error, { answered, reused })
    if (this.#controller?.aborted === false) this.#controller.abort(aborted)
  }
}

const noBytes = new Uint8Array()

const isRepeated = (length: string | Array<string> | undefined): boolean =>
  length !== undefined && (typeof length !== "string" || length.includes(","))

const repeatedLength = Object.assign(new Error("a repeated content-length"), { code: "HPE_UNEXPECTED_CONTENT_LENGTH" })

/** Whether the parser refused the head of the answer: its headers, their length, or an interim answer. */
const isMalformedHead = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "HTTPParserError" ||
    // An interim answer (100) to a request that expects none.
    error.message === "bad response" ||
    ("code" in error && error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"))

const isEarlyEnd = (error: Error): boolean =>
  isClosedConnection(error) ||
  ("code" in error && (error.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || error.code === "HPE_INVALID_EOF_STATE"))

/** Error that ends a cancelled request; it reaches no caller. */
const aborted = Object.assign(new Error("the request was cancelled"), { code: "ABORTED" })
