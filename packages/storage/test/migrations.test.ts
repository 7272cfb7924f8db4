/** Two programs of different versions on one store: the older one refuses it instead of guessing. */
import { assert, describe, it } from "@effect/vitest"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { JobId } from "@orbweaver/core/model/Job"
import { claim, newJob, settle, settlement } from "@orbweaver/testing/internal/jobs"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { sqlite, SqliteDatabase, SqliteTeamStore } from "@orbweaver/storage"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Effect, Layer, Option, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"
import { latest } from "../src/sqlite/migrations.ts"

/** Undoes the latest two versions: when keys were made and last used, and the attempts of pages. */
const withoutTimesAndAttempts = (prefix: string) => [
  ...["created_at", "last_used_at"].map((column) => `ALTER TABLE ${prefix}api_key DROP COLUMN ${column}`),
  ...["attempt_log", "took_ms", "bytes"].map((column) => `ALTER TABLE ${prefix}page DROP COLUMN ${column}`)
]

describe("a store of a newer version", () => {
  it.live("is refused on SQLite, and nothing in it is changed", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "orbweaver-version-"))
      const file = join(folder, "jobs.sqlite")
      yield* Effect.provide(
        JobStore.JobStore.use((store) => store.list({})),
        sqlite(file)
      )
      const newer = new DatabaseSync(file)
      newer.exec("PRAGMA user_version = 99")
      newer.close()
      const error = yield* JobStore.JobStore.use((store) => store.list({})).pipe(
        Effect.provide(sqlite(file)),
        Effect.flip
      )
      assert.strictEqual(error._tag, "StoreError")
      assert.match(String(error.cause), /version 99/)
      rmSync(folder, { recursive: true })
    })
  )

  it.live("is refused on PostgreSQL", () =>
    Effect.gen(function* () {
      const url = inject("postgresUrl")
      const schema = "versions_test"
      yield* PostgresDatabase.use((pg) => pg.rows(`UPDATE ${schema}.version SET version = 99`)).pipe(
        Effect.provide(PostgresDatabase.layer({ url, schema }))
      )
      const error = yield* JobStore.JobStore.use((store) => store.list({})).pipe(
        Effect.provide(postgres(url, { schema })),
        Effect.sandbox,
        Effect.flip
      )
      assert.match(String(error), /version 99|PostgresDatabase/)
    })
  )
})

describe("a job of an older version", () => {
  it.live("is read without the name of a key, which it does not know", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "orbweaver-version-"))
      const file = join(folder, "jobs.sqlite")
      const job = newJob(["https://site.test/"], { keyName: "ci" })
      yield* Effect.provide(
        JobStore.JobStore.use((store) => store.create(job)),
        sqlite(file)
      )
      const older = new DatabaseSync(file)
      older.exec("UPDATE job SET spec = json_remove(spec, '$.keyName')")
      older.close()
      const read = yield* Effect.provide(
        JobStore.JobStore.use((store) => store.get(job.id)),
        sqlite(file)
      )
      assert.isUndefined(read.keyName)
      assert.strictEqual(read.counts.queued, 1)
      rmSync(folder, { recursive: true })
    })
  )
})

describe("a page of an older version, which has no list of attempts", () => {
  const job = newJob(["https://site.test/a", "https://site.test/b"])
  const failFirst = Effect.gen(function* () {
    yield* JobStore.JobStore.use((store) => store.create(job))
    const [page] = yield* claim(1)
    yield* settle(settlement(page!, { _tag: "Failed", error: "away" }))
  })

  const goesOn = Effect.gen(function* () {
    const [page] = yield* claim(1)
    yield* settle(settlement(page!, { _tag: "Failed", error: "gone" }, { tookMs: 12 }))
    const pages = yield* JobStore.JobStore.use((store) => store.pages(job.id, { limit: 10 }))
    assert.deepStrictEqual(
      pages.map(({ attemptLog, error, tookMs }) => ({ causes: attemptLog?.map(({ cause }) => cause), error, tookMs })),
      [
        { causes: undefined, error: "away", tookMs: undefined },
        { causes: ["gone"], error: "gone", tookMs: 12 }
      ]
    )
  })

  it.live("is read from an SQLite file, and those that end later have one", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "orbweaver-version-"))
      const file = join(folder, "jobs.sqlite")
      yield* Effect.provide(failFirst, sqlite(file))
      const older = new DatabaseSync(file)
      for (const statement of withoutTimesAndAttempts("")) older.exec(statement)
      older.exec(`PRAGMA user_version = ${latest - 2}`)
      older.close()
      yield* Effect.provide(goesOn, sqlite(file))
      rmSync(folder, { recursive: true })
    })
  )

  it.live("is read from a PostgreSQL schema, and those that end later have one", () =>
    Effect.gen(function* () {
      const url = inject("postgresUrl")
      const schema = "attempts_version_test"
      yield* Effect.provide(failFirst, postgres(url, { schema }))
      yield* PostgresDatabase.use((pg) =>
        Effect.forEach(
          [...withoutTimesAndAttempts(`${schema}.`), `UPDATE ${schema}.version SET version = version - 2`],
          (statement) => pg.rows(statement)
        )
      ).pipe(Effect.provide(PostgresDatabase.layer({ url, schema })))
      yield* Effect.provide(goesOn, postgres(url, { schema }))
    })
  )
})

