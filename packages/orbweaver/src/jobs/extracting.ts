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
import type { CallOptions } from "../instance/calls.ts"
import { type DurationInput, toEngineUnits } from "../options/durations.ts"
import type { ScrapeInput } from "../options/inputs.ts"
import { type JobCallOptions, type Site, within } from "./Site.ts"
import { cancelOnAbort, ended, type WaitOptions } from "./waiting.ts"

/** What is looked for, and where. */
export interface ExtractInput extends Omit<ExtractOptions, "schema" | "timeout" | "scrapeOptions"> {
  /** Limit for each page: milliseconds or a text such as `"30 seconds"`. */
  readonly timeout?: DurationInput | undefined
  /** How pages are captured; their formats are ours. */
  readonly scrapeOptions?: ScrapeInput | undefined
  /** JSON Schema of the answer, such as a library for schemas writes it. */
  readonly schema?: object | undefined
  /** Pages, and sites as `https://example.com/shop/*`; what a search for the prompt finds when absent. */
  readonly urls?: ReadonlyArray<string | URL> | undefined
}

export interface ExtractMethods {
  readonly startExtract: (
    input: ExtractInput & JobCallOptions
  ) => Promise<{ readonly id: string; readonly invalidURLs?: ReadonlyArray<string> | undefined }>
  readonly getExtractStatus: (id: string, options?: CallOptions) => Promise<ExtractStatus>
  /** Starts an extraction and waits for its end; one that fails is told by `status` and `error`. */
  readonly extract: (input: ExtractInput & WaitOptions & JobCallOptions) => Promise<ExtractStatus>
  /** Whether the extraction was still running. */
  readonly cancelExtract: (id: string, options?: CallOptions) => Promise<boolean>
  readonly asyncGenerateLLMsText: (
    url: string | URL,
    options?: LlmsTxtOptions & JobCallOptions
  ) => Promise<{ readonly id: string }>
  readonly checkGenerateLLMsTextStatus: (id: string, options?: CallOptions) => Promise<LlmsTxtStatus>
  /** Writes the llms.txt of a site, and waits for it. */
  readonly generateLLMsText: (
    url: string | URL,
    options?: LlmsTxtOptions & WaitOptions & JobCallOptions
  ) => Promise<LlmsTxtStatus>
}

type Engines = JobStore | Extractor | LlmsTxt

export const make = ({ run, started }: Site<Engines>): ExtractMethods => {
  const startExtract = Effect.fnUntraced(function* ({ schema, urls = [], ...options }: ExtractInput) {
    const extractor = yield* Extractor
    const wanted = yield* toEngineUnits({ ...options, ...(schema === undefined ? {} : { schema }) })
    const { invalidURLs, job } = yield* extractor.start(urls.map(String), yield* decodeExtract(wanted))
    yield* started(job.id)
    return { id: job.id, ...(invalidURLs === undefined || invalidURLs.length === 0 ? {} : { invalidURLs }) }
  })
  const extractStatus = (id: string) => Extractor.use((extractor) => extractor.status(JobId.make(id)))

  const startLlmsTxt = Effect.fnUntraced(function* (url: string | URL, options: LlmsTxtOptions = {}) {
    const { id } = yield* (yield* LlmsTxt).start(String(url), yield* decodeLlmsTxt(options))
    yield* started(id)
    return { id }
  })
  const llmsTxtStatus = (id: string) => LlmsTxt.use((llmsTxt) => llmsTxt.status(JobId.make(id)))

  return {
    startExtract: ({ session, signal, ...input }) => run(within(session, startExtract(input)), { signal }),
    getExtractStatus: (id, call) => run(extractStatus(id), call),
    extract: ({ pollInterval, session, signal, waitTimeout, ...input }) =>
      run(
        Effect.flatMap(within(session, startExtract(input)), ({ id }) =>
          Effect.andThen(ended(id, { pollInterval, waitTimeout }), extractStatus(id)).pipe(cancelOnAbort(id, signal))
        ),
        { signal }
      ),
    cancelExtract: (id, call) =>
      run(
        JobStore.use((store) => store.move(JobId.make(id), "cancelled")),
        call
      ),
    asyncGenerateLLMsText: (url, { session, signal, ...options } = {}) =>
      run(within(session, startLlmsTxt(url, options)), { signal }),
    checkGenerateLLMsTextStatus: (id, call) => run(llmsTxtStatus(id), call),
    generateLLMsText: (url, { pollInterval, session, signal, waitTimeout, ...options } = {}) =>
      run(
        Effect.flatMap(within(session, startLlmsTxt(url, options)), ({ id }) =>
          Effect.andThen(ended(id, { pollInterval, waitTimeout }), llmsTxtStatus(id)).pipe(cancelOnAbort(id, signal))
        ),
        { signal }
      )
  }
}
