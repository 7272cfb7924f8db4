/**
 * Instructions in fixed phrases: how many pages, how deep, how slowly, only this page, only this site. Each phrase is
 * one regular expression on folded text over the wordings of all languages; where it matched, nothing else reads.
 */
import { half, numberOf, numeral } from "./numerals.ts"
import {
  afterwards,
  any,
  atLeast,
  atMost,
  between,
  bound,
  countable,
  deep,
  depth,
  down,
  end,
  fewer,
  from,
  leaveVerbs,
  linked,
  links,
  more,
  notDeeper,
  only,
  ordinal,
  otherUnit,
  page,
  per,
  single,
  start,
  stayVerbs,
  together,
  unit,
  whole
} from "./wordings.ts"

/** What a phrase, or a part of a site, leads to. */
export interface Derived {
  readonly option: string
  readonly value: unknown
  readonly reason: string
}

interface Phrase {
  readonly from: number
  readonly to: number
  /** Absent when the instruction is understood but refused. */
  readonly derived?: Derived | undefined
  readonly problem?: string | undefined
}

/** Most that a prompt may ask for; a larger number is set by the option itself. */
export const promptLimits = { limit: 10_000, depth: 100, delay: 60 } as const

interface Rule {
  readonly find: RegExp
  readonly read: (match: RegExpExecArray) => Omit<Phrase, "from" | "to"> | undefined
}

const rule = (wording: string, read: Rule["read"]): Rule => ({ find: new RegExp(start + wording + end, "gu"), read })

const seconds = (number: string, word: string) =>
  numberOf(number) * (/^m(?:s|illi|ili)/.test(word) ? 0.001 : word.startsWith("m") ? 60 : 1)

const delayed = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const { n = "1", u = "s" } = match.groups ?? {}
  const value = seconds(n, u)
  if (!(value > 0)) return { problem: "a delay is more than nothing" }
  if (value > promptLimits.delay)
    return { problem: `a prompt may ask for a delay of at most ${promptLimits.delay} seconds` }
  return { derived: { option: "delay", value, reason: `${value} seconds between two pages` } }
}

/** So many pages in so much time. */
const readRate = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const { n = "1", u = "s" } = match.groups ?? {}
  const whole = /^(?:h|stunde)/.test(u) ? 3600 : seconds("1", u)
  const value = Math.round((whole / numberOf(n)) * 1000) / 1000
  if (!(value > 0) || value > promptLimits.delay) {
    return { problem: `a prompt may ask for a delay of at most ${promptLimits.delay} seconds` }
  }
  return { derived: { option: "delay", value, reason: `${value} seconds between two pages` } }
}

const limited =
  (less: number) =>
  (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
    const value = numberOf(match.groups!["n"]!) - less
    if (!Number.isInteger(value) || value < 1) return { problem: "a limit is a whole number of pages" }
    if (value > promptLimits.limit) {
      return { problem: `a prompt may ask for at most ${promptLimits.limit} pages; set \`limit\` for more` }
    }
    return { derived: { option: "limit", value, reason: value === 1 ? "one page" : `at most ${value} pages` } }
  }

const readDepth = (match: RegExpExecArray): Omit<Phrase, "from" | "to"> => {
  const value = numberOf(match.groups!["n"]!)
  if (!Number.isInteger(value) || value > promptLimits.depth) {
    return { problem: `a prompt may ask for a depth of at most ${promptLimits.depth}` }
  }
  return { derived: { option: "maxDiscoveryDepth", value, reason: `at most ${value} links from the start` } }
}

const always = (option: string, value: unknown, reason: string) => () => ({ derived: { option, value, reason } })
const number = `(?<n>${numeral})`
const time = `(?<n>${numeral}|${half}) ?(?<u>${unit})`
const small = `(?: ?${any("pages?", "seiten?", "paginas?")})?`

