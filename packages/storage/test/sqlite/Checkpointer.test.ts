/** Who moves what was written from SQLite's log into the file, and that nobody is left behind who does. */
import { assert, it, vi } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteDatabase } from "../../src/sqlite/Database.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-log-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const kib = "x".repeat(1024)

it.effect("what was written reaches the file while the database is open, and without the event loop", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "jobs.sqlite")
    const scope = yield* Scope.make()
    const { run, write } = yield* Layer.build(SqliteDatabase.layer({ filename: file })).pipe(
      Effect.flatMap((services) => Effect.provide(SqliteDatabase, services)),
      Scope.provide(scope)
    )
    const empty = statSync(file).size
    for (let n = 0; n < 100; n++) {
      yield* write("test", () => run("INSERT INTO team (id, plan) VALUES (?, ?)", String(n), kib.repeat(8)))
    }
    yield* Effect.promise(() => vi.waitUntil(() => statSync(file).size - empty > 100 * 1024, { timeout: 60_000 }))
    yield* Scope.close(scope, Exit.void)
    assert.isFalse(existsSync(`${file}-wal`), "the log outlived its database")
  })
)

it.effect("a file that is written again after it was closed has it all", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "jobs.sqlite")
    const count = Effect.gen(function* () {
      const { get, run, write } = yield* SqliteDatabase
      for (let n = 0; n < 70; n++) {
        yield* write("test", () => run("INSERT INTO coupon VALUES (hex(randomblob(8)), 'a', 'credits', 1, 0)"))
      }
      return get("SELECT count(*) AS count FROM coupon")?.["count"]
    })
    for (const expected of [70, 140]) {
      // Each closes the file while the thread may be at work.
      const counted = yield* Effect.provide(count, SqliteDatabase.layer({ filename: file }))
      assert.strictEqual(counted, expected)
    }
  })
)
