/** What engines of jobs with one result have in common: making a job, reading it back, and saying how far it is. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { ownedBy, unbounded } from "@orbweaver/core/internal/jobs/newJob"
import type { NewJob, Service as JobStoreService } from "@orbweaver/core/jobs/JobStore"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import { expiryOf, type Job, JobId, type JobKind, JobNotFound, resultStatus } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { defined } from "@orbweaver/core/internal/support/defined"

/** State of a job as callers read it. */
export const JobState = Schema.Literals(["processing", "completed", "failed", "cancelled"])

/** What `commonStatus` fills. */
export const statusFields = {
  id: Schema.String,
  status: JobState,
  /** Why there is nothing. */
  error: Schema.optionalKey(Schema.String),
  /**
   * What went less well than asked, in sentences. While it is processed, why it may not get on: the store refuses what is
   * written.
   */
  warning: Schema.optionalKey(Schema.String),
  creditsUsed: Schema.Number,
  /** ISO 8601. */
  expiresAt: Schema.String
}

/** Every status says at least this. */
export interface JobStatus {
  readonly id: string
  readonly status: typeof JobState.Type
  readonly error?: string | undefined
  readonly warning?: string | undefined
}

export interface JobEngine<Status> {
  /** Fails with `JobNotFound` for other kinds of jobs too. */
  readonly status: (id: JobId) => Effect.Effect<Status, JobNotFound | StoreError>
  readonly collect: TaskHandler
}

/** The jobs of one kind in a store; `name` stands in errors, and `request` is how a request is stored. */
export const jobsOf = <Request>(
  store: JobStoreService,
  kind: JobKind,
  name: string,
  request: Schema.Codec<Request, unknown>
) => {
  const decode = Schema.decodeUnknownEffect(request)
  const requestOf = (job: Job): Effect.Effect<Request, StoreError> =>
    Effect.mapError(
      decode(job.request),
      (cause) => new StoreError({ operation: `${name}.request`, cause, ...defined({ detail: job.warning }) })
    )
  return {
    create: Effect.fnUntraced(function* (
      job: Pick<NewJob, "maxConcurrency" | "origin" | "request"> & Partial<Pick<NewJob, "webhook">>
    ) {
      return yield* store.create({
        id: JobId.make(crypto.randomUUID()),
        kind,
        ...ownedBy(yield* CurrentAccount),
        ...unbounded,
        task: true,
        seeds: [],
        ...job
      })
    }),
    find: (id: JobId) =>
      Effect.filterOrFail(
        store.get(id),
        (job) => job.kind === kind,
        () => new JobNotFound({ id })
      ),
    requestOf,
    /** Undefined for a job whose warning says why this process cannot read it, such as a missing key. */
    requestIfReadable: (job: Job): Effect.Effect<Request | undefined, StoreError> =>
      job.warning === undefined ? requestOf(job) : Effect.orElseSucceed(decode(job.request), () => undefined),
    fail: (id: JobId, reason: string) => Effect.asVoid(store.move(id, "failed", reason))
  }
}

/** The state that a job keeps as its output, or the one to begin with. */
export const stateReader = <State>(schema: Schema.Codec<State, unknown>, initial: State) => {
  const isState = Schema.is(schema)
  return ({ output }: Pick<Job, "output">): State => (isState(output) ? output : initial)
}

/** Members of a status that are the same for every kind. */
export const commonStatus = (job: Job) => ({
  id: job.id,
  status: resultStatus(job.status),
  ...defined({ error: job.error, warning: job.warning }),
  creditsUsed: job.creditsUsed,
  expiresAt: expiryOf(job)
})
