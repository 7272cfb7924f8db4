/**
 * Text of a page as a value of a schema: numbers as people write them, dates as
 * ISO 8601, booleans, enums, absolute addresses. What could be read in two ways
 * is not read at all.
 */
import type { Source } from "@orbweaver/core/internal/evidence/Evidence"
import { stockOf, stockPhrase } from "@orbweaver/core/internal/evidence/stock"
import { wordsOf } from "@orbweaver/core/internal/evidence/concepts"
import { absoluteAddress } from "./addresses.ts"
import { readDate } from "./dates.ts"
import type { SchemaQuery } from "./SchemaQuery.ts"

interface ValueContext {
  readonly source: Source
  /** What the property asks for. */
  readonly meaning: string
  /** Whether the page says it under the very name of the property. */
  readonly exact: boolean
  /** Of the page: `de`. */
  readonly language: string | undefined
  /** What relative addresses of the page are relative to. */
  readonly base: string | undefined
}

const machine: ReadonlySet<Source> = new Set<Source>(["json-ld", "microdata", "rdfa", "page-data", "meta", "json"])

/** The value, or undefined when it is not of that kind. */
export const coerce = (value: string | number | boolean, query: SchemaQuery, context: ValueContext): unknown => {
  if (query.choices !== undefined) return choice(value, query.choices)
  switch (query.kind) {
    case "boolean":
      return typeof value === "boolean" ? value : readBoolean(String(value), context.meaning)
    case "number":
    case "integer": {
      const number =
        typeof value === "number" ? value : typeof value === "string" ? readNumber(value, query, context) : undefined
      return number === undefined || (query.kind === "integer" && !Number.isInteger(number)) ? undefined : number
    }
    case "string":
      return hasShape(value, context) ? readText(value, query, context) : undefined
    case "any":
      if (!hasShape(value, context)) return undefined
      return typeof value === "string" ? clean(value) : value
    default:
      return undefined
  }
}

/** What a value of these concepts has at least: `E-mail: write to us` says no address. */
const shapes: ReadonlyMap<string, RegExp> = new Map([
  ["email", /@|\bat\b/i],
  ["phone", /(?:\d\D*){4}/],
  ["fax", /(?:\d\D*){4}/],
  ["rating", /[\d★*]/],
  ["postal code", /\d/],
  ["isbn", /\d/],
  ["gtin", /\d/],
  ["calories", /\d/],
  ["capacity", /\d/],
  ["review count", /\d/],
  ["rating count", /\d/],
  // A start at `20:00` is no date.
  ["start date", /\d{4}|\p{L}{3}|\d[./-]\d/u]
])

/** What the schema itself points at is believed: a `note` beside a product is no rating. */
const hasShape = (value: string | number | boolean, { meaning, source }: ValueContext): boolean =>
  source === "selector" || source === "json" || (shapes.get(meaning)?.test(String(value)) ?? true)

const clean = (text: string): string => text.replace(/\s+/g, " ").trim()

