/**
 * Effect's `HttpClient` behind the egress policy: what search engines, models
 * and other services of the instance are called with. `fetch` is the same for
 * libraries that take one.
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
import { makeConnector } from "./internal/connector.ts"
import { type Lookup, systemLookup } from "./internal/lookup.ts"
import { Origins } from "./internal/origins.ts"

export interface Options {
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** How long a connection may take to open. Default 10 seconds. */
  readonly connectTimeout?: Duration.Duration | undefined
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
        const undici = yield* Effect.promise(() => import("undici"))
        const dispatcher = yield* Effect.acquireRelease(
          Effect.sync(
            () =>
              new undici.Agent({
                connect: makeConnector(egress, new Origins(), {
                  rejectUnauthorized: true,
                  ca: undefined,
                  lookup: options.lookup ?? systemLookup,
                  timeout: Duration.toMillis(options.connectTimeout ?? Duration.seconds(10)),
                  proxy: undefined
                })
              })
          ),
          (agent) => Effect.promise(() => agent.destroy())
        )
        const judged = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
          const url = new URL(input instanceof Request ? input.url : input)
          const verdict = egress.judgeUrl(url)
          if (!verdict.allowed) {
            const reason = new Refused({ policy: verdict.policy, detail: verdict.detail })
            throw new CaptureError({ url: url.origin, reason })
          }
          const response = await undici.fetch(
            input as Parameters<typeof undici.fetch>[0],
            { ...init, redirect: "manual", dispatcher } as Parameters<typeof undici.fetch>[1]
          )
          return response
        }
        return judged
      })
    )
}

/** `HttpClient` for Effect users and adapters. */
export const layer = (options: Options = {}): Layer.Layer<HttpClient.HttpClient, never, Egress> =>
  FetchHttpClient.layer.pipe(
    Layer.provide(Layer.effect(FetchHttpClient.Fetch, EgressFetch)),
    Layer.provide(EgressFetch.layer(options))
  )
