/**
 * What a scrape returns: one page in the formats that were asked for
 * (docs/reference/v2.md §6 and §7). A field exists only when its format was asked for.
 */
import * as Schema from "effect/Schema"
import { CaptureOutcome } from "./Outcome.ts"

/** A format that was asked for and is missing, or was made by rules because its model failed. */
export const FormatErrorEntry = Schema.Struct({
  format: Schema.String,
  /** Why. */
  error: Schema.String,
  /** Present when a language model is to blame. */
  model: Schema.optionalKey(Schema.Literals(["unavailable", "unusable"])),
  /** Present when rules made the format instead. */
  madeBy: Schema.optionalKey(Schema.Literal("rules"))
})
export type FormatErrorEntry = typeof FormatErrorEntry.Type

/** The members of `Metadata`, for schemas that vary them. */
export const MetadataFields = Schema.StructWithRest(
  Schema.Struct({
    title: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String),
    language: Schema.optionalKey(Schema.String),
    /** The address as the caller typed it. */
    sourceURL: Schema.String,
    /** The address that answered, after redirects. */
    url: Schema.String,
    /** Status of the page itself; 404 and 500 are pages too. */
    statusCode: Schema.Int,
    /** Reason phrase of a status that is no success. */
    error: Schema.optionalKey(Schema.String),
    contentType: Schema.optionalKey(Schema.String),
    /** Pages of a PDF that were read, and that it has. */
    numPages: Schema.optionalKey(Schema.Int),
    totalPages: Schema.optionalKey(Schema.Int),
    proxyUsed: Schema.optionalKey(Schema.Literals(["basic", "stealth"])),
    /** Present when the cache was asked. */
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601; on a hit. */
    cachedAt: Schema.optionalKey(Schema.String),
    /** Formats that were asked for and are missing or were made by rules, and why. */
    formatErrors: Schema.optionalKey(Schema.Array(FormatErrorEntry)),
    /** Where author and times come from, by name: `meta[author]`, `json-ld`. Asked for with `includeParts`. */
    sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    /** What a budget left out: absent without one, and without `cursor` at the end. */
    budget: Schema.optionalKey(
      Schema.Struct({
        maxTokens: Schema.Int,
        tokens: Schema.Int,
        /** Tokens of what cannot be cut and had no room, by JSON pointer. */
        omitted: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
        cursor: Schema.optionalKey(Schema.String)
      })
    ),
    /** How the capture went, and every attempt it took. */
    outcome: Schema.optionalKey(CaptureOutcome),
    creditsUsed: Schema.optionalKey(Schema.Int),
    scrapeId: Schema.optionalKey(Schema.String)
  }),
  // Names of <meta> are open; repeated names become lists.
  [Schema.Record(Schema.String, Schema.Json)]
)

/**
 * An interface, so that declarations name it: its members beside an index signature, written out, are errors without
 * `exactOptionalPropertyTypes`.
 */
export interface Metadata extends Schema.Schema.Type<typeof MetadataFields> {}
export const Metadata: Schema.Codec<Metadata> = MetadataFields

const Strings = Schema.Array(Schema.String)

export const ActionResults = Schema.Struct({
  screenshots: Strings,
  scrapes: Schema.Array(Schema.Struct({ url: Schema.String, html: Schema.String })),
  javascriptReturns: Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.Json })),
  pdfs: Strings
})

export const Document = Schema.Struct({
  markdown: Schema.optionalKey(Schema.String),
  html: Schema.optionalKey(Schema.String),
  rawHtml: Schema.optionalKey(Schema.String),
  links: Schema.optionalKey(Strings),
  images: Schema.optionalKey(Strings),
  /** Address or `data:` URI of the picture. */
  screenshot: Schema.optionalKey(Schema.String),
  summary: Schema.optionalKey(Schema.String),
  json: Schema.optionalKey(Schema.Json),
  changeTracking: Schema.optionalKey(Schema.Json),
  attributes: Schema.optionalKey(
    Schema.Array(Schema.Struct({ selector: Schema.String, attribute: Schema.String, values: Strings }))
  ),
  /** What was left out of the main content and by which rule, in the order of the page. */
  mainContentReport: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        rule: Schema.String,
        reason: Schema.String,
        path: Schema.String,
        characters: Schema.Int,
        sample: Schema.String
      })
    )
  ),
  branding: Schema.optionalKey(Schema.Json),
  product: Schema.optionalKey(Schema.Json),
  menu: Schema.optionalKey(Schema.Json),
  answer: Schema.optionalKey(Schema.String),
  highlights: Schema.optionalKey(Schema.String),
  /** The Markdown in pieces for retrieval (`formats/Chunks`). */
  chunks: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        text: Schema.String,
        headings: Strings,
        tokens: Schema.Int,
        start: Schema.Int
      })
    )
  ),
  /** Results of the actions; present when actions were asked. */
  actions: Schema.optionalKey(ActionResults),
  /** Markdown of each page of a PDF. */
  pages: Schema.optionalKey(Schema.Array(Schema.Struct({ pageNumber: Schema.Int, markdown: Schema.String }))),
  blocks: Schema.optionalKey(Schema.Json),
  /** What went less well than asked, in sentences. */
  warning: Schema.optionalKey(Schema.String),
  metadata: Metadata
})
export type Document = typeof Document.Type
