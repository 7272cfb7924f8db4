/**
 * The PostgreSQL that the stores of a process share: a pool of connections.
 *
 * Nothing here waits without a deadline: the server ends a statement after
 * `statementTimeout`, and a few seconds later we give up on a server that does
 * not answer at all. Whatever a driver throws ends as a `StoreError` (`fails`).
 */
import { type Secret, secretText, toRedacted } from "@orbweaver/core/internal/model/secret"
import type { PgConnection } from "@effect/sql-pg"
import type * as Client from "@effect/sql-pg/PgClient"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, SqlError, UnknownError } from "effect/sql/SqlError"
import { innermostMessage, sqlStateOf, storeFault } from "../support/storeFault.ts"
import type { Channel } from "./Notifications.ts"
import { makeWatch, type Watch, within } from "./deadline.ts"
import * as Replica from "./Replica.ts"
import { migrate } from "./migrations.ts"

/** How to reach and use the server. */
export interface ConnectionOptions {
  /** Schema of the tables. */
  readonly schema?: string | undefined
  /** Connections of this process; 8 when absent. */
  readonly maxConnections?: number | undefined
  /**
   * How long a statement may take, and how long one waits for a connection, in milliseconds; 30,000 when absent. It is sent
   * with every connection, or behind a pooler such as PgBouncer with every transaction.
   */
  readonly statementTimeout?: number | undefined
  /** How long to wait for a database that is away when the process starts, in milliseconds; 10,000 when absent. */
  readonly startTimeout?: number | undefined
  /**
   * Address of the server itself where `url` is that of a pooler in transaction mode: processes notify each other over it.
   * Without it they look for new work every 250 ms behind a pooler.
   */
  readonly listenUrl?: Secret | undefined
  /**
   * Address of a read replica. Pages of long lists (results, pages, failures) and the search of the local index are read
   * from it. Status, claims and balances never are.
   */
  readonly readUrl?: Secret | undefined
  /** How far the replica may be behind, in milliseconds; otherwise the primary is read. 5000 when absent. */
  readonly maxReplicaLag?: number | undefined
}

export interface Options extends ConnectionOptions {
  readonly url: Secret
}

export const defaults = {
  maxConnections: 8,
  statementTimeout: 30_000,
  startTimeout: 10_000,
  maxReplicaLag: 5000
} as const

/** How long we wait for a statement: longer than the server, which says why it gave up. */
const patienceOf = (statementTimeout: number): number => statementTimeout + Math.min(statementTimeout, 5000)
/** Changes of large tables take their time. */
const migrationMs = 600_000

export type Value = string | number | boolean | null | Uint8Array | ReadonlyArray<string | number>

export interface Service {
  readonly schema: string
  /** Rows of a statement, within the transaction it is called in. */
  readonly rows: <A extends object = Record<string, unknown>>(
    text: string,
    ...values: ReadonlyArray<Value>
  ) => Effect.Effect<ReadonlyArray<A>, SqlError>
  /** Rows that may be as old as `maxReplicaLag`: of the replica, where there is one. */
  readonly oldRows: Service["rows"]
  /**
   * Rows of a list in the order of its cursor, so many at most. A full page of it may come from the replica; one that is
   * not full is the end of the list, and read from the primary, so that nobody sees less than they saw.
   */
  readonly listRows: <A extends object = Record<string, unknown>>(
    limit: number,
    text: string,
    ...values: ReadonlyArray<Value>
  ) => Effect.Effect<ReadonlyArray<A>, SqlError>
  readonly transaction: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
  /** Milliseconds since the epoch by the server's clock, so that clocks of processes need not agree. */
  readonly now: Effect.Effect<number>
  /** Where processes of the schema notify each other. */
  readonly channel: Channel
}

