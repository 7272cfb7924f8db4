/** `orbweaver teams`: the teams and keys that a store has, listed with their usage and changed while its servers run. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { accountOf, decode, readFile, teamsOf } from "@orbweaver/core/internal/accounts/Teams"
import { Ledger, type Unit } from "@orbweaver/core/accounts/Ledger"
import { digestOf, type Plan, TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { daysOf, recentDays, sumByDay } from "@orbweaver/core/internal/accounts/BillingPeriod"
import { defined } from "@orbweaver/core/internal/support/defined"
import { counted } from "@orbweaver/core/internal/support/counted"
import { jobLayer, storeFlags } from "../settings/adapters.ts"
import { Exit, exitOf, usage } from "../output/exit.ts"
import { json, texts } from "../flags/flags.ts"
import { note, print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"
import { teamsPage } from "../output/troubleshooting.ts"

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
      const [{ SqliteDatabase }, { SqliteTeamStore }] = yield* Effect.promise(() =>
        Promise.all([
          import("@orbweaver/storage/internal/sqlite/Database"),
          import("@orbweaver/storage/internal/sqlite/smallStores")
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
      Argument.withDescription(`JSON file of teams (${teamsPage}); an existing team is replaced`),
      Argument.optional
    ),
    remove: texts("remove", "Id of a team to remove with its keys; may be repeated"),
    revoke: texts("revoke", "Key to remove, in plain text or as sha256:DIGEST; may be repeated"),
    json,
    ...storeFlags
  },
  Effect.fn(function* (input) {
    const asksForChange = Option.isSome(input.file) || input.remove.length > 0 || input.revoke.length > 0
    const work = Effect.gen(function* () {
      if (asksForChange) return yield* change(input)
      yield* Effect.provide(show(input.json), jobLayer(input, { worker: false }))
    })
    yield* work.pipe(
      Effect.provide(stored(input)),
      Effect.mapError((error) => (error instanceof Exit ? error : exitOf(error)))
    )
  })
).pipe(
  Command.withDescription("List the teams of a store with their usage and keys, add teams, or remove teams and keys"),
  Command.withExamples([
    { command: "orbweaver teams --data .orbweaver", description: "Teams, what each has used, and its keys" },
    { command: "orbweaver teams teams.json --data .orbweaver", description: "Write the teams of a file" },
    { command: "orbweaver teams --revoke fc-secret --data .orbweaver", description: "Remove a key" }
  ])
)

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
    yield* note(`${counted(found.length, "team")} written`)
  }
  for (const id of input.remove) {
    const { length } = yield* store.keys(id)
    if (!(yield* store.remove(id))) return yield* usage(`There is no team ${id}`)
    yield* note(`team ${id} removed with ${counted(length, "key")}`)
  }
  for (const key of input.revoke) {
    const holder = yield* holderOf(key)
    if (!(yield* store.revoke(key))) return yield* usage("There is no such key")
    yield* note(holder === undefined ? "key removed" : `key ${holder.name} of team ${holder.team} removed`)
  }
})

/** The team and the name of a key, in plain text or as its digest. */
const holderOf = Effect.fnUntraced(function* (key: string) {
  const store = yield* TeamStore
  const digest = yield* digestOf(key)
  for (const { id } of yield* store.list) {
    const found = (yield* store.keys(id)).find((row) => row.digest === digest)
    if (found !== undefined) return { team: id, name: found.name }
  }
  return undefined
})

const show = Effect.fnUntraced(function* (asJson: boolean) {
  const store = yield* TeamStore
  const found = yield* Effect.forEach(yield* store.list, usageOf)
  if (asJson) return yield* print(JSON.stringify(found, null, 2))
  if (found.length === 0) return yield* note("The store has no teams: orbweaver teams FILE writes some")
  const rows = found.flatMap(rowsOf)
  yield* print(table(["TEAM", "UNIT", "PLAN", "USED", "LEFT", "HELD", "PERIOD"], rows))
  const keys = found.flatMap(({ id, keys }) =>
    keys.map(({ addresses, createdAt = "–", digest, lastUsedAt = "never", name, scopes }) => [
      id,
      name,
      digest.slice(0, shownDigits),
      scopes.join(", "),
      addresses === undefined ? "any" : addresses.join(", "),
      createdAt,
      lastUsedAt
    ])
  )
  if (keys.length > 0)
    yield* print(`\n${table(["TEAM", "KEY", "SHA-256", "SCOPES", "ADDRESSES", "MADE", "LAST USED"], keys)}`)
})

/** Digits of a digest that name a key, as in the console. */
const shownDigits = 16

/** Days that `--json` lists the use of, today included. */
const listedDays = 30

/** A team with what it has of credits and tokens in the billing period of now, what it used by day, and its keys. */
const usageOf = Effect.fnUntraced(function* (team: Plan) {
  const store = yield* TeamStore
  const ledger = yield* Ledger
  const account = accountOf({ ...team, keys: [] })
  const recent = recentDays(account, yield* DateTime.now, listedDays)
  const balanceOf = Effect.fnUntraced(function* (unit: Unit) {
    const { available, coupons, held, period, plan, used } = yield* ledger.balance(account, unit)
    return {
      // Without a limit there is neither.
      ...(Number.isFinite(plan) ? { plan, left: available } : {}),
      used,
      held,
      coupons,
      ...(period === undefined ? {} : { period: daysOf(account, period) }),
      byDay: sumByDay(account, recent.days, yield* ledger.usage(account.id, unit, recent.period))
    }
  })
  return {
    ...team,
    credits: yield* balanceOf("credits"),
    tokens: yield* balanceOf("tokens"),
    keys: (yield* store.keys(team.id)).map(({ createdAt, lastUsedAt, ...key }) => ({
      ...key,
      ...defined({ createdAt: isoOf(createdAt), lastUsedAt: isoOf(lastUsedAt) })
    }))
  }
})

const isoOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString()

const rowsOf = ({ credits, id, tokens }: Effect.Success<ReturnType<typeof usageOf>>) =>
  [
    { unit: "credits", ...credits },
    { unit: "tokens", ...tokens }
  ].map(({ held, left, period, plan, unit, used }) => [
    id,
    unit,
    plan === undefined ? "no limit" : String(plan),
    String(used),
    left === undefined ? "no limit" : String(left),
    String(held),
    period === undefined ? "all time" : `${period.first} to ${period.last}`
  ])

/** Columns as wide as their widest cell. */
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => all.reduce((width, row) => Math.max(width, row[column]!.length), 0))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
