/** Names of people and postal addresses, found by a model in pieces of a text, for `redactPII`. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { promptOf, type Tokens } from "@orbweaver/core/network/ModelClient"
import type { EntityByMeaning, Finder, PersonalName } from "@orbweaver/core/scrape/PersonalNames"
import { generateObject } from "../model/generateObject.ts"

export const limits = {
  /** Characters of a piece. */
  piece: 8_000,
  /** Pieces of a text; the rest is not read, which `problem` says. */
  pieces: 15,
  /** Pieces asked about at once. */
  concurrency: 3,
  /** Names of a piece. */
  names: 200,
  /** Characters of a name or address. */
  name: 200
} as const

const Texts = Schema.Array(Schema.String.check(Schema.isMaxLength(limits.name))).check(Schema.isMaxLength(limits.names))
const Answer = Schema.Struct({ people: Texts, addresses: Texts })

const instructions =
  "List the personal data of the page, each as it is written there, letter by letter, and nothing that is not there. people: names of natural persons, without titles such as Mr or Dr; not names of companies, products or works. addresses: postal addresses of streets with house numbers, with postcode and town where they follow; not countries or towns alone. Empty lists where there are none."

/** Asks the model about each piece, by a deadline of its own and `ModelDeadline`. */
export const personalNames =
  (model: LanguageModel): Finder =>
  (text, entities) =>
    Effect.map(
      Effect.forEach(piecesOf(text), (page) => namesOf(model, page, entities), { concurrency: limits.concurrency }),
      (found) => {
        const unread = text.length > limits.piece * limits.pieces
        const failure = found.find(({ problem }) => problem !== undefined)?.problem
        const problem =
          failure ?? (unread ? `the model read the first ${limits.piece * limits.pieces} characters.` : undefined)
        return {
          names: found.flatMap(({ names }) => names),
          problem,
          tokens: found.reduce(
            (sum, { tokens }): Tokens => ({ input: sum.input + tokens.input, output: sum.output + tokens.output }),
            { input: 0, output: 0 }
          )
        }
      }
    )

const namesOf = Effect.fnUntraced(function* (
  model: LanguageModel,
  page: string,
  entities: ReadonlyArray<EntityByMeaning>
) {
  const messages = promptOf({ format: "redactPII", instructions, page })
  const { result, tokens } = yield* generateObject(model, { format: "redactPII", messages, schema: Answer })
  if (Result.isFailure(result)) return { names: [], problem: `${result.failure.detail}.`, tokens }
  const { addresses, people } = result.success
  const named = (entity: EntityByMeaning, texts: ReadonlyArray<string>): ReadonlyArray<PersonalName> =>
    // One letter, or what does not stand in the page, would redact what nobody meant.
    entities.includes(entity)
      ? texts.filter((text) => text.trim().length > 1 && page.includes(text)).map((text) => ({ entity, text }))
      : []
  return { names: [...named("PERSON", people), ...named("LOCATION", addresses)], problem: undefined, tokens }
})

/** Pieces that end with a line where there is one. */
const piecesOf = (text: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  for (let from = 0; from < text.length && pieces.length < limits.pieces;) {
    const end = from + limits.piece
    const line = end < text.length ? text.lastIndexOf("\n", end) : text.length
    const to = line > from ? line : end
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