const choice = (value: string | number | boolean, choices: ReadonlyArray<unknown>): unknown => {
  if (choices.includes(value)) return value
  const key = wordsOf(lastWord(String(value))).join("")
  return key === "" ? undefined : choices.find((one) => isScalar(one) && wordsOf(String(one)).join("") === key)
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** `InStock` of `https://schema.org/InStock`. */
const lastWord = (text: string): string => /^https?:\/\/(?:www\.)?schema\.org\/(\w+)$/i.exec(text.trim())?.[1] ?? text

const yes =
  /^(?:yes|true|y|1|✓|✔|ja|oui|si|sí|sì|sim|tak|да|はい|有り?|あり|可|可能|是|有|예|있음|evet|áno|ano|igen|kyllä|available|instock(?:only)?|onlineonly|limitedavailability)[.!]?$/iu
const no =
  /^(?:no|false|n|0|✗|✘|nein|non|nee|não|nie|нет|いいえ|なし|無し?|不可|否|无|無|아니오|없음|hayır|nej|nei|ne|nem|ei|unavailable|not available|outofstock|soldout|discontinued)[.!]?$/iu

/** A phrase about stock answers for itself; a word such as `available` only where stock is asked for. */
const readBoolean = (text: string, meaning: string): boolean | undefined => {
  const word = clean(lastWord(text))
  const stock = meaning === "availability" ? stockOf(word) : stockPhrase(word)
  return stock ?? (yes.test(word) ? true : no.test(word) ? false : undefined)
}

/** A number as it is written: groups and decimals by either separator. */
const figure = /\d[\d.,'’\u00a0\u202f ]*/g

const readNumber = (raw: string, query: SchemaQuery, context: ValueContext): number | undefined => {
  const text = clean(raw)
  if (machine.has(context.source) && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  const day = /^(\d{4})-\d\d(?:-\d\d(?:[T ].*)?)?$/.exec(text)
  if (day !== null) return /\b(?:year|jahr|année|año)/.test(query.words) ? Number(day[1]) : undefined
  const time = /^P(?=.)(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(text)
  if (time !== null) return inUnit(time, query)
  if (text.length > 60) return undefined
  const span = spelledDuration(text)
  if (span !== undefined && durations.has(context.meaning)) return inUnit(span, query)
  const found = [...text.matchAll(figure)].map((match) => ({
    text: match[0].trim().replace(/[.,]$/, ""),
    at: match.index
  }))
  // `4.5 out of 5`, `4,5 von 5`, `4.5/5`: the first is the rating.
  if (
    found.length === 2 &&
    context.meaning === "rating" &&
    /^\s*(?:\/|／|out of|of|von|sur|su|de|van|av|af|z|из)\s*$/i.test(between(text, found))
  ) {
    return plain(found[0]!.text, context)
  }
  if (found.length !== 1) return undefined
  const before = text.slice(0, found[0]!.at)
  const after = text.slice(found[0]!.at + found[0]!.text.length)
  if (
    /^(?:[km]\b(?![²³])|\s*(?:mio|mrd|million|billion|thousand|tsd)\b|\s*[万萬億亿千백천만억])/i.test(after) ||
    /[a-z]$/i.test(before)
  )
    return undefined
  if (
    /(?:^|\s)(?:ab|from|von|à partir|desde|up to|bis|ca|circa|about|around|approx|etwa|um|rund|environ|vers|hacia|aprox|über|over|more than|less than)\.?\s*\D{0,4}$/i.test(
      before
    )
  )
    return undefined
  if (/[<>≥≤~±]/.test(before) || /^\s*\+/.test(after)) return undefined
  if (/^\s*%/.test(after) && context.meaning === "price") return undefined
  const number = plain(found[0]!.text, context)
  return number !== undefined && /(?:^|\s)[-−]\s*\D{0,3}$/.test(before) ? -number : number
}

const between = (text: string, [first, second]: ReadonlyArray<{ text: string; at: number }>): string =>
  text.slice(first!.at + first!.text.length, second!.at)

/** Languages that write `1.234,5`. */
const commaDecimal = new Set(["de", "fr", "es", "it", "nl", "pt", "da", "sv", "fi", "nb", "no", "pl", "cs", "ru", "tr"])

/** A figure as it is written, in the manner of the page's language. */
export const figureOf = (written: string, language: string | undefined): number | undefined =>
  plain(written, { source: "label", meaning: "price", exact: false, language, base: undefined })

const plain = (written: string, context: ValueContext): number | undefined => {
  const text = written.replace(/[\u00a0\u202f' ’]/g, "")
  const comma = text.lastIndexOf(",")
  const dot = text.lastIndexOf(".")
  if (comma < 0 && dot < 0) {
    // Blanks stand between groups of three, and else between two numbers.
    return /[^\d.,]/.test(written) && !/^\d{1,3}(?:[^\d]\d{3})+$/.test(written) ? undefined : Number(text)
  }
  if (comma >= 0 && dot >= 0) {
    const [decimal, group] = comma > dot ? [",", "."] : [".", ","]
    if (text.split(decimal).length > 2) return undefined
    return numeric(text.replaceAll(group, "").replace(decimal, "."))
  }
  const mark = comma >= 0 ? "," : "."
  const parts = text.split(mark)
  const grouped = parts.length > 2 || parts[1]!.length === 3
  if (!grouped) return numeric(text.replace(mark, "."))
  if (parts.slice(1).some((part) => part.length !== 3)) return undefined
  if (parts.length > 2) return numeric(parts.join(""))
  const language = context.language?.slice(0, 2)
  if (language === undefined) return undefined
  const isDecimal = commaDecimal.has(language) === (mark === ",")
  // A price has no thousandths.
  return isDecimal && context.meaning !== "price"
    ? numeric(parts.join("."))
    : isDecimal
      ? undefined
      : numeric(parts.join(""))
}

const numeric = (text: string): number | undefined => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined)

const durations = new Set(["prep time", "cook time", "total time", "duration"])

/** `1 h 30 min`, `45 Minuten`: days, hours, minutes, seconds. */
const spelledDuration = (text: string): ReadonlyArray<string | undefined> | undefined => {
  const match =
    /^(?:(\d+) ?(?:d|days?|tage?|jours?|días?))? ?(?:(\d+) ?(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?))? ?(?:(\d+) ?(?:m|mins?\.?|minutes?|minuten?|minutos?))? ?(?:(\d+) ?(?:s|sec|seconds?|sekunden?))?$/i.exec(
      text
    )
  return match === null || match[0] === "" ? undefined : match
}

/** Seconds, minutes or hours, as the property says; minutes when it does not, seconds never by guess. */
const inUnit = (
  [, days = "0", hours = "0", minutes = "0", seconds = "0"]: ReadonlyArray<string | undefined>,
  query: SchemaQuery
) => {
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  const words = query.words
  if (/\bsec/.test(words)) return total
  if (/\b(?:hour|stunde|heure|hora)/.test(words)) return total / 3600
  return /\bmin/.test(words) ? total / 60 : undefined
}

const readText = (value: string | number | boolean, query: SchemaQuery, context: ValueContext): unknown => {
  const text = clean(String(value))
  if (text === "") return undefined
  if (query.format === "date" || query.format === "date-time")
    return readDate(text, query.format, context.language, context.meaning === "end date")
  if (query.format === "uri" || query.format === "url") return absoluteAddress(text, context.base)
  if (query.format === "email") return /^(?:mailto:)?([^\s@?]+@[^\s@?]+\.[^\s@?]+)/i.exec(text)?.[1]
  if (context.meaning === "currency") return currencyOf(text) ?? (context.exact ? text : undefined)
  if (context.meaning === "author") return text.replace(/^(?:by|von|par|por)\s+(?=\p{Lu})/iu, "")
  if (context.meaning === "availability" || context.meaning === "condition") return lastWord(text)
  return text
}

const signs: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  zł: "PLN",
  円: "JPY",
  원: "KRW",
  Kč: "CZK",
  CHF: "CHF",
  EUR: "EUR"
}

const dollars = new Set(["USD", "CAD", "AUD"])

/** The currency that a property asks for by its name or description: `priceEur`, `Price in US dollars`. */
export const currencyAsked = ({ description, name }: SchemaQuery): string | undefined => {
  const words = [
    ...wordsOf(name).slice(1),
    ...(/\bin\s+([\p{L} ]{3,12})$/iu.exec(description)?.[1]?.toLowerCase().split(" ") ?? [])
  ]
  const asked = words.map((word) => currencyWords[word.replace(/s$/, "")]).filter((code) => code !== undefined)
  return asked.at(-1)
}

const currencyWords: Readonly<Record<string, string>> = {
  usd: "USD",
  dollar: "USD",
  eur: "EUR",
  euro: "EUR",
  gbp: "GBP",
  pound: "GBP",
  chf: "CHF",
  jpy: "JPY",
  cad: "CAD",
  aud: "AUD"
}

/** Whether an amount may be in that currency, by its own sign or by the code that stands beside it. */
export const isInCurrency = (amount: string, code: string, beside: string | undefined): boolean => {
  const own = currencyOf(amount) ?? beside
  return own === undefined ? amount.includes("$") && dollars.has(code) : own === code
}

/** The code, from a code or from a text with a sign that only one currency has. */
export const currencyOf = (text: string): string | undefined => {
  if (/^[A-Z]{3}$/i.test(text)) return text.toUpperCase()
  const code = /(?:^|[\s\d])(USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|CNY|INR|MXN|BRL)(?:$|[\s\d])/.exec(
    text
  )?.[1]
  if (code !== undefined) return code
  const hits = Object.keys(signs).filter((sign) => text.includes(sign))
  return hits.length === 1 ? signs[hits[0]!] : undefined
}
