import * as Effect from "effect/Effect"
import type { AiError } from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { plausibleTokens, retrying, tokensOf } from "@orbweaver/core/network/ModelClient"

type Answer = Pick<Effect.Success<ReturnType<LanguageModel["generateObject"]>>, "text" | "usage">

/**
 * The text of an answer to what was sent, asked for again where that may help; its tokens are added to the tally. One that
 * the port refuses, because it is no JSON or not of the schema, has a text too (`readAnswers` finds what it holds), and took
 * tokens: estimated where the port does not say.
 */
export const answerText = <R>(
  answer: Effect.Effect<Answer, AiError, R>,
  sent: string,
  tally: { input: number; output: number }
): Effect.Effect<string, AiError, R> =>
  answer.pipe(
    Effect.map(({ text, usage }) => ({ text, tokens: tokensOf(usage, sent, text) })),
    Effect.catchTag("AiError", (error) => {
      const { reason } = error
      if (reason._tag !== "StructuredOutputError") return Effect.fail(error)
      const { responseText: text, usage } = reason
      const input = plausibleTokens(usage?.promptTokens, sent)
      return Effect.succeed({ text, tokens: { input, output: plausibleTokens(usage?.completionTokens, text) } })
    }),
    Effect.retry(retrying),
    Effect.map(({ text, tokens: { input, output } }) => {
      tally.input += input
      tally.output += output
      return text
    })
  )
