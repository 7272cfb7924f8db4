/** What an answer to Tavily's clients says besides its results. */
import type { Document } from "@orbweaver/core/model/Document"
import { plainText } from "@orbweaver/core/text/MarkdownBlocks"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Call } from "../../gate/Operation.ts"
import { sentences } from "../../wire/warning.ts"

interface AnswerFacts {
  /** When the work began, in milliseconds. */
  readonly from: number
  /** Present when they were asked for. */
  readonly credits: number | undefined
  readonly warnings: ReadonlyArray<string>
}

export const closing = ({ id }: Call, { credits, from, warnings }: AnswerFacts) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const warning = sentences([...new Set(warnings)])
    return {
      response_time: (now - from) / 1000,
      request_id: id,
      ...(credits === undefined ? {} : { usage: { credits } }),
      ...(warning === undefined ? {} : { warning })
    }
  })

/** Fields of the body that the schema does not have; clients pass on whatever their callers add. */
export const unknownFields = (body: unknown, known: object): ReadonlyArray<string> => {
  const unknown = Object.keys(body ?? {}).filter((name) => !Object.hasOwn(known, name))
  return unknown.length === 0 ? [] : [`Ignored: ${unknown.slice(0, maxNamed).join(", ")}.`]
}

/** Most fields that a warning names. */
const maxNamed = 20

/** The page as Markdown or as plain text. */
export const contentOf = ({ markdown = "" }: Document, format: "markdown" | "text"): string =>
  format === "text" ? plainText(markdown) : markdown

export const faviconOf = ({ metadata }: Document): string | undefined => {
  const { favicon } = metadata
  return typeof favicon === "string" ? favicon : undefined
}