describe("a key of another version", () => {
  it.live("may do from anywhere what it could, and nothing that only the newer one knows", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "orbweaver-version-"))
      const file = join(folder, "teams.sqlite")
      const within = <A, E>(effect: Effect.Effect<A, E, TeamStore | ApiKeys>) =>
        Effect.provide(
          effect,
          SqliteTeamStore.layer.pipe(Layer.provide(SqliteDatabase.SqliteDatabase.layer({ filename: file })))
        )
      const find = (key: string) => within(ApiKeys.use((keys) => keys.find(Redacted.make(key))))
      const keys = [{ key: "fc-older-1" }, { key: "fc-newer-1", addresses: ["203.0.113.0/24"] }]
      yield* within(TeamStore.use((store) => store.save({ id: "team", keys })))
      const older = new DatabaseSync(file)
      older.exec(
        `${withoutTimesAndAttempts("").join("; ")}; ALTER TABLE worker DROP COLUMN pages; DROP TABLE call_log; DROP TABLE profile; DROP TABLE profile_claim; ALTER TABLE api_key DROP COLUMN addresses; PRAGMA user_version = ${latest - 6}`
      )
      older.close()
      const found = yield* find("fc-older-1")
      assert.deepStrictEqual(found?.scopes, ["read", "write"])
      assert.notProperty(found, "addresses")
      const names = (yield* within(TeamStore.use((store) => store.keys("team")))).map((key) => Object.keys(key).sort())
      assert.deepStrictEqual(names, [
        ["digest", "name", "scopes"],
        ["digest", "name", "scopes"]
      ])
      const newer = new DatabaseSync(file)
      newer.exec(`UPDATE api_key SET scopes = '["read","teleport"]', addresses = 'damaged'`)
      newer.close()
      assert.deepInclude(yield* find("fc-newer-1"), { scopes: ["read"], addresses: [] })
      rmSync(folder, { recursive: true })
    })
  )
})

