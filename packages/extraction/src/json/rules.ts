/**
 * Rules of looking up that hold for every schema: which sources rank before which, which facts go together, how lists
 * are written.
 */
import { meaningOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import {
  type Entity,
  type Evidence,
  type Fact,
  type Group,
  type Place,
  type Source,
  textOfFact
} from "@orbweaver/core/internal/evidence/Evidence"
import type { MatchedFacts } from "./entities.ts"

export const ranks: ReadonlyArray<ReadonlySet<Source>> = [
  new Set<Source>(["table", "definition-list", "label"]),
  new Set<Source>(["heading"]),
  new Set<Source>(["meta"]),
  new Set<Source>(["class"]),
  new Set<Source>(["element"]),
  new Set<Source>(["title"])
]

/** Lists that are written as one text. */
const separated = new Set(["keywords", "category", "skills", "actors", "author", "cuisine", "benefits", "color"])

export const keyNames = new Set(["name", "key", "label", "property", "title", "merkmal", "bezeichnung"])

/** Types that properties ask for by other words. */
export const typeNames: Readonly<Record<string, string>> = {
  faq: "question",
  "faq item": "question",
  qa: "question",
  episode: "podcast episode",
  job: "job posting",
  position: "job posting",
  breadcrumb: "list item",
  article: "news article",
  comment: "comment"
}

/** Of several values those whose own name is the property's, when there are such. */
export const preferOwnName = <A extends { readonly fact: Fact }>(
  values: ReadonlyArray<A>,
  name: string
): ReadonlyArray<A> => {
  const words = wordsOf(name).join(" ")
  const same = values.filter(({ fact }) => {
    const label = wordsOf(fact.label).join(" ")
    return label === words || (words === "title" && label === "headline")
  })
  return same.length > 0 ? same : values
}

/** The first of several is meant: pictures stand in order of weight. */
export const ordered = new Set(["image", "url", "video", "logo", "category"])

/** Of values by the look of their elements those of the first place: who comments below is no author of the page. */
export const fromOnePlace = <A extends { readonly fact: Fact }>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const { source, where } = values[0]!.fact
  return source === "class" || source === "element" ? values.filter(({ fact }) => fact.where === where) : values
}

/** Several of them form one value. */
export const joined = new Set([
  "author",
  "performer",
  "director",
  "actors",
  "cuisine",
  "keywords",
  "opening hours",
  "brand",
  "instructions"
])

export const placeOf = ({ source, where }: Fact): Place => ({ source, where })

const duration =
  /^(?:(?:ca\.?|about|env\.?)\s*)?\d+\s*(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore?|uur|min\.?|mins?\.?|minut\p{L}*|時間|分|小时|分钟|분|시간)/iu

const beginning = /\d{4}|vereinbarung|absprache|sofort/iu
const weekly = /woche|\d[:.]\d{2}|uhr|vollzeit|teilzeit|gleitend|flexib/iu

/**
 * What a fact means, where its value says which of two meanings its name has: `Préparation` is a time or the steps,
 * `Dirección` an address or who directed the film.
 */
export const meaningByValue = (meaning: string, fact: Fact): string => {
  if (meaning === "instructions" && typeof fact.value === "string" && duration.test(fact.value)) return "prep time"
  const label = wordsOf(fact.label).join(" ")
  const isText = typeof fact.value === "string"
  // `Eintritt` is what a visitor pays, or when an employee begins; `Arbeitszeit` how long a dish takes, or a week.
  if (meaning === "price" && label === "eintritt" && isText && beginning.test(textOfFact(fact))) return "start date"
  if (meaning === "prep time" && label === "arbeitszeit" && isText && weekly.test(textOfFact(fact)))
    return "working hours"
  const isPerson = meaning === "address" && typeof fact.value === "string" && !/[\d,]/.test(fact.value)
  return isPerson && label === "direccion" ? "director" : meaning
}

export const matchedFacts = (facts: ReadonlyArray<Fact>): ReadonlyArray<MatchedFacts> =>
  facts.map((fact) => ({ meaning: meaningByValue(meaningOf(fact.label), fact), fact }))

export const byMeaning = (matched: ReadonlyArray<MatchedFacts>): ReadonlyMap<string, ReadonlyArray<Fact>> => {
  const found = new Map<string, Array<Fact>>()
  for (const { fact, meaning } of matched) {
    const list = found.get(meaning)
    if (list === undefined) found.set(meaning, [fact])
    else list.push(fact)
  }
  return found
}

