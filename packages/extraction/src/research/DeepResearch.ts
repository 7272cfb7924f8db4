/**
 * Research on the web, as a job (docs/reference/v1.md §11): a model chooses the searches, the pages found are read, and
 * when the question is answered, or depth, pages, tokens or time are used up, the model writes a report.
 *
 * ```
 * question ─► searches ─► pages of the job ─► findings with sources ─► report
 *                ▲         by any worker             │
 *                └──────────── what is missing ◄─────┘
 * ```
 *
 * After every step the state is kept with the job, so that whoever asks sees it
 * and a worker that takes the job over goes on from there. A finding without a
 * page that was read is dropped.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type { Document } from "@orbweaver/core/model/Document"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { pagesOf, resultsOf } from "@orbweaver/core/internal/jobs/jobPages"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { type Job, type JobId, Notes } from "@orbweaver/core/model/Job"
import { counted } from "@orbweaver/core/internal/support/counted"
import { commonStatus, type JobEngine, jobsOf, stateReader } from "../jobs/jobEngine.ts"
import { dataFrom, readInJob, searchWeb, tokensOf } from "../jobs/webWork.ts"
import { defined } from "@orbweaver/core/internal/support/defined"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import { defaults, readQuery, type ResearchOptions, ResearchOptions as Options } from "./ResearchOptions.ts"
import { type Activity, initialState, ResearchState, type ResearchStatus, type Source } from "./ResearchState.ts"
import * as prompts from "./researchPrompts.ts"

export { decode, type ResearchOptions } from "./ResearchOptions.ts"
export { type Activity, ResearchStatus, type Source } from "./ResearchState.ts"

/** What this installation lacks for research. */
export class ResearchUnavailable extends Schema.TaggedError<ResearchUnavailable>()("ResearchUnavailable", {
  needs: Schema.Literals(["a model", "a search provider"])
}) {
  override get message() {
    return `Deep research needs ${this.needs}: configure one`
  }
}

export interface Service extends JobEngine<ResearchStatus> {
  /** `notes` are sentences about what was asked for and is not done. */
  readonly start: (
    query: string,
    options?: ResearchOptions,
    notes?: ReadonlyArray<string>
  ) => Effect.Effect<Job, ResearchUnavailable | InvalidInput | StoreError>
}

type Needs = JobStore | Frontier | Ledger | SearchProvider

export class DeepResearch extends Context.Service<DeepResearch, Service>()("@orbweaver/extraction/DeepResearch") {
  static readonly layer = (model?: LanguageModel): Layer.Layer<DeepResearch, never, Needs> =>
    Layer.effect(DeepResearch, make(model))
}

/** Hits read of each search, and pages of a round. */
const hitsOfSearch = 6
const pagesOfRound = 8
/** Time that is kept for the report, as a part of all, and the least of it in milliseconds. */
const reportShare = 0.25
const minReport = 15_000
/** Times that the model may fail to read one after another. */
const maxFailures = 2

/** The job was cancelled or has ended otherwise, so nothing more is done for it. */
class ResearchEnded extends Schema.TaggedError<ResearchEnded>()("ResearchEnded", {}) {
  override get message() {
    return "The job has ended"
  }
}

const Request = Schema.Struct({
  ...Options.fields,
  query: Schema.String,
  scrapeOptions: Schema.Struct({ formats: Schema.Array(Schema.String), timeout: Schema.Int }),
  notes: Notes
})
const stateOf = stateReader(ResearchState, initialState)

