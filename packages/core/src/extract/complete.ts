/** What an answer still lacks of its schema, and what of it does not fit. */
import { isObject, pointer } from "../json/jsonValue.ts"
import type { SchemaIndex, SchemaNode } from "../json/schemaIndex.ts"
import { validate } from "../json/validate.ts"
import { wishOf } from "../json/wish.ts"
import type { Merged } from "./mergeReadings.ts"

/** JSON pointers of properties that have no value; parts of lists are not looked into. */
export const lacking = (index: SchemaIndex, value: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  const look = (node: SchemaNode, part: unknown, at: string, depth: number): void => {
    const { kind, properties } = wishOf(index, node)
    if (kind !== "object" || depth > 8) return
    for (const [name, inner] of properties) {
      if (found.length >= 200) return
      if (!isObject(part) || !Object.hasOwn(part, name)) found.push(pointer(at, name))
      else look(inner, part[name], pointer(at, name), depth + 1)
    }
  }
  look(index.root, value, "", 0)
  return found
}

/** Whether the schema asks for lists, to which every page may add. */
export const asksForLists = (index: SchemaIndex): boolean => {
  const look = (node: SchemaNode, depth: number): boolean => {
    const { kind, properties } = wishOf(index, node)
    return (
      kind === "array" ||
      (kind === "object" && depth < 4 && [...properties.values()].some((inner) => look(inner, depth + 1)))
    )
  }
  return look(index.root, 0)
}

export interface Fitted {
  readonly value: unknown
  /** Pages of each value, by JSON pointer. */
  readonly sources: ReadonlyMap<string, ReadonlyArray<string>>
  /** Items left out, since they do not fit the schema of their list. */
  readonly dropped: number
  /** What else does not fit, in sentences. */
  readonly problems: ReadonlyArray<string>
}

/** Keywords whose fault is that something is not there, which `lacking` says. */
const absence = new Set(["required", "minItems", "minProperties", "minContains", "dependentRequired"])

/** The value without items that do not fit, and its sources where the values now stand. */
export const fitted = (index: SchemaIndex, { sources, value }: Pick<Merged, "sources" | "value">): Fitted => {
  let dropped = 0
  /** New places of the items of lists that lost some, by the pointer of the list. */
  const moved = new Map<string, ReadonlyMap<number, number>>()
  const fit = (node: SchemaNode, part: unknown, at: string, depth: number): unknown => {
    if (depth > 8) return part
    const wish = wishOf(index, node)
    if (Array.isArray(part)) {
      const item = wishOf(index, wish.items ?? true)
      const kept = part.flatMap((one, position) => (item.accepts(one) ? [position] : [])).slice(0, wish.mostItems)
      if (kept.length === part.length) return part
      dropped += part.length - kept.length
      moved.set(at, new Map(kept.map((position, now) => [position, now])))
      return kept.map((position) => part[position] as unknown)
    }
    if (!isObject(part)) return part
    const out: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(part)) {
      const property = wish.properties.get(name)
      const made = property === undefined ? inner : fit(property, inner, pointer(at, name), depth + 1)
      if (!Array.isArray(made) || made.length > 0) out[name] = made
    }
    return out
  }
  const whole = fit(index.root, value, "", 0)
  const fitting = isEmpty(whole) ? undefined : inOrder(index, index.root, whole, 0)
  const problems = (fitting === undefined ? [] : validate(index, fitting))
    .filter(({ keyword }) => !absence.has(keyword))
    .map(({ at, message }) => `${at === "" ? "the answer" : at} ${message}`)
  return { value: fitting, sources: moved.size === 0 ? sources : movedTo(sources, moved), dropped, problems }
}

/** Properties as the schema lists them, whichever page said which first. */
const inOrder = (index: SchemaIndex, node: SchemaNode, value: unknown, depth: number): unknown => {
  if (depth > 8) return value
  const { items, properties } = wishOf(index, node)
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => inOrder(index, items, item, depth + 1))
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  for (const [name, inner] of properties) {
    if (Object.hasOwn(value, name)) out[name] = inOrder(index, inner, value[name], depth + 1)
  }
  for (const [name, part] of Object.entries(value)) if (!Object.hasOwn(out, name)) out[name] = part
  return out
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

const movedTo = (sources: Merged["sources"], moved: ReadonlyMap<string, ReadonlyMap<number, number>>) => {
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
