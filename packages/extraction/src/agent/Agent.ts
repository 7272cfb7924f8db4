/**
 * An agent: a model that searches, maps and reads until it can answer a prompt, as a job.
 *
 * ```
 * given addresses ─► model ─► search, map or read ─► what came of it ─► model ─► … ─► answer ─► data by the schema
 *                              pages of the job, by any worker
 * ```
 *
 * Pages are pages of the job: fetched under the same egress policy, charged once, and kept when a worker dies. What a page
 * says is data to the model, and each value of the answer is looked up on the pages that were read.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isFinal, type Job, type JobId, type JobNotFound } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Url from "@orbweaver/core/model/Url"
import { agentWebhookEvents, readWebhook } from "@orbweaver/core/model/WebhookOptions"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { commonStatus, type JobEngine, jobsOf, stateReader } from "../jobs/jobEngine.ts"
import { tokensOf } from "../jobs/webWork.ts"
import { defined } from "@orbweaver/core/internal/support/defined"
import { injectionNote } from "@orbweaver/core/internal/scrape/modelInput"
import { resultsOf } from "@orbweaver/core/internal/jobs/jobPages"
import { AgentBrowser } from "../browse/AgentBrowser.ts"
import { type AgentOptions, defaults } from "./AgentOptions.ts"
import { askData, askExtract, askNext, type NextStep } from "./agentQuestions.ts"
import {
  AgentRequest,
  type AgentRun,
  type AgentServices,
  bounds,
  makeRun,
  readPages,
  sessionCredits
} from "./AgentRun.ts"
import { type AgentSource, AgentState, type AgentStatus, initialState } from "./AgentState.ts"
import {
  type AgentThread,
  type AgentThreadBusy,
  type AgentThreadNotFound,
  nextTurn,
  readThread,
  threadOf
} from "./AgentThread.ts"
import { type AgentTrace, traceOf } from "./agentTrace.ts"
import { AgentUnavailable } from "./AgentUnavailable.ts"
import { givenAddresses } from "./givenAddresses.ts"
import { earlierStep, isCircling } from "./repeatedSteps.ts"
import * as tools from "./agentTools.ts"
import { indexIfAny } from "../json/schemaIndex.ts"
import { sourceWarnings, valueSourcesInTurns } from "../json/valueSources.ts"

export { decode, type AgentOptions } from "./AgentOptions.ts"
export { AgentUnavailable } from "./AgentUnavailable.ts"
export { AgentThread, AgentThreadBusy, AgentThreadNotFound } from "./AgentThread.ts"
export { AgentTrace } from "./agentTrace.ts"
export { type AgentSource, AgentStatus, type AgentStep } from "./AgentState.ts"

export interface Service extends JobEngine<AgentStatus> {
  /** `notes` are sentences about what was asked for and is not done. */
  readonly start: (
    options: AgentOptions,
    notes?: ReadonlyArray<string>
  ) => Effect.Effect<StartedAgent, AgentUnavailable | AgentThreadNotFound | AgentThreadBusy | InvalidInput | StoreError>
  /** The turns of a conversation of the current account. */
  readonly thread: (id: string) => Effect.Effect<AgentThread, AgentThreadNotFound | StoreError>
  /** What the agent did, event by event. */
  readonly trace: (id: JobId) => Effect.Effect<AgentTrace, JobNotFound | StoreError>
}

export interface StartedAgent extends Pick<Job, "id"> {
  readonly threadId: string
  /** Place in the thread, from 1. */
  readonly threadTurn: number
}

type Needs = JobStore | Frontier | Ledger | SearchProvider | Mapper

export class Agent extends Context.Service<Agent, Service>()("@orbweaver/extraction/Agent") {
  static readonly layer = (model?: LanguageModel): Layer.Layer<Agent, never, Needs> => Layer.effect(Agent, make(model))
}

const stateOf = stateReader(AgentState, initialState)

