/** The layer of an engine that connects by itself: all it does goes through a proxy that asks the egress policy. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import { type EgressProxy, start } from "@orbweaver/egress/internal/EgressProxy"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import { type Engine, make } from "./Engine.ts"
import { ownHeaders } from "./ownHeaders.ts"

export interface ProxiedOptions {
  /** Sent with every request unless the caller gives the same field. */
  readonly headers?: HeadersInput | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
}

export const proxiedLayer = (
  { headers: given, lookup }: ProxiedOptions,
  engineOf: (proxy: EgressProxy, headers: Readonly<Record<string, string>>) => Engine
): Layer.Layer<Fetcher, never, Egress | ProxyPool> => {
  const headers = ownHeaders(given)
  return Layer.effect(
    Fetcher,
    Effect.gen(function* () {
      const proxy = yield* start(yield* Egress, { lookup })
      return yield* make(engineOf(proxy, headers))
    })
  )
}
