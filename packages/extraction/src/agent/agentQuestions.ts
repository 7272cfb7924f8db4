/** What an agent asks its model, at the account's expense: what to do next, and its answer as data. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { ModelDeadline, promptOf, type Tokens } from "@orbweaver/core/network/ModelClient"
import { checkText } from "@orbweaver/core/internal/scrape/modelInput"
import { countAnswer, dataFrom, pageTexts } from "../jobs/webWork.ts"
import { generateObject } from "../model/generateObject.ts"
import { type ModelOutcome, paid, toOutcome } from "../model/meteredModel.ts"
import { defaults } from "./AgentOptions.ts"
import { type AgentRun, bounds } from "./AgentRun.ts"
import { conversationText } from "./EarlierTurn.ts"
import { type AgentState, toolNames } from "./AgentState.ts"
import type { ReadPage } from "../json/valueSources.ts"

const Step = Schema.Struct({
  tool: Schema.Literals(toolNames),
  query: Schema.String,
  urls: Schema.Array(Schema.String),
  answer: Schema.String,
  reason: Schema.String
})

export type NextStep = typeof Step.Type

const instructions = ({ canInteract, canSearch, request }: AgentRun) =>
  `You find something out on the web for somebody, with tools, one at a time. Answer with "tool" and what it needs, the rest empty:
${canSearch ? `- "search": "query", words for a search engine;\n` : ""}- "map": "urls" with one address, to list the addresses of its site; "query" may hold words that they should be about;
- "read": "urls", up to ${bounds.stepPages} addresses to read, such as those that you were given, or that a search, a map or a page has shown;
- "extract": "urls", up to ${bounds.stepPages} addresses, and "query", what to gather from all of their text, such as every row of a long list;
${canInteract ? `- "interact": "urls" with one address, and "query", what to do there in a browser and find out, such as to search, filter or open something;\n` : ""}- "answer": "answer", once what was read says it, or nothing more can be found: what they wanted to know, in full, from what was read alone.
"reason" says in a few words why. Never make up an address or a fact.${
    request.conversation === undefined
      ? ""
      : "\nThey have asked you before: the conversation stands before your steps. What it says may be answered without reading again."
  }`

const noTokens: Tokens = { input: 0, output: 0 }

/** The answer, or why there is none until then, and the state with its tokens counted. */
const ask = <A>({ id, ledger }: AgentRun, state: AgentState, question: Effect.Effect<ModelOutcome<A>>, until: number) =>
  paid({ id: `agent/${id}/${state.calls}`, reason: "agent" }, question).pipe(
    Effect.provideService(Ledger, ledger),
    Effect.provideService(ModelDeadline, until),
    Effect.map(({ result, tokens }) => ({
      result: Result.mapError(result, ({ message }) => message),
      tokens
    })),
    Effect.catchTag("InsufficientCredits", ({ message }) =>
      Effect.succeed({ result: Result.fail(message), tokens: noTokens })
    ),
    Effect.map(({ result, tokens }) => ({ result, state: countAnswer(state, tokens) }))
  )

/** The latest page comes first. */
const shown = (pages: ReadonlyArray<ReadPage>): string =>
  pageTexts(
    pages.toReversed().map(({ text, url }) => ({ heading: `Page ${url}`, text })),
    bounds
  )

/** Without what speaks to a model, in what searches, maps and pages say. */
const checked = ({ request: { checkPromptInjection = defaults.checkPromptInjection } }: AgentRun, text: string) =>
  checkPromptInjection ? Effect.map(checkText(text), (found) => found.text) : Effect.succeed(text)

/** What they wrote stays as it is; answers may hold words of pages. */
const conversationSoFar = Effect.fnUntraced(function* (run: AgentRun) {
  const { conversation = [] } = run.request
  if (conversation.length === 0) return ""
  const turns = yield* Effect.forEach(conversation, (turn) =>
    Effect.map(checked(run, turn.answer), (answer) => ({ ...turn, answer }))
  )
  return `The conversation so far:\n${conversationText(turns)}\n\n`
})

/** What to do next; to answer where `last` says that there is no room for another tool. */
export const askNext = Effect.fnUntraced(function* (
  run: AgentRun,
  state: AgentState,
  pages: ReadonlyArray<ReadPage>,
  last: boolean
) {
  const { prompt, urls = [] } = run.request
  const history = state.steps.map(({ input, result, tool }, index) => `${index + 1}. ${tool} ${input}\n${result}`)
  const messages = promptOf({
    format: "agent",
    instructions: instructions(run),
    request: [
      `What they want: ${prompt}`,
      ...(urls.length === 0 ? [] : [`Given addresses:\n${urls.join("\n")}`]),
      ...(last ? [`There is no room for another tool: use "answer" now.`] : [])
    ].join("\n\n"),
    page: `${yield* conversationSoFar(run)}${yield* checked(
      run,
      `Your steps so far:\n${history.length === 0 ? "none" : history.join("\n")}\n\n${shown(pages)}`
    )}`
  })
  const question = generateObject(run.model, { format: "agent", messages, schema: Step })
  const next = yield* ask(run, state, question, last ? run.deadline : run.until)
  if (!last || Result.isFailure(next.result) || next.result.success.tool === "answer") return next
  // It goes on where it may not: what was read is all there is.
  return { ...next, result: Result.succeed({ ...next.result.success, tool: "answer" as const, answer: "" }) }
})

/** What the query asks for of the whole text of some pages, as JSON. */
export const askExtract = Effect.fnUntraced(function* (
  run: AgentRun,
  state: AgentState,
  pages: ReadonlyArray<ReadPage>,
  query: string
) {
  const whole = pageTexts(
    pages.map(({ text, url }) => ({ heading: `Page ${url}`, text })),
    { page: bounds.whole, pages: bounds.whole }
  )
  const page = yield* checked(run, whole)
  const data = dataFrom(run.model, { page, prompt: query, schema: undefined })
  if (data === undefined) return { result: Result.fail("It cannot be extracted"), state }
  return yield* ask(run, state, toOutcome(data), run.until)
})

/** The answer as data by the caller's schema. */
export const askData = Effect.fnUntraced(function* (
  run: AgentRun,
  state: AgentState,
  pages: ReadonlyArray<ReadPage>,
  message: string
) {
  const { prompt, schema } = run.request
  const page = yield* checked(run, `${message}\n\n${shown(pages)}`)
  const data = dataFrom(run.model, { page, prompt, schema })
  if (data === undefined) return { result: Result.fail("The JSON Schema cannot be used"), state }
  return yield* ask(run, state, toOutcome(data), run.deadline)
})
