import * as Undici from "@orbweaver/fetch/Undici"
import { Egress } from "@orbweaver/core/Egress"
import { FetcherSuite } from "@orbweaver/core/testing"
import { start } from "@orbweaver/testkit/TestSite"
import { Effect, Layer } from "effect"
import { lookupOf } from "./lookupOf.ts"

const site = Effect.acquireRelease(
  Effect.promise(() => start({ tls: true })),
  (running) => Effect.promise(() => running.close())
)

FetcherSuite.suite("undici", {
  site,
  fetcher: (policy, resolve) =>
    Undici.layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(Layer.provide(Egress.layer(policy)))
})
