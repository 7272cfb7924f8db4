/**
 * Port: the tools that language models get over the Model Context Protocol. The application that assembles the engines
 * gives them; the door `mcp` answers 501 without.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { WireError } from "../../wire/ErrorBody.ts"

export interface McpTool {
  /** As `tools/list` gives it: its name, texts, hints, and the JSON Schema of its arguments. */
  readonly definition: { readonly name: string }
  /** Endpoint of v2 that does the same, by its name: what a key needs for it, its limits and its price hold for the tool. */
  readonly endpoint: string
  /** Answers the arguments for the account of the caller (`CurrentAccount`); what fails is answered to the model. */
  readonly run: (args: unknown) => Effect.Effect<{ readonly text: string; readonly isError: boolean }>
}

export interface Service {
  readonly name: string
  readonly version: string
  /** How a model uses the tools together. */
  readonly instructions: string
  /** The tools, loaded when the first client asks. */
  readonly load: Effect.Effect<ReadonlyArray<McpTool>>
}

export class McpTools extends Context.Service<McpTools, Service>()("@orbweaver/http/McpTools") {}

/** Starts a job where the caller has room for one. */
export type JobStart = <A, E, R>(start: Effect.Effect<A, E, R>) => Effect.Effect<A, E | WireError | StoreError, R>

/** What a tool starts its job within. A program that serves one user has no bound. */
export const CurrentJobStart = Context.Reference<JobStart>("@orbweaver/http/CurrentJobStart", {
  defaultValue: (): JobStart => (start) => start
})
