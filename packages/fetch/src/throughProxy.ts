/** Engines that connect where no hook of ours reaches, and so through an `EgressProxy`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import { Egress } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
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

/** A fetcher over the engine, which is given the proxy and the headers of the application. */
export const throughProxy = (
  { headers, lookup }: ProxiedOptions,
  engineOf: (proxy: EgressProxy, headers: Readonly<Record<string, string>>) => Engine
): Layer.Layer<Fetcher, never, Egress | ProxyPool> => {
  const checked = ownHeaders(headers)
  return Layer.effect(
    Fetcher,
    Effect.flatMap(Egress, (egress) =>
      Effect.flatMap(start(egress, { lookup }), (proxy) => make(engineOf(proxy, checked)))
    )
  )
}
