/**
 * What a page holds and shows nobody, for `checkPromptInjection`: hidden text and comments of its markup. Never a field of
 * documents, and nothing that a model gets.
 */
import * as Effect from "effect/Effect"
import type { Fields, Format, FormatInput, FormatFailure } from "../Format.ts"

export interface UnseenText {
  readonly place: "hidden text" | "comment"
  readonly text: string
}

export const name = "unseenTexts"

export const format = (
  read: (input: FormatInput) => Effect.Effect<ReadonlyArray<UnseenText>, FormatFailure>
): Format => ({
  name,
  needs: [],
  uses: [],
  run: (input) => Effect.map(read(input), (texts) => ({ [name]: texts }) as Fields)
})

/** What was read, of the fields filled so far; nothing when no reader is plugged in. */
export const unseenTextsOf = (fields: Fields): ReadonlyArray<UnseenText> =>
  (fields as Fields & { readonly [name]?: ReadonlyArray<UnseenText> })[name] ?? []
