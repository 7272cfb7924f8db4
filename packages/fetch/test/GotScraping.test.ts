import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import { Egress } from "@orbweaver/core/network/Egress"
import { FetcherSuite } from "@orbweaver/testing"
import { Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

FetcherSuite.suite("got-scraping", {
  site,
  fetcher: (policy, resolve) =>
    GotScraping.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(
      Layer.provide([Egress.layer(policy), ProxyPool.layerNone])
    )
})
