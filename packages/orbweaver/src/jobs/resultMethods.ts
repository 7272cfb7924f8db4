/** The methods of jobs that end in one result, by the definition of their kind and under the names that it gives them. */
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { JobInput, JobOver, ResultJob } from "@orbweaver/extraction/internal/jobs/defineJob"
import { resultJobs } from "@orbweaver/extraction/internal/kinds/resultJobs"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ResultJobEngines } from "../assembly/jobs.ts"
import type { CallOptions } from "../instance/calls.ts"
import { toEngineValues } from "../options/engineValues.ts"
import type { InputOf } from "../options/inputs.ts"
import type { AgentMethods } from "./agents.ts"
import type { ExtractMethods } from "./extracting.ts"
import { jobIdOf } from "./jobId.ts"
import type { ResearchMethods } from "./researching.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"
import { awaitEnd, startAndWait, type WaitOptions } from "./waiting.ts"

/** How a job is started: all that is asked for, as one object. */
type Asked<Job extends ResultJob> = InputOf<Job["options"]> & Schema.Struct<Job["required"]>["Type"]

/** The methods of kinds, for those without an interface of their own. */
export type MethodsOf<Jobs extends ResultJob> = {
  readonly [Job in Jobs as Job["methods"]["start"]]: (
    input: Asked<Job> & JobCallOptions
  ) => Promise<{ readonly id: string }>
} & {
  readonly [Job in Jobs as Job["methods"]["status"]]: (
    id: string,
    options?: CallOptions
  ) => Promise<Job["status"]["Type"]>
} & {
  readonly [Job in Jobs as Job["methods"]["run"]]: (
    input: Asked<Job> & WaitOptions & JobCallOptions
  ) => Promise<Job["status"]["Type"]>
} & {
  readonly [Job in Jobs as NonNullable<Job["methods"]["cancel"]>]: (
    id: string,
    options?: CallOptions
  ) => Promise<boolean>
}

/** Kinds whose methods have an interface, with a comment for each. */
type Described = "agent" | "deepResearch" | "extract" | "llmstxt"

export type OtherResultMethods = MethodsOf<Exclude<(typeof resultJobs)[number], { readonly kind: Described }>>

/** The methods of one kind. */
export const resultMethods = <Job extends ResultJob, Id>(
  { find, methods, options, prepare, subject }: JobOver<Id> & Job,
  { run, holdUntilEnd }: Site<JobStore | Id>
): MethodsOf<Job> => {
  const start = Effect.fnUntraced(function* (input: JobInput) {
    const { id } = yield* yield* prepare(yield* toEngineValues(withTexts(input), [], options))
    yield* holdUntilEnd(id)
    return { id }
  })
  const status = (id: string) => find(jobIdOf(id))
  const cancel = (id: string, call?: CallOptions) =>
    run(
      JobStore.use((store) => store.move(jobIdOf(id), "cancelled")),
      call
    )
  const inputOf = ([first, second]: ReadonlyArray<any>): JobInput & WaitOptions & JobCallOptions =>
    subject === undefined ? first : { ...second, [subject]: first }

  const named = {
    [methods.start]: (...given: ReadonlyArray<unknown>) => {
      const { session, signal, ...input } = inputOf(given)
      return run(withSession(session, start(input)), { signal })
    },
    [methods.status]: (id: string, call?: CallOptions) => run(status(id), call),
    [methods.run]: (...given: ReadonlyArray<unknown>) => {
      const { pollInterval, session, signal, waitTimeout, ...input } = inputOf(given)
      return run(
        startAndWait(
          withSession(session, start(input)),
          ({ id }) => Effect.andThen(awaitEnd(id, { pollInterval, waitTimeout }), status(id)),
          signal
        ),
        { signal }
      )
    },
    ...(methods.cancel === undefined ? {} : { [methods.cancel]: cancel })
  }
  return named as {} as MethodsOf<Job>
}

/** Addresses may be `URL`s. */
const withTexts = ({ urls, ...input }: JobInput): JobInput =>
  urls === undefined ? input : { ...input, urls: Array.isArray(urls) ? urls.map(String) : urls }

/** The methods of all kinds. */
export const methodsOfKinds = (
  site: Site<JobStore | ResultJobEngines>
): Omit<AgentMethods & ExtractMethods & ResearchMethods & OtherResultMethods, "extract"> =>
  Object.assign({}, ...resultJobs.map((job) => resultMethods(job, site)))
