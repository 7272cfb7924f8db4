/**
 * The picture of the page that the renderer took: a `data:` URI, or an address
 * when a `BlobStore` is configured.
 */
import * as Effect from "effect/Effect"
import { addressOf } from "../BlobStore.ts"
import { type Format } from "../Format.ts"
import { FormatError } from "../../model/FormatError.ts"
import { ScreenshotOptions } from "../../model/ScrapeOptions.ts"

export const screenshot: Format = {
  name: "screenshot",
  needs: ["screenshot"],
  uses: [],
  options: ScreenshotOptions,
  run: ({ page }) => {
    const picture = "screenshot" in page.response ? page.response.screenshot : undefined
    if (picture === undefined) {
      return Effect.succeed({ warning: `No screenshot: ${page.mediaType || "the file"} is not rendered as a page.` })
    }
    return addressOf(picture).pipe(
      Effect.map((address) => ({ screenshot: address })),
      Effect.mapError(
        (cause) => new FormatError({ format: "screenshot", detail: "the screenshot could not be stored", cause })
      )
    )
  }
}
