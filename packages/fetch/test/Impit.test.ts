import * as Impit from "@orbweaver/fetch/impit"
import { Egress } from "@orbweaver/core/Egress"
import { FetcherSuite } from "@orbweaver/core/testing"
import { Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"
import { site } from "./site.ts"

FetcherSuite.suite("impit", {
  site,
  decodesStrictly: true,
  fetcher: (policy, resolve) =>
    Impit.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(Layer.provide(Egress.layer(policy)))
})
