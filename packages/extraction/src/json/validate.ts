/**
 * JSON Schema 2020-12: every keyword of the core, applicator, unevaluated and
 * validation vocabularies, run over values from strangers by schemas from
 * strangers.
 *
 * Bounded: patterns run in linear time (`internal/userPattern`), every application of a schema is a step of a budget,
 * and nesting ends at a depth. A value that takes more is reported as invalid, because its validity is unknown.
 * `format` is asserted for the formats in `formats.ts`, an annotation otherwise.
 */
import type * as Effect from "effect/Effect"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import { compilePattern, type UserPattern } from "@orbweaver/core/internal/model/userPattern"
import { formats } from "./formats.ts"
import { type JsonObject, isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { type SchemaIndex, type SchemaNode } from "./schemaIndex.ts"

export interface ValidationProblem {
  /** JSON pointer of the value. */
  readonly at: string
  readonly keyword: string
  readonly message: string
}

const absences: ReadonlySet<string> = new Set([
  "required",
  "dependentRequired",
  "minItems",
  "minProperties",
  "minContains"
])

/** Whether the keyword refuses a value for what it lacks: nothing can be taken out of it then. */
export const isAbsence = (keyword: string): boolean => absences.has(keyword)

/** Steps between two pauses. */
const stretch = 64

const bounds = { steps: 500_000, depth: 128, problems: 50 } as const

/** Characters of a text after which looking at it costs no more. */
const longestText = 1_000_000

class TooComplex extends Error {}

/** What of a value some schema has looked at, for the `unevaluated` keywords. */
interface Evaluated {
  props: Set<string>
  items: Set<number>
}

/** The problems of a value; none when it is valid. */
export const validate = (index: SchemaIndex, value: unknown): ReadonlyArray<ValidationProblem> =>
  atOnce(validating(index, value))

/** The same for values of any size, a part in each turn of the event loop. */
export const validateInTurns = (index: SchemaIndex, value: unknown): Effect.Effect<ReadonlyArray<ValidationProblem>> =>
  inTurns(() => validating(index, value))

/** The same as a part of longer work. */
export function* validating(index: SchemaIndex, value: unknown): Steps<ReadonlyArray<ValidationProblem>> {
  const problems: Array<ValidationProblem> = []
  const run = new Run(index)
  try {
    yield* run.apply(index.root, value, "", [], problems)
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    problems.push({ at: "", keyword: "$schema", message: "is too complex to be checked against this schema" })
  }
  return problems.slice(0, bounds.problems)
}

class Run {
  private steps = 0
  /** Steps at the last pause. */
  private paused = 0
  private depth = 0
  private readonly patterns = new Map<string, UserPattern | undefined>()
  private readonly enums = new Map<ReadonlyArray<unknown>, ReadonlySet<string>>()
  private readonly texts = new Map<object, string>()
  private readonly index: SchemaIndex

  constructor(index: SchemaIndex) {
    this.index = index
  }

  /** What was looked at, or undefined when the value does not fit; problems go to `into`. */
  *apply(
    schema: SchemaNode,
    value: unknown,
    at: string,
    scope: ReadonlyArray<string>,
    into: Array<ValidationProblem>
  ): Steps<Evaluated | undefined> {
    if (schema === true) return nothingEvaluated()
    if (schema === false) {
      into.push({ at, keyword: "false", message: "is not allowed here" })
      return undefined
    }
    this.spend(1 + (list(schema["required"]).length >> 3))
    if (this.steps - this.paused >= stretch) {
      this.paused = this.steps
      yield
    }
    if (this.depth > bounds.depth) throw new TooComplex()
    this.depth++
    const seen = yield* this.applyObject(schema, value, at, scope, into)
    this.depth--
    return seen
  }

  private *applyObject(
    schema: JsonObject,
    value: unknown,
    at: string,
    outer: ReadonlyArray<string>,
    into: Array<ValidationProblem>
  ): Steps<Evaluated | undefined> {
    const before = into.length
    const base = this.index.baseOf(schema)
    const scope = outer.at(-1) === base ? outer : [...outer, base]
    const seen = nothingEvaluated()
    const problem = (keyword: string, message: string) => void into.push({ at, keyword, message })
    const also = (other: Evaluated | undefined) => {
      if (other === undefined) return
      this.spend((other.props.size + other.items.size) >> 3)
      for (const name of other.props) seen.props.add(name)
      for (const item of other.items) seen.items.add(item)
    }

    for (const keyword of ["$ref", "$dynamicRef"] as const) {
      const target = schema[keyword]
      if (typeof target !== "string") continue
      const found = this.index.resolve(target, base, keyword === "$dynamicRef" ? scope : undefined)
      if (found === undefined) problem(keyword, `cannot be checked: ${target} does not exist`)
      else also(yield* this.apply(found, value, at, scope, into))
    }

    checkScalars(schema, value, problem, this)
    if (schema["uniqueItems"] === true && Array.isArray(value) && (yield* this.repeats(value))) {
      problem("uniqueItems", "must not repeat an item")
    }

    for (const sub of list(schema["allOf"])) also(yield* this.apply(sub as SchemaNode, value, at, scope, into))
    for (const keyword of ["anyOf", "oneOf"] as const) {
      if (!Array.isArray(schema[keyword])) continue
      const hits: Array<Evaluated> = []
      for (const sub of list(schema[keyword])) {
        const hit = yield* this.apply(sub as SchemaNode, value, at, scope, [])
        if (hit !== undefined) hits.push(hit)
      }
      if (hits.length === 0) problem(keyword, "matches none of the alternatives")
      else if (keyword === "oneOf" && hits.length > 1) problem(keyword, "matches more than one of the alternatives")
      hits.forEach(also)
    }
    const not = schema["not"] as SchemaNode | undefined
    if (not !== undefined && (yield* this.apply(not, value, at, scope, [])) !== undefined) {
      problem("not", "fits what it must not")
    }
    if (schema["if"] !== undefined) {
      const hit = yield* this.apply(schema["if"] as SchemaNode, value, at, scope, [])
      also(hit)
      const next = schema[hit === undefined ? "else" : "then"]
      if (next !== undefined) also(yield* this.apply(next as SchemaNode, value, at, scope, into))
    }

    if (Array.isArray(value)) yield* this.applyItems(schema, value, at, scope, into, seen, problem)
    else if (isObject(value)) yield* this.applyProperties(schema, value, at, scope, into, seen, also, problem)
    return into.length === before ? seen : undefined
  }

  private *applyItems(
    schema: JsonObject,
    value: ReadonlyArray<unknown>,
    at: string,
    scope: ReadonlyArray<string>,
    into: Array<ValidationProblem>,
    seen: Evaluated,
    problem: (keyword: string, message: string) => void
  ): Steps<void> {
    const apply = (sub: unknown, item: number, problems: Array<ValidationProblem>) =>
      this.apply(sub as SchemaNode, value[item], `${at}/${item}`, scope, problems)
    const prefix = list(schema["prefixItems"])
    for (let item = 0; item < value.length; item++) {
      const sub = item < prefix.length ? prefix[item] : schema["items"]
      if (sub === undefined) break
      yield* apply(sub, item, into)
      seen.items.add(item)
    }
    if (schema["contains"] !== undefined) {
      let hits = 0
      for (let item = 0; item < value.length; item++) {
        if ((yield* apply(schema["contains"], item, [])) === undefined) continue
        hits++
        seen.items.add(item)
      }
      const checkMinimum = numberOr(schema["minContains"], 1)
      if (hits < checkMinimum) problem("contains", `must contain at least ${checkMinimum} matching items`)
      if (hits > numberOr(schema["maxContains"], Infinity)) problem("maxContains", "contains too many matching items")
    }
    if (schema["unevaluatedItems"] !== undefined) {
      for (let item = 0; item < value.length; item++) {
        if (seen.items.has(item)) continue
        yield* apply(schema["unevaluatedItems"], item, into)
        seen.items.add(item)
      }
    }
  }

  private *applyProperties(
    schema: JsonObject,
    value: JsonObject,
    at: string,
    scope: ReadonlyArray<string>,
    into: Array<ValidationProblem>,
    seen: Evaluated,
    also: (other: Evaluated | undefined) => void,
    problem: (keyword: string, message: string) => void
  ): Steps<void> {
    const check = function* (this: Run, sub: unknown, name: string): Steps<void> {
      yield* this.apply(sub as SchemaNode, value[name], pointer(at, name), scope, into)
      seen.props.add(name)
    }.bind(this)
    const known = new Set<string>()
    const names = Object.keys(value)
    this.spend(names.length >> 3)
    // The schema may have many more names than the value.
    const properties = objectOr(schema["properties"])
    for (const name of names) {
      if (!Object.hasOwn(properties, name)) continue
      known.add(name)
      yield* check(properties[name], name)
    }
    for (const [source, sub] of entries(schema["patternProperties"])) {
      const pattern = this.pattern(source)
      if (pattern === undefined) problem("patternProperties", "has a pattern that cannot be used")
      for (const name of names) {
        this.payText(name, 10)
        if (pattern?.matches(name) !== true) continue
        known.add(name)
        yield* check(sub, name)
      }
    }
    if (schema["additionalProperties"] !== undefined) {
      for (const name of names) if (!known.has(name)) yield* check(schema["additionalProperties"], name)
    }
    if (schema["propertyNames"] !== undefined) {
      for (const name of names) {
        yield* this.apply(schema["propertyNames"] as SchemaNode, name, pointer(at, name), scope, into)
      }
    }
    const dependent = objectOr(schema["dependentSchemas"])
    for (const name of names) {
      if (!Object.hasOwn(dependent, name)) continue
      also(yield* this.apply(dependent[name] as SchemaNode, value, at, scope, into))
    }
    if (schema["unevaluatedProperties"] !== undefined) {
      for (const name of names) if (!seen.props.has(name)) yield* check(schema["unevaluatedProperties"], name)
    }
  }

  /** Whether two items are equal. */
  private *repeats(items: ReadonlyArray<unknown>): Steps<boolean> {
    const seen = new Set<string>()
    for (const item of items) {
      const text = canonical(item)
      this.spend(1 + (text.length >> 5))
      yield
      if (seen.has(text)) return true
      seen.add(text)
    }
    return false
  }

  /** For looking at a text once; patterns look at its beginning only. */
  payText(text: string, steps: number): void {
    this.spend(steps + (Math.min(text.length, longestText) >> 5))
  }

  private spend(steps: number): void {
    this.steps += steps
    if (this.steps > bounds.steps) throw new TooComplex()
  }

  /** Whether the value is one of an `enum`, whose members are written out once. */
  lists(members: ReadonlyArray<unknown>, value: unknown): boolean {
    let known = this.enums.get(members)
    if (known === undefined) {
      known = new Set(members.map(canonical))
      this.enums.set(members, known)
    }
    return known.has(this.written(value))
  }

  /** Equal texts for equal values; a large value is written once, however many schemas compare it. */
  written(value: unknown): string {
    if (typeof value !== "object" || value === null) return canonical(value)
    const known = this.texts.get(value)
    if (known !== undefined) return known
    const text = canonical(value)
    this.spend(text.length >> 5)
    this.texts.set(value, text)
    return text
  }

  pattern(source: string): UserPattern | undefined {
    if (!this.patterns.has(source)) {
      const compiled = compilePattern(source)
      this.patterns.set(source, "problem" in compiled ? undefined : compiled)
    }
    return this.patterns.get(source)
  }
}

/** Keywords that look at the value alone, and at no part of it by schema. */
const checkScalars = (
  schema: JsonObject,
  value: unknown,
  problem: (keyword: string, message: string) => void,
  run: Pick<Run, "lists" | "pattern" | "payText" | "written">
): void => {
  const { type } = schema
  if (type !== undefined && !list(Array.isArray(type) ? type : [type]).some((name) => isOfType(value, name))) {
    problem("type", `must be ${list(Array.isArray(type) ? type : [type]).join(" or ")}`)
  }
  if (Array.isArray(schema["enum"]) && !run.lists(schema["enum"], value)) {
    problem("enum", "must be one of the listed values")
  }
  if (schema["const"] !== undefined && canonical(schema["const"]) !== run.written(value)) {
    problem("const", "must be the given value")
  }
  const checkMaximum = (keyword: string, size: number, what: string) => {
    if (size > numberOr(schema[keyword], Infinity))
      problem(keyword, `must have at most ${String(schema[keyword])} ${what}`)
  }
  const checkMinimum = (keyword: string, size: number, what: string) => {
    if (size < numberOr(schema[keyword], 0)) problem(keyword, `must have at least ${String(schema[keyword])} ${what}`)
  }
  if (typeof value === "number") checkNumber(schema, value, problem)
  else if (typeof value === "string") {
    if (schema["minLength"] !== undefined || schema["maxLength"] !== undefined) {
      run.payText(value, 0)
      const length = codePoints(value)
      checkMaximum("maxLength", length, "characters")
      checkMinimum("minLength", length, "characters")
    }
    const { format, pattern } = schema
    if (typeof pattern === "string" || typeof format === "string") run.payText(value, 10)
    if (typeof pattern === "string" && run.pattern(pattern)?.matches(value) !== true) {
      problem("pattern", `must match ${pattern}`)
    }
    if (typeof format === "string" && formats.get(format)?.(value) === false) problem("format", `must be a ${format}`)
  } else if (Array.isArray(value)) {
    checkMaximum("maxItems", value.length, "items")
    checkMinimum("minItems", value.length, "items")
  } else if (isObject(value)) {
    const size = Object.keys(value).length
    checkMaximum("maxProperties", size, "properties")
    checkMinimum("minProperties", size, "properties")
    const need = (keyword: string, names: unknown) => {
      for (const name of list(names)) {
        if (typeof name === "string" && !Object.hasOwn(value, name)) problem(keyword, `must have the property ${name}`)
      }
    }
    need("required", schema["required"])
    for (const [name, names] of entries(schema["dependentRequired"])) {
      if (Object.hasOwn(value, name)) need("dependentRequired", names)
    }
  }
}

const checkNumber = (schema: JsonObject, value: number, problem: (keyword: string, message: string) => void): void => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = schema
  if (typeof maximum === "number" && value > maximum) problem("maximum", `must be at most ${maximum}`)
  if (typeof minimum === "number" && value < minimum) problem("minimum", `must be at least ${minimum}`)
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    problem("exclusiveMaximum", `must be less than ${exclusiveMaximum}`)
  }
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    problem("exclusiveMinimum", `must be more than ${exclusiveMinimum}`)
  }
  if (typeof multipleOf === "number" && multipleOf > 0) {
    const times = value / multipleOf
    // 0.3 is three times 0.1 for everybody but binary fractions.
    const near = Math.abs(times - Math.round(times)) <= Number.EPSILON * 4 * Math.max(1, Math.abs(times))
    if (!near || !Number.isFinite(times)) problem("multipleOf", `must be a multiple of ${multipleOf}`)
  }
}

const isOfType = (value: unknown, name: unknown): boolean => {
  if (name === "null") return value === null
  if (name === "array") return Array.isArray(value)
  if (name === "object") return isObject(value)
  if (name === "integer") return Number.isInteger(value)
  return typeof value === name
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Equal texts for equal values, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, child: unknown) =>
    isObject(child) ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1))) : child
  ) ?? "undefined"

const nothingEvaluated = (): Evaluated => ({ props: new Set(), items: new Set() })

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {})

const entries = (value: unknown): ReadonlyArray<[string, unknown]> => (isObject(value) ? Object.entries(value) : [])

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise)
