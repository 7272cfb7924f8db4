/**
 * Answers from the page (docs/reference/v2.md §4, `question`, `highlights`, `query`).
 *
 * Without a model an answer is what the page itself says on the question, as
 * quotes below the titles they stand under; with one it is written from those
 * passages. A question about the page itself, such as its author, is answered by
 * its metadata (`metadataAnswer`). `highlights` are always quotes. Passages are found by their words,
 * and by embeddings where there are any.
 */
import * as Effect from "effect/Effect"
import type { EmbeddingModel } from "effect/ai/EmbeddingModel"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { generateText } from "@orbweaver/core/network/ModelClient"
import { withoutModel } from "../model/withoutModel.ts"
import { metadataAnswer } from "./metadataAnswer.ts"
import { modelSkipReason } from "../model/modelSkipReason.ts"
import { builtInFormat, type Fields, type Format, type FormatInput } from "@orbweaver/core/scrape/Format"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import { markdownBlocksInTurns } from "@orbweaver/core/text/MarkdownBlocks"
import { type Passage, retrieveInTurns } from "@orbweaver/core/internal/text/retrieve"
import { strongest } from "@orbweaver/core/internal/text/highlight"
import { similar } from "@orbweaver/core/internal/text/similar"

const instructions =
  "Answer the question from the passages of the page alone, briefly, in the language of the question. Quote figures and names as they stand. If the passages do not say it, answer exactly: not stated on the page."

/** The models that answers get better with. */
export interface Models {
  /** Writes the answer; a quote when absent. */
  readonly model?: LanguageModel | undefined
  /** Finds what says the same in other words; by words alone when absent. */
  readonly embeddings?: EmbeddingModel | undefined
}

/** On top of the page (docs/reference/v2.md §16). */
const credits = 4

/** Fills `answer`. */
export const question = (models: Models = {}): Format =>
  builtInFormat("question", {
    ...answering(models),
    run: (input, { question }) => answer(input, question, models)
  })

/** The older name of `question`, and of `highlights` by its `mode`; fills `answer`. */
export const query = (models: Models = {}): Format =>
  builtInFormat("query", {
    ...answering(models),
    run: (input, { mode, prompt }) =>
      mode === "directQuote"
        ? Effect.map(highlight(input, prompt, models), ({ highlights: answer, ...rest }) => ({ ...rest, answer }))
        : answer(input, prompt, models)
  })

/** Fills `highlights` with the passages that speak to the query, best first. */
export const highlights = (models: Models = {}): Format =>
  builtInFormat("highlights", {
    ...answering({ embeddings: models.embeddings }),
    run: (input, { query }) => highlight(input, query, models)
  })

const answering = ({ embeddings, model }: Models) => ({
  uses: ["markdown"],
  credits,
  mayAskModel: model !== undefined || embeddings !== undefined
})

const highlight = Effect.fnUntraced(function* (input: FormatInput, query: string, { embeddings }: Models) {
  const { notes, passages } = yield* find(input, query, 5, embeddings)
  return { highlights: quotes(passages), madeBy: "rules" as const, ...notes }
})

const answer = Effect.fnUntraced(function* (
  input: FormatInput,
  asked: string,
  { embeddings, model: given }: Models
): Effect.fn.Return<Fields, FormatError> {
  const model = modelSkipReason(input.page) === undefined ? given : undefined
  const aboutPage = metadataAnswer(asked, input.fields.metadata ?? {})
  if (aboutPage !== undefined && model === undefined) return { answer: aboutPage, madeBy: "rules" }
  const { notes, passages } = yield* find(input, asked, model === undefined ? 3 : 12, embeddings)
  if (passages.length === 0 && aboutPage === undefined) {
    const warning = ["The page does not answer the question.", notes.warning ?? ""].join(" ").trim()
    return { ...notes, answer: "", warning, madeBy: "rules" }
  }
  if (model === undefined) return { answer: quotes(passages), madeBy: "rules", ...notes }
  const page = [...(aboutPage === undefined ? [] : [aboutPage]), quotes(passages)].join("\n\n")
  return yield* generateText(model, { format: input.spec.type, instructions, request: asked, page }).pipe(
    Effect.map(({ text, tokens }): Fields => {
      const read = tokens.input + (notes.tokens?.input ?? 0)
      return { ...notes, answer: text, madeBy: "model", tokens: { input: read, output: tokens.output } }
    }),
    Effect.catchTag("FormatError", (error) =>
      withoutModel(Effect.succeed<Fields>({ answer: aboutPage ?? quotes(passages.slice(0, 3)), ...notes }), error)
    )
  )
})

interface RankedPassages {
  readonly passages: ReadonlyArray<Passage>
  /** What looking took, and what it lacked. */
  readonly notes: Pick<Fields, "warning" | "tokens">
}

const find = Effect.fnUntraced(function* (
  { fields, page }: FormatInput,
  questionOf: string,
  maxPassages: number,
  embeddings: EmbeddingModel | undefined
): Effect.fn.Return<RankedPassages> {
  const blocks = yield* markdownBlocksInTurns(fields.markdown ?? "")
  const language = fields.metadata?.language
  if (embeddings === undefined || modelSkipReason(page) !== undefined) {
    const found = yield* retrieveInTurns(blocks, questionOf, { maxPassages, language })
    return { passages: strongest(found), notes: {} }
  }
  const { passages, problem, tokens } = yield* similar(embeddings, blocks, questionOf, {
    maxResults: maxPassages,
    language
  })
  return {
    passages,
    notes: {
      ...(problem === undefined
        ? {}
        : { warning: `The embedding model failed (${problem}): passages were ranked by their words alone.` }),
      ...(tokens === 0 ? {} : { tokens: { input: tokens, output: 0 } })
    }
  }
})

/** Markdown quotes, each with the titles it stands under. */
const quotes = (found: ReadonlyArray<Passage>): string =>
  found
    .map(({ headings, text }) => {
      const quote = text.replace(/^/gm, "> ")
      return headings.length === 0 ? quote : `${quote}\n>\n> — ${headings.join(" › ")}`
    })
    .join("\n\n")
