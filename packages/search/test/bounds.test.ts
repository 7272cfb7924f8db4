// Engines whose answers have no end: they are read up to a bound, and the connection is closed.
import { assert, it } from "@effect/vitest"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Brave, DuckDuckGo, SearchApi, Searxng, Serper, Tavily } from "@orbweaver/search"
import { Duration, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const endless = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly url: string; readonly closed: Promise<void>; readonly close: () => void }>((resolve) => {
        const closed = Promise.withResolvers<void>()
        const piece = "x".repeat(1024 * 1024)
        const server = createServer((request, response) => {
          request.resume()
          response.once("close", () => closed.resolve())
          response.writeHead(200, { "content-type": "application/json" })
          const send = (): void => {
            while (!response.destroyed && response.write(piece));
          }
          response.on("drain", send)
          send()
        })
        server.listen(0, "127.0.0.1", () =>
          resolve({
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            closed: closed.promise,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      })
  ),
  ({ close }) => Effect.sync(close)
)

const providers = {
  searxng: (endpoint: string) => Searxng.layer({ endpoint }),
  brave: (endpoint: string) => Brave.layer({ apiKey: "key", endpoint }),
  serper: (endpoint: string) => Serper.layer({ apiKey: "key", endpoint }),
  searchapi: (endpoint: string) => SearchApi.layer({ apiKey: "key", endpoint }),
  duckduckgo: (endpoint: string) => DuckDuckGo.layer({ endpoint }),
  tavily: (endpoint: string) => Tavily.layer({ apiKey: "key", endpoint })
}

for (const [name, layerOf] of Object.entries(providers)) {
  it.live(`${name} gives up an answer that is too long, with an error that names the bound`, () =>
    Effect.gen(function* () {
      const { closed, url } = yield* endless
      const error = yield* SearchProvider.use((provider) =>
        provider.search({ text: "orb", source: "web", limit: 5, timeout: Duration.seconds(20) })
      ).pipe(Effect.provide(layerOf(url).pipe(Layer.provide(FetchHttpClient.layer))), Effect.flip)
      assert.strictEqual(error.why, "malformed")
      assert.include(error.message, "larger than 5242880 bytes")
      yield* Effect.promise(() => closed)
    }).pipe(Effect.scoped)
  )
}
