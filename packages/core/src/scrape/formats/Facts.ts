/**
 * The format that `json` reads from: what the page says under names, for a
 * schema to be matched with. Never a field of documents.
 *
 * Reading facts out of HTML is the port `FactReader`, given by
 * `@orbweaver/html`, which reads them from the tree that all formats share.
 */
import * as Effect from "effect/Effect"
import type { Fields, Format, FormatInput, FormatFailure } from "../Format.ts"
import { type Evidence, noEvidence } from "../../evidence/Evidence.ts"

/** Port: the evidence of a page. Linear in the page, and bounded. */
export type FactReader = (input: FormatInput) => Effect.Effect<Evidence, FormatFailure>

export const name = "facts"

export const format = (read: FactReader): Format => ({
  name,
  needs: [],
  uses: [],
  run: (input) => Effect.map(read(input), (facts) => ({ [name]: facts }) as Fields)
})

/** What was read, of the fields filled so far; nothing when no reader is plugged in. */
export const evidenceOf = (fields: Fields): Evidence =>
  (fields as Fields & { readonly [name]?: Evidence })[name] ?? noEvidence