const make = Effect.fnUntraced(function* (model?: LanguageModel) {
  const services: AgentServices = {
    store: yield* JobStore,
    frontier: yield* Frontier,
    ledger: yield* Ledger,
    provider: yield* SearchProvider,
    mapper: yield* Mapper,
    browser: yield* AgentBrowser
  }
  const { store } = services
  const jobs = jobsOf(store, "agent", "Agent", AgentRequest)
  const reading = { store, requestOf: jobs.requestIfReadable, stateOf }

  const start: Service["start"] = Effect.fn("Agent.start")(function* ({ webhook: target, ...options }, notes = []) {
    if (model === undefined) return yield* new AgentUnavailable()
    for (const [index, url] of (options.urls ?? []).entries()) {
      yield* Effect.mapError(Url.parse(url), ({ message }) => invalid("agent options", ["urls", index], message))
    }
    const webhook = target === undefined ? undefined : yield* readWebhook(target, agentWebhookEvents)
    const turn = options.threadId === undefined ? {} : yield* nextTurn(reading, options.threadId)
    const request = { ...options, ...turn }
    const job = yield* jobs.create({
      request: {
        ...request,
        ...(notes.length === 0 ? {} : { notes }),
        scrapeOptions: {
          formats: ["markdown"],
          timeout: 30_000,
          checkPromptInjection: options.checkPromptInjection ?? defaults.checkPromptInjection,
          ...(options.threatProtection === undefined ? {} : { threatProtection: options.threatProtection })
        }
      },
      origin: options.urls?.[0] ?? "",
      maxConcurrency: bounds.stepPages,
      webhook
    })
    return { id: job.id, ...threadOf(job, request) }
  })

  const collect: TaskHandler = Effect.fnUntraced(function* (job: Job) {
    const fail = (reason: string) => jobs.fail(job.id, reason)
    if (model === undefined) return yield* fail(new AgentUnavailable().message)
    const run = makeRun(services, model, job, yield* jobs.requestOf(job))
    let state = stateOf(job)
    const save = (next: AgentState) => {
      state = next
      return store.report(job.id, next)
    }

    const saveStep = Effect.fnUntraced(function* (step: NextStep, next: AgentState) {
      state = next
      // What was not done is no action.
      if (next.steps.at(-1)?.isRepeated === true) return yield* store.report(job.id, next)
      const { creditsUsed } = yield* store.get(job.id)
      const data = { creditsUsed, ...actionOf(step) }
      return yield* store.report(job.id, next, { number: next.steps.length, data })
    })

    const isChat = run.request.mode === "chat"
    const given = state.steps.length === 0 ? yield* givenAddresses(run) : []
    if (given.length > 0) {
      const first = readStep(given)
      const credits = creditsLeft(run, state, yield* store.get(job.id))
      if (!(yield* saveStep(first, yield* useTool(run, state, first, credits)))) return
    }

    let trouble: string | undefined
    for (let failures = 0; state.message === undefined;) {
      const now = yield* store.get(job.id)
      if (isFinal(now.status)) return
      const credits = creditsLeft(run, state, now)
      const last = isLast(run, state, credits, yield* Clock.currentTimeMillis)
      if (isCircling(state.steps)) trouble = "it took the same steps again and again"
      if (last && state.sources.length === 0 && state.steps.length > 0 && !isChat) break
      const next = yield* askNext(run, state, yield* readPages(run, state), last)
      // Nothing more is done for a job that was cancelled meanwhile.
      if (!(yield* save(next.state))) return
      if (Result.isFailure(next.result)) {
        trouble = next.result.failure
        if (++failures >= bounds.failures) break
        continue
      }
      failures = 0
      if (next.result.success.tool === "answer") {
        yield* save({ ...state, message: next.result.success.answer.slice(0, bounds.answer) })
        break
      }
      const step = withinBounds(next.result.success)
      if (!(yield* saveStep(step, yield* useTool(run, state, step, credits)))) return
    }

    const pages = yield* readPages(run, state)
    const isFromTalk = isChat && pages.length === 0 && (state.message ?? "") !== ""
    if (pages.length === 0 && !isFromTalk) {
      return yield* fail(`No page could be read${trouble === undefined ? "" : ` (${trouble})`}`)
    }
    const { schema } = run.request
    const message = state.message ?? ""
    if (schema === undefined && message === "") {
      return yield* fail(trouble ?? "The model came to no answer within its bounds")
    }
    let data: Schema.Json | undefined = isChat ? undefined : { answer: message }
    if (schema !== undefined) {
      if (state.data === undefined) {
        const made = yield* askData(run, state, pages, message)
        const { result } = made
        yield* save(Result.isFailure(result) ? made.state : { ...made.state, data: result.success })
        if (Result.isFailure(result)) return yield* fail(result.failure)
      }
      data = state.data ?? null
    }
    const checked = yield* valueSourcesInTurns(schema === undefined ? {} : data, pages, { index: indexIfAny(schema) })
    const injection = injectionNote(yield* resultsOf(store, job.id))
    const warnings = [
      ...(injection === undefined ? [] : [injection]),
      ...(trouble === undefined || state.message !== undefined
        ? []
        : [`The model failed before it had an answer: ${trouble}.`]),
      ...(isFromTalk ? ["No page was read: the answer stands on the conversation and the model alone."] : []),
      ...sourceWarnings(checked, "pages")
    ]
    const warning = warnings.length === 0 ? {} : { warning: warnings.join(" ") }
    const unsupported = checked.unsupported.length === 0 ? {} : { unsupported: checked.unsupported }
    yield* store.finish(
      job.id,
      { ...state, ...defined({ data }), valueSources: checked.sources, ...unsupported, ...warning },
      0
    )
  })

  const status: Service["status"] = Effect.fn("Agent.status")(function* (id) {
    const job = yield* jobs.find(id)
    const state = stateOf(job)
    const request = yield* jobs.requestIfReadable(job)
    const { data, message, sources, steps, unsupported, valueSources = {}, warning } = state
    return {
      ...commonStatus(job),
      creditsUsed: job.creditsUsed + sessionCredits(services.browser, state),
      ...threadOf(job, request),
      ...defined({ mode: request?.mode, effort: request?.effort }),
      ...defined({ data, message, unsupported, warning }),
      steps,
      sources,
      valueSources,
      tokensUsed: tokensOf(state)
    }
  })

  return Agent.of({
    start,
    status,
    collect,
    thread: (id) => readThread(reading, id),
    trace: (id) => Effect.map(jobs.find(id), (job) => traceOf(job, stateOf(job)))
  })
})

