/**
 * What a caller asked, as it may be shown: without the values of headers, the passwords of addresses, and the texts that
 * an action types into a page. Whoever sends a shown value back means the one that is stored.
 */
import type * as Schema from "effect/Schema"

/** Stands for a value that is stored and not shown. */
export const hidden = "***"

type Json = Schema.Json
type JsonObject = { readonly [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `https://user:password@host/`. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)[^/?#@\s]+@/i

const hideText = (text: string): string => text.replace(userInfo, `$1${hidden}@`)

export const hideSecrets = (value: Json): Json => {
  if (typeof value === "string") return hideText(value)
  if (Array.isArray(value)) return value.map(hideSecrets)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === "headers" && isObject(part)) {
        return [key, Object.fromEntries(Object.keys(part).map((name) => [name, hidden]))]
      }
      return [key, key === "text" && value["type"] === "write" ? hidden : hideSecrets(part)]
    })
  )
}

/**
 * What was given, with the stored values in the places that are hidden. Parts of a list belong together by their `id`,
 * or by their place where the stored ones have none.
 */
export const restoreSecrets = (given: Json, stored: Json | undefined): Json => {
  if (typeof given === "string") return typeof stored === "string" && isHiddenFormOf(given, stored) ? stored : given
  if (Array.isArray(given)) {
    const parts = Array.isArray(stored) ? stored : []
    const byId = new Map(parts.flatMap((part) => (isObject(part) && "id" in part ? [[part["id"], part] as const] : [])))
    return given.map((part, index) =>
      restoreSecrets(part, byId.size === 0 ? parts[index] : isObject(part) ? byId.get(part["id"] ?? null) : undefined)
    )
  }
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, part]) => [key, restoreSecrets(part, isObject(stored) ? stored[key] : undefined)])
  )
}

const isHiddenFormOf = (given: string, stored: string): boolean =>
  given === hidden || (given !== stored && given === hideText(stored))

/** Where a hidden value stands in what was given; undefined where there is none. */
export const findHidden = (value: Json, path: ReadonlyArray<string | number> = []): typeof path | undefined => {
  if (typeof value === "string")
    return value === hidden || userInfo.exec(value)?.[0].endsWith(`/${hidden}@`) ? path : undefined
  if (typeof value !== "object" || value === null) return undefined
  const parts = Array.isArray(value) ? value.map((part, index) => [index, part] as const) : Object.entries(value)
  for (const [key, part] of parts) {
    const found = findHidden(part, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}
