/**
 * Extraction and llms.txt for code without Effect: methods with the names of
 * the SDKs, over a runtime that has the engines of jobs.
 */
import { decode as decodeExtract, type ExtractOptions } from "@orbweaver/extraction/extract/ExtractOptions"
import { type ExtractedPage, pageOf } from "@orbweaver/extraction/internal/extract/pageReadings"
import type { ExtractStatus } from "@orbweaver/extraction/extract/ExtractStatus"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import type { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { LlmsTxtStatus } from "@orbweaver/extraction/llmstxt/LlmsTxt"
import type { LlmsTxtOptions } from "@orbweaver/extraction/internal/llmstxt/LlmsTxtOptions"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import type { CallOptions } from "../instance/calls.ts"
import type { InputOf, ScrapeInput, WebhookInput } from "../options/inputs.ts"
import { prepareNested } from "../options/prepare.ts"
import {
  DataMismatch,
  type JsonSchemaObject,
  type ReadableSchema,
  readSchema,
  type SchemaInput,
  type SchemaOutput
} from "../options/schemas.ts"
import { jobIdOf } from "./jobId.ts"
import type { JobRun, StartedRun } from "./JobRun.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"
import { awaitEnd, type WaitOptions } from "./waiting.ts"

/** What is looked for, and where. */
export interface ExtractInput<S extends SchemaInput = SchemaInput> extends Omit<
  InputOf<typeof ExtractOptions.fields>,
  "schema" | "scrapeOptions" | "webhook"
> {
  /** Address that receives the events of the job, or an object with `url`, `headers`, `metadata` and `events`. Default: none. */
  readonly webhook?: WebhookInput | undefined
  /** How pages are captured; their formats are ours. Default: as `scrape` does without options. */
  readonly scrapeOptions?: ScrapeInput | undefined
  /**
   * What is wanted: zod 4, Effect Schema, anything with Standard JSON Schema, or a JSON Schema. The data is checked against it.
   * Default: what the prompt asks for.
   */
  readonly schema?: S | undefined
  /** Pages, and sites as `https://example.com/shop/*`; what a search for the prompt finds when absent. */
  readonly urls?: ReadonlyArray<string | URL> | undefined
}

interface Started {
  readonly id: string
  readonly invalidURLs?: ReadonlyArray<string> | undefined
}

/** An extraction that has ended, with the value of its schema. */
export interface ExtractResult<T = unknown> extends Omit<ExtractStatus, "data"> {
  /** Absent where nothing was extracted; `error` or `warning` then says why. */
  readonly data?: T | undefined
}

/** An extraction that runs, as a job whose pages can be read. */
export interface ExtractRun<T = unknown> extends JobRun<ExtractedPage, ExtractResult<T>> {}

interface StartedExtract extends StartedRun {
  readonly readable: ReadableSchema | undefined
}

/** What `extract` is made of. */
export interface ExtractRuns {
  readonly beginExtract: (input: ExtractInput & JobCallOptions) => Promise<StartedExtract>
  readonly wholeExtract: (started: StartedExtract, options: WaitOptions & CallOptions) => Promise<ExtractResult>
}

export interface ExtractMethods {
  /**
   * Starts an extraction and gives its id at once, and in `invalidURLs` the invalid addresses that it leaves out. Rejects
   * with `InvalidInput` for bad options.
   */
  readonly startExtract: (input: ExtractInput & JobCallOptions) => Promise<Started>
  /**
   * How far an extraction is, and its data as the engine found them: only `extract` reads them by a schema of zod or Effect.
   * Rejects with `JobNotFound`.
   */
  readonly getExtractStatus: (id: string, options?: CallOptions) => Promise<ExtractStatus>
  /**
   * Starts an extraction: await it for its result, or read its `pages()` as they come, each with what it says alone. One
   * that fails has `status` and `error`.
   */
  readonly extract: <const S extends SchemaInput = JsonSchemaObject>(
    input: ExtractInput<S> & WaitOptions & JobCallOptions
  ) => ExtractRun<SchemaOutput<S>>
  /** Stops an extraction. Gives whether it was still running. */
  readonly cancelExtract: (id: string, options?: CallOptions) => Promise<boolean>
  /** Starts to write the llms.txt of a site and gives the id of the job at once. Rejects with `InvalidInput` for bad options. */
  readonly asyncGenerateLLMsText: (
    url: string | URL,
    options?: LlmsTxtOptions & JobCallOptions
  ) => Promise<{ readonly id: string }>
  /** How far an llms.txt is, and its text so far. Rejects with `JobNotFound`. */
  readonly checkGenerateLLMsTextStatus: (id: string, options?: CallOptions) => Promise<LlmsTxtStatus>
  /** Writes the llms.txt of a site, and waits for it. */
  readonly generateLLMsText: (
    url: string | URL,
    options?: LlmsTxtOptions & WaitOptions & JobCallOptions
  ) => Promise<LlmsTxtStatus>
}

export const make = ({
  run,
  holdUntilEnd
}: Site<JobStore | Extractor>): {
  readonly methods: Pick<ExtractMethods, "startExtract">
  readonly runs: ExtractRuns
} => {
  const startExtract = Effect.fnUntraced(function* ({ schema, urls = [], ...options }: ExtractInput) {
    const extractor = yield* Extractor
    const readable = schema === undefined ? undefined : yield* readSchema(schema, ["schema"])
    const { options: prepared } = yield* prepareNested(options)
    const request = { ...prepared, ...(readable === undefined ? {} : { schema: readable.jsonSchema }) }
    const { invalidURLs, job } = yield* extractor.start(urls.map(String), yield* decodeExtract(request))
    yield* holdUntilEnd(job.id)
    const answer: Started = {
      id: job.id,
      ...(invalidURLs === undefined || invalidURLs.length === 0 ? {} : { invalidURLs })
    }
    return { answer, readable }
  })

  const wholeExtract = Effect.fnUntraced(function* (id: string, readable: ReadableSchema | undefined) {
    const status = yield* Extractor.use((extractor) => extractor.status(jobIdOf(id)))
    if (readable === undefined || status.data === undefined || status.status !== "completed") return status
    const data = yield* Effect.mapError(
      readable.read(status.data),
      (issues) => new DataMismatch({ url: `extraction ${id}`, value: status.data, issues })
    )
    return { ...status, data }
  })

  const runs: ExtractRuns = {
    beginExtract: ({ session, ...input }) =>
      run(
        Effect.map(
          withSession(session, startExtract(Struct.omit(input, ["signal"]))),
          ({ answer: { id }, readable }) => ({
            id,
            readable,
            pageOf
          })
        )
      ),
    wholeExtract: ({ id, readable }, { signal, ...waiting }) =>
      run(Effect.andThen(awaitEnd(id, waiting), wholeExtract(id, readable)), { signal })
  }

  return {
    methods: {
      startExtract: ({ session, signal, ...input }) =>
        run(
          Effect.map(withSession(session, startExtract(input)), ({ answer }) => answer),
          { signal }
        )
    },
    runs
  }
}
