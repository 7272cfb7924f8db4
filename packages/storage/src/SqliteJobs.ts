/**
 * Jobs in one SQLite file: `JobStore`, `Frontier`, `JobQueue` and
 * `WebhookOutbox` over `SqliteDatabase`.
 *
 * The file is the truth: processes may come and go, also several at a time. A
 * process remembers fingerprints of addresses that it knows to be in the file,
 * which saves the statement for most links and costs nothing when forgotten.
 * Long work (ending, settling, sweeping) goes in short transactions, so the
 * event loop is never held for long.
 */
import type { Document } from "@orbweaver/core/Document"
import type { Job, JobId } from "@orbweaver/core/Job"
import {
  type Claim,
  type ClaimedPage,
  Frontier,
  type Service as FrontierService,
  type Settled,
  type Settlement
} from "@orbweaver/core/Frontier"
import { canMove, isFinal, JobNotFound } from "@orbweaver/core/Job"
import { JobQueue, maxAttempts } from "@orbweaver/core/JobQueue"
import * as JobSignals from "@orbweaver/core/JobSignals"
import { type JobEventType, type JobStores, JobStore, type StoredResult } from "@orbweaver/core/JobStore"
import * as Politeness from "@orbweaver/core/Politeness"
import * as ScrapeId from "@orbweaver/core/ScrapeId"
import type { StoreError } from "@orbweaver/core/StoreError"
import { type Delivery, WebhookOutbox } from "@orbweaver/core/Webhooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { fromRow, type JobRow, view } from "./JobRow.ts"
import { encode } from "./jobSpec.ts"
import { record, recordColumns } from "./pageRecord.ts"
import { makeSeen } from "./Seen.ts"
import { type Row, SqliteDatabase } from "./sqlite/Database.ts"
import * as Pages from "./sqlite/pages.ts"
import * as Transaction from "./sqlite/Transaction.ts"

export interface Options {
  readonly politeness?: Partial<Politeness.Limits> | undefined
}

export const layer = (options: Options = {}): Layer.Layer<JobStores, never, SqliteDatabase> =>
  Layer.effectContext(make(options))

