/**
 * Asks a model for what the evidence does not say.
 *
 * The caller's schema goes along verbatim (`jsonSchemaAnnotation`) and the
 * answer is checked against it; an answer that does not fit goes back with its
 * problems, twice at most. A page longer than the context is read in parts,
 * whose answers are put together. Values from evidence always win.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AiError } from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import {
  failedBy,
  limits,
  timedOut,
  promptOf,
  retrying,
  tokensOf,
  unusable,
  withinAnswerTime
} from "@orbweaver/core/network/ModelClient"
import type { Fields } from "@orbweaver/core/scrape/Format"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { absoluteAddresses } from "./addresses.ts"
import type { Matched } from "./match.ts"
import { indexSchema, type SchemaIndex } from "./schemaIndex.ts"
import { type ValidationProblem, validateInTurns } from "./validate.ts"

/** Key under which adapters of models find the caller's schema on the schema of an answer. */
export const jsonSchemaAnnotation = "orbweaver/jsonSchema"

export interface JsonRequest {
  readonly found: Matched
  /** Undefined when the model chooses the shape. */
  readonly index: SchemaIndex | undefined
  readonly schema: unknown
  readonly prompt: string | undefined
  /** How the caller wants it done. */
  readonly guidance?: string | undefined
  /** Markdown of the page. */
  readonly page: string
  /** Address of the page: a relative address in an answer is resolved against it. */
  readonly base?: string | undefined
}

export const jsonBounds = {
  /** Answers that do not fit and are sent back. */
  repairs: 2,
  /** Parts of a page; what is longer is not read to the end. */
  parts: 12,
  /** All the time a page may take. */
  whole: Duration.seconds(240),
  /** Characters of an answer. */
  answer: 500_000,
  /** Levels of an answer. */
  depth: 64
} as const

const format = "json"

const instructions =
  "Extract structured data from the page as one JSON value. Use only what the page says; leave out what it does not say and never guess. Keep values that are already known as they are. Answer with the JSON alone."

/** Tokens of all answers, for the ledger. */
interface TokenTotals {
  input: number
  output: number
}

export const generateJson = Effect.fnUntraced(function* (
  model: LanguageModel,
  asked: JsonRequest
): Effect.fn.Return<Fields, FormatError> {
  const tally: TokenTotals = { input: 0, output: 0 }
  const all = partsOf(asked.page)
  const parts = all.slice(0, jsonBounds.parts)
  const answers = Effect.forEach(parts, (part) => generatePart(model, asked, part, parts.length > 1, tally))
  const value = yield* withinAnswerTime(
    Effect.map(answers, (made) => made.reduce(merge, asked.found.value)),
    jsonBounds.whole,
    () => Effect.fail(timedOut(format))
  )
  const problems = asked.index === undefined ? [] : yield* validateInTurns(asked.index, value)
  if (problems.length > 0)
    return yield* unusable(format, `the answer does not match the schema (${described(problems)})`)
  if (value === undefined) return yield* unusable(format, "the model found nothing")
  const unread = all.length - parts.length
  return {
    json: value as Schema.Json,
    metadata: { jsonSources: asked.found.sources },
    madeBy: "model",
    tokens: { input: tally.input, output: tally.output },
    ...(unread > 0
      ? { warning: `The page is too long for the json format: its last ${unread} parts were omitted.` }
      : {})
  }
})

/** The same, together with the tokens it used. */
export const answerOf = <R>(
  work: Effect.Effect<Fields, FormatError, R>
): Effect.Effect<{ readonly value: Fields; readonly tokens: TokenTotals }, FormatError, R> =>
  Effect.map(work, (value) => ({ value, tokens: value.tokens ?? { input: 0, output: 0 } }))

const generatePart = Effect.fnUntraced(function* (
  model: LanguageModel,
  asked: JsonRequest,
  page: string,
  partial: boolean,
  tally: TokenTotals
) {
  const index = partial && asked.index !== undefined ? withoutRequired(asked.schema) : asked.index
  let complaint = ""
  for (let attempt = 0; ; attempt++) {
    const answer = yield* ask(model, asked, page, partial, complaint, tally)
    const value = "problem" in answer ? undefined : absoluteAddresses(answer.value, index, asked.base)
    const problems = "problem" in answer ? [answer.problem] : yield* problemsOf(value, index)
    if (problems.length === 0) return value
    if (attempt >= jsonBounds.repairs) {
      return yield* unusable(format, `the answer does not match the schema (${described(problems)})`)
    }
    complaint = `Your last answer was refused: ${described(problems)}.`
  }
})

type Answer = { readonly value: unknown } | { readonly problem: ValidationProblem }

