/**
 * Defines a kind of job that ends in one result. The library, the command line, the MCP server, the HTTP API and the
 * workers take from its definition what they show and how they start, read and follow its jobs.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type { OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import type { JobId, JobMethodNames, JobNotFound } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { JobEngine, JobStatus } from "./jobEngine.ts"

/** What is asked for, by name: the options, and what is not optional. */
export type JobInput = Readonly<Record<string, unknown>>

export interface StartedJob {
  readonly id: JobId
  /** Addresses that are left out. */
  readonly invalidURLs?: ReadonlyArray<string> | undefined
}

/** Why a job does not start. */
export interface StartFailure {
  readonly _tag: string
  readonly message: string
}

/** How the command line offers the job; flags are those of its options. Texts go to people, line by line. */
export interface JobCommand<Status> {
  readonly name: string
  readonly text: string
  readonly examples: ReadonlyArray<{ readonly command: string; readonly description: string }>
  /** Positional arguments, by the names of what they are in the input. */
  readonly arguments: Readonly<Record<string, { readonly name: string; readonly text: string; readonly isList?: true }>>
  /** Asked for unless a flag says otherwise. */
  readonly always?: JobInput
  /** Whether it takes `--json`, which prints the whole status. */
  readonly printsStatus?: true
  /** Whether the search engine that the environment names is used. */
  readonly searches?: true
  /** Takes `--output`: a directory for the files of a completed job. */
  readonly output?: { readonly text: string; files(status: Status): Readonly<Record<string, string>> }
  /** The steps so far, which are shown as they come; only the end is waited for without. */
  steps?(status: Status): ReadonlyArray<string>
  /** What is to be known besides the answer, once the job has ended. */
  notes?(status: Status): ReadonlyArray<string>
  /** The answer of a completed job; `input` is what the caller gave. */
  answer(status: Status, input: JobInput): string
}

/** How the MCP server offers the job: a tool of the command's name that starts it, and one that asks again. */
export interface JobTool<Status> {
  readonly title: string
  readonly text: string
  readonly statusTitle: string
  readonly statusText: string
  /** Options that mean something else for a model that says nothing. */
  readonly defaults?: JobInput
  /** The status for a model; `head` says how the job is, in lines. `json` writes a value. */
  answer(status: Status, head: ReadonlyArray<string>, json: (value: unknown) => string): string
}

/** A status is a struct that says at least how the job is. */
interface StatusSchema extends Schema.Top {
  readonly Type: JobStatus
  readonly fields: Schema.Struct.Fields
}

interface Described<
  Kind extends string,
  Names extends JobMethodNames,
  Required extends Schema.Struct.Fields,
  Options extends OptionFields,
  Status extends StatusSchema,
  Id,
  Service
> {
  readonly kind: Kind
  /** What one is called: "the agent is cancelled". */
  readonly noun: string
  /** What several are called, at the beginning of a sentence. */
  readonly plural: string
  readonly methods: Names
  /** What is asked for besides the options. */
  readonly required: Required
  /** The one of these that methods of the library take before the options; they take one object when absent. */
  readonly subject?: string
  readonly options: Options
  readonly status: Status
  readonly engine: Context.Key<Id, Service>
  readonly command: JobCommand<Status["Type"]>
  /** Absent where language models do not get it. */
  readonly tool?: JobTool<Status["Type"]>
}

/** A kind of job, for the surfaces. */
export interface ResultJob<
  Kind extends string = string,
  Names extends JobMethodNames = JobMethodNames,
  Required extends Schema.Struct.Fields = Schema.Struct.Fields,
  Options extends OptionFields = OptionFields,
  Status extends StatusSchema = StatusSchema,
  Id = unknown,
  Service = unknown
> extends Described<Kind, Names, Required, Options, Status, Id, Service> {
  /** Checks the input; what it gives starts the job. */
  readonly prepare: (input: JobInput) => Effect.Effect<Effect.Effect<StartedJob, StartFailure, Id>, InvalidInput>
  readonly find: (id: JobId) => Effect.Effect<Status["Type"], JobNotFound | StoreError, Id>
  readonly collect: Effect.Effect<TaskHandler, never, Id>
}

/** A kind of job that a surface uses with the engines `Id`. */
export type JobOver<Id> = ResultJob<string, JobMethodNames, Schema.Struct.Fields, OptionFields, StatusSchema, Id>

export const defineJob = <
  const Kind extends string,
  const Names extends JobMethodNames,
  Required extends Schema.Struct.Fields,
  Options extends OptionFields,
  Status extends StatusSchema,
  Id,
  Service extends JobEngine<Status["Type"]>,
  Needs,
  Request
>({
  decode,
  layer,
  start,
  ...described
}: Described<Kind, Names, Required, Options, Status, Id, Service> & {
  readonly layer: (model?: LanguageModel) => Layer.Layer<Id, never, Needs>
  /** Checks what was asked for. */
  readonly decode: (input: JobInput) => Effect.Effect<Request, InvalidInput>
  readonly start: (engine: Service, request: Request) => Effect.Effect<StartedJob, StartFailure>
}) => {
  const { engine } = described
  const job: ResultJob<Kind, Names, Required, Options, Status, Id, Service> = {
    ...described,
    prepare: (input) =>
      Effect.map(decode(input), (request) => Effect.flatMap(engine, (engine) => start(engine, request))),
    find: (id) => Effect.flatMap(engine, (engine) => engine.status(id)),
    collect: Effect.map(engine, ({ collect }) => collect)
  }
  return { ...job, layer }
}
