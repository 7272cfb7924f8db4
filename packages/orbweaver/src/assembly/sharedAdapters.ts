/** Adapters that all engines of an instance share are made once, whatever the application gave for them. */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type * as Layer from "effect/Layer"
import type { Adapters } from "./Adapters.ts"
import { languageModel } from "./models.ts"

/** The adapters with proxies as a pool, and one circuit breaker around their model. */
export interface SharedAdapters extends Adapters {
  readonly proxies?: Layer.Layer<ProxyPool> | undefined
}

export const withShared = ({ model, proxies, ...rest }: Adapters): SharedAdapters => ({
  ...rest,
  ...(model === undefined ? {} : { model: languageModel(model) }),
  ...(proxies === undefined ? {} : { proxies: poolOf(proxies) })
})

const poolOf = (proxies: NonNullable<Adapters["proxies"]>): Layer.Layer<ProxyPool> =>
  "map" in proxies ? ProxyPool.layer({ proxies: proxies.map((url) => ({ url })) }) : proxies
