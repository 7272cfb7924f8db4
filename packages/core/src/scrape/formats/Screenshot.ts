/**
 * The picture of the page that the renderer took: a `data:` URI, or an address
 * when a `BlobStore` is configured.
 *
 * A store that is away for now fails the scrape, as it does for pictures of actions: jobs try the page again, and the
 * API answers that the store is unavailable. Any other failure would come again, so the document says that it has no picture.
 */
import * as Effect from "effect/Effect"
import { addressOf } from "../BlobStore.ts"
import { builtInFormat, type Format } from "../Format.ts"
import { FormatError } from "../../model/FormatError.ts"
import { isStoreAway } from "../../model/StoreError.ts"

export const screenshot: Format = builtInFormat("screenshot", {
  run: ({ page }) => {
    const picture = "screenshot" in page.response ? page.response.screenshot : undefined
    if (picture === undefined) {
      return Effect.succeed({ warning: `No screenshot: ${page.mediaType || "the file"} is not rendered as a page.` })
    }
    return addressOf(picture).pipe(
      Effect.map((address) => ({ screenshot: address })),
      // The log names the store, which is no business of callers.
      Effect.tapError((error) => Effect.logWarning("A screenshot could not be stored", error)),
      Effect.mapError((cause) =>
        isStoreAway(cause)
          ? cause
          : new FormatError({ format: "screenshot", detail: "the screenshot could not be stored", cause })
      )
    )
  }
})
