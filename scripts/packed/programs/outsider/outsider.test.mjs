// Somebody's own fetcher and format, with the published suites of their ports.
import { isIP } from "node:net"
import { Egress } from "@orbweaver/core/network/Egress"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { FetcherSuite, FormatSuite } from "@orbweaver/testing"
import { start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { layer } from "./fetcher.ts"
import { size } from "./format.mjs"

const lookupOf = (resolve) => (hostname, callback) => {
  const found = resolve(hostname).map((address) => ({ address, family: isIP(address) }))
  setImmediate(() =>
    found.length === 0
      ? callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), [])
      : callback(null, found)
  )
}

FetcherSuite.suite("an outsider's fetcher", {
  site: Effect.acquireRelease(
    Effect.promise(() => start({ tls: true })),
    (site) => Effect.promise(() => site.close())
  ),
  fetcher: (policy, resolve) =>
    layer(resolve === undefined ? {} : { lookup: lookupOf(resolve) }).pipe(
      Layer.provide([Egress.layer(policy), ProxyPool.layerNone])
    )
})

FormatSuite.suite(size, { field: "size" })
