/**
 * Leaves nothing of erased rows in the file and its log.
 *
 * The connection overwrites what it removes (`secure_delete`), but pages that SQLite has rearranged keep copies of rows in
 * the room between the others. `VACUUM` writes the whole file anew, while all who write to it wait: so only where that is
 * quick.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { DatabaseSync } from "node:sqlite"
import type { Row, Statement } from "./Checkpointer.ts"

/** Largest file that is written anew, in bytes: about a second. */
const defaultMaxVacuumed = 256 * 1024 * 1024
/** How long `VACUUM` waits for others that write, in milliseconds. */
const vacuumTimeout = 5000
/** How often the log is tried to be emptied while others read it, and how long is waited in between. */
const attempts = 40
const pause = Duration.millis(25)

export interface Scrubber {
  /** Something was erased. */
  readonly erased: () => void
  /** Does nothing where nothing is left of what was erased. */
  readonly scrub: Effect.Effect<void, StoreError>
}

/** `run` runs a statement that takes long where nobody waits for it. */
export const makeScrubber = (
  database: DatabaseSync,
  run: (statement: Statement) => Effect.Effect<Row, StoreError>,
  maxVacuumed = defaultMaxVacuumed
): Scrubber => {
  const numberOf = (pragma: string): number => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0)
  const turns = Semaphore.makeUnsafe(1)
  let isFileDirty = false
  let isLogDirty = false

  const rewrite = Effect.suspend(() =>
    numberOf("page_count") * numberOf("page_size") <= maxVacuumed
      ? Effect.asVoid(run({ sql: "VACUUM", busyTimeout: vacuumTimeout }))
      : Effect.logWarning(
          "The database is too large to be written anew while it is used. Run VACUUM on it when nothing else uses it, so that no copy of an erased row is left between others."
        )
  )

  const emptyLog = Effect.gen(function* () {
    for (let tried = 0; tried < attempts; tried++) {
      isLogDirty = false
      // Whoever writes waits while this waits for those who read, so it does not.
      const row = yield* run({ sql: "PRAGMA wal_checkpoint(TRUNCATE)", busyTimeout: 0 })
      if (row?.["busy"] === 0) return
      isLogDirty = true
      yield* Effect.sleep(pause)
    }
    yield* Effect.logWarning(
      "Erased rows are still in the log of the database, because another process reads it. The next erasure tries again."
    )
  })

  /** Before the work, since what is erased meanwhile is left to the next time. */
  const scrub = Effect.gen(function* () {
    if (isFileDirty) {
      isFileDirty = false
      // The file is new only when the log, through which it is written, was moved into it.
      isLogDirty = true
      yield* Effect.onError(rewrite, () => Effect.sync(() => void (isFileDirty = true)))
    }
    if (isLogDirty) yield* Effect.onError(emptyLog, () => Effect.sync(() => void (isLogDirty = true)))
  })

  return {
    erased: () => {
      isFileDirty = true
      isLogDirty = true
    },
    // Who comes second waits until what it has erased is gone, too.
    scrub: turns.withPermit(scrub)
  }
}
