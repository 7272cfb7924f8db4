/**
 * What models are given of a page, for `checkPromptInjection`: its texts without what speaks to a model. What callers get
 * stays as the page has it.
 */
import * as Effect from "effect/Effect"
import type { Document } from "../model/Document.ts"
import type { FormatSpec, Resolved } from "../model/ScrapeOptions.ts"
import type { Steps } from "../support/steps.ts"
import { inTurns } from "../support/turns.ts"
import { findInstructions, type Instructions, speaksToModel } from "../text/injection/findInstructions.ts"
import { type Fields, type Format, mayAskModel } from "./Format.ts"
import { type UnseenText, unseenTextsOf } from "./formats/UnseenTexts.ts"

/** Whether a scrape asks for the check. */
export const checksPromptInjection = ({
  checkPromptInjection,
  formats
}: Pick<Resolved, "checkPromptInjection" | "formats">): boolean =>
  checkPromptInjection || formats.some((spec) => spec["checkPromptInjection"] === true)

/** Whether what a format makes comes from a model, or goes to one. */
export const feedsModel = (format: Format, spec: FormatSpec): boolean =>
  mayAskModel(format, spec) || format.feedsModel === true

/** Where something was found. */
type Place = "text" | "data" | UnseenText["place"]

export interface Found extends Instructions {
  readonly place: Place
}

/** Passages that the warning shows. */
const maxShown = 5
/** Levels of members within members; what is deeper no model gets. */
const maxDepth = 100

/** A text without what speaks to a model, and what that was. */
export const checkText = (text: string) => inTurns(() => findInstructions(text))

export interface ModelInput {
  /** The fields as a model may have them; the same for the same texts. */
  readonly of: (fields: Fields) => Effect.Effect<Fields>
  /** What was found in the page, in sentences; `undefined` for nothing. */
  readonly warning: (fields: Fields) => Effect.Effect<string | undefined>
}

/** The check of one page. */
export const makeModelInput = (): ModelInput => {
  const found: Array<Found> = []
  let count = 0
  const known = new Map<unknown, unknown>()
  // What the text quotes stands in the data of the page without its quotation marks.
  const isQuoted = (words: string): boolean =>
    found.some((one) => one.kind === "quoted" && one.words.includes(words.slice(0, 40)))
  const checked = Effect.fnUntraced(function* (value: unknown, place: Place) {
    if (value === undefined || known.has(value)) return known.get(value)
    const clean = yield* inTurns(() => cleanValue(value, 0, place === "data" ? isQuoted : undefined))
    known.set(value, clean.value)
    count += clean.count
    found.push(...clean.found.map((one) => ({ ...one, place })))
    return clean.value
  })
  const of: ModelInput["of"] = Effect.fnUntraced(function* (fields) {
    const { facts, markdown, metadata } = fields as Fields & { readonly facts?: unknown }
    return {
      ...fields,
      ...(markdown === undefined ? {} : { markdown: yield* checked(markdown, "text") }),
      ...(metadata === undefined ? {} : { metadata: yield* checked(metadata, "data") }),
      ...(facts === undefined ? {} : { facts: yield* checked(facts, "data") })
    } as Fields
  })
  return {
    of,
    warning: Effect.fnUntraced(function* (fields) {
      yield* of(fields)
      for (const { place, text } of unseenTextsOf(fields)) {
        if (!speaksToModel(text)) continue
        count++
        found.push({ kind: "unseen", place, words: text.replace(/[\s\p{C}]+/gu, " ").slice(0, 60) })
      }
      return warningOf(found, count)
    })
  }
}

interface Clean {
  readonly value: unknown
  readonly found: ReadonlyArray<Instructions>
  readonly count: number
}

/** The same value with strings that a model may have; names of members are the page's own words for a fact. */
function* cleanValue(value: unknown, depth: number, isQuoted?: (words: string) => boolean): Steps<Clean> {
  if (typeof value === "string") {
    const { count, found, text } = yield* findInstructions(value, isQuoted)
    return { value: text, found, count }
  }
  if (typeof value !== "object" || value === null) return { value, found: [], count: 0 }
  if (depth === maxDepth) return { value: undefined, found: [], count: 0 }
  const found: Array<Instructions> = []
  let count = 0
  const members: Array<readonly [string, unknown]> = []
  for (const [name, member] of Object.entries(value)) {
    const clean = yield* cleanValue(member, depth + 1, isQuoted)
    members.push([name, clean.value])
    if (found.length < maxShown) found.push(...clean.found)
    count += clean.count
  }
  const changed = members.some(([name, member]) => member !== (value as Record<string, unknown>)[name])
  const same = changed
    ? Array.isArray(value)
      ? members.map(([, member]) => member)
      : Object.fromEntries(members)
    : value
  return { value: same, found, count }
}

const foundMark = "checkPromptInjection found text that speaks to a model"
/** Pages that are named. */
const maxPages = 5

/** On which pages of a job something was left out, in a sentence; `undefined` for none. */
export const injectionNote = (
  pages: ReadonlyArray<{ readonly url: string; readonly document: Pick<Document, "warning"> }>
): string | undefined => {
  const found = pages.filter(({ document }) => document.warning?.includes(foundMark) === true).map(({ url }) => url)
  if (found.length === 0) return undefined
  const more = found.length > maxPages ? ` and ${found.length - maxPages} more` : ""
  return `${foundMark}, and gave no model any of it, on ${found.slice(0, maxPages).join(", ")}${more}.`
}

/** Names each passage once, though a page has it in its text and in its data. */
const warningOf = (found: ReadonlyArray<Found>, count: number): string | undefined => {
  if (count === 0) return undefined
  const left = distinct(found.filter(({ kind }) => kind !== "quoted"))
  const quoted = distinct(found.filter(({ kind }) => kind === "quoted"))
  return [
    ...(left.length === 0
      ? []
      : [
          `${foundMark}, and gave no model any of it (${shown(left)}). The page may be an attack; what is not made by a model has it still.`
        ]),
    ...(quoted.length === 0
      ? []
      : [
          `checkPromptInjection found text that the page quotes from such attacks, and left it where it stands (${shown(quoted)}).`
        ])
  ].join(" ")
}

const distinct = (found: ReadonlyArray<Found>): ReadonlyArray<Found> =>
  [...new Map(found.toReversed().map((one) => [one.words, one])).values()].toReversed()

const shown = (found: ReadonlyArray<Found>): string => {
  const listed = found
    .slice(0, maxShown)
    .map(
      ({ kind, place, words }) =>
        `${placeNames[place]}${kind === "unseen" && place !== "comment" && place !== "hidden text" ? ", in characters that nobody sees" : ""}: ${JSON.stringify(words)}`
    )
  return listed.join("; ") + (found.length > maxShown ? `; and ${found.length - maxShown} more` : "")
}

const placeNames = {
  text: "in the text",
  data: "in the metadata or structured data",
  "hidden text": "in hidden text",
  comment: "in a comment of the markup"
} as const satisfies Readonly<Record<Place, string>>