export class PostgresDatabase extends Context.Service<PostgresDatabase, Service>()(
  "@orbweaver/storage/PostgresDatabase"
) {
  /** Connects, and creates or upgrades the tables; fails on those that a newer version has written. */
  static readonly layer = (options: Options): Layer.Layer<PostgresDatabase, StoreError> =>
    Layer.unwrap(Effect.map(loadClient, (client) => connected(client, options))).pipe(
      Layer.catchCause((cause) =>
        Layer.effectContext(
          Effect.failCause(
            Cause.hasInterruptsOnly(cause) ? Cause.interrupt() : Cause.fail(openingFault(options.url, cause))
          )
        )
      )
    )
}

const connected = (client: typeof Client, options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const startBy = wallTime() + (options.startTimeout ?? defaults.startTimeout)
      const isPooled = yield* findPooler(client, options, startBy)
      const { maxConnections = defaults.maxConnections } = options
      return Layer.effect(
        PostgresDatabase,
        Effect.flatMap(client.PgClient, (sql) => make(client, sql, options, startBy, isPooled))
      ).pipe(Layer.provide(connections(client, options, maxConnections, isPooled)))
    })
  )

/** A pooler gives each transaction another connection to the server: nothing that belongs to one is relied on behind it. */
const connections = ({ layer }: typeof Client, options: Options, maxConnections: number, isPooled: boolean) =>
  layer({
    ...connecting(options.url),
    maxConnections,
    ...(isPooled ? { prepare: false } : { startupParameters: sessionSettings(options) })
  }).pipe(
    // Connections live by the wall clock, whatever time it is for jobs.
    Layer.provide(Layer.sync(Clock.Clock, Clock.Clock.defaultValue))
  )

/** The settings of all connections. */
const connecting = (url: Secret) => ({ url: toRedacted(url), applicationName: "orbweaver", keepAlive: 30_000 })

/** A connection of its own that hears the channel; none behind a pooler, which may give it to others. */
const listening = (client: typeof Client, options: Options, channel: string, isPooled: boolean): Channel["listen"] =>
  isPooled && options.listenUrl === undefined
    ? undefined
    : client.layerFrom(client.makeClient(connecting(options.listenUrl ?? options.url))).pipe(
        Layer.build,
        Effect.flatMap((made) => Context.get(made, client.PgClient).listen(channel))
      )

/**
 * Whether a pooler stands before the server: it refuses the settings of a connection, as PgBouncer does, or ignores them
 * (`ignore_startup_parameters`). Whoever opens the database waits for one that does not answer.
 */
const findPooler = (client: typeof Client, options: Options, startBy: number): Effect.Effect<boolean> => {
  const setting = "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'"
  return Effect.flatMap(client.PgClient, (sql) =>
    within(
      sql.unsafe<{ readonly setting: string }>(setting),
      Math.max(startBy - wallTime(), minAttemptMs),
      "Connecting"
    )
  ).pipe(
    Effect.provide(connections(client, options, 1, false)),
    Effect.map(([row]) => row?.setting !== sessionSettings(options).statement_timeout),
    fails(operation),
    whileAway(placeOf(options.url), startBy, (error) => !isSettingRefused(error)),
    Effect.catch((error) => Effect.succeed(isSettingRefused(error)))
  )
}

/** The words of PgBouncer and of those that speak like it. */
const isSettingRefused = (error: StoreError): boolean =>
  innermostMessage(error).includes("unsupported startup parameter")

/** The versions that package.json has as an optional peer dependency. */
const clientPackage = "@effect/sql-pg@4.0"

/** Loaded with the first database, so that an installation without the client says what it needs. */
const loadClient: Effect.Effect<typeof Client, StoreError> = Effect.tryPromise({
  try: () => import("@effect/sql-pg/PgClient"),
  catch: (cause) =>
    new StoreError({
      operation,
      cause,
      detail: `PostgreSQL needs the package @effect/sql-pg, which cannot be loaded: npm install ${clientPackage}`
    })
})

const operation = "PostgresDatabase.open"

const openingFault = (url: Secret, cause: Cause.Cause<unknown>): StoreError => {
  const fault = faultOf(operation, cause)
  if (fault.detail !== undefined) return fault
  const place = placeOf(url)
  const text = innermostMessage(fault.cause)
  const { cure, state } = unavailability(fault)
  const detail = fault.kind === "unavailable" ? `${place} ${state} (${text}): ${cure}` : `${place}: ${text}`
  return new StoreError({ ...fault, cause: fault.cause, detail })
}

