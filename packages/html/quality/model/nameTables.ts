/**
 * What each part of a class name or id is worth: the log-odds that text below it is content, against those of any text.
 * Sites count, not pages: a part counts on so many sites at least.
 */
import type { TrainingPage } from "./page.ts"

/** Sites that have a part, at least. */
const minSites = 15
/** Text of a page, all of them alike; and what is assumed before anything is seen. */
const pageWeight = 20
const assumed = 6

export const commonWords = (pages: ReadonlyArray<TrainingPage>, words: number): Uint8Array => {
  const sites = Array.from({ length: words }, () => new Set<string>())
  for (const { far, near, site } of pages)
    for (const lists of [near, far]) for (const list of lists) for (const word of list) sites[word]!.add(site)
  return Uint8Array.from(sites, ({ size }) => (size >= minSites ? 1 : 0))
}

/** Scores in tenths by the index of a part, 0 for what is rare: rounded, so that small differences are not learnt by heart. */
export const nameScores = (pages: ReadonlyArray<TrainingPage>, isCommon: Uint8Array): Int8Array => {
  const content = new Float64Array(isCommon.length)
  const all = new Float64Array(isCommon.length)
  let allContent = 0
  let allText = 0
  for (const { labels, lengths, near, sureness } of pages) {
    let total = 0
    for (const [block, length] of lengths.entries()) total += length * sureness[block]!
    if (total === 0) continue
    for (const [block, length] of lengths.entries()) {
      const weight = (pageWeight * length * sureness[block]!) / total
      if (weight === 0) continue
      allText += weight
      allContent += weight * labels[block]!
      for (const word of new Set(near[block])) {
        all[word]! += weight
        content[word]! += weight * labels[block]!
      }
    }
  }
  const prior = allContent / allText
  const usual = Math.log(prior / (1 - prior))
  return Int8Array.from(isCommon, (common, word) => {
    if (common === 0) return 0
    const part = (content[word]! + assumed * prior) / (all[word]! + assumed)
    return Math.max(-127, Math.min(127, Math.round(10 * (Math.log(part / (1 - part)) - usual))))
  })
}
