/**
 * Embedding models as applications have them, as the engines take them. Loaded for an application that gives one: what
 * resolves requests brings a dozen modules of Effect that nothing else needs.
 */
import * as Effect from "effect/Effect"
import * as RequestResolver from "effect/RequestResolver"
import type { AiError } from "effect/ai/AiError"
import type { EmbeddingModel, EmbeddingRequest } from "effect/ai/EmbeddingModel"
import type { AiSdkEmbeddings } from "@orbweaver/ai"
import { adapter } from "./models.ts"

/** An embedding model of effect, or of the AI SDK: `openai.embedding("text-embedding-3-small")`. */
export type Embeddings = EmbeddingModel | AiSdkEmbeddings

/** The model as effect's. */
export const embeddingModel = (model: Embeddings): EmbeddingModel =>
  "specificationVersion" in model
    ? lateEmbeddings(Effect.flatMap(adapter, ({ embeddings }) => embeddings(model)))
    : model

/** A model that is made when it is first asked, and not before. `real` must give the same each time. */
export const lateEmbeddings = (real: Effect.Effect<EmbeddingModel, AiError>): EmbeddingModel => {
  const embed = (input: string) => Effect.flatMap(real, (model) => model.embed(input))
  return {
    "~effect/ai/EmbeddingModel": "~effect/ai/EmbeddingModel",
    resolver: RequestResolver.fromEffect(({ request }: { readonly request: EmbeddingRequest }) => embed(request.input)),
    embed,
    embedMany: (input) => Effect.flatMap(real, (model) => model.embedMany(input))
  }
}
