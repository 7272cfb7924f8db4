/** The scripted model of the test kit, with a provider of the AI SDK for it. */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { start, type Turn } from "@orbweaver/testing/ModelServer"
import { Effect } from "effect"

export type { Turn }

/** Lives as long as the scope. */
export const modelServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const model = await start()
    const provider = createOpenAICompatible({ name: "local", baseURL: model.url, supportsStructuredOutputs: true })
    return { model, provider }
  }),
  ({ model }) => Effect.sync(model.close)
)
