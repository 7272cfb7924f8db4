/** Options of a promise method as the engines take them, and what reads their answer. */
import { defined } from "@orbweaver/core/internal/support/defined"
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import { FormatError } from "@orbweaver/core/model/FormatError"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import type { Document } from "./documents.ts"
import { toEngineValues } from "./engineValues.ts"
import type { ScrapeInput } from "./inputs.ts"
import { DataMismatch, type ReadableSchema, readSchema } from "./schemas.ts"

export interface Prepared<O> {
  readonly options: O
  /**
   * The document with the value of its schema, where it was asked for by one. A `FormatError` says that the format failed,
   * for example because the model did; a `DataMismatch` that what it read does not fit.
   */
  readonly read: (document: PlainDocument) => Effect.Effect<Document, DataMismatch | FormatError>
}

/** Formats of the options, with schemas as JSON Schema. */
const prepareFormats = Effect.fnUntraced(function* (formats: unknown) {
  if (!Array.isArray(formats)) return { formats, schema: undefined }
  const prepared: Array<unknown> = []
  let schema: ReadableSchema | undefined
  for (const [index, format] of formats.entries()) {
    if (typeof format !== "object" || format === null || format.schema === undefined) {
      prepared.push(isObject(format) ? defined(format) : format)
      continue
    }
    const readable: ReadableSchema = yield* readSchema(format.schema, ["formats", index, "schema"])
    if (format.type === "json") schema = readable
    prepared.push({ ...defined(format), schema: readable.jsonSchema })
  }
  return { formats: prepared, schema }
})

/** Options of one page. */
export const prepare = (given: ScrapeInput): Effect.Effect<Prepared<ScrapeOptions>, InvalidInput> =>
  Effect.gen(function* () {
    const options: { readonly formats?: unknown } = yield* toEngineValues(given)
    const { formats, schema } = yield* prepareFormats(options.formats)
    return {
      options: (formats === undefined ? options : { ...options, formats }) as ScrapeOptions,
      read: readerOf(schema)
    }
  })

/** Options of a job or search, whose pages are scraped by `scrapeOptions`. */
export const prepareNested = (given: {
  readonly scrapeOptions?: ScrapeInput | undefined
}): Effect.Effect<Prepared<object>, InvalidInput> =>
  Effect.gen(function* () {
    const { scrapeOptions, ...rest } = given
    const own = yield* toEngineValues(rest)
    if (scrapeOptions === undefined) return { options: own, read: readerOf(undefined) }
    if (!isObject(scrapeOptions)) return { options: { ...own, scrapeOptions }, read: readerOf(undefined) }
    const { options, read } = yield* prepare(scrapeOptions)
    return { options: { ...own, scrapeOptions: options }, read }
  })

const readerOf =
  (schema: ReadableSchema | undefined): Prepared<unknown>["read"] =>
  (document) => {
    const isCut = document.json === undefined && document.metadata.budget !== undefined
    if (schema === undefined || isCut) return Effect.succeed(asDocument(document))
    const failure = jsonFailure(document)
    // A page that was not read has no data to compare with the schema, not even an empty object.
    if (failure !== undefined && document.json === undefined) return Effect.fail(failure)
    return schema.read(document.json).pipe(
      Effect.map((json) => asDocument({ ...document, json })),
      Effect.mapError(
        // What rules found in the place of a model that failed need not fit: the model is to blame.
        (issues) => failure ?? new DataMismatch({ url: document.metadata.url, value: document.json, document, issues })
      )
    )
  }

/** Why the json format gave nothing, or had to do without its model. */
const jsonFailure = (document: PlainDocument): FormatError | undefined => {
  const entry = document.metadata.formatErrors?.find(({ format }) => format === "json")
  if (entry === undefined) return undefined
  const { error, format, model } = entry
  return new FormatError({ format, detail: error, document, ...defined({ model }) })
}

/** The document of a job: data that does not fit is left out, and the warning says why. */
export const readOrWarn =
  (read: Prepared<unknown>["read"]) =>
  (document: PlainDocument): Effect.Effect<Document> =>
    Effect.catchTags(read(document), {
      DataMismatch: ({ message }) => {
        const { json: _, ...rest } = document
        const warning = rest.warning === undefined ? message : `${rest.warning} ${message}`
        return Effect.succeed(asDocument({ ...rest, warning }))
      },
      // The page's own warning names a format that failed.
      FormatError: () => {
        const { json: _, ...rest } = document
        return Effect.succeed(asDocument(rest))
      }
    })

/** The document with what engines call JSON as the interfaces that describe it. */
export const asDocument = (document: object): Document => document as Document

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
