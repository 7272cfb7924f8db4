/**
 * Leaves nothing of erased rows in the file and its log.
 *
 * The connection overwrites what it removes (`secure_delete`), but pages that SQLite has rearranged keep copies of rows in
 * the room between the others. `VACUUM` writes the whole file anew, while all who write to it wait: so only where that is
 * quick. Of a larger file the free pages are overwritten, some at a time.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { DatabaseSync } from "node:sqlite"

/** Largest file that is written anew, in bytes: about a second. */
const defaultMaxVacuumed = 256 * 1024 * 1024
/** Free pages that one transaction overwrites. */
const overwrittenAtOnce = 1000
/** How often the log is tried to be emptied while others read it, and how long is waited in between. */
const attempts = 40
const pause = Duration.millis(25)

export interface Scrubber {
  /** Something was erased. */
  readonly erased: () => void
  /** Does nothing where nothing is left of what was erased. */
  readonly scrub: Effect.Effect<void, StoreError>
}

export const makeScrubber = (
  database: DatabaseSync,
  attempt: <A>(operation: string, body: () => A) => Effect.Effect<A, StoreError>,
  maxVacuumed = defaultMaxVacuumed
): Scrubber => {
  const operation = "SqliteDatabase.scrub"
  const numberOf = (pragma: string, column = pragma): number =>
    Number(database.prepare(`PRAGMA ${pragma}`).get()?.[column] ?? 0)
  const write = (sql: string) => attempt(operation, () => database.exec(`BEGIN IMMEDIATE; ${sql}; COMMIT`))
  let isFileDirty = false
  let isLogDirty = false

  const overwriteFreePages = Effect.gen(function* () {
    const usable = numberOf("page_size") - 4
    yield* write("CREATE TABLE IF NOT EXISTS scrub (n INTEGER PRIMARY KEY, zeros BLOB)")
    for (let left = numberOf("freelist_count"); left > 0; left -= overwrittenAtOnce) {
      yield* write(`INSERT INTO scrub (zeros) VALUES (zeroblob(${Math.min(left, overwrittenAtOnce) * usable}))`)
      yield* Effect.yieldNow
    }
    while (database.prepare("SELECT 1 FROM scrub").get() !== undefined) {
      yield* write("DELETE FROM scrub WHERE n = (SELECT min(n) FROM scrub)")
      yield* Effect.yieldNow
    }
    yield* write("DROP TABLE scrub")
    yield* Effect.logWarning(
      "The database is too large to be written anew while it is used. Run VACUUM on it when nothing else uses it, so that no copy of an erased row is left between others."
    )
  })

  const rewrite = Effect.suspend(() =>
    numberOf("page_count") * numberOf("page_size") <= maxVacuumed
      ? attempt(operation, () => database.exec("VACUUM"))
      : overwriteFreePages
  )

  const emptyLog = Effect.gen(function* () {
    for (let tried = 0; tried < attempts; tried++) {
      if ((yield* attempt(operation, () => numberOf("wal_checkpoint(TRUNCATE)", "busy"))) === 0) {
        isLogDirty = false
        return
      }
      yield* Effect.sleep(pause)
    }
    yield* Effect.logWarning(
      "Erased rows are still in the log of the database, because another process reads it. The next erasure tries again."
    )
  })

  return {
    erased: () => {
      isFileDirty = true
      isLogDirty = true
    },
    scrub: Effect.gen(function* () {
      if (isFileDirty) {
        // Before the work: what is erased meanwhile is left to the next time.
        isFileDirty = false
        yield* Effect.onError(rewrite, () => Effect.sync(() => void (isFileDirty = true)))
      }
      if (isLogDirty) yield* emptyLog
    })
  }
}
