/**
 * Looks a schema up in an answer that is JSON itself: by the names and places that the data has, then by what names mean.
 *
 * Where the schema begins in the data, at the top or at an object or list below it, is where most of its names stand. Of
 * several such places at one depth none is chosen: nothing is taken by chance.
 */
import { meaningOf, meaningsOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import type { Evidence, Place } from "@orbweaver/core/internal/evidence/Evidence"
import { isObject, type JsonObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { coerce } from "./coerce.ts"
import type { Matched } from "./match.ts"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { type SchemaQuery, schemaQueryOf } from "./SchemaQuery.ts"

const bounds = {
  /** Objects and lists that may be where the schema begins. */
  starts: 5_000,
  depth: 12,
  missing: 200,
  /** Levels of objects in which a value may stand deeper than the schema says. */
  nested: 3
} as const

/** Values read between two pauses. */
const valuesOfStep = 50

/** What the data has for the schema; `value` is undefined when it has nothing. */
export function* matchingData(evidence: Evidence, index: SchemaIndex): Steps<Matched> {
  const reader = new DataReader(index, evidence)
  const query = schemaQueryOf(index, index.root)
  const start = yield* startOf(reader, query, evidence.data)
  const value = start === undefined ? undefined : yield* reader.value(query, start.value, "", start.at, 0)
  if (value === undefined) reader.lack([...query.properties.keys()].map((name) => pointer("", name)))
  return { value, sources: reader.sources, missing: reader.missing, unsure: [] }
}

interface Start {
  readonly value: unknown
  /** JSON pointer into the data. */
  readonly at: string
}

/** The nearest place at which most names of the schema stand. */
function* startOf(reader: DataReader, query: SchemaQuery, data: unknown): Steps<Start | undefined> {
  const item = query.kind === "array" ? reader.query(query.items ?? true, "") : undefined
  const names = [...(item ?? query).properties.keys()].map((name) => ({
    words: plain(name),
    meanings: meaningsOf(name)
  }))
  const namesIn = counter(names)
  if (names.length === 0) return { value: data, at: "" }
  const scoreOf = (value: unknown): number =>
    item === undefined
      ? isObject(value)
        ? namesIn(value)
        : 0
      : Array.isArray(value)
        ? Math.max(0, ...value.slice(0, 20).map((one) => (isObject(one) ? namesIn(one) : 0)))
        : 0
  let level: ReadonlyArray<Start> = [{ value: data, at: "" }]
  let best: { readonly start: Start; readonly score: number; readonly isSole: boolean } | undefined
  let seen = 0
  for (let depth = 0; depth <= bounds.depth && level.length > 0; depth++) {
    const below: Array<Start> = []
    const scored: Array<{ readonly start: Start; readonly score: number }> = []
    for (const start of level) {
      if (++seen > bounds.starts) break
      if (seen % valuesOfStep === 0) yield
      scored.push({ start, score: scoreOf(start.value) })
      if (seen + below.length <= bounds.starts) below.push(...partsOf(start))
    }
    if (scored.length === 0) break
    const most = Math.max(...scored.map(({ score }) => score))
    const first = scored.find(({ score }) => score === most)
    // One with half of the names beside it may be meant as well, such as the next item of a list.
    const others = scored.filter((one) => one !== first && one.score > 0 && one.score >= most / 2)
    if (most > (best?.score ?? 0)) best = { start: first!.start, score: most, isSole: others.length === 0 }
    level = below
  }
  return best?.isSole === true ? best.start : undefined
}

/** What a property may be called. */
interface WantedName {
  readonly words: string
  readonly meanings: ReadonlyArray<string>
}

/** Counts how many of the names an object has; one by its meaning counts less than one as it is written. */
const counter = (names: ReadonlyArray<WantedName>) => {
  // Objects of a list have the same keys: each is read once.
  const known = new Map<string, { readonly words: string; readonly meaning: string }>()
  const read = (key: string) => {
    const made = known.get(key) ?? { words: plain(key), meaning: meaningOf(key) }
    if (known.size < bounds.starts) known.set(key, made)
    return made
  }
  return (value: JsonObject): number => {
    const keys = Object.keys(value).slice(0, 500).map(read)
    return names.reduce((sum, { meanings, words }) => {
      if (keys.some((key) => key.words === words)) return sum + 1
      return keys.some(({ meaning }) => meanings.includes(meaning)) ? sum + 0.9 : sum
    }, 0)
  }
}

const plain = (name: string): string => wordsOf(name).join(" ")

const partsOf = ({ at, value }: Start): ReadonlyArray<Start> =>
  Array.isArray(value)
    ? value
        .slice(0, bounds.starts)
        .flatMap((one, index) => (isPart(one) ? [{ value: one, at: pointer(at, index) }] : []))
    : isObject(value)
      ? Object.entries(value)
          .slice(0, bounds.starts)
          .flatMap(([name, one]) => (isPart(one) ? [{ value: one, at: pointer(at, name) }] : []))
      : []

const isPart = (value: unknown): boolean => typeof value === "object" && value !== null

class DataReader {
  readonly sources: Record<string, Place> = {}
  readonly missing: Array<string> = []
  private readonly index: SchemaIndex
  private readonly evidence: Evidence
  private readonly queries = new Map<SchemaNode, Map<string, SchemaQuery>>()
  private count = 0

  constructor(index: SchemaIndex, evidence: Evidence) {
    this.index = index
    this.evidence = evidence
  }

  /** A schema is read once, however many items it is looked up in. */
  query(node: SchemaNode, name: string): SchemaQuery {
    const named = this.queries.get(node) ?? new Map<string, SchemaQuery>()
    if (isObject(node)) this.queries.set(node, named)
    const query = named.get(name) ?? schemaQueryOf(this.index, node, name)
    named.set(name, query)
    return query
  }

  lack(pointers: ReadonlyArray<string>): void {
    for (const at of pointers)
      if (this.missing.length < bounds.missing && !this.missing.includes(at)) this.missing.push(at)
  }

  /** `at` is where the value stands in the answer, and `from` where it stands in the data. */
  *value(query: SchemaQuery, data: unknown, at: string, from: string, depth: number): Steps<unknown> {
    if (++this.count % valuesOfStep === 0) yield
    if (depth > bounds.depth || data === undefined || data === null) return undefined
    if (query.kind === "object") return yield* this.object(query, data, at, from, depth)
    if (query.kind === "array") return yield* this.list(query, data, at, from, depth)
    const value =
      query.kind === "any" && (isPart(data) || query.choices === undefined) ? data : this.scalar(query, data)
    if (value === undefined || !query.accepts(value)) return undefined
    this.sources[at] = { source: "json", where: from === "" ? "/" : from }
    return value
  }

  private scalar(query: SchemaQuery, data: unknown): unknown {
    if (typeof data !== "string" && typeof data !== "number" && typeof data !== "boolean") return undefined
    const { base, language } = this.evidence
    return coerce(data, query, { source: "json", meaning: meaningOf(query.name), exact: true, language, base })
  }

  private *object(query: SchemaQuery, data: unknown, at: string, from: string, depth: number): Steps<unknown> {
    if (!isObject(data)) return undefined
    if (query.properties.size === 0) {
      if (!query.accepts(data)) return undefined
      this.sources[at] = { source: "json", where: from === "" ? "/" : from }
      return data
    }
    const found: Record<string, unknown> = {}
    for (const [name, node] of query.properties) {
      if (name === "__proto__") continue
      const part = this.query(node, name)
      const here = pointer(at, name)
      let value: unknown
      for (const place of placesOf(data, name)) {
        const where = place.names.reduce<string>(pointer, from)
        value = yield* this.value(part, place.value, here, where, depth + 1)
        if (value !== undefined) break
      }
      if (value === undefined) this.lack([here])
      else found[name] = value
    }
    return Object.keys(found).length === 0 ? undefined : found
  }

  private *list(query: SchemaQuery, data: unknown, at: string, from: string, depth: number): Steps<unknown> {
    const item = this.query(query.items ?? true, "")
    // One thing where a list is asked for is a list of one.
    const items: ReadonlyArray<unknown> = Array.isArray(data) ? data : [data]
    const found: Array<unknown> = []
    // What an item of many lacks is no fault of the page.
    const missing = this.missing.length
    for (const [place, one] of items.entries()) {
      if (found.length >= query.maxItems) break
      const where = Array.isArray(data) ? pointer(from, place) : from
      const value = yield* this.value(item, one, `${at}/${found.length}`, where, depth + 1)
      if (value !== undefined && item.accepts(value)) found.push(value)
    }
    this.missing.length = missing
    return found.length === 0 && items.length > 0 ? undefined : found
  }
}

interface NamedPlace {
  readonly names: ReadonlyArray<string>
  readonly value: unknown
}

/** Where a property may stand in an object, best first: under its name, under its words, under its meaning, further in. */
const placesOf = (data: JsonObject, name: string): ReadonlyArray<NamedPlace> => {
  const own = (key: string): NamedPlace => ({ names: [key], value: data[key] })
  const keys = Object.keys(data).slice(0, 500)
  const exact = Object.hasOwn(data, name) ? [name] : []
  const words = keys.filter((key) => key !== name && plain(key) === plain(name))
  const meanings = meaningsOf(name)
  const meant = meanings.flatMap((meaning) =>
    keys.filter((key) => key !== name && !words.includes(key) && meaningOf(key) === meaning)
  )
  return [...[...exact, ...words, ...meant].map(own), ...nested(data, plain(name))]
}

/** The one value under that name in the objects below; none when there are several. */
const nested = (data: JsonObject, name: string): ReadonlyArray<NamedPlace> => {
  let level: ReadonlyArray<NamedPlace> = [{ names: [], value: data }]
  for (let depth = 0; depth < bounds.nested; depth++) {
    level = level.flatMap(({ names, value }) =>
      isObject(value)
        ? Object.entries(value)
            .slice(0, 100)
            .flatMap(([key, one]) => (isObject(one) ? [{ names: [...names, key], value: one }] : []))
        : []
    )
    const found = level.flatMap(({ names, value }) =>
      Object.entries(value as JsonObject).flatMap(([key, one]) =>
        plain(key) === name ? [{ names: [...names, key], value: one }] : []
      )
    )
    if (found.length > 0) return found.length === 1 ? found : []
    if (level.length > 500) return []
  }
  return []
}
