/** What a model makes of a change: whether it matters to whoever watches the page, and the lines that say so. */
import * as Schema from "effect/Schema"

export const limits = {
  /** Changes of a page that are named as the reasons. */
  changes: 5,
  /** Characters of a quote and of a reason. */
  quote: 300,
  reason: 500
} as const

export const MeaningfulChange = Schema.Struct({
  type: Schema.Literals(["added", "removed", "changed"]),
  /** Words of a line that is gone; `null` for what was added. */
  before: Schema.NullOr(Schema.String),
  /** Words of a line that is new; `null` for what was removed. */
  after: Schema.NullOr(Schema.String),
  reason: Schema.String
})
export type MeaningfulChange = typeof MeaningfulChange.Type

export const Judgment = Schema.Struct({
  meaningful: Schema.Boolean,
  /** As the model says; `low` where no line that differs has the words that it gave as its evidence. */
  confidence: Schema.Literals(["high", "medium", "low"]),
  reason: Schema.String,
  /** Its evidence. Each quote stands in a line that differs; those that do not were left out. */
  meaningfulChanges: Schema.Array(MeaningfulChange)
})
export type Judgment = typeof Judgment.Type
