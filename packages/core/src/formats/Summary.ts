/**
 * What the page says, in short: in a few of its own sentences, or in a model's
 * words when there is one. `metadata.madeBy.summary` says which.
 */
import * as Effect from "effect/Effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { askText } from "../Ask.ts"
import type { Format } from "../Format.ts"

const instructions =
  "Summarise the page in at most five sentences, in the language of the page. Say only what the page says. Answer with the summary alone."

/** Loaded by the first summary: most processes make none. */
const reading = Effect.promise(() => Promise.all([import("../text/MarkdownBlocks.ts"), import("../text/summarize.ts")]))

export const summary = (model?: LanguageModel): Format => ({
  name: "summary",
  needs: [],
  uses: ["markdown"],
  run: ({ fields: { markdown = "", metadata } }) =>
    model === undefined || markdown === ""
      ? Effect.map(reading, ([{ markdownBlocks }, { summarize }]) => ({
          summary: summarize(markdownBlocks(markdown), { language: metadata?.language }).join(" "),
          madeBy: "rules" as const
        }))
      : Effect.map(askText(model, { format: "summary", instructions, page: markdown }), (text) => ({
          summary: text,
          madeBy: "model" as const
        }))
})
