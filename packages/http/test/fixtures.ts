/** One instance over a small loopback site, without and with keys. */
import {
  type Account,
  ApiKeys,
  Capture,
  CaptureError,
  Egress,
  Fetcher,
  Format,
  Ledger,
  PageCache,
  Parsers,
  RawHtml,
  Renderer,
  Scraper
} from "@orbweaver/core"
import { Duration, Effect, Layer } from "effect"

const html = (title: string, body: string) => `<html><head><title>${title}</title></head><body>${body}</body></html>`

export const site: Record<string, string> = {
  "/": html("Home", "<h1>Home</h1>"),
  "/b": html("B", "<p>bee</p>")
}

/** A site that needs no network. */
export const FetcherTest = Layer.succeed(Fetcher.Fetcher, {
  fetch: ({ timeout, url }) => {
    const body = site[url.pathname]
    if (url.pathname === "/slow") return Effect.never
    if (url.pathname === "/tls") {
      return Effect.fail(
        new CaptureError.CaptureError({
          url: url.href,
          reason: new CaptureError.TlsFailed({ host: url.host, skippedVerification: false, detail: "SELF_SIGNED" })
        })
      )
    }
    return Effect.succeed({
      url,
      status: body === undefined ? 404 : 200,
      headers: { "content-type": "text/html" },
      body: new TextEncoder().encode(body ?? ""),
      timeout
    })
  }
})

const markdown: Format.Format = {
  name: "markdown",
  needs: [],
  uses: [],
  run: ({ page }) => Effect.succeed({ markdown: page.content.html.replace(/<head>.*<\/head>|<[^>]+>/g, "") })
}

export const account = (id: string, plan: Partial<Account.Plan> = {}): Account.Account => ({
  id,
  billingDay: 1,
  plan: { credits: 1000, tokens: 500, concurrency: 10, retention: Duration.hours(24), ...plan }
})

export const rich = account("rich")
export const keys = {
  rich: "fc-11111111111111111111111111111111",
  poor: "fc-22222222222222222222222222222222",
  reader: "fc-33333333333333333333333333333333",
  hasty: "fc-44444444444444444444444444444444"
}

export const KeysTest = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, name: "rich", account: rich },
  { key: keys.poor, account: account("poor", { credits: 0 }) },
  { key: keys.reader, account: rich, scopes: ["read"] },
  { key: keys.hasty, account: account("hasty", { requestsPerMinute: { scrape: 2 } }) }
])

export const services = (policy: Egress.EgressPolicy = { allowLocal: true }) =>
  Scraper.Scraper.layer.pipe(
    Layer.provide(Capture.Capture.layer),
    Layer.provide([
      FetcherTest,
      Renderer.Renderer.layerNone,
      PageCache.PageCache.layerMemory(),
      Format.Formats.layer(RawHtml.rawHtml, markdown),
      Parsers.Parsers.layer()
    ]),
    Layer.provideMerge([Egress.Egress.layer(policy), Ledger.Ledger.layerMemory])
  )

export const ServicesTest = Layer.merge(services(), KeysTest)
