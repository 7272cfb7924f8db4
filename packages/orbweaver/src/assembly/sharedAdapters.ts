/** Adapters as the engines take them: what all engines of an instance share is made once, whatever the application gave. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import type { Parser } from "@orbweaver/core/reading/Parser"
import type { Format } from "@orbweaver/core/scrape/Format"
import type { Step } from "@orbweaver/core/scrape/Pipeline"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Stores } from "@orbweaver/storage/sqlite"
import type * as Layer from "effect/Layer"
import { isDefinition } from "../pipeline/definitionMark.ts"
import { toFormat } from "../pipeline/defineFormat.ts"
import { toParser } from "../pipeline/defineParser.ts"
import { toStep } from "../pipeline/defineStep.ts"
import type { Adapters } from "./Adapters.ts"
import { storesOf } from "./stores.ts"
import { languageModel } from "./models.ts"

/** The adapters with proxies as a pool, one circuit breaker around their model, and definitions as the engines run them. */
export interface SharedAdapters extends Adapters {
  readonly formats?: ReadonlyArray<Format> | undefined
  readonly parsers?: ReadonlyArray<Parser> | undefined
  readonly proxies?: Layer.Layer<ProxyPool> | undefined
  readonly steps?: ReadonlyArray<Step> | undefined
  readonly stores?: Layer.Layer<Stores, StoreError> | undefined
}

export const withShared = ({ formats, model, parsers, proxies, steps, stores, ...rest }: Adapters): SharedAdapters => ({
  ...rest,
  ...defined({
    formats: formats?.map((given) => (isDefinition(given) ? toFormat(given) : given)),
    parsers: parsers?.map((given) => (isDefinition(given) ? toParser(given) : given)),
    steps: steps?.map((given) => (isDefinition(given) ? toStep(given) : given)),
    stores: stores === undefined ? undefined : storesOf(stores)
  }),
  ...(model === undefined ? {} : { model: languageModel(model) }),
  ...(proxies === undefined ? {} : { proxies: poolOf(proxies) })
})

const poolOf = (proxies: NonNullable<Adapters["proxies"]>): Layer.Layer<ProxyPool> =>
  "map" in proxies ? ProxyPool.layer({ proxies: proxies.map((url) => ({ url })) }) : proxies
