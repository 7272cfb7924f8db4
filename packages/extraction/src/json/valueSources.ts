/**
 * Which pages state a value: the check on what a model answers.
 *
 * Numbers and dates are looked for by their meaning (`1.299,00` and `1299`, `3. März 2026` and `2026-03-03`), amounts by
 * number and currency, addresses by where they lead, and texts by their words, in any order within a few words. Of a text
 * of more than eight words nine of ten suffice, anywhere on the page. Yes and no, nothing, texts of one character, and
 * the choices of an `enum` are not looked for: a page need not say them in these words.
 */
import type * as Effect from "effect/Effect"
import { isObject, pointer } from "@orbweaver/core/internal/support/jsonValue"
import { atOnce, type Steps } from "@orbweaver/core/internal/support/steps"
import { inTurns } from "@orbweaver/core/internal/support/turns"
import { PageStatements, statementBounds } from "./PageStatements.ts"
import { listed } from "./pointers.ts"
import type { SchemaIndex, SchemaNode } from "./schemaIndex.ts"
import { schemaQueryOf } from "./SchemaQuery.ts"

export interface ReadPage {
  readonly url: string
  readonly text: string
  /** What is known of the page without the model, such as its structured data: the page states that too. */
  readonly evidence?: unknown
}

/** Values looked up; an answer has few, and each is searched for on every page. */
export const maxValues = 500
/** Levels of an answer that are looked through. */
const maxDepth = 64
/** Shorter texts stand on every page. */
const minLength = 2
/** Pages that are named for a value. */
const maxSources = 5

export interface ValueSources {
  /** The pages of each value, by its JSON pointer. */
  readonly sources: Readonly<Record<string, ReadonlyArray<string>>>
  /** JSON pointers of the values that no page states. */
  readonly unsupported: ReadonlyArray<string>
  /** Whether there were more values, or more text of a page, than were looked through. */
  readonly cut: boolean
}

interface Options {
  /** Schema of the data, whose choices are not looked for. */
  readonly index?: SchemaIndex | undefined
}

export const valueSources = (data: unknown, pages: ReadonlyArray<ReadPage>, options: Options = {}): ValueSources =>
  atOnce(lookUp(data, pages, options))

/** The same for pages of any length, a part in each turn of the event loop. */
export const valueSourcesInTurns = (
  data: unknown,
  pages: ReadonlyArray<ReadPage>,
  options: Options = {}
): Effect.Effect<ValueSources> => inTurns(() => lookUp(data, pages, options))

function* lookUp(data: unknown, pages: ReadonlyArray<ReadPage>, { index }: Options): Steps<ValueSources> {
  const values: Array<readonly [at: string, value: string | number]> = []
  const isCut = collect({ index, values }, data, "", index?.root, 0)
  const sources: Record<string, Array<string>> = {}
  if (values.length > 0) {
    // One page after another: what a page states may need as much memory as its text.
    for (const { evidence, text, url } of pages) {
      const page = new PageStatements()
      for (const one of [text, url, evidenceText(evidence)]) yield* page.read(`${one}\n`)
      for (const [at, value] of values) {
        const found = sources[at]
        if ((found?.length ?? 0) < maxSources && page.states(value)) {
          if (found === undefined) sources[at] = [url]
          else found.push(url)
        }
        yield
      }
    }
  }
  return {
    sources,
    unsupported: values.map(([at]) => at).filter((at) => sources[at] === undefined),
    cut: isCut || pages.some(({ text }) => text.length > statementBounds.text)
  }
}

interface Collected {
  readonly index: SchemaIndex | undefined
  readonly values: Array<readonly [at: string, value: string | number]>
}

/** Gathers the values to look for; true when there are more than that. */
const collect = (
  found: Collected,
  value: unknown,
  at: string,
  node: SchemaNode | undefined,
  depth: number
): boolean => {
  if (typeof value === "boolean" || value === null || value === undefined) return false
  if (found.values.length >= maxValues || depth > maxDepth) return true
  const query = found.index === undefined || node === undefined ? undefined : schemaQueryOf(found.index, node)
  if (query?.choices !== undefined) return false
  if (Array.isArray(value)) {
    let isCut = false
    for (const [place, item] of value.entries()) {
      isCut = collect(found, item, pointer(at, place), query?.items, depth + 1) || isCut
      if (isCut) break
    }
    return isCut
  }
  if (isObject(value)) {
    let isCut = false
    for (const [name, item] of Object.entries(value)) {
      isCut = collect(found, item, pointer(at, name), query?.properties.get(name), depth + 1) || isCut
      if (isCut) break
    }
    return isCut
  }
  if (typeof value === "number" || (typeof value === "string" && value.trim().length >= minLength)) {
    found.values.push([at, value])
  }
  return false
}

/** The values of data, one a line. */
const evidenceText = (data: unknown): string => {
  const lines: Array<string> = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === "string" || typeof value === "number") lines.push(String(value))
    else if (typeof value === "object" && value !== null && depth < maxDepth) {
      for (const item of Object.values(value)) visit(item, depth + 1)
    }
  }
  visit(data, 0)
  return lines.join("\n")
}

/** Sentences about what was found, for a warning. */
export const sourceWarnings = (
  { cut, unsupported }: Pick<ValueSources, "cut" | "unsupported">,
  place: "page" | "pages"
): ReadonlyArray<string> => [
  ...(unsupported.length === 0
    ? []
    : [
        `${place === "page" ? "The page does not state" : "No page that was read states"} these values, which the model answered: ${listed(unsupported)}.`
      ]),
  ...(cut
    ? [
        `Not every value of the answer was looked for: at most ${maxValues} are, on the first ${statementBounds.text} characters of a page.`
      ]
    : [])
]