/** Why a database cannot be used for now, and what the operator does about it. */
const unavailability = ({ cause }: StoreError): { readonly state: string; readonly cure: string } => {
  switch (sqlStateOf(cause)) {
    case "25006":
      return { state: "is read-only", cure: "give the address of the primary, or allow it to write" }
    case "53300":
      return {
        state: "has no connection left",
        cure: "raise max_connections, or the limit of the role, or give maxConnections a lower number"
      }
    default:
      return { state: "does not answer", cure: "start it, or correct the address" }
  }
}

/** Host, port and database of an address, and nothing else of it. */
const placeOf = (url: Secret): string => {
  const address = URL.parse(secretText(url))
  if (address === null) return "PostgreSQL at an address that is none"
  return `PostgreSQL at ${address.hostname || "localhost"}:${address.port || "5432"}${address.pathname}`
}

/** A transaction that a dead client left open is ended by the server, after the client itself has given up. */
const sessionSettings = ({ statementTimeout = defaults.statementTimeout }: Options) => ({
  statement_timeout: String(statementTimeout),
  // A plan made for an empty table would be kept while the table grows.
  plan_cache_mode: "force_custom_plan",
  idle_in_transaction_session_timeout: String(2 * patienceOf(statementTimeout))
})

/** Names the failed operation. What a driver throws, or dies of, is a `StoreError`; errors of our own stay as they are. */
export const fails =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError> | StoreError, R> =>
    Effect.catchCause(effect, (cause): Effect.Effect<never, Exclude<E, SqlError> | StoreError> =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.fail(toError(operation, cause))
    )

const toError = <E>(operation: string, cause: Cause.Cause<E>): Exclude<E, SqlError> | StoreError => {
  const failure = Cause.findErrorOption(cause)
  return Option.isSome(failure) && !isSqlError(failure.value)
    ? (failure.value as Exclude<E, SqlError>)
    : faultOf(operation, cause)
}

const faultOf = (operation: string, cause: Cause.Cause<unknown>): StoreError => {
  const error = Cause.squash(cause)
  return error instanceof StoreError ? error : storeFault(operation, error)
}

/** The transaction that a statement is part of. */
const CurrentTransaction = Context.Reference<Watch | undefined>("@orbweaver/storage/CurrentTransaction", {
  defaultValue: () => undefined
})

