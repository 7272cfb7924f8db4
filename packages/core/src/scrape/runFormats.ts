/** Runs the formats of a scrape, and knows when what they made may be given again. */
import * as Effect from "effect/Effect"
import { annotationFields, type Document, type FormatErrorEntry, type Metadata } from "../model/Document.ts"
import { type Fields, type Format, mayAskModel, type PlannedFormat } from "./Format.ts"
import { name as facts } from "./formats/Facts.ts"
import { FormatError } from "../model/FormatError.ts"
import { discoveredName } from "../model/formats/builtInFormats.ts"
import { invalid } from "../model/InvalidInput.ts"
import { warningOf } from "../model/Outcome.ts"
import { hasRoute } from "../model/UrlIdentity.ts"
import { pointer } from "../support/jsonValue.ts"
import type { Page } from "../reading/Page.ts"
import type { Tokens } from "../network/ModelClient.ts"
import type { PageRedaction } from "../text/redaction/Rule.ts"
import type { Cleaner } from "./CleanContent.ts"
import type { Finder } from "./PersonalNames.ts"
import { checksPromptInjection, feedsModel, makeModelInput } from "./modelInput.ts"
import { redactFormat, redactionWarning, redactMetadata } from "./redactFields.ts"
import { asksForNames, readFormat, redactNames } from "./redactNames.ts"
import type { Resolved } from "../model/ScrapeOptions.ts"

/** What asks a model about the Markdown before other formats read it. */
export interface MarkdownReaders {
  readonly finder?: Finder | undefined
  readonly cleaner?: Cleaner | undefined
}

/**
 * Fills the fields in planned order; keeps those that were asked for. A format that fails takes no other with it: what is
 * missing is named in the warning and in `metadata.formatErrors`. Fails when none of the formats asked for succeeded; the
 * page of a crawl does not, because its links are still of use.
 */
