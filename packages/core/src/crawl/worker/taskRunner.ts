/** Takes tasks (`JobQueue`) and runs their handlers, a few at once. */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Account, CurrentAccount } from "../../accounts/Account.ts"
import { isFinal, type Job } from "../../model/Job.ts"
import { JobQueue, type Task } from "../../jobs/JobQueue.ts"
import { JobReports } from "../JobReports.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { isStoreAway, type StoreError } from "../../model/StoreError.ts"
import { checkHandlers, TaskHandlers } from "../../jobs/TaskHandlers.ts"
import { messageOf, settlingTime, untilStoreReturns, retryWhileAway } from "../../jobs/retryWhileAway.ts"
import { whileWaiting } from "../../jobs/whileWaiting.ts"

/** Tasks at once in one worker: most of them wait for the pages of their job. */
const maxRunning = 16

export interface Options {
  readonly leaseMs: number
  /** Between two heartbeats of a task. */
  readonly heartbeatInterval: Duration.Duration
  /** How long to wait before the next look for a task, in milliseconds. */
  readonly pollMs: () => number
  readonly accountOf: (id: string) => Effect.Effect<Account, StoreError>
}

/** One step: begins a task, or waits for one. */
export const make = Effect.fnUntraced(function* ({ accountOf, leaseMs, pollMs, heartbeatInterval }: Options) {
  const queue = yield* JobQueue
  const store = yield* JobStore
  const handlers = yield* checkHandlers(yield* TaskHandlers)
  const reports = yield* JobReports
  let running = 0

  /**
   * Ends when the task is lost: its job has ended, or another worker has it by now. A store that is away says neither,
   * and the work goes on.
   */
  const renewUntilLost = (task: Task) =>
    Effect.gen(function* () {
      do yield* Effect.sleep(heartbeatInterval)
      while (yield* Effect.catchCause(queue.heartbeat(task, leaseMs), () => Effect.succeed(true)))
    })

  const handle = Effect.fnUntraced(function* (task: Task) {
    const job = yield* store.get(task.jobId).pipe(retryWhileAway("Reading the job of a task", settlingTime))
    const account = payingAccount(
      yield* accountOf(job.accountId).pipe(retryWhileAway("Reading an account", settlingTime)),
      job
    )
    yield* handlers[job.kind](job).pipe(
      Effect.provideService(CurrentAccount, account),
      // A task has few attempts, so an unavailable store must not use one up.
      Effect.retry({ while: isStoreAway, schedule: untilStoreReturns }),
      Effect.raceFirst(renewUntilLost(task))
    )
    yield* queue.done(task).pipe(retryWhileAway("Ending a task", settlingTime))
  })

  /** Whoever ended the job knows why its task stopped. */
  const isJobOver = (task: Task) =>
    store.get(task.jobId).pipe(
      Effect.map(({ status }) => isFinal(status)),
      Effect.orElseSucceed(() => false)
    )

  const attempt = (task: Task) =>
    handle(task).pipe(
      Effect.catchCause(
        Effect.fnUntraced(function* (cause) {
          // The worker stops: the task is given again when its lease ends.
          if (Cause.hasInterruptsOnly(cause)) return
          if (!(yield* isJobOver(task))) yield* Effect.logWarning("A task failed", cause)
          // One that cannot be noted as failed is given again when its lease ends.
          yield* Effect.ignoreCause(
            queue.fail(task, messageOf(cause)).pipe(retryWhileAway("Failing a task", settlingTime))
          )
        })
      ),
      Effect.andThen(Effect.provideService(reports.report(task.jobId), JobStore, store)),
      Effect.ensuring(Effect.sync(() => running--))
    )

  const takeOrWait = Effect.fnUntraced(function* (woken: Effect.Effect<void>) {
    const task = running < maxRunning ? yield* queue.take(leaseMs) : Option.none<Task>()
    if (Option.isNone(task)) return yield* woken
    running++
    yield* Effect.forkScoped(attempt(task.value))
  })

  return Effect.suspend(() => whileWaiting(queue.awaitTask(Duration.millis(pollMs())), takeOrWait))
})

/** What a job costs is counted under the key that started it. */
export const payingAccount = (account: Account, { keyName }: Pick<Job, "keyName">): Account =>
  keyName === undefined ? account : { ...account, keyName }
