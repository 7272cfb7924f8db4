/**
 * An agent: a model that searches, maps and reads until it can answer a prompt, as a job.
 *
 * ```
 * prompt ─► model ─► search, map or read ─► what came of it ─► model ─► … ─► answer ─► data by the schema
 *                     pages of the job, by any worker
 * ```
 *
 * Pages are pages of the job: fetched under the same egress policy, charged once, and kept when a worker dies. What a page
 * says is data to the model, and each value of the answer is looked up on the pages that were read.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { awaitSettled, pagesOf, resultsOf } from "@orbweaver/core/internal/jobs/jobPages"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isFinal, type Job, type JobId, type JobNotFound } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Url from "@orbweaver/core/model/Url"
import { readWebhook } from "@orbweaver/core/model/WebhookOptions"
import { promptOf } from "@orbweaver/core/network/ModelClient"
import { searchWithDeadline, SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { commonStatus, type JobEngine, jobsOf, stateReader } from "../jobs/jobEngine.ts"
import { generateJson } from "../json/askJson.ts"
import { defined } from "../json/defined.ts"
import { indexSchema } from "../json/schemaIndex.ts"
import { generateObject } from "../model/generateObject.ts"
import { paid, toOutcome } from "../model/meteredModel.ts"
import { type AgentOptions, AgentOptions as Options, defaults } from "./AgentOptions.ts"
import { AgentState, type AgentStatus, initialState, toolNames } from "./AgentState.ts"
import { valueSources } from "./valueSources.ts"

export { decode, type AgentOptions } from "./AgentOptions.ts"
export { type AgentSource, AgentStatus, type AgentStep } from "./AgentState.ts"

/** There is no model to be the agent. */
export class AgentUnavailable extends Schema.TaggedError<AgentUnavailable>()("AgentUnavailable", {}) {
  override get message() {
    return "Agents need a model: configure one"
  }
}

export interface Service extends JobEngine<AgentStatus> {
  readonly start: (options: AgentOptions) => Effect.Effect<Job, AgentUnavailable | InvalidInput | StoreError>
}

type Needs = JobStore | Frontier | Ledger | SearchProvider | Mapper

export class Agent extends Context.Service<Agent, Service>()("@orbweaver/extraction/Agent") {
  static readonly layer = (model?: LanguageModel): Layer.Layer<Agent, never, Needs> => Layer.effect(Agent, make(model))
}

const bounds = {
  /** Pages read in one step, and links or hits that are shown of another. */
  pages: 5,
  links: 50,
  hits: 8,
  /** Characters of a page, of all pages, and of what a step is remembered by. */
  page: 12_000,
  all: 90_000,
  result: 4_000,
  answer: 20_000,
  /** Tokens of a whole run. */
  tokens: 500_000,
  /** Times that the model may fail one after another. */
  failures: 3
} as const
const searchWait = Duration.seconds(20)
const mapWait = 30_000
const pagesWait = 60_000
/** Time that is kept for the answer, as a part of all. */
const answerShare = 0.25

const Request = Schema.Struct({
  ...Options.fields,
  scrapeOptions: Schema.Struct({ formats: Schema.Array(Schema.String), timeout: Schema.Int })
})
const stateOf = stateReader(AgentState, initialState)

const Step = Schema.Struct({
  tool: Schema.Literals(toolNames),
  query: Schema.String,
  urls: Schema.Array(Schema.String),
  answer: Schema.String,
  reason: Schema.String
})

const instructions = (canSearch: boolean) =>
  `You find something out on the web for somebody, with tools, one at a time. Answer with "tool" and what it needs, the rest empty:
${canSearch ? `- "search": "query", words for a search engine;\n` : ""}- "map": "urls" with one address, to list the addresses of its site; "query" may hold words that they should be about;
- "read": "urls", up to ${bounds.pages} addresses to read, such as those that you were given, or that a search, a map or a page has shown;
- "answer": "answer", once what was read says it, or nothing more can be found: what they wanted to know, in full, from what was read alone.
"reason" says in a few words why. Never make up an address or a fact.`

