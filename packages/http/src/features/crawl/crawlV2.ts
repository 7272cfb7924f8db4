/** Crawls of v2 (docs/reference/v2.md §10). */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import { readAddressed, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import * as Jobs from "../jobs/pageJobs.ts"
import type { Operation } from "../../gate/Operation.ts"
import { effectiveLimit } from "./effectiveLimit.ts"
import { withPrompt } from "./prompts.ts"
import { retention } from "../scrape/retention.ts"
import { CrawlRequest } from "../../v2/schemas.ts"
import { scrapeOptions } from "../../v2/wire.ts"
import { checkScrape } from "../scrape/checkScrape.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { webhookOf } from "../jobs/webhooks.ts"

const readCrawl = reader(CrawlRequest)

export const crawlStartV2 = (engines: Engines): Operation => {
  const { base } = engines
  return offered(engines.crawler, "Crawls")(
    { kind: "crawl", writes: true, body: "json", price: Jobs.price, judged: true, startsJob: () => true, once: true },
    (crawler, call) =>
      Effect.gen(function* () {
        const { value } = yield* readAddressed(readCrawl, call.body, call.version, engines.egress.policy)
        const { integration: _, origin: __, prompt, url, webhook, zeroDataRetention, ...explicit } = value
        const { answer, options } = yield* withPrompt(engines, url, prompt, explicit)
        const asked = scrapeOptions(options.scrapeOptions ?? {})
        const scrape = yield* Effect.fromResult(retention({ zeroDataRetention }, asked))
        yield* checkScrape(engines, scrape)
        const notes = unsupportedFieldNotes(call.body)
        const limit = yield* effectiveLimit(engines.ledger, call.caller.account, options.limit)
        const job = yield* crawler.start(url, {
          ...options,
          limit,
          scrapeOptions: scrape,
          ...(notes.length === 0 ? {} : { notes }),
          ...webhookOf(engines, webhook)
        })
        return Jobs.started(`${base(call)}/${call.version}/crawl`, job, answer, notes)
      })
  )
}

/** What `crawl/active` shows of a crawl's options: the v2 names that it is stored by. */
export const activeOptions = (request: Readonly<Record<string, unknown>>): object =>
  Struct.omit(request, ["url", "webhook", "dataName", "notes"])
