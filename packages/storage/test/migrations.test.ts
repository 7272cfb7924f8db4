/** Two programs of different versions on one store: the older one refuses it instead of guessing. */
import { assert, describe, it } from "@effect/vitest"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import { newJob } from "@orbweaver/testing/internal/jobs"
import { sqlite } from "@orbweaver/storage"
import { PostgresDatabase, postgres } from "@orbweaver/storage/postgres"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inject } from "vitest"

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