/** Facts that accompany another: a price comes with its currency. */
const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  price: ["price", "currency", "old price", "availability", "deadline"],
  offers: ["price", "currency", "availability", "condition", "deadline"],
  rating: ["rating", "rating count", "review count", "best rating"],
  address: ["street", "city", "postal code", "region", "country", "address"],
  location: ["street", "city", "postal code", "region", "country", "address", "location", "latitude", "longitude"],
  geo: ["latitude", "longitude"],
  coordinate: ["latitude", "longitude"],
  contact: ["phone", "email", "fax", "address", "website"],
  nutrition: ["calories", "fat content", "carbohydrates", "protein", "sugar"],
  salary: ["salary min", "salary max", "currency", "salary"],
  date: ["start date", "end date", "published", "modified"],
  dimensions: ["height", "width", "depth", "length", "weight"]
}

/** Facts that a part called `around` may use. */
export const factsForPart = (facts: ReadonlyMap<string, ReadonlyArray<Fact>>, around: string) => {
  const family = families[around] ?? []
  return new Map(
    [...facts].filter(([meaning]) => meaning === around || meaning.startsWith(`${around} `) || family.includes(meaning))
  )
}

/** The parts of a text that is a list. */
export const pieces = (fact: Fact, meaning: string): ReadonlyArray<Fact> => {
  const text = textOfFact(fact)
  const isLabelled = fact.source === "label" || fact.source === "table" || fact.source === "definition-list"
  const mark = /[;；|•·]/.test(text)
    ? /\s*[;；|•·]\s*/
    : separated.has(meaning) || isLabelled
      ? /\s*[,、，]\s*|\s+\/\s+/
      : undefined
  if (mark === undefined) return [fact]
  return text.split(mark, 200).flatMap((value) => (value === "" ? [] : [{ ...fact, value }]))
}

/** What an entry of a list holds, instead of the entry. */
export const unwrapped = (entry: Entity): Entity => {
  if (!entry.types.includes("ListItem")) return entry
  const item = entry.facts.find(({ label }) => label === "item")
  return typeof item?.value === "object" ? item.value : entry
}

/** The entries of a list, instead of the list. */
export const entriesOf = (item: Entity): ReadonlyArray<Entity> =>
  item.types.includes("ItemList")
    ? item.facts.flatMap(({ label, value }) =>
        label === "itemListElement" && typeof value === "object" ? [value] : []
      )
    : [item]

/** Things of one type that stand side by side at the top. */
export const repeated = ({ entities }: Evidence): ReadonlyArray<Group> => {
  const byType = new Map<string, Array<Entity>>()
  for (const entity of entities) {
    const key = `${entity.source} ${entity.types.join(" ")}`
    const list = byType.get(key)
    if (list === undefined) byType.set(key, [entity])
    else list.push(entity)
  }
  return [...byType.values()]
    .filter((rows) => rows.length > 1)
    .map((rows) => ({
      label: rows[0]!.types[0] ?? "",
      rows,
      items: [],
      facts: [],
      source: rows[0]!.source,
      where: rows[0]!.where
    }))
}

/** Sections of one form that say the same of different things: their headings are the names of these. */
export const sections = ({ groups }: Evidence): ReadonlyArray<Group> => {
  const byForm = new Map<string, Array<Group>>()
  for (const group of groups) {
    if (group.label === "" || group.facts.length === 0) continue
    const form = `${group.where} ${group.facts.map(({ label }) => label).join(" ")}`
    const list = byForm.get(form)
    if (list === undefined) byForm.set(form, [group])
    else list.push(group)
  }
  return [...byForm.values()].flatMap((alike) =>
    new Set(alike.map(({ label }) => label)).size < 2
      ? []
      : [
          {
            label: "",
            rows: alike.map(({ facts, label, source, where }) => ({
              types: [],
              facts: [{ label: "name", value: label, source: "heading" as const, where }, ...facts],
              source,
              where
            })),
            items: [],
            facts: [],
            source: "list" as const,
            where: alike[0]!.where
          }
        ]
  )
}

/** Rows of a table whose first column says what each is about, under whatever heading: that is their name. */
export const withNames = (rows: ReadonlyArray<Entity>, asked: ReadonlySet<string>): ReadonlyArray<Entity> => {
  const first = rows.map(({ facts }) => facts[0])
  const label = first[0]?.label
  if (label === undefined || rows[0]!.source !== "table" || !asked.has("name")) return rows
  const own = meaningOf(label)
  const isName =
    first.every((fact) => fact?.label === label && /\p{L}/u.test(textOfFact(fact))) &&
    new Set(first.map((fact) => textOfFact(fact!))).size === rows.length &&
    !asked.has(own) &&
    rows.every(({ facts }) => facts.every((fact) => meaningOf(fact.label) !== "name"))
  return isName ? rows.map((row) => ({ ...row, facts: [{ ...row.facts[0]!, label: "name" }, ...row.facts] })) : rows
}
