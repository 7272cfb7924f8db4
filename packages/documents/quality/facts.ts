/**
 * Facts about pages, as olmOCR-bench (Ai2, Apache-2.0) documents them: a JSON object a line, each of which a reader's
 * Markdown of the page satisfies or does not.
 *
 * A text is there, or is not (`first_n` and `last_n` look at the ends alone); one stands before another; a cell of a table
 * has another at its side or a heading above it; a formula is there.
 */
import { comparable, distance, findNear } from "./fuzzy.ts"
import { tablesOfMarkdown } from "./gridTables.ts"
import { formulasOf, holdsFormula } from "./tex.ts"

export interface Fact {
  readonly id: string
  /** Path of the file below the folder of files. */
  readonly pdf: string
  readonly page: number
  readonly type: "present" | "absent" | "order" | "table" | "math"
  readonly max_diffs?: number
  readonly text?: string
  readonly case_sensitive?: boolean
  readonly first_n?: number
  readonly last_n?: number
  readonly before?: string
  readonly after?: string
  readonly cell?: string
  readonly up?: string
  readonly down?: string
  readonly left?: string
  readonly right?: string
  readonly top_heading?: string
  readonly left_heading?: string
  readonly math?: string
}

export const readFacts = (lines: string): ReadonlyArray<Fact> =>
  lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Fact)

export const isTrue = (fact: Fact, markdown: string): boolean => {
  switch (fact.type) {
    case "present":
      return stands(fact, markdown)
    case "absent":
      return !stands(fact, markdown)
    case "order":
      return isBefore(fact, markdown)
    case "table":
      return hasCell(fact, markdown)
    case "math":
      return holdsFormula(formulasOf(markdown), fact.math ?? "")
  }
}

const stands = ({ case_sensitive = true, first_n, last_n, max_diffs = 0, text = "" }: Fact, markdown: string) => {
  const cased = (value: string): string => (case_sensitive ? value : value.toLowerCase())
  const whole = cased(comparable(markdown))
  const looked =
    first_n === undefined && last_n === undefined
      ? whole
      : (first_n === undefined ? "" : whole.slice(0, first_n)) + (last_n === undefined ? "" : whole.slice(-last_n))
  return findNear(cased(comparable(text)), looked, max_diffs).length > 0
}

const isBefore = ({ after = "", before = "", max_diffs = 0 }: Fact, markdown: string): boolean => {
  const text = comparable(markdown)
  const first = findNear(comparable(before), text, max_diffs)[0]
  const last = findNear(comparable(after), text, max_diffs).at(-1)
  return (
    first !== undefined &&
    last !== undefined &&
    first.end - comparable(before).length < last.end - comparable(after).length
  )
}

const hasCell = (fact: Fact, markdown: string): boolean => {
  const { cell = "", max_diffs = 0 } = fact
  const same = (wanted: string, found: string): boolean => {
    const sought = comparable(wanted)
    return distance(sought, comparable(found)) <= Math.min(max_diffs, sought.length / 2)
  }
  const sides = ["up", "down", "left", "right"] as const
  return tablesOfMarkdown(markdown).some((table) =>
    table.cells.some(
      (one) =>
        same(cell, one.text) &&
        sides.every((side) => {
          const wanted = fact[side]
          return wanted === undefined || [...table.next(one, side)].some(({ text }) => same(wanted, text))
        }) &&
        (fact.top_heading === undefined ||
          [...table.headings(one, "up")].some(({ text }) => same(fact.top_heading!, text))) &&
        (fact.left_heading === undefined ||
          [...table.headings(one, "left")].some(({ text }) => same(fact.left_heading!, text)))
    )
  )
}
