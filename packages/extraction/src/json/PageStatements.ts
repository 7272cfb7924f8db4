/** What a page states, in words, numbers, dates, addresses and currencies: for looking values up. Made once for a page. */
import type { Steps } from "@orbweaver/core/internal/support/steps"
import { isDayKey, keysOfDate, statedDates } from "./statedDates.ts"
import { numberKey, statedNumbers, westernDigits } from "./statedNumbers.ts"

export const statementBounds = {
  /** Characters of a page that are read. */
  text: 2_000_000,
  /** Places of a word that are compared. */
  places: 2_000,
  /** Words of a value; of a longer one the beginning counts. */
  words: 400
} as const

/** Characters read between two pauses, and those before them that a number or date may begin in. */
const window = 16_384
const overlap = 80
/** Characters of a value that are read for numbers and dates. */
const maxMixed = 2_000
/** Words of a longer text are looked for anywhere on the page, and so many of them suffice. */
const shortText = 8
const enoughWords = 0.9

const currencies: Readonly<Record<string, ReadonlyArray<string>>> = {
  "€": ["eur"],
  "£": ["gbp"],
  "¥": ["jpy", "cny"],
  円: ["jpy"],
  元: ["cny", "twd"],
  "₹": ["inr"],
  "₽": ["rub"],
  "₩": ["krw"],
  "₺": ["try"],
  "₴": ["uah"],
  "₪": ["ils"],
  "฿": ["thb"],
  "₫": ["vnd"],
  "₱": ["php"],
  "₦": ["ngn"],
  $: ["usd", "cad", "aud", "nzd", "sgd", "hkd", "mxn", "twd", "clp", "ars", "cop", "brl"],
  zł: ["pln"],
  kč: ["czk"],
  kr: ["sek", "nok", "dkk", "isk"],
  ft: ["huf"],
  lei: ["ron"],
  fr: ["chf"],
  euro: ["eur"],
  dollar: ["usd", "cad", "aud"],
  pound: ["gbp"],
  yen: ["jpy"]
}
const currencySign = /[€£¥円元₹₽₩₺₴₪฿₫₱₦$]|(?<!\p{L})(?:zł|kč|kr|ft|lei|fr|(?:euro|dollar|pound|yen)s?)(?!\p{L})/gu

/** Words without case, marks and punctuation; each character is one where writing has no spaces. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+/gu
    ) ?? []

/** Without what does not change where an address leads. */
const addressKey = (text: string): string | undefined => {
  const url = URL.parse(text.trim())
  if (url === null || url.host === "") return undefined
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/+$/, "")}${url.search}`
}

export class PageStatements {
  private readonly words: Array<string> = []
  private readonly places = new Map<string, Array<number>>()
  private readonly numbers = new Set<string>()
  private readonly dates = new Set<string>()
  private readonly addresses = new Set<string>()
  private readonly currencies = new Set<string>()

  /** An address in Markdown may be followed by a bracket or punctuation that is not its own. */
  private readAddress(text: string): void {
    for (const one of [text, text.replace(/\)$/, ""), text.replace(/\).*$/, ""), text.replace(/[).,;:!?*_]+$/, "")]) {
      const key = addressKey(one)
      if (key !== undefined) this.addresses.add(key)
    }
  }

  /** Reads a text of the page, in time that follows its length. */
  *read(text: string): Steps<void> {
    const end = Math.min(text.length, statementBounds.text)
    for (let at = 0; at < end;) {
      const next = windowEnd(text, at, end)
      for (const word of wordsOf(text.slice(at, next))) {
        const places = this.places.get(word)
        if (places === undefined) this.places.set(word, [this.words.length])
        else if (places.length < statementBounds.places) places.push(this.words.length)
        this.words.push(word)
      }
      const raw = text.slice(Math.max(0, at - overlap), next)
      const plain = westernDigits(raw).toLowerCase()
      yield
      for (const number of statedNumbers(plain)) this.numbers.add(number)
      yield
      for (const date of statedDates(plain)) this.dates.add(date)
      for (const code of currenciesOf(plain)) this.currencies.add(code)
      for (const [address] of text.slice(at, next).matchAll(/https?:\/\/[^\s<>"'\]]{1,2000}/g))
        this.readAddress(address)
      yield
      at = next
    }
  }

  states(value: string | number): boolean {
    if (typeof value === "number") return this.numbers.has(numberKey(value))
    const text = value.trim()
    const dates = keysOfDate(text)
    if (dates !== undefined) return dates.some((key) => this.dates.has(key))
    if (/^https?:\/\//i.test(text)) {
      const key = addressKey(text)
      return key !== undefined && this.addresses.has(key)
    }
    const words = wordsOf(text).slice(0, statementBounds.words)
    if (words.length === 0) return true
    const plain = westernDigits(text.slice(0, maxMixed)).toLowerCase()
    // Its digits alone may be part of a longer number, or an amount in another currency.
    if (/^[\d.,'’\s]+$/.test(plain) || (/\d/.test(plain) && !currenciesOf(plain).next().done))
      return this.hasAmount(plain)
    if (this.hasWords(words)) return true
    const stated = [...statedDates(plain)].filter((key) => isDayKey(key))
    if (stated.length > 0) return stated.some((key) => this.dates.has(key))
    return this.hasAmount(plain) || this.hasCurrency(words)
  }

  private hasWords(words: ReadonlyArray<string>): boolean {
    if (words.length > shortText) {
      const found = words.filter((word) => this.places.has(word)).length
      return found >= enoughWords * words.length
    }
    let rarest: ReadonlyArray<number> | undefined
    for (const word of words) {
      const places = this.places.get(word)
      if (places === undefined) return false
      if (rarest === undefined || places.length < rarest.length) rarest = places
    }
    // In any order, with a few words between: `Quill, Ada` says `Ada Quill`.
    const reach = words.length === 1 ? 0 : words.length + 3
    return rarest!.some((place) => {
      const near = new Set(this.words.slice(Math.max(0, place - reach), place + reach + 1))
      return words.every((word) => near.has(word))
    })
  }

  /** A text of numbers, each of which the page states in some way, and of words that it has. */
  private hasAmount(text: string): boolean {
    const numbers = text.match(/\d[\d.,'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*/g) ?? []
    if (numbers.length === 0) return false
    if (!numbers.every((number) => [...statedNumbers(number)].some((key) => this.numbers.has(key)))) return false
    const rest = wordsOf(text.replaceAll(/(?<!\p{L})\d[\d.,'’ \u00a0\u202f]*/gu, " "))
    const signs = [...currenciesOf(text)]
    return (
      rest.every(
        (word) => this.places.has(word) || this.currencies.has(word) || currencies[word.replace(/s$/, "")] !== undefined
      ) &&
      (signs.length === 0 || signs.some((code) => this.currencies.has(code) || this.places.has(code)))
    )
  }

  private hasCurrency(words: ReadonlyArray<string>): boolean {
    return words.length === 1 && this.currencies.has(words[0]!)
  }
}

/** Codes of the currencies whose signs and names a text in lower case has. */
function* currenciesOf(text: string): Generator<string> {
  for (const [sign] of text.matchAll(currencySign)) yield* currencies[sign] ?? currencies[sign.replace(/s$/, "")] ?? []
}

/** Ends at a space where there is one near, so that no word is cut. */
const windowEnd = (text: string, start: number, end: number): number => {
  const next = start + window
  if (next >= end) return end
  for (let at = next; at > next - 200; at--) if (/\s/.test(text[at]!)) return at
  return next
}