export const runFormats = Effect.fnUntraced(function* (
  plan: ReadonlyArray<PlannedFormat>,
  page: Page,
  options: Resolved,
  { cleaner, finder }: MarkdownReaders = {}
) {
  const wanted = plan.map(({ format }) => format.name)
  const asked: Record<string, unknown> = {}
  const parts = new Map<string, Record<string, unknown>>()
  const pageWarning = page.outcome === undefined ? undefined : warningOf(page.outcome)
  const view = viewWarning(page)
  const rendering = page.response.warnings ?? []
  const warnings = [
    ...(pageWarning === undefined ? [] : [pageWarning]),
    ...(view === undefined ? [] : [view]),
    ...rendering,
    ...(page.content.warnings ?? [])
  ]
  let redaction: PageRedaction | undefined = options.redactPII
  let namesProblem: string | undefined =
    redaction?.mode === "fast" ? fastMode : finder === undefined ? noModel : notRead
  // Rules know a mail address by its form, so they read facts as they are; a model gets none that is not redacted.
  const readsFacts = !plan.some(({ format, spec }) => mayAskModel(format, spec))
  let cleanProblem = options.onlyCleanContent ? "none of the formats is made of Markdown." : undefined
  const by: Record<string, string> = {}
  const unsupported: Array<string> = []
  let used: Fields["tokens"]
  let charged = 0
  let fields: Fields = {}
  const ofFile: Partial<Metadata> = page.content.metadata ?? {}
  let metadata = redaction === undefined ? ofFile : yield* redactMetadata(ofFile, redaction)
  const countTokens = ({ input, output }: Tokens): void => {
    used = { input: (used?.input ?? 0) + input, output: (used?.output ?? 0) + output }
  }
  /** The names of the page are known from here on. */
  const withoutNames = Effect.fnUntraced(function* (made: Fields) {
    if (finder === undefined || redaction === undefined || !asksForNames(redaction)) return made
    namesProblem = modelProblem(page)
    if (namesProblem !== undefined) return made
    const found = yield* redactNames(made, redaction, finder)
    redaction = found.redaction
    namesProblem = found.problem
    metadata = yield* redactMetadata(metadata, redaction)
    countTokens(found.tokens)
    return found.fields
  })
  const cleaned = Effect.fnUntraced(function* (made: Fields) {
    if (!options.onlyCleanContent || made.markdown === undefined) return made
    cleanProblem = cleaner === undefined ? noModel : modelProblem(page)
    if (cleaner === undefined || cleanProblem !== undefined) return made
    const { markdown, problem, tokens } = yield* cleaner(made.markdown)
    cleanProblem = problem
    countTokens(tokens)
    return { ...made, markdown }
  })
  const modelInput = checksPromptInjection(options) ? makeModelInput() : undefined
  const failures: Array<FormatError> = []
  const fallbacks: Array<FormatError> = []
  for (const { asked: wasAsked, format, spec } of plan) {
    const count = (tokens: Fields["tokens"]): void => {
      if (tokens === undefined) return
      countTokens(tokens)
      if (format.chargesTokens === true) charged += tokens.input + tokens.output
    }
    const read = modelInput !== undefined && feedsModel(format, spec) ? yield* modelInput.of(fields) : fields
    const run = format.run({ page, spec, options, wanted, fields: read })
    const byRules =
      redaction === undefined || (readsFacts && format.name === facts) ? run : redactFormat(run, redaction, format.name)
    const redacted =
      format.name === readFormat ? Effect.flatMap(Effect.flatMap(byRules, withoutNames), cleaned) : byRules
    const filled = yield* Effect.catchTag(redacted, "FormatError", (error) => {
      if (wasAsked) failures.push(error)
      count(error.tokens)
      return Effect.succeed<Fields | undefined>(undefined)
    })
    if (filled === undefined) continue
    const { madeBy, metadata: found, modelError, tokens, unsupported: unstated = [], warning, ...made } = filled
    if (wasAsked && modelError !== undefined) fallbacks.push(modelError)
    metadata = { ...found, ...metadata }
    fields = { ...fields, ...made, metadata }
    if (warning !== undefined) warnings.unshift(warning)
    if (wasAsked) {
      Object.assign(asked, made)
      parts.set(format.name, made)
    }
    if (wasAsked) unsupported.push(...unstated.map((at) => `${pointer("", format.name)}${at}`))
    if (wasAsked && madeBy !== undefined) by[format.name] = madeBy
    count(tokens)
  }
  const named = [...wanted, ...options.actions.map(({ type }) => type)]
  const injection = modelInput === undefined ? undefined : yield* modelInput.warning(fields)
  if (injection !== undefined) warnings.unshift(injection)
  const unredacted = redaction === undefined ? undefined : redactionWarning(redaction, named, namesProblem)
  if (unredacted !== undefined) warnings.push(unredacted)
  if (cleanProblem !== undefined)
    warnings.push(`onlyCleanContent left the Markdown, or a part of it, as it was: ${cleanProblem}`)
  const [failure] = failures
  if (failure !== undefined && parts.size === 0) return yield* failure
  for (const { message } of failures) warnings.unshift(`${message}.`)
  if (page.modelRefusal !== undefined) warnings.unshift(page.modelRefusal)
  if (warnings.length > 0) asked["warning"] = warnings.join(" ")
  return {
    asked,
    /** What is to be redacted in all else that the document has. */
    redaction,
    /** The same by format. */
    parts,
    tokens: used === undefined ? 0 : Math.ceil(used.input + used.output),
    /** Of these, those of extractions, which the account pays. */
    charged: Math.ceil(charged),
    metadata: {
      ...metadata,
      ...(Object.keys(by).length === 0 ? {} : { madeBy: by }),
      ...(unsupported.length === 0 ? {} : { unsupported }),
      ...(used === undefined ? {} : { tokens: used }),
      ...(failures.length + fallbacks.length === 0
        ? {}
        : { formatErrors: [...failures.map(formatErrorOf), ...fallbacks.map(fallbackOf)] })
    }
  }
})

