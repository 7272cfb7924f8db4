/**
 * Two engines behind one `Fetcher`: requests with `proxy: "stealth"` go to the
 * browser-like one, all others to the lean one.
 *
 * Which a request asks for is `Capture`'s decision: with `proxy: "auto"` it asks
 * for `basic` first and for `stealth` when the page says it was blocked.
 */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Undici from "./Undici.ts"

export interface Options {
  /** `Undici.layer()` when absent. */
  readonly basic?: Layer.Layer<Fetcher, never, Egress | ProxyPool> | undefined
  /** Such as `Impit.layer()` or `GotScraping.layer()`. */
  readonly stealth: Layer.Layer<Fetcher, never, Egress | ProxyPool>
}

export const layer = (options: Options): Layer.Layer<Fetcher, never, Egress | ProxyPool> =>
  Layer.effect(
    Fetcher,
    Effect.gen(function* () {
      const basic = Context.get(yield* Layer.build(options.basic ?? Undici.layer()), Fetcher)
      const stealth = Context.get(yield* Layer.build(options.stealth), Fetcher)
      return Fetcher.of({
        stealth: true,
        fetch: (request) => (request.proxy === "stealth" ? stealth : basic).fetch(request)
      })
    })
  )
