/**
 * What of a model's answer fits the caller's schema. A `null` or an empty text where the schema takes neither says that the
 * page does not say it, and gives way. Of an answer that does not fit, what is right can be kept.
 */
import * as Effect from "effect/Effect"
import { isObject, pointer, pointerNames } from "@orbweaver/core/internal/support/jsonValue"
import type { SchemaIndex } from "./schemaIndex.ts"
import { type ValidationProblem, validateInTurns } from "./validate.ts"

export interface FittedAnswer {
  readonly value: unknown
  /** What of it does not fit; names of properties that are absent and required are in `missing`. */
  readonly problems: ReadonlyArray<ValidationProblem>
  /** Required values that the answer does not give, as JSON pointers. */
  readonly missing: ReadonlyArray<string>
  /** Whether the answer says of all of these, by null or an empty text, that they are not on the page. */
  readonly isMissingKnown: boolean
}

/** The answer without values that say nothing where the schema wants something. */
export const fitAnswer = Effect.fnUntraced(function* (
  value: unknown,
  index: SchemaIndex | undefined
): Effect.fn.Return<FittedAnswer> {
  if (index === undefined) return { value, problems: [], missing: [], isMissingKnown: true }
  const problems = yield* validateInTurns(index, value)
  const blanks = new Set(problems.map(({ at }) => at).filter((at) => at !== "" && isBlank(valueAt(value, at))))
  if (blanks.size === 0) return { value, ...sorted(problems), isMissingKnown: false }
  const filled = without(value, blanks)
  const { missing, problems: left } = sorted(yield* validateInTurns(index, filled))
  return { value: filled, problems: left, missing, isMissingKnown: missing.every((at) => blanks.has(at)) }
})

/** Rounds of taking out what does not fit: what is taken out may be what another rule asks for. */
const rounds = 4

/** What is left of an answer without its problems, and which these were; `value` is undefined where nothing is. */
export const keepFitting = Effect.fnUntraced(function* (
  { problems, value }: FittedAnswer,
  index: SchemaIndex
): Effect.fn.Return<FittedAnswer & { readonly dropped: ReadonlyArray<ValidationProblem> }> {
  const dropped = [...problems]
  let kept: FittedAnswer = { value, problems, missing: [], isMissingKnown: false }
  for (let round = 0; kept.problems.length > 0 && round < rounds; round++) {
    kept = yield* fitAnswer(without(kept.value, new Set(kept.problems.map(({ at }) => at))), index)
    if (kept.value === undefined) break
    dropped.push(...kept.problems)
  }
  const isLost = kept.problems.length > 0 || isBlank(kept.value) || isEmpty(kept.value)
  return { ...kept, value: isLost ? undefined : kept.value, dropped }
})

/** Keywords of what is absent: nothing can be taken out for them. */
const absences: ReadonlySet<string> = new Set(["required", "dependentRequired", "minItems", "minProperties"])

const sorted = (all: ReadonlyArray<ValidationProblem>): Pick<FittedAnswer, "missing" | "problems"> => ({
  problems: all.filter(({ keyword }) => !absences.has(keyword)),
  missing: all.flatMap(({ at, keyword, message }) => {
    if (!absences.has(keyword)) return []
    const name = /^must have the property (.*)$/s.exec(message)?.[1]
    return [name === undefined ? at : pointer(at, name)]
  })
})

const isBlank = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() === "")

/** A value that says nothing at all. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/** A copy without what says nothing, so that another part of the page may say it. */
export const withoutBlanks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutBlanks).filter((item) => !isBlank(item))
  if (!isObject(value)) return value
  const filled = Object.entries(value).filter(([, part]) => !isBlank(part))
  return Object.fromEntries(filled.map(([name, part]) => [name, withoutBlanks(part)]))
}

const valueAt = (value: unknown, at: string): unknown =>
  pointerNames(at).reduce<unknown>(
    (node, name) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, name)
        ? (node as Record<string, unknown>)[name]
        : undefined,
    value
  )

/** A copy without the values at these pointers. */
const without = (value: unknown, pointers: ReadonlySet<string>, at = ""): unknown => {
  if (pointers.has(at)) return undefined
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const kept = without(item, pointers, pointer(at, String(index)))
      return kept === undefined ? [] : [kept]
    })
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const kept = without(part, pointers, pointer(at, name))
      return kept === undefined ? [] : [[name, kept]]
    })
  )
}
