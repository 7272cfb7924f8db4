/**
 * Asks a model for what the evidence does not say.
 *
 * The caller's schema goes along verbatim (`jsonSchemaAnnotation`) and the
 * answer is checked against it; an answer that does not fit goes back with its
 * problems, twice at most. What then is right of it is kept, and the rest is named in a warning. A page longer than the
 * context is read in parts, whose answers are put together; one that cannot be read costs only itself. Values from
 * evidence always win.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import {
  failedBy,
  limits,
  timedOut,
  promptOf,
  sentLength,
  uncounted,
  unusable,
  withinAnswerTime
} from "@orbweaver/core/network/ModelClient"
import type { Fields } from "@orbweaver/core/scrape/Format"
import { FormatError } from "@orbweaver/core/model/FormatError"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { mergeParts, type PageReading } from "./mergeReadings.ts"
import { answerText } from "../model/answerText.ts"
import { readAnswers, refusedText } from "../model/readAnswers.ts"
import { absoluteAddresses } from "./addresses.ts"
import { fitAnswer, type FittedAnswer, keepFitting } from "./fitAnswer.ts"
import type { Matched } from "./match.ts"
import { listed } from "./pointers.ts"
import { indexSchema, type SchemaIndex } from "./schemaIndex.ts"
import type { ValidationProblem } from "./validate.ts"
import { isEmpty, withoutBlanks } from "./withoutParts.ts"

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
  const made = Effect.mapError(
    withinAnswerTime(generateParts(model, asked, tally), jsonBounds.whole, () => Effect.fail(timedOut(format))),
    (error) => (tally.input + tally.output === 0 ? error : withTokens(error, { ...tally }))
  )
  const { value, warnings } = yield* made
  return {
    json: value as Schema.Json,
    metadata: { jsonSources: asked.found.sources },
    madeBy: "model",
    tokens: { ...tally },
    ...(warnings.length > 0 ? { warning: warnings.join(" ") } : {})
  }
})

const withTokens = ({ cause, detail, format, model }: FormatError, tokens: TokenTotals): FormatError =>
  new FormatError({
    format,
    detail,
    tokens,
    ...defined({ model, cause })
  })

const generateParts = Effect.fnUntraced(function* (model: LanguageModel, asked: JsonRequest, tally: TokenTotals) {
  const { found, index } = asked
  const all = yield* Effect.mapError(partsOf(asked.page), uncounted(format))
  const parts = all.slice(0, jsonBounds.parts)
  const isPartial = parts.length > 1
  const warnings: Array<string> = []
  const readings: Array<PageReading> =
    found.value === undefined ? [] : [{ url: "", value: found.value, sources: found.sources, titles: "" }]
  let failure: FormatError | undefined
  for (const [at, page] of parts.entries()) {
    const answer = yield* Effect.result(generatePart(model, asked, page, isPartial, tally))
    if (Result.isSuccess(answer)) {
      const { value } = answer.success
      readings.push({ url: "", value: isPartial ? withoutBlanks(value) : value, sources: {}, titles: "" })
      warnings.push(...answer.success.warnings)
    } else {
      failure ??= answer.failure
      warnings.push(`Part ${at + 1} of ${parts.length} of the page was not read: ${answer.failure.detail}.`)
    }
  }
  if (failure !== undefined && readings.length === (found.value === undefined ? 0 : 1)) return yield* failure
  if (all.length > parts.length) {
    const read = parts.reduce((sum, { length }) => sum + length, 0)
    warnings.push(
      `The page is too long for the json format: its last ${asked.page.length - read} characters were not read (\`modelPageTokens\` makes the ${parts.length} parts longer).`
    )
  }
  const value = readings.length === 1 ? readings[0]!.value : (yield* mergeParts(readings)).value
  const { missing, value: kept, warnings: more } = yield* keptOf(yield* fitAnswer(value, index), index)
  if (kept === undefined || isEmpty(kept)) return yield* unusable(format, "the model found nothing")
  if (missing.length > 0) warnings.push(`Not found on the page: ${listed(missing)}.`)
  return { value: kept, warnings: [...new Set([...warnings, ...more])] }
})

/** The same, together with the tokens it used. */
export const answerOf = <R>(
  work: Effect.Effect<Fields, FormatError, R>
): Effect.Effect<{ readonly value: Fields; readonly tokens: TokenTotals }, FormatError, R> =>
  Effect.map(work, (value) => ({ value, tokens: value.tokens ?? { input: 0, output: 0 } }))

interface PartAnswer {
  readonly value: unknown
  readonly warnings: ReadonlyArray<string>
}

