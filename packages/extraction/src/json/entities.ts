/**
 * Entities of the evidence by meaning: the facts about each, and which one the page is about.
 */
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { kindsBySigns, meaningOf, meaningsOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import { pricedFacts } from "./offers.ts"
import { type Entity, type Evidence, type Fact, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"

export interface MatchedFacts {
  readonly meaning: string
  readonly fact: Fact
}

/** Parts whose properties belong to the whole: the price of an offer is the price of the product. */
const transparent = new Set(
  [
    "offers",
    "price specification",
    "rating",
    "nutrition",
    "location",
    "address",
    "geo",
    "salary",
    "value",
    "contact point",
    "job location",
    "shipping details",
    "main entity",
    "main entity page",
    "item reviewed"
  ].map(meaningOf)
)

/** What a part is called is never what the whole is called. */
const ownOnly = new Set([
  "name",
  "url",
  "description",
  "image",
  "body",
  "author",
  "published",
  "date",
  "phone",
  "email",
  "identifier",
  "category"
])

/** What a contact point is there to say of the whole. */
const contactLabels = new Set(["phone", "email"])

const maxFacts = 3_000

type Meanings = (label: string) => string

/** Things of a list have the same labels: each is read once. */
export const remembered = (): Meanings => {
  const known = new Map<string, string>()
  return (label) => {
    const meaning = known.get(label) ?? meaningOf(label)
    if (known.size < maxFacts) known.set(label, meaning)
    return meaning
  }
}

/** All facts about an entity and its parts, under each name that a property may have; parts after the whole. */
export const factsByMeaning = (
  entity: Entity,
  meaningOfLabel: Meanings = remembered()
): ReadonlyArray<MatchedFacts> => {
  const found: Array<MatchedFacts> = []
  const read = (from: Entity, prefix: string, open: boolean, depth: number) => {
    for (const fact of pricedFacts(from)) {
      if (found.length >= maxFacts) return
      const own = meaningOfLabel(fact.label)
      // The `position` of an item of a list is its number, and no job.
      if (own === "job title" && /^\d+$/.test(textOfFact(fact))) continue
      if (prefix !== "") found.push({ meaning: meaningOfLabel(`${prefix} ${own}`), fact })
      if (open && (depth === 0 || !ownOnly.has(own) || (contactLabels.has(own) && prefix === "contact point")))
        found.push({ meaning: own, fact })
      if (typeof fact.value !== "object" || depth >= 3) continue
      const pair = pairOf(fact.value)
      if (pair !== undefined) found.push({ meaning: meaningOfLabel(pair.label), fact: pair })
      else read(fact.value, prefix === "" ? own : `${prefix} ${own}`, open && transparent.has(own), depth + 1)
    }
  }
  read(entity, "", true, 0)
  return found
}

/** A `PropertyValue` says one property under a name of its own. */
const pairOf = ({ facts, types }: Entity): Fact | undefined => {
  if (!types.includes("PropertyValue")) return undefined
  const name = facts.find(({ label }) => label === "name")
  const value = facts.find(({ label }) => label === "value")
  if (name === undefined || typeof name.value === "object" || value === undefined) return undefined
  return { ...value, label: String(name.value) }
}

/** Words of its types, and of the types that contain it: `Album` of a `MusicAlbum`. */
const typeWords = (entity: Entity | undefined): ReadonlySet<string> => new Set((entity?.types ?? []).flatMap(wordsOf))

/** Types of what stands on every page of a site. */
const frame = new Set(
  "WebSite WebPage Organization NewsMediaOrganization BreadcrumbList ImageObject SearchAction SiteNavigationElement WPHeader WPFooter Person Corporation OnlineStore Store ItemList CollectionPage ListItem Review Rating Offer AggregateRating".split(
    " "
  )
)

/** Words of the types of what a page is about; of a page that has no such types, what its labels are signs of. */
export const subjectWords = (evidence: Evidence, subject: Entity | undefined): ReadonlySet<string> => {
  if (subject !== undefined && !frame.has(subject.types[0] ?? "")) return typeWords(subject)
  const labelled = new Set([...evidence.facts, ...evidence.groups].map(({ label }) => meaningOf(label)))
  return new Set([...typeWords(subject), ...kindsBySigns(labelled)])
}

/** Things that wrap what they are about. */
const wraps = new Set(["main entity", "about", "item reviewed", "item", "item list element"])

/** Every thing of the page at the top or wrapped by one there, in order. */
const topEntities = ({ entities }: Evidence): ReadonlyArray<Entity> => {
  const found: Array<Entity> = []
  const meaningOfLabel = remembered()
  const add = (entity: Entity, depth: number) => {
    if (found.length >= 500) return
    found.push(entity)
    if (depth >= 2) return
    for (const { label, value } of entity.facts) {
      if (found.length >= 500) return
      if (typeof value === "object" && wraps.has(meaningOfLabel(label))) add(value, depth + 1)
    }
  }
  for (const entity of entities.slice(0, 500)) add(entity, 0)
  return found
}

/** Every thing of a type, wherever it stands. */
export const ofType = (evidence: Evidence, type: string): ReadonlyArray<Entity> => {
  const found: Array<Entity> = []
  const known = new Map<string, boolean>()
  const isOfType = (name: string): boolean => {
    const is = known.get(name) ?? wordsOf(name).join(" ") === type
    known.set(name, is)
    return is
  }
  const read = (entity: Entity, depth: number) => {
    if (found.length >= 1000) return
    if (entity.types.some(isOfType)) found.push(entity)
    else if (depth < 4) for (const { value } of entity.facts) if (typeof value === "object") read(value, depth + 1)
  }
  for (const entity of evidence.entities) read(entity, 0)
  return found
}

interface EntityQuery {
  /** Names of the properties. */
  readonly names: ReadonlyArray<string>
  /** What the schema says of itself. */
  readonly words: string
}

/** The thing the page is about, of those that say something of what is sought. */
export function* subjectOf(evidence: Evidence, { names, words }: EntityQuery): Steps<Entity | undefined> {
  const meaningOfLabel = remembered()
  const asked = wordsOf(words)
  const titles = evidence.facts
    .filter(({ source }) => source === "heading" || source === "title")
    .map((fact) => wordsOf(textOfFact(fact)).join(" "))
  let best: { entity: Entity; score: number } | undefined
  let rivals: Array<Entity> = []
  for (const entity of topEntities(evidence)) {
    yield
    const present = new Set(factsByMeaning(entity, meaningOfLabel).map(({ meaning }) => meaning))
    const own = typeWords(entity)
    const queriedMeanings = names.map((name) => meaningsOf(name, own))
    const hits = queriedMeanings.filter((meanings) => meanings.some((meaning) => present.has(meaning))).length
    if (hits === 0) continue
    const named = entity.types.some((type) => wordsOf(type).some((word) => asked.includes(word)))
    const name = nameOf(entity)
    // `Rope knots` is titled by its whole name, and a thing called `Rope` only by the beginning of it.
    const titled = Math.max(
      0,
      ...titles.map((title) =>
        name === undefined || !title.startsWith(name) ? 0 : 1 + name.length / (2 * title.length)
      )
    )
    const score = hits * (frame.has(entity.types[0] ?? "") && !named ? 0.4 : 1) + (named ? 1 : 0) + titled
    if (best === undefined || score > best.score) {
      best = { entity, score }
      rivals = [entity]
    } else if (score === best.score) rivals.push(entity)
  }
  if (best === undefined || rivals.length === 1) return best?.entity
  // The same thing in two syntaxes is one; two things are none.
  return new Set(rivals.map(nameOf)).size === 1 ? best.entity : undefined
}

export const nameOf = (entity: Entity): string | undefined => {
  const fact = entity.facts.find(({ label, value }) => typeof value !== "object" && meaningOf(label) === "name")
  return fact === undefined ? undefined : wordsOf(textOfFact(fact)).join(" ")
}

/** Other accounts of the same thing. */
export const sameAs = (evidence: Evidence, subject: Entity): ReadonlyArray<Entity> => {
  const name = nameOf(subject)
  return topEntities(evidence).filter(
    (other) =>
      other !== subject &&
      other.types.some((type) => subject.types.includes(type)) &&
      (nameOf(other) === name || nameOf(other) === undefined)
  )
}

/**
 * What the page says of a thing, best first: the entity itself, then other accounts of it, those of each syntax together.
 * What a shop puts beside the page for its scripts comes last, even where it says most.
 */
export const accountsOf = (evidence: Evidence, subject: Entity): ReadonlyArray<ReadonlyArray<Entity>> => {
  const others = sameAs(evidence, subject)
  const isShop = ({ source }: Entity): boolean => source === "page-data"
  const structured = others.filter((one) => !isShop(one))
  const shop = others.filter(isShop)
  return (isShop(subject) ? [structured, [subject, ...shop]] : [[subject], structured, shop]).filter(
    (account) => account.length > 0
  )
}

/** The plain value that a thing has as a text: its name, else its text or value. */
export const plainOf = ({ facts }: Entity): Fact | undefined => {
  for (const label of ["name", "@value", "text", "headline", "value", "ratingValue", "url", "contentUrl", "@id"]) {
    const fact = facts.find((one) => one.label === label && typeof one.value !== "object")
    if (fact !== undefined) return fact
  }
  return undefined
}

/** An address in one line. */
export const addressOf = ({ facts }: Entity): string | undefined => {
  const part = (meaning: string) => {
    const fact = facts.find((one) => meaningOf(one.label) === meaning)
    if (fact === undefined) return undefined
    const plain = typeof fact.value === "object" ? plainOf(fact.value) : fact
    return plain === undefined ? undefined : textOfFact(plain)
  }
  const line = [
    part("street"),
    [part("postal code"), part("city")].filter((one) => one !== undefined).join(" ") || undefined,
    part("region"),
    part("country")
  ].filter((one) => one !== undefined)
  return line.length === 0 ? undefined : line.join(", ")
}
