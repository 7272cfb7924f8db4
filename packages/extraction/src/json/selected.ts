/**
 * Values that stand where the schema says itself (`core/evidence/SelectorPlan`), read as the kinds that the schema gives
 * them. They go before everything that is found by meaning; what a schema names a place for is looked up nowhere else.
 */
import type * as Effect from "effect/Effect"
import { meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import type { Evidence, Place } from "@orbweaver/core/internal/evidence/Evidence"
import {
  hasPlace,
  namesPlace,
  type Selected,
  type SelectorPlan,
  selectorPlanOf
} from "@orbweaver/core/internal/evidence/SelectorPlan"
import { compilePattern } from "@orbweaver/core/internal/model/userPattern"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { coerce } from "./coerce.ts"
import { matchingData } from "./fromData.ts"
import { type Matched, matching } from "./match.ts"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { type SchemaQuery, schemaQueryOf } from "./SchemaQuery.ts"

/** Everything the page has for a schema: at its named places, and by meaning for the rest. */
export const matchPage = (evidence: Evidence, index: SchemaIndex, format: string): Effect.Effect<Matched> =>
  inTurns(() => matchingPage(evidence, index, format))

/** The same as a part of longer work. `format` is the one whose options hold the schema. */
function* matchingPage(evidence: Evidence, index: SchemaIndex, format: string): Steps<Matched> {
  const plan = selectorPlanOf(index.root)
  if (plan === undefined && evidence.data !== undefined) return yield* matchingData(evidence, index)
  if (plan === undefined) return yield* matching(evidence, index)
  const reader = new SelectedReader(index, evidence)
  const value = yield* reader.value(plan, evidence.selected?.[format], schemaQueryOf(index, index.root), "")
  const rest = withoutSelected(index, index.root, plan)
  const found = rest === undefined ? undefined : yield* matching(evidence, { ...index, root: rest })
  return {
    value: together(value, found?.value),
    sources: { ...found?.sources, ...reader.sources },
    missing: [...reader.missing, ...(found?.missing ?? [])],
    unsure: found?.unsure ?? [],
    disagreements: found?.disagreements ?? []
  }
}

const maxMissing = 200
/** Values read between two pauses. */
const valuesOfStep = 50

class SelectedReader {
  readonly sources: Record<string, Place> = {}
  readonly missing: Array<string> = []
  private readonly index: SchemaIndex
  private readonly evidence: Evidence
  private readonly patterns = new Map<string, ReturnType<typeof compilePattern>>()
  private readonly queries = new Map<SchemaNode, SchemaQuery>()
  private count = 0

  constructor(index: SchemaIndex, evidence: Evidence) {
    this.index = index
    this.evidence = evidence
  }

  *value(plan: SelectorPlan, selected: Selected | undefined, query: SchemaQuery, at: string): Steps<unknown> {
    if (plan.kind === "object") return yield* this.object(plan, selected, query, at)
    if (++this.count % valuesOfStep === 0) yield
    const value =
      plan.kind === "list"
        ? yield* this.list(plan, Array.isArray(selected) ? selected : [], query, at)
        : this.scalar(plan, selected, query, at)
    if (value !== undefined || at === "") return value
    if (this.missing.length < maxMissing) this.missing.push(at)
    return undefined
  }

  private *object(
    plan: SelectorPlan & { readonly kind: "object" },
    selected: Selected | undefined,
    query: SchemaQuery,
    at: string
  ): Steps<unknown> {
    const found: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(plan.fields)) {
      const node = query.properties.get(name) ?? true
      const part = isObject(selected) ? (selected as Readonly<Record<string, Selected>>)[name] : undefined
      const value = yield* this.value(field, part, this.query(node, name), pointer(at, name))
      if (value !== undefined) found[name] = value
    }
    return Object.keys(found).length === 0 ? undefined : found
  }

  private *list(
    plan: SelectorPlan & { readonly kind: "list" },
    selected: ReadonlyArray<Selected>,
    query: SchemaQuery,
    at: string
  ): Steps<unknown> {
    const item = this.query(query.items ?? true, query.name)
    const found: Array<unknown> = []
    // Each item reports what it lacks: in a list of many that is no fault of the page.
    const missing = this.missing.length
    const selector = placeOf(plan)
    const place =
      plan.item.kind === "value" && placeOf(plan.item) === undefined ? { ...plan.item, selector } : plan.item
    for (const one of selected) {
      const value = yield* this.value(place as SelectorPlan, one, item, `${at}/${found.length}`)
      if (value !== undefined) found.push(value)
    }
    this.missing.length = missing
    return found.length === 0 ? undefined : found
  }

  private scalar(plan: SelectorPlan, selected: Selected | undefined, query: SchemaQuery, at: string): unknown {
    if (typeof selected !== "string") return query.fallback
    const text = plan.match === undefined ? selected : this.matched(plan.match, selected)
    if (text === undefined) return query.fallback
    const value = coerce(text, query, {
      source: "selector",
      meaning: meaningOf(query.name),
      exact: true,
      language: this.evidence.language,
      base: this.evidence.base
    })
    if (value === undefined || !query.accepts(value)) return query.fallback
    this.sources[at] = { source: "selector", where: placeOf(plan) ?? "" }
    return value
  }

  private matched(pattern: string, text: string): string | undefined {
    const compiled = this.patterns.get(pattern) ?? compilePattern(pattern)
    this.patterns.set(pattern, compiled)
    return "problem" in compiled ? undefined : compiled.find(text)
  }

  /** A schema is read once, however many items it stands for. */
  private query(node: SchemaNode, name: string): SchemaQuery {
    const known = this.queries.get(node) ?? schemaQueryOf(this.index, node, name)
    if (isObject(node)) this.queries.set(node, known)
    return known
  }
}

/** `a.more @href`: where the plan looks, in words. */
const placeOf = ({ attribute, selector, xpath }: SelectorPlan): string | undefined => {
  const parts = [selector ?? xpath, attribute === undefined ? undefined : `@${attribute}`].filter((part) => part)
  return parts.length === 0 ? undefined : parts.join(" ")
}

/** The schema without what has a place of its own; undefined when nothing is left. */
const withoutSelected = (index: SchemaIndex, node: SchemaNode, plan: SelectorPlan): SchemaNode | undefined => {
  if (plan.kind !== "object" || hasPlace(plan)) return undefined
  const query = schemaQueryOf(index, node)
  const properties = [...query.properties].flatMap(([name, property]) => {
    const field = plan.fields[name]
    const left = field === undefined || !namesPlace(field) ? property : withoutSelected(index, property, field)
    return left === undefined ? [] : [[name, left] as const]
  })
  if (properties.length === 0) return undefined
  const { description, title } = query
  return { type: "object", title, description, properties: Object.fromEntries(properties) }
}

/** Objects are joined; everything else comes from the named places first. */
const together = (selected: unknown, found: unknown): unknown => {
  if (selected === undefined) return found
  if (!isObject(selected) || !isObject(found)) return selected
  const names = [...Object.keys(selected), ...Object.keys(found)]
  return Object.fromEntries(names.map((name) => [name, together(selected[name], found[name])]))
}
