/** Field-by-field difference of two JSON values: dotted paths with both values. */
import type * as Schema from "effect/Schema"

export type JsonDiff = Readonly<Record<string, { readonly previous: Schema.Json; readonly current: Schema.Json }>>

/** Depth at which values are compared whole. */
const maxDepth = 16

/** A field that one side lacks is `null` on that side. Arrays are compared whole. */
export const jsonDiff = (previous: Schema.Json, current: Schema.Json): JsonDiff => {
  const found: Record<string, { previous: Schema.Json; current: Schema.Json }> = {}
  const visit = (path: string, a: Schema.Json, b: Schema.Json, depth: number): void => {
    if (isObject(a) && isObject(b) && depth < maxDepth) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        visit(path === "" ? key : `${path}.${key}`, own(a, key), own(b, key), depth + 1)
      }
    } else if (canonical(a) !== canonical(b)) {
      Object.defineProperty(found, path, { value: { previous: a, current: b }, enumerable: true })
    }
  }
  visit("", previous, current, 0)
  return found
}

type JsonObject = { readonly [key: string]: Schema.Json }

const isObject = (value: Schema.Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const own = (value: JsonObject, key: string): Schema.Json => (Object.hasOwn(value, key) ? value[key]! : null)

/** The same text for values that differ in the order of keys alone. */
const canonical = (value: Schema.Json): string =>
  JSON.stringify(value, (_, inner: Schema.Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner
  )
