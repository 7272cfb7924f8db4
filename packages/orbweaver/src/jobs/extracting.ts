/**
 * Extraction and llms.txt for code without Effect: methods with the names of
 * the SDKs, over a runtime that has the engines of jobs.
 */
import { decode as decodeExtract, type ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import type { ExtractStatus } from "@orbweaver/extraction/extract/ExtractStatus"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { JobId } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import {
  decode as decodeLlmsTxt,
  LlmsTxt,
  type LlmsTxtOptions,
  type LlmsTxtStatus
} from "@orbweaver/extraction/llmstxt/LlmsTxt"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { ended, type WaitOptions } from "./waiting.ts"

/** What is looked for, and where: `timeout` of a page is `scrapeOptions.timeout`. */
export interface ExtractInput extends Omit<ExtractOptions, "timeout" | "schema"> {
  /** JSON Schema of the answer, such as a library for schemas writes it. */
  readonly schema?: object | undefined
  /** Pages, and sites as `https://example.com/shop/*`; what a search for the prompt finds when absent. */
  readonly urls?: ReadonlyArray<string> | undefined
}

export interface ExtractMethods {
  readonly startExtract: (
    input: ExtractInput
  ) => Promise<{ readonly id: string; readonly invalidURLs?: ReadonlyArray<string> | undefined }>
  readonly getExtractStatus: (id: string) => Promise<ExtractStatus>
  /** Starts an extraction and waits for its end; one that fails is told by `status` and `error`. */
  readonly extract: (input: ExtractInput & WaitOptions) => Promise<ExtractStatus>
  /** Whether the extraction was still running. */
  readonly cancelExtract: (id: string) => Promise<boolean>
  readonly asyncGenerateLLMsText: (url: string, options?: LlmsTxtOptions) => Promise<{ readonly id: string }>
  readonly checkGenerateLLMsTextStatus: (id: string) => Promise<LlmsTxtStatus>
  /** Writes the llms.txt of a site, and waits for it. */
  readonly generateLLMsText: (url: string, options?: LlmsTxtOptions & WaitOptions) => Promise<LlmsTxtStatus>
}

type Engines = JobStore | Extractor | LlmsTxt

export const make = (runtime: ManagedRuntime.ManagedRuntime<Engines, unknown>): ExtractMethods => {
  const run = <A, E>(effect: Effect.Effect<A, E, Engines>) => runtime.runPromise(effect)

  const startExtract = Effect.fnUntraced(function* ({ schema, urls = [], ...options }: ExtractInput) {
    const extractor = yield* Extractor
    const decoded = yield* decodeExtract({ ...options, ...(schema === undefined ? {} : { schema }) })
    const { invalidURLs, job } = yield* extractor.start(urls, decoded)
    return { id: job.id, ...(invalidURLs === undefined || invalidURLs.length === 0 ? {} : { invalidURLs }) }
  })
  const extractStatus = (id: string) => Extractor.use((extractor) => extractor.status(JobId.make(id)))

  const startLlmsTxt = Effect.fnUntraced(function* (url: string, options: LlmsTxtOptions = {}) {
    const { id } = yield* (yield* LlmsTxt).start(url, yield* decodeLlmsTxt(options))
    return { id }
  })
  const llmsTxtStatus = (id: string) => LlmsTxt.use((llmsTxt) => llmsTxt.status(JobId.make(id)))

  return {
    startExtract: (input) => run(startExtract(input)),
    getExtractStatus: (id) => run(extractStatus(id)),
    extract: ({ pollInterval, timeout, ...input }) =>
      run(
        Effect.flatMap(startExtract(input), ({ id }) =>
          Effect.andThen(ended(id, { pollInterval, timeout }), extractStatus(id))
        )
      ),
    cancelExtract: (id) => run(JobStore.use((store) => store.move(JobId.make(id), "cancelled"))),
    asyncGenerateLLMsText: (url, options) => run(startLlmsTxt(url, options)),
    checkGenerateLLMsTextStatus: (id) => run(llmsTxtStatus(id)),
    generateLLMsText: (url, { pollInterval, timeout, ...options } = {}) =>
      run(
        Effect.flatMap(startLlmsTxt(url, options), ({ id }) =>
          Effect.andThen(ended(id, { pollInterval, timeout }), llmsTxtStatus(id))
        )
      )
  }
}
