/**
 * What a scrape returns: one page in the formats that were asked for
 * (docs/reference/v2.md §6 and §7). A field exists only when its format was asked for.
 */
import * as Schema from "effect/Schema"
import { formatFields } from "./formats/builtInFormats.ts"
import { CaptureOutcome } from "./Outcome.ts"
import { ProfileOptions } from "./ScrapeOptions.ts"
import { Timings } from "./Timings.ts"

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
    /** Title of the page, as plain text. */
    title: Schema.optionalKey(Schema.String),
    /** What the page says of itself in its `<meta>` elements. */
    description: Schema.optionalKey(Schema.String),
    /** BCP 47: `en`, `pt-BR`. */
    language: Schema.optionalKey(Schema.String),
    /** The address as the caller typed it. */
    sourceURL: Schema.String,
    /** The address that answered, after redirects. */
    url: Schema.String,
    /** Status of the page itself; 404 and 500 are pages too. */
    statusCode: Schema.Int,
    /** Reason phrase of a status that is no success; or why a job has no more of the page than its address, with `code`. */
    error: Schema.optionalKey(Schema.String),
    /** Why what a job stored of the page cannot be read: `DOCUMENT_MISSING`, `DOCUMENT_DAMAGED`. */
    code: Schema.optionalKey(Schema.String),
    /** Media type of the response, with its parameters. */
    contentType: Schema.optionalKey(Schema.String),
    /** Pages of a PDF that were read. */
    numPages: Schema.optionalKey(Schema.Int),
    /** Pages that the PDF has. */
    totalPages: Schema.optionalKey(Schema.Int),
    /** Class of the proxy or engine that the page was loaded with. */
    proxyUsed: Schema.optionalKey(Schema.Literals(["basic", "stealth"])),
    /** Present when the cache was asked. */
    cacheState: Schema.optionalKey(Schema.Literals(["hit", "miss"])),
    /** ISO 8601; on a hit. */
    cachedAt: Schema.optionalKey(Schema.String),
    /** Formats that were asked for and are missing or were made by rules, and why. */
    formatErrors: Schema.optionalKey(Schema.Array(FormatErrorEntry)),
    /** Values that a model answered and the page does not state, as JSON pointers into the document: `/json/price`. */
    unsupported: Schema.optionalKey(Schema.Array(Schema.String)),
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
    /** The profile that the page was visited with. */
    browserProfile: Schema.optionalKey(ProfileOptions),
    /** How the capture went, and every attempt it took. */
    outcome: Schema.optionalKey(CaptureOutcome),
    /** Credits that the account paid for this page. */
    creditsUsed: Schema.optionalKey(Schema.Int),
    /** Names the scrape in the API and in the log. */
    scrapeId: Schema.optionalKey(Schema.String)
  }),
  // Names of <meta> are open; repeated names become lists.
  [Schema.Record(Schema.String, Schema.Json)]
)

// An interface, so that declarations name it instead of writing it out.
/** What is known of a page beside its content, among it each `<meta>` by its name. */
export interface Metadata extends Schema.Schema.Type<typeof MetadataFields> {}
export const Metadata: Schema.Codec<Metadata> = MetadataFields

const Strings = Schema.Array(Schema.String)

export const ActionResults = Schema.Struct({
  screenshots: Strings,
  scrapes: Schema.Array(Schema.Struct({ url: Schema.String, html: Schema.String })),
  javascriptReturns: Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.Json })),
  pdfs: Strings
})

/** What a document has besides the fields of its formats. */
const otherFields = {
  /** Results of the actions; present when actions were asked. */
  actions: Schema.optionalKey(ActionResults),
  /** Markdown of each page of a PDF. */
  pages: Schema.optionalKey(Schema.Array(Schema.Struct({ pageNumber: Schema.Int, markdown: Schema.String }))),
  /** Paragraphs, tables and figures of a PDF with their places; asked for with `blocks` in `parsers`. */
  blocks: Schema.optionalKey(Schema.Json),
  /** Where the time went, in the order of the starts; asked for with `timings`. */
  timings: Schema.optionalKey(Timings),
  /** What went less well than asked, in sentences. */
  warning: Schema.optionalKey(Schema.String),
  /** Address, status and title of the page, its `<meta>` elements by name, and how it was captured. */
  metadata: Metadata
}

/** Fields that are about the page and its scrape: a document with no others has nothing of what was asked for. */
export const annotationFields: ReadonlySet<string> = new Set(["metadata", "timings", "warning"] satisfies ReadonlyArray<
  keyof typeof otherFields
>)

/** Written as a type, so that declarations keep the comments of the fields. */
type DocumentFields = typeof formatFields & typeof otherFields

export const Document: Schema.Struct<DocumentFields> = Schema.Struct({ ...formatFields, ...otherFields })
export type Document = typeof Document.Type
