/**
 * One SQLite file over Node's own `node:sqlite`: the connection that the
 * stores of a process share.
 *
 * Statements are synchronous and short; a transaction never spans a turn of the
 * event loop, so nothing of this process can come between. Other processes may
 * use the same file: writers wait for each other (`busyTimeout`), and the event
 * loop goes on meanwhile.
 */
import { StoreError } from "@orbweaver/core/model/StoreError"
import { cleanUp } from "@orbweaver/core/internal/support/erasureCleanup"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import { innermostMessage, storeFault } from "../support/storeFault.ts"
import * as Checkpointer from "./Checkpointer.ts"
import { makeFileClock } from "./fileClock.ts"
import { migrate } from "./migrations.ts"
import { makeScrubber } from "./scrub.ts"
import { endLeases } from "./orphans.ts"
import { fixedPlan } from "./fixedPlan.ts"
import { DatabaseSync } from "./nodeSqlite.ts"
import { waitForLock } from "./waitForLock.ts"

export interface Options {
  /** Path of the file, or `:memory:`. */
  readonly filename: string
  /** How long to wait for another process that writes, in milliseconds. */
  readonly busyTimeout?: number | undefined
  /**
   * Most memory for cached pages of the file, in KiB. Default: 16,384; 1,024 for a database without a name, whose changed
   * pages SQLite walks with every commit until they have left this cache.
   */
  readonly cacheKib?: number | undefined
}

export type Value = SQLInputValue
/** Integers are numbers: all of ours are below 2^53. Only `blobs` reads bytes. */
export type Row = Readonly<Record<string, string | number | null>>

/** Values stand for `?`; Node 22 binds none to numbered parameters (`?1`). */
export interface Service {
  readonly all: (sql: string, ...values: ReadonlyArray<Value>) => ReadonlyArray<Row>
  readonly get: (sql: string, ...values: ReadonlyArray<Value>) => Row | undefined
  /** One row with its blobs. */
  readonly blobs: (
    sql: string,
    ...values: ReadonlyArray<Value>
  ) => Readonly<Record<string, string | number | null | Uint8Array>> | undefined
  /** Returns how many rows changed. */
  readonly run: (sql: string, ...values: ReadonlyArray<Value>) => number
  /** Inserts one row; gives its id, or nothing when there was one. `RETURNING` takes three times as long. */
  readonly insert: (sql: string, ...values: ReadonlyArray<Value>) => number | undefined
  /** The time that all processes of the file agree on, in milliseconds since 1970. */
  readonly now: Effect.Effect<number>
  /** Another number once another process has written to the file. */
  readonly foreignWrites: () => number
  /**
   * Runs the body as one write transaction, or as none when it throws; then `undo` takes back, in the same turn, what the body
   * noted elsewhere.
   */
  readonly write: <A>(operation: string, body: () => A, undo?: () => void) => Effect.Effect<A, StoreError>
  /** Notes that something was erased, for `scrub`. */
  readonly erased: () => void
  /**
   * Leaves nothing in the file and its log of what was erased since the last time: at once, or in the end of an erasure that
   * goes through several stores.
   */
  readonly scrub: Effect.Effect<void, StoreError>
  /** Runs a body that only reads. */
  readonly read: <A>(operation: string, body: () => A) => Effect.Effect<A, StoreError>
}

export class SqliteDatabase extends Context.Service<SqliteDatabase, Service>()("@orbweaver/storage/SqliteDatabase") {
  /** Opens the file, creating or upgrading its tables; fails on one that a newer version has written. */
  static readonly layer = (options: Options): Layer.Layer<SqliteDatabase, StoreError> =>
    Layer.effect(SqliteDatabase, make(options))
}

