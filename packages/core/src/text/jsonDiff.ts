/** Field-by-field difference of two JSON values: dotted paths with both values. */
import type * as Schema from "effect/Schema"
import { isObject } from "../support/jsonValue.ts"

export type JsonDiff = Readonly<Record<string, { readonly previous: Schema.Json; readonly current: Schema.Json }>>

/** Depth at which values are compared whole. */
const maxDepth = 16

/** A field that one side lacks is `null` on that side. Arrays are compared whole. */
export const jsonDiff = (previous: Schema.Json, current: Schema.Json): JsonDiff => {
  const found: Record<string, { previous: Schema.Json; current: Schema.Json }> = {}
  const visit = (path: string, a: Schema.Json, b: Schema.Json, depth: number): void => {
    if (isObject(a) && isObject(b) && depth < maxDepth) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        visit(path === "" ? key : `${path}.${key}`, ownValue(a, key), ownValue(b, key), depth + 1)
      }
    } else if (!equal(a, b)) {
      Object.defineProperty(found, path, { value: { previous: a, current: b }, enumerable: true })
    }
  }
  visit("", previous, current, 0)
  return found
}

type JsonObject = { readonly [key: string]: Schema.Json }

const ownValue = (value: JsonObject, key: string): Schema.Json => (Object.hasOwn(value, key) ? value[key]! : null)

/** Whether the values are equal, whatever the order of keys. */
const equal = (a: Schema.Json, b: Schema.Json): boolean => {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => equal(item, b[at]))
  if (!isObject(a)) return a === b
  if (!isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key]!, b[key]!))
}
