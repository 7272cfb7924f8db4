/**
 * Structured data of a page by the caller's JSON Schema (docs/reference/v2.md §4,
 * `json`).
 *
 * Without a model, values come from the evidence of the page (`json/match`) and
 * `metadata.jsonSources` says where each stands; what the page does not say is
 * absent and named in `warning`. With one, the model is asked for the rest, and
 * what it answers fits the schema or is an error.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { withoutModel } from "../model/withoutModel.ts"
import { modelSkipReason } from "../model/modelSkipReason.ts"
import { builtInFormat, type Fields, type Format, type FormatInput } from "@orbweaver/core/scrape/Format"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { generateJson } from "../json/askJson.ts"
import { withDefaults } from "../json/defaults.ts"
import { describeDisagreement, type Matched } from "../json/match.ts"
import { listed } from "../json/pointers.ts"
import { promptSchema } from "../json/promptSchema.ts"
import { sourceWarnings, valueSourcesInTurns } from "../json/valueSources.ts"
import { matchPage } from "../json/selected.ts"
import { indexSchema, JsonSchema, type SchemaIndex } from "../json/schemaIndex.ts"
import { builtInFormats } from "@orbweaver/core/model/formats/builtInFormats"
import type { ReadFields } from "./ChangeTracking.ts"
import { evidenceOf } from "@orbweaver/core/internal/scrape/formats/Facts"

/** A schema that cannot be used is refused before the page is fetched. */
const options = Schema.Struct({ ...builtInFormats.json.options, schema: Schema.optionalKey(JsonSchema) })

/** Fills `json`. Uses the `facts` of the page, and its Markdown when there is a model to read it. */
export const json = (model?: LanguageModel): Format =>
  builtInFormat("json", {
    uses: model === undefined ? ["facts"] : ["facts", "markdown"],
    options,
    // On top of the page (docs/reference/v2.md §16).
    credits: 4,
    mayAskModel: model !== undefined,
    chargesTokens: true,
    run: (input, { prompt, schema }) => readJson({ input, schema, prompt }, model)
  })

export interface JsonQuestion {
  readonly input: FormatInput
  /** JSON Schema of the caller. */
  readonly schema?: unknown
  readonly prompt?: string | undefined
}

/** What the `json` format does, for others that read fields of a page. */
export const readJson = Effect.fnUntraced(function* (
  { input, prompt, schema }: JsonQuestion,
  model?: LanguageModel
): Effect.fn.Return<Fields, FormatError | InvalidInput> {
  const index = yield* indexOf(schema ?? (prompt === undefined ? pageSchema : promptSchema(prompt)))
  const evidence = evidenceOf(input.fields)
  const found = index === undefined ? noMatch : yield* matchPage(evidence, index, input.spec.type)
  const sufficient =
    found.value !== undefined && found.missing.length === 0 && (schema === undefined || prompt === undefined)
  const skipReason = model === undefined ? undefined : modelSkipReason(input.page)
  if (model !== undefined && skipReason === undefined && !sufficient) {
    const page = input.fields.markdown ?? ""
    const asked = generateJson(model, {
      found,
      index: schema === undefined ? undefined : index,
      schema,
      prompt,
      page,
      base: input.page.response.url.href
    })
    const byRules = Effect.succeed(fieldsOf(found, index, prompt !== undefined, evidence.warnings))
    const answered = Effect.map(Effect.flatMap(asked, checkedFields(input, found, index)), (fields): Fields => {
      const { filled, value } = withDefaults(index, fields.json)
      const warning = [fields.warning, ...defaultsWarning(filled)].filter((one) => one !== undefined).join(" ")
      return { ...fields, json: value as Schema.Json, ...(warning === "" ? {} : { warning }) }
    })
    return yield* Effect.catchTag(answered, "FormatError", (error) => withoutModel(byRules, error))
  }
  if (input.page.modelRefusal !== undefined && found.value === undefined) {
    return yield* new FormatError({ format: "json", detail: input.page.modelRefusal })
  }
  if (index === undefined) {
    return {
      warning:
        skipReason ??
        `The json format needs a model to follow this prompt: name the fields, give a schema, or ${configureModel}.`
    }
  }
  const isPromptAlone = prompt !== undefined && schema === undefined
  if (isPromptAlone && model === undefined && found.value === undefined && found.unsure.length === 0) {
    const nothing = `Without a model, the json format looked for ${listed(found.missing)} and found nothing on the page: give a schema, or ${configureModel}.`
    return { warning: [...(evidence.warnings ?? []), nothing].join(" "), madeBy: "rules" }
  }
  return fieldsOf(found, index, schema !== undefined && prompt !== undefined, evidence.warnings)
})

