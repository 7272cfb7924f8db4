/** The page's source, as it was received. */
import * as Effect from "effect/Effect"
import { builtInFormat, type Format } from "../Format.ts"

export const rawHtml: Format = builtInFormat("rawHtml", {
  run: ({ page }) => Effect.succeed({ rawHtml: page.content.source })
})
