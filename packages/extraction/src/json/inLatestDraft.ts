/**
 * Schemas of drafts 4 to 2019-09 as 2020-12 writes them: lists in `items` (now `prefixItems`), `additionalItems` (`items`),
 * `dependencies` (`dependentRequired`, `dependentSchemas`), and bounds that `exclusiveMinimum: true` made exclusive.
 */
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"

/** A copy where something changes, else the schema itself. Only of schemas whose size is bounded. */
export const inLatestDraft = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const parts = Object.entries(schema).map(([keyword, value]) => [keyword, partOf(keyword, value)] as const)
  const isSame = parts.every(([keyword, part]) => part === schema[keyword])
  return rewritten(isSame ? schema : Object.fromEntries(parts))
}

const byName: ReadonlySet<string> = new Set(
  "properties patternProperties dependentSchemas dependencies $defs definitions".split(" ")
)
const lists: ReadonlySet<string> = new Set(["items", "prefixItems", "allOf", "anyOf", "oneOf"])
const single: ReadonlySet<string> = new Set(
  "items additionalItems additionalProperties contains propertyNames unevaluatedItems unevaluatedProperties not if then else".split(
    " "
  )
)

const partOf = (keyword: string, value: unknown): unknown => {
  if (lists.has(keyword) && Array.isArray(value)) {
    const parts = value.map(inLatestDraft)
    return parts.every((part, at) => part === value[at]) ? value : parts
  }
  if (byName.has(keyword) && isObject(value)) {
    const parts = Object.entries(value).map(([name, part]) => [name, inLatestDraft(part)] as const)
    return parts.every(([name, part]) => part === value[name]) ? value : Object.fromEntries(parts)
  }
  return single.has(keyword) ? inLatestDraft(value) : value
}

const rewritten = (schema: JsonObject): JsonObject => {
  const { additionalItems, dependencies, exclusiveMaximum, exclusiveMinimum, items, ...rest } = schema
  const isTuple = Array.isArray(items) && rest["prefixItems"] === undefined
  const hasDependencies = isObject(dependencies) && Object.values(dependencies).every(isDependency)
  if (!isTuple && !hasDependencies && !isSwitch(exclusiveMaximum) && !isSwitch(exclusiveMinimum)) return schema
  const names = hasDependencies ? Object.entries(dependencies) : []
  const required = names.filter(([, one]) => Array.isArray(one))
  const schemas = names.filter(([, one]) => !Array.isArray(one))
  return {
    ...rest,
    ...(isTuple
      ? { prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) }
      : items === undefined
        ? {}
        : { items }),
    ...(hasDependencies || dependencies === undefined ? {} : { dependencies }),
    ...(required.length === 0 ? {} : { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length === 0 ? {} : { dependentSchemas: Object.fromEntries(schemas) }),
    ...exclusive("Minimum", exclusiveMinimum, rest["minimum"]),
    ...exclusive("Maximum", exclusiveMaximum, rest["maximum"])
  }
}

const isDependency = (one: unknown): boolean =>
  Array.isArray(one) ? one.every((name) => typeof name === "string") : typeof one === "boolean" || isObject(one)

/** In draft 4 a switch beside the bound, since draft 6 the bound itself. */
const exclusive = (side: "Maximum" | "Minimum", given: unknown, bound: unknown): JsonObject => {
  if (given === undefined || given === false) return {}
  return { [`exclusive${side}`]: given === true && typeof bound === "number" ? bound : given }
}

const isSwitch = (value: unknown): boolean => typeof value === "boolean"