describe("checks of an older version, which were no jobs", () => {
  /** A check that waited, one that ran, and one that ended with an event that waits and one that was given up. */
  const value = { name: "prices", retentionDays: 7 }
  const ended = { status: "completed", finishedAt: 1500, notification: { delivered: 0, failed: 0, sent: 3 } }
  const posted = { url: "https://hook.test/", headers: { "x-token": "t" }, body: "{}" }
  const rows = {
    monitor: [["prices", "somebody", 5000, 1, JSON.stringify(value)]],
    monitor_check: [
      ["old", "prices", 1000, false, JSON.stringify(ended), 0],
      ["running", "prices", 3000, true, JSON.stringify({ status: "running", targetResults: [] }), 9e12],
      ["lost", "nobody", 3000, true, "{}", 0]
    ],
    notification: [
      ["event-1", "prices", "old", false, "null", 4, null, "answered 410"],
      ["event-2", "prices", "old", false, JSON.stringify(posted), 1, 0, "answered 500"],
      ["event-3", "prices", "old", true, JSON.stringify(posted), 0, 0, null]
    ]
  }
  const columns = {
    monitor: "id, account, next_run_at, created_at, value",
    monitor_check: "id, monitor, created_at, open, value, lease_until",
    notification: "id, monitor, check_id, is_last, post, attempt, due_at, reason"
  }
  const literal = (given: string | number | boolean | null): string =>
    typeof given === "string" ? `'${given.replaceAll("'", "''")}'` : String(given)

  /** Versions since the one without checks that are jobs. */
  const undone = 7

  /** Undoes these versions, and fills the tables that they removed. */
  const downgrade = (prefix: string, number: string) => [
    ...withoutTimesAndAttempts(prefix),
    `ALTER TABLE ${prefix}worker DROP COLUMN pages`,
    `DROP TABLE ${prefix}call_log`,
    `DROP TABLE ${prefix}profile`,
    `DROP TABLE ${prefix}profile_claim`,
    `CREATE TABLE ${prefix}monitor_check (id text PRIMARY KEY, monitor text NOT NULL, created_at float8 NOT NULL,
      open boolean NOT NULL, value text NOT NULL, lease_until float8 NOT NULL)`,
    `CREATE TABLE ${prefix}notification (n ${number}, id text NOT NULL UNIQUE, monitor text NOT NULL,
      check_id text NOT NULL, is_last boolean NOT NULL, post text NOT NULL, attempt int NOT NULL, due_at float8, reason text)`,
    `ALTER TABLE ${prefix}api_key DROP COLUMN addresses`,
    `DROP INDEX ${prefix}job_monitor`,
    `ALTER TABLE ${prefix}job DROP COLUMN monitor`,
    `ALTER TABLE ${prefix}task DROP COLUMN forgiven`,
    `ALTER TABLE ${prefix}delivery DROP COLUMN post`,
    ...(["monitor", "monitor_check", "notification"] as const).flatMap((table) =>
      rows[table].map(
        (row) => `INSERT INTO ${prefix}${table} (${columns[table]}) VALUES (${row.map(literal).join(", ")})`
      )
    )
  ]

  const goesOn = Effect.gen(function* () {
    const store = yield* JobStore.JobStore
    const queue = yield* JobQueue
    const outbox = yield* WebhookOutbox
    const checks = yield* store.checks("prices", { limit: 10, offset: 0 })
    assert.deepStrictEqual(
      checks.map(({ accountId, createdAt, id, kind, monitorId, output, status }) => ({
        accountId,
        createdAt,
        id,
        kind,
        monitorId,
        output,
        status
      })),
      [
        {
          accountId: "somebody",
          createdAt: 3000,
          id: JobId.make("running"),
          kind: "monitorCheck",
          monitorId: "prices",
          output: { status: "running", targetResults: [] },
          status: "scraping"
        },
        {
          accountId: "somebody",
          createdAt: 1000,
          id: JobId.make("old"),
          kind: "monitorCheck",
          monitorId: "prices",
          output: ended,
          status: "completed"
        }
      ]
    )
    assert.deepInclude(checks[1], { finishedAt: 1500, expiresAt: 1000 + 7 * 86_400_000 })
    const task = Option.getOrThrow(yield* queue.take(1000))
    assert.strictEqual(task.jobId, "running")
    assert.isTrue(Option.isNone(yield* queue.take(1000)))
    assert.isTrue(yield* store.finish(task.jobId, {}, 0))
    assert.deepStrictEqual(yield* outbox.counts(checks[1]!.id), { waiting: 2, untried: 1, failed: 1 })
    const due = yield* outbox.take(10, 60_000)
    assert.deepStrictEqual(
      due.map(({ body, id, type, webhook: { headers, url } }) => [id, type, { body, headers, url }]),
      [
        ["event-2", "page", posted],
        ["event-3", "completed", posted]
      ]
    )
  })

  it.live("go on as jobs from an SQLite file", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "orbweaver-version-"))
      const file = join(folder, "jobs.sqlite")
      yield* Effect.provide(
        JobStore.JobStore.use((store) => store.list({})),
        sqlite(file)
      )
      const older = new DatabaseSync(file)
      for (const statement of downgrade("", "integer PRIMARY KEY")) older.exec(statement)
      older.exec(`PRAGMA user_version = ${latest - undone}`)
      older.close()
      yield* Effect.provide(goesOn, sqlite(file))
      rmSync(folder, { recursive: true })
    })
  )

  it.live("go on as jobs from a PostgreSQL schema", () =>
    Effect.gen(function* () {
      const url = inject("postgresUrl")
      const schema = "checks_version_test"
      yield* PostgresDatabase.use((pg) =>
        Effect.forEach(
          [
            ...downgrade(`${schema}.`, "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
            `UPDATE ${schema}.version SET version = version - ${undone}`
          ],
          (statement) => pg.rows(statement)
        )
      ).pipe(Effect.provide(PostgresDatabase.layer({ url, schema })))
      yield* Effect.provide(goesOn, postgres(url, { schema }))
    })
  )
})
