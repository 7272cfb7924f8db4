/** What an answer still lacks of its schema, and what of it does not fit. */
import type * as Effect from "effect/Effect"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import type { SchemaIndex, SchemaNode } from "../json/schemaIndex.ts"
import { validate, validating } from "../json/validate.ts"
import { type SchemaQuery, schemaQueryOf } from "../json/SchemaQuery.ts"
import type { MergedValue } from "../json/mergeReadings.ts"

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
  /** How many items were left out, since they do not fit the schema of their list. */
  readonly dropped: number
  /** What the first of them were, and why. */
  readonly droppedItems: ReadonlyArray<string>
  /** What else does not fit, in sentences. */
  readonly problems: ReadonlyArray<string>
}

/** Keywords whose fault is that something is not there, which `lacking` says. */
const absenceKeywords = new Set(["required", "minItems", "minProperties", "minContains", "dependentRequired"])

/** The value without items that do not fit, and its sources where the values now stand. */
export const fitted = (index: SchemaIndex, merged: Pick<MergedValue, "sources" | "value">): FittedValue =>
  atOnce(new SchemaFitter(index).whole(merged))

/** The same for values of any size, a part in each turn of the event loop. */
export const fitInTurns = (
  index: SchemaIndex,
  merged: Pick<MergedValue, "sources" | "value">
): Effect.Effect<FittedValue> => inTurns(() => new SchemaFitter(index).whole(merged))

/** Items left out that are described. */
const maxDescribed = 5

/** What an item calls itself, or how it begins. */
const nameOf = (item: unknown): string => {
  const names = isObject(item) ? ["name", "title", "sku", "id", "url"].map((name) => item[name]) : [item]
  return (names.find((name) => typeof name === "string") ?? JSON.stringify(item)).slice(0, 80)
}

class SchemaFitter {
  private dropped = 0
  private readonly droppedItems: Array<string> = []
  /** New places of the items of lists that lost some, by the pointer of the list. */
  private readonly moved = new Map<string, ReadonlyMap<number, number>>()
  private readonly queries = new Map<SchemaNode, SchemaQuery>()
  private readonly index: SchemaIndex

  constructor(index: SchemaIndex) {
    this.index = index
  }

  *whole({ sources, value }: Pick<MergedValue, "sources" | "value">): Steps<FittedValue> {
    const { index, moved } = this
    const whole = yield* this.fit(index.root, value, "", 0, sources)
    const ordered = isEmpty(whole) ? undefined : yield* this.inOrder(index.root, whole, 0)
    const problems = (ordered === undefined ? [] : yield* validating(index, ordered))
      .filter(({ keyword }) => !absenceKeywords.has(keyword))
      .map(({ at, message }) => `${at === "" ? "the answer" : at} ${message}`)
    return {
      value: ordered,
      sources: moved.size === 0 ? sources : movedTo(sources, moved),
      dropped: this.dropped,
      droppedItems: this.droppedItems,
      problems
    }
  }

  /** A schema is read once, however many items have it. */
  private query(node: SchemaNode): SchemaQuery {
    const query = this.queries.get(node) ?? schemaQueryOf(this.index, node)
    this.queries.set(node, query)
    return query
  }

  private describe(node: SchemaNode, item: unknown, at: string, sources: FittedValue["sources"]): string {
    const [problem] = validate({ ...this.index, root: node }, item)
    const [page] = sources.get(at) ?? [...sources].find(([place]) => place.startsWith(`${at}/`))?.[1] ?? []
    return `${nameOf(item)}${page === undefined ? "" : ` of ${page}`}${
      problem === undefined ? " is beyond maxItems" : `: ${problem.at === "" ? "it" : problem.at} ${problem.message}`
    }`
  }

  private *fit(
    node: SchemaNode,
    part: unknown,
    at: string,
    depth: number,
    sources: FittedValue["sources"]
  ): Steps<unknown> {
    if (depth > 8) return part
    const query = this.query(node)
    if (Array.isArray(part)) {
      const item = this.query(query.items ?? true)
      const kept: Array<number> = []
      for (const [position, one] of part.entries()) {
        yield
        if (kept.length < query.maxItems && item.accepts(one)) kept.push(position)
        else if (this.droppedItems.length < maxDescribed) {
          this.droppedItems.push(this.describe(query.items ?? true, one, `${at}/${position}`, sources))
        }
      }
      if (kept.length === part.length) return part
      this.dropped += part.length - kept.length
      this.moved.set(at, new Map(kept.map((position, now) => [position, now])))
      return kept.map((position) => part[position] as unknown)
    }
    if (!isObject(part)) return part
    const out: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(part)) {
      const property = query.properties.get(name)
      const made =
        property === undefined ? inner : yield* this.fit(property, inner, pointer(at, name), depth + 1, sources)
      if (!Array.isArray(made) || made.length > 0) out[name] = made
    }
    return out
  }

  /** Properties in the order of the schema. */
  private *inOrder(node: SchemaNode, value: unknown, depth: number): Steps<unknown> {
    if (depth > 8) return value
    yield
    const { items, properties } = this.query(node)
    if (Array.isArray(value)) {
      if (items === undefined) return value
      const ordered: Array<unknown> = []
      for (const item of value) ordered.push(yield* this.inOrder(items, item, depth + 1))
      return ordered
    }
    if (!isObject(value)) return value
    const out: Record<string, unknown> = {}
    for (const [name, inner] of properties) {
      if (Object.hasOwn(value, name)) out[name] = yield* this.inOrder(inner, value[name], depth + 1)
    }
    for (const [name, part] of Object.entries(value)) if (!Object.hasOwn(out, name)) out[name] = part
    return out
  }
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

const movedTo = (sources: MergedValue["sources"], moved: ReadonlyMap<string, ReadonlyMap<number, number>>) => {
  const out = new Map<string, ReadonlyArray<string>>()
  for (const [at, urls] of sources) {
    let now: string | undefined = at
    for (const [list, places] of moved) {
      const rest = at.startsWith(`${list}/`) ? /^(\d+)(.*)$/.exec(at.slice(list.length + 1)) : null
      if (rest === null) continue
      const place = places.get(Number(rest[1]))
      now = place === undefined ? undefined : `${list}/${place}${rest[2]}`
    }
    if (now !== undefined) out.set(now, urls)
  }
  return out
}
