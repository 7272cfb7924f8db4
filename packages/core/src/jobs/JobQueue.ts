/**
 * Port: hands jobs to workers for the work that is done once a job: collecting
 * the seeds of a crawl, running an extraction.
 *
 * At least once: a task is given to one worker at a time under a lease. One
 * whose worker dies is given again, and after `maxAttempts` (`rules/tasks`) its job fails with
 * the last reason. Tasks are offered by `JobStore.create`, in its transaction.
 *
 * Contract: `JobStoreSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { JobId } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface Task {
  readonly jobId: JobId
  readonly accountId: string
  /** Fencing token: grows with every take; 1 for the first. */
  readonly attempt: number
}

/** Which accounts have their turn: those of which the taker works on the fewest tasks come first. */
export interface TaskTurns {
  /** Tasks that the taker works on now, by their accounts. */
  readonly busy: ReadonlyMap<string, number>
  /** No task is taken of an account of which so many are worked on. */
  readonly perAccount: number
}

/** The order of the tasks alone. */
export const anyAccount: TaskTurns = { busy: new Map(), perAccount: Infinity }

export interface Service {
  /** The oldest waiting task of the accounts whose turn it is, of any when absent; leased for so many milliseconds. */
  readonly take: (leaseMs: number, turns?: TaskTurns) => Effect.Effect<Option.Option<Task>, StoreError>
  /** Extends the lease; false when it is lost or the job has ended. */
  readonly heartbeat: (task: Task, leaseMs: number) => Effect.Effect<boolean, StoreError>
  /** The work is done; false when the lease was lost. Ends the collecting of a crawl. */
  readonly done: (task: Task) => Effect.Effect<boolean, StoreError>
  /**
   * The task waits for something and is given again after so many milliseconds; neither this attempt nor those before
   * count. False when the lease was lost.
   */
  readonly postpone: (task: Task, afterMs: number) => Effect.Effect<boolean, StoreError>
  /** The work failed: given again later, or the job fails. */
  readonly fail: (task: Task, reason: string) => Effect.Effect<void, StoreError>
  /** Waits until this process offers a task, or for as long as given. */
  readonly awaitTask: (atMost: Duration.Duration) => Effect.Effect<void>
}

export class JobQueue extends Context.Service<JobQueue, Service>()("@orbweaver/core/JobQueue") {}
