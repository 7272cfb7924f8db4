/**
 * Looks the properties of a schema up in the evidence of a page.
 *
 * ```
 * property ─► meanings ─► the page's subject ─► labelled values ─► metadata ─► titles
 * ```
 *
 * What is found is a value of the page that fits the property's own schema, with
 * its place. Two values that differ at the same rank are no value: nothing is
 * chosen by chance, and nothing is made up. A page of many rows is read in turns
 * of the event loop.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import type * as Effect from "effect/Effect"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import { type FieldQuery, type FoundValue, type Frame, meaningsFor } from "./ask.ts"
import { isGenericNoun, isKnown, meaningOf, nounOfName, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import {
  type Entity,
  type Evidence,
  type Fact,
  type Group,
  type Place,
  type Source,
  textOfFact
} from "@orbweaver/core/internal/evidence/Evidence"
import { isFirm } from "@orbweaver/core/internal/evidence/legalForms"
import { isPageTitle, isProperName } from "@orbweaver/core/internal/evidence/pageTitles"
import { pointer } from "@orbweaver/core/internal/support/jsonValue"
import {
  byMeaning,
  entriesOf,
  fromOnePlace,
  preferOwnName,
  joined,
  keyNames,
  meaningByValue,
  matchedFacts,
  factsForPart,
  pieces,
  placeOf,
  ranks,
  repeated,
  sections,
  typeNames,
  unwrapped,
  withNames
} from "./rules.ts"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { accountsOf, factsByMeaning, ofType, remembered, subjectOf, subjectWords } from "./entities.ts"
import {
  asHeaded,
  currencyAmong,
  endsOfRanges,
  inCurrencyAsked,
  type ValueReading,
  valueOf,
  valuesOf
} from "./values.ts"
import { type SchemaQuery, schemaQueryOf } from "./SchemaQuery.ts"

export interface Matched {
  /** Undefined when nothing was found. */
  readonly value: unknown
  /** Where each value stands, by JSON pointer. */
  readonly sources: Readonly<Record<string, Place>>
  /** JSON pointers of properties that were not found. */
  readonly missing: ReadonlyArray<string>
  /** Of those, the ones that the page says in several ways. */
  readonly unsure: ReadonlyArray<string>
  /** Prices of which the page says another one elsewhere. */
  readonly disagreements?: ReadonlyArray<Disagreement>
}

export interface Disagreement {
  /** JSON pointer of the value. */
  readonly at: string
  readonly value: unknown
  readonly place: Place
  /** What stands at a place of a lower rank. */
  readonly other: unknown
  readonly otherPlace: Place
}

/** In a sentence for people: which value was taken, and which one the page says too. */
export const describeDisagreement = ({ at, other, otherPlace, place, value }: Disagreement): string =>
  `${at.slice(1)} is ${String(value)} (${place.source}: ${place.where}), but elsewhere the page says ${String(other)} (${otherPlace.source}: ${otherPlace.where}).`

/** In one go: for small evidence, or where nothing waits. */
export const match = (evidence: Evidence, index: SchemaIndex): Matched => atOnce(matching(evidence, index))

/** The same for evidence of any size, a part in each turn of the event loop. */
export const matchInTurns = (evidence: Evidence, index: SchemaIndex): Effect.Effect<Matched> =>
  inTurns(() => matching(evidence, index))

/** Properties looked up between two pauses. */
const lookupsOfStep = 10

/** The same as a part of longer work. */
export function* matching(evidence: Evidence, index: SchemaIndex): Steps<Matched> {
  const query = schemaQueryOf(index, index.root)
  const names = query.kind === "array" && query.items !== undefined ? [] : [...query.properties.keys()]
  const subject =
    names.length === 0 ? undefined : yield* subjectOf(evidence, { names, words: `${query.title} ${query.description}` })
  const matcher = new Matcher(evidence, index, subjectWords(evidence, subject))
  const found = yield* matcher.value(query, {
    name: query.title,
    at: "",
    frame: matcher.frame(subject, true),
    depth: 0
  })
  return {
    value: found?.value,
    sources: Object.fromEntries(found?.places ?? []),
    missing: matcher.missing,
    unsure: matcher.unsure,
    disagreements: matcher.disagreements
  }
}

