/**
 * Jobs that end in one result: extractions, llms.txt, research. They are started
 * and read by their id alike; what is asked and answered is their own.
 */
import type { Job, JobId, JobKind, JobNotFound } from "@orbweaver/core/model/Job"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { notImplemented } from "../notImplemented.ts"
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
  ) => Effect.Effect<{ readonly job: Pick<Job, "id">; readonly beside?: object }, Failure>
  readonly find: (engine: Engine, id: JobId) => Effect.Effect<Found, JobNotFound | StoreError>
  /** What stands in the answer; the caller knows the id. */
  readonly answer: (found: Omit<Found, "id">) => object
}

/** Those of a server without the engine, or without jobs, answer 501. */
export const resultJob = <Engine, Found extends { readonly id: string }>(
  { jobs }: Engines,
  engine: Engine | undefined,
  { answer, find, kind, reading, start, starting, unknown, what }: ResultJob<Engine, Found>
): { readonly start: Operation; readonly status: Operation; readonly cancel: Operation } => {
  if (engine === undefined || jobs === undefined) {
    const missing = notImplemented(reading, what)
    return { start: notImplemented(starting.kind, what, "json"), status: missing, cancel: missing }
  }
  const notFound = fail(404, unknown)
  /** A job that was removed between two reads is not there either. */
  const own = <A>({ caller, params }: Call, use: (id: JobId) => Effect.Effect<A, JobNotFound | StoreError>) =>
    ownJob(jobs, params["id"], caller, notFound, notFound).pipe(
      Effect.filterOrFail(
        (job) => job.kind === kind,
        () => notFound
      ),
      Effect.flatMap(({ id }) => Effect.catchTag(use(id), "JobNotFound", () => Effect.fail(notFound)))
    )
  return {
    start: {
      ...starting,
      writes: true,
      body: "json",
      work: (call) => Effect.map(start(engine, call), ({ beside, job: { id } }) => ({ success: true, id, ...beside }))
    },
    status: {
      kind: reading,
      work: (call) =>
        Effect.map(
          own(call, (id) => find(engine, id)),
          (found) => answer(Struct.omit(found, ["id"]))
        )
    },
    cancel: {
      kind: reading,
      writes: true,
      work: (call) =>
        Effect.as(
          own(call, (id) => jobs.move(id, "cancelled")),
          { success: true, status: "cancelled" }
        )
    }
  }
}
