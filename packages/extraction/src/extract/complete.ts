/** What an answer still lacks of its schema, and what of it does not fit. */
import type * as Effect from "effect/Effect"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { ItemFitter, type LeftOut } from "../json/fitItems.ts"
import type { SchemaIndex, SchemaNode } from "../json/schemaIndex.ts"
import { isAbsence, validating } from "../json/validate.ts"
import { schemaQueryOf } from "../json/SchemaQuery.ts"
import type { MergedValue } from "../json/mergeReadings.ts"
import { isEmpty } from "../json/withoutParts.ts"

/** JSON pointers of properties that have no value, but for those of list items. */
export const missingProperties = (index: SchemaIndex, value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: SchemaNode, part: unknown, at: string, depth: number): void => {
    const { kind, properties } = schemaQueryOf(index, node)
    if (kind !== "object" || depth > 8) return
    for (const [name, inner] of properties) {
      if (found.length >= 200) return
      if (!isObject(part) || !Object.hasOwn(part, name)) found.push(pointer(at, name))
      else visit(inner, part[name], pointer(at, name), depth + 1)
    }
  }
  visit(index.root, value, "", 0)
  return found
}

/** Properties that some items of a list have no value for, and how many of how many. */
export const missingInItems = (index: SchemaIndex, value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: SchemaNode, part: unknown, at: string, depth: number): void => {
    if (depth > 8 || found.length >= 200) return
    const { items, properties } = schemaQueryOf(index, node)
    if (isObject(part)) {
      for (const [name, inner] of properties) visit(inner, part[name], pointer(at, name), depth + 1)
    }
    if (!Array.isArray(part) || items === undefined) return
    for (const name of schemaQueryOf(index, items).properties.keys()) {
      const lacking = part.filter((item) => isObject(item) && !Object.hasOwn(item, name)).length
      if (lacking > 0) found.push(`${pointer(`${at}/*`, name)} (${lacking} of ${part.length})`)
    }
  }
  visit(index.root, value, "", 0)
  return found
}

/** Whether the schema asks for lists, to which every page may add. */
export const hasLists = (index: SchemaIndex): boolean => {
  const visit = (node: SchemaNode, depth: number): boolean => {
    const { kind, properties } = schemaQueryOf(index, node)
    return (
      kind === "array" ||
      (kind === "object" && depth < 4 && [...properties.values()].some((inner) => visit(inner, depth + 1)))
    )
  }
  return visit(index.root, 0)
}

export interface FittedValue {
  readonly value: unknown
  /** Pages of each value, by JSON pointer. */
  readonly sources: ReadonlyMap<string, ReadonlyArray<string>>
  /** How many items of lists, and values of items that stayed, were left out, since they do not fit the schema. */
  readonly dropped: ItemFitter["count"]
  /** What the first of them were, and why. */
  readonly droppedItems: ReadonlyArray<string>
  /** What else does not fit, in sentences. */
  readonly problems: ReadonlyArray<string>
}

/** The value without what does not fit of its lists, and its sources where the values now stand. */
export const fitted = (index: SchemaIndex, merged: Pick<MergedValue, "sources" | "value">): FittedValue =>
  atOnce(fit(index, merged))

/** The same for values of any size, a part in each turn of the event loop. */
export const fitInTurns = (
  index: SchemaIndex,
  merged: Pick<MergedValue, "sources" | "value">
): Effect.Effect<FittedValue> => inTurns(() => fit(index, merged))

/** What an item calls itself, or how it begins. */
const nameOf = (item: unknown): string => {
  const names = isObject(item) ? ["name", "title", "sku", "id", "url"].map((name) => item[name]) : [item]
  return (names.find((name) => typeof name === "string") ?? JSON.stringify(item)).slice(0, 80)
}

function* fit(index: SchemaIndex, { sources, value }: Pick<MergedValue, "sources" | "value">): Steps<FittedValue> {
  const fitter = new ItemFitter(index)
  const whole = yield* fitter.fit(value)
  const ordered = isEmpty(whole) ? undefined : yield* inOrder(fitter, index.root, whole, 0)
  const problems = (ordered === undefined || isEmpty(ordered) ? [] : yield* validating(index, ordered))
    .filter(({ keyword }) => !isAbsence(keyword))
    .map(({ at, message }) => `${at === "" ? "the answer" : at} ${message}`)
  return {
    value: isEmpty(ordered) ? undefined : ordered,
    sources: new Map(
      [...sources].flatMap(([at, urls]) => {
        const now = fitter.placeOf(at)
        return now === undefined ? [] : [[now, urls] as const]
      })
    ),
    dropped: fitter.count,
    droppedItems: fitter.leftOut.map((one) => described(one, sources)),
    problems
  }
}

const described = ({ at, item, problem }: LeftOut, sources: FittedValue["sources"]): string => {
  const [page] = sources.get(at) ?? [...sources].find(([place]) => place.startsWith(`${at}/`))?.[1] ?? []
  const ofPage = page === undefined ? "" : ` of ${page}`
  return `${nameOf(item)}${ofPage}: ${problem.at === "" ? "it" : problem.at} ${problem.message}`
}

/** Properties in the order of the schema; without empty lists, which say nothing. */
function* inOrder(fitter: ItemFitter, node: SchemaNode, value: unknown, depth: number): Steps<unknown> {
  if (depth > 8) return value
  yield
  const { items, properties } = fitter.query(node)
  if (Array.isArray(value)) {
    if (items === undefined) return value
    const ordered: Array<unknown> = []
    for (const item of value) ordered.push(yield* inOrder(fitter, items, item, depth + 1))
    return ordered
  }
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  const add = (name: string, part: unknown): void => {
    if (!Array.isArray(part) || part.length > 0) out[name] = part
  }
  for (const [name, inner] of properties) {
    if (Object.hasOwn(value, name)) add(name, yield* inOrder(fitter, inner, value[name], depth + 1))
  }
  for (const [name, part] of Object.entries(value)) if (!properties.has(name)) add(name, part)
  return out
}
