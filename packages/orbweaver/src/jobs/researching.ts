/** Research for code without Effect: methods with the names of the v1 SDK, over a runtime that has the engines of jobs. */
import { JobId } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import {
  decode,
  DeepResearch,
  type ResearchOptions,
  type ResearchStatus
} from "@orbweaver/extraction/research/DeepResearch"
import * as Effect from "effect/Effect"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { ended, type WaitOptions } from "./waiting.ts"

export interface ResearchMethods {
  /** Rejects with `ResearchUnavailable` where there is no model or no search provider. */
  readonly asyncDeepResearch: (query: string, options?: ResearchOptions) => Promise<{ readonly id: string }>
  readonly checkDeepResearchStatus: (id: string) => Promise<ResearchStatus>
  /** Searches, reads and writes a report; research that fails is told by `status` and `error`. */
  readonly deepResearch: (query: string, options?: ResearchOptions & WaitOptions) => Promise<ResearchStatus>
  /** Whether the research was still going on. */
  readonly cancelDeepResearch: (id: string) => Promise<boolean>
}

type Engines = JobStore | DeepResearch

export const make = (runtime: ManagedRuntime.ManagedRuntime<Engines, unknown>): ResearchMethods => {
  const run = <A, E>(effect: Effect.Effect<A, E, Engines>) => runtime.runPromise(effect)

  const start = Effect.fnUntraced(function* (query: string, options: ResearchOptions = {}) {
    const { id } = yield* (yield* DeepResearch).start(query, yield* decode(options))
    return { id }
  })
  const status = (id: string) => DeepResearch.use((research) => research.status(JobId.make(id)))

  return {
    asyncDeepResearch: (query, options) => run(start(query, options)),
    checkDeepResearchStatus: (id) => run(status(id)),
    deepResearch: (query, { pollInterval, timeout, ...options } = {}) =>
      run(
        Effect.flatMap(start(query, options), ({ id }) =>
          Effect.andThen(ended(id, { pollInterval, timeout }), status(id))
        )
      ),
    cancelDeepResearch: (id) => run(JobStore.use((store) => store.move(JobId.make(id), "cancelled")))
  }
}
