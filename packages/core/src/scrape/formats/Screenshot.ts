/**
 * The picture of the page that the renderer took: a `data:` URI, or an address
 * when a `BlobStore` is configured.
 */
import * as Effect from "effect/Effect"
import { addressOf } from "../BlobStore.ts"
import { builtInFormat, type Format } from "../Format.ts"
import { FormatError } from "../../model/FormatError.ts"

export const screenshot: Format = builtInFormat("screenshot", {
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
})
