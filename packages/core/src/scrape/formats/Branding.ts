/** Colours, fonts, logo and spacing of the page as it was rendered. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Format } from "../Format.ts"

export const branding: Format = {
  name: "branding",
  needs: ["branding"],
  uses: [],
  run: ({ page }) => {
    const found = "branding" in page.response ? page.response.branding : undefined
    return Effect.succeed(
      isJson(found)
        ? { branding: found }
        : { warning: `No branding: ${page.mediaType || "the file"} is not rendered as a page.` }
    )
  }
}

const isJson = Schema.is(Schema.Json)