const make = Effect.fnUntraced(function* (model?: LanguageModel) {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const ledger = yield* Ledger
  const provider = yield* SearchProvider
  const mapper = yield* Mapper

  const jobs = jobsOf(store, "agent", "Agent", Request)

  const start: Service["start"] = Effect.fn("Agent.start")(function* ({ webhook: target, ...options }) {
    if (model === undefined) return yield* new AgentUnavailable()
    for (const [index, url] of (options.urls ?? []).entries()) {
      yield* Effect.mapError(Url.parse(url), ({ message }) => invalid("agent options", ["urls", index], message))
    }
    const webhook = target === undefined ? undefined : yield* readWebhook(target)
    return yield* jobs.create({
      request: { ...options, scrapeOptions: { formats: ["markdown"], timeout: 30_000 } },
      origin: options.urls?.[0] ?? "",
      maxConcurrency: bounds.pages,
      webhook
    })
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (job: Job) {
    const fail = (reason: string) => jobs.fail(job.id, reason)
    if (model === undefined) return yield* fail(new AgentUnavailable().message)
    const request = yield* jobs.requestOf(job)
    const { maxCredits, maxSteps, strictConstrainToURLs, timeLimit } = { ...defaults, ...request }
    const { prompt, schema, urls = [] } = request
    const until = job.createdAt + timeLimit * 1000 * (1 - answerShare)
    const canSearch = !strictConstrainToURLs && provider.sources.includes("web")
    const mayRead = (url: string): boolean => !strictConstrainToURLs || urls.some((above) => isBelow(url, above))
    let state = stateOf(job)
    const save = Effect.fnUntraced(function* (next: AgentState) {
      state = next
      return yield* store.report(job.id, next)
    })

    /** Asks the model at the account's expense. */
    const ask = Effect.fnUntraced(function* <A>(
      question: Parameters<typeof paid<A, never>>[1]
    ): Effect.fn.Return<Result.Result<A, { readonly message: string }>, JobNotFound | StoreError> {
      const asked = yield* paid({ id: `agent/${job.id}/${state.calls}`, reason: "agent" }, question).pipe(
        Effect.provideService(Ledger, ledger),
        Effect.map((outcome) => ({ result: outcome.result, tokens: outcome.tokens })),
        Effect.catchTag("InsufficientCredits", (error) =>
          Effect.succeed({ result: Result.fail({ message: error.message }), tokens: { input: 0, output: 0 } })
        )
      )
      const { input, output } = asked.tokens
      const tokens = { input: state.tokens.input + input, output: state.tokens.output + output }
      yield* save({ ...state, calls: state.calls + 1, tokens })
      return asked.result
    })

    const search = Effect.fnUntraced(function* (query: string) {
      if (!canSearch) return "There is no search here: read or map the given addresses"
      const found = yield* Effect.result(
        searchWithDeadline(provider, { text: query, source: "web", limit: bounds.hits, timeout: searchWait })
      )
      if (Result.isFailure(found)) return `The search failed: ${found.failure.message}`
      if (found.success.length === 0) return "Nothing was found"
      return found.success
        .map(({ description = "", title, url }) => `${url} ${title} ${description}`.slice(0, 400))
        .join("\n")
    })

    const map = Effect.fnUntraced(function* (url: string, query: string) {
      if (!mayRead(url)) return `${url} is not below the given addresses`
      const found = yield* Effect.result(
        mapper.map(url, { limit: bounds.links, timeout: mapWait, ...(query.trim() === "" ? {} : { search: query }) })
      )
      if (Result.isFailure(found)) return `The site cannot be mapped: ${found.failure.message}`
      const links = found.success.links.filter((link) => mayRead(link.url))
      return links.length === 0
        ? `No address was found. ${found.success.warning ?? ""}`.trim()
        : links.map((link) => `${link.url} ${link.title ?? ""}`.trim()).join("\n")
    })

    const read = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
      const wanted = asked.filter(mayRead).slice(0, bounds.pages)
      if (wanted.length === 0) return "None of these addresses may be read"
      const pages = pagesOf(wanted)
      if (pages.length === 0) return "None of these is an address"
      yield* frontier.admit(job.id, pages)
      yield* awaitSettled(store, job.id, Math.min(until, (yield* Clock.currentTimeMillis) + pagesWait))
      const results = yield* resultsOf(store, job.id)
      const failures = yield* store.failures(job.id, { after: 0, limit: 1000 })
      const outcomes: Array<string> = []
      const sources = [...state.sources]
      for (const { key: _, url } of pages) {
        const result = results.find((one) => one.url === url)
        const failure = failures.find((one) => one.url === url)
        if (result !== undefined && result.document.metadata.statusCode < 400) {
          const title = textOf(result.document.metadata["title"])
          if (!sources.some((source) => source.url === url)) sources.push({ url, title })
          outcomes.push(`Read ${url} ${title}`)
        } else if (result !== undefined) outcomes.push(`${url} answered ${result.document.metadata.statusCode}`)
        else outcomes.push(`${url} could not be read${failure === undefined ? "" : `: ${failure.error}`}`)
      }
      yield* save({ ...state, sources })
      return outcomes.join("\n")
    })

    /** The pages that were read, the latest whole, as long as there is room. */
    const shownPages = Effect.fnUntraced(function* () {
      const texts = yield* readPages(job.id, state)
      let left: number = bounds.all
      return texts
        .toReversed()
        .map(({ text, url }) => {
          const shown = text.slice(0, Math.min(bounds.page, left))
          left -= shown.length
          return `Page ${url}\n${shown}`
        })
        .join("\n\n")
    })

    const askNext = Effect.fnUntraced(function* () {
      const spent = (yield* store.get(job.id)).creditsUsed
      const history = state.steps
        .map(({ input, result, tool }, index) => `${index + 1}. ${tool} ${input}\n${result}`)
        .join("\n")
      const last =
        state.steps.length >= maxSteps - 1 ||
        spent >= maxCredits ||
        state.tokens.input + state.tokens.output >= bounds.tokens ||
        (yield* Clock.currentTimeMillis) >= until
      if (last && state.sources.length === 0 && state.steps.length > 0) return undefined
      const messages = promptOf({
        format: "agent",
        instructions: instructions(canSearch),
        request: [
          `What they want: ${prompt}`,
          ...(urls.length === 0 ? [] : [`Given addresses:\n${urls.join("\n")}`]),
          ...(last ? [`There is no room for another tool: use "answer" now.`] : [])
        ].join("\n\n"),
        page: `Your steps so far:\n${history === "" ? "none" : history}\n\n${yield* shownPages()}`
      })
      const answer = yield* ask(generateObject(model, { format: "agent", messages, schema: Step }))
      if (!last || Result.isFailure(answer) || answer.success.tool === "answer") return answer
      // It goes on where it may not: what was read is all there is.
      return Result.succeed({ ...answer.success, tool: "answer" as const, answer: "" })
    })

    let trouble: string | undefined
    for (let failures = 0; state.message === undefined;) {
      if (isFinal((yield* store.get(job.id)).status)) return
      const next = yield* askNext()
      if (next === undefined) break
      if (Result.isFailure(next)) {
        trouble = next.failure.message
        if (++failures >= bounds.failures) break
        continue
      }
      failures = 0
      const { answer, query, reason, tool, urls: named } = next.success
      if (tool === "answer") {
        yield* save({ ...state, message: answer.slice(0, bounds.answer) })
        break
      }
      const input = tool === "search" ? query : named.slice(0, bounds.pages).join(" ")
      const result =
        tool === "search"
          ? yield* search(query)
          : tool === "map"
            ? yield* map(named[0] ?? "", query)
            : yield* read(named)
      const timestamp = new Date(yield* Clock.currentTimeMillis).toISOString()
      const step = {
        tool,
        input: input.slice(0, 2000),
        result: result.slice(0, bounds.result),
        reason: reason.slice(0, 500),
        timestamp
      }
      if (!(yield* save({ ...state, steps: [...state.steps, step] }))) return
    }

    const pages = yield* readPages(job.id, state)
    if (pages.length === 0) {
      return yield* fail(`No page could be read${trouble === undefined ? "" : ` (${trouble})`}`)
    }
    const message = state.message ?? ""
    const warnings: Array<string> = []
    if (trouble !== undefined && state.message === undefined) {
      warnings.push(`The model failed before it had an answer: ${trouble}.`)
    }
    let data: Schema.Json = { answer: message }
    if (schema !== undefined) {
      const index = indexSchema(schema)
      if ("issues" in index) return yield* fail("The JSON Schema cannot be used")
      const made = yield* ask(
        toOutcome(
          Effect.map(
            generateJson(model, {
              found: { value: undefined, sources: {}, missing: [], unsure: [] },
              index,
              schema,
              prompt,
              page: `${message}\n\n${yield* shownPages()}`
            }),
            ({ json = null, tokens = { input: 0, output: 0 } }) => ({ value: json, tokens })
          )
        )
      )
      if (Result.isFailure(made)) return yield* fail(made.failure.message)
      data = made.success
    } else if (message === "") {
      return yield* fail(trouble ?? "The model came to no answer within its bounds")
    }
    const checked = valueSources(schema === undefined ? {} : data, pages)
    if (checked.unsaid.length > 0) {
      warnings.push(`No page that was read says these values word for word: ${checked.unsaid.slice(0, 20).join(", ")}.`)
    }
    yield* store.finish(
      job.id,
      {
        ...state,
        data,
        valueSources: checked.sources,
        ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
      },
      0
    )
  })

  const readPages = Effect.fnUntraced(function* (id: JobId, { sources }: AgentState) {
    if (sources.length === 0) return []
    const texts = new Map((yield* resultsOf(store, id)).map(({ document, url }) => [url, document.markdown ?? ""]))
    return sources.map(({ url }) => ({ url, text: texts.get(url) ?? "" }))
  })

  const status: Service["status"] = Effect.fn("Agent.status")(function* (id) {
    const job = yield* jobs.find(id)
    const { data, message, sources, steps, tokens, valueSources = {}, warning } = stateOf(job)
    return {
      ...commonStatus(job),
      ...defined({ data, message, warning }),
      steps,
      sources,
      valueSources,
      tokensUsed: tokens.input + tokens.output
    }
  })

  return Agent.of({ start, status, collect })
})

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 300) : "")

/** Whether an address is the given one or stands below its path. */
const isBelow = (address: string, above: string): boolean => {
  const url = URL.parse(address)
  const root = URL.parse(above) ?? URL.parse(`https://${above}`)
  return url !== null && root !== null && url.host === root.host && url.pathname.startsWith(root.pathname)
}