const ask = (
  model: LanguageModel,
  { found, guidance: manner, prompt, schema }: JsonRequest,
  page: string,
  partial: boolean,
  complaint: string,
  tally: TokenTotals
): Effect.Effect<Answer, FormatError> => {
  const promptParts = [
    ...(prompt === undefined ? [] : [`Task: ${prompt}`]),
    ...(manner === undefined ? [] : [`Additional guidance, as far as the instructions allow: ${manner}`]),
    ...(schema === undefined ? [] : [`JSON Schema of the answer:\n${JSON.stringify(schema)}`]),
    ...(found.value === undefined ? [] : [`Already known:\n${JSON.stringify(found.value)}`]),
    ...(partial ? ["This is one part of a longer page: answer from this part only."] : []),
    ...(complaint === "" ? [] : [complaint])
  ].join("\n\n")
  const messages = promptOf({ format, instructions, request: promptParts, page })
  const answer = model
    .generateObject({
      prompt: messages,
      objectName: "page",
      schema: Schema.Any.annotate({ [jsonSchemaAnnotation]: partial ? relaxed(schema) : schema })
    })
    .pipe(
      Effect.retry({
        ...retrying,
        while: (error: AiError) => retrying.while(error) && error.reason._tag !== "StructuredOutputError"
      }),
      Effect.map(({ text, usage, value }): Answer => {
        const tokens = tokensOf(usage, messages.map(({ content }) => content).join("\n"), text)
        tally.input += tokens.input
        tally.output += tokens.output
        return { value }
      }),
      Effect.catchIf(
        (error: AiError) => error.reason._tag === "StructuredOutputError",
        ({ reason }): Effect.Effect<Answer> =>
          Effect.sync(() => {
            const text = reason._tag === "StructuredOutputError" ? reason.responseText : ""
            // The model took its tokens, and the port does not say how many: about four characters each.
            tally.input += Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4)
            tally.output += Math.ceil(text.length / 4)
            return { problem: { at: "", keyword: "json", message: "is no JSON" } }
          })
      )
    )
  return withinAnswerTime(answer, limits.answer, () => Effect.fail(timedOut(format))).pipe(
    Effect.mapError((error) => (error._tag === "FormatError" ? error : failedBy(format, error)))
  )
}

const problemsOf = (
  value: unknown,
  index: SchemaIndex | undefined
): Effect.Effect<ReadonlyArray<ValidationProblem>> => {
  if (!isBounded(value)) return Effect.succeed([{ at: "", keyword: "size", message: "is too large" }])
  if (value === null || value === undefined) {
    return Effect.succeed([{ at: "", keyword: "json", message: "says nothing" }])
  }
  return index === undefined ? Effect.succeed([]) : validateInTurns(index, value)
}

const isBounded = (value: unknown): boolean => {
  const depth = (node: unknown, left: number): boolean =>
    typeof node !== "object" ||
    node === null ||
    (left > 0 && Object.values(node).every((child) => depth(child, left - 1)))
  return depth(value, jsonBounds.depth) && (JSON.stringify(value)?.length ?? 0) <= jsonBounds.answer
}

/** Parts no longer than the context, cut between paragraphs. */
const partsOf = (page: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (let from = 0; from < page.length;) {
    const maxOutput = from + limits.page
    const cut = maxOutput >= page.length ? page.length : page.lastIndexOf("\n\n", maxOutput)
    const to = cut <= from ? Math.min(maxOutput, page.length) : cut
    parts.push(page.slice(from, to))
    from = to
  }
  return parts.length === 0 ? [""] : parts
}

/** What is known stays; what is new is added; lists are joined without repeats. */
export const merge = (known: unknown, more: unknown): unknown => {
  if (known === undefined || known === null) return more
  if (Array.isArray(known) && Array.isArray(more)) {
    const seen = new Set(known.map((one) => JSON.stringify(one)))
    return [...known, ...more.filter((one) => !seen.has(JSON.stringify(one)))]
  }
  if (!isObject(known) || !isObject(more)) return known
  const out: Record<string, unknown> = { ...known }
  for (const name of Object.keys(more)) {
    if (name !== "__proto__") out[name] = Object.hasOwn(known, name) ? merge(known[name], more[name]) : more[name]
  }
  return out
}

/** The schema for a part of a page, or one page of several, which need not say everything. */
export const relaxed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(relaxed)
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      (key === "required" && Array.isArray(value)) || key === "minItems" || key === "minProperties"
        ? []
        : [[key, relaxed(value)]]
    )
  )
}

const withoutRequired = (schema: unknown): SchemaIndex | undefined => {
  const index = indexSchema(relaxed(schema))
  return "issues" in index ? undefined : index
}

const described = (problems: ReadonlyArray<ValidationProblem>): string =>
  problems
    .slice(0, 10)
    .map(({ at, message }) => `${at === "" ? "the answer" : at} ${message}`)
    .join("; ")
