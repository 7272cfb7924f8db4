/** Copies of JSON values without some of their parts. */
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"

/** A copy without the values at these pointers; undefined where the whole is one of them. */
export const withoutParts = (value: unknown, pointers: ReadonlySet<string>, at = ""): unknown => {
  if (pointers.has(at)) return undefined
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const kept = withoutParts(item, pointers, pointer(at, String(index)))
      return kept === undefined ? [] : [kept]
    })
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const kept = withoutParts(part, pointers, pointer(at, name))
      return kept === undefined ? [] : [[name, kept]]
    })
  )
}

/** A copy without what says nothing, so that another part of the page may say it. */
export const withoutBlanks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutBlanks).filter((item) => !isBlank(item))
  if (!isObject(value)) return value
  const filled = Object.entries(value).filter(([, part]) => !isBlank(part))
  return Object.fromEntries(filled.map(([name, part]) => [name, withoutBlanks(part)]))
}

/** `null`, or a text without a character. */
export const isBlank = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() === "")

/** No value, or a list or an object without any. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
