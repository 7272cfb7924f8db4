/** What the format `changeTracking` gives. */
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const ChangeFields = Schema.Struct({
  type: Schema.Literals(["add", "del", "normal"]),
  add: optional(Schema.Literal(true)),
  del: optional(Schema.Literal(true)),
  normal: optional(Schema.Literal(true)),
  /** Line in the file it belongs to; `ln1` and `ln2` for a line of both. From 1. */
  ln: optional(Schema.Int),
  ln1: optional(Schema.Int),
  ln2: optional(Schema.Int),
  /** The line with its sign. */
  content: Schema.String
})

export interface DiffChange extends Schema.Schema.Type<typeof ChangeFields> {}
const DiffChange: Schema.Codec<DiffChange> = ChangeFields

const Chunk = Schema.Struct({ content: Schema.String, changes: Schema.Array(DiffChange) })
export type DiffChunk = typeof Chunk.Type

const ParsedDiffFields = Schema.Struct({
  files: Schema.Array(
    Schema.Struct({
      from: Schema.NullOr(Schema.String),
      to: Schema.NullOr(Schema.String),
      chunks: Schema.Array(Chunk)
    })
  )
})

/** The lines that changed, in the form of npm's `parse-diff`. */
export interface ParsedDiff extends Schema.Schema.Type<typeof ParsedDiffFields> {}
const ParsedDiff: Schema.Codec<ParsedDiff> = ParsedDiffFields

const Fields = Schema.Struct({
  /** ISO 8601; `null` when the page was never scraped before. */
  previousScrapeAt: Schema.NullOr(Schema.String),
  changeStatus: Schema.Literals(["new", "same", "changed", "removed"]),
  /** `hidden` where no page of the last crawl of the site leads to it. */
  visibility: Schema.Literals(["visible", "hidden"]),
  /** The lines that changed; with the mode `git-diff`. */
  diff: optional(Schema.Struct({ text: Schema.String, json: ParsedDiff })),
  /** The fields that changed; with the mode `json`. */
  json: optional(Schema.Record(Schema.String, Schema.Json))
})

/** How a page differs from the last scrape. */
export interface ChangeTracking extends Schema.Schema.Type<typeof Fields> {}
export const ChangeTracking: Schema.Codec<ChangeTracking> = Fields
