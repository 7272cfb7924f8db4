/**
 * Who wrote the page and when, in lines that say so: `By Ann Lee and Bo Chan`, `Published 4 May 2026 · Updated 9 May 2026`,
 * `2026年5月10日 公開`. A date without a word beside it says nothing here.
 */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { authorNames } from "../metadata/authorNames.ts"
import { bylineStart, isCapitalized, isLabelled, modifiedWords, publishedWords } from "../metadata/bylineWords.ts"
import { datesIn } from "../metadata/dates.ts"
import { attribute, isWhitespace, text } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"
import { charactersIn, children, cssPath, holdsFigure, isLeafBlock, line, type Reading, textOf } from "./Reading.ts"

const longestLine = 200
const noSite = { names: new Set<string>(), host: new Set<string>() }

const recipeBy =
  /^(?:(?:a )?recipe (?:by|from)|(?:ein )?rezept von|(?:une )?recette (?:de|par)|receta de|ricetta di|recept van|receita de|przepis od)\s+(?=\p{Lu})/iu

/** Names of people in what a page writes where it names an author; none for anything else. */
export const peopleIn = (written: string): ReadonlyArray<string> => authorNames(written, noSite)

/** The names after `By` and its like at the beginning of a line. */
export const authorFacts = (reading: Reading, block: number): ReadonlyArray<Fact> => {
  if (!isLeafBlock(reading, block) || charactersIn(reading, block) > 2 * longestLine) return []
  for (const written of [textOf(reading, block, 121), ...textsOfElements(reading, block)]) {
    const names = namesIn(written)
    if (names.length === 0) continue
    const where = cssPath(reading, block)
    return names.map((value) => ({ label: "author", value, source: "label", where }))
  }
  return []
}

/** The texts of the elements in a line, which styles may set apart: `<span>By Ann Lee</span><span>4 May</span>`. */
const textsOfElements = (reading: Reading, block: number): ReadonlyArray<string> => {
  const { tree } = reading
  const inside = children(tree, block)
  return inside.length < 2 || inside.length > 10 ? [] : inside.map((child) => textOf(reading, child, 121))
}

/** The people whom a line names as authors at its beginning. */
const namesIn = (written: string): ReadonlyArray<string> => {
  if (written === "" || written.length > 120) return []
  const start = bylineStart(written)
  const recipe = recipeBy.exec(written)
  // Behind a date the line is one of the page's own.
  if (recipe === null && (start < 0 || (start > 0 && datesIn(written.slice(0, start)).length === 0))) return []
  const names = peopleIn(recipe === null ? written.slice(start) : written.slice(recipe[0].length))
  return names.every((name) => isCapitalized(name)) ? names : []
}

/** What stands after a date in Japanese, Chinese and Korean. */
const publishedBehind = /^[^\d]{0,6}(?:公開|掲載|配信|投稿|発表|发布|發布|发表|입력|등록|게시)/u
const modifiedBehind = /^[^\d]{0,6}(?:更新|修正|수정)/u
const timeOfDay =
  /^[\s,、]*(?:(?:at|um|à|a las|alle|om|kl\.?|às|o)\s*)?\d{1,2}(?:[:.h時시点]\s?\d{0,2}\s?[分분]?)(?::\d{2})?\s?(?:uhr|h|am|pm|a\.m\.|p\.m\.)?/iu

const isModifiedBefore = (words: string): boolean => isLabelled(words, modifiedWords)
const isPublishedBefore = (words: string): boolean => isLabelled(words, publishedWords)
const isModifiedBehind = (words: string): boolean => modifiedBehind.test(words)
const isPublishedBehind = (words: string): boolean => publishedBehind.test(words)

const meaningOfWords = (
  words: string,
  isModified: (words: string) => boolean,
  isPublished: (words: string) => boolean
): string | undefined => (isModified(words) ? "dateModified" : isPublished(words) ? "datePublished" : undefined)

/** Dates of a line with the words that say whether the page was published or changed then. */
export const dateFacts = (reading: Reading, block: number, language: string): ReadonlyArray<Fact> => {
  if (!isLeafBlock(reading, block) || !holdsFigure(reading, block)) return []
  if (charactersIn(reading, block) > 2 * longestLine) return []
  const written = spacedText(reading, block)
  if (written.length > longestLine) return []
  const dates = datesIn(written, language)
  if (dates.length === 0 || dates.length > 4) return []
  const where = cssPath(reading, block)
  const moments = momentsIn(reading, block)
  // A line has its words before all of its dates, or behind all of them.
  const first = written.slice(0, dates[0]!.start)
  const hasWordsFirst = isModifiedBefore(first) || isPublishedBefore(first)
  let from = 0
  return dates.flatMap(({ date, end, start }, index): ReadonlyArray<Fact> => {
    const before = written.slice(from, start)
    const behind = written.slice(end, dates[index + 1]?.start ?? written.length)
    from = end
    const label = hasWordsFirst
      ? meaningOfWords(before, isModifiedBefore, isPublishedBefore)
      : meaningOfWords(behind.replace(timeOfDay, ""), isModifiedBehind, isPublishedBehind)
    if (label === undefined) return []
    const moment = moments.find((one) => one.startsWith(date.slice(0, 10)))
    return [{ label, value: moment ?? written.slice(start, end), source: "label", where }]
  })
}

/** The text of a line with a blank between its elements, which styles set apart. */
const spacedText = ({ ends, out, tree }: Reading, block: number): string => {
  let all = ""
  for (let at = block + 1; at < ends[block]! && all.length <= 2 * longestLine; at++)
    if (tree.tag[at] !== Tag.text) all += " "
    else if (out[at] === 0) all += isWhitespace(tree, at) ? " " : text(tree, at)
  return line(all)
}

const readingTime =
  /^(?:ca\. )?(\d{1,3}\s?-?(?:min(?:ute)?s?|minuten|minutos|minuti|minuten|分)\.?)\s?(?:read(?:ing time)?|lesezeit|zu lesen|de lecture|de lectura|di lettura|de leitura|lezen|leestijd|läsning|czytania|で読めます)$/iu

/** `7 min read`: how long it takes, without a name before it. */
export const readingTimeFacts = (page: Reading, node: number): ReadonlyArray<Fact> => {
  if (page.ends[node]! - node > 4 || !holdsFigure(page, node) || charactersIn(page, node) > 80) return []
  const match = readingTime.exec(textOf(page, node, 41))
  return match === null ? [] : [{ label: "duration", value: match[1]!, source: "element", where: cssPath(page, node) }]
}

/** What `time` elements say for machines. */
const momentsIn = ({ ends, tree }: Reading, block: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = block + 1; at < ends[block]!; at++) {
    const moment = tree.tag[at] === Tag.time ? attribute(tree, at, "datetime")?.trim() : undefined
    if (moment !== undefined && moment !== "") found.push(moment)
  }
  return found
}
