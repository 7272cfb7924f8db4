/**
 * effect's `LanguageModel` over any model of the AI SDK (`LanguageModelV4`).
 *
 * Only what reading pages needs is carried over: text prompts, text or JSON
 * answers, usage and errors. Tools and files are refused, not dropped. A JSON
 * Schema of a caller, carried on the schema of the answer under
 * `jsonSchemaAnnotation`, goes to the provider as it is.
 *
 * Errors keep what a caller needs to act: which may pass (`isRetryable`), and
 * after how long. Retries are the caller's, so the provider's own are not used.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import { jsonSchemaAnnotation } from "@orbweaver/core/json/askJson"
import { errorOf } from "./errors.ts"

/** Provides the `LanguageModel` service. */
export const layer = (model: LanguageModelV4): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(LanguageModel.LanguageModel, aiSdk(model))

export const aiSdk = (model: LanguageModelV4): Effect.Effect<LanguageModel.LanguageModel> => {
  const answer = Effect.fnUntraced(function* (options: LanguageModel.ProviderOptions) {
    const call = yield* callOf(options)
    const result = yield* Effect.tryPromise({
      try: (abortSignal) => Promise.resolve(model.doGenerate({ ...call, abortSignal })),
      catch: (cause) => errorOf(model.provider, "doGenerate", cause)
    })
    if (result.finishReason.unified === "content-filter") {
      return yield* failed(new AiError.ContentPolicyError({ description: "the provider filtered the answer" }))
    }
    const texts = result.content.flatMap((content) => (content.type === "text" ? [content.text] : []))
    const { inputTokens, outputTokens } = result.usage
    const finish: Response.FinishPartEncoded = {
      type: "finish",
      reason: reasons[result.finishReason.unified],
      usage: {
        inputTokens: {
          total: inputTokens.total,
          uncached: inputTokens.noCache,
          cacheRead: inputTokens.cacheRead,
          cacheWrite: inputTokens.cacheWrite
        },
        outputTokens: { total: outputTokens.total, text: outputTokens.text, reasoning: outputTokens.reasoning }
      },
      response: undefined
    }
    return { text: texts.join(""), finish }
  })

  return LanguageModel.make({
    generateText: (options) => Effect.map(answer(options), ({ finish, text }) => [{ type: "text", text }, finish]),
    // Pages are read whole: an answer is streamed in one piece.
    streamText: (options) =>
      Stream.unwrap(
        Effect.map(answer(options), ({ finish, text }) =>
          Stream.fromIterable<Response.StreamPartEncoded>([
            { type: "text-start", id: "0" },
            { type: "text-delta", id: "0", delta: text },
            { type: "text-end", id: "0" },
            finish
          ])
        )
      ),
    codecTransformer: (codec) => ({ codec, jsonSchema: Schema.toJsonSchemaDocument(codec).schema })
  })
}

const reasons = {
  stop: "stop",
  length: "length",
  "content-filter": "content-filter",
  "tool-calls": "tool-calls",
  error: "error",
  interrupted: "other",
  other: "other"
} as const

const callOf = Effect.fnUntraced(function* (
  options: LanguageModel.ProviderOptions
): Effect.fn.Return<LanguageModelV4CallOptions, AiError.AiError> {
  if (options.tools.length > 0) return yield* failed(refused("tools are not carried over"))
  const prompt = yield* Effect.forEach(options.prompt.content, messageOf)
  if (options.responseFormat.type === "text") return { prompt }
  const { objectName, schema } = options.responseFormat
  const annotations = Schema.resolveAnnotations(schema) ?? {}
  const shape: unknown =
    jsonSchemaAnnotation in annotations ? annotations[jsonSchemaAnnotation] : Schema.toJsonSchemaDocument(schema).schema
  return {
    prompt,
    responseFormat: {
      type: "json",
      name: objectName,
      ...(typeof shape === "object" && shape !== null ? { schema: shape } : {})
    }
  }
})

const messageOf = (message: Prompt.Message): Effect.Effect<LanguageModelV4Message, AiError.AiError> => {
  if (message.role === "system") return Effect.succeed({ role: "system", content: message.content })
  const texts =
    message.role === "tool" ? [] : message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
  if (message.role === "tool" || texts.length < message.content.length) {
    return failed(refused(`${message.role} messages of this kind are not carried over`))
  }
  return Effect.succeed({ role: message.role, content: texts.map((text) => ({ type: "text", text })) })
}

const refused = (description: string) => new AiError.InvalidUserInputError({ description })

const failed = (reason: AiError.AiErrorReason) =>
  Effect.fail(new AiError.AiError({ module: "@orbweaver/ai", method: "generateText", reason }))
