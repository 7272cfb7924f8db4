/**
 * Reads a JSON Schema of a caller once: refuses what is malformed, unsupported
 * or too large with the place of each fault, and knows every schema inside by
 * its address, for `$ref`, `$anchor` and `$dynamicRef` (JSON Schema 2020-12,
 * core, 8).
 *
 * Nothing is ever fetched: a `$ref` must lead to somewhere in the schema.
 */
import * as Schema from "effect/Schema"
import { compilePattern } from "@orbweaver/core/internal/model/userPattern"
import type { Issue } from "@orbweaver/core/model/InvalidInput"
import { inLatestDraft } from "./inLatestDraft.ts"
import { meantInstead } from "./meantSchema.ts"
import { selectorKeywords } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { isObject, type JsonObject, pointerNames } from "@orbweaver/core/internal/support/jsonValue"

export type SchemaNode = boolean | JsonObject

export interface SchemaIndex {
  readonly root: SchemaNode
  /** Address of the resource that a schema belongs to. */
  readonly baseOf: (schema: JsonObject) => string
  /** With `scope`, the resources entered so far, outermost first, a `$dynamicRef` is resolved. */
  readonly resolve: (reference: string, base: string, scope?: ReadonlyArray<string>) => SchemaNode | undefined
}

export const schemaBounds = {
  /** Schemas inside the schema, and the levels they stand in. */
  schemas: 5_000,
  depth: 64,
  /** Patterns, each of which is compiled. */
  patterns: 300,
  /** Characters of its JSON. */
  characters: 500_000
} as const

/** Schemas that are looked through for misspelt keywords. */
const maxChecked = 100

const rootAddress = "schema:///root"

const typeNames = new Set(["string", "number", "integer", "boolean", "object", "array", "null"])

/** Keywords by what their value is made of. */
const one = new Set(
  "items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties not if then else contentSchema".split(
    " "
  )
)
const many = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
const named = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"])
const counts = new Set(
  "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains".split(" ")
)
const numbers = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
const texts = new Set<string>([
  "$ref",
  "$dynamicRef",
  "$anchor",
  "$dynamicAnchor",
  "$id",
  "title",
  "description",
  "format",
  "pattern",
  ...selectorKeywords
])

const known = "2020-12|2019-09|draft-0[467]|draft-07"
const dialect = new RegExp(`^https?://json-schema\\.org/draft(?:/|-)?(?:${known.replaceAll("draft-", "")})/schema#?$`)

/** Why the option `schema` cannot be followed, each fault at its place; `undefined` when it can, or is absent. */
export const schemaProblems = (schema: unknown) => {
  const index = schema === undefined ? undefined : indexSchema(schema)
  return index !== undefined && "issues" in index
    ? index.issues.map(({ message, path }) => ({ path: ["schema", ...path], issue: message }))
    : undefined
}

/** A JSON Schema that can be followed. */
export const JsonSchema = Schema.Unknown.check(
  Schema.makeFilter((schema) => {
    const index = indexSchema(schema)
    return "issues" in index ? index.issues.map(({ message, path }) => ({ path, issue: message })) : undefined
  })
)