const generatePart = Effect.fnUntraced(function* (
  model: LanguageModel,
  asked: JsonRequest,
  page: string,
  partial: boolean,
  tally: TokenTotals
): Effect.fn.Return<PartAnswer, FormatError> {
  const index = partial && asked.index !== undefined ? withoutRequired(asked.schema) : asked.index
  let complaint = ""
  for (let attempt = 0; ; attempt++) {
    const text = yield* ask(model, asked, page, partial, complaint, tally)
    const answers = yield* Effect.forEach(readAnswers(text), ({ isCut, value }) =>
      Effect.map(fitAnswer(absoluteAddresses(value, index, asked.base), index), (fitted) => ({
        ...fitted,
        isCut,
        refusal: refusalOf(fitted)
      }))
    )
    const fitting = answers.find(({ refusal }) => refusal === undefined)
    const warnings = (isCut: boolean) => (isCut ? [cutWarning] : [])
    if (fitting !== undefined) return { value: fitting.value, warnings: warnings(fitting.isCut) }
    const [likeliest] = answers
    const refusal = likeliest?.refusal ?? refusedText(text)
    if (attempt >= jsonBounds.repairs) {
      if (likeliest === undefined || index === undefined) return yield* unusable(format, refusal)
      const kept = yield* keptOf(likeliest, index)
      if (kept.value === undefined) return yield* unusable(format, refusal)
      return { value: kept.value, warnings: [...warnings(likeliest.isCut), ...kept.warnings] }
    }
    complaint = `Your last answer was refused: ${refusal}. Answer with the JSON alone.`
  }
})

const cutWarning = "The model's answer was cut at its limit of tokens: what it had answered by then is kept."

/** Why an answer is sent back. What the model says that the page does not say is no reason. */
const refusalOf = ({ isMissingKnown, missing, problems, value }: FittedAnswer): string | undefined => {
  if (!isBounded(value)) return "the answer is too large"
  if (value === null || value === undefined) return "the answer says nothing"
  const lacking = isMissingKnown ? [] : missing
  if (problems.length + lacking.length === 0) return undefined
  const reasons = [...described(problems), ...lacking.map((at) => `${at} is missing`)].slice(0, 10)
  return `the answer does not match the schema (${reasons.join("; ")})`
}

/** What of an answer is right, and what is left out of it, in sentences. */
const keptOf = Effect.fnUntraced(function* (answer: FittedAnswer, index: SchemaIndex | undefined) {
  if (index === undefined || answer.problems.length === 0) return { ...answer, warnings: [] }
  const kept = yield* keepFitting(answer, index)
  const reasons = described(kept.dropped)
  const more = kept.droppedCount > reasons.length ? ` and ${kept.droppedCount - reasons.length} more` : ""
  const warning = `Left out of the model's answer, because it does not match the schema: ${reasons.join("; ")}${more}.`
  return { ...kept, warnings: [warning] }
})

/** The text of an answer. */
const ask = Effect.fnUntraced(function* (
  model: LanguageModel,
  { found, guidance: manner, prompt, schema }: JsonRequest,
  page: string,
  partial: boolean,
  complaint: string,
  tally: TokenTotals
): Effect.fn.Return<string, FormatError> {
  const promptParts = [
    ...(prompt === undefined ? [] : [`Task: ${prompt}`]),
    ...(manner === undefined ? [] : [`Additional guidance, as far as the instructions allow: ${manner}`]),
    ...(schema === undefined ? [] : [`JSON Schema of the answer:\n${JSON.stringify(schema)}`]),
    ...(found.value === undefined ? [] : [`Already known:\n${JSON.stringify(found.value)}`]),
    ...(partial ? ["This is one part of a longer page: answer from this part only."] : []),
    ...(complaint === "" ? [] : [complaint])
  ].join("\n\n")
  const messages = yield* promptOf({ format, instructions, request: promptParts, page, isMeasured: true })
  const sent = messages.map(({ content }) => content).join("\n")
  const asked = model.generateObject({
    prompt: messages,
    objectName: "page",
    schema: Schema.Any.annotate({ [jsonSchemaAnnotation]: partial ? relaxed(schema) : schema })
  })
  const answer = answerText(asked, sent, tally)
  return yield* withinAnswerTime(answer, limits.answer, () => Effect.fail(timedOut(format))).pipe(
    Effect.mapError((error) => (error._tag === "FormatError" ? error : failedBy(format, error)))
  )
})

const isBounded = (value: unknown): boolean => {
  const depth = (node: unknown, left: number): boolean =>
    typeof node !== "object" ||
    node === null ||
    (left > 0 && Object.values(node).every((child) => depth(child, left - 1)))
  return depth(value, jsonBounds.depth) && (JSON.stringify(value)?.length ?? 0) <= jsonBounds.answer
}

/** Parts no longer than a model gets at once, cut between paragraphs; one more than are read shows that there are more. */
const partsOf = Effect.fnUntraced(function* (page: string): Effect.fn.Return<ReadonlyArray<string>, InvalidInput> {
  const parts: Array<string> = []
  for (let from = 0; from < page.length && parts.length <= jsonBounds.parts;) {
    const rest = page.slice(from, from + limits.page)
    const length = yield* sentLength(rest)
    const cut = from + length >= page.length ? length : rest.lastIndexOf("\n\n", length)
    const end = cut <= 0 ? Math.max(1, length) : cut
    parts.push(rest.slice(0, end))
    from += end
  }
  return parts.length === 0 ? [""] : parts
})

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

const described = (problems: ReadonlyArray<ValidationProblem>): ReadonlyArray<string> =>
  problems.slice(0, 10).map(({ at, message }) => `${at === "" ? "the answer" : at} ${message}`)
