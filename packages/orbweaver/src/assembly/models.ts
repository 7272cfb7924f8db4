/**
 * Models as applications have them, as the engines take them: those of the AI
 * SDK become effect's, and nothing of it is loaded before the first question.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { AiError } from "effect/ai/AiError"
import type { GenerateObjectOptions, GenerateTextOptions, LanguageModel } from "effect/ai/LanguageModel"
import { withCircuitBreaker } from "@orbweaver/core/internal/network/CircuitBreaker"
import type { AiSdkModel } from "@orbweaver/ai"

/** A language model of effect, or of any provider of the AI SDK: `openai("gpt-5-mini")`. */
export type Model = LanguageModel | AiSdkModel

/** The model as effect's, behind a circuit breaker; one that has a breaker already is given back as it is. */
export const languageModel = (model: Model): LanguageModel =>
  withCircuitBreaker(
    "specificationVersion" in model ? lateModel(Effect.flatMap(adapter, ({ aiSdk }) => aiSdk(model))) : model
  )

/** A model that is made when it is first asked, and not before. `real` must give the same each time. */
export const lateModel = (real: Effect.Effect<LanguageModel, AiError>): LanguageModel => {
  // What is asked and answered is between the caller and the real model; its types are those of the methods.
  const text = (options: TextOptions) => Effect.flatMap(real, (model) => model.generateText(options))
  const object = (options: ObjectOptions) => Effect.flatMap(real, (model) => model.generateObject(options))
  const parts = (options: TextOptions) => Stream.unwrap(Effect.map(real, (model) => model.streamText(options)))
  return {
    "~effect/ai/LanguageModel": "~effect/ai/LanguageModel",
    generateText: text,
    generateObject: object as LanguageModel["generateObject"],
    streamText: parts
  }
}

type TextOptions = Omit<GenerateTextOptions<{}>, "toolkit">
type ObjectOptions = GenerateObjectOptions<{}, Schema.Encoder<Record<string, unknown>, unknown>>

/** What takes models of the AI SDK. */
export const adapter = Effect.promise(() => import("@orbweaver/ai"))
