/**
 * Fields of today's clients that this server has nothing for: what becomes of each, and why. Warnings, refusals,
 * the descriptions of the OpenAPI document and the page `docs/reference/unsupported.md` come from these tables.
 *
 * What promises privacy or safety is refused: a caller who relies on it must not receive an answer without it.
 */
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"
import * as Schema from "effect/Schema"
import { badRequest, type WireError } from "./ErrorBody.ts"
import type { WireIssue } from "./issues.ts"
import { sentences } from "./warning.ts"

export interface Unsupported {
  /**
   * - `warned`: accepted; `warning` of the answer, of the job and of each document has the text;
   * - `ignored`: accepted without a word, since its absence changes no answer;
   * - `refused`: 400, and `error` is the text.
   */
  readonly outcome: "warned" | "ignored" | "refused"
  /** A sentence for callers. */
  readonly text: string
  /** The one value that is refused. Default: every value that asks for something. */
  readonly only?: string
  /** A word that asks for nothing: the value itself, its `mode`, or every item of it. */
  readonly off?: string
}

const warned = (text: string): Unsupported => ({ outcome: "warned", text })
const ignored = (text: string): Unsupported => ({ outcome: "ignored", text })
const refused = (text: string, values: Pick<Unsupported, "only" | "off"> = {}): Unsupported => ({
  outcome: "refused",
  text,
  ...values
})

const costs = ignored("Costs and steps stand in the answer, whether asked for or not.")
const ownCache = ignored("The cache follows maxAge, minAge and storeInCache.")

/** Fields that mean the same in every body that has them. */
export const unsupportedFields = {
  agent: warned("agent is not supported by this server and was ignored."),
  auditMetadata: warned("auditMetadata is not kept by this server."),
  domainTools: warned("domainTools are not offered by this server."),
  enterprise: refused(
    "enterprise is not supported by this server: searches would reach the search provider without the privacy that it promises. Leave enterprise out",
    { off: "default" }
  ),
  fastMode: warned("fastMode is not supported by this server and was ignored."),
  /** Where nothing takes it (`ProfilePlace`): an answer without the login would be another page. */
  profile: refused(
    "profile is not taken here: no stored login or cookie would be used. Leave profile out, or send it with v2 to scrape or batch/scrape, to browser or interact, or in scrapeOptions of a crawl, a search or a monitor"
  ),
  safe: refused("safe is not supported by this server: results would not be filtered. Leave safe out", { off: "off" }),
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
  model: warned("model is not offered: the agent is the model of this server."),
  exchange: warned("exchange is not offered by this server."),
  auditMetadata: unsupportedFields.auditMetadata
} as const satisfies Readonly<Record<string, Unsupported>>

