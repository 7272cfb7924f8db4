/**
 * A schema out of a prompt that only names what is wanted: `title, price and
 * author`, `Extract the name and the opening hours`, `Preis und Lieferzeit`, `Who wrote it?`.
 * Anything that needs understanding is left to a model.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import { isGenericNoun, isKnown, meaningOf, wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import type { JsonObject } from "@orbweaver/core/internal/support/jsonValue"

/** Longest prompt that is read as names, in characters. */
const maxLength = 500

const polite =
  /^(?:hi|hello|please|bitte|por favor|s'il (?:te|vous) pla[iî]t|(?:can|could|would|will) you(?: please)?|(?:i|we)(?:'d| would)? (?:need|want|like)(?: to (?:know|have|get|extract|see))?|i'm looking for|kannst du|ich (?:brauche|möchte|will)|je veux|necesito|quiero)[\s,:]+/i
const asking =
  /^[¿¡]?(?:extract|get|find|give|return|list|read|fetch|show|pull|grab|collect|scrape|provide|retrieve|capture|identify|output|tell|what(?: is| are|'s|’s)|who(?: is| are|'s|’s)|where(?: is| are|'s|’s)|which(?: is| are)|extrahiere|gib|finde|lies|nenne|zeige?|was (?:ist|sind)|wie (?:ist|sind|lautet|lauten)|wer ist|extrais|extraire|donne|trouve|quels?(?:le)?s? (?:est|sont)|extrae|dame|encuentra|cu[aá]l(?:es)? (?:es|son))(?:[ -](?:me|mir|moi|us|out|all(?: of)?|only|just))*\s+/i
const ending =
  /[\s,]+(?:please|bitte|thanks|thank you|(?:as|in) (?:a )?(?:valid )?json(?: format| object)?|if (?:available|present|possible|any)|(?:from|on|in) (?:here|it))$/i
const and = /\s*(?:[,;\n&+]|\s(?:and also|and|und|et|y|e|as well as|along with|plus|sowie)\s)\s*/i
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/
const filler =
  /^(?:and|und|et|y|the|its?|their|all|every|any|a|an|der|die|das|den|dessen|le|la|les|el|los|las|un|una|this|that|(?:main|primary)(?= (?:page|product|article|item)\b)|page|page's|product's|article's|company's)\s+/i
/** `name of the company` asks for the name of that alone; a page, product or article is what the page is about. */
const nameOfThing =
  /^(?:the\s+)?(?:name|title)\s+of\s+(?:the|this|a|an)\s+(?!(?:page|product|article|item|recipe|book)$)(\p{L}+)$/iu
/** A product's title is its title, but a company's name may stand beside a product's. */
const owner =
  /^(?:product|article|page|recipe|book)\s+(?=(?:title|price|rating|description|author|ingredients|availability)\b)/i
const about =
  /\s+(?:of|from|on|for|in|at|about|des|der|vom|von|auf|du|de la|de l'|de|del)\s+(?:the|this|that|each|every|its|a|an|der|dieser|diesem|dieses|la|le|esta|este|cette|ce)\s+[\p{L}\p{N}'-]+(?:\s[\p{L}\p{N}'-]+)?$/iu
const ofPage =
  /\s+(?:of|from|on|for|in|des|der|vom|von|auf|du|de la|de l'|del)\s+(?:page|product|article|item|seite|artikels?|produkts?|recipe|rezepts?|job|event|página|produit|recette|book)s?$/i
/** The type of a value in brackets: `price (number)`. */
const typeIn = /\s*\((?:an? |as an? )?(number|integer|string|text|boolean)s?\)$/i
const types = new Map([
  ["number", "number"],
  ["integer", "integer"],
  ["string", "string"],
  ["text", "string"],
  ["boolean", "boolean"]
])
/** The currency of an amount, which the description of the field keeps: an amount in another one is no answer. */
const currencyAfter = /\s+in\s+(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|(?:US )?dollars?|euros?|pounds?)$/i
const vague = /\s+(?:information|info|details?|data|angaben)$/i

/** Questions that name what is wanted without its name. */
const questions: ReadonlyArray<readonly [question: RegExp, field: string]> = [
  [
    /^(?:how much (?:does|do|is|are|for)\b|what (?:does|do) .{1,40}? cost|was kostet|wie viel kostet|combien (?:co[uû]te|ça co[uû]te)|cu[aá]nto cuesta)/i,
    "price"
  ],
  [
    /^(?:who (?:wrote|authored|writes)|by whom|wer hat .{1,40} geschrieben|qui a [eé]crit|qui[eé]n escribi[oó])/i,
    "author"
  ],
  [
    /^(?:who (?:founded|started|established|created)|wer hat .{1,40} gegründet|qui a fond[eé]|qui[eé]n fund[oó])/i,
    "founder"
  ],
  [
    /^(?:when (?:was|were|did) .{1,40} (?:published|posted|written|released|come out)|wann .{1,40} (?:veröffentlicht|erschienen))/i,
    "publicationDate"
  ],
  [
    /^(?:when (?:was|were) .{1,40} (?:founded|established|started)|what year was .{1,40} founded|wann .{1,40} gegründet)/i,
    "foundingDate"
  ],
  [
    /^(?:is|are) .{1,40} (?:in stock|available|sold out)$|^(?:ist|sind) .{1,40} (?:lieferbar|verfügbar|auf lager)$/i,
    "availability"
  ],
  [/^(?:when (?:is|are|does|do) .{1,40} open|wann .{1,40} (?:geöffnet|offen))/i, "openingHours"],
  [/^how (?:many reviews|often was .{1,40} reviewed)/i, "reviewCount"],
  [/^(?:how is .{1,40} rated|how many stars)/i, "rating"],
  [/^(?:where is .{1,40} (?:located|based)|wo (?:ist|liegt|befindet sich))/i, "address"]
]

/** Undefined when the prompt is more than names. */
export const promptSchema = (prompt: string): JsonObject | undefined => {
  if (prompt.length > maxLength) return undefined
  const text = trimmed(prompt)
  const properties: Record<string, object> = {}
  for (const piece of piecesOf(text)) {
    const name = nameOf(piece)
    if (name === "") continue
    if (name === undefined) return undefined
    const type = types.get(typeIn.exec(piece)?.[1]?.toLowerCase() ?? "")
    const currency = currencyAfter.exec(piece.trim().replace(typeIn, ""))?.[0].trim()
    properties[camel(name)] = {
      ...defined({ type }),
      ...(currency === undefined ? {} : { description: `${name} ${currency}` })
    }
  }
  return Object.keys(properties).length === 0 ? undefined : { type: "object", properties }
}

/** Without greetings, closing words and marks. */
const trimmed = (prompt: string): string => {
  let text = prompt.trim()
  for (let times = 0; times < 3; times++) {
    text = text
      .replace(/[.?!:\s]+$/, "")
      .replace(ending, "")
      .replace(polite, "")
  }
  return text
}

/** The names of a list, with or without a heading: `contact details: name, phone`. */
const piecesOf = (text: string): ReadonlyArray<string> => {
  const colon = text.indexOf(":")
  const listed = colon > 0 && colon < 60 && !text.slice(0, colon).includes("\n") ? text.slice(colon + 1) : text
  return listed.split(/\n/).flatMap((line) => line.replace(bullet, "").split(and))
}

/** The field that a piece asks for: `""` for nothing, undefined for what only a model can follow. */
const nameOf = (piece: string): string | undefined => {
  const asked = piece.trim()
  if (asked === "") return ""
  const question = questions.find(([pattern]) => pattern.test(asked))
  if (question !== undefined) return question[1]
  let name = asked.replace(typeIn, "").replace(polite, "").replace(asking, "").replace(currencyAfter, "")
  const thing = nameOfThing.exec(name)?.[1]
  if (thing !== undefined) return isNamed(`${thing} name`) ? `${thing} name` : undefined
  for (let times = 0; times < 3; times++) name = name.replace(filler, "")
  name = name.replace(owner, "")
  for (const shorter of [name, name.replace(vague, ""), withoutPlace(name), withoutPlace(name).replace(vague, "")]) {
    if (shorter !== "" && wordsOf(shorter).length <= 4 && isNamed(shorter)) return shorter
  }
  return undefined
}

/** A known name, alone or of a kind of thing: `event name`. */
const isNamed = (name: string): boolean => {
  const [noun = "", ...rest] = wordsOf(name)
  return isKnown(meaningOf(name)) || (isGenericNoun(noun) && rest.join(" ") === "name")
}

const withoutPlace = (name: string): string => name.replace(about, "").replace(ofPage, "")

const camel = (name: string): string =>
  name
    .split(/(?=[A-Z][a-z])|[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("")
