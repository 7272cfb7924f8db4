import { TeamStoreSuite } from "@orbweaver/testing"
import { Database, SqliteTeams } from "@orbweaver/storage"
import { PgDatabase, PostgresTeams } from "@orbweaver/storage/postgres"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { inject } from "vitest"

TeamStoreSuite.suite(
  "sqlite",
  SqliteTeams.layer.pipe(Layer.provide(Database.SqliteDatabase.layer({ filename: ":memory:" })))
)

TeamStoreSuite.suite(
  "postgres",
  Layer.unwrap(
    Effect.sync(() => {
      const schema = `t${SecureRandom.uuidV4Unsafe().replaceAll("-", "").slice(0, 12)}`
      return PostgresTeams.layer.pipe(
        Layer.provide(PgDatabase.layer({ url: inject("postgresUrl"), schema, maxConnections: 2 }))
      )
    })
  )
)
