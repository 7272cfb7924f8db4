/**
 * Jobs in PostgreSQL: `JobStore`, `Frontier`, `JobQueue` and `WebhookOutbox`
 * over `PgDatabase`. Any number of processes may work on one crawl.
 *
 * Pages that wait are pg-boss jobs, in a queue for each crawl and a group for
 * each host; taking and ending them happens inside the transaction that writes
 * our own rows, so there is no second write to lose. Transactions lock in one
 * order: jobs, hosts, pages. An account's limit is exact while it has at most
 * eight running jobs.
 */
import type { Document } from "@orbweaver/core/Document"
import { type Claim, type ClaimedPage, type ClaimRequest, Frontier, type Settled } from "@orbweaver/core/Frontier"
import { canMove, isFinal, type Job, type JobId, JobNotFound } from "@orbweaver/core/Job"
import { JobQueue, maxAttempts, type Task } from "@orbweaver/core/JobQueue"
import * as JobSignals from "@orbweaver/core/JobSignals"
import { type JobEventType, type JobStores, JobStore, type StoredResult } from "@orbweaver/core/JobStore"
import * as Politeness from "@orbweaver/core/Politeness"
import * as ScrapeId from "@orbweaver/core/ScrapeId"
import type { StoreError } from "@orbweaver/core/StoreError"
import { type Delivery, WebhookOutbox } from "@orbweaver/core/Webhooks"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { fromRow, type JobRow, view } from "./JobRow.ts"
import { encode } from "./jobSpec.ts"
import { record, recordColumns } from "./pageRecord.ts"
import { makeSeen } from "./Seen.ts"
import { admit, lookUp } from "./postgres/admission.ts"
import * as Pages from "./postgres/pages.ts"
import { fails, PgDatabase } from "./postgres/Pg.ts"
import * as Tickets from "./postgres/tickets.ts"
import * as Transaction from "./postgres/Transaction.ts"

export interface Options {
  readonly politeness?: Partial<Politeness.Limits> | undefined
}

export const layer = (options: Options = {}): Layer.Layer<JobStores, StoreError, PgDatabase> =>
  Layer.effectContext(make(options))

