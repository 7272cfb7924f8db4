/**
 * What `chunks` reads beside the Markdown: the titles of the page that an address can lead to. Never a field of documents.
 */
import * as Effect from "effect/Effect"
import type { HeadingAnchor } from "../../text/budget/chunks.ts"
import type { Fields, Format, FormatInput, FormatFailure } from "../Format.ts"

export const name = "headingAnchors"

export const format = (
  read: (input: FormatInput) => Effect.Effect<ReadonlyArray<HeadingAnchor>, FormatFailure>
): Format => ({
  name,
  needs: [],
  uses: [],
  run: (input) => Effect.map(read(input), (anchors) => ({ [name]: anchors }) as Fields)
})

/** What was read, of the fields filled so far; nothing when no reader is plugged in. */
export const headingAnchorsOf = (fields: Fields): ReadonlyArray<HeadingAnchor> =>
  (fields as Fields & { readonly [name]?: ReadonlyArray<HeadingAnchor> })[name] ?? []
