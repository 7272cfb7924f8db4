/** `orbweaver teams`: the teams and keys that a store has, changed while its servers run. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { decode, readFile, teamsOf } from "@orbweaver/core/internal/accounts/Teams"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { storeFlags } from "./adapters.ts"
import { codes, Exit, exitOf } from "./exit.ts"
import { note } from "./print.ts"
import * as stores from "./stores.ts"

/** Connections to PostgreSQL for looking up keys. */
const connections = 4

/** The teams of the store that a command was given, with the keys that a server accepts. */
export const stored = ({ data, database }: stores.StoreInput): Layer.Layer<TeamStore | ApiKeys, StoreError | Exit> =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* stores.requireStore({ data, database })
      if (Option.isSome(database)) {
        const { PostgresDatabase, PostgresTeamStore } = yield* Effect.promise(
          () => import("@orbweaver/storage/postgres")
        )
        const pool = PostgresDatabase.layer({ url: database.value, maxConnections: connections })
        return Layer.provide(PostgresTeamStore.layer, pool)
      }
      const [{ SqliteDatabase }, SqliteTeamStore] = yield* Effect.promise(() =>
        Promise.all([
          import("@orbweaver/storage/internal/sqlite/Database"),
          import("@orbweaver/storage/internal/sqlite/TeamStore")
        ])
      )
      const directory = Option.getOrElse(data, () => "")
      yield* stores.makeDataFolder(directory)
      return Layer.provide(SqliteTeamStore.layer, SqliteDatabase.layer({ filename: `${directory}/orbweaver.sqlite` }))
    })
  )

export const teams = Command.make(
  "teams",
  {
    file: Argument.File("file", { mustExist: true }).pipe(
      Argument.withDescription("JSON file of teams (docs/guide/teams-and-keys.md); an existing team is replaced"),
      Argument.optional
    ),
    remove: Flag.String("remove").pipe(
      Flag.withDescription("Id of a team to remove with its keys; may be repeated"),
      Flag.atLeast(0)
    ),
    revoke: Flag.String("revoke").pipe(
      Flag.withDescription("Key to remove, in plain text or as sha256:DIGEST; may be repeated"),
      Flag.atLeast(0)
    ),
    ...storeFlags
  },
  Effect.fn(function* (input) {
    yield* change(input).pipe(
      Effect.provide(stored(input)),
      Effect.mapError((error) => (error instanceof Exit ? error : exitOf(error)))
    )
  })
).pipe(Command.withDescription("Add teams and keys to a store, or remove them"))

const change = Effect.fnUntraced(function* (input: {
  readonly file: Option.Option<string>
  readonly remove: ReadonlyArray<string>
  readonly revoke: ReadonlyArray<string>
}) {
  const store = yield* TeamStore
  if (Option.isSome(input.file)) {
    const json = yield* readFile(input.file.value)
    // Duplicate teams and keys are reported before anything is written.
    yield* decode(json)
    const found = yield* teamsOf(json)
    for (const team of found) yield* store.save(team)
    yield* note(`${found.length} teams written`)
  }
  for (const id of input.remove) {
    if (!(yield* store.remove(id))) return yield* new Exit({ code: codes.usage, text: `There is no team ${id}` })
  }
  for (const key of input.revoke) {
    if (!(yield* store.revoke(key))) return yield* new Exit({ code: codes.usage, text: "There is no such key" })
  }
})
