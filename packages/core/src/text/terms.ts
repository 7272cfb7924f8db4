/**
 * Words of a text as they are compared: lower case, without marks, cut to a
 * stem by a few endings, stop words left out.
 */
import { stopPairs, stopWords } from "./stopWords.ts"

const word = /[\p{L}\p{N}]+/gu
// Languages written without spaces are compared by pairs of characters.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

export const terms = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const [raw] of text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .matchAll(word)) {
    if (unspaced.test(raw)) {
      if (raw.length === 1) found.push(raw)
      for (let index = 0; index + 1 < raw.length; index++) {
        const pair = raw.slice(index, index + 2)
        if (!stopPairs.has(pair)) found.push(pair)
      }
    } else if (!stopWords.has(raw) && raw.length <= 64) {
      found.push(stem(raw))
    }
  }
  return found
}

/**
 * Folds the commonest endings of the languages of the stop words, so that
 * `prices` meets `price`. Deliberately weak: it must not merge other words.
 */
const stem = (raw: string): string => {
  if (raw.length === 4 && raw.endsWith("s") && !/[isu]s$/.test(raw)) return raw.slice(0, -1)
  if (raw.length < 5 || /\d/.test(raw)) return raw
  if (raw.endsWith("ies")) return `${raw.slice(0, -3)}y`
  for (const ending of ["ings", "ing", "edly", "ed", "ly", "es", "en", "er", "s", "e", "n"]) {
    if (raw.endsWith(ending) && raw.length - ending.length >= 4) return raw.slice(0, -ending.length)
  }
  return raw
}