/** In the order they are looked for: what is more special comes first. */
const rules: ReadonlyArray<Rule> = [
  rule(`${leaveVerbs} (?:(?:the|die|les|las|los) )?(?:${ordinal} )?${number}(?: ${ordinal})? ${countable}`, () => ({
    problem: "pages cannot be left out by their number"
  })),
  rule(
    `(?:${any(atMost, "only", "nur", "solo")} )?${number} (?:${countable}|requests?|anfragen|requetes|peticiones) ${together}`,
    () => ({
      problem: "pages at once are set by `maxConcurrency`"
    })
  ),
  rule(
    `(?:${atMost} )?${number} (?:${countable}|requests?|anfragen|requetes|peticiones) ${per} (?<u>${unit}|hours?|stunden?|heures?|horas?)`,
    readRate
  ),
  rule(
    `${any("wait(?:ing)?", "pause", "sleep", "delay", "warte(?:n|t)?", "pausiere", "attend(?:s|ez|re)?", "patiente[rz]?", "esper(?:a|ar|e|ando)")}(?: ${any("of", "for", "about", "immer", "jeweils", "von", "de")})? ${time}${between}`,
    delayed
  ),
  rule(
    `(?:${any("mit", "with", "avec", "con")} )?(?:${any("a", "an", "einer", "einem", "eine", "une", "un", "una")} )?${any("pause", "delay", "break", "gap", "verzogerung", "abstand", "delai", "attente", "pausa", "retraso", "espera")} (?:of|von|de) ${time}${between}`,
    delayed
  ),
  rule(
    `${time} (?:${any("delay", "pause", "wait", "apart", "verzogerung", "abstand", "warten", "wartezeit", "de pause", "d'attente", "de pausa", "de espera")})${between}`,
    delayed
  ),
  rule(
    `${time} ${any("between", "zwischen", "entre")} ${any("each", "every", "two", "the", "den", "zwei", "les", "chaque", "deux", "las", "cada", "dos")}?(?: ?${any("pages?", "requests?", "seiten", "anfragen", "abrufen", "requetes?", "paginas?", "peticiones")})`,
    delayed
  ),
  rule(
    `${any("at most |hochstens |maximal |au plus |au maximum |como maximo ")}?${page} ${any("every", "per", "each", "alle", "pro", "je", "toutes les", "par", "cada", "por")} (?:${number} )?(?<u>${unit})`,
    delayed
  ),
  rule(
    `(?:${any(atMost, notDeeper)} )?${number}[ -](?:${deep}(?: ${down})?|${links} ${any(down, "from the (?:start|home) ?page", "von der startseite(?: entfernt)?")}|${down})(?: ${from})?(?: ${afterwards})?`,
    readDepth
  ),
  rule(
    `${any("max(?:imum|imale?)?\\.? ", "maximale ", "profundidad maxima ")}?${depth}(?: ?${bound}){0,3} ?${number}`,
    readDepth
  ),
  rule(`${notDeeper} ${number}`, readDepth),
  rule(`(?:${only} )?${linked}`, always("maxDiscoveryDepth", 1, "only pages linked from the start")),
  rule(`${only} ${single}${more}`, always("limit", 1, "one page")),
  rule(`${single} (?:${only}|alone|allein|seule|sola)`, always("limit", 1, "one page")),
  rule(stayVerbs, always("allowExternalLinks", false, "the crawl stays on its site")),
  rule(
    `(?<!\\p{L}(?:not|nicht|pas|no) )${whole}`,
    always("crawlEntireDomain", true, "the whole site, not only what is below the start")
  ),
  rule(`${any("not", "nicht", "pas", "no")} ${whole}`, always("crawlEntireDomain", false, "not the whole site")),
  rule(`(?<!(?:no|not|nicht|pas|sin|(?:no|not|don't|never) \\p{L}+) )${atLeast} ${number}${small}`, () => ({
    problem: "a crawl cannot promise a number of pages"
  })),
  rule(`${fewer} ${number}(?= (?:[\\p{L}-]+ ){0,2}${countable})`, limited(1)),
  rule(`${atMost} ${number}(?! ?${otherUnit})(?: ${afterwards})?`, limited(0)),
  rule(
    `(?:${any("the", "die", "les", "las", "los", only)} )?(?<n>(?!(?:one|une?|uno|una|eine[rmns]?|ein|eins)(?![\\p{L}\\p{N}]))${numeral})(?= (?:[\\p{L}-]+ ){0,2}${countable}${end})`,
    limited(0)
  )
]

/** What a phrase becomes once it is read, so that no other phrase reads it again. */
const readMarker = "\u0001"

/** Phrases in their order in the text, and the text with their places blank. */
export const readPhrases = (text: string): { readonly phrases: ReadonlyArray<Phrase>; readonly rest: string } => {
  const phrases: Array<Phrase> = []
  let rest = text
  for (const { find, read } of rules) {
    for (const match of rest.matchAll(find)) {
      const found = read(match)
      if (found === undefined) continue
      const to = match.index + match[0].length
      phrases.push({ from: match.index, to, ...found })
      rest = rest.slice(0, match.index) + readMarker.repeat(match[0].length) + rest.slice(to)
    }
  }
  return { phrases: phrases.toSorted((a, b) => a.from - b.from), rest }
}
