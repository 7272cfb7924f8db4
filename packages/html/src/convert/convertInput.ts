/** What a conversion is asked for, from the options of a scrape. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { selectorPlansOf } from "@orbweaver/core/internal/evidence/SelectorPlan"
import { asksForTexts, repeatedOf } from "@orbweaver/core/internal/scrape/formats/Discovered"
import { name as factsName } from "@orbweaver/core/internal/scrape/formats/Facts"
import { builtInFormats } from "@orbweaver/core/model/formats/builtInFormats"
import type { Resolved } from "@orbweaver/core/model/ScrapeOptions"
import { type ConvertInput, isPart } from "./convert.ts"

const decodeAttributes = Schema.decodeUnknownOption(Schema.Struct(builtInFormats.attributes.options))

/** Everything but the page itself; `wanted` are names of formats, of which some may not be ours. */
export const inputOf = (options: Resolved, wanted: ReadonlyArray<string>, url: string): Omit<ConvertInput, "html"> => ({
  url,
  wanted: wanted.filter(isPart),
  onlyMainContent: options.onlyMainContent,
  includeTags: options.includeTags,
  excludeTags: options.excludeTags,
  removeBase64Images: options.removeBase64Images,
  blockAds: options.blockAds,
  includeParts: options.includeParts,
  attributes: options.formats.flatMap((spec) =>
    spec.type === "attributes" ? (Option.getOrUndefined(decodeAttributes(spec))?.selectors ?? []) : []
  ),
  repeated: repeatedOf(options.formats),
  linkTexts: asksForTexts(options.formats),
  selectorPlans: wanted.includes(factsName) ? selectorPlansOf(options.formats) : undefined
})
