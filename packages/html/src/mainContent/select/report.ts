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
  /** How the text begins; empty where there is none. */
  readonly sample: string
  /** Pictures, media (films, sounds, frames) and tables that went with it; absent where there are none. */
  readonly pictures?: number
  readonly media?: number
  readonly tables?: number
}

/** Parts reported of one page; a hostile one has as many as it likes. */
const maxCuts = 1000

export const reportOf = (explained: ReadonlyArray<Explanation>): ReadonlyArray<ReportedCut> =>
  explained.slice(0, maxCuts).map(({ chars, media, path, pictures, reason, rule, sample, tables }) => ({
    rule,
    reason,
    path,
    characters: chars,
    sample,
    ...(pictures === 0 ? {} : { pictures }),
    ...(media === 0 ? {} : { media }),
    ...(tables === 0 ? {} : { tables })
  }))

/** A line that says how much each rule left out: "comments: 7,222 characters, 3 pictures left out". */
export const noteOf = (report: ReadonlyArray<ReportedCut>): string => {
  const sums = new Map<string, { characters: number; pictures: number; media: number; tables: number }>()
  for (const { characters, media = 0, pictures = 0, rule, tables = 0 } of report) {
    const sum = sums.get(rule) ?? { characters: 0, pictures: 0, media: 0, tables: 0 }
    sum.characters += characters
    sum.pictures += pictures
    sum.media += media
    sum.tables += tables
    sums.set(rule, sum)
  }
  return [...sums]
    .toSorted(([, a], [, b]) => b.characters - a.characters)
    .map(([rule, { characters, media, pictures, tables }]) => {
      const parts = [
        `${characters.toLocaleString("en-US")} characters`,
        ...counted(pictures, "picture"),
        ...(media === 0 ? [] : [`${media} media`]),
        ...counted(tables, "table")
      ]
      return `${rule}: ${parts.join(", ")} left out`
    })
    .join("; ")
}

const counted = (count: number, name: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`]
