/**
 * Tools for agents of Mastra.
 *
 * ```ts
 * new Agent({ id: "reader", name: "Reader", instructions, model, tools: orbweaverTools(orb) })
 * ```
 */
import { createTool, type ToolAction } from "@mastra/core/tools"
import {
  toolDefinitions,
  type ToolDefinition,
  type ToolHost,
  type ToolName,
  type ToolOptions
} from "./internal/tools.ts"

export type { PageResult, ToolHost, ToolOptions } from "./internal/tools.ts"

/** The tools of `orbweaverTools`, by name. */
export type OrbweaverTools = Record<ToolName, ToolAction<any, any>>

/** `scrape`, `search`, `crawl` and `extract` of the instance. Aborting the generation aborts the tool. */
export const orbweaverTools = (orb: ToolHost, options?: ToolOptions): OrbweaverTools => {
  const { crawl, extract, scrape, search } = toolDefinitions(orb, options)
  return { scrape: toolOf(scrape), search: toolOf(search), crawl: toolOf(crawl), extract: toolOf(extract) }
}

const toolOf = <N extends ToolName>({ description, inputSchema, name, run }: ToolDefinition<N>): ToolAction<any, any> =>
  createTool({
    id: name,
    description,
    inputSchema,
    execute: (input, context) => run(input as Parameters<typeof run>[0], context.abortSignal)
  }) as ToolAction<any, any>
