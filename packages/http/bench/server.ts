// Child of the benchmarks. `ours`: the API over real parts, and an article of 50 KB on this machine. `jobs FILE`: the same with jobs in a
// SQLite file and a worker, which tells its memory after every line it is sent. `fastify ANSWER`: bare Fastify.
import { Effect, Layer } from "effect"
import Fastify from "fastify"
import { createInterface } from "node:readline"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as Egress from "@orbweaver/core/network/Egress"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Format from "@orbweaver/core/scrape/Format"
import * as PageCache from "@orbweaver/core/scrape/PageCache"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import * as RawHtml from "@orbweaver/core/scrape/formats/RawHtml"
import * as Renderer from "@orbweaver/core/network/Renderer"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as Worker from "@orbweaver/core/crawl/Worker"
import * as Node from "@orbweaver/http/Node"
import { htmlFormats } from "@orbweaver/html/internal/formats"
import { sqlite } from "@orbweaver/storage/sqlite"
import { start } from "@orbweaver/testing/TestSite"
import { open } from "../test/assembly.ts"

const [mode, argument = ""] = process.argv.slice(2)

/** Some 14 KB of text, different for each address, as a page would be. */
const page = (url: URL) => new TextEncoder().encode(`<p>${`${url.pathname} spins `.repeat(1000)}</p>`)

const pages = Layer.succeed(Fetcher.Fetcher, {
  fetch: ({ url }) => Effect.succeed({ url, status: 200, headers: { "content-type": "text/html" }, body: page(url) })
})

const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.map(Batch.Batch, ({ collect }) => TaskHandlers.refuseOthers({ batch: collect }))
)

/** Stores in the file of this name. */
const jobs = (file: string) =>
  Worker.layer({ concurrency: 16 }).pipe(
    Layer.provide(handlers),
    Layer.provideMerge(Batch.Batch.layer),
    Layer.provide([Robots.Robots.layerNone, Fetcher.Fetcher.layerNone]),
    Layer.provideMerge(
      Scraper.Scraper.layerAlone.pipe(
        Layer.provide([pages, Renderer.Renderer.layerNone, PageCache.PageCache.layerNone, Parsers.Parsers.layer()]),
        Layer.provideMerge(Format.Formats.layer(RawHtml.rawHtml, ...htmlFormats()))
      )
    ),
    Layer.provideMerge([Egress.Egress.layer({ allowLocal: true }), sqlite(file)])
  )

const serve = Effect.gen(function* () {
  const { url } = yield* Node.listen({ port: 0 })
  console.log(url)
  return yield* Effect.never
}).pipe(Effect.scoped)

if (mode === "fastify") {
  const answer = JSON.parse(argument) as object
  const app = Fastify()
  app.post("/v2/scrape", { schema: { body: { type: "object", required: ["url"] } } }, async () => answer)
  console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
} else if (mode === "jobs") {
  Effect.runFork(Effect.provide(serve, Layer.merge(jobs(argument), ApiKeys.ApiKeys.layerOpen())))
  createInterface(process.stdin).on("line", () => {
    globalThis.gc?.()
    console.log(Math.round(process.memoryUsage.rss() / 1e6))
  })
} else {
  const site = await start()
  console.log(site.url("/article").href)
  Effect.runFork(Effect.provide(serve, open))
}
