/**
 * Values that their elements name: classes (`product__price`), `time`, `tel:`
 * and `mailto:` links, `rel=author`, `address`.
 */
import { isKnown, isGenericNoun, meaningOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import { isFirm } from "@orbweaver/core/internal/evidence/legalForms"
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { attribute, attributeBit } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { isPrefix } from "../metadata/bylineWords.ts"
import { peopleIn } from "./bylines.ts"
import { pairOf } from "./lines.ts"
import { isOfPage } from "./stock.ts"
import { bounds, classesOf, type Reading, textOf, cssPath } from "./Reading.ts"

/** Concepts whose names are also names of the look of things. */
const appearanceConcepts = new Set(
  "name,description,image,url,date,body,value,size,color,width,height,depth,length,category,keywords,video,logo,area,pages,model,material,version,power,question,answer,offers,specifications,location,address,instructions,region,brand,quantity,language,phone,email,reviews,duration,deadline,condition,edition,website,job title,end date,start date,skills,benefits,rooms,license,country,year,fuel,start time,speaker,difficulty,working hours,workload,experience,education,remote,department,screenwriter,synopsis,ceo,contact person,industry,share capital,revenue,register number,posts,features,floor,year built,deposit,rent,additional costs,available from,property type,tenure,energy class,capacity,check in,check out,birth date,birth place,nationality,club,playing position,research interests,office,office hours,photographer,translator,original title,reference".split(
    ","
  )
)

/** Those of them that classes in cards mark, of which the first counts. */
const inCards = new Set([
  "name",
  "description",
  "location",
  "date",
  "start date",
  "category",
  "duration",
  "brand",
  "year",
  "job title"
])

const bits = attributeBit("class") | attributeBit("datetime") | attributeBit("href") | attributeBit("rel")

/** The facts an element states of itself by its marks. */
export const markedFacts = (reading: Reading, node: number, card = false): ReadonlyArray<Fact> => {
  const { ends, tree } = reading
  const tag = tree.tag[node]!
  if (tag === Tag.address) {
    const text = textOf(reading, node, 300)
    return /\d/.test(text) ? [{ label: "address", value: text, source: "element", where: cssPath(reading, node) }] : []
  }
  if ((tree.attributeMask[node]! & bits) === 0 || ends[node]! - node > 24) return []
  const facts: Array<Fact> = []
  const add = (label: string, value: string | undefined, source: Fact["source"]) => {
    if (value !== undefined && value !== "" && value.length <= 200) {
      facts.push({ label, value, source, where: cssPath(reading, node) })
    }
  }
  if (tag === Tag.time)
    add("datePublished", attribute(tree, node, "datetime")?.trim() || textOf(reading, node), "element")
  if (tag === Tag.a) {
    const href = attribute(tree, node, "href")?.trim() ?? ""
    const rel = attribute(tree, node, "rel")?.toLowerCase().split(/\s+/) ?? []
    if (/^tel:/i.test(href)) {
      const shown = textOf(reading, node, bounds.label)
      add("telephone", /\d{3}/.test(shown) ? shown : href.slice(4), "element")
    } else if (/^mailto:/i.test(href)) add("email", href.slice(7).replace(/\?.*/s, ""), "element")
    else if (rel.includes("author")) add("author", textOf(reading, node), "element")
    else if (rel.includes("tag")) add("keywords", textOf(reading, node), "element")
  }
  for (const name of classesOf(reading, node)) {
    const meaning = knownMeaning(reading, name)
    if (meaning === undefined || (appearanceConcepts.has(meaning) && !(card && inCards.has(meaning)))) continue
    if (meaning === "availability" && !card && !isOfPage(reading, node)) continue
    const value = textOf(reading, node, 201)
    // A byline with a date or a portrait in it names more than an author.
    if (meaning === "author" && (value.length > 80 || /\d/.test(value))) break
    const people = meaning === "author" ? peopleIn(value) : []
    // `Published by` and nothing behind it.
    if (meaning === "author" && people.length === 0 && isPrefix(value)) break
    if (people.length > 0) for (const person of people) add(meaning, person, "class")
    else add(meaning, alone(meaning, value), "class")
    break
  }
  return facts
}

/** A value without its own name before it, and a firm without its place behind it; `""` for several things in one. */
const alone = (meaning: string, value: string): string => {
  const pair = pairOf(value)
  if (pair !== undefined && meaningOf(pair[0]) === meaning) return pair[1]
  return companies.has(meaning) ? firmOf(value) : value
}

/** `Hotel Alpenruh, Davos`, `Crust & Co – Leeds`; neither `Lee, Inc.` nor `Lee, Hunt & Co`. */
const firmOf = (value: string): string => {
  const [first = "", ...rest] = value.split(/\s+[–—|·•]\s+|,\s+/)
  return rest.length === 0 || rest.some((part) => isFirm(part) || part.includes("&")) ? value : first
}

const companies = new Set(["company", "organizer", "publisher", "manufacturer", "brand"])

const knownMeaning = ({ classMeanings }: Reading, name: string): string | undefined => {
  if (classMeanings.has(name)) return classMeanings.get(name)
  if (classMeanings.size >= bounds.classes) return undefined
  const meaning = meaningOfClass(name)
  classMeanings.set(name, meaning)
  return meaning
}

/** `price` of `product-card__price`. */
const meaningOfClass = (name: string): string | undefined => {
  if (name.length > 40 || /--/.test(name)) return undefined
  const words = wordsOf(name.slice(name.lastIndexOf("__") + 1).replace(/^__/, "")).filter((word) => !shells.has(word))
  const significantWords = words.length > 1 && isGenericNoun(words[0]!) ? words.slice(1) : words
  const meaning = significantWords.length === 0 ? undefined : meaningOf(significantWords.join(" "))
  // `author heading` is an `author name`, which is the author.
  return meaning !== undefined && isKnown(meaning) ? meaningOf(meaning) : undefined
}

const shells = new Set(["card", "text", "entry", "js", "c", "o"])
