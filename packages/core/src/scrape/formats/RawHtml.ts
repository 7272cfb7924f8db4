/** The page's source, as it was received. */
import * as Effect from "effect/Effect"
import type { Format } from "../Format.ts"

export const rawHtml: Format = {
  name: "rawHtml",
  needs: [],
  uses: [],
  run: ({ page }) => Effect.succeed({ rawHtml: page.content.source })
}
