/** How WCXB counts: words, whatever their order and case. */
import type { PageMetadata } from "../../src/metadata/Metadata.ts"
import type { Verdict } from "../bylines/score.ts"
import { countTokens, type Score } from "../metric.ts"
import type { BenchmarkPage } from "./pages.ts"

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Of a page without content an empty answer is right, and any other is wrong. */
export const scoreWords = (truth: string, prediction: string): Score => {
  const wanted = wordsOf(truth)
  const given = wordsOf(prediction)
  if (wanted.length === 0 && given.length === 0) return { precision: 1, recall: 1, f1: 1 }
  const left = countTokens(wanted)
  let both = 0
  for (const word of given) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    both++
  }
  if (both === 0) return { precision: 0, recall: 0, f1: 0 }
  const precision = both / given.length
  const recall = both / wanted.length
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase()

/** Whether the date is right; undefined where the truth has none. */
export const judgeDate = ({ date }: BenchmarkPage, { publishedTime }: PageMetadata): Verdict | undefined =>
  date === null || date === "" ? undefined : verdict(publishedTime, publishedTime?.startsWith(date))

/**
 * Authors are right when the truth has the name of each; it often adds their titles. And when one of them is the truth,
 * which often has the first author only.
 */
export const judgeAuthor = ({ author: truth }: BenchmarkPage, { author }: PageMetadata): Verdict | undefined => {
  if (truth === null || truth === "") return undefined
  const wanted = lettersOf(truth)
  const names = author?.split(", ").map(lettersOf)
  return verdict(author, names?.every((name) => wanted.includes(name)) === true || names?.includes(wanted))
}

const verdict = (found: string | undefined, isRight: boolean | undefined): Verdict =>
  found === undefined ? "missing" : isRight === true ? "right" : "wrong"
