/**
 * What a worker does once for a job of a kind (`JobQueue`): a crawl collects its
 * seeds, an extraction runs as a whole.
 *
 * A handler may run more than once for a job, after a crash, so what it does
 * must be harmless to repeat.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Job, JobKind } from "../model/Job.ts"

/** Fails with the sentence that the job will carry when it is tried for the last time. */
export type TaskHandler = (job: Job) => Effect.Effect<void, { readonly message: string }>

export class TaskHandlers extends Context.Service<TaskHandlers, Readonly<Partial<Record<JobKind, TaskHandler>>>>()(
  "@orbweaver/core/TaskHandlers"
) {}
