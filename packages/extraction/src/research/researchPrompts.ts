/**
 * What research asks its model: what to search for, what pages say, and the
 * report. Pages are data between marks (`Ask.ts`); answers have a schema, and
 * what they name that is not there (a source, a page) is dropped.
 *
 * Each answer's tokens go to the ledger under a name of their own, so that an
 * answer that is asked for again after a crash is not charged twice.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { generateText, limits, promptOf, type Tokens } from "@orbweaver/core/network/ModelClient"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { countAnswer, pageTexts } from "../jobs/webWork.ts"
import { type ModelOutcome, toOutcome, paid } from "../model/meteredModel.ts"
import { generateObject } from "../model/generateObject.ts"
import type { JobId } from "@orbweaver/core/model/Job"
import { Ledger, type Service as LedgerService } from "@orbweaver/core/accounts/Ledger"
import type { Finding, ResearchState, Source } from "./ResearchState.ts"

export const bounds = {
  /** Searches of a round. */
  queries: 3,
  /** Characters of one. */
  query: 300,
  /** Findings of a round, and characters of one. */
  findings: 30,
  finding: 2_000,
  /** Characters that are read of a page, and of all pages of a round. */
  page: 12_000,
  pages: 100_000,
  /** Tokens of a whole piece of research. */
  tokens: 500_000
} as const

export interface ResearchModel {
  readonly id: JobId
  readonly model: LanguageModel
  readonly ledger: LedgerService
  readonly query: string
  /** Of the caller, for the way and for the report. */
  readonly systemPrompt: string
  readonly analysisPrompt: string
  /** Milliseconds since the epoch at which answers are no longer waited for. */
  readonly deadline: number
}

/** An answer, and the state with its tokens counted. */
interface ResearchStep<A> {
  readonly value: A
  readonly state: ResearchState
}

/** A page that was read, and its place among the sources. */
interface ResearchPage {
  readonly place: number
  readonly source: Source
  readonly text: string
}

const Plan = Schema.Struct({ queries: Schema.Array(Schema.String) })

const Notes = Schema.Struct({
  findings: Schema.Array(Schema.Struct({ text: Schema.String, sources: Schema.Array(Schema.Finite) })),
  queries: Schema.Array(Schema.String),
  enough: Schema.Boolean
})

/** What to search for first. */
export const plan = Effect.fnUntraced(function* (model: ResearchModel, state: ResearchState) {
  const { state: after, value } = yield* requestObject(model, state, {
    instructions: `You plan research on the web. Answer with at most ${bounds.queries} short search queries that together cover the question.`,
    page: "",
    schema: Plan
  })
  return { value: queriesOf(value.queries, after), state: after } satisfies ResearchStep<ReadonlyArray<string>>
})

/** What these pages say about the question, and what is still to be searched for. */
export const read = Effect.fnUntraced(function* (
  model: ResearchModel,
  state: ResearchState,
  pages: ReadonlyArray<ResearchPage>
) {
  const headed = pages.map(({ place, source, text }) => ({
    heading: `Source ${place}: ${source.title ?? ""} (${source.url})`,
    text
  }))
  const { state: after, value } = yield* requestObject(model, state, {
    instructions: `You read sources for research. Answer with "findings": what they say about the question, each in one or two sentences with the numbers of its sources, nothing that they do not say; "queries": at most ${bounds.queries} searches for what is still missing; and "enough": whether the question can be answered well.`,
    page: pageTexts(headed, bounds),
    schema: Notes
  })
  const places = new Set(pages.map(({ place }) => place))
  const findings = value.findings.slice(0, bounds.findings).flatMap(({ sources, text }): ReadonlyArray<Finding> => {
    const known = [...new Set(sources)].filter((place) => places.has(place))
    // Without a source that was read it is the model's own idea.
    return known.length === 0 || text.trim() === ""
      ? []
      : [{ text: text.trim().slice(0, bounds.finding), sources: known }]
  })
  return {
    value: { findings, queries: queriesOf(value.queries, after), enough: value.enough },
    state: after
  } satisfies ResearchStep<unknown>
})

