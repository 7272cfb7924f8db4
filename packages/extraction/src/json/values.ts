/** Values that facts of a page have for a property: what fits its schema, each once. */
import { coerce, currencyAsked, currencyOf, figureOf, isInCurrency } from "./coerce.ts"
import { meaningsOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import { type Entity, type Evidence, type Fact, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"
import type { FieldQuery } from "./ask.ts"
import { rangeEnds, rangeIn } from "./ranges.ts"
import { ordered } from "./rules.ts"
import { addressOf, plainOf } from "./entities.ts"
import type { SchemaQuery } from "./SchemaQuery.ts"

interface Value {
  readonly value: unknown
  readonly fact: Fact
  /** Of several values this one is meant. */
  readonly first: boolean
}

export interface ValueReading {
  /** What the property asks for. */
  readonly meaning: string
  /** Of the page: `de`. */
  readonly language: string | undefined
  /** What relative addresses of the page are relative to. */
  readonly base: string | undefined
}

/** Of several names of a thing, those that the page has as its heading. */
export const asHeaded = (values: ReadonlyArray<Value>, { facts }: Evidence): ReadonlyArray<Value> => {
  const headings = new Set(facts.filter(({ source }) => source === "heading").map(textOfFact))
  const headed = values.filter(({ value }) => headings.has(String(value)))
  return headed.length > 0 ? headed : values
}

/** Different values of facts that fit. */
export const valuesOf = (
  facts: ReadonlyArray<Fact>,
  query: SchemaQuery,
  reading: ValueReading
): ReadonlyArray<Value> => {
  const found = new Map<string, Value>()
  for (const fact of facts.slice(0, 200)) {
    const value = valueOf(fact, query, reading)
    if (value === undefined || !query.accepts(value)) continue
    const key = JSON.stringify(value)
    if (!found.has(key)) found.set(key, { value, fact, first: ordered.has(reading.meaning) && fact.source !== "label" })
  }
  return [...found.values()]
}

/** One end of a range that stands under another name: the lower of `48.000 – 56.000 €` under `Gehalt` for `salaryMin`. */
export const endsOfRanges = (
  facts: ReadonlyMap<string, ReadonlyArray<Fact>>,
  query: SchemaQuery,
  { language, meaning }: ValueReading
): ReadonlyArray<Value> => {
  const wanted = Object.hasOwn(rangeEnds, meaning) ? rangeEnds[meaning] : undefined
  if (wanted === undefined || (query.kind !== "number" && query.kind !== "integer")) return []
  const found = new Map<number, Value>()
  for (const fact of (facts.get(wanted.of) ?? []).slice(0, 20)) {
    const range = typeof fact.value === "string" ? rangeIn(fact.value) : undefined
    if (range === undefined) continue
    const figure = figureOf(range.figures[wanted.end], language)
    const value = figure === undefined ? undefined : figure * range.factors[wanted.end]
    if (value !== undefined && query.accepts(value)) found.set(value, { value, fact, first: false })
  }
  return [...found.values()]
}

/** The fact as a value of the queried kind; undefined when it is none. */
export const valueOf = (fact: Fact, query: SchemaQuery, { base, language, meaning }: ValueReading): unknown => {
  const value = typeof fact.value === "object" ? textWithin(fact.value, query, meaning) : fact.value
  if (value === undefined) return undefined
  const label = wordsOf(fact.label).join(" ")
  const exact = label === wordsOf(query.name).join(" ")
  const isRemark = meaning === "rating" && label === "note" && !isGrade(value)
  if (isRemark && !exact) return undefined
  return coerce(value, query, { source: fact.source, meaning: isRemark ? label : meaning, exact, language, base })
}

/** `Note` names a rating in German and French, and in English a remark: `4,5/5`, `1,7`, `17 sur 20`, `★★★★☆`. */
const isGrade = (value: string | number | boolean): boolean =>
  /^\s*(?:[★☆*]+|\d{1,3}(?:[.,]\d+)?(?:\s*(?:\/|von|sur|de|out of|of)\s*\d{1,3}(?:[.,]\d+)?)?\s*(?:%|★+|sternen?|étoiles?|stars?|punkten?|points?)?)\s*(?:[([].*)?$/iu.test(
    String(value)
  )

/** Properties that a thing answers by its address. */
const addressed = new Set(["url", "image", "video", "logo", "audio"])

/** The one text that stands for a thing. */
const textWithin = (entity: Entity, query: SchemaQuery, meaning: string) => {
  const labelled = (...labels: ReadonlyArray<string>) => entity.facts.find(({ label }) => labels.includes(label))
  const plain =
    addressed.has(meaning) || query.format === "uri"
      ? (labelled("url", "contentUrl") ?? plainOf(entity))
      : meaning === "instructions" || meaning === "reviews"
        ? (labelled("text", "reviewBody") ?? plainOf(entity))
        : plainOf(entity)
  const address = meaning === "address" || plain === undefined ? addressOf(entity) : undefined
  return address ?? (typeof plain?.value === "object" ? undefined : plain?.value)
}

/**
 * The currency comes from the sign of a price, or from the labelled amounts when they all have one sign. Undefined for
 * other properties.
 */
export const currencyAmong = (
  { facts }: Evidence,
  query: SchemaQuery,
  { depth, frame, name }: FieldQuery
): Pick<Value, "value" | "fact"> | undefined => {
  if (!meaningsOf(name).includes("currency") || query.kind === "number" || query.kind === "integer") return undefined
  for (const known of frame) {
    const found = onlyCode(
      ["price", "low price", "salary"].flatMap((meaning) => known.get(meaning) ?? []),
      query
    )
    if (found !== undefined) return found
  }
  // The amounts of the page say nothing of one of its parts.
  if (depth > 1) return undefined
  const amounts = facts.filter(({ source }) => source === "label" || source === "definition-list").filter(isAmount)
  return onlyCode(amounts, query)
}

const amounts = new Set(["price", "low price", "high price", "old price", "shipping cost", "salary"])

/** Of amounts those in the currency that the property asks for; all facts where it asks for none. */
export const inCurrencyAsked = (
  meaning: string,
  facts: ReadonlyArray<Fact>,
  beside: ReadonlyMap<string, ReadonlyArray<Fact>>,
  query: SchemaQuery
): ReadonlyArray<Fact> => {
  const code = facts.length === 0 || !amounts.has(meaning) ? undefined : currencyAsked(query)
  if (code === undefined) return facts
  const codes = new Set((beside.get("currency") ?? []).map((fact) => currencyOf(textOfFact(fact))))
  const only = codes.size === 1 ? [...codes][0] : undefined
  return facts.filter((fact) => isInCurrency(textOfFact(fact), code, only))
}

/** A number with a code or a sign: `EUR 1,250,000`. */
const isAmount = ({ value }: Fact): boolean =>
  typeof value === "string" &&
  /^(?:[A-Z]{3}|[^\p{L}\d\s])\s?\d[\d.,'’ ]*$|^\d[\d.,'’ ]*\s?(?:[A-Z]{3}|[^\p{L}\d\s])$/u.test(value.trim())

const onlyCode = (facts: ReadonlyArray<Fact>, query: SchemaQuery): Pick<Value, "value" | "fact"> | undefined => {
  const codes = new Map<string, Fact>()
  for (const fact of facts) {
    const code = typeof fact.value === "string" ? currencyOf(fact.value) : undefined
    if (code !== undefined && query.accepts(code)) codes.set(code, fact)
  }
  const [only] = codes
  return only === undefined || codes.size > 1 ? undefined : { value: only[0], fact: only[1] }
}
