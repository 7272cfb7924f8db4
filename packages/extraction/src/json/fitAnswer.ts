/**
 * What of a model's answer fits the caller's schema. A `null` or an empty text where the schema takes neither says that the
 * page does not say it, and gives way. Of an answer that does not fit, what is right can be kept.
 */
import * as Effect from "effect/Effect"
import { pointer, pointerNames } from "@orbweaver/core/internal/support/jsonValue"
import type { SchemaIndex } from "./schemaIndex.ts"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { ItemFitter } from "./fitItems.ts"
import { isAbsence, type ValidationProblem, validateInTurns } from "./validate.ts"
import { isBlank, isEmpty, withoutParts } from "./withoutParts.ts"

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
  const filled = withoutParts(value, blanks)
  const { missing, problems: left } = sorted(yield* validateInTurns(index, filled))
  return { value: filled, problems: left, missing, isMissingKnown: missing.every((at) => blanks.has(at)) }
})

/** Rounds of taking out what does not fit: what is taken out may be what another rule asks for. */
const rounds = 4

export interface KeptAnswer extends FittedAnswer {
  /** What was left out: of lists the first few, by where they stood. */
  readonly dropped: ReadonlyArray<ValidationProblem>
  /** How much was left out. */
  readonly droppedCount: number
}

/** What is left of an answer without its problems, and which these were; `value` is undefined where nothing is. */
export const keepFitting = Effect.fnUntraced(function* (
  { value }: FittedAnswer,
  index: SchemaIndex
): Effect.fn.Return<KeptAnswer> {
  const fitter = new ItemFitter(index, true)
  let kept = yield* fitAnswer(yield* inTurns(() => fitter.fit(value)), index)
  const dropped = [
    ...fitter.leftOut.map(({ at, problem }) => ({ ...problem, at: `${at}${problem.at}` })),
    ...kept.problems
  ]
  for (let round = 0; kept.problems.length > 0 && round < rounds; round++) {
    kept = yield* fitAnswer(withoutParts(kept.value, new Set(kept.problems.map(({ at }) => at))), index)
    if (kept.value === undefined) break
    dropped.push(...kept.problems)
  }
  const isLost = kept.problems.length > 0 || isBlank(kept.value) || isEmpty(kept.value)
  const more = fitter.count.items + fitter.count.values - fitter.leftOut.length
  return { ...kept, value: isLost ? undefined : kept.value, dropped, droppedCount: dropped.length + more }
})

const sorted = (all: ReadonlyArray<ValidationProblem>): Pick<FittedAnswer, "missing" | "problems"> => ({
  problems: all.filter(({ keyword }) => !isAbsence(keyword)),
  missing: all.flatMap(({ at, keyword, message }) => {
    if (!isAbsence(keyword)) return []
    const name = /^must have the property (.*)$/s.exec(message)?.[1]
    return [name === undefined ? at : pointer(at, name)]
  })
})

const valueAt = (value: unknown, at: string): unknown =>
  pointerNames(at).reduce<unknown>(
    (node, name) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, name)
        ? (node as Record<string, unknown>)[name]
        : undefined,
    value
  )
