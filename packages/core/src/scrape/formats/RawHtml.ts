/** The page's source, as it was received. */
import * as Effect from "effect/Effect"
import { builtInFormat, type Format } from "../Format.ts"

export const rawHtml: Format = builtInFormat("rawHtml", {
  run: ({ page: { content } }) =>
    Effect.map(content.wholeSource ?? Effect.succeed(content.source), (rawHtml) => ({ rawHtml }))
})
