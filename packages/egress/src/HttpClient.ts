/**
 * Effect's `HttpClient` behind the egress policy: what search engines, models
 * and other services of the instance are called with. `EgressFetch` is the same
 * as a `fetch` function, for libraries that take one.
 *
 * Names are resolved once, every address is judged, and the connection goes to
 * one of exactly those. Redirects are not followed: an API that redirects is
 * answered as it is.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import { CaptureError, Refused } from "@orbweaver/core/model/CaptureError"
import { Egress } from "@orbweaver/core/network/Egress"
import { EgressAgent } from "./EgressAgent.ts"
import type { Lookup } from "./Lookup.ts"

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** How long a connection may take to open. Default 10 seconds. */
  readonly connectTimeout?: Duration.Input | undefined
}

/** `fetch` that asks `Egress` first; its connections close with the scope. */
export class EgressFetch extends Context.Service<EgressFetch, typeof globalThis.fetch>()(
  "@orbweaver/fetch/EgressFetch"
) {
  static readonly layer = (options: Options = {}): Layer.Layer<EgressFetch, never, Egress> =>
    Layer.effect(
      EgressFetch,
      Effect.gen(function* () {
        const egress = yield* Egress
        // Loaded by those who call services: pages are fetched without it.
        const undiciFetch = yield* Effect.promise(async () => (await import("./internal/undici.ts")).loadFetch())
        const { dispatcher } = yield* Effect.acquireRelease(
          Effect.sync(
            () =>
              new EgressAgent(egress, {
                lookup: options.lookup,
                connectTimeout: Duration.toMillis(options.connectTimeout ?? Duration.seconds(10))
              })
          ),
          (agent) => Effect.promise(() => agent.destroy())
        )
        return async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
          const { request, url } = requestOf(input, init)
          const verdict = egress.judgeUrl(url)
          if (!verdict.allowed) {
            const reason = new Refused({ policy: verdict.policy, detail: verdict.detail })
            throw new CaptureError({ url: url.origin, reason })
          }
          const response: unknown = await undiciFetch(url, {
            ...(request as object),
            redirect: "manual",
            dispatcher
          })
          return response as Response
        }
      })
    )
}

/** `HttpClient` for Effect users and adapters. */
export const layer = (options: Options = {}): Layer.Layer<HttpClient.HttpClient, never, Egress> =>
  FetchHttpClient.layer.pipe(
    Layer.provide(Layer.effect(FetchHttpClient.Fetch, EgressFetch)),
    Layer.provide(EgressFetch.layer(options))
  )

/** A `Request` taken apart: that of the runtime's own `fetch` is another class than undici's. */
const requestOf = (input: Request | string | URL, init: RequestInit = {}): { url: URL; request: RequestInit } => {
  if (!(input instanceof Request)) return { url: new URL(input), request: init }
  const { body, headers, method, signal } = input
  const streamed = body === null ? {} : { body, duplex: "half" as const }
  return { url: new URL(input.url), request: { method, headers: [...headers], signal, ...streamed, ...init } }
}
