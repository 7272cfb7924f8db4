/**
 * Reports what a job could not do, once it has ended: a worker asks for it when its last page or its task is done. Nothing happens
 * unless an application sets it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { JobId } from "../model/Job.ts"
import type { JobStore } from "../jobs/JobStore.ts"

export interface Service {
  /** Does nothing for a job that goes on, and for one that was reported before. Never fails. */
  readonly report: (id: JobId) => Effect.Effect<void, never, JobStore>
}

export const JobReports = Context.Reference<Service>("@orbweaver/core/JobReports", {
  defaultValue: () => ({ report: () => Effect.void })
})
