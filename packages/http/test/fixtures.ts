/** One instance over a small loopback site, without and with keys. */
import type * as Account from "@orbweaver/core/accounts/Account"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { Server } from "@orbweaver/http"
import { Duration, Effect, Layer } from "effect"

const html = (title: string, body: string) => `<html><head><title>${title}</title></head><body>${body}</body></html>`

export const site: Record<string, string> = {
  "/": html("Home", "<h1>Home</h1>"),
  "/b": html("B", "<p>bee</p>")
}

/** A site that needs no network. */
export const FetcherTest = Layer.succeed(Fetcher.Fetcher, {
  fetch: ({ url }) => {
    const body = site[url.pathname]
    const fail = (reason: CaptureError.CaptureReason) =>
      Effect.fail(new CaptureError.CaptureError({ url: url.href, reason }))
    switch (url.pathname) {
      case "/slow":
        return Effect.never
      case "/tls":
        return fail(new CaptureError.TlsFailed({ host: url.host, skippedVerification: false, detail: "SELF_SIGNED" }))
      case "/dns":
        return fail(new CaptureError.DnsFailed({ host: url.host }))
      case "/refused":
        return fail(new CaptureError.ConnectionFailed({ detail: "ECONNREFUSED" }))
      case "/zip":
        return fail(new CaptureError.Unsupported({ what: "application/zip" }))
      case "/bug":
        return Effect.die(new Error("a secret of ours"))
    }
    return Effect.succeed({
      url,
      status: body === undefined ? 404 : 200,
      headers: { "content-type": "text/html" },
      body: new TextEncoder().encode(body ?? "")
    })
  }
})

const markdown: Format.Format = {
  name: "markdown",
  needs: [],
  uses: [],
  run: ({ page }) => Effect.succeed({ markdown: page.content.html.replace(/<head>.*<\/head>|<[^>]+>/g, "") })
}

export const account = (id: string, plan: Partial<Account.Subscription> = {}): Account.Account => ({
  id,
  billingDay: 1,
  plan: { credits: 1000, tokens: 500, concurrency: 10, retention: Duration.hours(24), ...plan }
})

export const rich = account("rich")
export const keys = {
  rich: "fc-11111111111111111111111111111111",
  poor: "fc-22222222222222222222222222222222",
  reader: "fc-33333333333333333333333333333333",
  hasty: "fc-44444444444444444444444444444444",
  other: "fc-55555555555555555555555555555555",
  second: "fc-66666666666666666666666666666666",
  admin: "fc-77777777777777777777777777777777"
}

export const KeysTest = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, name: "rich", account: rich },
  { key: keys.second, name: "second", account: rich },
  { key: keys.admin, name: "admin", account: rich, scopes: ["read", "write", "admin"] },
  { key: keys.poor, account: account("poor", { credits: 0 }) },
  { key: keys.reader, account: rich, scopes: ["read"] },
  { key: keys.other, name: "other", account: account("other") },
  { key: keys.hasty, account: account("hasty", { requestsPerMinute: { scrape: 2 } }) }
])

export const services = (policy: Egress.EgressPolicy = { allowLocal: true }) =>
  Scraper.Scraper.layerAlone.pipe(
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

interface Sent {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
}

/** Calls an instance over its web handler: the fastest way in that uses every layer. */
export const clientOf = <E>(layer: Layer.Layer<Server.Services, E>, options: Server.ServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => Server.toWebHandler(layer, { allowedHosts: ["api.test"], ...options })),
    ({ dispose }) => Effect.promise(dispose)
  ).pipe(
    Effect.map(
      ({ handler }) =>
        (method: string, path: string, body?: unknown, sent: Sent = {}) =>
          Effect.promise(async () => {
            const key = "key" in sent ? sent.key : keys.rich
            const raw = typeof body === "string" || body instanceof Uint8Array
            const response = await handler(
              new Request(`http://api.test${path}`, {
                method,
                headers: {
                  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
                  "content-type": "application/json",
                  ...sent.headers
                },
                ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) })
              })
            )
            const text = await response.text()
            return {
              status: response.status,
              headers: response.headers,
              body: text.startsWith("{") ? JSON.parse(text) : text
            }
          })
    )
  )

export const client = clientOf(ServicesTest)
/** May not visit its own network. */
export const closedClient = clientOf(Layer.merge(services({ block: ["blocked.test"] }), KeysTest))
/** Without keys. */
export const openClient = clientOf(Layer.merge(services(), ApiKeys.ApiKeys.layerOpen()))
