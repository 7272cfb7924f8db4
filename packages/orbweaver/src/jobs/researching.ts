/** Research for code without Effect: methods with the names of the v1 SDK, over a runtime that has the engines of jobs. */
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import {
  decode,
  DeepResearch,
  type ResearchOptions,
  type ResearchStatus
} from "@orbweaver/extraction/research/DeepResearch"
import * as Effect from "effect/Effect"
import type { CallOptions } from "../instance/calls.ts"
import type { DurationInput } from "../options/durations.ts"
import { toEngineValues } from "../options/engineValues.ts"
import { jobIdOf } from "./jobId.ts"
import { type JobCallOptions, type Site, withSession } from "./Site.ts"
import { ended, startAndWait, type WaitOptions } from "./waiting.ts"

/** What is researched, and how far. */
interface ResearchInput extends Omit<ResearchOptions, "timeLimit"> {
  /** How long to search and read: seconds, 30 to 600, or a text such as `"10 minutes"`. Default: 5 minutes. */
  readonly timeLimit?: DurationInput | undefined
}

export interface ResearchMethods {
  /** Rejects with `ResearchUnavailable` where there is no model or no search provider. */
  readonly asyncDeepResearch: (
    query: string,
    options?: ResearchInput & JobCallOptions
  ) => Promise<{ readonly id: string }>
  /** How far research is: what was done and found so far, and the report once it is written. Rejects with `JobNotFound`. */
  readonly checkDeepResearchStatus: (id: string, options?: CallOptions) => Promise<ResearchStatus>
  /** Searches, reads and writes a report; research that fails has `status` and `error`. */
  readonly deepResearch: (
    query: string,
    options?: ResearchInput & WaitOptions & JobCallOptions
  ) => Promise<ResearchStatus>
  /** Whether the research was still going on. */
  readonly cancelDeepResearch: (id: string, options?: CallOptions) => Promise<boolean>
}

type Engines = JobStore | DeepResearch

export const make = ({ run, started }: Site<Engines>): ResearchMethods => {
  const start = Effect.fnUntraced(function* (query: string, options: ResearchInput = {}) {
    const { id } = yield* (yield* DeepResearch).start(query, yield* decode(yield* toEngineValues(options)))
    yield* started(id)
    return { id }
  })
  const status = (id: string) => DeepResearch.use((research) => research.status(jobIdOf(id)))

  return {
    asyncDeepResearch: (query, { session, signal, ...options } = {}) =>
      run(withSession(session, start(query, options)), { signal }),
    checkDeepResearchStatus: (id, call) => run(status(id), call),
    deepResearch: (query, { pollInterval, session, signal, waitTimeout, ...options } = {}) =>
      run(
        startAndWait(
          withSession(session, start(query, options)),
          ({ id }) => Effect.andThen(ended(id, { pollInterval, waitTimeout }), status(id)),
          signal
        ),
        { signal }
      ),
    cancelDeepResearch: (id, call) =>
      run(
        JobStore.use((store) => store.move(jobIdOf(id), "cancelled")),
        call
      )
  }
}
