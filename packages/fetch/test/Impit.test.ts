import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as Impit from "@orbweaver/fetch/impit"
import { Egress } from "@orbweaver/core/network/Egress"
import { FetcherSuite } from "@orbweaver/testing"
import { Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

FetcherSuite.suite("impit", {
  site,
  decodesStrictly: true,
  fetcher: (policy, resolve) =>
    Impit.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(
      Layer.provide([Egress.layer(policy), ProxyPool.layerNone])
    )
})