const fastMode = "the mode fast is rules alone; the mode accurate asks a model."
const noModel =
  "no model is configured (`model` of createOrbweaver, OPENAI_API_KEY or OLLAMA_BASE_URL of the command line)."
const notRead = "the page has no Markdown that a model could read."

/** Why no model may be asked about the page. */
const modelProblem = ({ modelRefusal, response: { status } }: Page): string | undefined =>
  modelRefusal ?? (status >= 400 ? `the page answered ${status}, so no model was asked.` : undefined)

/** Where the address names a view of the page and no browser has read it. */
const viewWarning = ({ requested, response }: Page): string | undefined =>
  hasRoute(requested) && response.rendered !== true
    ? `The address names the view ${requested.hash.slice(0, 100)}, which only a browser (\`renderer\`) shows: the page was read without it.`
    : undefined

const formatErrorOf = ({ detail, format, model }: FormatError): FormatErrorEntry => ({
  format,
  error: detail,
  ...(model === undefined ? {} : { model })
})

const fallbackOf = (error: FormatError): FormatErrorEntry => ({ ...formatErrorOf(error), madeBy: "rules" })

/** Whether nothing of what was asked for came of the page, and why: for pages of crawls, which do not fail for it. */
export const formatFailure = (document: Document): FormatError | undefined => {
  const [first] = document.metadata.formatErrors ?? []
  // What a crawl discovers was not asked for by its caller.
  const isAsked = (name: string) => !annotationFields.has(name) && name !== discoveredName
  if (first === undefined || Object.keys(document).some(isAsked)) return undefined
  const { error, format, model } = first
  return new FormatError({ format, detail: error, ...(model === undefined ? {} : { model }) })
}

export type FormatResults = Effect.Success<ReturnType<typeof runFormats>>

/** Whether the format makes the same of the same page. */
export const isRepeatable = ({ fresh, needs }: Format): boolean => needs.length === 0 && fresh !== true

/** Whether the same page with the same options makes the same answer. */
export const isSame = (
  plan: ReadonlyArray<PlannedFormat>,
  made: Pick<FormatResults, "asked" | "tokens">,
  options: Resolved
): boolean => isWhole(made) && options.actions.length === 0 && plan.every(({ format }) => isRepeatable(format))

/** Whether nothing went less well than asked and no model had a part in it. */
export const isWhole = ({ asked, tokens }: Pick<FormatResults, "asked" | "tokens">): boolean =>
  asked["warning"] === undefined && tokens === 0

/** Reads the budget, and which formats are still to be given. Loaded by the first scrape that has one. */
export const beginBudget = Effect.fnUntraced(function* (
  { cursor: written, maxTokens }: NonNullable<Resolved["budget"]>,
  formats: Resolved["formats"]
) {
  const { fit, readCursor } = yield* Effect.promise(() => import("../text/budget/Window.ts"))
  const cursor = written === undefined ? undefined : yield* readCursor(written)
  const left = cursor === undefined ? formats : formats.filter(({ type }) => Object.hasOwn(cursor, type))
  if (cursor !== undefined && left.length < Object.keys(cursor).length) {
    return yield* invalid("scrape options", ["budget", "cursor"], "This cursor belongs to other formats")
  }
  return {
    formats: left,
    fit: (parts: FormatResults["parts"]) =>
      Effect.map(fit(parts, maxTokens, cursor), ({ fields, ...budget }) => ({
        fields,
        budget: { maxTokens, ...budget },
        warning: budget.omitted === undefined ? undefined : noRoomFor(budget.omitted)
      }))
  }
})

type Budget = Effect.Success<ReturnType<typeof beginBudget>>

/** What a budget has room for. */
export type FittedFormats = Effect.Success<ReturnType<Budget["fit"]>>

const noRoomFor = (omitted: Readonly<Record<string, number>>): string => {
  const all = Object.entries(omitted).map(([pointer, tokens]) => `${pointer.slice(1)} (${tokens} tokens)`)
  const more = all.length > 10 ? ` and ${all.length - 10} more` : ""
  return `The budget has no room for ${all.slice(0, 10).join(", ")}${more}.`
}