const make = Effect.fnUntraced(function* (
  clients: typeof Client,
  client: Client.PgClient,
  options: Options,
  startBy: number,
  isPooled: boolean
) {
  const sql = client.withoutTransforms()
  const schema = options.schema ?? "orbweaver"
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) {
    return yield* new StoreError({
      operation,
      cause: new Error(`${schema} is no name for a schema`)
    })
  }
  const { statementTimeout = defaults.statementTimeout } = options
  const patience = patienceOf(statementTimeout)

  const rows: Service["rows"] = <A extends object>(text: string, ...values: ReadonlyArray<Value>) =>
    Effect.flatMap(CurrentTransaction, (watch) => {
      const statement = sql.unsafe<A>(text, values)
      if (watch === undefined) return within(statement, patience, "A statement")
      watch.restart()
      return statement
    })

  const replica =
    options.readUrl === undefined ? undefined : yield* makeReplica(clients, options, options.readUrl, sql, patience)
  /** Nothing where there is no replica to read, or it has fewer rows than somebody needs. */
  const replicaRows = <A extends object>(text: string, values: ReadonlyArray<Value>, least: number) =>
    Effect.flatMap(CurrentTransaction, (watch) =>
      // A transaction reads what it has written.
      replica === undefined || watch !== undefined || least === Infinity
        ? Effect.succeed(undefined)
        : Effect.map(replica.rows<A>(text, values), (found) =>
            found === undefined || found.length < least ? undefined : found
          )
    )
  const fromReplica = <A extends object>(least: number, text: string, values: ReadonlyArray<Value>) =>
    Effect.flatMap(replicaRows<A>(text, values, least), (found) =>
      found === undefined ? rows<A>(text, ...values) : Effect.succeed(found)
    )
  const oldRows: Service["oldRows"] = <A extends object>(text: string, ...values: ReadonlyArray<Value>) =>
    fromReplica<A>(0, text, values)
  const listRows: Service["listRows"] = <A extends object>(
    limit: number,
    text: string,
    ...values: ReadonlyArray<Value>
  ) => fromReplica<A>(limit, text, values)

  const settings = isPooled ? sessionSettings(options) : undefined
  const transaction = makeTransaction(sql, patience, settings)

  const waiting = whileAway(placeOf(options.url), startBy)
  const firstStatement = Effect.suspend(() =>
    within(rows("SELECT 1"), Math.max(startBy - wallTime(), minAttemptMs), "Connecting")
  )

  yield* firstStatement.pipe(fails(operation), waiting)
  const channel = {
    // Nothing is lost with it that a poll would not find: waiting for the disk would only hold the lock of `NOTIFY` longer.
    send: (payload: string) =>
      rows("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", schema, payload),
    listen: listening(clients, options, schema, isPooled)
  }
  const db = { schema, rows, oldRows, listRows, transaction, channel }
  yield* makeTransaction(
    sql,
    migrationMs,
    settings
  )(Effect.andThen(rows("SELECT set_config('statement_timeout', '0', true)"), migrate(db, schema))).pipe(
    fails("PostgresDatabase.migrate"),
    waiting
  )

  const serverTime = Effect.map(
    rows<{ now: number }>("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now"),
    ([row]) => Math.round(row!.now)
  )
  const now = yield* makeServerClock(serverTime, serverTime.pipe(fails("PostgresDatabase.now"), waiting))
  return PostgresDatabase.of({ ...db, now })
})

/** Settings of a connection are left out, in case a pooler stands before the replica. */
const makeReplica = Effect.fnUntraced(function* (
  client: typeof Client,
  options: Options,
  url: Secret,
  primary: SqlClient,
  patience: number
) {
  const { maxConnections = defaults.maxConnections, maxReplicaLag = defaults.maxReplicaLag } = options
  const pool = yield* Layer.build(connections(client, { ...options, url }, maxConnections, true))
  const rowsOf =
    (sql: SqlClient): Replica.Rows =>
    <A extends object>(text: string, values: ReadonlyArray<unknown>) =>
      within(sql.unsafe<A>(text, values), patience, "A statement")
  const replica = Context.get(pool, client.PgClient).withoutTransforms()
  return Replica.make({ primary: rowsOf(primary), replica: rowsOf(replica), maxLagMs: maxReplicaLag })
})

/** Connections live by the wall clock, whatever time it is for jobs. */
const wallTime = (): number => Clock.Clock.defaultValue().currentTimeMillisUnsafe()

/** Wall and monotonic time may differ by so many milliseconds more than before; beyond, a clock was set or slept. */
const maxClockDrift = 1000

/**
 * The server's time, from the monotonic clock of this process, so that a wall
 * clock that is set wrong leaves no leases that end an hour late. When wall and
 * monotonic time move apart (a clock was set, or the machine slept, which the
 * monotonic clock may not count) the server is asked again.
 */
const makeServerClock = <E>(
  ask: Effect.Effect<number, unknown>,
  first: Effect.Effect<number, E>
): Effect.Effect<Effect.Effect<number>, E> =>
  Effect.gen(function* () {
    const monotonic = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))
    const measure = <E2>(asked: Effect.Effect<number, E2>) =>
      Effect.gen(function* () {
        const server = yield* asked
        const millis = yield* monotonic
        return { offset: server - millis, apart: (yield* Clock.currentTimeMillis) - millis }
      })
    let known = yield* measure(first)
    return Effect.gen(function* () {
      const apart = (yield* Clock.currentTimeMillis) - (yield* monotonic)
      if (Math.abs(apart - known.apart) > maxClockDrift) {
        // While the server does not answer, the last offset stands, and the next call asks again.
        known = yield* Effect.orElseSucceed(measure(ask), () => known)
      }
      return (yield* monotonic) + known.offset
    })
  })

