/**
 * Models as applications have them, as the engines take them: those of the AI
 * SDK become effect's, and nothing of it is loaded before the first question.
 */
import * as Effect from "effect/Effect"
import type { AiError } from "effect/ai/AiError"
import type { EmbeddingModel } from "effect/ai/EmbeddingModel"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type { AiSdkEmbeddings, AiSdkModel } from "@orbweaver/ai"

/** A language model of effect, or of any provider of the AI SDK: `openai("gpt-5-mini")`. */
export type Model = LanguageModel | AiSdkModel

/** An embedding model of effect, or of the AI SDK: `openai.embedding("text-embedding-3-small")`. */
export type Embeddings = EmbeddingModel | AiSdkEmbeddings

/** The model as effect's. */
export const languageModel = (model: Model): LanguageModel =>
  isAiSdk(model)
    ? lateModel(Effect.flatMap(adapter, ({ aiSdk }) => aiSdk(model as AiSdkModel)))
    : (model as LanguageModel)

/** The model as effect's. */
export const embeddingModel = (model: Embeddings): EmbeddingModel =>
  isAiSdk(model)
    ? lateEmbeddings(Effect.flatMap(adapter, ({ embeddings }) => embeddings(model as AiSdkEmbeddings)))
    : (model as EmbeddingModel)

/** A model that is made when it is first asked, and not before. `real` must give the same each time. */
export const lateModel = (real: Effect.Effect<LanguageModel, AiError>): LanguageModel => {
  const asking = (method: "generateText" | "generateObject") => (options: object) =>
    Effect.flatMap(real, (model) => (model[method] as (options: object) => Effect.Effect<unknown>)(options))
  const late = {
    "~effect/ai/LanguageModel": "~effect/ai/LanguageModel",
    generateText: asking("generateText"),
    generateObject: asking("generateObject")
  }
  // Pages are read whole: nothing here streams.
  return late as unknown as LanguageModel
}

export const lateEmbeddings = (real: Effect.Effect<EmbeddingModel, AiError>): EmbeddingModel => {
  const late = {
    "~effect/ai/EmbeddingModel": "~effect/ai/EmbeddingModel",
    embed: (input: string) => Effect.flatMap(real, (model) => model.embed(input)),
    embedMany: (input: ReadonlyArray<string>) => Effect.flatMap(real, (model) => model.embedMany(input))
  }
  return late as unknown as EmbeddingModel
}

const adapter = Effect.promise(() => import("@orbweaver/ai"))

const isAiSdk = (model: Model | Embeddings): boolean => "specificationVersion" in model
