/** A fetcher around another: every request is counted, and signed for one host: `node customFetcher.ts https://example.com`. */
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Undici from "@orbweaver/fetch/Undici"
import { Effect, Layer } from "effect"
import { createHmac } from "node:crypto"
import { createOrbweaver } from "orbweaver"

interface Signing {
  readonly host: string
  readonly secret: string
  readonly onRequest?: ((url: URL) => void) | undefined
}

/** Undici keeps the egress policy, redirects and limits; a fetcher from scratch starts from `@orbweaver/fetch/Engine`. */
export const signedFetcher = ({ host, onRequest, secret }: Signing) =>
  Layer.effect(
    Fetcher,
    Effect.map(Fetcher, (base) => ({
      ...base,
      fetch: (request) => {
        onRequest?.(request.url)
        if (request.url.host !== host) return base.fetch(request)
        const signature = createHmac("sha256", secret).update(request.url.pathname).digest("hex")
        return base.fetch({ ...request, headers: { ...request.headers, "x-signature": signature } })
      }
    }))
  ).pipe(Layer.provide(Undici.layer()))

if (import.meta.main) {
  const url = process.argv[2] ?? "https://example.com"
  const fetcher = signedFetcher({
    host: new URL(url).host,
    secret: "secret",
    onRequest: ({ href }) => console.error(href)
  })
  await using orb = createOrbweaver({ fetcher })
  console.log((await orb.scrape(url)).markdown)
}
