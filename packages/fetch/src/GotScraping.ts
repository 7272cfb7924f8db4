/**
 * A `Fetcher` that looks like a browser: got-scraping generates the headers of a
 * real one, in their order, speaks HTTP/2 where the site does, and offers the
 * TLS ciphers of that browser.
 *
 * It opens connections in places no hook reaches (it asks each site for its
 * protocol first), so all it does goes through an `EgressProxy`. Needs the
 * package `got-scraping`, which is loaded with the first request.
 * Contract: `FetcherSuite` in `@orbweaver/testing`.
 */
import type { IncomingHttpHeaders } from "node:http"
import type * as Layer from "effect/Layer"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { OptionsInit } from "got-scraping"
import type { EgressProxy } from "@orbweaver/egress/internal/EgressProxy"
import { acceptEncoding } from "./identity.ts"
import { BodyReader, feed } from "./BodyReader.ts"
import { type Answer, type Engine, type Hop, isRedirect, joinHeaders } from "./Engine.ts"
import { type ProxiedOptions, throughProxy } from "./throughProxy.ts"

export interface Options extends ProxiedOptions {
  /** Which browsers, systems and languages to look like (the package `header-generator`). */
  readonly headerGeneratorOptions?: OptionsInit["headerGeneratorOptions"]
}

export const layer = (options: Options = {}): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  throughProxy(options, (proxy, headers) => engineOf(proxy, options, headers))

const engineOf = (proxy: EgressProxy, options: Options, headers: Readonly<Record<string, string>>): Engine => ({
  class: "stealth",
  strictName: "got-scraping",
  headers: { ...headers, "accept-encoding": acceptEncoding },
  hop: async (hop, signal) => {
    const { gotScraping } = await import("got-scraping")
    return new Promise<Answer>((resolve, reject) => {
      // Connections through a proxy are not used again by got-scraping: a client lives for one request.
      const client = proxy.client(hop.proxy)
      const stream = gotScraping.stream({ ...requestOf(hop, options), proxyUrl: client.address })
      let over = false
      let reader: BodyReader | undefined
      const cancel = () => end(aborted)
      const end = (error: unknown) => {
        if (over) return
        over = true
        signal.removeEventListener("abort", cancel)
        reader?.destroy()
        stream.destroy()
        client.close()
        if (error !== undefined) reject(client.takeFailure() ?? error)
      }
      signal.addEventListener("abort", cancel)
      if (signal.aborted) return cancel()

      hop.reach("waiting for the answer")
      stream.on("error", end)
      stream.once("response", (response: { statusCode: number; headers: IncomingHttpHeaders }) => {
        const headers = joinHeaders(response.headers)
        const status = response.statusCode
        const setCookie = response.headers["set-cookie"] ?? []
        if (client.isOwnAnswer(headers)) return end(aborted)
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
      })
    })
  }
})

const requestOf = (hop: Hop, options: Options) => ({
  url: hop.url,
  headers: { ...hop.headers },
  https: { rejectUnauthorized: !hop.skipTlsVerification },
  // One deadline rules the whole exchange (Engine.ts), and so do its redirects and its decoding.
  timeout: {},
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  retry: { limit: 0 },
  insecureHTTPParser: false,
  ...(options.headerGeneratorOptions === undefined ? {} : { headerGeneratorOptions: options.headerGeneratorOptions })
})

const aborted = Object.assign(new Error("the request was cancelled"), { code: "ABORTED" })
