/** Starting crawls and batches in v1's words (contract/v1.md §5, §6). */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { absent } from "../absent.ts"
import { effectiveLimit, readAddressed, reader, sortUrls } from "../decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest } from "../ErrorBody.ts"
import * as Jobs from "../jobs.ts"
import type { Operation } from "../Operation.ts"
import { checkScrape } from "../v2/wire.ts"
import { BatchRequest, CrawlRequest } from "./schemas.ts"
import { crawlRules, pathDepth, scrapeOptions } from "./wire.ts"

const readBatch = reader(BatchRequest)
const readCrawl = reader(CrawlRequest)

/** Most path segments when the caller names none. */
const defaultMaxDepth = 10

export const batchStart = (engines: Engines): Operation => {
  const { base, batch } = engines
  if (batch === undefined) return absent("scrape", "Batch scrapes", "json")
  return {
    kind: "scrape",
    writes: true,
    body: "json",
    price: Jobs.price,
    once: true,
    work: (call) =>
      Effect.gen(function* () {
        const read = readBatch(call.body, call.version)
        if (Result.isFailure(read)) return yield* badRequest(read.failure)
        const { appendToId, ignoreInvalidURLs = false, maxConcurrency, urls, webhook, ...rest } = read.success
        const options = scrapeOptions(rest)
        yield* checkScrape(engines, options)
        const { invalid, valid } = yield* sortUrls(urls, engines.egress, ignoreInvalidURLs, call.version)
        const { job } = yield* batch
          .start(valid, {
            ignoreInvalidURLs,
            scrapeOptions: options,
            ...(appendToId === undefined ? {} : { appendToId }),
            ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
            ...(webhook === undefined || webhook === null ? {} : { webhook })
          })
          .pipe(Effect.catchTag("JobNotFound", () => Effect.fail(Jobs.notFound)))
        return {
          success: true,
          id: job.id,
          url: `${base(call)}/${call.version}/batch/scrape/${job.id}`,
          ...(ignoreInvalidURLs ? { invalidURLs: invalid } : {})
        }
      })
  }
}

export const crawlStart = (engines: Engines): Operation => {
  const { base, crawler } = engines
  if (crawler === undefined) return absent("crawl", "Crawls", "json")
  return {
    kind: "crawl",
    writes: true,
    body: "json",
    price: Jobs.price,
    judged: true,
    once: true,
    work: (call) =>
      Effect.gen(function* () {
        const { url, value } = yield* readAddressed(readCrawl, call.body, call.version, engines.egress.policy)
        const { maxConcurrency, maxDepth = defaultMaxDepth, webhook } = value
        if (pathDepth(url) > maxDepth) {
          return yield* badRequest([
            { code: "custom", path: ["url"], message: "URL depth exceeds the specified maxDepth" }
          ])
        }
        const scrape = scrapeOptions(value.scrapeOptions ?? {})
        yield* checkScrape(engines, scrape)
        const limit = yield* effectiveLimit(engines.ledger, call.caller.account, value.limit)
        const job = yield* crawler.start(value.url, {
          ...crawlRules(value),
          maxPathDepth: maxDepth,
          limit,
          scrapeOptions: scrape,
          ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
          ...(value.delay === undefined ? {} : { delay: value.delay }),
          ...(webhook === undefined || webhook === null ? {} : { webhook })
        })
        return { success: true, id: job.id, url: `${base(call)}/${call.version}/crawl/${job.id}` }
      })
  }
}
