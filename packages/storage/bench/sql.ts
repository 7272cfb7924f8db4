/**
 * What effect/sql would cost SQLite: the statements of a claim and of a settlement, once by the prepared statements of
 * `SqliteDatabase` and once by a thin `SqlClient` over the same node:sqlite, in turns and in batches of one transaction.
 *
 * `npm run bench:sql -w packages/storage [-- --rounds 9]`
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { makeCompilerSqlite } from "effect/sql/Statement"
import { SqliteDatabase } from "../src/sqlite/Database.ts"

const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" } } })
const rounds = Number(values.rounds)
const batch = 8
const batches = 500

/** No more than is needed to run statements: prepared once each, as `SqliteDatabase` does. */
const thinClient = (filename: string) =>
  Effect.gen(function* () {
    const database = new DatabaseSync(filename)
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    yield* Effect.addFinalizer(() => Effect.sync(() => database.close()))
    const prepared = new Map<string, StatementSync>()
    const run = (sql: string, parameters: ReadonlyArray<unknown>) =>
      Effect.sync(() => {
        let statement = prepared.get(sql)
        if (statement === undefined) prepared.set(sql, (statement = database.prepare(sql)))
        return statement.all(...(parameters as ReadonlyArray<SQLInputValue>))
      })
    const connection: Connection = {
      execute: run,
      executeRaw: run,
      executeUnprepared: run,
      executeValues: (sql, parameters) => Effect.map(run(sql, parameters), (rows) => rows.map(Object.values)),
      executeValuesUnprepared: (sql, parameters) => Effect.map(run(sql, parameters), (rows) => rows.map(Object.values)),
      executeStream: () => Stream.empty
    }
    const { acquirer, borrower, transactionAcquirer } = SqlClient.makeSqliteAcquirers({
      connection: Effect.succeed(connection),
      semaphore: yield* Semaphore.make(1)
    })
    return yield* SqlClient.make({
      acquirer,
      borrower,
      transactionAcquirer,
      compiler: makeCompilerSqlite(),
      driver: "thin",
      spanAttributes: [],
      beginTransaction: "BEGIN IMMEDIATE",
      prepareTransactionControls: true
    })
  })

interface Work {
  /** Leases a batch of pages of the job, and gives their numbers. */
  readonly claim: (job: number) => Effect.Effect<ReadonlyArray<number>, unknown>
  readonly settle: (job: number, pages: ReadonlyArray<number>) => Effect.Effect<void, unknown>
}

const document = JSON.stringify({ markdown: "A page of text. ".repeat(40), metadata: { statusCode: 200 } })

const byStatements = (db: SqliteDatabase["Service"]): Work => ({
  claim: (job) =>
    db.write("claim", () => {
      const { host } = db.get(
        "SELECT host FROM page WHERE job = ? AND state = 0 AND host > ? ORDER BY host LIMIT 1",
        job,
        ""
      )!
      const rows = db.all(
        "SELECT n, url, depth FROM page WHERE job = ? AND host = ? AND state = 0 ORDER BY n LIMIT ?",
        job,
        host!,
        batch
      )
      for (const { n } of rows)
        db.run("UPDATE page SET state = 1, attempts = attempts + 1, token = token + 1, until = ? WHERE n = ?", 1, n!)
      return rows.map(({ n }) => Number(n))
    }),
  settle: (job, pages) =>
    db.write("settle", () => {
      for (const n of pages) {
        db.get("SELECT n, url, host, depth FROM page WHERE n = ? AND job = ? AND state = 1 AND token = ?", n, job, 1)
        db.run(
          "UPDATE page SET state = ?, until = ?, reason = ?, position = ?, content_hash = ? WHERE n = ?",
          2,
          0,
          null,
          n,
          "hash",
          n
        )
        db.run(
          "INSERT INTO result (job, position, page, url, depth, document, credits, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          job,
          n,
          n,
          "https://a.test/",
          0,
          document,
          1,
          null
        )
        db.run("DELETE FROM hold WHERE id = ?", `scrape/${n}`)
        db.run(
          "INSERT INTO debit (id, account, unit, amount, reason, key_name, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
          `scrape/${job}/${n}`,
          "a",
          "credits",
          1,
          "crawl",
          null,
          1
        )
        db.run(
          "INSERT INTO event (job, number, type, at, position, page) VALUES (?, ?, ?, ?, ?, ?)",
          job,
          n,
          "page",
          1,
          n,
          String(n)
        )
      }
    })
})

