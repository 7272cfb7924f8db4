/**
 * Tools for the AI SDK.
 *
 * ```ts
 * const { text } = await generateText({ model, tools: orbweaverTools(orb), prompt, stopWhen: isStepCount(5) })
 * ```
 */
import { jsonSchema, type Tool } from "ai"
import {
  type Outputs,
  toolDefinitions,
  type ToolDefinition,
  type ToolHost,
  type ToolInput,
  type ToolName,
  type ToolOptions
} from "./internal/tools.ts"

export type { PageResult, ToolHost, ToolOptions } from "./internal/tools.ts"

/** The tools of `orbweaverTools`, by name. */
export type OrbweaverTools = { [N in ToolName]: Tool<ToolInput<N>, Outputs[N]> }

/** `scrape`, `search`, `crawl` and `extract` of the instance. Aborting the generation aborts the tool. */
export const orbweaverTools = (orb: ToolHost, options?: ToolOptions): OrbweaverTools => {
  const { crawl, extract, scrape, search } = toolDefinitions(orb, options)
  return { scrape: toolOf(scrape), search: toolOf(search), crawl: toolOf(crawl), extract: toolOf(extract) }
}

const toolOf = <N extends ToolName>({
  description,
  inputSchema,
  run
}: ToolDefinition<N>): Tool<ToolInput<N>, Outputs[N]> =>
  ({
    description,
    inputSchema: jsonSchema<ToolInput<N>>(inputSchema),
    execute: (input: ToolInput<N>, { abortSignal }: { readonly abortSignal?: AbortSignal }) => run(input, abortSignal)
  }) as unknown as Tool<ToolInput<N>, Outputs[N]>