/** Pages that may still be read; those that are being read will cost a credit each. */
const creditsLeft = ({ browser, maxCredits }: AgentRun, state: AgentState, { counts, creditsUsed }: Job) =>
  maxCredits - creditsUsed - sessionCredits(browser, state) - counts.queued - counts.active

/** Whether there is no room for another tool. */
const isLast = ({ maxSteps, maxTokens, until }: AgentRun, state: AgentState, credits: number, now: number) =>
  state.steps.length >= maxSteps - 1 ||
  isCircling(state.steps) ||
  credits <= 0 ||
  tokensOf(state) >= maxTokens ||
  now >= until

/** Reads what was given, before anything else. */
const readStep = (urls: ReadonlyArray<string>): NextStep => ({
  tool: "read",
  urls: urls.slice(0, bounds.given),
  query: "",
  answer: "",
  reason: "These addresses were given."
})

const withinBounds = (step: NextStep): NextStep => ({ ...step, urls: step.urls.slice(0, bounds.stepPages) })

/** A step as the event `agent.action` names it. */
const actionOf = ({ query, tool, urls: addresses }: NextStep) => {
  const url = addresses[0] ?? ""
  if (tool === "search") return { action: "search", input: { query: query.slice(0, 2000) } }
  if (tool === "map") return { action: "map", input: { url } }
  if (tool === "interact") return { action: "interact", input: { url } }
  return { action: tool === "extract" ? "extract" : "scrape", input: { url, urls: addresses } }
}

/** What a step is about, as it is remembered. */
const inputOf = ({ query, tool, urls }: NextStep): string => {
  const addresses = tool === "map" || tool === "interact" ? urls.slice(0, 1) : urls
  const parts = tool === "search" ? [query] : tool === "read" ? addresses : [...addresses, query]
  return parts.join(" ").trim().slice(0, 2000)
}

/** Does what the model wants, and gives the state with it. What was done before is not done again. */
const useTool = Effect.fnUntraced(function* (run: AgentRun, state: AgentState, step: NextStep, credits: number) {
  const { reason, tool } = step
  const input = inputOf(step)
  const earlier = earlierStep(state.steps, { tool, input })
  const {
    read,
    result,
    state: after
  } = earlier === undefined
    ? yield* resultOf(run, state, step, credits)
    : { result: `This was done in step ${earlier}: do something else, or answer`, read: [], state }
  const known = new Set(state.sources.map(({ url }) => url))
  return {
    ...after,
    sources: [...state.sources, ...read.filter(({ url }) => !known.has(url))],
    steps: [
      ...state.steps,
      {
        tool,
        input,
        result: result.slice(0, bounds.result),
        reason: reason.slice(0, 500),
        ...(read.length === 0 ? {} : { pages: read.map(({ url }) => url) }),
        ...(earlier === undefined ? {} : { isRepeated: true }),
        timestamp: new Date(yield* Clock.currentTimeMillis).toISOString()
      }
    ]
  } satisfies AgentState
})

interface ToolOutcome {
  readonly result: string
  /** Pages that could be read. */
  readonly read: ReadonlyArray<AgentSource>
  readonly state: AgentState
}

const resultOf = Effect.fnUntraced(function* (
  run: AgentRun,
  state: AgentState,
  { query, tool, urls }: NextStep,
  credits: number
) {
  const [url = ""] = urls
  const plain = (result: string): ToolOutcome => ({ result, read: [], state })
  if (tool === "search") return plain(yield* tools.search(run, query))
  if (tool === "map") return plain(yield* tools.map(run, url, query))
  if (tool === "interact") {
    const { interaction, result } = yield* tools.interact(run, state, { url, query }, credits)
    if (interaction === undefined) return plain(result)
    const interactions = [...(state.interactions ?? []), interaction]
    return { result, read: [{ url: interaction.url, title: "" }], state: { ...state, interactions } }
  }
  const { read, result } = yield* tools.read(run, urls, credits)
  if (tool !== "extract" || read.length === 0) return { result, read, state }
  const pages = yield* readPages(run, { ...state, sources: read })
  const extracted = yield* askExtract(run, state, pages, query)
  const data = Result.match(extracted.result, {
    onSuccess: (value) => JSON.stringify(value),
    onFailure: (why) => `Nothing could be extracted: ${why}`
  })
  return { result: `${result}\n${data}`, read, state: extracted.state }
})
