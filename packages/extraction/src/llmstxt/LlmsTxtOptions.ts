/** What an llms.txt holds. Each option is written down once. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { defaultsOf, option } from "@orbweaver/core/internal/model/optionDefinition"

export const LlmsTxtOptions = Schema.Struct({
  /** Maximum number of pages. Default: 10. */
  maxUrls: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5000 })), {
    text: "Maximum number of pages",
    default: 10
  }),
  /** Also give the pages whole. Default: `false`. */
  showFullText: option(Schema.Boolean, {
    text: "Also give the pages whole",
    default: false,
    flag: { name: "full" }
  }),
  /** Give what was made for the same site before, while it is kept. Default: `true`. */
  cache: option(Schema.Boolean, {
    text: "Give what was made for the same site before, while it is kept",
    default: true
  })
})
export type LlmsTxtOptions = typeof LlmsTxtOptions.Type

/** What omitted options mean. */
export const defaults = defaultsOf(LlmsTxtOptions.fields)

export const decode: (input: unknown) => Effect.Effect<LlmsTxtOptions, InvalidInput> = reader(
  "llms.txt options",
  LlmsTxtOptions
)
