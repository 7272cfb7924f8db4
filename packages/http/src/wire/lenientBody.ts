/**
 * What strict bodies forgive inside of their parts, before a schema reads them:
 * members that the contract drops in silence (docs/reference/v2.md §5, v1.md §2), and
 * those of today's clients that change nothing here (`unsupportedFields.ts`).
 */
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"
import { Action } from "@orbweaver/core/model/ScrapeOptions"
import { supportedItem } from "./unsupportedFields.ts"

/**
 * The body of a request, or what it says under `scrapeOptions`: without members that are `null`, which ask for nothing,
 * and with what older tools put under `options`.
 */
export const lenientBody = (body: unknown): unknown => {
  if (!isObject(body)) return body
  const { options, ...own } = body
  const given = isObject(options) ? { ...options, ...own } : body
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      // Languages without a list of their own send an empty one as an object.
      if (value === null || (name === "actions" && isEmpty(value))) return []
      return [[name, Object.hasOwn(parts, name) ? parts[name]!(value) : value]]
    })
  )
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

const each =
  (change: (item: unknown) => ReadonlyArray<unknown>) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.flatMap(change) : list

/** Members of an action of this type, of which a type may have several forms. */
const membersOf = (type: unknown): ReadonlySet<string> =>
  new Set(
    Action.members.flatMap(({ fields }): ReadonlyArray<string> =>
      fields.type.literal === type ? Object.keys(fields) : []
    )
  )

const onlyFields = (value: JsonObject, known: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => known.has(name)))

const action = (value: unknown): ReadonlyArray<unknown> => {
  if (!isObject(value)) return [value]
  const known = membersOf(value["type"])
  return [withoutNull(known.size === 0 ? value : onlyFields(value, known))]
}

const changeTracking = new Set(["prompt", "schema", "modes", "tag"])

const format = (value: unknown): ReadonlyArray<unknown> => [members(value)]

/** `pageMarkdown` is what `pages` was called. */
const parser = (value: unknown): ReadonlyArray<unknown> => {
  if (!isObject(value) || !Object.hasOwn(value, "pageMarkdown")) return [value]
  const { pageMarkdown, ...rest } = value
  return [{ pages: pageMarkdown, ...rest }]
}

const withoutNull = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))

const members = (value: unknown): unknown => (isObject(value) ? withoutNull(value) : value)

const parts: Readonly<Record<string, (value: unknown) => unknown>> = {
  actions: each(action),
  changeTrackingOptions: (value) => (isObject(value) ? onlyFields(value, changeTracking) : value),
  formats: each((item) => supportedItem("formats", item).flatMap(format)),
  parsers: each((item) => supportedItem("parsers", item).flatMap(parser)),
  sources: each((item) => supportedItem("sources", item)),
  location: members,
  scrapeOptions: lenientBody,
  webhook: members
}