const byClient = (sql: SqlClient.SqlClient): Work => ({
  claim: (job) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [first] = yield* sql<{
          host: string
        }>`SELECT host FROM page WHERE job = ${job} AND state = 0 AND host > ${""} ORDER BY host LIMIT 1`
        const rows = yield* sql<{
          n: number
        }>`SELECT n, url, depth FROM page WHERE job = ${job} AND host = ${first!.host} AND state = 0 ORDER BY n LIMIT ${batch}`
        for (const { n } of rows)
          yield* sql`UPDATE page SET state = 1, attempts = attempts + 1, token = token + 1, until = ${1} WHERE n = ${n}`
        return rows.map(({ n }) => n)
      })
    ),
  settle: (job, pages) =>
    sql.withTransaction(
      Effect.gen(function* () {
        for (const n of pages) {
          yield* sql`SELECT n, url, host, depth FROM page WHERE n = ${n} AND job = ${job} AND state = 1 AND token = ${1}`
          yield* sql`UPDATE page SET state = ${2}, until = ${0}, reason = ${null}, position = ${n}, content_hash = ${"hash"} WHERE n = ${n}`
          yield* sql`INSERT INTO result (job, position, page, url, depth, document, credits, facts) VALUES (${job}, ${n}, ${n}, ${"https://a.test/"}, ${0}, ${document}, ${1}, ${null})`
          yield* sql`DELETE FROM hold WHERE id = ${`scrape/${n}`}`
          yield* sql`INSERT INTO debit (id, account, unit, amount, reason, key_name, at) VALUES (${`scrape/${job}/${n}`}, ${"a"}, ${"credits"}, ${1}, ${"crawl"}, ${null}, ${1}) ON CONFLICT (id) DO NOTHING`
          yield* sql`INSERT INTO event (job, number, type, at, position, page) VALUES (${job}, ${n}, ${"page"}, ${1}, ${n}, ${String(n)})`
        }
      })
    )
})

const folder = mkdtempSync(join(tmpdir(), "orbweaver-sql-"))
const filename = join(folder, "jobs.sqlite")

/** Microseconds a page of each, over one job of `batch * batches` pages. */
const measure = Effect.fnUntraced(function* (db: SqliteDatabase["Service"], { claim, settle }: Work, job: number) {
  yield* db.write("fill", () => {
    for (let page = 0; page < batch * batches; page++) {
      db.run(
        "INSERT INTO page (job, a, b, url, host, depth, state) VALUES (?, ?, ?, ?, ?, 0, 0)",
        job,
        job,
        page,
        `https://a.test/${page}`,
        "a.test"
      )
    }
  })
  let claiming = 0
  let settling = 0
  for (let round = 0; round < batches; round++) {
    const start = performance.now()
    const pages = yield* claim(job)
    const claimed = performance.now()
    yield* settle(job, pages)
    claiming += claimed - start
    settling += performance.now() - claimed
  }
  const each = 1000 / (batch * batches)
  return { claim: claiming * each, settle: settling * each }
})

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const program = Effect.gen(function* () {
  const db = Context.get(yield* Layer.build(SqliteDatabase.layer({ filename })), SqliteDatabase)
  const ways = { statements: byStatements(db), client: byClient(yield* thinClient(filename)) }
  const times = {
    statements: { claim: [] as Array<number>, settle: [] as Array<number> },
    client: { claim: [] as Array<number>, settle: [] as Array<number> }
  }
  let job = 0
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    for (const way of ["statements", "client"] as const) {
      const { claim, settle } = yield* measure(db, ways[way], ++job)
      if (round === 0) continue
      times[way].claim.push(claim)
      times[way].settle.push(settle)
    }
  }
  for (const what of ["claim", "settle"] as const) {
    const own = median(times.statements[what])
    const client = median(times.client[what])
    console.log(
      `${what.padEnd(7)} statements ${own.toFixed(1)} µs a page, effect/sql ${client.toFixed(1)} µs, ratio ${(own / client).toFixed(2)}`
    )
  }
}).pipe(
  Effect.scoped,
  Effect.provide(Reactivity.layer),
  // Without spans, so that only statements are compared.
  Effect.withTracerEnabled(false)
)

await Effect.runPromise(program).finally(() => rmSync(folder, { recursive: true, force: true }))
