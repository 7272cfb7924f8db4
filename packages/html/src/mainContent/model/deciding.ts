/** Which features of a block decided that it is no content, in plain words, for people who ask where their text went. */
import { featureCount, featureNames } from "./blockFeatures.ts"
import { chancesOf } from "./Ensemble.ts"
import type { Model } from "./Model.ts"

/** Features that are named. */
const named = 3

/**
 * The features that, were they as in the content of the page, would raise the chance of a block most. `content` are the
 * mean numbers of the blocks that are kept.
 */
export const decidingFeatures = ({ ensemble }: Model, row: Float32Array, content: Float32Array): string => {
  const rows = new Float32Array(featureCount * (featureCount + 1))
  for (let one = 0; one <= featureCount; one++) {
    rows.set(row, one * featureCount)
    if (one < featureCount) rows[one * featureCount + one] = content[one]!
  }
  const chances = chancesOf(ensemble, rows, featureCount)
  return featureNames
    .map((name, index) => ({ words: wordsOf(name), gain: chances[index]! - chances[featureCount]! }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
    .map(({ words }) => words)
    .filter((words, index, all) => all.indexOf(words) === index)
    .slice(0, named)
    .join(", ")
}

/** The mean numbers of blocks. */
export const meanOf = (values: Float32Array, keep: Uint8Array): Float32Array => {
  const mean = new Float32Array(featureCount)
  let count = 0
  for (let block = 0; block < keep.length; block++) {
    if (keep[block] === 0) continue
    count++
    for (let one = 0; one < featureCount; one++) mean[one]! += values[block * featureCount + one]!
  }
  return mean.map((sum) => sum / Math.max(1, count))
}

const words: Readonly<Record<string, string>> = {
  length: "its length",
  linked: "how much of it is links",
  links: "its number of links",
  breaks: "its line breaks",
  words: "its number of words",
  sentences: "its number of sentences",
  endsSentence: "how it ends",
  year: "a year in it",
  pauses: "its punctuation",
  capitals: "its capital letters",
  separators: "bars and bullets in it",
  tag: "its element",
  inTitle: "words of the title in it",
  ofTitle: "words of the title in it",
  inDescription: "words of the description in it",
  inData: "text of the JSON-LD in it",
  copies: "the same text elsewhere on the page",
  copyIndex: "the same text before it",
  inPost: "whether it stands in what readers wrote",
  keptByRules: "what the rules say of it",
  keptShare: "how much of the page the rules keep",
  keptBefore: "what the rules say of the block before",
  keptAfter: "what the rules say of the block after",
  nameSum: "class names and ids near it",
  nameMax: "class names and ids near it",
  nameMin: "class names and ids near it",
  farNameSum: "class names and ids of what holds it",
  farNameMax: "class names and ids of what holds it",
  farNameMin: "class names and ids of what holds it",
  headlineBlocks: "its distance to the headline",
  headlineText: "its distance to the headline",
  headlineLevels: "its distance to the headline",
  headlineShare: "its distance to the headline",
  firstLong: "its distance to the first long paragraph",
  lastLong: "its distance to the last long paragraph",
  headingBlocks: "its distance to the heading above it",
  headingText: "its distance to the heading above it",
  headingLevel: "the level of the heading above it",
  articleLevels: "its depth in an article or main element",
  stepsBefore: "its distance to the block before",
  stepsAfter: "its distance to the block after"
}

const ofLevel: Readonly<Record<string, string>> = {
  text: "the length of the text around it",
  linked: "links around it",
  prose: "running text around it",
  share: "what part of the page is around it",
  blockText: "the length of the blocks around it"
}

const wordsOf = (name: string): string => {
  const known = words[name]
  if (known !== undefined) return known
  const [group, part] = name.split(":") as [string, string | undefined]
  if (group === "cut") return "what the rules say of it"
  if (group === "in") return `whether it stands in ${part}`
  if (group.startsWith("level")) return ofLevel[part!]!
  if (group.startsWith("shape") || /^(?:most|card)/.test(group)) return "how elements of its shape repeat"
  if (group.startsWith("before")) return "the block before it"
  if (group.startsWith("after")) return "the block after it"
  if (group === "selected" || group.startsWith("kind") || group.startsWith("path")) return "the kind of the page"
  if (group.startsWith("top")) return "the part of the page it stands in"
  if (/^(?:prose|box)/.test(group)) return "the section it stands in"
  if (/^(?:page|slug|has|is)/.test(group)) return "what the page is like"
  if (/^(?:inBest|best)/.test(group)) return "the part of the page with the best text"
  return "its place on the page"
}
