/**
 * Jobs that end in one result: extractions, llms.txt, research. They are started
 * and read by their id alike; what is asked and answered is their own.
 */
import type { Job, JobId, JobKind, JobNotFound } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import type { Engines } from "../Engines.ts"
import { fail } from "../../wire/ErrorBody.ts"
import { ownJob } from "./pageJobs.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import type { Failure } from "../../wire/toErrorBody.ts"

interface ResultJob<Engine, Found extends { readonly id: string }> {
  readonly kind: JobKind
  /** A plural: "Extractions". */
  readonly what: string
  /** Error for an id that is not a job of the caller. */
  readonly unknown: string
  readonly starting: Pick<Operation, "kind" | "judged" | "price">
  readonly reading: Operation["kind"]
  /** Fields of the answer besides the id. */
  readonly start: (
    engine: Engine,
    call: Call
  ) => Effect.Effect<{ readonly job: Pick<Job, "id">; readonly extraFields?: object }, Failure>
  readonly find: (engine: Engine, id: JobId) => Effect.Effect<Found, JobNotFound | StoreError>
  /** What stands in the answer; the caller knows the id. */
  readonly answer: (found: Omit<Found, "id">) => object
}

export const resultJob = <Engine, Found extends { readonly id: string }>(
  { jobs }: Engines,
  engine: Engine | undefined,
  { answer, find, kind, reading, start, starting, unknown, what }: ResultJob<Engine, Found>
): { readonly start: Operation; readonly status: Operation; readonly cancel: Operation } => {
  const parts = engine === undefined || jobs === undefined ? undefined : { engine, jobs }
  const operation = offered(parts, what)
  const notFound = fail(404, unknown)
  /** A job that was removed between two reads is not there either. */
  const own = <A>(
    jobs: JobStore,
    { caller, params }: Call,
    use: (id: JobId) => Effect.Effect<A, JobNotFound | StoreError>
  ) =>
    ownJob(jobs, params["id"], caller, notFound, notFound).pipe(
      Effect.filterOrFail(
        (job) => job.kind === kind,
        () => notFound
      ),
      Effect.flatMap(({ id }) => Effect.catchTag(use(id), "JobNotFound", () => Effect.fail(notFound)))
    )
  return {
    start: operation({ ...starting, writes: true, body: "json" }, ({ engine }, call) =>
      Effect.map(start(engine, call), ({ extraFields, job: { id } }) => ({ success: true, id, ...extraFields }))
    ),
    status: operation({ kind: reading }, ({ engine, jobs }, call) =>
      Effect.map(
        own(jobs, call, (id) => find(engine, id)),
        (found) => answer(Struct.omit(found, ["id"]))
      )
    ),
    cancel: operation({ kind: reading, writes: true }, ({ jobs }, call) =>
      Effect.as(
        own(jobs, call, (id) => jobs.move(id, "cancelled")),
        { success: true, status: "cancelled" }
      )
    )
  }
}