/** Tries again while the database does not answer, until this moment, and as long as another attempt may help. */
const whileAway = (place: string, until: number, mayHelp: (error: StoreError) => boolean = () => true) => {
  return <A>(step: Effect.Effect<A, StoreError>): Effect.Effect<A, StoreError> => {
    const attempt = (number: number): Effect.Effect<A, StoreError> =>
      Effect.catchTag(step, "StoreError", (error) =>
        Effect.suspend(() => {
          const left = until - wallTime()
          if (error.kind !== "unavailable" || left <= 0 || !mayHelp(error)) return Effect.fail(error)
          const text = `Waiting for ${place}, which ${unavailability(error).state} (${innermostMessage(error)}); giving up in ${Math.ceil(left / 1000)} s`
          return (number % attemptsPerLine === 0 ? Effect.logWarning(text) : Effect.void).pipe(
            Effect.andThen(pause(Math.min(left, retryMs))),
            Effect.andThen(Effect.suspend(() => attempt(number + 1)))
          )
        })
      )
    return attempt(0)
  }
}

/** Pause between two attempts to reach a database that is away. */
const retryMs = 1000
/** Time that the last attempt has at least. */
const minAttemptMs = 1000
/** Attempts for each line in the log. */
const attemptsPerLine = 10

/** By the wall clock, as the database does. */
const pause = (millis: number) =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/**
 * A transaction whose every step has a deadline, the `COMMIT` and the `ROLLBACK`
 * included: a server that does not answer costs the caller a typed error, and
 * never the fiber. The driver cancels or closes a connection whose statement was
 * given up. `settings` are those of a session, set for each transaction.
 */
const makeTransaction =
  (sql: SqlClient, patience: number, settings: Readonly<Record<string, string>> = {}): Service["transaction"] =>
  <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.scoped(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const connection = yield* restore(within(sql.reserve, patience, "Waiting for a connection"))
          const control = (statement: string, values: ReadonlyArray<string> = []) =>
            within(connection.executeRaw(statement, values), patience, statement) as Effect.Effect<
              PgConnection.Result,
              SqlError
            >
          const watch = makeWatch(patience, "A transaction")
          const set = settingsText(Object.keys(settings))
          const begun =
            set === "" ? control("BEGIN") : Effect.andThen(control("BEGIN"), control(set, Object.values(settings)))
          const exit = yield* begun.pipe(
            Effect.andThen(restore(Effect.raceFirst(body, watch.expired))),
            Effect.provideService(sql.transactionService, [connection, 0]),
            Effect.provideService(CurrentTransaction, watch),
            Effect.exit
          )
          if (Exit.isSuccess(exit)) {
            const { command } = yield* control("COMMIT")
            // What the server answers where a statement of the transaction had failed.
            return command === "ROLLBACK" ? yield* rolledBack : exit.value
          }
          // Its failure adds nothing: the connection is gone, and the server rolls back by itself.
          yield* Effect.ignoreCause(control("ROLLBACK"))
          if (isReadOnly(exit.cause)) yield* Effect.ignoreCause(control(endConnection))
          return yield* Effect.failCause(exit.cause)
        })
      )
    )

const settingsText = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : `SELECT ${names.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(", ")}`

const rolledBack = Effect.suspend(() => {
  const message = "The server rolled the transaction back"
  return new SqlError({ reason: new UnknownError({ cause: new Error(message), message, operation: "COMMIT" }) })
})

/** A connection to a server that is a standby by now leads nowhere: the next one finds the new primary. */
const endConnection = "SELECT pg_terminate_backend(pg_backend_pid())"

const isReadOnly = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return isSqlError(error) && (error.reason.cause as { readonly code?: unknown } | null)?.code === "25006"
}