const titles = new Set(["title", "headline", "heading"])
/** Sources that are titles of a page before they are names of something. */
const headings = new Set<Source>(["heading", "title"])
const reachable = new Set(["phone", "fax", "opening hours", "postal code"])
const firms = new Set(["company", "organization", "business"])
const siteNames = new Set(["site name", "company", "legal name", "publisher"])
const publishers = ["organization", "corporation", "site"]
const deepest = 8
const maxMissing = 200

class Matcher {
  readonly missing: Array<string> = []
  readonly unsure: Array<string> = []
  readonly disagreements: Array<Disagreement> = []
  private readonly evidence: Evidence
  private readonly index: SchemaIndex
  private readonly queries = new Map<SchemaNode, Map<string, SchemaQuery>>()
  private readonly meaningOfLabel = remembered()
  private lookups = 0
  /** Words of the types of what the page is about. */
  private readonly subject: ReadonlySet<string>

  constructor(evidence: Evidence, index: SchemaIndex, subject: ReadonlySet<string>) {
    this.evidence = evidence
    this.subject = subject
    this.index = index
  }

  /** The subject first, then other descriptions of it, then facts about the page. */
  frame(subject: Entity | undefined, wholePage: boolean): Frame {
    const frames: Array<ReadonlyMap<string, ReadonlyArray<Fact>>> = []
    if (subject !== undefined) {
      const accounts = wholePage ? accountsOf(this.evidence, subject) : [[subject]]
      for (const account of accounts)
        frames.push(byMeaning(account.flatMap((entity) => factsByMeaning(entity, this.meaningOfLabel))))
    }
    if (!wholePage) return frames
    const meaningOfLabel = this.evidence.facts.map((fact) => ({
      meaning: meaningByValue(this.meaningOfLabel(fact.label), fact),
      fact
    }))
    for (const rank of ranks) frames.push(byMeaning(meaningOfLabel.filter(({ fact }) => rank.has(fact.source))))
    return frames
  }

  *value(query: SchemaQuery, ask: FieldQuery): Steps<FoundValue | undefined> {
    if (ask.depth > deepest) return undefined
    if (query.kind === "object") return yield* this.object(query, ask)
    if (query.kind === "array") return yield* this.array(query, ask)
    if (++this.lookups % lookupsOfStep === 0) yield
    return this.scalar(query, ask)
  }

  private scalar(query: SchemaQuery, ask: FieldQuery): FoundValue | undefined {
    for (const meaning of meaningsFor(query, ask, this.subject)) {
      for (const [rank, facts] of ask.frame.entries()) {
        if (rank < ask.frame.length - ranks.length && this.asksForPage(ask)) continue
        const known = inCurrencyAsked(meaning, facts.get(meaning) ?? [], facts, query)
        const own = valuesOf(known, query, this.reading(meaning))
        const all = own.length > 0 ? own : endsOfRanges(facts, query, this.reading(meaning))
        const shown = meaning === "name" ? this.namesOnly(all, ask) : all
        const named = meaning === "name" && shown.length > 1 ? asHeaded(shown, this.evidence) : shown
        const values = named.length > 1 ? preferOwnName(named, ask.name) : named
        if (values.length === 0) continue
        if (values.length === 1 || values[0]!.first) {
          const place = placeOf(values[0]!.fact)
          if (meaning === "price" && ask.inside !== true)
            this.compare({ at: ask.at, value: values[0]!.value, place }, query, ask.frame.slice(rank + 1))
          return { value: values[0]!.value, places: [[ask.at, place]] }
        }
        if (query.kind === "string" && joined.has(meaning) && values.every(({ value }) => typeof value === "string")) {
          const value = fromOnePlace(values)
            .map((one) => one.value)
            .join(", ")
          if (query.accepts(value)) return { value, places: [[ask.at, placeOf(values[0]!.fact)]] }
        }
        this.unsure.push(ask.at)
        return undefined
      }
    }
    const currency = currencyAmong(this.evidence, query, ask)
    return currency === undefined ? undefined : { value: currency.value, places: [[ask.at, placeOf(currency.fact)]] }
  }

  /**
   * Notes a price that places of lower rank all say differently. Several that differ say nothing: they are prices of
   * other things on the page. Nor does the price before a sale.
   */
  private compare(taken: Pick<Disagreement, "at" | "value" | "place">, query: SchemaQuery, lower: Frame): void {
    if (query.kind !== "number" && query.kind !== "integer") return
    const facts = lower.flatMap((frame) => frame.get("price") ?? [])
    const former = lower.flatMap((frame) => frame.get("old price") ?? [])
    const reading = this.reading("price")
    const [other, ...more] = valuesOf(facts, query, reading).filter(({ value }) => value !== 0)
    if (other === undefined || more.length > 0 || other.value === taken.value) return
    if (valuesOf(former, query, reading).some(({ value }) => value === taken.value)) return
    this.disagreements.push({ ...taken, other: other.value, otherPlace: placeOf(other.fact) })
  }

