import { TeamStoreSuite } from "@orbweaver/testing"
import { SqliteDatabase, SqliteTeamStore } from "@orbweaver/storage"
import { PostgresDatabase, PostgresTeamStore } from "@orbweaver/storage/postgres"
import { Effect, Layer } from "effect"
import { inject } from "vitest"

TeamStoreSuite.suite(
  "sqlite",
  SqliteTeamStore.layer.pipe(Layer.provide(SqliteDatabase.SqliteDatabase.layer({ filename: ":memory:" })))
)

TeamStoreSuite.suite(
  "postgres",
  Layer.unwrap(
    Effect.sync(() => {
      const schema = `t${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
      return PostgresTeamStore.layer.pipe(
        Layer.provide(PostgresDatabase.layer({ url: inject("postgresUrl"), schema, maxConnections: 2 }))
      )
    })
  )
)
