/** Numbers of things in a line of them: `2 bedrooms · 1 bathroom`, `3 Zimmer`, `Serves 4`, `312 Seiten`. */
import type { Fact } from "@orbweaver/core/internal/evidence/Evidence"
import { charactersIn, cssPath, holdsFigure, isLeafBlock, meaningIn, type Reading, textOf } from "./Reading.ts"

const countable = new Set(["bedrooms", "bathrooms", "rooms", "employees", "pages", "servings"])
const longest = 120

const counted = /^(\d{1,6})\s+(\p{L}[\p{L} -]{2,24})$/u
const serves = /^(?:serves|makes|für|pour|para|per|voor)\s+(\d{1,2}(?:\s*[-–]\s*\d{1,2})?)(?:\s+\p{L}+)?$/iu
const people = /^(?:portion\p{L}*|person\p{L}*|people|servings?|porzioni|porciones|raciones|porç\p{L}*|porcj\p{L}*)$/iu

export const thingFacts = (reading: Reading, block: number): ReadonlyArray<Fact> => {
  if (!isLeafBlock(reading, block) || !holdsFigure(reading, block)) return []
  if (charactersIn(reading, block) > 3 * longest) return []
  const text = textOf(reading, block, longest + 1)
  if (text.length > longest) return []
  const where = cssPath(reading, block)
  const fact = (label: string, value: string): Fact => ({ label, value, source: "class", where })
  return text.split(/\s*[|·•,/]\s+/, 8).flatMap((part): ReadonlyArray<Fact> => {
    const meal = serves.exec(part)
    // `For 20 minutes` serves nobody, and `Pour 20 euros` neither.
    if (meal !== null && (/^serves/i.test(part) || people.test(part.split(" ").at(-1)!)))
      return [fact("servings", meal[1]!)]
    const match = counted.exec(part)
    const meaning = match === null ? "" : meaningIn(reading, match[2]!).meaning
    return countable.has(meaning) ? [fact(meaning, match![1]!)] : []
  })
}