  /**
   * Without titles that every site has, such as `Contact us`. A heading is the name of a firm only with its legal form, or
   * where the page's title ends in the same name, as sites put theirs.
   */
  private namesOnly<A extends { readonly value: unknown; readonly fact: Fact }>(
    values: ReadonlyArray<A>,
    { inside, name }: FieldQuery
  ): ReadonlyArray<A> {
    if (inside === true) return values
    const isTitle = titles.has(wordsOf(name).join(" ")) || nounOfName(name) === "page"
    if (isTitle) return values
    const noun = nounOfName(name)
    return values.filter(({ fact, value }) => {
      if (typeof value !== "string" || !headings.has(fact.source)) return true
      if (isPageTitle(value) || (fact.source === "title" && this.hasCommonTitle())) return false
      if (isFirm(value) || this.isSiteName(value)) return true
      if (noun !== undefined && firms.has(noun)) return false
      // On a page about a firm its heading may be a slogan, and is its name or that of a person only in capitals.
      return !this.isAboutFirm() || (fact.source === "heading" && isProperName(value))
    })
  }

  /** Whether the heading of the page is one that every site has. */
  private hasCommonTitle(): boolean {
    return this.evidence.facts.some((fact) => fact.source === "heading" && isPageTitle(textOfFact(fact)))
  }

  /** Whether the page is about a firm, or says how to reach one and nothing else of a kind. */
  private isAboutFirm(): boolean {
    if (this.subject.has("company")) return true
    if (this.subject.size > 0) return false
    return this.evidence.facts.some(
      (fact) => reachable.has(this.meaningOfLabel(fact.label)) && fact.source !== "meta" && fact.source !== "class"
    )
  }

  /** Whether the page's title ends in this name, behind another part, or something names the site so. */
  private isSiteName(name: string): boolean {
    return this.evidence.facts.some((fact) => {
      if (fact.source !== "title") return siteNames.has(this.meaningOfLabel(fact.label)) && textOfFact(fact) === name
      const parts = textOfFact(fact).split(/\s+[|–—·•-]\s+|[|｜]/u)
      return parts.length > 1 && parts.at(-1)!.trim() === name
    })
  }

  /** The title of a page is never the name of who publishes it. */
  private asksForPage({ inside, name }: FieldQuery): boolean {
    if (inside === true) return false
    if (nounOfName(name) === "page") return true
    return titles.has(wordsOf(name).join(" ")) && publishers.some((word) => this.subject.has(word))
  }

  private reading(meaning: string): ValueReading {
    return { meaning, language: this.evidence.language, base: this.evidence.base }
  }

  /** A schema is read once, however many rows it is looked up in. */
  private query(node: SchemaNode, name = ""): SchemaQuery {
    const names = this.queries.get(node) ?? new Map<string, SchemaQuery>()
    this.queries.set(node, names)
    const query = names.get(name) ?? schemaQueryOf(this.index, node, name)
    names.set(name, query)
    return query
  }

  private *object(query: SchemaQuery, ask: FieldQuery): Steps<FoundValue | undefined> {
    if (ask.depth === 0) return yield* this.parts(query, ask)
    const meanings = meaningsFor(query, ask, this.subject)
    if (query.properties.size === 0) return this.open(query, ask, meanings)
    for (const meaning of meanings) {
      for (const facts of ask.frame) {
        const entities = new Set(
          (facts.get(meaning) ?? []).flatMap(({ value }) => (typeof value === "object" ? [value] : []))
        )
        if (entities.size !== 1) continue
        for (const noun of entities) {
          const found = yield* this.parts(query, { ...ask, frame: this.frame(noun, false), inside: true })
          if (found !== undefined) return this.report(query, found, ask)
        }
      }
    }
    const group = this.groups(meanings).find(({ facts }) => facts.length > 0)
    if (group !== undefined) {
      const found = yield* this.parts(query, { ...ask, frame: [byMeaning(matchedFacts(group.facts))], inside: true })
      if (found !== undefined) return this.report(query, found, ask)
    }
    const around = meanings[0]!
    // A wrapper such as `product` or `data` is about the same thing as what is around it.
    const wrapper = wordsOf(ask.name).every(
      (word) => isGenericNoun(word) || word === "data" || word === "info" || word === "detail"
    )
    if (wrapper) return yield* this.parts(query, { ...ask, name: "", ...(isKnown(around) ? { wrapper: around } : {}) })
    const narrowed = ask.frame.map((facts) => factsForPart(facts, around))
    return yield* this.parts(query, { ...ask, frame: narrowed, around })
  }