/** Fields of `POST /v2/browser`. */
export const unsupportedBrowserFields = {
  streamWebView: ignored("Every session has a view where the server gives sessions addresses.")
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
> = [{ list: "sources", type: "alexandria", ...warned("The source alexandria is not offered by this server.") }]

const descriptions = {
  warned: "Not supported; named in `warning`",
  ignored: "Accepted; changes nothing"
} as const

/** The field of a body, with what becomes of it. A value that is refused fails with the text. */
export const unsupported = <S extends Schema.Schema<unknown>>(entry: Unsupported, schema: S) => {
  const { only, outcome, text } = entry
  if (outcome !== "refused") return Schema.optionalKey(schema.annotate({ description: descriptions[outcome] }))
  return Schema.optionalKey(
    schema
      .annotate({ description: only === undefined ? `Refused: ${text}` : `\`${only}\` is refused: ${text}` })
      .check(Schema.makeFilter((value) => (isRequested(entry, value) ? text : undefined)))
  )
}

/** Whether a value asks for anything: what clients send by default does not. */
export const isSet = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  (typeof value !== "object" || Object.keys(value).length > 0)

/** Whether a value of the field asks for what is not had; of what is refused an empty object does, too. */
const isRequested = ({ off, only, outcome }: Unsupported, value: unknown): boolean => {
  if (only !== undefined) return value === only
  if (Array.isArray(value) ? value.every((item) => item === off) : value === off) return false
  if (!isObject(value)) return isSet(value)
  return off !== undefined && value["mode"] === off ? false : outcome === "refused" || isSet(value)
}

const typeOf = (item: unknown): unknown => (isObject(item) ? item["type"] : item)

/** An item of a list without what is not supported; empty where that is the item itself. */
export const supportedItem = (list: string, item: unknown): ReadonlyArray<unknown> => {
  const entries = unsupportedItems.filter((entry) => entry.list === list && entry.type === typeOf(item))
  if (entries.some(({ member }) => member === undefined)) return []
  if (entries.length === 0 || !isObject(item)) return [item]
  return [Object.fromEntries(Object.entries(item).filter(([name]) => !entries.some(({ member }) => member === name)))]
}

interface Found extends Unsupported {
  readonly path: WireIssue["path"]
}

/** What a part of a body asks for and this server has nothing for. */
const foundIn = (
  { path, value }: Part,
  fields: Readonly<Record<string, Unsupported>>,
  outcome: Unsupported["outcome"]
): ReadonlyArray<Found> => [
  ...Object.entries(fields).flatMap(([name, entry]) =>
    entry.outcome === outcome && isRequested(entry, value[name]) ? [{ ...entry, path: [...path, name] }] : []
  ),
  ...unsupportedItems.flatMap(({ list, member, type, ...entry }) => {
    const items: unknown = value[list]
    if (entry.outcome !== outcome || !Array.isArray(items)) return []
    const at = items.findIndex(
      (item) => typeOf(item) === type && (member === undefined || (isObject(item) && isRequested(entry, item[member])))
    )
    return at === -1 ? [] : [{ ...entry, path: [...path, list, at, ...(member === undefined ? [] : [member])] }]
  })
]

/** Members of a body that hold options of pages: alone or in a list. */
export const bodyParts = ["scrapeOptions", "options", "crawlOptions", "targets"] as const

interface Part {
  readonly path: WireIssue["path"]
  readonly value: JsonObject
}

/** A body with the parts inside of it. */
const partsOf = (body: unknown, path: WireIssue["path"] = []): ReadonlyArray<Part> => {
  if (Array.isArray(body)) return body.flatMap((item, index) => partsOf(item, [...path, index]))
  if (!isObject(body)) return []
  return [{ path, value: body }, ...bodyParts.flatMap((name) => partsOf(body[name], [...path, name]))]
}

/**
 * The sentences for a body as it was sent, its `bodyParts` included. A value that asks for nothing (false, null, nothing
 * inside) is no wish.
 */
export const unsupportedFieldNotes = (
  body: unknown,
  fields: Readonly<Record<string, Unsupported>> = unsupportedFields
): ReadonlyArray<string> => [
  ...new Set(partsOf(body).flatMap((part) => foundIn(part, fields, "warned").map(({ text }) => text)))
]

/** The same as one text; `undefined` when all is met. */
export const unsupportedFieldsWarning = (body: unknown): string | undefined => sentences(unsupportedFieldNotes(body))

/** Where a body has the profile that its pages are visited with: at its top, or among the options of its pages. */
export type ProfilePlace = "body" | "scrapeOptions"

const isProfileAt = (place: ProfilePlace | undefined, path: WireIssue["path"]): boolean =>
  path.at(-1) === "profile" && (place === "body" ? path.length === 1 : place !== undefined && path.at(-2) === place)

/**
 * The answer to a body, its `bodyParts` included, that asks for something that is refused everywhere; for a profile, where
 * the operation does not take it.
 */
export const refusedFields = (body: unknown, profile?: ProfilePlace): WireError | undefined => {
  const found = partsOf(body)
    .flatMap((part) => foundIn(part, unsupportedFields, "refused"))
    .filter(({ path }) => !isProfileAt(profile, path))
  if (found.length === 0) return undefined
  return badRequest(
    found.map(({ path, text }) => ({ code: "custom", path, message: text })),
    [...new Set(found.map(({ text }) => text))].join(". ")
  )
}
