/**
 * Port: gets the bytes of a page over HTTP, without running its scripts.
 *
 * Adapters: `@orbweaver/fetch` (undici, got-scraping, impit). Every adapter asks
 * `Egress` about the address and about each redirect hop.
 * Contract: `FetcherSuite` in `@orbweaver/testing`.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CaptureError, ConnectionFailed, type Overloaded } from "../model/CaptureError.ts"
import type { PhaseRecorder } from "../model/Timings.ts"
import type { Session } from "./Session.ts"

export interface FetchRequest {
  readonly url: URL
  /** Sent to the origin of `url` and to `headerOrigins`; others get those that describe the client (`headersFor`). */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Further origins that `headers` may be sent to when a redirect, or a page in a browser, leads there. */
  readonly headerOrigins?: ReadonlyArray<string> | undefined
  /** Limit for the whole exchange: redirects, headers and body. */
  readonly timeout: Duration.Duration
  /** Largest body accepted, in bytes after decompression. */
  readonly maxBytes: number
  /** Read the first `maxBytes` of a larger body and leave the rest with the site. A larger body fails when absent. */
  readonly cutAtLimit?: boolean | undefined
  /**
   * Called with the number of bytes of the body as they are announced or arrive. Reading pauses until a promise that it returns is
   * fulfilled, and ends with the reason that it gives.
   */
  readonly admit?: ((bytes: number) => Promise<Overloaded | undefined> | undefined) | undefined
  /**
   * Follow a page that sends its visitors on within seconds, by `Refresh` or `<meta http-equiv=refresh>`, as a redirect is
   * followed. Default: the page is the answer.
   */
  readonly followRefresh?: boolean | undefined
  /** Which of the configured engines and proxies may be used; `basic` when absent. */
  readonly proxy?: "basic" | "stealth" | undefined
  /** Accept invalid certificates. */
  readonly skipTlsVerification?: boolean | undefined
  /** Cookies, headers and proxy to use within the session's hosts; what the site sets stays in it. */
  readonly session?: Session | undefined
  /** Records the phases of each exchange, as far as the engine knows them. */
  readonly timings?: PhaseRecorder | undefined
}

export interface FetchResponse {
  /** Address that answered, after redirects. */
  readonly url: URL
  readonly status: number
  /** Header names are lower case; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed, not decoded to text. */
  readonly body: Uint8Array
  /** The site has more of the body: see `FetchRequest.cutAtLimit`. */
  readonly cut?: boolean | undefined
  /**
   * The body should have gone on: the connection ended before the announced length or the last chunk, or the compressed
   * data before their end. The body is what has arrived.
   */
  readonly endedEarly?: boolean | undefined
  /** Pages that sent their visitors on, in order: see `FetchRequest.followRefresh`. */
  readonly refreshed?: ReadonlyArray<string> | undefined
  /** What was wrong with the answer, or what of it is missing, one sentence each. */
  readonly warnings?: ReadonlyArray<string> | undefined
  /** The engine or proxy class that really answered. */
  readonly proxyUsed?: "basic" | "stealth" | undefined
  /** A browser has loaded the page and run its scripts. */
  readonly rendered?: boolean | undefined
}

export interface Service {
  /** Follows redirects, and refreshes where asked to. Never retries: retrying is the scraper's decision. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<FetchResponse, CaptureError>
  /** Whether `proxy: "stealth"` is answered by another engine or proxy than `basic`. */
  readonly stealth?: boolean | undefined
}

export class Fetcher extends Context.Service<Fetcher, Service>()("@orbweaver/core/Fetcher") {
  /** For programs whose pages come from elsewhere: every request fails. */
  static readonly layerNone: Layer.Layer<Fetcher> = Layer.succeed(Fetcher, {
    fetch: ({ url }) =>
      Effect.fail(new CaptureError({ url: url.href, reason: new ConnectionFailed({ detail: "there is no fetcher" }) }))
  })
}
