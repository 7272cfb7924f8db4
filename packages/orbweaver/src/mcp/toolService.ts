/** The tools for language models as the API of an instance serves them at `/mcp`; loaded when the first client asks. */
import { McpTools } from "@orbweaver/http/internal/doors/mcp/McpTools"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { about } from "./about.ts"
import type { ToolServices } from "./tools.ts"

export const layer: Layer.Layer<McpTools, never, ToolServices> = Layer.effect(
  McpTools,
  Effect.map(Effect.context<ToolServices>(), (services) => ({
    ...about,
    load: Effect.map(
      Effect.promise(() => Promise.all([import("./tools.ts"), import("./Tool.ts")])),
      ([{ tools }, { answered }]) =>
        tools.map((tool) => ({
          definition: tool.definition,
          endpoint: tool.endpoint,
          run: (args: unknown) => Effect.provideContext(answered(tool, args), services)
        }))
    )
  }))
)
