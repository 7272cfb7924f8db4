/**
 * What somebody meant whose schema says nothing: `{ name: "string" }`, an example of the answer, `propertes`. JSON Schema takes
 * unknown keywords for notes, so such a schema would ask for nothing and the answer would be empty.
 */
import { nearestName } from "@orbweaver/core/internal/model/nearestName"
import { selectorKeywords } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"

/** Keywords that ask for something. */
const asking = (
  "$ref $dynamicRef type enum const properties patternProperties additionalProperties propertyNames required items prefixItems " +
  "contains minItems maxItems uniqueItems minProperties maxProperties allOf anyOf oneOf not if then else dependentRequired " +
  "dependentSchemas unevaluatedItems unevaluatedProperties format pattern minLength maxLength minimum maximum exclusiveMinimum " +
  "exclusiveMaximum multipleOf"
).split(" ")

/** Those that describe, and those of older drafts and of OpenAPI. */
const notes = (
  "$schema $id $anchor $dynamicAnchor $comment $defs $vocabulary definitions title description default examples example " +
  "deprecated readOnly writeOnly nullable discriminator xml externalDocs contentEncoding contentMediaType contentSchema " +
  "components dependencies additionalItems minContains maxContains id key name label order"
).split(" ")

const known: ReadonlySet<string> = new Set([...asking, ...notes, ...selectorKeywords])

/** More names than a schema has that somebody writes. */
const maxNames = 30

/** Why a schema asks for nothing though it says something, with what was probably meant; `undefined` for all others. */
export const meantInstead = (schema: JsonObject, isRoot: boolean): string | undefined => {
  const names = Object.keys(schema)
  if (names.length === 0 || names.length > maxNames) return undefined
  const typo = names.find(
    (name) => !known.has(name) && !name.startsWith("x-") && meantKeyword(name, schema) !== undefined
  )
  if (typo !== undefined) return `has the unknown keyword ${typo}: did you mean ${meantKeyword(typo, schema)}?`
  if (!isRoot || names.some((name) => name === "type" || (asking.includes(name) && !isTypeName(schema[name]))))
    return undefined
  const isShorthand = Object.values(schema).every(isTypeName)
  if (!isShorthand && names.every((name) => known.has(name))) return undefined
  return `is no JSON Schema${isShorthand ? "" : ", but an example or names of its own"}: did you mean ${shown(schemaLike(schema, 0))}?`
}

/** Characters of a suggestion. */
const maxShown = 300

const shown = (schema: object): string => {
  const text = JSON.stringify(schema)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

/** The keyword that is spelt wrongly: it is not there itself, and asks for something. */
const meantKeyword = (name: string, schema: JsonObject): string | undefined => {
  if (name.length < 4 && name !== "typ") return undefined
  const near = nearestName(name, asking)
  const isTypo = near !== undefined && !near.startsWith("$") && Math.abs(near.length - name.length) <= 2
  return isTypo && !Object.hasOwn(schema, near) ? near : undefined
}

const typeNames: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"])

const isTypeName = (value: unknown): boolean =>
  typeof value === "string" && (typeNames.has(value) || typeNames.has(value.replace(/\?$|\[\]$/, "")))

/** A schema for an example or a shorthand. */
const schemaLike = (value: unknown, depth: number): object => {
  if (depth > 6) return {}
  if (Array.isArray(value)) return { type: "array", items: value.length === 0 ? {} : schemaLike(value[0], depth + 1) }
  if (isObject(value)) {
    const properties = Object.entries(value).map(([name, part]) => [name, schemaLike(part, depth + 1)])
    return { type: "object", properties: Object.fromEntries(properties) }
  }
  if (typeof value === "string" && isTypeName(value)) {
    const type = value.replace(/\?$/, "")
    return type.endsWith("[]") ? { type: "array", items: { type: type.slice(0, -2) } } : { type }
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? { type: typeof value }
    : {}
}
