/**
 * A `Fetcher` that looks like a browser on the wire: impit speaks TLS and HTTP/2 with the fingerprints of Chrome or
 * Firefox.
 *
 * It is native code that connects by itself, so all it does goes through an
 * `EgressProxy`. It also decodes bodies itself: what is damaged or cut inside an
 * encoding fails here where the other engines keep what was readable. Needs the
 * package `impit`, which is loaded with the first request.
 * Contract: `FetcherSuite` in `@orbweaver/testing`.
 */
import type * as Layer from "effect/Layer"
import { ConnectionFailed, TlsFailed, TooLarge, withCause } from "@orbweaver/core/model/CaptureError"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { Browser, Impit, ImpitResponse } from "impit"
import type { EgressProxy, ProxyClient } from "@orbweaver/egress/internal/EgressProxy"
import { type BodyBounds, BodyReader, codingsOf } from "./BodyReader.ts"
import { type Answer, type Engine, type Hop, isRedirect } from "./Engine.ts"
import { type ProxiedOptions, throughProxy } from "./throughProxy.ts"

export interface Options extends ProxiedOptions {
  /** The browser to be. Default `chrome`. */
  readonly browser?: Browser | undefined
}

export const layer = (options: Options = {}): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  throughProxy(options, (proxy, headers) => new ImpitEngine(proxy, options.browser, headers))

/**
 * One impit, used by one request at a time, so that a request which is cancelled
 * can be cut at the proxy: impit itself leaves it running.
 */
interface Slot {
  readonly key: string
  readonly impit: Impit
  readonly client: ProxyClient
}

/** Slots kept with their connections for later requests. */
const maxIdle = 64

class ImpitEngine implements Engine {
  readonly class = "stealth"
  readonly strictName = "impit"
  readonly headers: Readonly<Record<string, string>>
  readonly #proxy: EgressProxy
  readonly #browser: Browser
  /** The most recently used last. */
  #idle: Array<Slot> = []

  constructor(proxy: EgressProxy, browser: Browser | undefined, headers: Readonly<Record<string, string>>) {
    this.#proxy = proxy
    this.#browser = browser ?? "chrome"
    this.headers = headers
  }

  async hop(hop: Hop, signal: AbortSignal): Promise<Answer> {
    const slot = await this.#take(hop)
    const close = () => slot.client.close()
    signal.addEventListener("abort", close)
    try {
      signal.throwIfAborted()
      const { answer, reusable } = await exchange(slot, hop, signal)
      if (reusable) this.#give(slot)
      else close()
      return answer
    } catch (error) {
      close()
      throw error
    } finally {
      signal.removeEventListener("abort", close)
    }
  }

  async #take(hop: Hop): Promise<Slot> {
    const key = `${hop.skipTlsVerification ? "lenient" : "strict"} ${hop.proxy?.href ?? ""}`
    const found = this.#idle.findLastIndex((slot) => slot.key === key)
    if (found >= 0) return this.#idle.splice(found, 1)[0]!
    const { Impit } = await import("impit")
    const client = this.#proxy.client(hop.proxy)
    const impit = new Impit({
      browser: this.#browser,
      proxyUrl: client.address,
      ignoreTlsErrors: hop.skipTlsVerification,
      followRedirects: false,
      timeout: longest
    })
    return { key, impit, client }
  }

  #give(slot: Slot): void {
    this.#idle.push(slot)
    if (this.#idle.length > maxIdle) this.#idle.shift()?.client.close()
  }
}

/** `reusable`: the answer was read to its end, so that its connections are as good as before. */
const exchange = async (
  { client, impit }: Slot,
  hop: Hop,
  signal: AbortSignal
): Promise<{ readonly answer: Answer; readonly reusable: boolean }> => {
  // The proxy knows better why it did not connect.
  const explain = (error: unknown) => client.takeFailure() ?? reasonOf(error, hop)
  client.takeFailure()
  hop.reach("waiting for the answer")
  const response = await impit
    .fetch(hop.url.href, { headers: { ...hop.headers }, redirect: "manual", signal, timeout: longest })
    .catch((error: unknown) => {
      throw explain(error)
    })
  const headers = Object.fromEntries(response.headers)
  const setCookie = response.headers.getSetCookie()
  if (setCookie.length > 0) headers["set-cookie"] = setCookie.join(", ")
  const { status } = response
  if (client.isOwnAnswer(headers)) throw explain(new Error("the egress proxy could not connect"))
  const length = Number(headers["content-length"])
  const encoding = headers["content-encoding"]
  if (isRedirect(status) && headers["location"] !== undefined) {
    const reusable = length <= redirectBodyBytes
    if (reusable) await read(response, encoding, { maxBytes: redirectBodyBytes }, explain)
    return { answer: { status, headers, setCookie, body: new Uint8Array() }, reusable }
  }
  if (length > hop.maxBytes && hop.cutAtLimit !== true) throw new TooLarge({ limitBytes: hop.maxBytes })
  hop.reach("reading the body")
  const { body, cut } = await read(response, encoding, hop, explain)
  return { answer: { status, headers, setCookie, body, cut }, reusable: !cut }
}

/** Bytes of a redirect's body read to keep its connection. */
const redirectBodyBytes = 16 * 1024

/** One deadline rules the whole exchange (Engine.ts); impit has no way to say "none". */
const longest = 24 * 60 * 60 * 1000

const read = (
  response: ImpitResponse,
  encoding: string | undefined,
  bounds: BodyBounds,
  explain: (error: unknown) => unknown
): Promise<{ readonly body: Uint8Array; readonly cut: boolean }> =>
  new Promise((resolve, reject) => {
    // impit undoes one coding and leaves several to us.
    const left = codingsOf(encoding).length > 1 ? encoding : undefined
    const reader = new BodyReader(left, bounds, (error, body, cut) =>
      error === undefined ? resolve({ body, cut }) : reject(error)
    )
    const chunks = response.body.getReader()
    const pump = async () => {
      while (!reader.done) {
        const { done, value } = await chunks.read()
        if (done) return reader.end()
        reader.write(value)
        await reader.room
      }
    }
    pump().catch((error: unknown) => reject(explain(error)))
  })

/** impit's errors carry no codes: what they say is all there is. */
const reasonOf = (error: unknown, hop: Hop): unknown => {
  const message = error instanceof Error ? error.message : String(error)
  const certificate = /InvalidCertificate\(\s*(\w+)/.exec(message)?.[1]
  if (
    certificate !== undefined ||
    /\b(?:InvalidMessage|HandshakeFailure|AlertReceived|PeerIncompatible)\b/.test(message)
  ) {
    const reason = new TlsFailed({
      host: hop.url.hostname,
      skippedVerification: hop.skipTlsVerification,
      detail: certificate ?? "handshake"
    })
    return withCause(reason, error)
  }
  return withCause(new ConnectionFailed({ detail: message.replaceAll(/\s+/g, " ").slice(0, 200) }), error)
}
