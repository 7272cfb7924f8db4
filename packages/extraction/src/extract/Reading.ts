/**
 * The format that extractions ask for: what one page says by their schema
 * (`readPage`). Never asked for by callers; its field is taken out again when
 * the pages are put together.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Document } from "@orbweaver/core/model/Document"
import { type Fields, type Format } from "@orbweaver/core/scrape/Format"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { evidenceOf } from "@orbweaver/core/internal/scrape/formats/Facts"
import { indexSchema } from "../json/schemaIndex.ts"
import { readPage, type ExtractedFields } from "./readPage.ts"

export const name = "reading"

const Options = Schema.Struct({ schema: Schema.Json })
const decode = Schema.decodeUnknownEffect(Options)

/** Uses the `facts` of the page. A page that answers an error status says nothing. */
export const reading: Format = {
  name,
  needs: [],
  uses: ["facts"],
  feedsModel: true,
  options: Options,
  run: ({ fields, page, spec }) =>
    Effect.gen(function* () {
      const { schema } = yield* Effect.mapError(decode(spec), (cause) => failed(cause.message, cause))
      const index = indexSchema(schema)
      if ("issues" in index) return yield* failed("the schema of the extraction cannot be read")
      const { status, url } = page.response
      const pageReadings = status >= 400 ? [] : yield* readPage(evidenceOf(fields), index, url.href)
      return { [name]: pageReadings } as Fields
    })
}

const failed = (detail: string, cause?: unknown) => new FormatError({ format: name, detail, ...defined({ cause }) })

/** The values found on the page; empty when it was not read. */
export const readingOf = (document: Document): ReadonlyArray<ExtractedFields> =>
  (document as Document & { readonly [name]?: ReadonlyArray<ExtractedFields> })[name] ?? []