/** Pages settled in one transaction. */
const settledAtOnce = 16
/** Rows admitted in one transaction. */
const admittedAtOnce = 1000
/** Rows removed in one transaction. */
const removedAtOnce = 2000

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const make = Effect.fnUntraced(function* (options: Options) {
  const db = yield* SqliteDatabase
  const limits: Politeness.Limits = { ...Politeness.defaults, ...options.politeness }
  const specs: Transaction.Specs = new Map()
  const seen = makeSeen()
  const turns = new Map<number, string>()
  const signals = JobSignals.make()

  /** Runs the body in a write transaction, saves what it touched, and wakes those who wait for it. */
  const write = <A>(operation: string, body: (tx: Transaction.Transaction) => A): Effect.Effect<A, StoreError> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const tx = Transaction.make(db, specs, limits, now)
      return db
        .write(operation, () => {
          const result = body(tx)
          tx.save()
          return result
        })
        .pipe(
          Effect.tap(() => Effect.sync(() => tx.touched.forEach(signals.notify))),
          // What was remembered as written was not.
          Effect.tapError(() => Effect.sync(() => tx.jobs().forEach(seen.forget)))
        )
    })

  const writeJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow, tx: Transaction.Transaction) => A
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    Effect.flatMap(
      write(operation, (tx) => {
        const job = tx.job(id)
        return job === undefined ? undefined : { result: body(job, tx) }
      }),
      (found) => (found === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(found.result))
    )

  const rowOf = (id: JobId): JobRow | undefined => {
    const row = db.get(`SELECT ${Transaction.columns} FROM job WHERE id = ?`, id)
    return row === undefined ? undefined : fromRow(row, Transaction.specOf(db, specs, Number(row["n"])))
  }

  const readJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow) => A
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    Effect.flatMap(
      db.read(operation, () => {
        const job = rowOf(id)
        return job === undefined ? undefined : { result: body(job) }
      }),
      (found) => (found === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(found.result))
    )

  // -- Frontier -----------------------------------------------------------------

  const accountActive = (account: string): number =>
    Number(
      db.get(
        "SELECT coalesce(sum(active), 0) AS active FROM job WHERE status IN ('scraping', 'paused') AND account = ?",
        account
      )!["active"]
    )

  const claimFrom = (
    tx: Transaction.Transaction,
    job: JobRow,
    count: number,
    leaseMs: number,
    active: Map<string, number>
  ): ReadonlyArray<ClaimedPage> => {
    const { counts, spec } = job
    const room = Math.min(
      count,
      spec.delayMs > 0
        ? !Politeness.isAhead(job.nextAt, tx.now, spec.delayMs) && counts.active === 0
          ? 1
          : 0
        : spec.maxConcurrency - counts.active,
      spec.limit - counts.completed - counts.active
    )
    const busy = active.get(spec.accountId) ?? 0
    const accountRoom = spec.accountConcurrency - busy
    if (room > 0 && accountRoom <= 0 && counts.queued > 0) job.limitedSince ??= tx.now
    const wanted = Math.min(room, accountRoom)
    if (wanted <= 0) return []
    const pages = Pages.take(db, tx, job, wanted, turns, tx.now + leaseMs)
    if (pages.length === 0) return []
    if (job.limitedSince !== null) job.queueMs = tx.now - job.limitedSince
    job.limitedSince = null
    job.nextAt = tx.now + spec.delayMs
    active.set(spec.accountId, busy + pages.length)
    return pages
  }

  /** The next moment at which one of the jobs may have a page to give. */
  const nextMoment = (tx: Transaction.Transaction, jobs: ReadonlyArray<JobRow>): number | undefined => {
    let next = Infinity
    const consider = (at: unknown): void => {
      if (typeof at === "number" && at > tx.now) next = Math.min(next, at)
    }
    for (const job of jobs) {
      if (job.spec.delayMs > 0) consider(job.nextAt)
      consider(db.get("SELECT min(until) AS at FROM page WHERE job = ? AND state = 6", job.n)?.["at"])
    }
    if (jobs.length > 0) consider(db.get("SELECT min(next_at) AS at FROM host WHERE next_at > ?", tx.now)?.["at"])
    return next === Infinity ? undefined : next
  }

  const hasWork = (): boolean =>
    db.get("SELECT 1 AS one FROM job WHERE status = 'scraping' AND queued > 0 LIMIT 1") !== undefined

  const claim = ({ count, leaseMs }: { readonly count: number; readonly leaseMs: number }) =>
    write("Frontier.claim", (tx): Claim => {
      const active = new Map<string, number>()
      const open = db
        .all("SELECT id FROM job WHERE status = 'scraping' AND queued > 0")
        .map((row) => tx.job(row["id"] as JobId)!)
      for (const { spec } of open) {
        if (!active.has(spec.accountId)) active.set(spec.accountId, accountActive(spec.accountId))
      }
      open.sort(
        (left, right) =>
          active.get(left.spec.accountId)! - active.get(right.spec.accountId)! ||
          right.spec.priority - left.spec.priority ||
          left.counts.active - right.counts.active ||
          left.n - right.n
      )
      const pages: Array<ClaimedPage> = []
      for (const [index, job] of open.entries()) {
        const share = Math.ceil((count - pages.length) / (open.length - index))
        pages.push(...claimFrom(tx, job, share, leaseMs, active))
      }
      // What one job could not use goes to the others.
      for (const job of open) {
        if (pages.length >= count) break
        pages.push(...claimFrom(tx, job, count - pages.length, leaseMs, active))
      }
      return pages.length >= count ? { pages } : { pages, nextAt: nextMoment(tx, open) }
    })

  const settleSome = (settlements: ReadonlyArray<Settlement>) =>
    write("Frontier.settle", (tx) =>
      settlements.map((settlement): Settled => {
        const job = tx.job(settlement.lease.jobId)
        const row = job === undefined || isFinal(job.status) ? undefined : Pages.leased(db, job, settlement.lease)
        if (job === undefined || row === undefined) return "lost"
        const settled = Pages.settle(db, seen, tx, job, row, settlement)
        tx.endIfDone(job)
        return settled
      })
    )

  const frontier: FrontierService = Frontier.of({
    admit: Effect.fnUntraced(function* (id, seeds, { reopen } = {}) {
      let queued = 0
      for (const chunk of seeds.length === 0 ? [seeds] : chunksOf(seeds, admittedAtOnce)) {
        queued += yield* writeJob("Frontier.admit", id, (job, tx) => {
          if (reopen === true && job.status === "completed") {
            job.status = "scraping"
            job.finishedAt = null
          }
          if (isFinal(job.status)) return 0
          job.lastActivity = tx.now
          const added = Pages.admit(db, seen, tx, job, chunk)
          tx.endIfDone(job)
          return added
        })
        yield* Effect.yieldNow
      }
      return queued
    }),
    // An idle worker looks without taking the write lock.
    claim: (request) =>
      Effect.flatMap(db.read("Frontier.claim", hasWork), (some) =>
        some ? claim(request) : Effect.succeed<Claim>({ pages: [] })
      ),
    heartbeat: (leases, leaseMs) =>
      write("Frontier.heartbeat", (tx) =>
        leases.filter((lease) => {
          const job = tx.job(lease.jobId)
          const kept =
            job?.status === "scraping" &&
            db.run(
              "UPDATE page SET until = ? WHERE n = ? AND job = ? AND state = 1 AND token = ?",
              tx.now + leaseMs,
              Number(lease.page),
              job.n,
              lease.token
            ) > 0
          return !kept
        })
      ),
    settle: Effect.fnUntraced(function* (settlements) {
      const settled: Array<Settled> = []
      for (const chunk of chunksOf(settlements, settledAtOnce)) {
        settled.push(...(yield* settleSome(chunk)))
        if (settled.length < settlements.length) yield* Effect.yieldNow
      }
      return settled
    }),
    reclaim: write("Frontier.reclaim", (tx) => {
      let count = 0
      for (const row of db.all(
        "SELECT DISTINCT job FROM page INDEXED BY page_active WHERE state = 1 AND until <= ? AND job IN (SELECT n FROM job WHERE status IN ('scraping', 'paused'))",
        tx.now
      )) {
        const job = tx.jobAt(Number(row["job"]))
        if (job === undefined) continue
        count += Pages.reclaim(db, tx, job)
        tx.endIfDone(job)
      }
      return count
    }),
    exchange: (settlements, request) => Effect.andThen(frontier.settle(settlements), frontier.claim(request)),

    awaitWork: (atMost) => signals.wait(JobSignals.work, atMost),
    awaitStop: (atMost) => signals.wait(JobSignals.stop, atMost)
  })

  // -- JobStore -----------------------------------------------------------------

  const resultOf = (row: Row): StoredResult => ({
    position: Number(row["position"]),
    page: String(row["page"]),
    url: String(row["url"]),
    depth: Number(row["depth"]),
    document: JSON.parse(String(row["document"])),
    credits: Number(row["credits"]),
    facts: row["facts"] === null ? undefined : JSON.parse(String(row["facts"]))
  })

  const most = (limit: number): number => Math.min(limit, Number.MAX_SAFE_INTEGER)

  /** Removes everything of a job, some at a time. */
  const removeRows = Effect.fnUntraced(function* (n: number) {
    for (const table of ["page", "result", "failure", "delivery"]) {
      for (;;) {
        const removed = yield* db.write("JobStore.remove", () =>
          db.run(`DELETE FROM ${table} WHERE n IN (SELECT n FROM ${table} WHERE job = ? LIMIT ${removedAtOnce})`, n)
        )
        if (removed < removedAtOnce) break
        yield* Effect.yieldNow
      }
    }
    yield* db.write("JobStore.remove", () => {
      db.run("DELETE FROM alias WHERE job = ?", n)
      db.run("DELETE FROM event WHERE job = ?", n)
      db.run("DELETE FROM task WHERE job = ?", n)
      db.run("DELETE FROM job WHERE n = ?", n)
    })
    specs.delete(n)
    seen.forget(n)
    turns.delete(n)
  })

  const store = JobStore.of({
    create: Effect.fnUntraced(function* (given) {
      const [first = [], ...rest] = chunksOf(given.seeds, admittedAtOnce)
      const created = yield* write("JobStore.create", (tx) => {
        db.run(
          "INSERT INTO job (id, spec, kind, account, status, origin, collecting, created_at, last_activity) VALUES (?, ?, ?, ?, 'scraping', ?, ?, ?, ?)",
          given.id,
          encode(given),
          given.kind,
          given.accountId,
          given.origin,
          given.task || rest.length > 0 ? 1 : 0,
          tx.now,
          tx.now
        )
        const job = tx.job(given.id)!
        tx.emit(job, "started")
        Pages.admit(db, seen, tx, job, first)
        if (given.task) db.run("INSERT INTO task (job, attempt, until) VALUES (?, 0, 0)", job.n)
        tx.wake()
        tx.endIfDone(job)
        return view(job)
      })
      if (rest.length === 0) return created
      for (const chunk of rest) {
        yield* Effect.yieldNow
        yield* Effect.orDie(frontier.admit(given.id, chunk))
      }
      return yield* writeJob("JobStore.create", given.id, (job, tx) => {
        job.collecting = given.task
        tx.endIfDone(job)
        return view(job)
      }).pipe(Effect.catchTag("JobNotFound", (error) => Effect.die(error)))
    }),
    get: (id) => readJob("JobStore.get", id, view),
    list: ({ accountId, active, kind }) =>
      db.read("JobStore.list", () =>
        db
          .all(
            `SELECT ${Transaction.columns} FROM job WHERE (?1 IS NULL OR account = ?1) AND (?2 IS NULL OR kind = ?2)
              AND (?3 IS NULL OR (status IN ('scraping', 'paused')) = ?3) ORDER BY n`,
            accountId ?? null,
            kind ?? null,
            active === undefined ? null : active ? 1 : 0
          )
          .map((row): Job => view(fromRow(row, Transaction.specOf(db, specs, Number(row["n"])))))
      ),
    results: (id, { after, limit }) =>
      readJob("JobStore.results", id, (job) =>
        db
          .all(
            "SELECT * FROM result WHERE job = ? AND position > ? ORDER BY position LIMIT ?",
            job.n,
            after,
            most(limit)
          )
          .map(resultOf)
      ),
    failures: (id, { after, limit }) =>
      readJob("JobStore.failures", id, (job) =>
        db
          .all("SELECT * FROM failure WHERE job = ? ORDER BY n LIMIT ? OFFSET ?", job.n, most(limit), after)
          .map((row) => ({
            page: String(row["page"]),
            url: String(row["url"]),
            error: String(row["error"]),
            code: (row["code"] as string | null) ?? undefined,
            at: Number(row["at"])
          }))
      ),
    skipped: (id, reason, { after, limit }) =>
      readJob("JobStore.skipped", id, (job) =>
        db
          .all(
            `SELECT ${recordColumns} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on
              WHERE page.job = ? AND page.state ${reason === "trap" ? "IN (2, 4)" : "= 4"} AND page.reason = ${reason === "robots" ? "'robots'" : "?"} ORDER BY page.n LIMIT ? OFFSET ?`,
            ...(reason === "robots" ? [job.n] : [job.n, reason]),
            most(limit),
            after
          )
          .map((row) => record(job, row))
      ),
    page: (id, key) =>
      readJob("JobStore.page", id, (job) => {
        const n = Pages.pageOf(db, job.n, key)
        const row =
          n === undefined
            ? undefined
            : db.get(
                `SELECT ${recordColumns} FROM page LEFT JOIN page AS parent ON parent.n = page.found_on WHERE page.n = ?`,
                n
              )
        return row === undefined ? undefined : record(job, row)
      }),
    resultOf: (id, key) =>
      db.read("JobStore.resultOf", () => {
        const job = rowOf(id)
        const n = job === undefined ? undefined : Pages.pageOf(db, job.n, key)
        if (job === undefined || n === undefined) return undefined
        const row = db.get(
          "SELECT * FROM result WHERE job = ? AND position = (SELECT position FROM page WHERE n = ?)",
          job.n,
          n
        )
        return row === undefined ? undefined : resultOf(row)
      }),
    scraped: (id) =>
      db.read("JobStore.scraped", () => {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        for (const job of db.all("SELECT n, id, account FROM job WHERE id BETWEEN ? AND ?", range.first, range.last)) {
          const jobId = job["id"] as JobId
          const row = db.get(
            "SELECT document FROM result WHERE job = ? AND position = (SELECT position FROM page WHERE n = ? AND job = ?)",
            job["n"]!,
            ScrapeId.pageIn(jobId, id),
            job["n"]!
          )
          if (row !== undefined) {
            return {
              jobId,
              accountId: String(job["account"]),
              document: JSON.parse(String(row["document"])) as Document
            }
          }
        }
        return undefined
      }),
    events: (id, { after, limit }) =>
      readJob("JobStore.events", id, (job) =>
        db
          .all("SELECT * FROM event WHERE job = ? AND number > ? ORDER BY number LIMIT ?", job.n, after, most(limit))
          .map((row) => ({
            number: Number(row["number"]),
            type: row["type"] as JobEventType,
            at: Number(row["at"]),
            position: (row["position"] as number | null) ?? undefined,
            page: (row["page"] as string | null) ?? undefined
          }))
      ),
    move: (id, to, reason) =>
      writeJob("JobStore.move", id, (job, tx) => {
        if (!canMove(job.status, to) || (to === "scraping" && job.status !== "paused")) return false
        if (to === "failed") job.error = reason ?? null
        if (to === "failed" || to === "cancelled") tx.end(job, to)
        else {
          job.status = to
          job.lastActivity = tx.now
          tx.emit(job, to === "paused" ? "paused" : "resumed")
          if (to === "scraping") tx.wake()
          tx.endIfDone(job)
        }
        return true
      }).pipe(Effect.tap(() => Effect.sync(() => to !== "scraping" && signals.notify(JobSignals.stop)))),
    report: (id, output) =>
      writeJob("JobStore.report", id, (job) => {
        if (isFinal(job.status)) return false
        job.output = JSON.stringify(output)
        return true
      }),
    finish: (id, output, credits) =>
      writeJob("JobStore.finish", id, (job, tx) => {
        if (isFinal(job.status)) return false
        job.output = JSON.stringify(output)
        job.credits += credits
        job.collecting = false
        tx.endIfDone(job)
        return true
      }),
    awaitEvent: (id, after, atMost) =>
      Effect.flatMap(
        db.read("JobStore.awaitEvent", () => db.get("SELECT events FROM job WHERE id = ?", id)),
        (row) => (row === undefined || Number(row["events"]) > after ? Effect.void : signals.wait(id, atMost))
      ),
    remove: Effect.fnUntraced(function* (id) {
      yield* Effect.ignore(store.move(id, "cancelled"))
      const job = yield* db.read("JobStore.remove", () => rowOf(id))
      if (job !== undefined) yield* removeRows(job.n)
    }),
    sweep: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const expired = yield* db.read("JobStore.sweep", () =>
        db
          .all(
            "SELECT n FROM job WHERE status NOT IN ('scraping', 'paused') AND last_activity + CAST(spec ->> 'retentionMs' AS INTEGER) <= ? LIMIT 10",
            now
          )
          .map((row) => Number(row["n"]))
      )
      for (const n of expired) yield* removeRows(n)
      return expired.length
    })
  })

  // -- JobQueue -----------------------------------------------------------------

  const queue = JobQueue.of({
    take: (leaseMs) =>
      Effect.flatMap(
        db.read("JobQueue.take", () => db.get("SELECT 1 AS one FROM task LIMIT 1")),
        (some) =>
          some === undefined
            ? Effect.succeedNone
            : write("JobQueue.take", (tx) => {
                for (const row of db.all(
                  "SELECT task.job, task.attempt, job.id FROM task JOIN job ON job.n = task.job WHERE job.status = 'scraping' AND task.until <= ? ORDER BY task.job LIMIT 100",
                  tx.now
                )) {
                  const attempt = Number(row["attempt"]) + 1
                  const job = tx.jobAt(Number(row["job"]))!
                  if (attempt > maxAttempts) {
                    job.error = "The work on the job stopped every worker"
                    tx.end(job, "failed")
                    continue
                  }
                  db.run("UPDATE task SET attempt = ?, until = ? WHERE job = ?", attempt, tx.now + leaseMs, job.n)
                  return Option.some({ jobId: job.spec.id, attempt })
                }
                return Option.none()
              })
      ),
    heartbeat: ({ attempt, jobId }, leaseMs) =>
      write(
        "JobQueue.heartbeat",
        (tx) =>
          db.run(
            "UPDATE task SET until = ? WHERE attempt = ? AND job = (SELECT n FROM job WHERE id = ?)",
            tx.now + leaseMs,
            attempt,
            jobId
          ) > 0
      ),
    done: ({ attempt, jobId }) =>
      write("JobQueue.done", (tx) => {
        const job = tx.job(jobId)
        if (job === undefined || db.run("DELETE FROM task WHERE job = ? AND attempt = ?", job.n, attempt) === 0) {
          return false
        }
        job.collecting = false
        tx.endIfDone(job)
        return true
      }),
    fail: ({ attempt, jobId }, reason) =>
      write("JobQueue.fail", (tx) => {
        const job = tx.job(jobId)
        const row = job === undefined ? undefined : db.get("SELECT attempt FROM task WHERE job = ?", job.n)
        if (job === undefined || row?.["attempt"] !== attempt) return
        if (attempt >= maxAttempts) {
          job.error = reason
          tx.end(job, "failed")
        } else db.run("UPDATE task SET until = ? WHERE job = ?", tx.now + 1000 * 2 ** attempt, job.n)
      })
  })

  // -- WebhookOutbox ------------------------------------------------------------

  const outbox = WebhookOutbox.of({
    take: (count, leaseMs) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.flatMap(
          db.read("WebhookOutbox.take", () => db.get("SELECT 1 AS one FROM delivery WHERE due_at <= ? LIMIT 1", now)),
          (some) =>
            some === undefined
              ? Effect.succeed([])
              : write("WebhookOutbox.take", (tx) =>
                  db
                    .all("SELECT * FROM delivery WHERE due_at <= ? ORDER BY due_at, n LIMIT ?", tx.now, count)
                    .flatMap((row): ReadonlyArray<Delivery> => {
                      const job = tx.jobAt(Number(row["job"]))
                      const attempt = Number(row["attempt"]) + 1
                      db.run(
                        "UPDATE delivery SET attempt = ?, due_at = ? WHERE n = ?",
                        attempt,
                        tx.now + leaseMs,
                        row["n"]!
                      )
                      if (job?.spec.webhook === undefined) return []
                      const type = row["type"] as JobEventType
                      return [
                        {
                          id: String(row["id"]),
                          jobId: job.spec.id,
                          kind: job.spec.kind,
                          webhook: job.spec.webhook,
                          number: Number(row["number"]),
                          type,
                          position: (row["position"] as number | null) ?? undefined,
                          error: type === "failed" ? (job.error ?? undefined) : undefined,
                          attempt
                        }
                      ]
                    })
                )
        )
      ),
    delivered: ({ id }) =>
      db.write("WebhookOutbox.delivered", () => void db.run("DELETE FROM delivery WHERE id = ?", id)),
    failed: ({ id }, reason, retryAt) =>
      db.write(
        "WebhookOutbox.failed",
        () => void db.run("UPDATE delivery SET due_at = ?, reason = ? WHERE id = ?", retryAt ?? null, reason, id)
      ),
    dead: (id) =>
      db.read("WebhookOutbox.dead", () =>
        db
          .all(
            "SELECT number, reason FROM delivery WHERE due_at IS NULL AND job = (SELECT n FROM job WHERE id = ?) ORDER BY number",
            id
          )
          .map((row) => ({ number: Number(row["number"]), reason: String(row["reason"]) }))
      )
  })

  return Context.empty().pipe(
    Context.add(JobStore, store),
    Context.add(Frontier, frontier),
    Context.add(JobQueue, queue),
    Context.add(WebhookOutbox, outbox)
  )
})
