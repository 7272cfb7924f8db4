import * as Effect from "effect/Effect"
import type { AiError } from "effect/ai/AiError"
import { plausibleTokens, type Tokens } from "@orbweaver/core/network/ModelClient"

export interface WrittenText {
  readonly text: string
  readonly tokens: Tokens
}

/**
 * The text of an answer that the port refuses, because it is no JSON or not of the schema, and what it took: estimated where
 * the port does not say. `readAnswers` finds what it holds.
 */
export const orWrittenText =
  (sent: string) =>
  <A, R>(answer: Effect.Effect<A, AiError, R>): Effect.Effect<A | WrittenText, AiError, R> =>
    Effect.catchTag(answer, "AiError", (error) => {
      const { reason } = error
      if (reason._tag !== "StructuredOutputError") return Effect.fail(error)
      const { responseText: text, usage } = reason
      return Effect.succeed({
        text,
        tokens: {
          input: plausibleTokens(usage?.promptTokens, sent),
          output: plausibleTokens(usage?.completionTokens, text)
        }
      })
    })
