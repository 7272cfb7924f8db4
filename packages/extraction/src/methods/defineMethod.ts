/**
 * Defines a method that answers at once, where a job goes on. The library, the command line, the MCP server and the HTTP API
 * take from its definition what they show and how they call it.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { RequestKind } from "@orbweaver/core/accounts/Account"
import type { OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import type { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import type { JobInput } from "../jobs/defineJob.ts"

/** Why there is no answer. */
export interface MethodFailure {
  readonly _tag: string
  readonly message: string
  readonly reason?: { readonly _tag: string; readonly policy?: string }
}

/** What is asked for: the one argument that stands before the options. */
export interface Subject<Name extends string = string, S extends Schema.Top = Schema.Top> {
  readonly name: Name
  /** Its description is what language models read. */
  readonly schema: S
  /** For the help of the command line. */
  readonly text: string
}

/** How the command line offers the method; flags are those of its options. */
export interface MethodCommand<Answer> {
  readonly text: string
  /** `sites` gives it the flags of visitors, `search` the search engine that the environment names. */
  readonly contacts: "sites" | "search"
  lines(answer: Answer): ReadonlyArray<string>
  /** What `--json` prints. */
  json(answer: Answer): unknown
  /** What is to be known besides the answer, for people. */
  notes(answer: Answer): ReadonlyArray<string>
}

/** How the MCP server offers the method. */
export interface MethodTool<Answer> {
  readonly title: string
  readonly text: string
  /** Options that mean something else for a model that says nothing. */
  readonly defaults?: JobInput
  /** Inputs that are no options, and the options that they lead to. */
  readonly inputs?: { readonly fields: Readonly<Record<string, Schema.Top>>; toOptions(given: JobInput): JobInput }
  answer(answer: Answer): string
}

interface Described<Name, Subjects, Options, Answer, Id, Service> {
  /** Names the method of the library, the command, the tool, and the endpoint. */
  readonly name: Name
  /** What several are called, at the beginning of a sentence. */
  readonly plural: string
  readonly subject: Subjects
  readonly options: Options
  /** Which of the limits of an account counts its requests. */
  readonly request: RequestKind
  readonly engine: Context.Key<Id, Service>
  readonly command: MethodCommand<Answer>
  readonly tool: MethodTool<Answer>
}

/** A method, for the surfaces. */
export interface Method<
  Name extends string = string,
  Subjects extends Subject = Subject,
  Options extends OptionFields = OptionFields,
  Wire extends Schema.Struct<any> | undefined = Schema.Struct<any> | undefined,
  Answer = any,
  Failure extends MethodFailure = MethodFailure,
  Id = any,
  Service = any
> extends Described<Name, Subjects, Options, Answer, Id, Service> {
  /** The answer over HTTP, besides `success` and `warning`; `undefined` where the API has bodies of its own. */
  readonly answer: Wire
  /** Checks the input and answers it. */
  readonly call: (input: JobInput) => Effect.Effect<Answer, Failure | InvalidInput, Id>
  /** Why an answer holds nothing, where a command or a tool fails then. */
  readonly failureOf: (answer: Answer) => MethodFailure | undefined
}

/** A method that a surface calls with the engines `Id`. */
export type MethodOver<Id> = Method<string, Subject, OptionFields, any, any, MethodFailure, Id>

export const defineMethod = <
  const Name extends string,
  const Field extends string,
  S extends Schema.Top,
  Options extends OptionFields,
  Given,
  Answer,
  Failure extends MethodFailure,
  Id,
  Service,
  Needs = never,
  Wire extends Schema.Struct<any> | undefined = undefined
>({
  answer,
  decode,
  failureOf = () => undefined,
  layer,
  run,
  ...described
}: Described<Name, Subject<Field, S>, Options, Answer, Id, Service> & {
  readonly answer?: Wire
  /** Its engine; absent where the assembly has it for others. */
  readonly layer?: Layer.Layer<Id, never, Needs>
  readonly failureOf?: (answer: Answer) => MethodFailure | undefined
  /** Checks the options. */
  readonly decode: (options: JobInput) => Effect.Effect<Given, InvalidInput>
  readonly run: (engine: Service, subject: string, options: Given) => Effect.Effect<Answer, Failure>
}) => {
  const { engine, subject } = described
  const method: Method<Name, Subject<Field, S>, Options, Wire, Answer, Failure, Id, Service> = {
    ...described,
    answer: answer as Wire,
    failureOf,
    call: ({ [subject.name]: asked, ...options }) =>
      Effect.flatMap(decode(options), (given) => Effect.flatMap(engine, (engine) => run(engine, String(asked), given)))
  }
  return { ...method, layer }
}
