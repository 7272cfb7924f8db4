/**
 * An answer of a model that fits one of our own schemas, and what it took:
 * answers that do not fit are asked for again, and their tokens are counted too.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { AiError } from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import {
  plausibleTokens,
  failedBy,
  limits,
  timedOut,
  retrying,
  tokensOf,
  withinAnswerTime
} from "@orbweaver/core/network/ModelClient"
import type { ModelOutcome } from "./meteredModel.ts"

interface ObjectRequest<A, I extends Record<string, any>> {
  /** On whose behalf, for errors. */
  readonly format: string
  readonly messages: ReadonlyArray<{ readonly role: "system" | "user"; readonly content: string }>
  readonly schema: Schema.Codec<A, I>
}

export const generateObject = <A, I extends Record<string, any>>(
  model: LanguageModel,
  { format, messages, schema }: ObjectRequest<A, I>
): Effect.Effect<ModelOutcome<A>> => {
  const sent = messages.map(({ content }) => content).join("\n")
  const refused = { input: 0, output: 0 }
  const answer = model.generateObject({ prompt: [...messages], objectName: "answer", schema }).pipe(
    Effect.tapError(({ reason }) =>
      Effect.sync(() => {
        if (reason._tag !== "StructuredOutputError") return
        refused.input += plausibleTokens(undefined, sent)
        refused.output += plausibleTokens(undefined, reason.responseText)
      })
    ),
    Effect.retry({
      ...retrying,
      while: (error: AiError) => retrying.while(error) || error.reason._tag === "StructuredOutputError"
    }),
    Effect.map(({ text, usage, value }): ModelOutcome<A> => {
      const tokens = tokensOf(usage, sent, text)
      return {
        result: Result.succeed(value),
        tokens: { input: refused.input + tokens.input, output: refused.output + tokens.output }
      }
    })
  )
  const late = () => Effect.succeed<ModelOutcome<A>>({ result: Result.fail(timedOut(format)), tokens: refused })
  return withinAnswerTime(answer, limits.answer, late).pipe(
    Effect.catch((error) =>
      Effect.succeed<ModelOutcome<A>>({ result: Result.fail(failedBy(format, error)), tokens: refused })
    )
  )
}
