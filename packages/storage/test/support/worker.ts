/**
 * A worker in a process of its own, for tests that kill it. Arguments: the
 * store (a file, `postgres://…#schema`, or a file and the bucket of its
 * documents as JSON), the job, pages of the site. Prints
 * a line for every page that it scrapes, and ends when the job has ended.
 */
import * as Format from "@orbweaver/core/scrape/Format"
import * as Batch from "@orbweaver/core/crawl/Batch"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Discovered from "@orbweaver/core/internal/scrape/formats/Discovered"
import type * as Document from "@orbweaver/core/model/Document"
import * as Job from "@orbweaver/core/model/Job"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Fetcher from "@orbweaver/core/network/Fetcher"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Scraper from "@orbweaver/core/scrape/Scraper"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import * as TaskHandlers from "@orbweaver/core/jobs/TaskHandlers"
import * as Worker from "@orbweaver/core/crawl/Worker"
import { sqlite } from "@orbweaver/storage"
import type { DocumentOptions } from "@orbweaver/storage/s3"
import { Duration, Effect, Layer, Schedule } from "effect"

const [location = "", job = "", count = "0", latency = "0", concurrency = "4", hosts = "1"] = process.argv.slice(2)

export const storeOf = (location: string) =>
  location.startsWith("postgres://")
    ? Layer.unwrap(
        Effect.promise(async () => {
          const { postgres } = await import("@orbweaver/storage/postgres")
          const [url, schema] = location.split("#") as [string, string]
          return postgres(url, { schema, maxConnections: 4 })
        })
      )
    : location.startsWith("{")
      ? Layer.unwrap(
          Effect.promise(async () => {
            const { withBucket } = await import("./documentStore.ts")
            const { bucket, file } = JSON.parse(location) as { readonly file: string; readonly bucket: DocumentOptions }
            return withBucket(file, bucket)
          })
        )
      : sqlite(location)

/** When the first page came: what it took to start is no part of a page's cost. */
let atFirstPage: NodeJS.CpuUsage | undefined

/** A site of numbered pages on one host or more, each linking to two more: scraped without a network. */
const scraper = Layer.succeed(Scraper.Scraper, {
  scrape: (url, _options, { id = "" } = {}) =>
    Effect.gen(function* () {
      const address = new URL(url)
      const page = Number(address.pathname.slice(1))
      atFirstPage ??= process.cpuUsage()
      process.stdout.write(`${page}\n`)
      yield* Effect.sleep(Duration.millis(Number(latency)))
      const links = [page * 2 + 1, page * 2 + 2].filter((next) => next < Number(count))
      const discovered: Discovered.Discovered = {
        links: links.map(
          (next) => `${Number(hosts) === 1 ? address.origin : `http://h${next % Number(hosts)}.site.test`}/${next}`
        ),
        contentHash: String(page),
        bytes: 100
      }
      const document: Document.Document = {
        markdown: `page ${page}`,
        metadata: { sourceURL: address.href, url: address.href, statusCode: 200 }
      }
      return { id, credits: 1, document: { ...document, [Discovered.name]: discovered } }
    })
})

const handlers = Layer.effect(
  TaskHandlers.TaskHandlers,
  Effect.gen(function* () {
    return TaskHandlers.refuseOthers({
      crawl: (yield* Crawler.Crawler).collect,
      batch: (yield* Batch.Batch).collect
    })
  })
)

if (import.meta.main) {
  const layer = Worker.layer({
    concurrency: Number(concurrency),
    lease: Duration.seconds(1),
    heartbeat: Duration.millis(200)
  }).pipe(
    Layer.provide(handlers),
    Layer.provideMerge(Layer.mergeAll(Crawler.Crawler.layer, Batch.Batch.layer)),
    Layer.provideMerge([
      scraper,
      Robots.Robots.layerNone,
      Fetcher.Fetcher.layerNone,
      Sitemaps.Sitemaps.layerNone,
      Format.Formats.layer()
    ]),
    Layer.provideMerge(storeOf(location))
  )
  const ended = Effect.map(
    JobStore.JobStore.use((store) => store.get(Job.JobId.make(job))),
    ({ status }) => Job.isFinal(status)
  )
  await Effect.runPromise(
    ended.pipe(
      Effect.repeat({ until: (over) => over, schedule: Schedule.spaced(Duration.millis(50)) }),
      Effect.provide(layer)
    )
  )
  const { system, user } = process.cpuUsage(atFirstPage)
  process.stdout.write(`processor ${Math.round((system + user) / 1000)}\n`)
}