const make = Effect.fnUntraced(function* (model?: LanguageModel) {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const ledger = yield* Ledger
  const provider = yield* SearchProvider

  const jobs = jobsOf(store, "deepResearch", "DeepResearch", Request)

  const start = Effect.fn("DeepResearch.start")(function* (
    typed: string,
    options: ResearchOptions = {},
    notes: ReadonlyArray<string> = []
  ) {
    const query = yield* readQuery(typed)
    if (model === undefined) return yield* new ResearchUnavailable({ needs: "a model" })
    if (!provider.sources.includes("web")) return yield* new ResearchUnavailable({ needs: "a search provider" })
    return yield* jobs.create({
      request: {
        ...options,
        query,
        ...(notes.length === 0 ? {} : { notes }),
        scrapeOptions: { formats: ["markdown"], timeout: 30_000 }
      } as Schema.Json,
      origin: "",
      maxConcurrency: pagesOfRound
    })
  })

  const collect: TaskHandler = (job) => Effect.catchTag(advance(job), "ResearchEnded", () => Effect.void)

  const advance = Effect.fnUntraced(function* (job: Job) {
    const fail = (reason: string) => jobs.fail(job.id, reason)
    if (model === undefined) return yield* fail(new ResearchUnavailable({ needs: "a model" }).message)
    const request = yield* jobs.requestOf(job)
    const { formats, maxDepth, maxUrls, timeLimit } = { ...defaults, ...request }
    const deadline = job.createdAt + timeLimit * 1000
    const reading = deadline - Math.max(minReport, timeLimit * 1000 * reportShare)
    const researchModel: prompts.ResearchModel = {
      id: job.id,
      model,
      ledger,
      query: request.query,
      systemPrompt: request.systemPrompt ?? "",
      analysisPrompt: request.analysisPrompt ?? "",
      deadline: reading
    }
    let state = stateOf(job)
    let trouble: string | undefined
    const saveState = Effect.fnUntraced(function* (next: ResearchState) {
      state = next
      if (!(yield* store.report(job.id, next))) return yield* new ResearchEnded()
    })
    const recordActivity = Effect.fnUntraced(function* (
      type: Activity["type"],
      status: Activity["status"],
      message: string
    ) {
      const timestamp = new Date(yield* Clock.currentTimeMillis).toISOString()
      yield* saveState({
        ...state,
        activities: [...state.activities, { type, status, message, timestamp, depth: state.depth }]
      })
    })
    const timeLeft = Effect.map(Clock.currentTimeMillis, (now) => now < reading)

    /** Searches for what is next, and reads no more than so many pages of what is found. */
    const searchAndRead = Effect.fnUntraced(function* (room: number) {
      const urls: Array<string> = []
      for (const text of state.next) {
        yield* recordActivity("search", "processing", `Searching for "${text}"`)
        const found = yield* searchWeb(provider, text, hitsOfSearch)
        if (found._tag === "Success") {
          urls.push(...found.success.map(({ url }) => url))
          yield* recordActivity("search", "complete", `Found ${counted(found.success.length, "result")} for "${text}"`)
        } else {
          trouble = found.failure.message
          yield* recordActivity("search", "error", trouble)
        }
      }
      yield* recordActivity("extract", "processing", `Reading up to ${counted(room, "page")}`)
      const wanted = yield* Effect.filter(pagesOf(urls), ({ key }) =>
        Effect.map(store.page(job.id, key), (known) => known === undefined || !state.seen.includes(known.page))
      )
      const pages = newPages(yield* readInJob({ frontier, store }, job.id, wanted.slice(0, room), reading), state)
      const sources = pages.filter(({ source }) => source !== undefined)
      yield* saveState({
        ...state,
        asked: [...state.asked, ...state.next],
        next: [],
        isRoundOpen: false,
        seen: [...state.seen, ...pages.map(({ page }) => page)],
        pages: [...state.pages, ...sources.map(({ page }) => page)],
        sources: [...state.sources, ...sources.flatMap(({ source }) => source ?? [])]
      })
      yield* recordActivity(
        "extract",
        sources.length === 0 ? "error" : "complete",
        `Read ${counted(sources.length, "page")}`
      )
    })

    if (state.depth === 0 && state.next.length === 0) {
      yield* recordActivity("thought", "processing", "Planning the searches")
      const planned = yield* Effect.result(prompts.plan(researchModel, state))
      if (planned._tag === "Success") {
        const { state: after, value } = planned.success
        yield* saveState({ ...after, next: value.length === 0 ? [request.query] : value })
      } else {
        // The question itself can be searched for.
        trouble = planned.failure.detail
        yield* saveState({ ...state, next: [request.query.slice(0, prompts.bounds.query)] })
        yield* recordActivity("thought", "error", trouble)
      }
    }

    for (let failures = 0; failures < maxFailures;) {
      if (tokensOf(state) >= prompts.bounds.tokens || !(yield* timeLeft)) break
      if (state.noted === state.sources.length) {
        const room = Math.min(pagesOfRound, maxUrls - state.sources.length)
        const depth = state.isRoundOpen === true ? state.depth : state.depth + 1
        if (state.next.length === 0 || depth > maxDepth || room <= 0) break
        yield* saveState({ ...state, depth, isRoundOpen: true })
        yield* searchAndRead(room)
        if (state.noted === state.sources.length) {
          failures++
          yield* saveState({ ...state, next: fallbackQueries(request.query, state) })
          continue
        }
      }
      yield* recordActivity("analyze", "processing", "Taking notes from the pages")
      const noted = yield* Effect.result(prompts.read(researchModel, state, yield* unread(job.id, state)))
      if (noted._tag === "Failure") {
        failures++
        trouble = noted.failure.detail
        yield* recordActivity("analyze", "error", trouble)
        continue
      }
      failures = 0
      const { state: after, value } = noted.success
      yield* saveState({
        ...after,
        noted: after.sources.length,
        findings: [...after.findings, ...value.findings],
        next: value.enough ? [] : value.queries
      })
      yield* recordActivity("analyze", "complete", `Noted ${value.findings.length} findings`)
    }

    if (state.findings.length === 0) {
      const why = trouble === undefined ? "" : ` (${trouble})`
      return yield* fail(
        state.sources.length === 0
          ? `No page about the question could be read${why}`
          : `Nothing about the question was found on ${counted(state.sources.length, "page")}${why}`
      )
    }
    yield* recordActivity("synthesis", "processing", "Writing the report")
    const writer = { ...researchModel, deadline }
    const written = yield* Effect.result(
      Effect.gen(function* () {
        if (formats.includes("markdown") && state.finalAnalysis === undefined) {
          const { state: after, value } = yield* prompts.write(writer, state)
          yield* saveState({ ...after, finalAnalysis: value })
        }
        if (formats.includes("json") && state.json === undefined) {
          const { state: after, value } = yield* structured(writer, state, request)
          yield* saveState({ ...after, json: value })
        }
      })
    )
    if (written._tag === "Failure") {
      yield* recordActivity("synthesis", "error", written.failure.message)
      return yield* fail(written.failure.message)
    }
    yield* recordActivity("synthesis", "complete", "The report is written")
    yield* store.finish(job.id, state, 0)
  })

  /** The findings as the caller's schema has them. */
  const structured = Effect.fnUntraced(function* (
    researchModel: prompts.ResearchModel,
    state: ResearchState,
    { jsonOptions: { prompt, schema } = {}, query }: typeof Request.Type
  ) {
    const page = prompts.findingsText(state)
    const data = dataFrom(researchModel.model, { page, prompt: prompt ?? query, schema })
    if (data === undefined) return yield* prompts.failed("the JSON Schema cannot be used")
    return yield* prompts.charge(researchModel, state, data)
  })

  /** Sources that the model has not read, with their text. */
  const unread = Effect.fnUntraced(function* (id: JobId, { noted, pages, sources }: ResearchState) {
    const texts = new Map((yield* resultsOf(store, id)).map(({ document, page }) => [page, document.markdown ?? ""]))
    return sources.slice(noted).map((source, index) => ({
      place: noted + index + 1,
      source,
      text: texts.get(pages[noted + index]!) ?? ""
    }))
  })

  const status = Effect.fn("DeepResearch.status")(function* (id: JobId) {
    const job = yield* jobs.find(id)
    const { maxDepth = defaults.maxDepth } = (yield* jobs.requestIfReadable(job)) ?? {}
    const state = stateOf(job)
    const { activities, depth, finalAnalysis, findings, json, sources } = state
    return {
      ...commonStatus(job),
      currentDepth: depth,
      maxDepth,
      totalUrls: sources.length,
      activities,
      sources,
      summaries: findings.map(({ text }) => text),
      ...defined({ finalAnalysis, json }),
      tokensUsed: tokensOf(state)
    }
  })

  return DeepResearch.of({ start, status, collect })
})

/** Pages of the job that were not looked at; without a source when they say nothing. */
const newPages = (results: ReadonlyArray<StoredResult>, { seen }: ResearchState) => {
  const known = new Set(seen)
  return results
    .filter(({ page }) => !known.has(page))
    .map(({ document, page, url }) => ({ page, source: sourceOf(document, url) }))
}

/** The question itself, when nothing that the model wanted to search for led to a page. */
const fallbackQueries = (query: string, { asked }: ResearchState): ReadonlyArray<string> => {
  const text = query.slice(0, prompts.bounds.query)
  return asked.includes(text) ? [] : [text]
}

/** Undefined for a page that answered badly or holds no text. */
const sourceOf = ({ markdown = "", metadata }: Document, url: string): Source | undefined => {
  if (metadata.statusCode >= 400 || markdown.trim() === "") return undefined
  const text = (name: string) => {
    const value = metadata[name]
    return typeof value === "string" && value !== "" ? { [name]: value.slice(0, 500) } : {}
  }
  return { url: metadata.url ?? url, ...text("title"), ...text("description"), ...text("favicon") }
}