/** What `changeTracking` compares in its `json` mode. */
export const readFields =
  (model?: LanguageModel): ReadFields =>
  (input, { prompt, schema }) =>
    readJson({ input, schema, prompt }, model)

/** The answer of a model, with the values named that neither the page nor its structured data states. */
const checkedFields =
  ({ fields: { markdown = "" }, page }: FormatInput, { value: evidence }: Matched, index: SchemaIndex | undefined) =>
  (fields: Fields): Effect.Effect<Fields> =>
    Effect.map(
      valueSourcesInTurns(fields.json, [{ url: page.response.url.href, text: markdown, evidence }], { index }),
      (checked) => {
        const warning = [fields.warning, ...sourceWarnings(checked, "page")]
          .filter((one) => one !== undefined)
          .join(" ")
        return { ...fields, unsupported: checked.unsupported, ...(warning === "" ? {} : { warning }) }
      }
    )

const configureModel =
  "configure a model (`model` of createOrbweaver, OPENAI_API_KEY or OLLAMA_BASE_URL of the command line)"

const noMatch: Matched = { value: undefined, sources: {}, missing: [], unsure: [] }

/** What is read of a page without a schema or prompt. */
export const pageSchema = {
  type: "object",
  properties: Object.fromEntries(
    ["title", "description", "author", "datePublished", "image", "url", "language", "price", "currency"].map((name) => [
      name,
      {}
    ])
  )
}

const indexOf = (schema: unknown): Effect.Effect<SchemaIndex | undefined, InvalidInput> => {
  if (schema === undefined) return Effect.succeed(undefined)
  const index = indexSchema(schema)
  if (!("issues" in index)) return Effect.succeed(index)
  return Effect.fail(new InvalidInput({ what: "JSON Schema", issues: index.issues }))
}

/** Names the defaults of the schema that stand for values of the page. */
const defaultsWarning = (filled: ReadonlyArray<string>): ReadonlyArray<string> =>
  filled.length === 0 ? [] : [`Not found on the page, so the schema's default stands there: ${listed(filled)}.`]

const fieldsOf = (
  { disagreements = [], missing: lacking, sources, unsure, value: found }: Matched,
  index: SchemaIndex | undefined,
  promptIgnored: boolean,
  unread: ReadonlyArray<string> = []
): Fields => {
  const { filled, value } = withDefaults(index, found)
  const missing = lacking.filter((pointer) => !unsure.includes(pointer) && !filled.includes(pointer))
  const warnings = [
    ...unread,
    ...(promptIgnored ? ["The prompt was ignored, because following it together with a schema needs a model."] : []),
    ...(value === undefined
      ? [
          `The json format found no value of the schema on the page${missing.length === 0 ? "" : `: ${listed(missing)}`}.`
        ]
      : missing.length === 0
        ? []
        : [`Not found on the page: ${listed(missing)}.`]),
    ...defaultsWarning(filled),
    ...(unsure.length === 0 ? [] : [`Omitted because the page gives conflicting values: ${listed(unsure)}.`]),
    ...disagreements.map(describeDisagreement)
  ]
  return {
    ...(value === undefined ? {} : { json: value as Schema.Json }),
    ...(value === undefined ? {} : { metadata: { jsonSources: sources } }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    madeBy: "rules"
  }
}
