/**
 * A `Fetcher` over a function such as the global `fetch`, so that what replaces it in tests (msw, undici's `MockAgent`, a
 * stub) answers scrapes too.
 *
 * The egress policy judges every address and every redirect by its name and by a literal IP address. It does not see which
 * address a name is resolved to, since that function connects by itself: a name of the public DNS that leads to a private
 * address is not refused. Proxies and `skipTlsVerification` are refused, since `fetch` has neither. Use it for tests, and
 * the default engine for pages of strangers.
 */
import { Readable } from "node:stream"
import * as Layer from "effect/Layer"
import { ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { readBody } from "./BodyReader.ts"
import { type Answer, type Engine, type Hop, isRedirect, make } from "./Engine.ts"
import { defaultHeaders, defaultUserAgent } from "./identity.ts"

/** What is used of `fetch`. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** Without a function, the global `fetch` as it is at each request. */
export const fromFetch = (fetch?: FetchFunction): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  Layer.effect(Fetcher, make(engineOf(fetch ?? ((url, init) => globalThis.fetch(url, init)))))

const engineOf = (fetch: FetchFunction): Engine => ({
  class: "basic",
  strictName: "fetch",
  headers: { "user-agent": defaultUserAgent, ...defaultHeaders },
  hop: async (hop, signal) => {
    if (hop.proxy !== undefined) throw new ConnectionFailed({ detail: "fromFetch takes no proxies" })
    if (hop.skipTlsVerification) throw new ConnectionFailed({ detail: "fromFetch takes no skipTlsVerification" })
    hop.reach("waiting for the answer")
    const response = await fetch(hop.url.href, { method: "GET", headers: hop.headers, redirect: "manual", signal })
    hop.reach("reading the body")
    return readAnswer(response, hop, signal)
  }
})

const readAnswer = async (response: Response, hop: Hop, signal: AbortSignal): Promise<Answer> => {
  const { body, status } = response
  const headers: Readonly<Record<string, string>> = Object.fromEntries(response.headers)
  const answer = { status, headers, setCookie: response.headers.getSetCookie() }
  if (body === null) return { ...answer, body: new Uint8Array() }
  if (isRedirect(status) && headers["location"] !== undefined) {
    await body.cancel().catch(() => undefined)
    return { ...answer, body: new Uint8Array() }
  }
  // `fetch` has undone the codings.
  const read = await readBody(Readable.fromWeb(body, { signal }), { "content-type": headers["content-type"] }, hop)
  return { ...answer, ...read }
}
