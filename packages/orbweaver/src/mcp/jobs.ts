/** Tools on whole sites: crawl and extract, which wait a while and can be asked again. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Agent, type AgentStatus, decode as decodeAgent } from "@orbweaver/extraction/agent/Agent"
import { optionFields } from "@orbweaver/extraction/internal/agent/AgentOptions"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { CrawlOptions, decode as decodeCrawl } from "@orbweaver/core/model/CrawlOptions"
import { decode as decodeExtract, ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import type { ExtractStatus } from "@orbweaver/extraction/extract/ExtractStatus"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { type AnyOption, withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import { backwardWarning, isFinal, JobId } from "@orbweaver/core/model/Job"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { CrawlPrompts, plan } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { counted } from "@orbweaver/core/internal/support/counted"
import { ended } from "../jobs/waiting.ts"
import { optionInputs } from "./optionInputs.ts"
import { jsonText, pageText } from "./pages.ts"
import { contextFields, tool } from "./Tool.ts"

const optional = Schema.optionalKey
const Strings = Schema.Array(Schema.String)
const Id = Schema.String.annotate({ description: "The id that crawl, extract or agent gave" })
const Wait = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })).annotate({
  description: "Seconds to wait for the end (default 30); the job goes on afterwards"
})
const defaultWait = 30

/** Waits, at most so long; running out of time is no failure. */
const waited = (id: string, seconds = defaultWait) =>
  seconds === 0 ? Effect.void : ended(id, {}).pipe(Effect.timeoutOption(`${seconds} seconds`), Effect.asVoid)

/** A model reads what a tool gives, so it asks for fewer pages than a program. */
const crawlDefaults = { limit: 20 } as const
const extractDefaults = { limit: 10 } as const

/** Models write a JSON Schema as an object. */
const withSchemaObject = <Fields extends { readonly schema: AnyOption }>(fields: Fields) => ({
  ...fields,
  schema: withSchema(fields.schema, Schema.Record(Schema.String, Schema.Json))
})

export const crawl = tool({
  name: "crawl",
  title: "Read a site",
  description:
    "Starts at an address and reads the pages of its site. Answers with the state and what was read by then; crawl_status reads on.",
  readOnly: false,
  parameters: Schema.Struct({
    url: Schema.String,
    prompt: optional(Schema.String.annotate({ description: "Which pages, in words: only the blog, at most 50 pages" })),
    ...optionInputs(CrawlOptions.fields, crawlDefaults),
    waitSeconds: optional(Wait),
    maxTokens: contextFields.maxTokens
  }),
  continuation: "Call crawl_status with the id",
  run: Effect.fnUntraced(function* ({ prompt, url, waitSeconds, ...options }) {
    const crawler = yield* Crawler
    const explicit = yield* decodeCrawl(prompt === undefined ? { ...crawlDefaults, ...options } : options)
    const asked = prompt === undefined ? explicit : (yield* plan(yield* CrawlPrompts, url, prompt, explicit)).options
    const { id } = yield* crawler.start(url, { ...crawlDefaults, ...asked })
    yield* waited(id, waitSeconds)
    return yield* crawlText(id)
  })
})

export const crawlStatus = tool({
  name: "crawl_status",
  title: "Look at a crawl",
  description: "State of a crawl and the pages that it has read.",
  parameters: Schema.Struct({ id: Id, waitSeconds: optional(Wait), ...contextFields }),
  run: ({ id, waitSeconds = 0 }) => Effect.andThen(waited(id, waitSeconds), crawlText(id))
})

export const cancel = tool({
  name: "cancel",
  title: "Stop a crawl or an extraction",
  description: "Stops a crawl, an extraction or an agent; what it has read stays.",
  readOnly: false,
  parameters: Schema.Struct({ id: Id, maxTokens: contextFields.maxTokens }),
  run: ({ id }) =>
    JobStore.use((store) => store.move(JobId.make(id), "cancelled")).pipe(
      Effect.map((stopped) => (stopped ? "Stopped." : "It had ended already."))
    )
})

export const extract = tool({
  name: "extract",
  title: "Read data from pages",
  description:
    "Reads data by a JSON Schema or a prompt from pages and sites (https://example.com/shop/*), put together over the pages with the sources of each value. extract_status asks again.",
  readOnly: false,
  parameters: Schema.Struct({
    urls: Strings.annotate({ description: "Pages, and sites as https://example.com/shop/*" }),
    ...optionInputs(withSchemaObject(ExtractOptions.fields), extractDefaults),
    waitSeconds: optional(Wait),
    maxTokens: contextFields.maxTokens
  }),
  continuation: "Call extract_status with the id",
  run: Effect.fnUntraced(function* ({ urls, waitSeconds, ...options }) {
    const extractor = yield* Extractor
    const { job } = yield* extractor.start(urls, yield* decodeExtract({ ...extractDefaults, ...options }))
    yield* waited(job.id, waitSeconds)
    return extractText(yield* extractor.status(job.id))
  })
})

