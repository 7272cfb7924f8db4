/**
 * What a schema asks for, as far as looking it up needs: kind, names, choices
 * and parts, with references followed and alternatives settled.
 */
import { isObject, type JsonObject } from "@orbweaver/core/internal/support/jsonValue"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { validate } from "./validate.ts"

type QueryKind = "string" | "number" | "integer" | "boolean" | "object" | "array" | "any"

export interface SchemaQuery {
  readonly kind: QueryKind
  /** Of the property; empty for an item of a list. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Name, title and description in lower case, for units named there. */
  readonly words: string
  readonly format: string | undefined
  readonly choices: ReadonlyArray<unknown> | undefined
  readonly properties: ReadonlyMap<string, SchemaNode>
  /** Schema of properties with free names. */
  readonly open: SchemaNode | undefined
  readonly items: SchemaNode | undefined
  readonly maxItems: number
  /** `default` of the schema: what stands for a value whose place is named and which is not there. */
  readonly fallback: unknown
  readonly accepts: (value: unknown) => boolean
}

const kinds: ReadonlyArray<string> = ["object", "array", "number", "integer", "boolean", "string"]

export const schemaQueryOf = (index: SchemaIndex, node: SchemaNode, name = ""): SchemaQuery => {
  const schema = isObject(node) ? merged(index, node, 0) : {}
  const types = (Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]]).filter((type) => type !== "null")
  const properties = new Map(
    Object.entries(isObject(schema["properties"]) ? (schema["properties"] as Record<string, SchemaNode>) : {})
  )
  const open = schema["additionalProperties"]
  const title = textOf(schema["title"])
  const description = textOf(schema["description"])
  return {
    kind: kindOf(types, schema),
    name,
    title,
    description,
    words: `${name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " ")} ${title} ${description}`
      .toLowerCase()
      .slice(0, 1000),
    format: typeof schema["format"] === "string" ? schema["format"] : undefined,
    choices: Array.isArray(schema["enum"]) ? schema["enum"] : undefined,
    properties,
    open:
      open === undefined || open === true
        ? properties.size === 0
          ? true
          : undefined
        : open === false
          ? undefined
          : (open as SchemaNode),
    items: schema["items"] as SchemaNode | undefined,
    maxItems: Math.min(1000, typeof schema["maxItems"] === "number" ? schema["maxItems"] : 1000),
    fallback: schema["default"],
    accepts: (value) => validate({ ...index, root: node }, value).length === 0
  }
}

const kindOf = (types: ReadonlyArray<unknown>, schema: JsonObject): QueryKind => {
  if (types.length > 1) {
    // A number is more than its text, where both are welcome.
    const found = kinds.find((kind) => types.includes(kind))
    if (found !== undefined) return found as QueryKind
  }
  if (typeof types[0] === "string" && kinds.includes(types[0])) return types[0] as QueryKind
  if (isObject(schema["properties"])) return "object"
  return schema["items"] === undefined ? "any" : "array"
}

/** References and `allOf` put together; of alternatives, the first that is not null. */
const merged = (index: SchemaIndex, schema: JsonObject, depth: number): JsonObject => {
  if (depth > 16) return {}
  let out: Record<string, unknown> = { ...schema }
  const add = (node: unknown) => {
    if (!isObject(node)) return
    const other = merged(index, node, depth + 1)
    const properties = { ...asObject(other["properties"]), ...asObject(out["properties"]) }
    out = { ...other, ...out, ...(Object.keys(properties).length > 0 ? { properties } : {}) }
  }
  if (typeof schema["$ref"] === "string") add(index.resolve(schema["$ref"], index.baseOf(schema)))
  if (Array.isArray(schema["allOf"])) schema["allOf"].forEach(add)
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = schema[keyword]
    if (Array.isArray(options)) add(options.find((option) => isObject(option) && option["type"] !== "null"))
  }
  return out
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