const make = Effect.fnUntraced(function* (options: Options) {
  const { busyTimeout = 5000, filename } = options
  const { cacheKib = isFile(filename) ? 16_384 : 1024 } = options
  const attempt = <A>(operation: string, body: () => A): Effect.Effect<A, StoreError> =>
    Effect.try({ try: body, catch: (cause) => storeFault(operation, cause) })
  const unlocked = waitForLock(Duration.millis(busyTimeout))

  const opening = <A>(operation: string, body: () => A): Effect.Effect<A, StoreError> =>
    Effect.mapError(
      attempt(operation, body),
      (fault) =>
        new StoreError({
          ...fault,
          cause: fault.cause,
          detail: `${placeOf(filename)}: ${innermostMessage(fault.cause)}`
        })
    )

  const database = yield* Effect.acquireRelease(
    opening("SqliteDatabase.open", () => {
      if (isFile(filename)) endLeases(filename)
      const opened = new DatabaseSync(filename, { timeout: busyTimeout })
      opened.exec(`PRAGMA foreign_keys = OFF; PRAGMA cache_size = -${cacheKib}; PRAGMA temp_store = MEMORY`)
      opened.exec(isFile(filename) ? lasting : passing)
      return opened
    }),
    (opened) => Effect.sync(() => opened.close())
  )

  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql)
    if (statement === undefined) prepared.set(sql, (statement = database.prepare(fixedPlan(sql))))
    return statement
  }

  const checkpointer = isFile(filename)
    ? yield* Checkpointer.make(filename, {
        run: (sql) => database.prepare(sql).get(),
        move: () => {
          try {
            database.exec("PRAGMA wal_checkpoint(PASSIVE)")
          } catch {
            // The log keeps what was written, and the next write says what is wrong.
          }
        },
        moveAfter: (pages) => database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
      })
    : undefined

  yield* opening("SqliteDatabase.migrate", () => migrate(database))
  const now = yield* makeFileClock(database)
  // From here on, who waits for others that write does so without blocking the event loop.
  database.exec("PRAGMA busy_timeout = 0")
  const runLong = (statement: Checkpointer.Statement) =>
    // What is in memory, or in a file without a name, is gone with the connection.
    checkpointer === undefined
      ? Effect.succeed({ busy: 0 })
      : unlocked(Effect.mapError(checkpointer.run(statement), (cause) => storeFault("SqliteDatabase.scrub", cause)))

  const scrubber = makeScrubber(database, runLong)

  return {
    now,
    all: (sql, ...values) => prepare(sql).all(...values) as ReadonlyArray<Row>,
    get: (sql, ...values) => prepare(sql).get(...values) as Row | undefined,
    blobs: (sql, ...values) => prepare(sql).get(...values) as ReturnType<Service["blobs"]>,
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    insert: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values)
      return changes === 0 ? undefined : Number(lastInsertRowid)
    },
    read: (operation, body) => unlocked(attempt(operation, body)),
    erased: scrubber.erased,
    scrub: cleanUp(database, scrubber.scrub),
    foreignWrites: isFile(filename) ? () => Number(prepare("PRAGMA data_version").get()!["data_version"]) : () => 0,
    write: (operation, body, undo) =>
      unlocked(
        attempt(operation, () => {
          prepare("BEGIN IMMEDIATE").run()
          try {
            const result = body()
            prepare("COMMIT").run()
            checkpointer?.wrote()
            return result
          } catch (cause) {
            // A failed commit may have rolled back already.
            if (database.isTransaction) prepare("ROLLBACK").run()
            undo?.()
            throw cause
          }
        })
      )
  } satisfies Service
})

/** The whole path of a file, and why there can be none, which SQLite does not say. */
const placeOf = (filename: string): string => {
  if (!isFile(filename)) return "The database in memory"
  const path = resolve(filename)
  const folder = dirname(path)
  if (!existsSync(folder)) return `The file ${path} (there is no folder ${folder}: create it)`
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    ? `The file ${path} (it is a folder: give the path of a file in it)`
    : `The file ${path}`
}

/** A file that others open, that survives a crash, and in which nothing is left of what was removed. */
const lasting = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON"

/** What ends with its connection has nobody to wait for and nothing to survive. */
const passing = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE"

/** A name of SQLite's for a database that ends with its connection. */
const isFile = (filename: string): boolean => filename !== "" && filename !== ":memory:"
