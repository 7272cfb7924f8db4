/**
 * What a worker does once for a job of a kind (`JobQueue`): a crawl collects its
 * seeds, an extraction runs as a whole.
 *
 * A handler may run more than once for a job, after a crash, so what it does
 * must be harmless to repeat.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Job, JobKind } from "../model/Job.ts"

/** The work waits for something else, such as other jobs: it is given again, to any worker, and takes no place until then. */
export interface Postponed {
  readonly afterMs: number
}

/** Fails with the sentence that the job will carry when it is tried for the last time. */
export type TaskHandler = (job: Job) => Effect.Effect<Postponed | void, { readonly message: string }>

export type Handlers = Readonly<Partial<Record<JobKind, TaskHandler>>>

export class TaskHandlers extends Context.Service<TaskHandlers, Handlers>()("@orbweaver/core/TaskHandlers") {}

/** A worker was started that could only fail jobs of these kinds. */
export class MissingTaskHandler extends Schema.TaggedError<MissingTaskHandler>()("MissingTaskHandler", {
  kinds: Schema.Array(JobKind)
}) {
  override get message() {
    return `The worker has no task handler for jobs of the kind ${this.kinds.join(", ")}: add one to TaskHandlers, or refuse the kind with refuseOthers`
  }
}

/** The handlers, once there is one for each kind of job. */
export const checkHandlers = (handlers: Handlers): Effect.Effect<Required<Handlers>, MissingTaskHandler> => {
  const kinds = kindsWithout(handlers)
  return kinds.length === 0
    ? Effect.succeed(handlers as Required<Handlers>)
    : Effect.fail(new MissingTaskHandler({ kinds }))
}

/** Fails the jobs of all other kinds: for a store in which there are none. */
export const refuseOthers = (handlers: Handlers): Handlers => {
  const refused = kindsWithout(handlers).map(
    (kind) => [kind, () => Effect.fail({ message: `This worker refuses ${kind} jobs` })] as const
  )
  return { ...Object.fromEntries(refused), ...handlers }
}

const kindsWithout = (handlers: Handlers): ReadonlyArray<JobKind> =>
  JobKind.literals.filter((kind) => handlers[kind] === undefined)
