import * as GotScraping from "@orbweaver/fetch/got-scraping"
import { Egress } from "@orbweaver/core/Egress"
import { FetcherSuite } from "@orbweaver/core/testing"
import { Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

FetcherSuite.suite("got-scraping", {
  site,
  fetcher: (policy, resolve) =>
    GotScraping.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(
      Layer.provide(Egress.layer(policy))
    )
})
