import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Effect, Layer } from "effect"
import { layer } from "orbweaver/effect"

/** What an API is tried with. Nothing is asked of the network: pages are one text, and no search engine is set. */
export const services = () =>
  Layer.merge(
    layer({
      worker: false,
      search: SearchProvider.layerNone,
      fetcher: Layer.succeed(Fetcher, {
        fetch: ({ url }) =>
          url.hostname === "site.test"
            ? Effect.succeed({
                url,
                status: 200,
                headers: { "content-type": "text/html" },
                body: new TextEncoder().encode("<title>A</title><h1>A</h1><p>A page of some words.</p><a href=/b>b</a>")
              })
            : Effect.fail(new CaptureError({ url: url.href, reason: new ConnectionFailed({ detail: "ECONNREFUSED" }) }))
      }),
      egress: { allowLocal: true }
    }),
    ApiKeys.layerOpen()
  )
