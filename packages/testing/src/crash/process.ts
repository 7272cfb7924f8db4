/**
 * One process of a crawl, for the crash suite: a server that starts jobs, or a
 * worker; both work on pages and send webhooks. Its one argument is JSON
 * (`Orders`). It runs until it is killed.
 */
import * as Format from "@orbweaver/core/scrape/Format"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as WebhookSender from "@orbweaver/core/jobs/WebhookSender"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import type { Document } from "@orbweaver/core/model/Document"
import type { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { JobId } from "@orbweaver/core/model/Job"
import * as Discovered from "@orbweaver/core/internal/scrape/formats/Discovered"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { makeClock } from "./clock.ts"
import * as Points from "./points.ts"
import { linksOf } from "./site.ts"
import type { CrashTarget, Restart } from "./target.ts"

export interface Orders extends Omit<Restart, "maxFileBytes"> {
  readonly role: "server" | "worker"
  /** Address of the module whose `target` is tested. */
  readonly target: string
  readonly location: string
  readonly pages: number
  /** Most milliseconds that a page takes. */
  readonly latency: number
  /** Milliseconds that the clock is ahead from the start on. */
  readonly clock: number
}

const run = async (orders: Orders): Promise<void> => {
  const shiftClock = makeClock()
  shiftClock(orders.clock)
  process.on("message", ({ clock }: { readonly clock: number }) => shiftClock(clock))
  // Whoever started this one has gone.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))

  const { target } = (await import(orders.target)) as { readonly target: CrashTarget }
  const points = Points.make(orders.point, orders.times)

  const scraper = Layer.succeed(Scraper.Scraper, {
    scrape: (url, _options, { id = "" } = {}) =>
      Effect.gen(function* () {
        const address = new URL(url)
        const page = Number(address.pathname.slice(1))
        yield* Effect.sleep(Duration.millis(Math.random() * orders.latency))
        const discovered: Discovered.Discovered = {
          links: linksOf(page, orders.pages).map((next) => `${address.origin}/${next}`),
          contentHash: String(page),
          bytes: 100
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
    Effect.map(Crawler.Crawler, ({ collect }) => TaskHandlers.refuseOthers({ crawl: collect }))
  )

  const layer = Layer.mergeAll(
    Worker.layer({ concurrency: 3, lease: Duration.seconds(2), heartbeat: Duration.millis(200) }),
    WebhookSender.layer({
      timeout: Duration.seconds(2),
      retryDelays: [500, 500, 500, 500, 500, 500],
      poll: Duration.millis(100)
    }),
    orders.role === "server" ? server : Layer.effectDiscard(Effect.sync(() => process.send?.({})))
  ).pipe(
    Layer.provide(handlers),
    Layer.provide(Crawler.Crawler.layer),
    Layer.provide([
      scraper,
      Layer.succeed(WebhookSender.WebhookSender, points.post(sender)),
      Robots.Robots.layerNone,
      Fetcher.Fetcher.layerNone,
      Sitemaps.Sitemaps.layerNone,
      Format.Formats.layer()
    ]),
    Layer.provide(orders.point === undefined ? Layer.empty : points.layer),
    Layer.provide(target.stores(orders.location, { store: orders.store, aroundCommit: points.aroundCommit }))
  )
  await Effect.runPromise(Effect.provide(Effect.never, layer))
}

/** Posts to loopback. */
const sender: WebhookSender.WebhookSender["Service"] = {
  post: ({ body, headers, timeout, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(Duration.toMillis(timeout))])
        const answer = await fetch(url, { method: "POST", body, headers: { ...headers }, signal: limit })
        return answer.status
      },
      catch: () => new CaptureError({ url: url.href, reason: new ConnectionFailed({ detail: "the hook is away" }) })
    })
}

/** `POST /` with the options of a crawl gives its id; `GET /ID` its status. */
const server = Layer.effectDiscard(
  Effect.gen(function* () {
    const crawler = yield* Crawler.Crawler
    const jobs = yield* JobStore
    const answer = async (request: IncomingMessage, text: string): Promise<unknown> => {
      if (request.method !== "POST") {
        return Effect.runPromise(jobs.get(JobId.make((request.url ?? "/").slice(1))))
      }
      const { id } = await Effect.runPromise(crawler.start("http://site.test/0", JSON.parse(text) as CrawlOptions))
      return { id }
    }
    const http = createServer((request: IncomingMessage, response: ServerResponse) => {
      let text = ""
      request.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      request.on("end", () => {
        answer(request, text).then(
          (body) => response.end(JSON.stringify(body)),
          (error: unknown) => response.writeHead(503).end(String(error))
        )
      })
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))),
      () => Effect.sync(() => http.close())
    )
    const address = http.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    process.send?.({ url: `http://127.0.0.1:${port}/` })
  })
)

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? "{}") as Orders)
