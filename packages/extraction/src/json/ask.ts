/** What is looked up for one property: where, and under which meanings. */
import {
  isKnown,
  meaningOf,
  meaningsOf,
  nounOfName,
  selfNames,
  wordsOf
} from "@orbweaver/core/internal/evidence/concepts"
import type { Fact, Place } from "@orbweaver/core/internal/evidence/Evidence"
import type { SchemaQuery } from "./SchemaQuery.ts"

export interface FoundValue {
  readonly value: unknown
  readonly places: ReadonlyArray<readonly [pointer: string, place: Place]>
}

/** Facts to look in, by meaning, best rank first. */
export type Frame = ReadonlyArray<ReadonlyMap<string, ReadonlyArray<Fact>>>

export interface FieldQuery {
  readonly name: string
  readonly at: string
  readonly frame: Frame
  readonly depth: number
  /** Meaning of the property around, for parts that are named by it. */
  readonly around?: string
  /** What the object around is, where that is a name of something: `company` around a `name`. */
  readonly wrapper?: string
  /** Another property asks for the name, so that no other may fall back to it. */
  readonly named?: boolean
  /** Schemas of a list item are looked up in the item alone, and what it lacks is not reported. */
  readonly inside?: boolean
  /** What the items of the list are, which heads the column of their names: `Room` in a table of rooms. */
  readonly itemNoun?: string
}

/** What may answer, best first. `subject` are words of the types of what the page is about. */
export const meaningsFor = (
  query: SchemaQuery,
  ask: FieldQuery,
  subject: ReadonlySet<string>
): ReadonlyArray<string> => {
  const { around, name } = ask
  const own = meaningsOf(name, subject)
  const found: Array<string> = []
  if (around !== undefined) {
    if (own.some((meaning) => selfNames.has(meaning))) found.push(around)
    for (const meaning of own) {
      const part = `${around} ${meaning}`
      found.push(...(isKnown(part) ? meaningsOf(part, subject) : [part]))
    }
  }
  // The name in `company` is what stands where the company is named.
  if (ask.wrapper !== undefined && own[0] === "name") found.push(ask.wrapper)
  found.push(...own)
  if (ask.itemNoun !== undefined && own[0] === "name") found.push(ask.itemNoun)
  // Items of a list of questions are named by them.
  if (ask.itemNoun !== undefined && own[0] === "question") found.push("name")
  if (query.title !== "") found.push(meaningOf(query.title))
  const descriptionWords = wordsOf(query.description)
  if (descriptionWords.length > 0 && descriptionWords.length <= 4) found.push(...meaningsOf(query.description, subject))
  // The title of the episode is the title of what the page is about, when that is an episode.
  if (ask.inside !== true && around === undefined) {
    for (const words of [wordsOf(name), descriptionWords]) {
      const rest = words.filter((word) => !subject.has(word))
      if (rest.length === 1 && rest.length < words.length && meaningOf(rest[0]!) === "name") found.push("name")
    }
  }
  const all = [...new Set(found)]
  return ask.named === true && all[0] !== "name" && nounOfName(name) === undefined
    ? all.filter((meaning) => meaning !== "name")
    : all
}
