/** The part of `JobStore` that creates, changes and removes jobs. */
import type { Service as Frontier } from "@orbweaver/core/jobs/Frontier"
import * as JobSignals from "@orbweaver/core/internal/jobs/JobSignals"
import type { Service } from "@orbweaver/core/jobs/JobStore"
import * as Lifecycle from "@orbweaver/core/jobs/rules/lifecycle"
import { actionPosts, type EventPost } from "@orbweaver/core/jobs/Webhooks"
import { isFinal, type JobId, JobNotFound } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { type JobRow, view } from "../../jobs/JobRow.ts"
import { admittedAtOnce, chunksOf } from "../../jobs/jobRows.ts"
import * as PostText from "../../jobs/postText.ts"
import { listOf } from "../SqlDatabase.ts"
import type { JobTables, Row } from "./JobTables.ts"

type Changes = Pick<
  Service,
  "create" | "finish" | "move" | "remove" | "removeChecks" | "report" | "retryFailed" | "sweep"
>

/** Checks that are removed in one transaction, and events that one statement adds. */
const atOnce = 100

export const makeChanges = (tables: JobTables, frontier: Pick<Frontier, "admit">): Changes => {
  const { forget, onErased, readJob, removeRows, sealing, signals, sql, statements, sweepHosts, writeJob } = tables
  const [failure, job, page, task] = ["failure", "job", "page", "task"].map(sql.table)

  const addPosts = ({ n, state }: JobRow, posts: ReadonlyArray<EventPost>, now: number) =>
    Effect.forEach(
      chunksOf(posts, atOnce),
      (some) =>
        sql.rows(
          `INSERT INTO ${sql.table("delivery")} (id, job, number, type, attempt, due_at, post)
            VALUES ${some.map(() => "(?, ?, ?, ?, 0, ?, ?)").join(", ")}`,
          ...some.flatMap((post) => [post.id, n, state.events, post.type, now, PostText.encode(post, sealing)])
        ),
      { discard: true }
    )

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
    report: (id, output, action) =>
      writeJob(
        "JobStore.report",
        id,
        Effect.fnUntraced(function* (job, tx) {
          if (isFinal(job.state.status)) return false
          job.output = JSON.stringify(output)
          if (action !== undefined) yield* addPosts(job, actionPosts(job.spec, action), tx.now)
          return true
        })
      ),
    finish: (id, output, credits, posts = []) =>
      writeJob(
        "JobStore.finish",
        id,
        Effect.fnUntraced(function* (job, tx) {
          const finished = Lifecycle.finish(job.spec, job.state, credits, tx.now)
          if (finished === undefined) return false
          job.output = JSON.stringify(output)
          yield* addPosts(job, posts, tx.now)
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
    removeChecks: Effect.fnUntraced(function* (monitorId) {
      const found = `SELECT n, id FROM ${job} WHERE monitor = ? AND kind = 'monitorCheck' LIMIT ${atOnce}`
      const removeSome = sql.transaction(
        "JobStore.removeChecks",
        Effect.gen(function* () {
          const checks = yield* sql.rows<{ readonly n: number; readonly id: string }>(found, monitorId)
          const numbers = checks.map(({ n }) => n)
          for (const name of ["delivery", "event", "task"]) {
            yield* sql.rows(`DELETE FROM ${sql.table(name)} WHERE job IN ${listOf(numbers)}`, ...numbers)
          }
          yield* sql.rows(`DELETE FROM ${job} WHERE n IN ${listOf(numbers)}`, ...numbers)
          // In the same turn: nobody finds them from here on.
          numbers.forEach(forget)
          return checks
        })
      )
      for (let removed = atOnce; removed === atOnce; yield* Effect.yieldNow) {
        const checks = yield* removeSome
        removed = checks.length
        for (const { id } of checks) signals.notify(id)
      }
      onErased()
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
