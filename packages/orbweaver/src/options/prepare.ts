/** Options of a promise method as the engines take them, and what reads their answer. */
import type { Document as PlainDocument } from "@orbweaver/core/model/Document"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Effect from "effect/Effect"
import type { Document } from "./documents.ts"
import { toEngineValues } from "./engineValues.ts"
import type { ScrapeInput } from "./inputs.ts"
import { DataMismatch, type ReadableSchema, readSchema } from "./schemas.ts"

export interface Prepared<O> {
  readonly options: O
  /** The document with the value of its schema, where it was asked for by one. */
  readonly read: (document: PlainDocument) => Effect.Effect<Document, DataMismatch>
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
    return schema.read(document.json).pipe(
      Effect.map((json) => asDocument({ ...document, json })),
      Effect.mapError(
        (issues) => new DataMismatch({ url: document.metadata.url, value: document.json, document, issues })
      )
    )
  }

/** The document of a job: data that does not fit is left out, and the warning says why. */
export const readOrWarn =
  (read: Prepared<unknown>["read"]) =>
  (document: PlainDocument): Effect.Effect<Document> =>
    Effect.catchTag(read(document), "DataMismatch", (error) => {
      const { json: _, ...rest } = document
      const warning = rest.warning === undefined ? error.message : `${rest.warning} ${error.message}`
      return Effect.succeed(asDocument({ ...rest, warning }))
    })

/** The document with what engines call JSON as the interfaces that describe it. */
export const asDocument = (document: object): Document => document as Document

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const defined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, option]) => option !== undefined))
