/** Whether options hold a value that was made with Effect: a layer, a model or logger of Effect, a redacted secret. */
import { isDefinition } from "../pipeline/definitionMark.ts"

export const holdsEffect = (options: unknown): boolean =>
  isObject(options) &&
  Object.values(options).some((value) => isOfEffect(value) || (Array.isArray(value) && value.some(runsEffect)))

/** Formats, steps and parsers that no `define` function made give Effects. */
const runsEffect = (value: unknown): boolean =>
  isOfEffect(value) || (isObject(value) && !isDefinition(value) && Object.values(value).some(isFunction))

/** Effect marks what it makes by members whose names begin so. */
const isOfEffect = (value: unknown): boolean => {
  if (!isObject(value) && !isFunction(value)) return false
  for (const name in value) if (name.startsWith("~effect/")) return true
  return false
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const isFunction = (value: unknown): value is (...input: never) => unknown => typeof value === "function"
