/** Addresses in values: where a schema asks for `format: uri`, a relative one is resolved against the page. */
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { type SchemaQuery, schemaQueryOf } from "./SchemaQuery.ts"

/** Levels of a value that are looked at. */
const maxDepth = 32

/** Begins as a path, a query or a fragment does. */
const path = /^(?:\/|\.{1,2}\/|[?#])/

/** A file's name or several segments: `about.html`, `docs/start`. */
const segments = /^[\w%~.-]+(?:\/[\w%~.-]*)*(?:[?#]\S*)?$/

/** What people and models write where they have no address. */
const nothing = /^(?:n\/?a|none|null|unknown|undefined|-+|\.+)$/i

/** The address as it is when it is absolute, else against the page; undefined when it is neither. */
export const absoluteAddress = (text: string, base: string | undefined): string | undefined => {
  if (/\s/.test(text)) return undefined
  if (URL.canParse(text)) return text
  return base === undefined || !path.test(text) ? undefined : URL.parse(text, base)?.href
}

/** What a model wrote for an address: also names of files and hosts without a scheme. */
const writtenAddress = (text: string, base: string): string => {
  const trimmed = text.trim()
  const known = absoluteAddress(trimmed, base)
  if (known !== undefined) return known
  if (/^www\.[^\s/]+\.[a-z]+(?:[/?#]\S*)?$/i.test(trimmed)) return URL.parse(`https://${trimmed}`)?.href ?? text
  if (nothing.test(trimmed) || !segments.test(trimmed)) return text
  return URL.parse(trimmed, base)?.href ?? text
}

/** The value with absolute addresses wherever its schema asks for them; other values stay as they are. */
export const absoluteAddresses = (
  value: unknown,
  index: SchemaIndex | undefined,
  base: string | undefined
): unknown => {
  if (index === undefined || base === undefined) return value
  // A list of many items looks its schema up once.
  const queries = new Map<SchemaNode, SchemaQuery>()
  const queryOf = (node: SchemaNode): SchemaQuery => {
    const known = queries.get(node)
    if (known !== undefined) return known
    const made = schemaQueryOf(index, node)
    queries.set(node, made)
    return made
  }
  const resolved = (part: unknown, node: SchemaNode | undefined, depth: number): unknown => {
    if (node === undefined || typeof node === "boolean" || depth > maxDepth) return part
    const { format, items, open, properties } = queryOf(node)
    if (typeof part === "string") return format === "uri" || format === "url" ? writtenAddress(part, base) : part
    if (Array.isArray(part)) return part.map((item) => resolved(item, items, depth + 1))
    if (!isObject(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [name, resolved(inner, properties.get(name) ?? open, depth + 1)])
    )
  }
  return resolved(value, index.root, 0)
}
