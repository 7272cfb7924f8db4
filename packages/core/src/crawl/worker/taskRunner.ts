/** Takes tasks (`JobQueue`) and runs their handlers, a few at once. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Account, CurrentAccount, protectedAccount } from "../../accounts/Account.ts"
import { isFinal, type Job } from "../../model/Job.ts"
import { ThreatProtection } from "../../model/ThreatProtection.ts"
import { JobQueue, type Task } from "../../jobs/JobQueue.ts"
import { JobReports } from "../JobReports.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { isStoreAway, type StoreError } from "../../model/StoreError.ts"
import { checkHandlers, TaskHandlers } from "../../jobs/TaskHandlers.ts"
import { messageOf, settlingTime, untilStoreReturns, retryWhileAway } from "../../jobs/retryWhileAway.ts"
import { whileWaiting } from "../../jobs/whileWaiting.ts"

/** Tasks at once in one worker: most of them wait for the pages of their job. */
const maxRunning = 16
/** Further ones of accounts of which no other is worked on: long ones of some accounts keep nobody else waiting. */
const keptForOthers = 8

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
  /** Tasks that are worked on, by their accounts. */
  const busy = new Map<string, number>()
  let running = 0
  /** When tasks are due that were postponed here: nobody else wakes those who wait for them. */
  let postponedUntil: ReadonlyArray<number> = []
  const count = (account: string, by: number): void => {
    running += by
    const tasks = (busy.get(account) ?? 0) + by
    if (tasks > 0) busy.set(account, tasks)
    else busy.delete(account)
  }

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
    const postponed = yield* handlers[job.kind](job).pipe(
      Effect.provideService(CurrentAccount, account),
      // A task has few attempts, so an unavailable store must not use one up.
      Effect.retry({ while: isStoreAway, schedule: untilStoreReturns }),
      Effect.raceFirst(renewUntilLost(task))
    )
    if (postponed !== undefined) {
      const { afterMs } = postponed
      postponedUntil = [...postponedUntil, (yield* Clock.currentTimeMillis) + afterMs]
      yield* queue.postpone(task, afterMs).pipe(retryWhileAway("Postponing a task", settlingTime))
      return
    }
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
      Effect.ensuring(Effect.sync(() => count(task.accountId, -1)))
    )

  const take = Effect.suspend(() =>
    running < maxRunning + keptForOthers
      ? queue.take(leaseMs, { busy, perAccount: running < maxRunning ? Infinity : 1 })
      : Effect.succeed(Option.none<Task>())
  )

  const takeOrWait = Effect.fnUntraced(function* (woken: Effect.Effect<void>) {
    const now = yield* Clock.currentTimeMillis
    postponedUntil = postponedUntil.filter((at) => at > now)
    const task = yield* take
    if (Option.isNone(task)) {
      if (postponedUntil.length === 0) return yield* woken
      return yield* Effect.timeoutOption(woken, Duration.millis(Math.min(...postponedUntil) - now))
    }
    count(task.value.accountId, 1)
    yield* Effect.forkScoped(attempt(task.value))
  })

  return Effect.suspend(() => whileWaiting(queue.awaitTask(Duration.millis(pollMs())), takeOrWait))
})

/** What a job costs is counted under the key that started it; its lists narrow where it goes. */
export const payingAccount = (account: Account, { keyName, request }: Pick<Job, "keyName" | "request">): Account => {
  const given = Option.getOrUndefined(decodeProtection(request))?.scrapeOptions?.threatProtection
  return protectedAccount(keyName === undefined ? account : { ...account, keyName }, given)
}

const decodeProtection = Schema.decodeUnknownOption(
  Schema.Struct({
    scrapeOptions: Schema.optionalKey(Schema.Struct({ threatProtection: Schema.optionalKey(ThreatProtection) }))
  })
)
