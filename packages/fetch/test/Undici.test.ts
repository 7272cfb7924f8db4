import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Undici from "@orbweaver/fetch/Undici"
import { Egress } from "@orbweaver/core/network/Egress"
import { FetcherSuite } from "@orbweaver/testing"
import { Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

FetcherSuite.suite("undici", {
  keepsEarlyEnds: true,
  site,
  fetcher: (policy, resolve) =>
    Undici.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(
      Layer.provide([Egress.layer(policy), ProxyPool.layerNone])
    )
})
