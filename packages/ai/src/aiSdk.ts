/**
 * effect's `LanguageModel` over any model of the AI SDK, of whichever version of
 * its interface the provider has (`LanguageModelV2` to `V4`).
 *
 * Only what reading pages needs is carried over: text prompts, text or JSON
 * answers, usage and errors. Tools and files are refused, not dropped. A JSON
 * Schema of a caller, carried on the schema of the answer under
 * `jsonSchemaAnnotation`, goes to the provider as it is; to one that refuses the
 * request with it (400), JSON is asked for without, as the prompt says the shape.
 *
 * Errors keep what a caller needs to act: which may pass (`isRetryable`), and
 * after how long. Retries are the caller's, so the provider's own are not used.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  SharedV4ProviderOptions
} from "@ai-sdk/provider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import { jsonSchemaAnnotation } from "@orbweaver/extraction/internal/json/askJson"
import { AnswerTooLarge, boundedModel } from "./boundedModel.ts"
import { errorOf } from "./errors.ts"

/** A language model of the AI SDK. */
export type AiSdkModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4

interface Options {
  /** Sent with every call, for what one provider alone has, such as `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: SharedV4ProviderOptions | undefined
  /**
   * Longest answer that is read, in bytes, errors included. Default: 8 MiB. A model that is wrapped in middleware reads its
   * answers itself: wrap `boundedModel(model, maxAnswerBytes)` instead.
   */
  readonly maxAnswerBytes?: number | undefined
  /**
   * Most tokens of one answer, reasoning included; the provider ends it there. Whatever wraps the model, it holds before an
   * answer is made. Default: the provider's.
   */
  readonly maxOutputTokens?: number | undefined
}

const defaultAnswerBytes = 8 * 1024 * 1024

/** Provides the `LanguageModel` service. */
export const layer = (model: AiSdkModel, options?: Options): Layer.Layer<LanguageModel.LanguageModel> =>
  Layer.effect(LanguageModel.LanguageModel, aiSdk(model, options))

export const aiSdk = (
  languageModel: AiSdkModel,
  { maxAnswerBytes = defaultAnswerBytes, maxOutputTokens, providerOptions }: Options = {}
): Effect.Effect<LanguageModel.LanguageModel> => {
  // What is sent is the same in all versions; what comes back is read below.
  const model = boundedModel(languageModel as LanguageModelV4, maxAnswerBytes)
  const always = {
    ...defined({ providerOptions, maxOutputTokens })
  }
  const ask = (call: LanguageModelV4CallOptions) =>
    Effect.tryPromise({
      try: (abortSignal) => Promise.resolve(model.doGenerate({ ...call, ...always, abortSignal })),
      catch: (cause) => errorOf(model.provider, "doGenerate", cause)
    })

  const answer = Effect.fnUntraced(function* (options: LanguageModel.ProviderOptions) {
    const call = yield* callOf(options)
    const result = yield* Effect.catchIf(
      ask(call),
      ({ reason }) => reason._tag === "InvalidRequestError" && call.responseFormat !== undefined,
      () => ask({ ...call, responseFormat: { type: "json" } })
    )
    const finished = reasonOf(result.finishReason)
    if (finished === "content-filter") {
      return yield* failed(new AiError.ContentPolicyError({ description: "the provider filtered the answer" }))
    }
    const written = result.content.flatMap((content) => (content.type === "text" ? [content.text] : []))
    // Some models answer what is asked for as the input of a tool that nobody offered.
    const called = result.content.flatMap((content) => (content.type === "tool-call" ? [content.input] : []))
    const texts = written.length === 0 && call.responseFormat !== undefined ? called : written
    // Of a model that does not fetch by its configuration, the answer is there already.
    if (texts.reduce((sum, text) => sum + text.length, 0) > maxAnswerBytes) {
      return yield* Effect.fail(errorOf(model.provider, "doGenerate", new AnswerTooLarge(maxAnswerBytes)))
    }
    const finish: Response.FinishPartEncoded = {
      type: "finish",
      reason: reasons[finished] ?? "unknown",
      usage: usageOf(result.usage),
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

type FinishReason = Awaited<ReturnType<AiSdkModel["doGenerate"]>>["finishReason"]

/** A word in V2, an object since V3. */
const reasonOf = (reason: FinishReason): string => (typeof reason === "string" ? reason : reason.unified)

type Usage = Awaited<ReturnType<AiSdkModel["doGenerate"]>>["usage"]

/** Sums in V2, sums and their parts since V3. */
const usageOf = ({ inputTokens, outputTokens }: Usage): Response.FinishPartEncoded["usage"] => {
  const input = typeof inputTokens === "object" ? inputTokens : { total: inputTokens }
  const output = typeof outputTokens === "object" ? outputTokens : { total: outputTokens }
  return {
    inputTokens: {
      total: input.total,
      uncached: "noCache" in input ? input.noCache : undefined,
      cacheRead: "cacheRead" in input ? input.cacheRead : undefined,
      cacheWrite: "cacheWrite" in input ? input.cacheWrite : undefined
    },
    outputTokens: {
      total: output.total,
      text: "text" in output ? output.text : undefined,
      reasoning: "reasoning" in output ? output.reasoning : undefined
    }
  }
}

const reasons: Readonly<Record<string, Response.FinishReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "content-filter",
  "tool-calls": "tool-calls",
  error: "error",
  interrupted: "other",
  other: "other"
}

const callOf = Effect.fnUntraced(function* (
  options: LanguageModel.ProviderOptions
): Effect.fn.Return<LanguageModelV4CallOptions, AiError.AiError> {
  if (options.tools.length > 0) return yield* failed(refused("tools are not supported"))
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
    return failed(refused(`${message.role} messages of this kind are not supported`))
  }
  return Effect.succeed({ role: message.role, content: texts.map((text) => ({ type: "text", text })) })
}

const refused = (description: string) => new AiError.InvalidUserInputError({ description })

const failed = (reason: AiError.AiErrorReason) =>
  Effect.fail(new AiError.AiError({ module: "@orbweaver/ai", method: "generateText", reason }))
