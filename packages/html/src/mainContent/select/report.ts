/** What main content leaves out, as the format `mainContentReport` gives it. */
import type { Explanation } from "../model/MainContent.ts"

export interface ReportedCut {
  /** The name of the rule, or `outside` for what is not in the chosen part of the page. */
  readonly rule: string
  /** What the rule cuts, in words. */
  readonly reason: string
  /** The way to the element: `body > div#page > nav.main-menu`. */
  readonly path: string
  readonly characters: number
  /** How the text begins. */
  readonly sample: string
}

/** Parts reported of one page; a hostile one has as many as it likes. */
const maxCuts = 1000

export const reportOf = (explained: ReadonlyArray<Explanation>): ReadonlyArray<ReportedCut> =>
  explained
    .slice(0, maxCuts)
    .map(({ chars, path, reason, rule, sample }) => ({ rule, reason, path, characters: chars, sample }))

/** A line that says how much each rule left out: "comments: 7,222 characters left out". */
export const noteOf = (report: ReadonlyArray<ReportedCut>): string => {
  const sums = new Map<string, number>()
  for (const { characters, rule } of report) sums.set(rule, (sums.get(rule) ?? 0) + characters)
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, characters]) => `${rule}: ${characters.toLocaleString("en-US")} characters left out`)
    .join("; ")
}
