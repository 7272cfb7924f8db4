/** effect's `EmbeddingModel` over any embedding model of the AI SDK, in batches as large as the provider takes. */
import type { EmbeddingModelV2, EmbeddingModelV3, EmbeddingModelV4 } from "@ai-sdk/provider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EmbeddingModel from "effect/ai/EmbeddingModel"
import { boundedModel } from "./boundedModel.ts"
import { errorOf } from "./errors.ts"

/** Texts of one call when the provider names no limit. */
const maxTexts = 96

/** An embedding model of the AI SDK. */
export type AiSdkEmbeddings = EmbeddingModelV2<string> | EmbeddingModelV3 | EmbeddingModelV4

interface Options {
  /** Longest answer that is read, in bytes, errors included. Default: 32 MiB, more than 96 vectors of 4096 numbers take. */
  readonly maxAnswerBytes?: number | undefined
}

const defaultAnswerBytes = 32 * 1024 * 1024

export const embeddings = (
  source: AiSdkEmbeddings,
  { maxAnswerBytes = defaultAnswerBytes }: Options = {}
): Effect.Effect<EmbeddingModel.EmbeddingModel> => {
  // What is sent, and what is read of the answer, is the same in all versions.
  const model = boundedModel(source as EmbeddingModelV4, maxAnswerBytes)
  return EmbeddingModel.make({
    embedMany: Effect.fnUntraced(function* ({ inputs }) {
      const limit = yield* Effect.promise(async () => (await model.maxEmbeddingsPerCall) ?? maxTexts)
      const size = Math.max(1, Math.min(limit, maxTexts))
      const batches = Array.from({ length: Math.ceil(inputs.length / size) }, (_, at) =>
        inputs.slice(at * size, (at + 1) * size)
      )
      const answers = yield* Effect.forEach(batches, (values) =>
        Effect.tryPromise({
          try: (abortSignal) => Promise.resolve(model.doEmbed({ values: [...values], abortSignal })),
          catch: (cause) => errorOf(model.provider, "doEmbed", cause)
        })
      )
      return {
        results: answers.flatMap(({ embeddings }) => embeddings),
        usage: { inputTokens: answers.reduce((sum, { usage }) => sum + (usage?.tokens ?? 0), 0) }
      }
    })
  })
}

export const embeddingsLayer = (
  model: AiSdkEmbeddings,
  options?: Options
): Layer.Layer<EmbeddingModel.EmbeddingModel> => Layer.effect(EmbeddingModel.EmbeddingModel, embeddings(model, options))