/** The report in Markdown; numbers in brackets name sources. */
export const write = Effect.fnUntraced(function* (model: ResearchModel, state: ResearchState) {
  const { analysisPrompt } = model
  const { state: after, value } = yield* charge(
    model,
    state,
    generateText(model.model, {
      format: "deep research",
      instructions:
        "You write the report of a piece of research in Markdown. Use only the findings, say where they contradict each other or leave the question open, and name sources as [1] after what they say.",
      request: [
        questionText(model, state),
        ...(analysisPrompt === "" ? [] : [`How it should be written: ${analysisPrompt}`])
      ].join("\n\n"),
      page: findingsText(state)
    }).pipe(Effect.map(({ text, tokens }) => ({ value: text, tokens })))
  )
  const sources = state.sources.length
  return {
    // A number that no source has would pretend one.
    value: value.replace(/ ?\[(\d{1,6})\](?!\()/g, (mark, place) =>
      Number(place) >= 1 && Number(place) <= sources ? mark : ""
    ),
    state: after
  } satisfies ResearchStep<string>
})

/** Any other answer, paid for like these. */
export const charge = <A>(
  model: ResearchModel,
  state: ResearchState,
  work: Effect.Effect<{ readonly value: A; readonly tokens: Tokens }, FormatError>
) => paidFor(model, state, toOutcome(inTime(model, work)))

const paidFor = Effect.fnUntraced(function* <A>(
  { id, ledger }: ResearchModel,
  state: ResearchState,
  work: Effect.Effect<ModelOutcome<A>>
) {
  const bill = {
    id: `deepResearch/${id}/${state.calls}`,
    // No state names answers that were of no use, so the moment does.
    refused: `deepResearch/${id}/refused/${yield* Clock.currentTimeMillis}`,
    reason: "deepResearch"
  }
  const { result, tokens } = yield* paid(bill, work).pipe(
    Effect.provideService(Ledger, ledger),
    Effect.mapError((error) => failed(error.message, error))
  )
  const value = yield* Effect.fromResult(result)
  return { value, state: countAnswer(state, tokens) } satisfies ResearchStep<A>
})

/** Findings with their sources, one a line. */
export const findingsText = ({ findings, sources }: ResearchState): string =>
  [
    ...findings.map(({ sources, text }) => `- ${text} ${sources.map((place) => `[${place}]`).join("")}`),
    "",
    ...sources.map(({ title, url }, index) => `[${index + 1}] ${title ?? url} ${url}`)
  ].join("\n")

const questionText = ({ query, systemPrompt }: ResearchModel, { asked, findings }: ResearchState): string =>
  [
    `The question: ${query}`,
    ...(systemPrompt === "" ? [] : [`To heed: ${systemPrompt}`]),
    ...(asked.length === 0 ? [] : [`Searched for already: ${asked.slice(-20).join("; ")}`]),
    ...(findings.length === 0
      ? []
      : [
          `Known already:\n${findings
            .slice(-40)
            .map(({ text }) => `- ${text}`)
            .join("\n")}`
        ])
  ].join("\n\n")

/** New, short, and no more than a round has. */
const queriesOf = (queries: ReadonlyArray<string>, { asked }: ResearchState): ReadonlyArray<string> =>
  [...new Set(queries.map((query) => query.trim().slice(0, bounds.query)))]
    .filter((query) => query !== "" && !asked.includes(query))
    .slice(0, bounds.queries)

interface ModelRequest<A, I extends Record<string, any>> {
  readonly instructions: string
  readonly page: string
  readonly schema: Schema.Codec<A, I>
}

const requestObject = Effect.fnUntraced(function* <A, I extends Record<string, any>>(
  model: ResearchModel,
  state: ResearchState,
  { instructions, page, schema }: ModelRequest<A, I>
) {
  const messages = promptOf({ format: "deep research", instructions, request: questionText(model, state), page })
  const asked = generateObject(model.model, { format: "deep research", messages, schema })
  const timedOutOutcome = { result: Result.fail(timeoutError()), tokens: { input: 0, output: 0 } }
  return yield* paidFor(model, state, inTime(model, asked).pipe(Effect.catch(() => Effect.succeed(timedOutOutcome))))
})

const inTime = <A>({ deadline }: ResearchModel, work: Effect.Effect<A, FormatError>): Effect.Effect<A, FormatError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.timeoutOrElse(work, {
      duration: Duration.min(limits.answer, Duration.millis(Math.max(0, deadline - now))),
      orElse: () => Effect.fail(timeoutError())
    })
  )

const timeoutError = () => failed("the model did not answer in time")

export const failed = (detail: string, cause?: unknown) =>
  new FormatError({ format: "deep research", detail, ...defined({ cause }) })
