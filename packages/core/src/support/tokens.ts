/**
 * How many tokens a text has at most, very likely, for a language model, without its tokenizer: the same for every model
 * and every run.
 *
 * The estimate is an upper bound for common byte-pair vocabularies of 100,000 to 260,000 entries, so that a limit is a
 * limit: fewer than one of 100 pieces that fill a budget by it have more tokens in any of them. A vocabulary that knows a
 * language well needs fewer. `npm run quality:tokens` prints both.
 *
 * Weighed by the kind of writing (`tokenWeights.ts`): a word is a token and more for each pair of letters in it that is
 * rarely seen, digits and signs are one each, and other scripts weigh by the character.
 *
 * Cutting a text never makes it lighter: `estimateTokens(a + b)` is at most the sum of both, so pieces that fit a budget
 * each fit it together.
 */
import { blockWeights, pairWeights } from "./tokenWeights.ts"

/** Whole tokens; 0 for no text. */
export const estimateTokens = (text: string): number => tokensOf(tokenWeight(text, 0, text.length))

/** Weight of a token. */
export const weightOfToken = 20

/** Whole tokens of a weight. */
export const tokensOf = (weight: number): number => Math.ceil(weight / weightOfToken)

/** How much of the beginning of a text is certainly within so many tokens, in UTF-16 units; pairs stay together. */
export const lengthWithin = (text: string, maxTokens: number): number => {
  const limit = maxTokens * weightOfToken
  let weight = 0
  let end = 0
  // A range weighs at most as much as its parts: long steps first, then short ones for the rest.
  for (let step = 4096; step >= 1; step = Math.floor(step / 8)) {
    while (end < text.length) {
      const next = Math.min(text.length, end + step)
      const more = tokenWeight(text, end, next, limit)
      if (weight + more > limit) break
      weight += more
      end = next
    }
  }
  const code = text.charCodeAt(end)
  return end > 0 && end < text.length && code >= 0xdc00 && code <= 0xdfff ? end - 1 : end
}

/** Signs in a row that are alike and one token. */
const sameRun = 4
/** Another character in a row of spaces, or of line ends or tabs. */
const moreSpace = 2
const moreLines = 6
/** A sign after another one. */
const nextSign = 18
/** A letter without a mark after one with a mark, and what a mark on the first letter of a word adds. */
const afterMark = 16
const firstMark = 8
/** A capital after a capital weighs this much more than two small letters. */
const bothCapitals = 3

/** Classes of the character before. */
const other = 0
const small = 1
const capital = 2
const marked = 3
const sign = 4

/** Gives the weight of a range of a text; it may stop above `limit`. */
export type Weigh = (text: string, start: number, end: number, limit?: number) => number

/** Weight of a range of the text; no more is looked at than shows that it is over `limit`. */
export const tokenWeight = (text: string, start: number, end: number, limit = Infinity): number => {
  let weight = 0
  let before = other
  let letterBefore = 0
  for (let at = start; at < end && weight <= limit;) {
    const code = text.charCodeAt(at)
    const letter = (code | 0x20) - 0x61
    if (code < 0x80 && letter >= 0 && letter < 26) {
      const isCapital = code < 0x61
      if (before === marked) weight += afterMark
      else if (before !== small && before !== capital) weight += weightOfToken
      else if (isCapital && before === small) weight += weightOfToken
      else {
        const pair = pairWeights[26 * letterBefore + letter]!
        weight += isCapital ? Math.min(weightOfToken, pair + bothCapitals) : pair
      }
      before = isCapital ? capital : small
      letterBefore = letter
      at++
    } else if (code >= 0x30 && code <= 0x39) {
      weight += weightOfToken
      before = other
      at++
    } else if (code <= 0x20) {
      const first = at
      while (at < end && text.charCodeAt(at) === code) at++
      weight += code === 0x20 ? spaces(at - first, at < end ? text.charCodeAt(at) : 0) : controls(code, at - first)
      before = other
    } else if (code < 0x80) {
      const first = at
      while (at < end && text.charCodeAt(at) === code) at++
      weight += (before === sign ? nextSign : weightOfToken) * Math.ceil((at - first) / sameRun)
      before = sign
    } else {
      const isMarked = code >= 0xc0 && code < 0x250
      weight +=
        blockWeights[code >> 4]! +
        (isMarked && before !== small && before !== capital && before !== marked ? firstMark : 0)
      before = isMarked ? marked : other
      at++
    }
  }
  return weight
}

/** A space belongs to the word or sign that follows it. */
const spaces = (count: number, next: number): number => {
  const joins = (next > 0x20 && next < 0x80 && !(next >= 0x30 && next <= 0x39)) || (next >= 0xc0 && next < 0x900)
  const alone = joins ? count - 1 : count
  return alone === 0 ? 0 : weightOfToken + moreSpace * (count - 1)
}

const controls = (code: number, count: number): number =>
  code >= 0x09 && code <= 0x0d ? weightOfToken + moreLines * (count - 1) : weightOfToken * count
