/** Colours, fonts, logo and spacing of the page as it was rendered. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { FormatError } from "../../model/FormatError.ts"
import { Branding } from "../../model/formats/Branding.ts"
import { builtInFormat, type Format } from "../Format.ts"

export const branding: Format = builtInFormat("branding", {
  run: ({ page }) => {
    const found = "branding" in page.response ? page.response.branding : undefined
    if (found === undefined) {
      return Effect.succeed({ warning: `No branding: ${page.mediaType || "the file"} is not rendered as a page.` })
    }
    return decode(found).pipe(
      Effect.map((branding) => ({ branding })),
      Effect.mapError((cause) => new FormatError({ format: "branding", detail: cause.message, cause }))
    )
  }
})

const decode = Schema.decodeUnknownEffect(Branding)
