/**
 * Port: keeps the content of a page and drops navigation, banners and footers.
 *
 * `@orbweaver/html` selects on its own tree; an application replaces that with
 * its own extractor by passing one to `htmlFormats`.
 */
import type * as Effect from "effect/Effect"
import type { FormatError } from "../model/FormatError.ts"

export interface MainContent {
  /** HTML of the content alone. `url` resolves relative links. */
  readonly select: (page: { readonly html: string; readonly url: URL }) => Effect.Effect<string, FormatError>
}
