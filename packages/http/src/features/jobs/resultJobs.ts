/**
 * Jobs that end in one result: extractions, llms.txt, research, agents. They are started
 * and read by their id alike; what is asked and answered may be the kind's own.
 */
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { type Job, type JobId, type JobNotFound, notesOf } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import { StoreError } from "@orbweaver/core/model/StoreError"
import type { JobInput, JobOver, ResultJob, StartFailure } from "@orbweaver/extraction/internal/jobs/defineJob"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import type { Engines } from "../Engines.ts"
import { wireError, type WireError } from "../../wire/ErrorBody.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { withoutCommon } from "../../wire/schemas.ts"
import { jobBody, otherJobs, type OtherGroups } from "../../wire/jobEndpoints.ts"
import { refuseRetention } from "../scrape/retention.ts"
import { ownJob } from "./pageJobs.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import type { Operations } from "../../gate/routes.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import { type Warned, withNotes } from "../../wire/warning.ts"
import { webhookOf } from "./webhooks.ts"

/** What is a kind's own on the wire. */
interface Shapes<Engine, Status> {
  /** Error for an id that is not a job of the caller. */
  readonly unknown: string
  readonly starting: Pick<Operation, "kind" | "judged">
  readonly reading: Operation["kind"]
  /** Fields of the answer besides the id. */
  readonly start: (
    engine: Engine,
    call: Call
  ) => Effect.Effect<{ readonly id: JobId; readonly extraFields?: object }, Failure>
  readonly find: (engine: Engine, id: JobId) => Effect.Effect<Status, JobNotFound | StoreError>
  /** What stands in the answer; the caller knows the id. */
  readonly answer: (found: Omit<Status, "id">) => Warned
}

interface JobOperations {
  readonly start: Operation
  readonly status: Operation
  readonly cancel: Operation
}

/** The job as far as its operations need it. */
interface Kind<Id, Engine> extends Pick<ResultJob, "kind" | "plural"> {
  readonly engine: Context.Key<Id, Engine>
}

export const jobOperations = <Id, Engine, Status extends { readonly id: string }>(
  { engineOf, jobs }: Engines,
  { engine: key, kind, plural }: Kind<Id, Engine>,
  { answer, find, reading, start, starting, unknown }: Shapes<Engine, Status>
): JobOperations => {
  const engine = engineOf(key)
  const parts = engine === undefined || jobs === undefined ? undefined : { engine, jobs }
  const operation = offered(parts, plural)
  const notFound = wireError(404, unknown)
  /** A job that was removed between two reads is not there either. */
  const own = <A>(
    jobs: JobStore,
    { caller, params }: Call,
    use: (job: Job) => Effect.Effect<A, JobNotFound | StoreError | WireError>
  ) =>
    ownJob(jobs, params["id"], caller, notFound, notFound).pipe(
      Effect.filterOrFail(
        (job) => job.kind === kind,
        () => notFound
      ),
      Effect.flatMap((job) => Effect.catchTag(use(job), "JobNotFound", () => Effect.fail(notFound)))
    )
  /** What a job answers depends on its request, which a server without its key cannot read. */
  const findReadable = (
    engine: Engine,
    { id, request, warning }: Job
  ): Effect.Effect<Status, JobNotFound | StoreError | WireError> =>
    request === null && warning !== undefined
      ? Effect.fail(wireError(500, warning, "JOB_UNREADABLE"))
      : find(engine, id)
  return {
    start: operation(
      {
        ...starting,
        price: () => ({ unit: "credits", amount: 1 }),
        startsJob: () => true,
        writes: true,
        body: "json"
      },
      ({ engine }, call) =>
        Effect.gen(function* () {
          yield* Effect.fromResult(refuseRetention(call.body, `${plural} store their answer until it is read`))
          const { extraFields, id } = yield* start(engine, call)
          return { success: true, id, ...extraFields }
        })
    ),
    status: operation({ kind: reading }, ({ engine, jobs }, call) =>
      own(jobs, call, (job) =>
        Effect.map(findReadable(engine, job), (found) => withNotes(answer(Struct.omit(found, ["id"])), notesOf(job)))
      )
    ),
    cancel: operation({ kind: reading, writes: true }, ({ jobs }, call) =>
      Effect.as(
        own(jobs, call, ({ id }) => jobs.move(id, "cancelled")),
        { success: true, status: "cancelled" }
      )
    )
  }
}

interface PlainBody extends JobInput {
  readonly webhook?: WebhookOptions | null
}

/** The operations of a kind without shapes of its own: it is asked for and answered as its definition says. */
export const plainOperations = <Id>(engines: Engines, job: JobOver<Id>): Readonly<Record<string, Operation>> => {
  // What the fields of a kind hold is its own matter: `prepare` reads them.
  const read = reader(jobBody(job) as {} as Schema.Codec<PlainBody, unknown>)
  const { cancel, start, status } = jobOperations(engines, job, {
    unknown: "Job not found",
    starting: { kind: "extract" },
    reading: "extractStatus",
    start: Effect.fnUntraced(function* (engine, call) {
      const { webhook, ...asked } = yield* decodeBody(read, call)
      const ready = yield* job.prepare({ ...withoutCommon(asked), ...webhookOf(engines, webhook) })
      return yield* Effect.mapError(Effect.provideService(ready, job.engine, engine), toFailure)
    }),
    find: (engine, id) => Effect.provideService(job.find(id), job.engine, engine),
    answer: ({ status, ...rest }) => ({ success: status !== "failed", status, ...rest })
  })
  const { methods } = job
  return {
    [methods.start]: start,
    [methods.status]: status,
    ...(methods.cancel === undefined ? {} : { [methods.cancel]: cancel })
  }
}

/** Those of all kinds without endpoints in the API of a version. */
export const otherOperations = <Groups extends OtherGroups>(engines: Engines): Operations<Groups> =>
  Object.assign({}, ...otherJobs.map((job) => plainOperations(engines, job)))

/** What a start fails with besides bad input is that this server lacks what the job needs. */
const toFailure = (error: StartFailure): Failure =>
  error instanceof InvalidInput || error instanceof StoreError
    ? error
    : wireError(501, error.message, "NOT_IMPLEMENTED")
