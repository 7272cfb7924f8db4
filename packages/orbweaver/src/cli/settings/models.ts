/**
 * The models that flags and the environment name, over any OpenAI-compatible
 * endpoint. Nothing of it is loaded before a page needs a model.
 *
 * The endpoint is the operator's word, so it may be on this machine or in a
 * private network; the egress policy of these calls opens its host and no other.
 */
import * as Context from "effect/Context"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type * as Stdio from "effect/Stdio"
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { lateModel } from "../../assembly/models.ts"
import type { Adapters } from "../../assembly/Adapters.ts"
import { optionalText, toggle, type InputOf } from "../flags/flags.ts"
import { type Exit, settingsOf, usage } from "../output/exit.ts"
import { note } from "../output/print.ts"

/** Flags of every command that may ask a model. */
export const modelFlags = {
  model: optionalText("model", "Language model for summaries, answers and json (default MODEL_NAME)"),
  modelUrl: optionalText(
    "model-url",
    "OpenAI-compatible endpoint of the model (default OLLAMA_BASE_URL, or OPENAI_BASE_URL)"
  ),
  embeddingModel: optionalText(
    "embedding-model",
    "Embedding model for questions and highlights (default MODEL_EMBEDDING_NAME)"
  ),
  rulesOnly: toggle("rules-only", "Use no model, even if the environment configures one")
}

export type ModelInput = InputOf<typeof modelFlags>

const settings = Config.all({
  model: Config.option(Config.NonEmptyString("MODEL_NAME")),
  embeddings: Config.option(Config.NonEmptyString("MODEL_EMBEDDING_NAME")),
  key: Config.option(Config.Redacted("OPENAI_API_KEY")),
  openai: Config.option(Config.NonEmptyString("OPENAI_BASE_URL")),
  ollama: Config.option(Config.NonEmptyString("OLLAMA_BASE_URL"))
})

/** What a key for OpenAI alone means. */
const openaiUrl = "https://api.openai.com/v1"
const openaiModel = "gpt-5-mini"

/** Adapters for the models; none when nothing names an endpoint. Connections close with the scope. */
export const read = Effect.fnUntraced(function* (
  input: ModelInput,
  policy: EgressPolicy
): Effect.fn.Return<Pick<Adapters, "model" | "embeddings">, Exit, Scope.Scope | Stdio.Stdio> {
  if (input.rulesOnly) return {}
  const found = yield* settingsOf(settings)
  const local = Option.isSome(found.ollama) && Option.isNone(input.modelUrl)
  const written = Option.orElse(input.modelUrl, () =>
    Option.orElse(Option.map(found.ollama, openaiPathOf), () =>
      Option.orElse(found.openai, () => Option.map(found.key, () => openaiUrl))
    )
  )
  if (Option.isNone(written)) {
    if (Option.isNone(input.model) && Option.isNone(input.embeddingModel)) return {}
    return yield* usage(
      "a model needs an endpoint: set OPENAI_API_KEY, OPENAI_BASE_URL or OLLAMA_BASE_URL, or give --model-url"
    )
  }
  const url = URL.parse(written.value)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return yield* usage(`${written.value} is not a valid model URL`)
  }
  const given = Option.getOrUndefined(Option.orElse(input.model, () => found.model))
  const name = given ?? (url.href === openaiUrl ? openaiModel : undefined)
  const embeddings = Option.getOrUndefined(Option.orElse(input.embeddingModel, () => found.embeddings))
  if (name === undefined && embeddings === undefined) {
    const text = `which model of ${url.host}? Set MODEL_NAME or give --model`
    if (Option.isSome(input.modelUrl)) return yield* usage(text)
    yield* note(`${text}; until then, no model is used`)
    return {}
  }
  if (!hasClient()) {
    const text = "a model needs its client: npm install @ai-sdk/openai-compatible"
    // Keys in the environment are often those of other programs.
    const isAskedFor = [input.model, input.modelUrl, input.embeddingModel].some(Option.isSome)
    if (isAskedFor) return yield* usage(text)
    yield* note(`${text}; until then, no model is used`)
    return {}
  }
  const scope = yield* Effect.scope
  const provider = yield* Effect.cached(
    connect(url, local ? undefined : Option.getOrUndefined(found.key), policy).pipe(
      Effect.provideService(Scope.Scope, scope)
    )
  )
  return {
    ...(name === undefined
      ? {}
      : {
          model: lateModel(
            Effect.flatMap(provider, ({ adapter, models }) =>
              // Schemas of callers are rarely of the strict kind that OpenAI's strict mode takes.
              adapter.aiSdk(models(name), { providerOptions: { model: { strictJsonSchema: false } } })
            )
          )
        }),
    ...(embeddings === undefined
      ? {}
      : {
          embeddings: (yield* Effect.promise(() => import("../../assembly/embeddings.ts"))).lateEmbeddings(
            Effect.flatMap(provider, ({ adapter, models }) => adapter.embeddings(models.embeddingModel(embeddings)))
          )
        })
  }
})

/** Ollama is configured by the address of its own API; its OpenAI-compatible API is next to that. */
const openaiPathOf = (ollama: string): string => `${ollama.replace(/\/+$/, "").replace(/\/(?:api|v1)$/, "")}/v1`

const connect = Effect.fnUntraced(function* (url: URL, key: Redacted.Redacted | undefined, policy: EgressPolicy) {
  const [adapter, { createOpenAICompatible }, { EgressFetch, layer }] = yield* Effect.promise(() =>
    Promise.all([
      import("@orbweaver/ai"),
      import("@ai-sdk/openai-compatible"),
      import("@orbweaver/egress/HttpClient").then(({ EgressFetch }) => ({ EgressFetch, layer: EgressFetch.layer() }))
    ])
  )
  const egress = Egress.layer({ ...policy, allowLocal: true, allow: [bareHost(url.hostname)], ports: undefined })
  const fetch = Context.get(yield* Layer.build(Layer.provide(layer, egress)), EgressFetch)
  const models = createOpenAICompatible({
    // Failures name it.
    name: url.host,
    baseURL: url.href.replace(/\/$/, ""),
    ...(key === undefined ? {} : { apiKey: Redacted.value(key) }),
    fetch,
    supportsStructuredOutputs: true
  })
  return { adapter, models }
})

/** Not every program asks a model, so whoever does installs the client. */
const hasClient = (): boolean => {
  try {
    import.meta.resolve("@ai-sdk/openai-compatible")
    return true
  } catch {
    return false
  }
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")
