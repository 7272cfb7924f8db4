/**
 * The menu of a restaurant (docs/reference/v2.md §6, `menu`): from structured data
 * (`Menu`, `MenuSection`, `MenuItem`), else from priced rows and cards below
 * headings, on a page that calls itself a menu.
 *
 * `confidence` is 1 for structured data and 0.7 for what is read off the page.
 */
import * as Effect from "effect/Effect"
import { builtInFormat, type Fields, type Format, type FormatInput } from "@orbweaver/core/scrape/Format"
import { type Entity, type Evidence, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { matching } from "../json/match.ts"
import { indexSchema } from "../json/schemaIndex.ts"
import { nameOf, ofType } from "../json/entities.ts"
import { evidenceOf } from "@orbweaver/core/internal/scrape/formats/Facts"
import { defined } from "@orbweaver/core/internal/support/defined"
import { money, textOf } from "./Product.ts"

export const menu: Format = builtInFormat("menu", {
  uses: ["facts"],
  run: Effect.fnUntraced(function* ({ fields, page }: FormatInput): Effect.fn.Return<Fields> {
    const found = yield* inTurns(() => menuOf(evidenceOf(fields), page.response.url))
    return { menu: found, madeBy: "rules", ...(found.isMenu ? {} : { warning: "The page shows no menu." }) }
  })
})

const menuName =
  /(?:^|[^\p{L}])(?:menu|menü|menus|menú|speisekarte|getränkekarte|la carte|carta|food|drinks)(?:$|[^\p{L}])/iu

const places = [
  "restaurant",
  "cafe or coffee shop",
  "bar or pub",
  "food establishment",
  "bakery",
  "fast food restaurant"
]

function* menuOf(evidence: Evidence, url: URL) {
  const structured = yield* sectionsFromStructuredData(evidence)
  const titles = evidence.facts.filter(({ source }) => source === "heading" || source === "title").map(textOfFact)
  const place = places.flatMap((type) => ofType(evidence, type))[0]
  const hasMenuName = place !== undefined || menuName.test(url.pathname) || titles.some((title) => menuName.test(title))
  const shown = structured.length > 0 || !hasMenuName ? [] : yield* shownSections(evidence)
  const sections = structured.length > 0 ? structured : shown
  const name = place === undefined ? undefined : textOf(place, "name")
  const merchant = defined({ name: name ?? url.hostname.replace(/^www\./, ""), type: place?.types[0] })
  if (sections.length === 0) return { isMenu: false, confidence: 0, merchant, sections: [], sourceUrl: url.href }
  const currencies = new Set(sections.flatMap(({ items }) => items.flatMap(({ price }) => price?.currency ?? [])))
  return defined({
    isMenu: true,
    confidence: structured.length > 0 ? 1 : 0.7,
    merchant,
    currency: currencies.size === 1 ? [...currencies][0] : undefined,
    sections: sections.map(({ items, ...about }, at) => ({
      id: `section-${at + 1}`,
      ...about,
      items: items.map((item, index) => ({ id: `item-${at + 1}-${index + 1}`, ...item, sourceUrl: url.href }))
    })),
    sourceUrl: url.href
  })
}

type Item = ReturnType<typeof itemOf>
type Section = ReturnType<typeof section>

const bounds = { sections: 100, items: 500 } as const

const partsOf = (entity: Entity, label: string): ReadonlyArray<Entity> =>
  entity.facts.flatMap((fact) => (fact.label === label && typeof fact.value === "object" ? [fact.value] : []))

/** Sections of structured data; items directly below a menu are one section with the menu's name. */
function* sectionsFromStructuredData(evidence: Evidence): Steps<ReadonlyArray<Section>> {
  const flat = (entity: Entity, name: string): ReadonlyArray<readonly [thing: Entity, name: string]> => [
    [entity, name],
    ...partsOf(entity, "hasMenuSection").flatMap((part) => flat(part, textOf(part, "name") ?? name))
  ]
  const menus = ofType(evidence, "menu").concat(
    places.flatMap((type) => ofType(evidence, type)).flatMap((place) => partsOf(place, "hasMenu"))
  )
  const found: Array<Section> = []
  for (const [thing, name] of [...new Set(menus)].flatMap((menu) => flat(menu, textOf(menu, "name") ?? "Menu"))) {
    const items = yield* itemsOf(evidence, partsOf(thing, "hasMenuItem"))
    if (items.length > 0) found.push(section(name, textOf(thing, "description"), items))
    if (found.length === bounds.sections) break
  }
  return found
}

/** Groups in which every second row at least has a price. */
function* shownSections(evidence: Evidence): Steps<ReadonlyArray<Section>> {
  const found: Array<Section> = []
  for (const { items: listed, label, rows } of evidence.groups.slice(0, bounds.sections)) {
    const entities = rows.length > 0 ? rows : listed.slice(0, bounds.items).map(dishOf)
    const items = yield* itemsOf(evidence, entities)
    const priced = items.filter(({ price }) => price !== undefined).length
    if (priced >= 2 && priced >= entities.length / 2) {
      found.push(section(label === "" ? "Menu" : label, undefined, items))
    }
  }
  return found
}

const currency = "[€$£¥₹]|CHF|EUR|USD|GBP|zł|kr"
const priceLast = new RegExp(
  String.raw`[\s.…·:–—-](?<price>(?:${currency})\s?\d{1,6}(?:[.,]\d{1,3}){0,2}|\d{1,6}(?:[.,]\d{1,3}){0,2}\s?(?:${currency}))$`,
  "u"
)

/** An item of a list that ends in its price: `Olives – from our garden … 4.00 €`. */
const dishOf = ({ text, where }: { readonly text: string; readonly where: string }): Entity => {
  const written = text.slice(0, 500).trim()
  const found = priceLast.exec(written)
  const words = found === null ? written : written.slice(0, found.index).replace(/[\s.…·:–—-]+$/u, "")
  const [name = "", ...rest] = words.split(/\s[–—-]\s|:\s|\n/u)
  const fact = (label: string, value: string | undefined): Entity["facts"] =>
    value === undefined || value === "" ? [] : [{ label, value, source: "list", where }]
  const price = found?.groups?.["price"]
  return {
    types: [],
    facts: [...fact("name", name.trim()), ...fact("description", rest.join(" – ").trim()), ...fact("price", price)],
    source: "list",
    where
  }
}

const section = (name: string, description: string | undefined, items: ReadonlyArray<Item>) =>
  defined({ name, description, items })

const text = { type: "string" }
const index = indexSchema({
  type: "object",
  properties: {
    name: text,
    description: text,
    price: { type: "number" },
    priceText: text,
    currency: text,
    inStock: { type: "boolean" },
    availability: text,
    calories: { type: "number" },
    images: { type: "array", items: { type: "string", format: "uri" } },
    url: { type: "string", format: "uri" },
    suitableForDiet: { type: "array", items: text }
  }
})

/** What `index` reads of a thing. */
interface EntityReading {
  readonly name?: string
  readonly description?: string
  readonly price?: number
  readonly priceText?: string
  readonly currency?: string
  readonly inStock?: boolean
  readonly availability?: string
  readonly calories?: number
  readonly images?: ReadonlyArray<string>
  readonly url?: string
  readonly suitableForDiet?: ReadonlyArray<string>
}

function* itemsOf(evidence: Evidence, entities: ReadonlyArray<Entity>): Steps<ReadonlyArray<Item>> {
  const items: Array<Item> = []
  for (const entity of entities.slice(0, bounds.items)) {
    if ("issues" in index) break
    const structured = { entities: [named(entity)], facts: [], groups: [], language: evidence.language }
    // The schema of `index` says that it is one.
    const one = ((yield* matching(structured, index)).value ?? {}) as EntityReading
    if (one.name !== undefined) items.push(itemOf(one.name, one))
    yield
  }
  return items
}

/** What the contract has of every item; a dish that is listed can be had unless the page says otherwise. */
const itemOf = (name: string, structured: EntityReading) =>
  defined({
    name,
    description: structured.description,
    price: money(structured.price, structured.currency, structured.priceText),
    calories: structured.calories,
    availability: defined({ inStock: structured.inStock ?? true, text: structured.availability }),
    dietary: (structured.suitableForDiet ?? []).map((diet) => diet.replace(/^.*\//, "").replace(/Diet$/, "")),
    images: (structured.images ?? []).map((url) => ({ url })),
    optionGroups: [],
    identifiers: {},
    url: structured.url
  })

/** The first column of a table names its rows, whatever its head says. */
const named = (entity: Entity): Entity => {
  const [first] = entity.facts
  if (entity.source !== "table" || first === undefined || nameOf(entity) !== undefined) return entity
  return { ...entity, facts: [{ ...first, label: "name" }, ...entity.facts.slice(1)] }
}
