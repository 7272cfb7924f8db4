/** Pages of a crawl as an Effect Stream, with spans and metrics: `node effectPipeline.ts https://example.com`. */
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { decode } from "@orbweaver/core/model/CrawlOptions"
import { Effect, Metric, Stream } from "effect"
import { layer } from "orbweaver/effect"
import { pages } from "orbweaver/jobs/pages"

export const characters = Metric.counter("characters_indexed", { description: "Characters of Markdown" })

const index = Effect.fn("index")(function* (url: string, markdown: string) {
  yield* Effect.annotateCurrentSpan({ url, length: markdown.length })
  yield* Metric.update(characters, markdown.length)
  return url
})

export const indexSite = Effect.fn("indexSite")(function* (url: string) {
  const crawler = yield* Crawler
  const { id } = yield* crawler.start(url, yield* decode({ limit: 50 }))
  return yield* pages(id).pipe(
    Stream.mapEffect(({ document }) => index(document.metadata.url ?? url, document.markdown ?? ""), {
      concurrency: 4
    }),
    Stream.runCollect
  )
})

if (import.meta.main) {
  // Spans go where a tracer is provided: `OtlpTracer.layer` of effect, for example.
  const program = indexSite(process.argv[2] ?? "https://example.com").pipe(Effect.provide(layer()))
  console.log(await Effect.runPromise(program))
}
