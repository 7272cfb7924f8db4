/**
 * A worker and a sender of webhooks in a process of its own, for the crash
 * suite. Its one argument is JSON (`Orders`). It works until it is killed.
 */
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { Document } from "@orbweaver/core/model/Document"
import * as Discovered from "@orbweaver/core/scrape/formats/Discovered"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import { Duration, Effect, Layer } from "effect"
import { linksOf } from "./site.ts"
import * as Points from "./points.ts"
import { storesOf } from "./stores.ts"

export interface Orders {
  /** A file, or `postgres://…#schema`. */
  readonly location: string
  readonly pages: number
  /** Most milliseconds that a page takes. */
  readonly latency: number
  readonly point?: Points.Point | undefined
  /** Which time of the point kills. */
  readonly times?: number | undefined
  /** SQLite only: the file may not grow for this long after the start, in milliseconds. */
  readonly fullMs?: number | undefined
}

const orders = JSON.parse(process.argv[2] ?? "{}") as Orders

const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: (url, _options, { id = "" } = {}) =>
    Effect.gen(function* () {
      const address = new URL(url)
      const page = Number(address.pathname.slice(1))
      yield* Effect.sleep(Duration.millis(Math.random() * orders.latency))
      const discovered: Discovered.Discovered = {
        links: linksOf(page, orders.pages).map((next) => `${address.origin}/${next}`),
        contentHash: String(page)
      }
      const document: Document = {
        markdown: `page ${page}\n${"Some words of it. ".repeat(100)}`,
        metadata: { sourceURL: address.href, url: address.href, statusCode: 200 }
      }
      return { id, credits: 1, document: { ...document, [Discovered.name]: discovered } }
    })
})

const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.map(Crawler.Crawler, ({ collect }) => ({ crawl: collect }))
)

/** Posts to loopback. */
const sender = Layer.succeed(WebhookSender.WebhookSender, {
  post: ({ body, headers, timeout, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(Duration.toMillis(timeout))])
        const answer = await fetch(url, { method: "POST", body, headers: { ...headers }, signal: limit })
        return answer.status
      },
      catch: () => new CaptureError({ url: url.href, reason: new ConnectionFailed({ detail: "the hook is away" }) })
    })
})

const layer = Layer.mergeAll(
  Worker.layer({ concurrency: 3, lease: Duration.seconds(2), heartbeat: Duration.millis(200) }),
  WebhookSender.layer({ retryDelays: [500, 500, 500, 500, 500, 500], poll: Duration.millis(100) })
).pipe(
  Layer.provide(handlers),
  Layer.provide(Crawler.Crawler.layer),
  Layer.provide([scraper, sender, Robots.Robots.layerNone, Sitemaps.Sitemaps.layerNone]),
  Layer.provide(orders.point === undefined ? Layer.empty : Points.layer(orders.point, orders.times ?? 1)),
  Layer.provide(storesOf(orders.location, orders.fullMs))
)

process.stdout.write("begun\n")
await Effect.runPromise(Effect.provide(Effect.never, layer))
