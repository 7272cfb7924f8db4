/**
 * How extracted text is judged.
 *
 * Articles are judged by the metric of the public Article Extraction Benchmark: the multiset of 4-token windows of the
 * prediction against that of the truth, each page weighing the same. Other kinds of pages have marked texts that must
 * stay and marked texts that must go, judged token by token, since much of them is shorter than four words.
 */

export interface Score {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export interface KeptAndDropped {
  /** Share of the tokens marked to keep that the prediction has. */
  readonly kept: number
  /** Share of the tokens marked to drop that the prediction does not have, beyond those it had to keep. */
  readonly dropped: number
}

export const tokens = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []

export const windows = (text: string): Map<string, number> => {
  const words = tokens(text)
  const counts = new Map<string, number>()
  if (words.length === 0) return counts
  for (let i = 0; i < Math.max(1, words.length - 3); i++) {
    const key = words.slice(i, i + 4).join(" ")
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Precision and recall of one page; both are 1 where prediction and truth agree wholly. */
export const scorePage = (truth: string, prediction: string): Score => {
  const wanted = windows(truth)
  const given = windows(prediction)
  let hit = 0
  let extra = 0
  let missing = 0
  for (const [key, count] of wanted) {
    const have = given.get(key) ?? 0
    hit += Math.min(count, have)
    missing += Math.max(0, count - have)
  }
  for (const [key, count] of given) extra += Math.max(0, count - (wanted.get(key) ?? 0))
  if (extra === 0 && missing === 0) return { precision: 1, recall: 1, f1: 1 }
  const precision = hit + extra === 0 ? 0 : hit / (hit + extra)
  const recall = hit + missing === 0 ? 0 : hit / (hit + missing)
  return { precision, recall, f1: harmonic(precision, recall) }
}

/** Means of precision and recall over the pages and the harmonic mean of these two. */
export const scoreCorpus = (pages: ReadonlyArray<Score>): Score => {
  const precision = mean(pages.map((page) => page.precision))
  const recall = mean(pages.map((page) => page.recall))
  return { precision, recall, f1: harmonic(precision, recall) }
}

export const judgeMarked = (keep: string, drop: string, prediction: string): KeptAndDropped => {
  const left = countTokens(tokens(prediction))
  const wanted = tokens(keep)
  const kept = take(left, wanted)
  // What the page must keep is taken out first: a word that also stands in the boilerplate is not held against it.
  const unwanted = tokens(drop)
  const leaked = take(left, unwanted)
  return {
    kept: wanted.length === 0 ? 1 : kept / wanted.length,
    dropped: unwanted.length === 0 ? 1 : 1 - leaked / unwanted.length
  }
}

export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const harmonic = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b))

/** How often each token occurs. */
export const countTokens = (list: ReadonlyArray<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const token of list) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

const take = (counts: Map<string, number>, wanted: ReadonlyArray<string>): number => {
  let taken = 0
  for (const token of wanted) {
    const have = counts.get(token) ?? 0
    if (have === 0) continue
    counts.set(token, have - 1)
    taken++
  }
  return taken
}