/** Jobs that one claim looks into. */
const jobsAtOnce = 8
const admittedAtOnce = 1000
const removedAtOnce = 5000

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const make = Effect.fnUntraced(function* (options: Options) {
  const pg = yield* PgDatabase
  const { schema } = pg
  const limits: Politeness.Limits = { ...Politeness.defaults, ...options.politeness }
  const specs: Transaction.Specs = new Map()
  const seen = makeSeen()
  const signals = JobSignals.make()
  yield* pg.boss((boss) => boss.createQueue(Tickets.tasks))

  /** Locks the jobs, runs the body and writes what it changed, within a transaction. */
  const change = <A>(
    ids: ReadonlyArray<JobId>,
    body: (tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>,
    forgettable = false
  ): Effect.Effect<{ readonly result: A; readonly touched: ReadonlySet<string> }, SqlError | StoreError> =>
    Effect.gen(function* () {
      const tx = yield* Transaction.lock(pg, specs, limits, yield* pg.now, ids, forgettable)
      const result = yield* body(tx)
      yield* tx.save
      return { result, touched: tx.touched }
    })

  /** Runs the change as a transaction and wakes those who wait for it. */
  const commit = <A>(
    operation: string,
    changing: Effect.Effect<{ readonly result: A; readonly touched: ReadonlySet<string> }, SqlError | StoreError>
  ): Effect.Effect<A, StoreError> =>
    changing.pipe(
      pg.transaction,
      Effect.tap(({ touched }) => Effect.sync(() => touched.forEach(signals.notify))),
      Effect.map(({ result }) => result),
      // What was remembered as written was not.
      Effect.tapError(() => Effect.sync(() => specs.forEach((_, n) => seen.forget(n)))),
      fails(operation)
    )

  const write = <A>(
    operation: string,
    ids: ReadonlyArray<JobId>,
    body: (tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, StoreError> => commit(operation, change(ids, body))

  const writeJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow, tx: Transaction.Transaction) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    Effect.flatMap(
      write(operation, [id], (tx) => {
        const job = tx.jobs.get(id)
        return job === undefined ? Effect.succeed(undefined) : Effect.map(body(job, tx), (result) => ({ result }))
      }),
      (found) => (found === undefined ? Effect.fail(new JobNotFound({ id })) : Effect.succeed(found.result))
    )

  const read = Effect.fnUntraced(function* (id: JobId) {
    const [row] = yield* pg.rows<Transaction.RawJob>(
      `SELECT ${Transaction.columns} FROM ${schema}.job WHERE id = $1`,
      id
    )
    if (row === undefined) return undefined
    const n = Number(row["n"])
    yield* Transaction.specOf(pg, specs, [n])
    return fromRow(row, specs.get(n)!)
  })

  const withJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow) => Effect.Effect<A, SqlError | StoreError>
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    Effect.flatMap(read(id), (job): Effect.Effect<A, JobNotFound | SqlError | StoreError> =>
      job === undefined ? Effect.fail(new JobNotFound({ id })) : body(job)
    ).pipe(fails(operation))

  // -- Frontier -----------------------------------------------------------------

  interface Open {
    readonly id: JobId
    readonly n: number
    readonly account: string
    readonly active: number
    readonly priority: number
    readonly busy: number
  }

  /** Jobs that have pages waiting, or are among these. */
  const openJobs = (among: ReadonlyArray<string>) =>
    pg.rows<Open>(
      `SELECT id, n, account, active, (spec::json ->> 'priority')::int AS priority,
      (SELECT coalesce(sum(other.active), 0)::int FROM ${schema}.job AS other
        WHERE other.account = job.account AND other.status IN ('scraping', 'paused')) AS busy
      FROM ${schema}.job WHERE status = 'scraping' AND (queued > 0 OR id = ANY($1::text[])) ORDER BY n LIMIT 500`,
      among
    )

  /** Those that a claim looks into, in the order in which it serves them. */
  const inOrder = (open: ReadonlyArray<Open>): ReadonlyArray<Open> =>
    [...open]
      .sort(
        (left, right) =>
          left.busy - right.busy || right.priority - left.priority || left.active - right.active || left.n - right.n
      )
      .slice(0, jobsAtOnce)

  /** Claims pages of jobs that are locked. */
  const claimOf = Effect.fnUntraced(function* (
    tx: Transaction.Transaction,
    open: ReadonlyArray<Open>,
    { count, leaseMs }: ClaimRequest
  ) {
    const jobs = open.flatMap(({ id }) => tx.jobs.get(id) ?? []).filter(({ status }) => status === "scraping")
    // What runs in jobs that are not looked at now is known from before the lock.
    const active = new Map(open.map(({ account, busy }) => [account, busy]))
    for (const { account, active: before, id } of open) {
      active.set(account, active.get(account)! - before + (tx.jobs.get(id)?.counts.active ?? 0))
    }
    const pages: Array<ClaimedPage> = []
    for (const [index, job] of jobs.entries()) {
      const share = Math.ceil((count - pages.length) / (jobs.length - index))
      pages.push(...(yield* claimFrom(tx, job, share, leaseMs, active)))
    }
    // What one job could not use goes to the others.
    for (const job of jobs.length > 1 ? jobs : []) {
      if (pages.length >= count) break
      pages.push(...(yield* claimFrom(tx, job, count - pages.length, leaseMs, active)))
    }
    return pages
  })

  const claimFrom = Effect.fnUntraced(function* (
    tx: Transaction.Transaction,
    job: JobRow,
    count: number,
    leaseMs: number,
    active: Map<string, number>
  ) {
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
    const pages = yield* Pages.take(pg, tx, job, wanted, tx.now + leaseMs, limits)
    if (pages.length === 0) return []
    if (job.limitedSince !== null) job.queueMs = tx.now - job.limitedSince
    job.limitedSince = null
    job.nextAt = tx.now + spec.delayMs
    active.set(spec.accountId, busy + pages.length)
    return pages
  })

  const nextMoment = Effect.fnUntraced(function* (tx: Transaction.Transaction) {
    const jobs = [...tx.jobs.values()]
    const [row] = yield* pg.rows<{ later: number | null; host: number | null }>(
      `SELECT (SELECT min(until) FROM ${schema}.page WHERE job = ANY($1::int[]) AND state = 6) AS later,
        (SELECT min(next_at) FROM ${schema}.host WHERE next_at > $2) AS host`,
      jobs.map(({ n }) => n),
      tx.now
    )
    const moments = [row?.later, row?.host, ...jobs.map(({ nextAt }) => nextAt)]
    const next = Math.min(...moments.filter((at): at is number => typeof at === "number" && at > tx.now))
    return next === Infinity ? undefined : next
  })

  const frontier = Frontier.of({
    admit: Effect.fnUntraced(function* (id, seeds, { reopen } = {}) {
      let queued = 0
      for (const chunk of seeds.length === 0 ? [seeds] : chunksOf(seeds, admittedAtOnce)) {
        queued += yield* writeJob(
          "Frontier.admit",
          id,
          Effect.fnUntraced(function* (job, tx) {
            if (reopen === true && job.status === "completed") {
              job.status = "scraping"
              job.finishedAt = null
            }
            if (isFinal(job.status)) return 0
            job.lastActivity = tx.now
            const added = yield* admit(pg, seen, tx, job, [{ candidates: chunk }])
            tx.endIfDone(job)
            return added
          })
        )
      }
      return queued
    }),

    claim: Effect.fnUntraced(function* (request) {
      const open = inOrder(yield* openJobs([]).pipe(fails("Frontier.claim")))
      if (open.length === 0) return { pages: [] }
      const claiming = change(
        open.map(({ id }) => id),
        Effect.fnUntraced(function* (tx) {
          const pages = yield* claimOf(tx, open, request)
          return pages.length > 0 ? { pages } : ({ pages, nextAt: yield* nextMoment(tx) } satisfies Claim)
        }),
        // A claim that the server forgot is a page that waits again; who holds it cannot settle it.
        true
      )
      return yield* commit("Frontier.claim", claiming)
    }),

    exchange: Effect.fnUntraced(function* (settlements, request) {
      const ended = settlements.map(({ lease }) => lease.jobId)
      const open = inOrder(yield* openJobs(ended).pipe(fails("Frontier.exchange")))
      return yield* write("Frontier.exchange", [...ended, ...open.map(({ id }) => id)], (tx) =>
        Effect.gen(function* () {
          yield* Pages.settle(pg, seen, tx, settlements)
          return { pages: yield* claimOf(tx, open, request) } satisfies Claim
        })
      )
    }),

    heartbeat: (leases, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* pg.now
        const kept = yield* pg.rows<{ n: number; token: number }>(
          `UPDATE ${schema}.page SET until = $2 FROM json_to_recordset($1::text::json) AS x (id text, n int, token int)
            JOIN ${schema}.job ON job.id = x.id AND job.status = 'scraping'
            WHERE page.n = x.n AND page.job = job.n AND page.state = 1 AND page.token = x.token
            RETURNING page.n, page.token`,
          JSON.stringify(leases.map(({ jobId, page, token }) => ({ id: jobId, n: Number(page), token }))),
          now + leaseMs
        )
        const alive = new Set(kept.map(({ n, token }) => `${n}/${token}`))
        return leases.filter(({ page, token }) => !alive.has(`${page}/${token}`))
      }).pipe(fails("Frontier.heartbeat")),

    settle: (settlements): Effect.Effect<ReadonlyArray<Settled>, StoreError> =>
      settlements.length === 0
        ? Effect.succeed([])
        : write(
            "Frontier.settle",
            settlements.map(({ lease }) => lease.jobId),
            (tx) => Pages.settle(pg, seen, tx, settlements)
          ),

    reclaim: Effect.gen(function* () {
      const now = yield* pg.now
      const lapsed = yield* pg
        .rows<{ id: JobId }>(
          `SELECT DISTINCT job.id FROM ${schema}.job JOIN ${schema}.page ON page.job = job.n
            WHERE job.status IN ('scraping', 'paused') AND job.active > 0 AND page.state = 1 AND page.until <= $1 LIMIT 20`,
          now
        )
        .pipe(fails("Frontier.reclaim"))
      if (lapsed.length === 0) return 0
      return yield* write(
        "Frontier.reclaim",
        lapsed.map(({ id }) => id),
        (tx) => Pages.reclaim(pg, tx)
      )
    }),

    awaitWork: (atMost) => signals.wait(JobSignals.work, atMost),
    awaitStop: (atMost) => signals.wait(JobSignals.stop, atMost)
  })

  // -- JobStore -----------------------------------------------------------------

  type Row = Record<string, string | number | null>

  const resultOf = (row: Row): StoredResult => ({
    position: Number(row["position"]),
    page: String(row["page"]),
    url: String(row["url"]),
    depth: Number(row["depth"]),
    document: JSON.parse(String(row["document"])),
    credits: Number(row["credits"]),
    facts: row["facts"] === null ? undefined : JSON.parse(String(row["facts"]))
  })

  const most = (limit: number): number => Math.min(limit, 2_147_483_647)

  /** Removes everything of a job, some at a time. */
  const removeRows = Effect.fnUntraced(function* (n: number, id: string) {
    yield* Effect.ignore(pg.boss((boss) => boss.deleteQueue(Tickets.queueOf(id))))
    for (const table of ["page", "result", "failure", "delivery", "event", "alias", "task"]) {
      for (;;) {
        const removed = yield* pg.rows(
          `DELETE FROM ${schema}.${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${schema}.${table} WHERE job = $1 LIMIT ${removedAtOnce})) RETURNING 1`,
          n
        )
        if (removed.length < removedAtOnce) break
      }
    }
    yield* pg.rows(`DELETE FROM ${schema}.job WHERE n = $1`, n)
    specs.delete(n)
    seen.forget(n)
  })

  const pageRows = (where: string, ...values: ReadonlyArray<string | number>) =>
    pg.rows<Row>(
      `SELECT ${recordColumns} FROM ${schema}.page LEFT JOIN ${schema}.page AS parent ON parent.n = page.found_on WHERE ${where}`,
      ...values
    )

  const store = JobStore.of({
    create: Effect.fnUntraced(function* (given) {
      const [first = [], ...rest] = chunksOf(given.seeds, admittedAtOnce)
      yield* pg.boss((boss) => boss.createQueue(Tickets.queueOf(given.id)))
      const now = yield* pg.now
      const inserted = pg.rows(
        `INSERT INTO ${schema}.job (id, spec, kind, account, status, origin, collecting, created_at, last_activity, retention_ms)
          VALUES ($1, $2, $3, $4, 'scraping', $5, $6, $7, $7, $8)`,
        given.id,
        encode(given),
        given.kind,
        given.accountId,
        given.origin,
        given.task || rest.length > 0,
        now,
        given.retentionMs
      )
      const begin = change(
        [given.id],
        Effect.fnUntraced(function* (tx) {
          const job = tx.jobs.get(given.id)!
          tx.emit(job, "started")
          yield* admit(pg, seen, tx, job, [{ candidates: first }])
          if (given.task) {
            yield* pg.rows(`INSERT INTO ${schema}.task (job, attempt, until) VALUES ($1, 0, 0)`, job.n)
            yield* Tickets.offer(pg, Tickets.tasks, [{ n: job.n }])
          }
          tx.wake()
          tx.endIfDone(job)
          return view(job)
        })
      )
      const created = yield* commit("JobStore.create", Effect.andThen(inserted, begin))
      if (rest.length === 0) return created
      for (const chunk of rest) yield* Effect.orDie(frontier.admit(given.id, chunk))
      return yield* writeJob("JobStore.create", given.id, (job, tx) =>
        Effect.sync(() => {
          job.collecting = given.task
          tx.endIfDone(job)
          return view(job)
        })
      ).pipe(Effect.catchTag("JobNotFound", (error) => Effect.die(error)))
    }),
    get: (id) => withJob("JobStore.get", id, (job) => Effect.succeed(view(job))),
    list: ({ accountId, active, kind }) =>
      Effect.gen(function* () {
        const rows = yield* pg.rows<Transaction.RawJob>(
          `SELECT ${Transaction.columns} FROM ${schema}.job WHERE ($1::text IS NULL OR account = $1)
            AND ($2::text IS NULL OR kind = $2) AND ($3::boolean IS NULL OR (status IN ('scraping', 'paused')) = $3) ORDER BY n`,
          accountId ?? null,
          kind ?? null,
          active ?? null
        )
        yield* Transaction.specOf(
          pg,
          specs,
          rows.map(({ n }) => Number(n))
        )
        return rows.map((row): Job => view(fromRow(row, specs.get(Number(row["n"]))!)))
      }).pipe(fails("JobStore.list")),
    results: (id, { after, limit }) =>
      withJob("JobStore.results", id, (job) =>
        Effect.map(
          pg.rows<Row>(
            `SELECT * FROM ${schema}.result WHERE job = $1 AND position > $2 ORDER BY position LIMIT $3`,
            job.n,
            after,
            most(limit)
          ),
          (rows) => rows.map(resultOf)
        )
      ),
    failures: (id, { after, limit }) =>
      withJob("JobStore.failures", id, (job) =>
        Effect.map(
          pg.rows<Row>(
            `SELECT * FROM ${schema}.failure WHERE job = $1 ORDER BY n LIMIT $2 OFFSET $3`,
            job.n,
            most(limit),
            after
          ),
          (rows) =>
            rows.map((row) => ({
              page: String(row["page"]),
              url: String(row["url"]),
              error: String(row["error"]),
              code: (row["code"] as string | null) ?? undefined,
              at: Number(row["at"])
            }))
        )
      ),
    skipped: (id, reason, { after, limit }) =>
      withJob("JobStore.skipped", id, (job) =>
        Effect.map(
          pageRows(
            `page.job = $1 AND page.state ${reason === "trap" ? "IN (2, 4)" : "= 4"} AND page.reason = $2 ORDER BY page.n LIMIT $3 OFFSET $4`,
            job.n,
            reason,
            most(limit),
            after
          ),
          (rows) => rows.map((row) => record(job, row))
        )
      ),
    page: (id, key) =>
      withJob(
        "JobStore.page",
        id,
        Effect.fnUntraced(function* (job) {
          const [known] = [...(yield* lookUp(pg, job.n, [key])).values()]
          if (known === undefined) return undefined
          const [row] = yield* pageRows("page.n = $1", known.n)
          return row === undefined ? undefined : record(job, row)
        })
      ),
    resultOf: (id, key) =>
      Effect.gen(function* () {
        const job = yield* read(id)
        const known = job === undefined ? [] : [...(yield* lookUp(pg, job.n, [key])).values()]
        if (job === undefined || known[0] === undefined) return undefined
        const [row] = yield* pg.rows<Row>(
          `SELECT result.* FROM ${schema}.result JOIN ${schema}.page ON page.n = $2 AND result.position = page.position WHERE result.job = $1`,
          job.n,
          known[0].n
        )
        return row === undefined ? undefined : resultOf(row)
      }).pipe(fails("JobStore.resultOf")),
    scraped: (id) =>
      Effect.gen(function* () {
        const range = ScrapeId.jobsOf(id)
        if (range === undefined) return undefined
        const jobs = yield* pg.rows<{ n: number; id: JobId; account: string }>(
          `SELECT n, id, account FROM ${schema}.job WHERE id BETWEEN $1 AND $2`,
          range.first,
          range.last
        )
        for (const job of jobs) {
          const page = ScrapeId.pageIn(job.id, id)
          // Pages are numbered by 32-bit integers.
          if (page > 2_147_483_647) continue
          const [row] = yield* pg.rows<{ document: string }>(
            `SELECT document FROM ${schema}.result JOIN ${schema}.page ON page.n = $2 AND page.job = $1 AND result.position = page.position WHERE result.job = $1`,
            job.n,
            page
          )
          if (row !== undefined) {
            return { jobId: job.id, accountId: job.account, document: JSON.parse(row.document) as Document }
          }
        }
        return undefined
      }).pipe(fails("JobStore.scraped")),
    events: (id, { after, limit }) =>
      withJob("JobStore.events", id, (job) =>
        Effect.map(
          pg.rows<Row>(
            `SELECT * FROM ${schema}.event WHERE job = $1 AND number > $2 ORDER BY number LIMIT $3`,
            job.n,
            after,
            most(limit)
          ),
          (rows) =>
            rows.map((row) => ({
              number: Number(row["number"]),
              type: row["type"] as JobEventType,
              at: Number(row["at"]),
              position: (row["position"] as number | null) ?? undefined,
              page: (row["page"] as string | null) ?? undefined
            }))
        )
      ),
    move: (id, to, reason) =>
      writeJob("JobStore.move", id, (job, tx) =>
        Effect.sync(() => {
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
        })
      ).pipe(Effect.tap(() => Effect.sync(() => to !== "scraping" && signals.notify(JobSignals.stop)))),
    report: (id, output) =>
      writeJob("JobStore.report", id, (job) =>
        Effect.sync(() => {
          if (isFinal(job.status)) return false
          job.output = JSON.stringify(output)
          return true
        })
      ),
    finish: (id, output, credits) =>
      writeJob("JobStore.finish", id, (job, tx) =>
        Effect.sync(() => {
          if (isFinal(job.status)) return false
          job.output = JSON.stringify(output)
          job.credits += credits
          job.collecting = false
          tx.endIfDone(job)
          return true
        })
      ),
    awaitEvent: (id, after, atMost) =>
      Effect.flatMap(
        pg
          .rows<{ events: number }>(`SELECT events FROM ${schema}.job WHERE id = $1`, id)
          .pipe(fails("JobStore.awaitEvent")),
        ([row]) => (row === undefined || row.events > after ? Effect.void : signals.wait(id, atMost))
      ),
    remove: (id) =>
      Effect.gen(function* () {
        yield* Effect.ignore(store.move(id, "cancelled"))
        const job = yield* read(id)
        if (job !== undefined) yield* removeRows(job.n, id)
      }).pipe(fails("JobStore.remove")),
    sweep: Effect.gen(function* () {
      const now = yield* pg.now
      // Tickets of jobs that have ended stand for nothing.
      const over = yield* pg.rows<{ id: string; n: number }>(
        `UPDATE ${schema}.job SET tickets = false WHERE n IN (SELECT n FROM ${schema}.job
          WHERE tickets AND status IN ('failed', 'cancelled') LIMIT 10 FOR UPDATE SKIP LOCKED) RETURNING id, n`
      )
      for (const { id } of over) yield* Effect.ignore(pg.boss((boss) => boss.deleteQueue(Tickets.queueOf(id))))
      yield* pg.rows(
        `DELETE FROM ${schema}.host WHERE host IN (SELECT host FROM ${schema}.host WHERE active = 0 AND delay_ms = 0
          AND next_at <= $1 AND cap >= $2 LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
        now,
        limits.concurrency
      )
      const expired = yield* pg.rows<{ id: string; n: number }>(
        `SELECT id, n FROM ${schema}.job WHERE status NOT IN ('scraping', 'paused') AND last_activity + retention_ms <= $1 LIMIT 10`,
        now
      )
      for (const { id, n } of expired) yield* removeRows(n, id)
      return expired.length
    }).pipe(fails("JobStore.sweep"))
  })

  // -- JobQueue -----------------------------------------------------------------

  /** The task of a locked job, when the taker still holds it. */
  const held = ({ attempt }: Task, job: JobRow) =>
    Effect.map(
      pg.rows<{ attempt: number }>(`SELECT attempt FROM ${schema}.task WHERE job = $1`, job.n),
      ([row]) => row?.attempt === attempt
    )

  const queue = JobQueue.of({
    take: Effect.fnUntraced(function* (leaseMs) {
      const now = yield* pg.now
      const ticket = yield* Effect.gen(function* () {
        const lapsed = yield* pg.rows<{ job: number }>(
          `SELECT task.job FROM ${schema}.task JOIN ${schema}.job ON job.n = task.job
            WHERE task.attempt > 0 AND task.until <= $1 AND job.status = 'scraping' LIMIT 10 FOR UPDATE OF task SKIP LOCKED`,
          now
        )
        yield* Tickets.each(
          pg,
          "putBack",
          Tickets.tasks,
          lapsed.map(({ job }) => job)
        )
        const [taken] = yield* pg.boss((boss, db) => boss.fetch(Tickets.tasks, db))
        if (taken === undefined) return undefined
        const n = Tickets.numberOf(taken.id)
        const [row] = yield* pg.rows<{ id: JobId; attempt: number; status: string }>(
          `SELECT job.id, job.status, task.attempt FROM ${schema}.job JOIN ${schema}.task ON task.job = job.n WHERE job.n = $1`,
          n
        )
        if (row === undefined) {
          yield* Tickets.each(pg, "complete", Tickets.tasks, [n])
          return undefined
        }
        // A paused job's task lapses again and again until the job goes on.
        const waits = row.status !== "scraping"
        yield* pg.rows(
          `UPDATE ${schema}.task SET attempt = $2, until = $3 WHERE job = $1`,
          n,
          waits ? Math.max(1, row.attempt) : row.attempt + 1,
          waits ? now : now + leaseMs
        )
        return waits ? undefined : { jobId: row.id, attempt: row.attempt + 1 }
      }).pipe(pg.transaction, fails("JobQueue.take"))
      if (ticket === undefined) return Option.none<Task>()
      if (ticket.attempt <= maxAttempts) return Option.some<Task>(ticket)
      yield* Effect.ignore(store.move(ticket.jobId, "failed", "The work on the job stopped every worker"))
      return Option.none<Task>()
    }),
    heartbeat: ({ attempt, jobId }, leaseMs) =>
      Effect.gen(function* () {
        const rows = yield* pg.rows(
          `UPDATE ${schema}.task SET until = $3 FROM ${schema}.job WHERE job.n = task.job AND job.id = $1
            AND task.attempt = $2 AND job.status IN ('scraping', 'paused') RETURNING 1`,
          jobId,
          attempt,
          (yield* pg.now) + leaseMs
        )
        return rows.length > 0
      }).pipe(fails("JobQueue.heartbeat")),
    done: (task) =>
      writeJob(
        "JobQueue.done",
        task.jobId,
        Effect.fnUntraced(function* (job, tx) {
          if (!(yield* held(task, job))) return false
          yield* pg.rows(`DELETE FROM ${schema}.task WHERE job = $1`, job.n)
          yield* Tickets.each(pg, "complete", Tickets.tasks, [job.n])
          job.collecting = false
          tx.endIfDone(job)
          return true
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.succeed(false))),
    fail: (task, reason) =>
      writeJob(
        "JobQueue.fail",
        task.jobId,
        Effect.fnUntraced(function* (job, tx) {
          if (!(yield* held(task, job))) return
          if (task.attempt < maxAttempts) {
            yield* pg.rows(
              `UPDATE ${schema}.task SET until = $2 WHERE job = $1`,
              job.n,
              tx.now + 1000 * 2 ** task.attempt
            )
            return
          }
          yield* pg.rows(`DELETE FROM ${schema}.task WHERE job = $1`, job.n)
          yield* Tickets.each(pg, "complete", Tickets.tasks, [job.n])
          job.error = reason
          tx.end(job, "failed")
        })
      ).pipe(Effect.catchTag("JobNotFound", () => Effect.void))
  })

  // -- WebhookOutbox ------------------------------------------------------------

  const outbox = WebhookOutbox.of({
    take: (count, leaseMs) =>
      Effect.gen(function* () {
        const now = yield* pg.now
        const rows = yield* pg.rows<Row>(
          `UPDATE ${schema}.delivery SET attempt = attempt + 1, due_at = $2 WHERE n IN (
            SELECT n FROM ${schema}.delivery WHERE due_at <= $1 ORDER BY due_at, n LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING *, (SELECT error FROM ${schema}.job WHERE job.n = delivery.job) AS error`,
          now,
          now + leaseMs,
          count
        )
        yield* Transaction.specOf(
          pg,
          specs,
          rows.map((row) => Number(row["job"]))
        )
        return rows
          .toSorted((left, right) => Number(left["n"]) - Number(right["n"]))
          .flatMap((row): ReadonlyArray<Delivery> => {
            const spec = specs.get(Number(row["job"]))
            if (spec?.webhook === undefined) return []
            const type = row["type"] as JobEventType
            return [
              {
                id: String(row["id"]),
                jobId: spec.id,
                kind: spec.kind,
                webhook: spec.webhook,
                number: Number(row["number"]),
                type,
                position: (row["position"] as number | null) ?? undefined,
                error: type === "failed" ? ((row["error"] as string | null) ?? undefined) : undefined,
                attempt: Number(row["attempt"])
              }
            ]
          })
      }).pipe(fails("WebhookOutbox.take")),
    delivered: ({ id }) =>
      Effect.asVoid(pg.rows(`DELETE FROM ${schema}.delivery WHERE id = $1`, id)).pipe(fails("WebhookOutbox.delivered")),
    failed: ({ id }, reason, retryAt) =>
      Effect.gen(function* () {
        // The caller's clock says how long from now; the server's says when that is.
        const offset = (yield* pg.now) - (yield* Effect.clockWith((clock) => clock.currentTimeMillis))
        yield* pg.rows(
          `UPDATE ${schema}.delivery SET due_at = $2, reason = $3 WHERE id = $1`,
          id,
          retryAt === undefined ? null : retryAt + offset,
          reason
        )
      }).pipe(fails("WebhookOutbox.failed")),
    dead: (id) =>
      pg
        .rows<{ number: number; reason: string }>(
          `SELECT number, reason FROM ${schema}.delivery WHERE due_at IS NULL
            AND job = (SELECT n FROM ${schema}.job WHERE id = $1) ORDER BY number`,
          id
        )
        .pipe(fails("WebhookOutbox.dead"))
  })

  return Context.empty().pipe(
    Context.add(JobStore, store),
    Context.add(Frontier, frontier),
    Context.add(JobQueue, queue),
    Context.add(WebhookOutbox, outbox)
  )
})
