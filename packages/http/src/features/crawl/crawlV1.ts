/** Crawls of v1 (docs/reference/v1.md §6). */
import { pathDepth } from "@orbweaver/core/internal/crawl/Discovery"
import * as Effect from "effect/Effect"
import { offered } from "../notImplemented.ts"
import { readAddressed, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest } from "../../wire/ErrorBody.ts"
import * as Jobs from "../jobs/pageJobs.ts"
import type { Operation } from "../../gate/Operation.ts"
import { effectiveLimit } from "./effectiveLimit.ts"
import { withPrompt } from "./prompts.ts"
import { retention } from "../scrape/retention.ts"
import { checkScrape } from "../scrape/checkScrape.ts"
import { CrawlRequest } from "../../v1/schemas.ts"
import { crawlRules, dataName, scrapeOptions } from "../../v1/wire.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { webhookOf } from "../jobs/webhooks.ts"

const readCrawl = reader(CrawlRequest)

/** Most path segments when the caller names none. */
const defaultMaxDepth = 10

export const crawlStartV1 = (engines: Engines): Operation => {
  const { base } = engines
  return offered(engines.crawler, "Crawls")(
    { kind: "crawl", writes: true, body: "json", price: Jobs.price, judged: true, startsJob: () => true, once: true },
    (crawler, call) =>
      Effect.gen(function* () {
        const { url, value } = yield* readAddressed(readCrawl, call.body, call.version, engines.egress.policy)
        const { maxConcurrency, maxDepth = defaultMaxDepth, webhook } = value
        if (pathDepth(url) > maxDepth) {
          return yield* badRequest([
            { code: "custom", path: ["url"], message: "URL depth exceeds the specified maxDepth" }
          ])
        }
        const scrape = yield* Effect.fromResult(retention(value, scrapeOptions(value.scrapeOptions ?? {})))
        yield* checkScrape(engines, scrape)
        const { answer, options } = yield* withPrompt(engines, value.url, value.prompt, {
          ...crawlRules(value),
          ...(value.limit === undefined ? {} : { limit: value.limit }),
          ...(value.delay === undefined ? {} : { delay: value.delay })
        })
        const notes = unsupportedFieldNotes(call.body)
        const limit = yield* effectiveLimit(engines.ledger, call.caller.account, options.limit)
        const job = yield* crawler.start(value.url, {
          ...options,
          maxPathDepth: maxDepth,
          limit,
          scrapeOptions: scrape,
          ...dataName(value.scrapeOptions ?? {}),
          ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
          ...(notes.length === 0 ? {} : { notes }),
          ...webhookOf(engines, webhook)
        })
        return Jobs.started(`${base(call)}/${call.version}/crawl`, job, answer, notes)
      })
  )
}
