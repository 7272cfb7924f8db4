/**
 * Fields of today's clients that this server has nothing for: what becomes of each, and why. Warnings, refusals,
 * the descriptions of the OpenAPI document and the page `docs/reference/unsupported.md` come from these tables.
 */
import * as Schema from "effect/Schema"

export interface Unsupported {
  /**
   * - `warned`: accepted, and `warning` of the answer is the text;
   * - `ignored`: accepted without a word, since its absence changes no answer;
   * - `refused`: 400 with the text.
   */
  readonly outcome: "warned" | "ignored" | "refused"
  /** A sentence for callers. */
  readonly text: string
  /** The one value that is refused. Default: every value. */
  readonly only?: string
}

const warned = (text: string): Unsupported => ({ outcome: "warned", text })
const ignored = (text: string): Unsupported => ({ outcome: "ignored", text })
const refused = (text: string, only?: string): Unsupported => ({
  outcome: "refused",
  text,
  ...(only === undefined ? {} : { only })
})

const costs = ignored("Costs and steps stand in the answer, whether asked for or not.")
const ownCache = ignored("The cache follows maxAge, minAge and storeInCache.")

/** Fields that mean the same in every body that has them. */
export const unsupportedFields = {
  agent: warned("agent is not supported by this server and was ignored."),
  auditMetadata: warned("auditMetadata is not kept by this server."),
  domainTools: warned("domainTools are not offered by this server."),
  enterprise: warned("enterprise is not offered by this server and was ignored."),
  fastMode: warned("fastMode is not supported by this server and was ignored."),
  onlyCleanContent: warned("onlyCleanContent is not supported by this server and was ignored."),
  profile: warned("profile is not supported by this server and was ignored."),
  redactPII: warned("redactPII is not supported by this server: nothing was redacted."),
  safe: warned("safe is not supported by this server and was ignored."),
  threatProtection: warned(
    "threatProtection is not offered by this server, which judges addresses by its own egress policy."
  ),
  useMock: warned("useMock is not offered by this server: the page itself was captured."),
  toolDetail: ignored("It is a detail of domainTools."),
  urlTrace: ignored("The sources of each value stand in the answer with showSources."),
  useIndex: ignored("A map reads sitemaps and pages, and no index."),
  __searchPreviewToken: ignored("It belongs to the pages of the hosted service."),
  __experimental_cache: ownCache,
  __experimental_cacheKey: ownCache,
  __experimental_cacheMode: ownCache,
  __experimental_llmUsage: costs,
  __experimental_omce: ignored("Main content is chosen by one method."),
  __experimental_omceDomain: ignored("Main content is chosen by one method."),
  __experimental_showCostTracking: costs,
  __experimental_streamSteps: costs
} as const satisfies Readonly<Record<string, Unsupported>>

/** Fields of `POST /v2/agent`. */
export const unsupportedAgentFields = {
  mode: refused("Conversations are not offered by this server: leave mode out", "chat"),
  model: warned("model is not offered: the agent is the model of this server."),
  effort: warned("effort is not offered: maxSteps and timeLimit say how far an agent goes."),
  threadId: warned("threadId is not offered: each agent begins anew."),
  exchange: warned("exchange is not offered by this server."),
  threatProtection: unsupportedFields.threatProtection,
  auditMetadata: unsupportedFields.auditMetadata
} as const satisfies Readonly<Record<string, Unsupported>>

/** Fields of `POST /v2/browser`. */
export const unsupportedBrowserFields = {
  profile: refused("Named profiles are not offered by this server"),
  streamWebView: ignored("There is no view to stream.")
} as const satisfies Readonly<Record<string, Unsupported>>

/** Items of lists and members of items; they are taken out before the body is read. */
export const unsupportedItems: ReadonlyArray<
  Unsupported & {
    readonly list: string
    /** Items of this type, or by this name. */
    readonly type: string
    /** Only this member of them. Default: the items themselves. */
    readonly member?: string
  }
> = [
  {
    list: "parsers",
    type: "image",
    ...warned("The image parser is not offered by this server: pictures are not read.")
  },
  { list: "sources", type: "alexandria", ...warned("The source alexandria is not offered by this server.") },
  {
    list: "formats",
    type: "json",
    member: "checkPromptInjection",
    ...warned("checkPromptInjection is not supported by this server and was ignored.")
  }
]

const descriptions = {
  warned: "Not supported; named in `warning`",
  ignored: "Accepted; changes nothing"
} as const

/** The field of a body, with what becomes of it. A value that is refused fails with the text. */
export const unsupported = <S extends Schema.Schema<unknown>>(entry: Unsupported, schema: S) => {
  const { only, outcome, text } = entry
  if (outcome !== "refused") return Schema.optionalKey(schema.annotate({ description: descriptions[outcome] }))
  const isRefused = (value: unknown): boolean => only === undefined || value === only
  return Schema.optionalKey(
    schema
      .annotate({ description: only === undefined ? `Refused: ${text}` : `\`${only}\` is refused: ${text}` })
      .check(Schema.makeFilter((value) => (isRefused(value) ? text : undefined)))
  )
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value asks for anything: what clients send by default does not. */
export const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  (typeof value !== "object" || Object.keys(value).length > 0)

const typeOf = (item: unknown): unknown => (isFields(item) ? item["type"] : item)

/** An item of a list without what is not supported; empty where that is the item itself. */
export const supportedItem = (list: string, item: unknown): ReadonlyArray<unknown> => {
  const entries = unsupportedItems.filter((entry) => entry.list === list && entry.type === typeOf(item))
  if (entries.some(({ member }) => member === undefined)) return []
  if (entries.length === 0 || !isFields(item)) return [item]
  return [Object.fromEntries(Object.entries(item).filter(([name]) => !entries.some(({ member }) => member === name)))]
}

const warningsOf = (body: Fields, fields: Readonly<Record<string, Unsupported>>): ReadonlyArray<string> => [
  ...Object.entries(fields).flatMap(([name, { outcome, text }]) =>
    outcome === "warned" && isSet(body[name]) ? [text] : []
  ),
  ...unsupportedItems.flatMap(({ list, member, text, type }) => {
    const items: unknown = body[list]
    if (!Array.isArray(items)) return []
    const asks = (item: unknown) =>
      typeOf(item) === type && (member === undefined || (isFields(item) && isSet(item[member])))
    return items.some(asks) ? [text] : []
  })
]

/** Members of a body that hold options of pages: alone or in a list. */
export const bodyParts = ["scrapeOptions", "options", "crawlOptions", "targets"] as const

/** A body with the parts inside of it. */
const partsOf = (body: unknown): ReadonlyArray<Fields> => {
  if (Array.isArray(body)) return body.flatMap(partsOf)
  return isFields(body) ? [body, ...bodyParts.flatMap((name) => partsOf(body[name]))] : []
}

/**
 * The sentences for a body as it was sent, its `bodyParts` included; `undefined` when all is met. A value
 * that asks for nothing (false, null, nothing inside) is no wish.
 */
export const unsupportedFieldsWarning = (
  body: unknown,
  fields: Readonly<Record<string, Unsupported>> = unsupportedFields
): string | undefined => {
  const found = new Set(partsOf(body).flatMap((part) => warningsOf(part, fields)))
  return found.size === 0 ? undefined : [...found].join(" ")
}
