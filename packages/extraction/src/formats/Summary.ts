/**
 * What the page says, in short: in a few of its own sentences, or in a model's
 * words when there is one. `metadata.madeBy.summary` says which.
 */
import * as Effect from "effect/Effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { generateText, sentLength, uncounted } from "@orbweaver/core/network/ModelClient"
import { withoutModel } from "../model/withoutModel.ts"
import { modelSkipReason } from "../model/modelSkipReason.ts"
import { builtInFormat, type Fields, type Format } from "@orbweaver/core/scrape/Format"
import { markdownBlocksInTurns } from "@orbweaver/core/text/MarkdownBlocks"
import { summarizeInTurns } from "@orbweaver/core/text/summarize"

const instructions =
  "Summarise the page in at most five sentences, in the language of the page. Say only what the page says. Answer with the summary alone."

export const summary = (model?: LanguageModel): Format =>
  builtInFormat("summary", {
    uses: ["markdown"],
    mayAskModel: model !== undefined,
    run: ({ fields: { markdown = "", metadata }, page }) =>
      model === undefined || markdown === "" || modelSkipReason(page) !== undefined
        ? byRules(markdown, metadata?.language)
        : sentLength(markdown).pipe(
            Effect.mapError(uncounted("summary")),
            Effect.zip(generateText(model, { format: "summary", instructions, page: markdown })),
            Effect.map(([read, { text, tokens }]): Fields => ({
              summary: text,
              madeBy: "model",
              tokens,
              ...ofBeginning(markdown, read)
            })),
            Effect.catchTag("FormatError", (error) => withoutModel(byRules(markdown, metadata?.language), error))
          )
  })

/** Characters that a summary by rules is made of, so that the longest page takes a moment only. */
const maxCharacters = 150_000

const byRules = Effect.fnUntraced(function* (markdown: string, language: string | undefined) {
  const sentences = yield* summarizeInTurns(yield* markdownBlocksInTurns(markdown.slice(0, maxCharacters)), {
    language
  })
  return {
    // Chinese and Japanese put no space between sentences.
    summary: sentences.join(" ").replace(/(?<=[。！？]) /gu, ""),
    madeBy: "rules" as const,
    ...(sentences.length === 0 && markdown !== ""
      ? { warning: "The page has no sentences to summarise." }
      : ofBeginning(markdown, maxCharacters))
  }
})

const ofBeginning = (markdown: string, read: number) =>
  markdown.length > read ? { warning: `The summary covers the first ${read} characters of the page.` } : {}
