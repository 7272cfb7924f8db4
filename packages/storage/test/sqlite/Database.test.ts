/** A process without file descriptors: the stores answer with typed errors, and are themselves again at once. */
import { assert, it } from "@effect/vitest"
import { sqlite } from "@orbweaver/storage"
import { Effect, Fiber, Layer } from "effect"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { SqliteDatabase } from "../../src/sqlite/Database.ts"

const script = fileURLToPath(new URL("../support/descriptors.ts", import.meta.url))
const done = { blob: "done", job: "done", open: "done" }

// Windows has no such limit.
it.skipIf(process.platform === "win32")(
  "the stores come back when the process has file descriptors again",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-descriptors-"))
    const command = 'ulimit -n 256; exec "$0" --conditions=@orbweaver/source --disable-warning=ExperimentalWarning "$@"'
    const { stdout } = await promisify(execFile)("sh", ["-c", command, process.execPath, script, folder])
    const { afterwards, without } = JSON.parse(stdout) as Record<"without" | "afterwards", Record<string, string>>
    assert.deepStrictEqual(without, {
      blob: "StoreError unavailable",
      // Its file is open already.
      job: "done",
      open: "StoreError unavailable"
    })
    assert.deepStrictEqual(afterwards, done)
    await rm(folder, { recursive: true })
  }
)

it.effect("a file that cannot be opened is named, with what to do about it", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "orbweaver-open-")))
    const text = join(folder, "text.sqlite")
    yield* Effect.promise(() => writeFile(text, "This is no database, whatever its name is.".repeat(50)))
    for (const [file, why] of [
      [join(folder, "absent", "jobs.sqlite"), `no folder ${join(folder, "absent")}: create it`],
      [folder, "it is a folder"],
      [text, "file is not a database"]
    ] as const) {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(sqlite(file))))
      assert.strictEqual(error._tag, "StoreError")
      assert.include(error.message, file)
      assert.include(error.message, why)
    }
    yield* Effect.promise(() => rm(folder, { recursive: true }))
  })
)

it.live("a write waits for another process that writes, and the event loop goes on", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "orbweaver-locked-")))
    const file = join(folder, "jobs.sqlite")
    const locked = Effect.gen(function* () {
      const db = yield* SqliteDatabase
      const other = new DatabaseSync(file)
      other.exec("BEGIN IMMEDIATE")
      const write = db.write("test", () => db.run("INSERT INTO team (id, plan) VALUES ('a', '')"))
      const writing = yield* Effect.forkChild(write, { startImmediately: true })
      // SQLite itself would wait in the event loop.
      assert.strictEqual(db.get("PRAGMA busy_timeout")?.["timeout"], 0)
      other.exec("COMMIT")
      assert.strictEqual(yield* Fiber.join(writing), 1)
      other.exec("BEGIN IMMEDIATE")
      const { kind } = yield* Effect.flip(write)
      assert.strictEqual(kind, "unavailable")
      other.close()
    })
    yield* Effect.provide(locked, SqliteDatabase.layer({ filename: file, busyTimeout: 1000 }))
    yield* Effect.promise(() => rm(folder, { recursive: true }))
  })
)