export const extractStatus = tool({
  name: "extract_status",
  title: "Look at an extraction",
  description: "State of an extraction, and what it found.",
  parameters: Schema.Struct({ id: Id, waitSeconds: optional(Wait), ...contextFields }),
  run: Effect.fnUntraced(function* ({ id, waitSeconds = 0 }) {
    yield* waited(id, waitSeconds)
    return extractText(yield* Extractor.use((extractor) => extractor.status(JobId.make(id))))
  })
})

export const agent = tool({
  name: "agent",
  title: "Let a model find something out",
  description:
    "A model of this server searches, maps and reads by itself until it can answer, with the pages that say each value. agent_status asks again. Needs a server with a model.",
  readOnly: false,
  parameters: Schema.Struct({
    prompt: Schema.String,
    ...optionInputs(withSchemaObject(optionFields)),
    waitSeconds: optional(Wait),
    maxTokens: contextFields.maxTokens
  }),
  continuation: "Call agent_status with the id",
  run: Effect.fnUntraced(function* ({ waitSeconds, ...options }) {
    const engine = yield* Agent
    const { id } = yield* engine.start(yield* decodeAgent(options))
    yield* waited(id, waitSeconds)
    return agentText(yield* engine.status(id))
  })
})

export const agentStatus = tool({
  name: "agent_status",
  title: "Look at an agent",
  description: "Steps of an agent, and its answer.",
  parameters: Schema.Struct({ id: Id, waitSeconds: optional(Wait), ...contextFields }),
  run: Effect.fnUntraced(function* ({ id, waitSeconds = 0 }) {
    yield* waited(id, waitSeconds)
    return agentText(yield* Agent.use((engine) => engine.status(JobId.make(id))))
  })
})

const agentText = (status: AgentStatus): string =>
  [
    `Agent ${status.id}: ${status.status}.`,
    ...(status.status === "processing" ? ["It goes on: ask agent_status with this id."] : []),
    ...(status.error === undefined ? [] : [status.error]),
    ...(status.warning === undefined ? [] : [`Warning: ${status.warning}`]),
    ...(status.message === undefined ? [] : [status.message]),
    ...(status.data === undefined ? [] : [jsonText(status.data)]),
    "Steps:",
    ...status.steps.map(({ input, reason, tool }) => `${tool} ${input}: ${reason}`),
    "Sources:",
    ...status.sources.map(({ title, url }) => `${url} ${title}`)
  ].join("\n")

/** Pages that are put into one text; what it holds more is read by a later job or by `scrape`. */
const maxPages = 500

/** The state stands last, since more pages may come while the text is read. */
const crawlText = Effect.fnUntraced(function* (id: string) {
  const store = yield* JobStore
  const job = yield* store.get(JobId.make(id))
  const results = yield* store.results(job.id, { after: 0, limit: maxPages })
  const failures = yield* store.failures(job.id, { after: 0, limit: 20 })
  const { completed, failed } = job.counts
  const backward = backwardWarning(job)
  const state = [
    `State: ${job.status}, ${describePages(`${counted(completed, "page")} read`, job.statusCounts)}, ${failed} failed.`,
    ...(job.error === undefined ? [] : [job.error]),
    ...(backward === undefined ? [] : [`Warning: ${backward}`]),
    ...(isFinal(job.status) ? [] : ["It goes on: ask crawl_status with this id."]),
    ...failures.map(({ error, url }) => `Failed: ${url}: ${error}`)
  ]
  const head = `Crawl ${id} of ${job.origin}`
  return [head, ...results.map(({ document }) => pageText(document)), state.join("\n")].join("\n\n---\n\n")
})

const extractText = (status: ExtractStatus): string =>
  [
    `Extraction ${status.id}: ${status.status}.`,
    ...(status.status === "processing" ? ["It goes on: ask extract_status with this id."] : []),
    ...(status.error === undefined ? [] : [status.error]),
    ...(status.warning === undefined ? [] : [`Warning: ${status.warning}`]),
    ...(status.data === undefined ? [] : [jsonText(status.data)]),
    ...(status.sources === undefined ? [] : ["Sources:", jsonText(status.sources)])
  ].join("\n\n")
