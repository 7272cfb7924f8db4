/**
 * Leaves out what does not fit of the lists of a value, item by item, so that one bad item does not cost the others. An
 * item that its schema refuses loses the values that do not fit; it goes only if nothing is left, or it is refused without
 * them too, such as for a required value where that counts.
 */
import { isObject, pointer, pointerNames } from "@orbweaver/core/internal/support/jsonValue"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { type SchemaQuery, schemaQueryOf } from "./SchemaQuery.ts"
import { isAbsence, validating, type ValidationProblem } from "./validate.ts"
import { isEmpty, withoutParts } from "./withoutParts.ts"

/** An item that was left out, or one whose value was. */
export interface LeftOut {
  /** Pointer of the item in the value as it was. */
  readonly at: string
  readonly item: unknown
  /** Its place is within the item. */
  readonly problem: ValidationProblem
}

/** Of what was left out, so much is described. */
const maxDescribed = 5
/** Levels of lists and objects that are looked through. */
const maxDepth = 8
/** Rounds of taking values out of an item: what is taken out may be what another rule asks for. */
const rounds = 4

/** What is left of an item, and what was taken out of it. */
interface Fitted {
  readonly item: unknown
  readonly removed: ReadonlyArray<ValidationProblem>
}

export class ItemFitter {
  /** How many items were left out, and how many values of items that stayed. */
  readonly count = { items: 0, values: 0 }
  /** The first of them. */
  readonly leftOut: Array<LeftOut> = []
  /** New places of the items of lists that lost some, by the pointer of the list. */
  private readonly moved = new Map<string, ReadonlyMap<number, number>>()
  /** Pointers below which nothing is as it was. */
  private readonly gone = new Set<string>()
  private readonly queries = new Map<SchemaNode, SchemaQuery>()
  private readonly index: SchemaIndex
  private readonly keepsIncomplete: boolean

  /** @param keepsIncomplete whether an item stays that lacks a required value, such as where another part may give it */
  constructor(index: SchemaIndex, keepsIncomplete = false) {
    this.index = index
    this.keepsIncomplete = keepsIncomplete
  }

  /** The value without what does not fit of its lists. */
  fit(value: unknown): Steps<unknown> {
    return this.fitPart(this.index.root, value, "", 0)
  }

  /** Where a value now stands; undefined if it was left out. */
  placeOf(at: string): string | undefined {
    if (this.moved.size + this.gone.size === 0) return at
    let was = ""
    let now = ""
    for (const name of pointerNames(at)) {
      const places = this.moved.get(was)
      const place = places === undefined ? name : places.get(Number(name))
      was = pointer(was, name)
      if (place === undefined || this.gone.has(was)) return undefined
      now = pointer(now, place)
    }
    return now
  }

  /** A schema is read once, however many items have it. */
  query(node: SchemaNode): SchemaQuery {
    const query = this.queries.get(node) ?? schemaQueryOf(this.index, node)
    this.queries.set(node, query)
    return query
  }

  private *fitPart(node: SchemaNode, part: unknown, at: string, depth: number): Steps<unknown> {
    if (depth > maxDepth) return part
    const query = this.query(node)
    if (Array.isArray(part)) return yield* this.fitList(query, part, at)
    if (!isObject(part)) return part
    const out: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(part)) {
      const property = query.properties.get(name)
      const made = property === undefined ? inner : yield* this.fitPart(property, inner, pointer(at, name), depth + 1)
      Object.defineProperty(out, name, { value: made, enumerable: true, configurable: true, writable: true })
    }
    return out
  }

  private *fitList(query: SchemaQuery, list: ReadonlyArray<unknown>, at: string): Steps<unknown> {
    const node = query.items ?? true
    const { accepts } = this.query(node)
    const kept: Array<unknown> = []
    const places = new Map<number, number>()
    for (const [position, one] of list.entries()) {
      yield
      const place = pointer(at, position)
      if (kept.length >= query.maxItems) {
        this.leave("items", {
          at: place,
          item: one,
          problem: { at: "", keyword: "maxItems", message: "is beyond maxItems" }
        })
        continue
      }
      const fitted = accepts(one) ? { item: one, removed: [] } : yield* this.fitItem(node, one, place)
      if (fitted === undefined) continue
      for (const problem of fitted.removed) {
        this.leave("values", { at: place, item: one, problem })
        this.gone.add(removedPlace(one, place, problem.at))
      }
      places.set(position, kept.length)
      kept.push(fitted.item)
    }
    if (kept.length < list.length) this.moved.set(at, places)
    return kept
  }

  /** Undefined if the item goes. */
  private *fitItem(node: SchemaNode, one: unknown, at: string): Steps<Fitted | undefined> {
    const index = { ...this.index, root: node }
    const removed: Array<ValidationProblem> = []
    let item = one
    for (let round = 0; round < rounds; round++) {
      const all = yield* validating(index, item)
      const problems = this.keepsIncomplete ? all.filter(({ keyword }) => !isAbsence(keyword)) : all
      if (problems.length === 0) return { item, removed }
      removed.push(...problems)
      if (problems.some((problem) => problem.at === "")) break
      item = withoutParts(item, new Set(problems.map((problem) => problem.at)))
      if (isEmpty(item)) break
    }
    this.leave("items", { at, item: one, problem: removed[0]! })
    return undefined
  }

  private leave(kind: "items" | "values", one: LeftOut): void {
    this.count[kind]++
    if (this.leftOut.length < maxDescribed) this.leftOut.push(one)
  }
}

/** What no longer stands where it stood: the value, or the list within the item that it was taken out of. */
const removedPlace = (item: unknown, at: string, problem: string): string => {
  let inner = item
  let place = at
  for (const name of pointerNames(problem)) {
    if (Array.isArray(inner)) return place
    inner = isObject(inner) ? inner[name] : undefined
    place = pointer(place, name)
  }
  return place
}
