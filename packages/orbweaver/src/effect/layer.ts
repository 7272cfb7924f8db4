/** Everything that programs written with Effect get. */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { McpTools } from "@orbweaver/http/internal/doors/mcp/McpTools"
import * as Layer from "effect/Layer"
import type { Adapters } from "../assembly/Adapters.ts"
import { layer as assembled, type Services, type SiteServices } from "../assembly/Services.ts"
import { layer as mcpTools } from "../mcp/toolService.ts"

/**
 * Scrapes, and crawls, batches, maps and searches, with the tools that the API serves to language models. Throws
 * `InvalidInput` for invalid options.
 */
export const layer = (adapters: Adapters = {}): Layer.Layer<Services | SiteServices | McpTools, StoreError> =>
  Layer.provideMerge(mcpTools, assembled(adapters))
