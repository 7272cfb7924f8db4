/**
 * Any model of the AI SDK's ecosystem as effect's `LanguageModel` and
 * `EmbeddingModel`:
 *
 * ```ts
 * const model = await Effect.runPromise(aiSdk(openai("gpt-5-mini")))
 * ```
 */
export { aiSdk, type AiSdkModel, layer } from "./aiSdk.ts"
export { boundedModel } from "./boundedModel.ts"
export { type AiSdkEmbeddings, embeddings, embeddingsLayer } from "./embeddings.ts"
