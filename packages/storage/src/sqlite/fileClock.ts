/**
 * The time of a SQLite file, which all processes that share it agree on. The
 * process that opens the file alone writes by how much its wall clock is ahead of
 * the machine's monotonic clock, and the others take that over, so that a wall
 * clock that is set wrong, in one process or in all, ends no lease early or
 * late. They run on one machine, as SQLite's log in shared memory demands, and
 * the monotonic clock is the same in all of them.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DatabaseSync } from "node:sqlite"
import { uptime } from "node:os"
import { hrtime } from "node:process"
import { storeFault } from "../support/storeFault.ts"

/** Gives the time of the file, in milliseconds since 1970; writes it down when nobody has. */
export const makeFileClock = (database: DatabaseSync): Effect.Effect<Effect.Effect<number>, StoreError> =>
  Effect.gen(function* () {
    const monotonic = yield* monotonicMillis
    const wall = yield* Clock.currentTimeMillis
    const { ahead, slept } = yield* Effect.try({
      try: () => readOrMeasure(database, monotonic, wall),
      catch: (cause) => storeFault("SqliteDatabase.now", cause)
    })
    let asleep = 0
    let lookedAt = -Infinity
    return Effect.map(monotonicMillis, (now) => {
      // To ask the system takes longer than most statements.
      if (now - lookedAt >= lookEveryMs) {
        asleep = sleptMillis() - slept
        lookedAt = now
      }
      return now + ahead + (asleep > minSleepMs ? asleep : 0)
    })
  })

/** Forgets the time, so that the next process that opens the file sets it; for files that nobody has open. */
export const forgetTime = "DELETE FROM clock"

const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** The system counts the time since its start in seconds or hundredths of them; less than this is no sleep. */
const minSleepMs = 2000
/** How often it is looked whether the machine has slept, in milliseconds. */
const lookEveryMs = 1000

/** How long the machine has slept since its start: the monotonic clock of some systems stands still meanwhile. */
const sleptMillis = (): number => Math.round(uptime() * 1000 - Number(hrtime.bigint() / 1_000_000n))

interface Measured {
  /** Milliseconds that the wall clock was ahead of the monotonic one. */
  readonly ahead: number
  readonly slept: number
}

const readOrMeasure = (database: DatabaseSync, monotonic: number, wall: number): Measured => {
  const read = (): Measured | undefined => {
    const row = database.prepare("SELECT ahead, slept, monotonic FROM clock").get()
    // A monotonic clock that is behind was started anew with its machine.
    if (row === undefined || Number(row["monotonic"]) > monotonic) return undefined
    return { ahead: Number(row["ahead"]), slept: Number(row["slept"]) }
  }
  const known = read()
  if (known !== undefined) return known
  const measured = { ahead: wall - monotonic, slept: sleptMillis() }
  try {
    database.exec("BEGIN IMMEDIATE")
    // Another process may have been quicker.
    const found = read()
    if (found === undefined) {
      database
        .prepare("INSERT OR REPLACE INTO clock (n, ahead, slept, monotonic) VALUES (1, ?, ?, ?)")
        .run(measured.ahead, measured.slept, monotonic)
    }
    database.exec("COMMIT")
    return found ?? measured
  } catch {
    // A file that cannot be written to, such as on a full disk, can be read all the same.
    if (database.isTransaction) database.exec("ROLLBACK")
    return measured
  }
}