/** The index, or what is wrong with the schema. */
export const indexSchema = (given: unknown): SchemaIndex | { readonly issues: ReadonlyArray<Issue> } => {
  const isLong = sizeOf(given) > schemaBounds.characters
  const schema = isLong ? given : inLatestDraft(given)
  const issues: Array<Issue> = []
  const bases = new WeakMap<object, string>()
  const resources = new Map<string, SchemaNode>()
  const anchors = new Map<string, JsonObject>()
  const dynamic = new Set<string>()
  const references: Array<{ schema: JsonObject; keyword: string; path: Issue["path"] }> = []
  let count = 0
  let patterns = 0

  const fault = (path: Issue["path"], message: string) => void issues.push({ path, message, code: "invalid_schema" })

  const visit = (node: unknown, outer: string, path: ReadonlyArray<string | number>): void => {
    if (typeof node === "boolean" || issues.length >= 20) return
    if (!isObject(node))
      return fault(
        path,
        `must be a schema: an object, true or false${typeNames.has(String(node)) ? `; did you mean { "type": "${String(node)}" }?` : ""}`
      )
    if (bases.has(node)) return
    if (++count > schemaBounds.schemas) {
      if (count === schemaBounds.schemas + 1) fault(path, `has more than ${schemaBounds.schemas} schemas inside`)
      return
    }
    if (path.length > schemaBounds.depth * 2) return fault(path, "is nested too deeply")
    const meant = count <= maxChecked ? meantInstead(node, path.length === 0) : undefined
    if (meant !== undefined) return fault(path, meant)
    let base = outer
    if (typeof node["$id"] === "string") {
      base = withoutFragment(URL.parse(node["$id"], outer)?.href ?? outer)
      if (node["$id"] !== "" && !node["$id"].startsWith("#")) resources.set(base, node)
    }
    bases.set(node, base)
    for (const keyword of ["$anchor", "$dynamicAnchor"] as const) {
      if (typeof node[keyword] !== "string") continue
      const address = `${base}#${node[keyword]}`
      anchors.set(address, node)
      if (keyword === "$dynamicAnchor") dynamic.add(address)
    }
    for (const keyword of Object.keys(node)) {
      const value = node[keyword]
      const here = [...path, keyword]
      if (one.has(keyword)) {
        visit(value, base, here)
      } else if (many.has(keyword)) {
        if (!Array.isArray(value) || (value.length === 0 && keyword !== "prefixItems")) {
          fault(here, "must be a list of schemas")
        } else value.forEach((sub, at) => visit(sub, base, [...here, at]))
      } else if (named.has(keyword)) {
        if (!isObject(value)) fault(here, "must be an object of schemas")
        else
          for (const name of Object.keys(value)) {
            if (keyword === "patternProperties") checkPattern(name, [...here, name])
            visit(value[name], base, [...here, name])
          }
      } else checkValue(keyword, value, here)
      if (keyword === "$ref" || keyword === "$dynamicRef") references.push({ schema: node, keyword, path: here })
    }
  }

  const checkPattern = (source: string, path: Issue["path"]) => {
    if (++patterns > schemaBounds.patterns) {
      if (patterns === schemaBounds.patterns + 1) fault(path, `has more than ${schemaBounds.patterns} patterns inside`)
      return
    }
    const compiled = compilePattern(source)
    if ("problem" in compiled) fault(path, `is a pattern that cannot be used: ${compiled.problem}`)
  }

  const checkValue = (keyword: string, value: unknown, path: Issue["path"]): void => {
    if (keyword === "type") {
      const names = Array.isArray(value) ? value : [value]
      if (names.length === 0 || !names.every((name) => typeof name === "string" && typeNames.has(name))) {
        fault(path, `must be one or more of ${[...typeNames].join(", ")}`)
      }
    } else if (keyword === "enum") {
      if (!Array.isArray(value)) fault(path, "must be a list of values")
    } else if (keyword === "required") {
      if (!isNames(value))
        fault(
          path,
          typeof value === "boolean"
            ? 'must be a list of names, in the schema of the object: required: ["name"]'
            : "must be a list of names"
        )
    } else if (keyword === "dependentRequired") {
      if (!isObject(value) || !Object.values(value).every(isNames)) fault(path, "must be an object of lists of names")
    } else if (keyword === "uniqueItems") {
      if (typeof value !== "boolean") fault(path, "must be true or false")
    } else if (counts.has(keyword)) {
      if (!Number.isInteger(value) || (value as number) < 0) fault(path, "must be a whole number from 0")
    } else if (numbers.has(keyword)) {
      if (typeof value !== "number" || !Number.isFinite(value)) fault(path, "must be a number")
      else if (keyword === "multipleOf" && value <= 0) fault(path, "must be more than 0")
    } else if (texts.has(keyword)) {
      if (typeof value !== "string") fault(path, "must be a text")
      else if (keyword === "pattern" || keyword === "match") checkPattern(value, path)
    } else if (keyword === "$schema") {
      if (typeof value !== "string" || !dialect.test(value)) fault(path, "is not a known dialect of JSON Schema")
    }
  }

  const atPointer = (from: SchemaNode, fragment: string): SchemaNode | undefined => {
    let at: unknown = from
    for (const name of pointerNames(fragment)) {
      if (Array.isArray(at) && /^\d+$/.test(name)) at = at[Number(name)]
      else if (isObject(at) && Object.hasOwn(at, name)) at = at[name]
      else return undefined
    }
    if (isObject(at) && !bases.has(at)) bases.set(at, isObject(from) ? (bases.get(from) ?? rootAddress) : rootAddress)
    return typeof at === "boolean" || isObject(at) ? at : undefined
  }

  const resolve: SchemaIndex["resolve"] = (reference, base, scope) => {
    const address = URL.parse(reference, base)?.href
    if (address === undefined) return undefined
    const resource = resources.get(withoutFragment(address))
    const fragment = decoded(address.slice(withoutFragment(address).length + 1))
    if (resource === undefined) return undefined
    if (fragment === "" || fragment.startsWith("/")) return atPointer(resource, fragment)
    const name = `${withoutFragment(address)}#${fragment}`
    if (scope !== undefined && dynamic.has(name)) {
      for (const outer of scope) if (dynamic.has(`${outer}#${fragment}`)) return anchors.get(`${outer}#${fragment}`)
    }
    return anchors.get(name)
  }

  if (typeof schema !== "boolean" && !isObject(schema)) fault([], "must be a schema: an object, true or false")
  else if (isLong) fault([], `is longer than ${schemaBounds.characters} characters`)
  else {
    resources.set(rootAddress, schema)
    visit(schema, rootAddress, [])
    if (isObject(schema)) resources.set(bases.get(schema) ?? rootAddress, schema)
    for (const { keyword, path, schema: from } of references) {
      const target = from[keyword]
      if (typeof target !== "string") continue
      if (resolve(target, bases.get(from)!) === undefined) fault(path, `${target} does not exist in the schema`)
    }
    const ends = new Set<JsonObject>()
    for (const { path, schema: from } of references) {
      if (
        loops(from, ends, (node) =>
          typeof node["$ref"] === "string" ? resolve(node["$ref"], bases.get(node)!) : undefined
        )
      ) {
        fault(path, "leads back to itself")
        break
      }
    }
  }
  if (issues.length > 0) return { issues }
  return { root: schema as SchemaNode, baseOf: (node) => bases.get(node) ?? rootAddress, resolve }
}

/** True when following references alone never ends; `ends` remembers those that do. */
const loops = (
  from: JsonObject,
  ends: Set<JsonObject>,
  next: (node: JsonObject) => SchemaNode | undefined
): boolean => {
  const seen = new Set<JsonObject>()
  let at: SchemaNode | undefined = from
  while (isObject(at) && !ends.has(at)) {
    if (seen.has(at)) return true
    seen.add(at)
    at = next(at)
  }
  for (const node of seen) ends.add(node)
  return false
}

/** Characters of the JSON, or infinity when it nests deeper than can be written. */
const sizeOf = (schema: unknown): number => {
  try {
    return JSON.stringify(schema).length
  } catch {
    return Infinity
  }
}

/** The index of a schema that was found good before; nothing for none. */
export const indexIfAny = (schema: unknown): SchemaIndex | undefined => {
  const index = schema === undefined ? undefined : indexSchema(schema)
  return index === undefined || "issues" in index ? undefined : index
}

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === "string")

const withoutFragment = (address: string): string => {
  const hash = address.indexOf("#")
  return hash < 0 ? address : address.slice(0, hash)
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
