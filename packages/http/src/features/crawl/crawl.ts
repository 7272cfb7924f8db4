/** Starting a crawl, which the versions word differently (docs/reference/v1.md §6, docs/reference/v2.md §10). */
import { pathDepth } from "@orbweaver/core/internal/crawl/Discovery"
import { defined } from "@orbweaver/core/internal/support/defined"
import type { StartOptions } from "@orbweaver/core/crawl/Crawler"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import { readAddressed, type Reader, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest, type WireError } from "../../wire/ErrorBody.ts"
import * as Jobs from "../jobs/pageJobs.ts"
import type { Operation } from "../../gate/Operation.ts"
import { withoutCommon } from "../../wire/schemas.ts"
import { effectiveLimit } from "./effectiveLimit.ts"
import { withPrompt } from "./prompts.ts"
import * as V1 from "../../v1/schemas.ts"
import * as WireV1 from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import * as WireV2 from "../../v2/wire.ts"

interface CrawlWording<A, Explicit extends StartOptions> {
  readonly read: Reader<A>
  readonly check?: (url: URL, body: A) => Effect.Effect<void, WireError>
  /** Options that win over those of a prompt. */
  readonly explicit: (body: A) => Explicit
  readonly scrapeOptions: (options: Pick<Explicit, "scrapeOptions">, body: A) => ScrapeOptions
  /** Options that no prompt concerns. */
  readonly more?: (body: A) => StartOptions
}

const start = <
  A extends Pick<V2.CrawlRequest, "url" | "prompt" | "webhook" | "zeroDataRetention">,
  Explicit extends StartOptions
>(
  engines: Engines,
  words: CrawlWording<A, Explicit>
): Operation => {
  const { base } = engines
  return offered(engines.crawler, "Crawls")(
    {
      kind: "crawl",
      writes: true,
      body: "json",
      profile: "scrapeOptions",
      price: Jobs.price,
      judged: true,
      startsJob: () => true,
      once: true
    },
    (crawler, call) =>
      Effect.gen(function* () {
        const { url, value } = yield* readAddressed(words.read, call.body, call.version, engines.egress.policy)
        yield* words.check?.(url, value) ?? Effect.void
        const { answer, options } = yield* withPrompt(engines, value.url, value.prompt, words.explicit(value))
        const pages = yield* Jobs.pageOptions(engines, call, value, words.scrapeOptions(options, value))
        const limit = yield* effectiveLimit(engines.ledger, call.caller.account, options.limit)
        const job = yield* crawler.start(value.url, { ...options, ...words.more?.(value), limit, ...pages })
        return Jobs.started(`${base(call)}/${call.version}/crawl`, job, answer, pages.notes)
      })
  )
}

const readV2 = reader(V2.CrawlRequest)

export const crawlStartV2 = (engines: Engines): Operation =>
  start(engines, {
    read: readV2,
    explicit: (body) => Struct.omit(withoutCommon(body), ["prompt", "url", "webhook"]),
    scrapeOptions: ({ scrapeOptions = {} }) => WireV2.scrapeOptions(scrapeOptions)
  })

/** What `crawl/active` shows of a crawl's options: the v2 names that it is stored by. */
export const activeOptions = (request: Readonly<Record<string, unknown>>): object =>
  Struct.omit(request, ["url", "webhook", "dataName", "notes"])

const readV1 = reader(V1.CrawlRequest)

/** Most path segments when the caller names none. */
const defaultMaxDepth = 10

export const crawlStartV1 = (engines: Engines): Operation =>
  start(engines, {
    read: readV1,
    check: (url, { maxDepth = defaultMaxDepth }) =>
      pathDepth(url) > maxDepth
        ? badRequest([{ code: "custom", path: ["url"], message: "URL depth exceeds the specified maxDepth" }])
        : Effect.void,
    explicit: ({ delay, limit, ...rules }) => ({ ...WireV1.crawlRules(rules), ...defined({ limit, delay }) }),
    scrapeOptions: (_, { scrapeOptions = {} }) => WireV1.scrapeOptions(scrapeOptions),
    more: ({ maxConcurrency, maxDepth = defaultMaxDepth, scrapeOptions = {} }) => ({
      maxPathDepth: maxDepth,
      ...WireV1.dataName(scrapeOptions),
      ...defined({ maxConcurrency })
    })
  })
