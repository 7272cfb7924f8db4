/** The last part of a long list costs the database what the first part costs. */
import { assert, describe, it } from "@effect/vitest"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { JobStore, type Service } from "@orbweaver/core/jobs/JobStore"
import type { JobId } from "@orbweaver/core/model/Job"
import { candidate, create } from "@orbweaver/testing/internal/jobs"
import { PostgresDatabase, PostgresJobStores } from "@orbweaver/storage/postgres"
import { SqliteJobStores } from "@orbweaver/storage"
import { SqliteDatabase } from "@orbweaver/storage/internal/sqlite/Database"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import { reportingPostgres, reportingSqlite } from "../support/statements.ts"

const pageCount = 2000
const limit = 10

/** Pages that wait, and as many that rules kept out. */
const seeds = Array.from({ length: pageCount }, (_, index) => {
  const reason = index % 4 === 1 ? ("trap" as const) : ("exclude" as const)
  return candidate(`https://site.test/${index}`, {
    decision: index % 2 === 0 ? { admit: true } : { admit: false, reason, rule: "rule" }
  })
})

interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** What is read first and last of each list. */
const reads = Effect.fnUntraced(function* (store: Service, id: JobId, failures: ReadonlyArray<number>) {
  const pages = yield* store.pages(id, { limit: Infinity })
  const trapped = yield* store.skipped(id, "trap", { limit: Infinity })
  const excluded = yield* store.skipped(id, "exclude", { limit: Infinity })
  const lastOf = <A>(list: ReadonlyArray<A>) => list.at(-limit - 1)!
  return {
    pages: [store.pages(id, { limit }), store.pages(id, { after: lastOf(pages).page, limit })],
    trap: [store.skipped(id, "trap", { limit }), store.skipped(id, "trap", { after: lastOf(trapped).page, limit })],
    exclude: [
      store.skipped(id, "exclude", { limit }),
      store.skipped(id, "exclude", { after: lastOf(excluded).page, limit })
    ],
    failures: [
      store.failures(id, { after: 0, limit }),
      store.failures(id, { after: lastOf(failures), limit }),
      store.failures(id, { latest: limit })
    ]
  }
})

/** Of an entry that is named like its time. */
const place = (createdAt: number) => ({ id: String(createdAt), createdAt })

describe("long lists", { concurrent: false }, () => {
  it.live(
    "are read on PostgreSQL from where their reader is",
    () =>
      Effect.gen(function* () {
        const schema = `l${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
        let statements: Array<Statement> = []
        const recording = reportingPostgres({ url: inject("postgresUrl"), schema }, (text, values) =>
          statements.push({ text, values })
        )
        yield* Effect.gen(function* () {
          const db = yield* PostgresDatabase
          const store = yield* JobStore
          // Entries of other jobs lie before and behind.
          yield* create(seeds)
          const { id } = yield* create(seeds)
          yield* create(seeds)
          yield* db.rows(
            `INSERT INTO ${schema}.failure (job, page, url, error, at)
              SELECT job.n, 1, 'https://site.test/', 'away', 0 FROM ${schema}.job, generate_series(1, ${pageCount})`
          )
          yield* db.rows(
            `INSERT INTO ${schema}.monitor (id, account, created_at, value)
              SELECT n, 'somebody', n, '{}' FROM generate_series(1, ${pageCount}) AS n`
          )
          yield* db.rows(
            `INSERT INTO ${schema}.job (id, spec, kind, account, monitor, status, origin, collecting, created_at, last_activity, retention_ms)
              SELECT n, '{}', 'monitorCheck', 'somebody', '1', 'completed', '', false, n, n, 1e12
              FROM generate_series(1, ${pageCount}) AS n`
          )
          yield* db.rows(`ANALYZE ${schema}.page, ${schema}.failure, ${schema}.event, ${schema}.monitor, ${schema}.job`)
          const failures = yield* store.failures(id, { after: 0, limit: Infinity })
          const monitors = yield* MonitorStore
          const ofMonitors = {
            monitors: [undefined, place(pageCount - limit - 1)].map((after) =>
              Effect.suspend(() => monitors.list("somebody", { limit, offset: 0, after }))
            ),
            checks: [undefined, place(limit + 1)].map((after) =>
              Effect.suspend(() => store.checks("1", { limit, offset: 0, after }))
            )
          }
          const ofJobs = yield* reads(
            store,
            id,
            failures.map(({ number }) => number)
          )
          const lists = { ...ofJobs, ...ofMonitors }
          for (const [name, parts] of Object.entries(lists)) {
            const costs: Array<number> = []
            for (const part of parts) {
              statements = []
              assert.lengthOf<ReadonlyArray<unknown>>(yield* part, limit)
              const { text, values } = statements.findLast((statement) =>
                /\.(page|failure|monitor)\b|WHERE monitor =/.test(statement.text)
              )!
              const [plan] = yield* db.rows<Record<string, ReadonlyArray<{ readonly Plan: Plan }>>>(
                `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
                ...(values as ReadonlyArray<string | number>)
              )
              costs.push(rowsRead(plan!["QUERY PLAN"]![0]!.Plan))
            }
            for (const cost of costs)
              assert.isAtMost(cost, 6 * limit, `rows read for a part of ${name}: ${costs.join(", ")}`)
          }
        }).pipe(Effect.provide(Layer.provideMerge(PostgresJobStores.layer(), recording)))
      }),
    { timeout: 60_000 }
  )

  it.live("are read in a file from where their reader is", () =>
    Effect.gen(function* () {
      let statements: Array<Statement> = []
      const recording = reportingSqlite(":memory:", (text, values) => void statements.push({ text, values }))
      yield* Effect.gen(function* () {
        const db = yield* SqliteDatabase
        const store = yield* JobStore
        const { id } = yield* create(seeds)
        for (let failure = 0; failure < pageCount; failure++) {
          db.run("INSERT INTO failure (job, page, url, error, at) VALUES (1, 1, 'https://site.test/', 'away', 0)")
        }
        const failures = yield* store.failures(id, { after: 0, limit: Infinity })
        const lists = yield* reads(
          store,
          id,
          failures.map(({ number }) => number)
        )
        for (const part of Object.values(lists).flat()) {
          statements = []
          assert.lengthOf<ReadonlyArray<unknown>>(yield* part, limit)
          const { text } = statements.findLast((statement) => /FROM (page|failure)/.test(statement.text))!
          const plan = db.all(`EXPLAIN QUERY PLAN ${text}`).map(({ detail }) => String(detail))
          assert.match(plan.join("\n"), /SEARCH (page|failure) USING (COVERING )?INDEX \w+ \(.*(n>\?|job=\?\)$)/m)
          assert.notMatch(plan.join("\n"), /SCAN (page|failure)|TEMP B-TREE/)
        }
      }).pipe(Effect.provide(Layer.provideMerge(SqliteJobStores.layer(), recording)))
    })
  )
})

interface Plan {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Plan>
}

/** Rows that were read of tables and indexes. */
const rowsRead = (plan: Plan): number => {
  const own = plan["Node Type"].includes("Scan")
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own)
}
