/**
 * Answers from the page (contract/v2.md §4, `question`, `highlights`, `query`).
 *
 * Without a model an answer is what the page itself says on the question, as
 * quotes below the titles they stand under; with one it is written from those
 * passages. `highlights` are always quotes.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { askText } from "../Ask.ts"
import { type Fields, type Format, FormatError, type FormatInput } from "../Format.ts"
import { limits } from "../ScrapeOptions.ts"
import { markdownBlocks } from "../text/MarkdownBlocks.ts"
import { type Passage, retrieve } from "../text/retrieve.ts"

const Text = Schema.NonEmptyString.check(Schema.isMaxLength(limits.prompt))

const QuestionOptions = Schema.Struct({ question: Text })
const HighlightsOptions = Schema.Struct({ query: Text })
const QueryOptions = Schema.Struct({ prompt: Text, mode: Schema.optionalKey(Schema.String) })

const instructions =
  "Answer the question from the passages of the page alone, briefly, in the language of the question. Quote figures and names as they stand. If the passages do not say it, answer exactly: not stated on the page."

/** Fills `answer`. */
export const question = (model?: LanguageModel): Format =>
  answering("question", QuestionOptions, ({ question }) => question, model)

/** The older name of `question`. */
export const query = (model?: LanguageModel): Format => answering("query", QueryOptions, ({ prompt }) => prompt, model)

/** Fills `highlights` with the passages that speak to the query, best first. */
export const highlights: Format = {
  name: "highlights",
  needs: [],
  uses: ["markdown"],
  options: HighlightsOptions,
  run: Effect.fnUntraced(function* (input: FormatInput) {
    const { query } = yield* decode("highlights", HighlightsOptions, input)
    return { highlights: quotes(passages(input, query, 5)), madeBy: "rules" }
  })
}

const answering = <A, I>(
  name: string,
  options: Schema.Codec<A, I>,
  wish: (options: A) => string,
  model: LanguageModel | undefined
): Format => ({
  name,
  needs: [],
  uses: ["markdown"],
  options,
  run: Effect.fnUntraced(function* (input: FormatInput): Effect.fn.Return<Fields, FormatError> {
    const asked = wish(yield* decode(name, options, input))
    const found = passages(input, asked, model === undefined ? 3 : 12)
    if (found.length === 0) {
      return { answer: "", warning: "The page says nothing on the question.", madeBy: "rules" }
    }
    if (model === undefined) return { answer: quotes(found), madeBy: "rules" }
    const answer = yield* askText(model, { format: name, instructions, wish: asked, page: quotes(found) })
    return { answer, madeBy: "model" }
  })
})

const decode = <A, I>(
  name: string,
  options: Schema.Codec<A, I>,
  { spec }: FormatInput
): Effect.Effect<A, FormatError> =>
  Schema.decodeUnknownEffect(options)(spec).pipe(
    Effect.mapError((cause) => new FormatError({ format: name, detail: cause.message, cause }))
  )

const passages = ({ fields }: FormatInput, wish: string, most: number): ReadonlyArray<Passage> =>
  retrieve(markdownBlocks(fields.markdown ?? ""), wish, { most, language: fields.metadata?.language })

/** Markdown quotes, each with the titles it stands under. */
const quotes = (found: ReadonlyArray<Passage>): string =>
  found
    .map(({ headings, text }) => {
      const quote = text.replace(/^/gm, "> ")
      return headings.length === 0 ? quote : `${quote}\n>\n> — ${headings.join(" › ")}`
    })
    .join("\n\n")
