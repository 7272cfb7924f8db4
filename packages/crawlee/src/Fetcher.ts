/**
 * A `Fetcher` over an HTTP client of Crawlee: `GotScrapingHttpClient`, or any other `BaseHttpClient`.
 *
 * The client opens its own connections, so all it does goes through an `EgressProxy`: redirects are followed
 * here, and each is judged. Contract: `FetcherSuite` in `@orbweaver/testing`.
 */
import type { Readable } from "node:stream"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { type EgressProxy, start } from "@orbweaver/egress/internal/EgressProxy"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import { BodyReader, feed } from "@orbweaver/fetch/BodyReader"
import { type Answer, type Engine, type Hop, isRedirect, joinHeaders, make } from "@orbweaver/fetch/Engine"
import { acceptEncoding, defaultHeaders, defaultUserAgent } from "@orbweaver/fetch/internal/identity"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The part of Crawlee's `BaseHttpClient` that is used. */
export interface StreamingHttpClient {
  stream(request: StreamingRequest): Promise<StreamingAnswer>
}

export interface StreamingAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly stream: Readable
}

/** What the client is asked: one request, without redirects and retries, through the egress proxy. */
export interface StreamingRequest {
  [name: string]: unknown
  url: URL
  method: "GET"
  headers: Record<string, string>
  proxyUrl: string
  signal: AbortSignal
  followRedirect: false
  throwHttpErrors: false
}

export interface Options {
  /** Such as `new ImpitHttpClient()`. Default: the `GotScrapingHttpClient` of `@crawlee/core`. */
  readonly client?: StreamingHttpClient | undefined
  /**
   * `basic` sends our user agent, as the other engines do; `stealth` leaves headers to the client, which makes up
   * those of a browser. Default: `basic`.
   */
  readonly class?: "basic" | "stealth" | undefined
  /** The user agent, where the class is `basic`. */
  readonly userAgent?: string | undefined
  /** Sent with every request unless the caller gives the same field. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Options for the client that are its own, such as `headerGeneratorOptions` of got-scraping. */
  readonly request?: Readonly<Record<string, unknown>> | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
}

export const layer = (options: Options = {}): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  Layer.effect(
    Fetcher,
    Effect.gen(function* () {
      const egress = yield* Egress
      const proxy = yield* start(egress, { lookup: options.lookup })
      return yield* make(engineOf(proxy, options))
    })
  )

const engineOf = (proxy: EgressProxy, options: Options): Engine => {
  const isBasic = options.class !== "stealth"
  const own = isBasic ? { "user-agent": options.userAgent ?? defaultUserAgent, ...defaultHeaders } : {}
  let client: Promise<StreamingHttpClient> | undefined
  return {
    class: isBasic ? "basic" : "stealth",
    strictName: "the HTTP client of Crawlee",
    headers: { ...own, ...options.headers, "accept-encoding": acceptEncoding },
    hop: async (hop, signal) => {
      client ??= options.client === undefined ? gotScraping() : Promise.resolve(options.client)
      return exchange(await client, hop, signal, proxy, {
        ...(isBasic ? { useHeaderGenerator: false } : {}),
        ...options.request
      })
    }
  }
}

const gotScraping = async (): Promise<StreamingHttpClient> => {
  const { GotScrapingHttpClient } = await import("@crawlee/core")
  return new GotScrapingHttpClient()
}

const exchange = (
  client: StreamingHttpClient,
  hop: Hop,
  signal: AbortSignal,
  proxy: EgressProxy,
  own: Readonly<Record<string, unknown>>
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const way = proxy.client(hop.proxy)
    const stop = new AbortController()
    let over = false
    let reader: BodyReader | undefined
    let stream: Readable | undefined
    const end = (error: unknown) => {
      if (over) return
      over = true
      signal.removeEventListener("abort", cancel)
      reader?.destroy()
      stream?.destroy()
      stop.abort()
      way.close()
      if (error !== undefined) reject(way.takeFailure() ?? error)
    }
    const cancel = () => end(cancelled)
    signal.addEventListener("abort", cancel)
    if (signal.aborted) return cancel()

    hop.reach("waiting for the answer")
    const read = (answer: StreamingAnswer) => {
      stream = answer.stream
      // What comes after the end is nobody's.
      stream.on("error", end)
      if (over) return void stream.destroy()
      const headers = joinHeaders(answer.headers)
      const setCookie = [answer.headers["set-cookie"] ?? []].flat()
      const status = answer.statusCode
      if (way.isOwnAnswer(headers)) return end(cancelled)
      if (isRedirect(status) && headers["location"] !== undefined) {
        resolve({ status, headers, setCookie, body: new Uint8Array() })
        return end(undefined)
      }
      hop.reach("reading the body")
      reader = new BodyReader(
        headers["content-encoding"],
        hop,
        (error, body, cut, endedEarly) => {
          end(error)
          if (error === undefined) resolve({ status, headers, setCookie, body, cut, endedEarly })
        },
        headers["content-type"] ?? "text/html"
      )
      reader.announce(Number(headers["content-length"]))
      feed(stream, reader)
    }
    client
      .stream(requestOf(hop, way.address, stop.signal, own))
      .then(read)
      .catch(end)
  })

const requestOf = (
  hop: Hop,
  proxyUrl: string,
  signal: AbortSignal,
  own: Readonly<Record<string, unknown>>
): StreamingRequest => ({
  ...own,
  url: hop.url,
  method: "GET",
  headers: { ...hop.headers },
  proxyUrl,
  signal,
  // Redirects, decoding, deadline and retries are ours, for every client.
  followRedirect: false,
  throwHttpErrors: false,
  decompress: false,
  timeout: {},
  retry: { limit: 0 },
  https: { rejectUnauthorized: !hop.skipTlsVerification },
  insecureHTTPParser: false
})

const cancelled = Object.assign(new Error("the request was cancelled"), { code: "ABORTED" })
