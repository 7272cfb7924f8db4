import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as CrawleeFetcher from "@orbweaver/crawlee/Fetcher"
import { Egress } from "@orbweaver/core/network/Egress"
import { FetcherSuite } from "@orbweaver/testing"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"

FetcherSuite.suite("Crawlee", {
  site: Effect.acquireRelease(
    Effect.promise(() => start({ tls: true })),
    (site) => Effect.promise(() => site.close())
  ),
  fetcher: (policy, resolve) =>
    CrawleeFetcher.layer(
      resolve === undefined
        ? {}
        : {
            lookup: (host, callback) =>
              callback(
                null,
                resolve(host).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
              )
          }
    ).pipe(Layer.provide([Egress.layer(policy), ProxyPool.layerNone]))
})
