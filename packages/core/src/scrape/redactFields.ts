/** Takes personal data out of what a format made, before another format, a model, a store or the caller gets it. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { type ActionResults, Document, type Metadata, MetadataFields } from "../model/Document.ts"
import { FormatError } from "../model/FormatError.ts"
import { discoveredName } from "../model/formats/builtInFormats.ts"
import { defined } from "../support/defined.ts"
import type { Steps } from "../support/steps.ts"
import { inTurns } from "../support/turns.ts"
import { redactText } from "../text/redaction/redactText.ts"
import type { PageRedaction } from "../text/redaction/Rule.ts"
import type { Fields, FormatFailure } from "./Format.ts"
import { byMeaning } from "./PersonalNames.ts"

type Actions = typeof ActionResults.Type
type Syntax = "markup" | "plain"

/** Members of `Fields` that are no texts of the page: addresses that a job visits, and pictures. */
const untouched: ReadonlySet<string> = new Set([discoveredName, "screenshot"])
/** Members of `Fields` whose strings are HTML. */
const markup: ReadonlySet<string> = new Set(["html", "rawHtml"])

const { metadata: _, ...fieldsOfDocument } = Document.fields
const isFields = Schema.is(Schema.Struct(fieldsOfDocument))
const isMetadata = Schema.is(
  Schema.StructWithRest(MetadataFields.schema.mapFields(Struct.map(Schema.optionalKey)), MetadataFields.records)
)
const isJson = Schema.is(Schema.Json)

/** A text that is no HTML. */
export const redact = (text: string, options: PageRedaction): Effect.Effect<string> =>
  inTurns(() => redactText(text, options))

/** Runs the format `name`, and gives what it made or why it failed without personal data. */
export const redactFormat = (
  run: Effect.Effect<Fields, FormatFailure>,
  options: PageRedaction,
  name: string
): Effect.Effect<Fields, FormatFailure> =>
  run.pipe(
    Effect.catchTag("FormatError", (error) => Effect.flatMap(redactError(error, options), Effect.fail)),
    Effect.flatMap((made) => redactFields(made, options, name))
  )

/** Fails where a field cannot be what it is without personal data. */
export const redactFields = Effect.fnUntraced(function* (
  made: Fields,
  options: PageRedaction,
  name: string
): Effect.fn.Return<Fields, FormatError> {
  const { madeBy, metadata, modelError, tokens, unsupported, ...fields } = made
  const redacted = yield* inTurns(() => redactMembers(fields, options))
  if (!isFields(redacted)) {
    return yield* new FormatError({ format: name, detail: "The result cannot be given without personal data" })
  }
  return {
    ...redacted,
    ...defined({ madeBy, tokens, unsupported }),
    ...(metadata === undefined ? {} : { metadata: yield* redactMetadata(metadata, options) }),
    ...(modelError === undefined ? {} : { modelError: yield* redactError(modelError, options) })
  }
})

/** What a page says of itself. A member that cannot be what it is without personal data leaves nothing. */
export const redactMetadata = (metadata: Partial<Metadata>, options: PageRedaction): Effect.Effect<Partial<Metadata>> =>
  Effect.map(
    inTurns(() => redactValue(metadata, options, "plain")),
    (redacted) => (isMetadata(redacted) ? redacted : {})
  )

/** Why a format failed, which may quote the page or the answer of a model. */
const redactError = ({ cause, detail: written, format, model, tokens }: FormatError, options: PageRedaction) =>
  Effect.map(
    redact(written, options),
    (detail) => new FormatError({ format, detail, ...defined({ model, tokens, cause }) })
  )

/** Pictures and PDFs stay as they are. */
export const redactActions = (results: Actions, options: PageRedaction): Effect.Effect<Actions> =>
  inTurns(function* () {
    const scrapes: Array<Actions["scrapes"][number]> = []
    for (const { html, url } of results.scrapes) scrapes.push({ url, html: yield* redactText(html, options, "markup") })
    const javascriptReturns: Array<Actions["javascriptReturns"][number]> = []
    for (const { type, value } of results.javascriptReturns) {
      javascriptReturns.push({ type, value: yield* redactJson(value, options) })
    }
    return { ...results, scrapes, javascriptReturns }
  })

/** Blocks of a file, and whatever else is JSON; `null` where it is nested too deeply. */
export const redactBlocks = (blocks: Schema.Json, options: PageRedaction): Effect.Effect<Schema.Json> =>
  inTurns(() => redactJson(blocks, options))

function* redactJson(value: Schema.Json, options: PageRedaction): Steps<Schema.Json> {
  const redacted = yield* redactValue(value, options, "plain")
  return isJson(redacted) ? redacted : null
}

function* redactMembers(fields: object, options: PageRedaction): Steps<object> {
  const members: Array<readonly [string, unknown]> = []
  for (const [name, member] of Object.entries(fields)) {
    const syntax = markup.has(name) ? "markup" : "plain"
    members.push([name, untouched.has(name) ? member : yield* redactValue(member, options, syntax)])
  }
  return Object.fromEntries(members)
}

/** Levels of members within members; what is deeper is left out, and the value is then no JSON. */
const maxDepth = 200

/** The same value with redacted strings and names of members; numbers stay. */
function* redactValue(value: unknown, options: PageRedaction, syntax: Syntax, depth = 0): Steps<unknown> {
  if (typeof value === "string") return yield* redactText(value, options, syntax)
  if (typeof value !== "object" || value === null) return value
  if (depth === maxDepth) return undefined
  if (Array.isArray(value)) {
    const items: Array<unknown> = []
    for (const item of value) items.push(yield* redactValue(item, options, syntax, depth + 1))
    return items
  }
  const members: Array<readonly [string, unknown]> = []
  const count = new Map<string, number>()
  for (const [name, member] of Object.entries(value)) {
    const redacted = yield* redactText(name, options)
    const before = count.get(redacted) ?? 0
    count.set(redacted, before + 1)
    // Members whose names differ in personal data alone are all kept: `<EMAIL>`, `<EMAIL> 2`.
    members.push([
      before === 0 ? redacted : `${redacted} ${before + 1}`,
      yield* redactValue(member, options, syntax, depth + 1)
    ])
  }
  return Object.fromEntries(members)
}

/**
 * What redaction does not reach, and how to do without it. `namesProblem` says why names were not looked for; absent when
 * they were.
 */
export const redactionWarning = (
  { entities }: PageRedaction,
  formatsAndActions: ReadonlyArray<string>,
  namesProblem: string | undefined
): string | undefined => {
  const wanted = byMeaning.filter((name) => entities.includes(name))
  const sentences = [
    ...(wanted.length === 0 || namesProblem === undefined
      ? []
      : [
          `redactPII did not look for all names of people and postal addresses (${wanted.join(", ")} in its entities): ${namesProblem}`
        ]),
    ...(formatsAndActions.some((name) => name === "screenshot" || name === "pdf")
      ? [
          "redactPII does not change pictures: screenshots and PDFs show the page as it is. Leave them out of formats and actions."
        ]
      : [])
  ]
  return sentences.length === 0 ? undefined : sentences.join(" ")
}