  /** Reports what an inner look left out. */
  private report(query: SchemaQuery, found: FoundValue, ask: FieldQuery): FoundValue {
    if (ask.inside === true) return found
    for (const name of query.properties.keys()) {
      if (!Object.hasOwn(found.value as object, name)) this.lacks(pointer(ask.at, name))
    }
    return found
  }

  private *parts(query: SchemaQuery, ask: FieldQuery): Steps<FoundValue | undefined> {
    const value: Record<string, unknown> = {}
    const places: Array<readonly [string, Place]> = []
    const named = [...query.properties.keys()].some((name) => meaningOf(name) === "name")
    for (const [name, node] of query.properties) {
      if (name === "__proto__") continue
      const at = pointer(ask.at, name)
      const part = this.query(node, name)
      const next = { name, at, frame: ask.frame, depth: ask.depth + 1, named }
      const found = yield* this.value(part, {
        ...next,
        ...defined({ around: ask.around, inside: ask.inside, itemNoun: ask.itemNoun, wrapper: ask.wrapper })
      })
      if (found === undefined || !part.accepts(found.value)) {
        if (ask.inside !== true) this.lacks(at)
        continue
      }
      value[name] = found.value
      places.push(...found.places)
    }
    return places.length === 0 ? undefined : { value, places }
  }

  private lacks(at: string): void {
    if (this.missing.length < maxMissing && !this.missing.includes(at)) this.missing.push(at)
  }

  /** An object with free names: every value below the heading of that name. */
  private open(query: SchemaQuery, ask: FieldQuery, meanings: ReadonlyArray<string>): FoundValue | undefined {
    if (query.open === undefined) return undefined
    const part = this.query(query.open)
    const group = this.groups(meanings).find(({ facts }) => facts.length > 0)
    const value: Record<string, unknown> = {}
    const places: Array<readonly [string, Place]> = []
    for (const fact of (group?.facts ?? []).slice(0, 500)) {
      const label = fact.label.trim()
      const one = valueOf(fact, part, this.reading(meaningOf(label)))
      if (one === undefined || label === "__proto__" || Object.hasOwn(value, label)) continue
      value[label] = one
      places.push([pointer(ask.at, label), placeOf(fact)])
    }
    return places.length === 0 ? undefined : { value, places }
  }

  private *array(query: SchemaQuery, ask: FieldQuery): Steps<FoundValue | undefined> {
    const item = this.query(query.items ?? true)
    const meanings = meaningsFor(query, ask, this.subject)
    const found = item.kind === "object" ? yield* this.rows(item, ask, meanings) : this.items(item, ask, meanings)
    return found === undefined ? undefined : this.listed(found, ask.at, query)
  }

  private listed(found: ReadonlyArray<FoundValue>, at: string, query: SchemaQuery): FoundValue | undefined {
    const kept = found.slice(0, query.maxItems)
    if (kept.length === 0) return undefined
    return {
      value: kept.map(({ value }) => value),
      places: kept.flatMap(({ places }, item) =>
        places.map(([inner, place]) => [`${at}/${item}${inner}`, place] as const)
      )
    }
  }

  private items(
    item: SchemaQuery,
    ask: FieldQuery,
    meanings: ReadonlyArray<string>
  ): ReadonlyArray<FoundValue> | undefined {
    for (const meaning of meanings) {
      const foundIn = (facts: Parameters<typeof valuesOf>[0]) =>
        valuesOf(facts, item, this.reading(meaning)).map(({ fact, value }) => ({
          value,
          places: [["", placeOf(fact)] as const]
        }))
      const listed = ask.inside !== true && this.groups([meaning]).some((group) => group.items.length > 1)
      // The first paragraph below a heading is one of the list that stands there.
      const ranked = ask.frame.map((facts) =>
        (facts.get(meaning) ?? []).filter(({ source }) => !listed || source !== "heading")
      )
      for (const facts of ranked) {
        // One text is a list; of several each may be one, such as the tags of several metas.
        const isList = facts.length === 1 || meaning === "keywords"
        const split = facts.flatMap((fact) =>
          isList && typeof fact.value === "string" ? pieces(fact, meaning) : [fact]
        )
        const found = foundIn(split)
        if (found.length > 0) return found
      }
      if (ask.inside === true) continue
      const group = this.groups([meaning]).find(({ items }) => items.length > 0)
      if (group === undefined) continue
      const facts = group.items.map(({ text, where }) => ({
        label: group.label,
        value: text,
        source: "list" as const,
        where
      }))
      const found = foundIn(facts)
      if (found.length > 0) return found
    }
    return undefined
  }

