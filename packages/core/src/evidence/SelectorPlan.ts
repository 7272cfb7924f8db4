/**
 * Where the values of a JSON Schema stand on a page, when the schema names it itself: `selector` (CSS) or `xpath` (XPath
 * 1.0) beside `type`, `attribute` for an attribute in place of the text, `match` for a part of the text.
 *
 * A list is what its selector matches; the properties of its items are looked up inside each of them. This module turns
 * such a schema into plain data that can be sent to a thread; `@orbweaver/html` looks it up.
 */
import { isObject, type JsonObject } from "../support/jsonValue.ts"
import type { FormatSpec } from "../model/ScrapeOptions.ts"

/** The keywords of a schema that name a place. */
export const selectorKeywords = ["selector", "xpath", "attribute", "match"] as const

interface Place {
  /** CSS selector, or an XPath expression. Without both, the element around is meant. */
  readonly selector?: string
  readonly xpath?: string
  /** Attribute in place of the text; `innerHTML` is the cleaned HTML inside. */
  readonly attribute?: string
  /** Pattern (RE2) of which the first group, or the whole match, is the value. */
  readonly match?: string
}

export type SelectorPlan =
  | (Place & { readonly kind: "value" })
  | (Place & { readonly kind: "list"; readonly item: SelectorPlan; readonly maxItems: number })
  | (Place & { readonly kind: "object"; readonly fields: Readonly<Record<string, SelectorPlan>> })

/** What was found: texts, in the shape of the plan; absent where nothing matched. */
export type Selected = string | ReadonlyArray<Selected> | { readonly [name: string]: Selected }

/** Levels of a schema that are looked at, which bounds one that contains itself. */
const maxDepth = 8
/** Items of a list whose schema has no `maxItems`. */
const defaultMaxItems = 1000

/** The places that a schema names, or undefined when it names none. */
export const selectorPlanOf = (schema: unknown): SelectorPlan | undefined => {
  const plan = read(schema, schema, 0)
  return namesPlace(plan) ? plan : undefined
}

/** The plan of each format whose options have a `schema` that names places, under the name of the format. */
export const selectorPlansOf = (
  formats: ReadonlyArray<FormatSpec>
): Readonly<Record<string, SelectorPlan>> | undefined => {
  const found = formats.flatMap((spec) => {
    const plan = selectorPlanOf(spec["schema"])
    return plan === undefined ? [] : [[spec.type, plan] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** Whether the plan has a place of its own, or something inside it. */
export const namesPlace = (plan: SelectorPlan): boolean =>
  hasPlace(plan) ||
  (plan.kind === "object" && Object.values(plan.fields).some(namesPlace)) ||
  (plan.kind === "list" && namesPlace(plan.item))

export const hasPlace = ({ attribute, selector, xpath }: SelectorPlan): boolean =>
  selector !== undefined || xpath !== undefined || attribute !== undefined

const read = (schema: unknown, root: unknown, depth: number): SelectorPlan => {
  if (depth > maxDepth) return { kind: "value" }
  const node = merged(schema, root, 0)
  const place: Place = Object.fromEntries(
    selectorKeywords.flatMap((name) => (typeof node[name] === "string" ? [[name, node[name]]] : []))
  )
  if (isObject(node["properties"])) {
    const fields = Object.entries(node["properties"]).flatMap(([name, value]) => {
      const field = name === "__proto__" ? undefined : read(value, root, depth + 1)
      return field === undefined || !namesPlace(field) ? [] : [[name, field] as const]
    })
    return { ...place, kind: "object", fields: Object.fromEntries(fields) }
  }
  if (node["items"] === undefined) return { ...place, kind: "value" }
  const maxItems = typeof node["maxItems"] === "number" ? node["maxItems"] : defaultMaxItems
  const item = read(node["items"], root, depth + 1)
  if (hasPlace(place as SelectorPlan) || !hasPlace(item)) return { ...place, kind: "list", item, maxItems }
  // The items say where they stand, in place of the list.
  const { selector, xpath, ...within } = item
  const found = { ...(selector === undefined ? {} : { selector }), ...(xpath === undefined ? {} : { xpath }) }
  return { ...place, ...found, kind: "list", item: within as SelectorPlan, maxItems }
}

/** The schema with its reference and `allOf` put together; of alternatives, the first that is not null. */
const merged = (schema: unknown, root: unknown, depth: number): JsonObject => {
  if (!isObject(schema) || depth > maxDepth) return {}
  const alternatives = ["anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list) ? list.filter((one) => isObject(one) && one["type"] !== "null").slice(0, 1) : []
  })
  const parts = [
    ...(typeof schema["$ref"] === "string" ? [targetOf(schema["$ref"], root)] : []),
    ...(Array.isArray(schema["allOf"]) ? (schema["allOf"] as ReadonlyArray<unknown>) : []),
    ...alternatives
  ].map((part) => merged(part, root, depth + 1))
  const properties = Object.assign({}, ...[...parts, schema].map((part) => part["properties"]))
  return Object.assign({}, ...parts, schema, Object.keys(properties).length === 0 ? {} : { properties })
}

/** The schema that a reference within the document names (`#/$defs/item`). */
const targetOf = (reference: string, root: unknown): unknown => {
  if (!reference.startsWith("#")) return undefined
  let at: unknown = root
  for (const part of reference.slice(1).split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~")
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return at
}
