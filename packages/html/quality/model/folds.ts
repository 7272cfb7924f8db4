/** Matrices for fitting and predictions of pages that were left out. */
import { featureCount, featureNames } from "../../src/mainContent/model/blockFeatures.ts"
import { binOf, type Binned, edgesOf, type Ensemble, fit, type Options, random, usual } from "./boost.ts"
import { commonWords, nameScores } from "./nameTables.ts"
import type { TrainingPage } from "./page.ts"
import { folds } from "./sources.ts"

const nameAt = featureNames.indexOf("nameSum")
const neighbours = [
  [-2, featureNames.indexOf("before2:nameSum")],
  [-1, featureNames.indexOf("before1:nameSum")],
  [1, featureNames.indexOf("after1:nameSum")],
  [2, featureNames.indexOf("after2:nameSum")]
] as const

/** Fills in the numbers that depend on the scores of names. */
export const fillNames = ({ far, labels, near, values }: TrainingPage, scores: Int8Array): void => {
  const count = labels.length
  for (let block = 0; block < count; block++) {
    const at = block * featureCount + nameAt
    write(values, at, near[block]!, scores)
    write(values, at + 3, far[block]!, scores)
  }
  for (const [offset, feature] of neighbours)
    for (let block = 0; block < count; block++) {
      const other = block + offset
      values[block * featureCount + feature] = other < 0 || other >= count ? -1 : values[other * featureCount + nameAt]!
    }
}

const write = (values: Float32Array, at: number, words: Int32Array, scores: Int8Array): void => {
  let sum = 0
  let most = 0
  let least = 0
  for (const word of words) {
    const score = scores[word]!
    sum += score
    if (score > most) most = score
    if (score < least) least = score
  }
  values[at] = sum
  values[at + 1] = most
  values[at + 2] = least
}

/** Blocks of a page that are used. */
const maxBlocks = 150
/** How much a page of each source counts. */
export const sourceWeights: Record<string, number> = { wcxb: 1, articles: 1, strings: 6, own: 0.9 }

interface Rows {
  readonly page: number
  readonly block: number
  readonly weight: number
}

const sampled = (pages: ReadonlyArray<TrainingPage>, seed: number): ReadonlyArray<Rows> => {
  const next = random(seed)
  const rows: Array<Rows> = []
  for (const [index, page] of pages.entries()) {
    const { labels, lengths, source, sureness } = page
    let content = 0
    let total = 0
    for (const [block, length] of lengths.entries()) {
      total += length * (sureness[block]! > 0 ? 1 : 0)
      content += length * labels[block]! * (sureness[block]! > 0 ? 1 : 0)
    }
    const weights = Array.from(
      lengths,
      (length, block) =>
        (sourceWeights[source]! * sureness[block]! * (length + 3)) / (0.5 * content + 0.5 * total + 120)
    )
    const roots = weights.map(Math.sqrt)
    const sum = roots.reduce((one, other) => one + other, 0)
    for (const [block, weight] of weights.entries()) {
      if (weight === 0) continue
      const chance = weights.length <= maxBlocks ? 1 : Math.min(1, (maxBlocks * roots[block]!) / sum)
      if (next() < chance) rows.push({ page: index, block, weight: weight / Math.max(chance, 1e-6) })
    }
  }
  return rows
}

/** Fits to `pages`, whose names are filled in. `omit` are features that are not used. */
export const fitPages = (
  pages: ReadonlyArray<TrainingPage>,
  options: Options = usual,
  omit: ReadonlySet<string> = new Set()
): Ensemble => {
  const rows = sampled(pages, options.seed)
  const mean = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length
  const values = new Float32Array(rows.length)
  const columns: Array<Uint8Array> = []
  const edges: Array<Float32Array> = []
  for (let feature = 0; feature < featureCount; feature++) {
    if (omit.has(featureNames[feature]!)) {
      columns.push(new Uint8Array(0))
      edges.push(new Float32Array(0))
      continue
    }
    for (const [at, { block, page }] of rows.entries())
      values[at] = pages[page]!.values[block * featureCount + feature]!
    const of = edgesOf(values)
    columns.push(Uint8Array.from(values, (value) => binOf(of, value)))
    edges.push(of)
  }
  const data: Binned = { rows: rows.length, columns, edges }
  return fit(
    data,
    Float32Array.from(rows, ({ block, page }) => pages[page]!.labels[block]!),
    Float32Array.from(rows, ({ weight }) => weight / mean),
    options
  )
}

/** The chance of each block. */
export const predict = ({ base, trees }: Ensemble, { labels, values }: TrainingPage): Float32Array =>
  Float32Array.from(labels, (_, block) => {
    let sum = base
    const row = block * featureCount
    for (const { feature, left, right, threshold, value } of trees) {
      let node = 0
      while (feature[node]! >= 0) node = values[row + feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!
      sum += value[node]!
    }
    return 1 / (1 + Math.exp(-sum))
  })

/** Fills the names of `pages` as if the pages of their own fold were unknown; `without` is a fold that nobody may use. */
export const fillByFolds = (
  pages: ReadonlyArray<TrainingPage>,
  words: number,
  without: number | undefined
): Uint8Array => {
  const known = pages.filter(({ fold }) => fold !== without)
  const isCommon = commonWords(known, words)
  for (let fold = 0; fold < folds; fold++) {
    const scores = nameScores(
      known.filter((page) => page.fold !== fold),
      isCommon
    )
    for (const page of pages) if (page.fold === fold) fillNames(page, scores)
  }
  return isCommon
}
