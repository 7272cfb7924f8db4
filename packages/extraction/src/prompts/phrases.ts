/**
 * Numbers of crawl prompts: how many pages, and how deep. Each phrase is one regular expression on the prompt in lower case;
 * where it matched, nothing else reads.
 */

import { promptMaximum } from "./PromptOptions.ts"

/** What words of a prompt lead to. */
export interface Derived {
  readonly option: string
  readonly value: unknown
  readonly reason: string
}

interface Phrase {
  readonly from: number
  readonly to: number
  /** A text says why the instruction is refused. */
  readonly found: Derived | string
}

const maxDepth = promptMaximum("maxDiscoveryDepth")
const maxPages = promptMaximum("limit")

const upToTwenty =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
const tens = "thirty forty fifty sixty seventy eighty ninety"
const multiples = { dozen: 12, hundred: 100, thousand: 1000 }
const values: ReadonlyMap<string, number> = new Map([
  ...upToTwenty.split(" ").map((word, index) => [word, index + 1] as const),
  ...tens.split(" ").map((word, index) => [word, 30 + 10 * index] as const),
  ...Object.entries(multiples)
])

/** `50`, `1,000`, `5k`, `1e9`, `twenty-five`, `two hundred`. */
const numberOf = (text: string): number =>
  /^\d/.test(text)
    ? Number(text.replaceAll(",", "").replace(/ ?k$/, "e3"))
    : text
        .split(/[ -]/)
        .map((word) => [word in multiples, values.get(word) ?? 0] as const)
        .reduce((sum, [isMultiple, value]) => (isMultiple ? Math.max(sum, 1) * value : sum + value), 0)

// Of "sixteen" and "six" the longer one first.
const word = `(?:${[...values.keys()].toSorted((a, b) => b.length - a.length).join("|")})`
const number = `(?:\\d{1,3}(?:,\\d{3})+|\\d{1,15}(?:\\.\\d{1,3})?(?:e\\d{1,2})?(?: ?k)?|(?:a )?${word}(?:(?: and |[ -])${word}){0,5})(?![\\p{L}\\p{N}])`
const atMost =
  "(?:at most|(?:no|not) more than|(?:do not|don't|never) (?:crawl|get|fetch|visit|scrape|read) more than|(?:do not|don't|not|without) exceed(?:ing)?|up to|(?:a |the )?max(?:imum)?(?: of)?|(?:the |a )?limit(?:ed)?(?: it)?(?: to| of| at| is| ?=| ?:)?|(?:the )?first|stop (?:after|at))"
const noun =
  "(?:[\\p{L}-]+ ){0,2}(?:pages?|urls?|addresses|documents?|articles?|posts?|entries|items|products?)(?!\\p{L})"
/** Pages in some time, or at once, are no limit. */
const rate = " (?:per|an?|every|each|at a time|at once|in parallel|simultaneously|concurrently)(?!\\p{L})"
/** What a number counts besides pages. */
const otherUnit = "(?:%|percent|[kmg]b|(?:milli)?seconds?|minutes?|hours?|days?|words?|credits?)(?!\\p{L})"
const pages = `(?!${otherUnit})${noun}(?!${rate})`
const deeperThan = "(?:(?:no|not|never|do not|don't|or) )?(?:go )?(?:any )?(?:deeper|further) than"
const onePage = "(?:this|the start|the home|the front|the main|one|a single) ?page"

type Read = (number: string, words: string) => Derived | string
type Rule = readonly [find: RegExp, read: Read]

const rule = (wording: string, read: Read): Rule => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${wording})(?![\\p{L}\\p{N}])`, "gu"),
  read
]

const readDepth: Read = (number) => {
  const value = numberOf(number)
  return Number.isInteger(value) && value <= maxDepth
    ? { option: "maxDiscoveryDepth", value, reason: `at most ${value} links from the start` }
    : `a prompt may ask for a depth of at most ${maxDepth}`
}

const readLimit: Read = (number, words) => {
  const value = numberOf(number) - (/^(?:fewer|less|under|below)/.test(words) ? 1 : 0)
  return Number.isInteger(value) && value >= 1 && value <= maxPages
    ? { option: "limit", value, reason: value === 1 ? "one page" : `at most ${value} pages` }
    : `a prompt may ask for 1 to ${maxPages} pages; set \`limit\` for more`
}

/** In the order they are looked for: what is more special comes first. */
const rules: ReadonlyArray<Rule> = [
  rule(
    `(?:skip|ignore|omit|exclude|leave out|drop|without|except) (?:the )?(?:(?:first|last) )?(?<n>${number}) ${pages}`,
    () => "pages cannot be left out by their number"
  ),
  rule(
    `(?:(?:${atMost}|${deeperThan}) )?(?<n>${number})[ -](?:(?:levels?|layers?|clicks?|hops?)(?: (?:deep|down|away))?|deep)(?: from the (?:start|home) ?page| at most| max)?`,
    readDepth
  ),
  rule(`(?:max(?:imum)? )?depth(?: (?:of|to|is|at most)| ?[:=]){0,2} ?(?<n>${number})`, readDepth),
  rule(`${deeperThan} (?<n>${number})`, readDepth),
  rule(`(?:only|just) ${onePage}(?! (?:and|linked))|${onePage} (?:only|alone)`, () => readLimit("1", "")),
  rule(`${atMost} (?<n>${number})(?! ?${otherUnit}| ${noun}${rate})(?: at most)?`, readLimit),
  rule(`(?:fewer than|less than|under|below) (?<n>${number})(?= ${pages})`, readLimit),
  rule(
    `(?:at least|(?:a )?minimum(?: of)?|more than|over) (?<n>${number}) ${pages}`,
    () => "a crawl cannot promise pages"
  ),
  rule(`(?:only |the )?(?!one )(?<n>${number})(?= ${pages})`, readLimit)
]

/** Stands where a phrase was read, so that no other reads it again. */
export const readMarker = "\u0001"

/** Phrases in their order, and the text with markers in their places. */
export const readPhrases = (text: string): { readonly phrases: ReadonlyArray<Phrase>; readonly rest: string } => {
  const phrases: Array<Phrase> = []
  let rest = text
  for (const [find, read] of rules) {
    for (const match of rest.matchAll(find)) {
      const to = match.index + match[0].length
      phrases.push({ from: match.index, to, found: read(match.groups?.["n"] ?? "", match[0]) })
      rest = rest.slice(0, match.index) + readMarker.repeat(match[0].length) + rest.slice(to)
    }
  }
  return { phrases: phrases.toSorted((a, b) => a.from - b.from), rest }
}