  /** Things of one kind: values of the property, things of that type, or the rows and cards that fit best. */
  private *rows(
    item: SchemaQuery,
    ask: FieldQuery,
    meanings: ReadonlyArray<string>
  ): Steps<ReadonlyArray<FoundValue> | undefined> {
    for (const meaning of meanings) {
      for (const facts of ask.frame) {
        const entities = (facts.get(meaning) ?? []).flatMap(({ value }) =>
          typeof value === "object" ? entriesOf(value) : []
        )
        const found = yield* this.each(item, entities, ask)
        if (found.length > 0) return found
      }
    }
    if (ask.inside === true) return undefined
    const type = wordsOf(ask.name).join(" ")
    const typed = ofType(this.evidence, typeNames[type] ?? type)
    const ofThatType = yield* this.each(item, typed, ask)
    if (ofThatType.length > 0 && ofThatType.length >= typed.length / 2) return ofThatType
    const pairs = this.pairs(item, meanings)
    if (pairs !== undefined) return pairs

    let best: { found: ReadonlyArray<FoundValue>; score: number } | undefined
    const wanted = item.properties.size
    const asked = new Set([...item.properties.keys()].map(meaningOf))
    for (const group of [...this.evidence.groups, ...repeated(this.evidence), ...sections(this.evidence)]) {
      if (group.rows.length === 0) continue
      const titled = meanings.includes(meaningOf(group.label))
      const found = yield* this.each(item, withNames(group.rows, asked), ask)
      if (found.length === 0) continue
      const filled = found.reduce((sum, { value }) => sum + Object.keys(value as object).length, 0) / found.length
      const needed = titled ? 1 : Math.min(wanted, Math.max(2, Math.ceil(wanted / 2)))
      if (filled < needed || found.length < group.rows.length / 2) continue
      const score = filled + (titled ? wanted : 0)
      if (best === undefined || score > best.score) best = { found, score }
      else if (score === best.score && !titled) best = { found: [], score }
    }
    return best?.found
  }

  private *each(
    item: SchemaQuery,
    entities: ReadonlyArray<Entity>,
    { depth, name }: FieldQuery
  ): Steps<ReadonlyArray<FoundValue>> {
    const noun = meaningOf(name)
    const all: Array<FoundValue> = []
    for (const one of entities.slice(0, item.maxItems)) {
      const frame = this.frame(unwrapped(one), false)
      const found = yield* this.parts(item, { name: "", at: "", frame, depth: depth + 1, inside: true, itemNoun: noun })
      if (found !== undefined && item.accepts(found.value)) all.push(found)
    }
    return all
  }

  /** `[{name, value}]` from values under names. */
  private pairs(item: SchemaQuery, meanings: ReadonlyArray<string>): ReadonlyArray<FoundValue> | undefined {
    const names = [...item.properties.keys()]
    const key = names.find((name) => keyNames.has(wordsOf(name).join(" ")))
    const value = names.find((name) => wordsOf(name).join(" ") === "value" || wordsOf(name).join(" ") === "wert")
    const group = this.groups(meanings).find(({ facts }) => facts.length > 0)
    if (names.length !== 2 || key === undefined || value === undefined || group === undefined) return undefined
    const part = this.query(item.properties.get(value)!, value)
    return group.facts.flatMap((fact) => {
      const factValue = valueOf(fact, part, this.reading(meaningOf(fact.label)))
      const made = { [key]: fact.label, [value]: factValue }
      return factValue !== undefined && item.accepts(made)
        ? [{ value: made, places: [["", placeOf(fact)] as const] }]
        : []
    })
  }

  /** Groups under a heading of that meaning, unless there are several that differ. */
  private groups(meanings: ReadonlyArray<string>): ReadonlyArray<Group> {
    const found = this.evidence.groups.filter(({ label }) => label !== "" && meanings.includes(meaningOf(label)))
    return found
  }
}
