/**
 * The PostgreSQL that the stores of a process share: a pool of connections, and
 * pg-boss, whose statements run on our connection, inside our transactions.
 */
import { PgClient } from "@effect/sql-pg"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { type ConstructorOptions, PgBoss } from "pg-boss"
import { migrate } from "./migrations.ts"

export interface Options {
  readonly url: Redacted.Redacted | string
  /** Schema of our tables; pg-boss has its own beside it, with `_boss` behind the name. */
  readonly schema?: string | undefined
  /** Connections of this process. */
  readonly maxConnections?: number | undefined
}

type IDatabase = NonNullable<ConstructorOptions["db"]>

export type Value = string | number | boolean | null | Uint8Array | ReadonlyArray<string | number>

export interface Pg {
  readonly schema: string
  /** Rows of a statement, within the transaction it is called in. */
  readonly rows: <A extends object = Record<string, unknown>>(
    text: string,
    ...values: ReadonlyArray<Value>
  ) => Effect.Effect<ReadonlyArray<A>, SqlError>
  readonly transaction: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
  /** The engine of tickets; its calls take `db`, the connection of the transaction they are part of. */
  readonly boss: <A>(call: (boss: PgBoss, db: { readonly db: IDatabase }) => Promise<A>) => Effect.Effect<A, StoreError>
  /** Milliseconds since the epoch by the server's clock, so that clocks of processes need not agree. */
  readonly now: Effect.Effect<number>
}

export class PgDatabase extends Context.Service<PgDatabase, Pg>()("@orbweaver/storage/PgDatabase") {
  /** Connects, and creates or upgrades the tables; fails on those that a newer version has written. */
  static readonly layer = (options: Options): Layer.Layer<PgDatabase, StoreError> =>
    Layer.effect(
      PgDatabase,
      Effect.suspend(() => make(options))
    ).pipe(
      Layer.provide(
        PgClient.layer({
          url: typeof options.url === "string" ? Redacted.make(options.url) : options.url,
          maxConnections: options.maxConnections ?? 8,
          applicationName: "orbweaver"
        }).pipe(
          // Connections live by the wall clock, whatever time it is for jobs.
          Layer.provide(Layer.sync(Clock.Clock, Clock.Clock.defaultValue))
        )
      ),
      Layer.catchCause((cause) =>
        Layer.effectContext(Effect.fail(new StoreError({ operation: "PgDatabase.open", cause })))
      )
    )
}

/** Names the failed operation. */
export const fails =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError> | StoreError, R> =>
    Effect.mapError(effect, (error) =>
      isSqlError(error) ? new StoreError({ operation, cause: error }) : error
    ) as Effect.Effect<A, Exclude<E, SqlError> | StoreError, R>

const make = Effect.fnUntraced(function* (options: Options) {
  const sql = (yield* PgClient.PgClient).withoutTransforms()
  const schema = options.schema ?? "orbweaver"
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) {
    return yield* new StoreError({
      operation: "PgDatabase.open",
      cause: new Error(`${schema} is no name for a schema`)
    })
  }
  const connectionString = typeof options.url === "string" ? options.url : Redacted.value(options.url)

  const rows: Pg["rows"] = <A extends object>(text: string, ...values: ReadonlyArray<Value>) =>
    sql.unsafe<A>(text, values)

  const transaction: Pg["transaction"] = (body) => sql.withTransaction(body)

  // It keeps two connections for its own schema; what moves pages runs on ours.
  const engine = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const boss = new PgBoss({
          connectionString,
          schema: `${schema}_boss`,
          max: 2,
          supervise: false,
          schedule: false
        })
        boss.on("error", () => undefined)
        await boss.start()
        return boss
      },
      catch: (cause) => new StoreError({ operation: "PgBoss.start", cause })
    }),
    (boss) => Effect.ignore(Effect.tryPromise(() => boss.stop({ graceful: false })))
  )

  const boss: Pg["boss"] = (call) =>
    Effect.flatMap(Effect.context(), (services) => {
      const run = Effect.runPromiseWith(services)
      const db: IDatabase = {
        executeSql: (text, values = []) =>
          run(
            Effect.map(sql.unsafe(text, values as ReadonlyArray<Value>), (found) => ({ rows: found as Array<unknown> }))
          )
      }
      return Effect.tryPromise({
        try: () => call(engine, { db }),
        catch: (cause) => new StoreError({ operation: "PgBoss", cause })
      })
    })

  const pg = { schema, rows, transaction, boss }
  yield* transaction(migrate({ ...pg, now: Effect.succeed(0) }, schema)).pipe(fails("PgDatabase.migrate"))

  const [server] = yield* rows<{ now: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now"
  ).pipe(fails("PgDatabase.now"))
  const offset = Math.round(server!.now) - (yield* Clock.currentTimeMillis)
  return PgDatabase.of({ ...pg, now: Effect.map(Clock.currentTimeMillis, (millis) => millis + offset) })
})
