/** What the tests of jobs that ask a model share: a model and a search of their own, spoken to over HTTP. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import { Effect, Layer } from "effect"
import type { Adapters } from "orbweaver"

export const says = (answer: unknown): ModelServer.Turn => ({
  says: typeof answer === "string" ? answer : JSON.stringify(answer)
})

/** A model of its own for each test: tests run beside each other. The search finds the same page whatever it is asked. */
export const withModel = async (
  {
    found,
    turns
  }: {
    readonly turns: ReadonlyArray<ModelServer.Turn>
    readonly found: { readonly url: string; readonly title: string }
  },
  body: (model: ModelServer.Running, adapters: Adapters) => Promise<void>
): Promise<void> => {
  const model = await ModelServer.start()
  model.turns = turns
  const provider = createOpenAICompatible({ name: "local", baseURL: model.url, supportsStructuredOutputs: true })
  await body(model, {
    egress: { allowLocal: true },
    model: provider.chatModel("test"),
    search: Layer.succeed(SearchProvider, {
      name: "test",
      sources: ["web"],
      search: () => Effect.succeed([found])
    })
  }).finally(model.close)
}
