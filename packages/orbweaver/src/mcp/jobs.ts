/** Tools on whole sites: a crawl, which waits a while and can be asked again. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { CrawlOptions, decode as decodeCrawl } from "@orbweaver/core/model/CrawlOptions"
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import { isFinal } from "@orbweaver/core/model/Job"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { CrawlPrompts, plan } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { CurrentJobStart } from "@orbweaver/http/internal/doors/mcp/McpTools"
import { counted } from "@orbweaver/core/internal/support/counted"
import { Id, ownJob, waitAtMost, waitSeconds } from "./jobTools.ts"
import { optionInputs } from "./optionInputs.ts"
import { pageText } from "./pages.ts"
import { tool } from "./Tool.ts"

const optional = Schema.optionalKey

/** A model reads what a tool gives, so it asks for fewer pages than a program. */
const crawlDefaults = { limit: 20 } as const

export const crawl = tool({
  name: "crawl",
  endpoint: "startCrawl",
  title: "Read a site",
  description:
    "Starts at an address and reads the pages of its site. Answers with the state and what was read by then; crawl_status reads on.",
  readOnly: false,
  fields: {
    url: Schema.String,
    prompt: optional(Schema.String.annotate({ description: "Which pages, in words: only the blog, at most 50 pages" })),
    ...optionInputs(CrawlOptions.fields, crawlDefaults),
    waitSeconds
  },
  continuation: "Call crawl_status with the id",
  run: Effect.fnUntraced(function* ({ prompt, url, waitSeconds, ...options }) {
    const crawler = yield* Crawler
    const explicit = yield* decodeCrawl(prompt === undefined ? { ...crawlDefaults, ...options } : options)
    const asked = prompt === undefined ? explicit : (yield* plan(yield* CrawlPrompts, url, prompt, explicit)).options
    const start = yield* CurrentJobStart
    const { id } = yield* start(crawler.start(url, { ...crawlDefaults, ...asked }))
    yield* waitAtMost(id, waitSeconds)
    return yield* crawlText(id)
  })
})

export const crawlStatus = tool({
  name: "crawl_status",
  endpoint: "getCrawlStatus",
  title: "Look at a crawl",
  description: "State of a crawl and the pages that it has read.",
  fields: { id: Id, waitSeconds },
  run: ({ id, waitSeconds = 0 }) => Effect.andThen(waitAtMost(id, waitSeconds), crawlText(id))
})

export const cancel = tool({
  name: "cancel",
  endpoint: "cancelCrawl",
  title: "Stop a crawl or an extraction",
  description: "Stops a crawl, an extraction or an agent; what it has read stays.",
  readOnly: false,
  fields: { id: Id },
  run: ({ id }) =>
    Effect.flatMap(ownJob(id), (job) => JobStore.use((store) => store.move(job.id, "cancelled"))).pipe(
      Effect.map((stopped) => (stopped ? "Stopped." : "It had ended already."))
    )
})

/** Pages that are put into one text; what it holds more is read by a later job or by `scrape`. */
const maxPages = 500

/** The state stands last, since more pages may come while the text is read. */
const crawlText = Effect.fnUntraced(function* (id: string) {
  const store = yield* JobStore
  const job = yield* ownJob(id)
  const results = yield* store.results(job.id, { after: 0, limit: maxPages })
  const failures = yield* store.failures(job.id, { after: 0, limit: 20 })
  const { completed, failed } = job.counts
  const state = [
    `State: ${job.status}, ${describePages(`${counted(completed, "page")} read`, job.statusCounts)}, ${failed} failed.`,
    ...(job.error === undefined ? [] : [job.error]),
    ...(yield* jobWarnings(store, job)).map((warning) => `Warning: ${warning}`),
    ...(isFinal(job.status) ? [] : ["It goes on: ask crawl_status with this id."]),
    ...failures.map(({ error, url }) => `Failed: ${url}: ${error}`)
  ]
  const head = `Crawl ${id} of ${job.origin}`
  return [head, ...results.map(({ document }) => pageText(document)), state.join("\n")].join("\n\n---\n\n")
})
