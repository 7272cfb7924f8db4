/** The part of `JobStore` that creates, changes and removes jobs. */
import type { Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import type { Service } from "@orbweaver/core/jobs/JobStore"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { isFinal, type JobId, JobNotFound } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { view } from "../../jobs/JobRow.ts"
import { admittedAtOnce, chunksOf } from "../../jobs/jobRows.ts"
import type { JobTables, Row } from "./JobTables.ts"

type Changes = Pick<Service, "create" | "finish" | "move" | "remove" | "report" | "retryFailed" | "sweep">

export const makeChanges = (tables: JobTables, frontier: Pick<Frontier, "admit">): Changes => {
  const { readJob, removeRows, signals, sql, statements, sweepHosts, writeJob } = tables
  const [failure, job, page, task] = ["failure", "job", "page", "task"].map(sql.table)

  const move: Service["move"] = (id, to, reason) =>
    writeJob("JobStore.move", id, (job, tx) =>
      Effect.sync(() => tx.apply(job, Lifecycle.move(job.spec, job.state, to, reason, tx.now)))
    ).pipe(Effect.tap(() => Effect.sync(() => to !== "scraping" && signals.notify(JobSignals.stopTopic))))

  /** Fails a job whose creation ended halfway, unless it is of another version of the program. */
  const failHalfMade = (id: JobId) =>
    writeJob("JobStore.sweep", id, (job, tx) =>
      Effect.sync(
        () =>
          job.spec.unreadable === undefined &&
          tx.apply(job, Lifecycle.move(job.spec, job.state, "failed", Lifecycle.notCreated, tx.now))
      )
    )

  return {
    create: makeCreate(tables, frontier),
    move,
    retryFailed: (id) =>
      writeJob(
        "JobStore.retryFailed",
        id,
        Effect.fnUntraced(function* (job, tx) {
          const transition = Lifecycle.retryFailed(job.state, tx.now)
          if (transition === undefined) return 0
          const { failed } = job.state.counts
          // What the end of the job left in the queue stays out.
          if (isFinal(job.state.status)) {
            yield* sql.rows(`UPDATE ${page} SET state = 4, reason = 'limit' WHERE job = ? AND state IN (0, 6)`, job.n)
          }
          yield* sql.rows(statements.requeueFailed, job.n)
          yield* sql.rows(`DELETE FROM ${failure} WHERE job = ?`, job.n)
          tx.apply(job, transition)
          tx.wake()
          tx.endIfDone(job)
          return failed
        })
      ),
    report: (id, output) =>
      writeJob("JobStore.report", id, (job) =>
        Effect.sync(() => {
          if (isFinal(job.state.status)) return false
          job.output = JSON.stringify(output)
          return true
        })
      ),
    finish: (id, output, credits) =>
      writeJob("JobStore.finish", id, (job, tx) =>
        Effect.sync(() => {
          const finished = Lifecycle.finish(job.spec, job.state, credits, tx.now)
          if (finished !== undefined) job.output = JSON.stringify(output)
          return tx.apply(job, finished)
        })
      ),
    remove: Effect.fnUntraced(function* (id) {
      yield* Effect.ignore(move(id, "cancelled"))
      yield* readJob("JobStore.remove", id, ({ n }) => Effect.succeed(n)).pipe(
        Effect.flatMap(removeRows),
        Effect.catchTag("JobNotFound", () => Effect.void)
      )
      signals.notify(id)
    }),
    sweep: Effect.gen(function* () {
      const now = yield* sql.now
      yield* sweepHosts(now)
      const halfMade = yield* sql.read(
        "JobStore.sweep",
        sql.rows<Row>(
          `SELECT id FROM ${job} WHERE status IN ('scraping', 'paused') AND ${sql.isTrue("collecting")} AND created_at <= ?
            AND NOT EXISTS (SELECT 1 FROM ${task} WHERE task.job = job.n) LIMIT 10`,
          now - Lifecycle.maxCreationMs
        )
      )
      for (const { id } of halfMade) yield* Effect.ignore(failHalfMade(id as JobId))
      const expired = yield* sql.read("JobStore.sweep", sql.rows<Row>(statements.expired, now))
      for (const { n } of expired) yield* removeRows(Number(n))
      return expired.length
    })
  }
}

const makeCreate = ({ createJob, sql, writeJob }: JobTables, frontier: Pick<Frontier, "admit">): Service["create"] => {
  const addTask = `INSERT INTO ${sql.table("task")} (job, attempt, until) VALUES (?, 0, 0)`

  return Effect.fnUntraced(function* (given) {
    const [first = [], ...rest] = chunksOf(given.seeds, admittedAtOnce)
    const created = yield* createJob(
      given,
      given.task || rest.length > 0,
      Effect.fnUntraced(function* (job, tx, admit) {
        tx.apply(job, Lifecycle.begin(job.spec, job.state.collecting, tx.now))
        yield* admit(first)
        if (given.task) {
          yield* sql.rows(addTask, job.n)
          tx.wake(JobSignals.tasks)
        }
        tx.wake()
        tx.endIfDone(job)
        return view(job)
      })
    )
    if (rest.length === 0) return created
    for (const chunk of rest) {
      yield* Effect.yieldNow
      yield* frontier.admit(given.id, chunk).pipe(removedMeanwhile)
    }
    return yield* writeJob("JobStore.create", given.id, (job, tx) =>
      Effect.sync(() => {
        if (!given.task) tx.apply(job, Lifecycle.collected(job.spec, job.state, tx.now))
        return view(job)
      })
    ).pipe(removedMeanwhile)
  })
}

/** Somebody removed the job while it was being created. */
const removedMeanwhile = <A, E>(effect: Effect.Effect<A, E | JobNotFound>): Effect.Effect<A, E | StoreError> =>
  Effect.mapError(effect, (error) =>
    error instanceof JobNotFound ? new StoreError({ operation: "JobStore.create", cause: error }) : error
  )
