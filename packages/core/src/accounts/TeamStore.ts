/**
 * Port: teams and the digests of their keys, kept where an administrator can
 * change them while servers run. It answers `ApiKeys` for the wire.
 *
 * Adapters give `TeamRows`, the few statements that differ: memory here, SQL in
 * `@orbweaver/storage`. Contract: `TeamStoreSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ApiKeys, defaultScopes, type Scope } from "./ApiKeys.ts"
import * as KeyUse from "./KeyUse.ts"
import { defined } from "../support/defined.ts"
import { secretDigest } from "../support/secretDigest.ts"
import { StoreError } from "../model/StoreError.ts"
import { accountOf, Team } from "./Teams.ts"

export interface Service {
  /** Writes a team with its plan and its keys; whatever it had before is replaced, but for the times of keys that stay. */
  readonly save: (team: Team) => Effect.Effect<void, StoreError>
  /** All teams, by id; one whose plan cannot be read is left out, and named in the log. */
  readonly list: Effect.Effect<ReadonlyArray<Plan>, StoreError>
  /** The team's keys, by name; empty for a team that is not there. */
  readonly keys: (id: string) => Effect.Effect<ReadonlyArray<StoredKey>, StoreError>
  /** Adds one key to a team that is there; false when it is not, or the key is known already. */
  readonly addKey: (id: string, key: KeyRow) => Effect.Effect<boolean, StoreError>
  /** Takes one key away, given as it is or as `sha256:<digest>`; returns whether there was one. */
  readonly revoke: (key: string) => Effect.Effect<boolean, StoreError>
  /** Takes a team and all of its keys away; its jobs and its debits stay. */
  readonly remove: (id: string) => Effect.Effect<boolean, StoreError>
}

export class TeamStore extends Context.Service<TeamStore, Service>()("@orbweaver/core/TeamStore") {
  /** For one process, as long as it lives. */
  static readonly layerMemory: Layer.Layer<TeamStore | ApiKeys> = Layer.unwrap(
    Effect.sync(() => layerOf(Effect.succeed(makeMemory())))
  )
}

/** A key as it is stored: only its digest, from which the key cannot be recovered. */
export interface KeyRow {
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** Ranges of addresses that it may be used from; from anywhere when absent. */
  readonly addresses?: ReadonlyArray<string> | undefined
}

/** A key as it is found in a store. */
export interface StoredKey extends KeyRow {
  /** When the store got it, in milliseconds since 1970; absent for keys of an older version. */
  readonly createdAt?: number | undefined
  /** When it was last used, to the minute, in milliseconds since 1970; absent for one that never was. */
  readonly lastUsedAt?: number | undefined
}

/** A team without its keys. */
export type Plan = Omit<Team, "keys">

/** A team as it is found; `plan` is undefined if what is stored is no plan. */
export interface StoredPlan {
  readonly id: string
  readonly plan: Plan | undefined
}

const { keys: _keys, ...planFields } = Team.fields
const decodePlan = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct(planFields)))

/** The plan that a store holds as JSON. */
export const storedPlan = (id: string, text: string): StoredPlan => ({
  id,
  plan: Option.getOrUndefined(decodePlan(text))
})

/** The plan where nothing can be done without it. */
const requiredPlan = ({ id, plan }: StoredPlan): Effect.Effect<Plan, StoreError> =>
  plan === undefined
    ? Effect.fail(
        new StoreError({ operation: "TeamStore.plan", kind: "damaged", cause: new Error(unreadablePlan(id)) })
      )
    : Effect.succeed(plan)

const unreadablePlan = (id: string): string =>
  `The plan of the team ${JSON.stringify(id)} cannot be read: save it again`

/** What an adapter does; each in one transaction. */
export interface TeamRows {
  /** Keys that are there already keep their `createdAt` and `lastUsedAt`. */
  readonly replace: (team: Plan, keys: ReadonlyArray<KeyRow>, createdAt: number) => Effect.Effect<void, StoreError>
  readonly byDigest: (
    digest: string
  ) => Effect.Effect<{ readonly team: StoredPlan; readonly key: KeyRow } | undefined, StoreError>
  readonly byId: (id: string) => Effect.Effect<StoredPlan | undefined, StoreError>
  /** By id. */
  readonly list: Effect.Effect<ReadonlyArray<StoredPlan>, StoreError>
  readonly keysOf: (id: string) => Effect.Effect<ReadonlyArray<StoredKey>, StoreError>
  readonly addKey: (id: string, key: KeyRow, createdAt: number) => Effect.Effect<boolean, StoreError>
  /** Writes when a key was used, unless a later time is known; nothing for a key that is not there. */
  readonly setLastUsed: (digest: string, at: number) => Effect.Effect<void, StoreError>
  readonly removeKey: (digest: string) => Effect.Effect<boolean, StoreError>
  readonly removeTeam: (id: string) => Effect.Effect<boolean, StoreError>
}

/** Both services over an adapter's rows. */
export const layerOf = <E, R>(rows: Effect.Effect<TeamRows, E, R>): Layer.Layer<TeamStore | ApiKeys, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { addKey, byDigest, byId, keysOf, list, removeKey, removeTeam, replace, setLastUsed } = yield* rows
      const recordUse = yield* KeyUse.make(setLastUsed)
      const store: Service = {
        save: Effect.fnUntraced(function* ({ keys, ...team }) {
          const rows = yield* Effect.forEach(keys, ({ addresses, key, name, scopes }) =>
            Effect.map(digestOf(key), (digest) => ({
              digest,
              name: name ?? digest.slice(0, 8),
              scopes: scopes ?? defaultScopes,
              ...defined({ addresses })
            }))
          )
          yield* replace(team, rows, yield* Clock.currentTimeMillis)
        }),
        list: Effect.gen(function* () {
          const all = yield* list
          for (const { id, plan } of all) if (plan === undefined) yield* Effect.logWarning(unreadablePlan(id))
          return all.flatMap(({ plan }) => (plan === undefined ? [] : [plan]))
        }),
        keys: keysOf,
        addKey: (id, key) => Effect.flatMap(Clock.currentTimeMillis, (now) => addKey(id, key, now)),
        revoke: (key) => Effect.flatMap(digestOf(key), removeKey),
        remove: removeTeam
      }
      const keys = ApiKeys.of({
        find: Effect.fnUntraced(function* (key) {
          const found = yield* Effect.flatMap(secretDigest(key), byDigest)
          if (found === undefined) return undefined
          const team = yield* requiredPlan(found.team)
          yield* recordUse(found.key.digest)
          return {
            account: { ...accountOf({ ...team, keys: [] }), keyName: found.key.name },
            scopes: found.key.scopes,
            ...defined({ addresses: found.key.addresses })
          }
        }),
        account: (id) =>
          Effect.flatMap(byId(id), (found) =>
            found === undefined
              ? Effect.succeed(undefined)
              : Effect.map(requiredPlan(found), (team) => accountOf({ ...team, keys: [] }))
          )
      })
      return Context.make(TeamStore, store).pipe(Context.add(ApiKeys, keys))
    })
  )

/** The digest of a key, or the one that was given. */
export const digestOf = (key: string): Effect.Effect<string> =>
  /^sha256:[0-9a-f]{64}$/i.test(key) ? Effect.succeed(key.slice(7).toLowerCase()) : secretDigest(key)

const makeMemory = (): TeamRows => {
  const teams = new Map<string, Plan>()
  const keys = new Map<string, StoredKey & { readonly teamId: string }>()
  const dropKeys = (id: string) => {
    for (const [digest, { teamId }] of keys) if (teamId === id) keys.delete(digest)
  }
  return {
    replace: (team, rows, createdAt) =>
      Effect.sync(() => {
        teams.set(team.id, team)
        const times = new Map([...keys].map(([digest, key]) => [digest, Struct.pick(key, ["createdAt", "lastUsedAt"])]))
        dropKeys(team.id)
        for (const row of rows) keys.set(row.digest, { ...row, teamId: team.id, createdAt, ...times.get(row.digest) })
      }),
    byDigest: (digest) =>
      Effect.sync(() => {
        const key = keys.get(digest)
        const team = key === undefined ? undefined : teams.get(key.teamId)
        return key === undefined || team === undefined ? undefined : { team: { id: team.id, plan: team }, key }
      }),
    byId: (id) =>
      Effect.sync(() => {
        const plan = teams.get(id)
        return plan && { id, plan }
      }),
    list: Effect.sync(() =>
      [...teams.values()]
        .toSorted((left, right) => (left.id < right.id ? -1 : 1))
        .map((plan) => ({ id: plan.id, plan }))
    ),
    keysOf: (id) =>
      Effect.sync(() =>
        [...keys.values()]
          .filter(({ teamId }) => teamId === id)
          .map((row) => Struct.omit(row, ["teamId"]))
          .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      ),
    addKey: (id, key, createdAt) =>
      Effect.sync(() => {
        if (!teams.has(id) || keys.has(key.digest)) return false
        keys.set(key.digest, { ...key, teamId: id, createdAt })
        return true
      }),
    setLastUsed: (digest, at) =>
      Effect.sync(() => {
        const key = keys.get(digest)
        if (key !== undefined && at > (key.lastUsedAt ?? -Infinity)) keys.set(digest, { ...key, lastUsedAt: at })
      }),
    removeKey: (digest) => Effect.sync(() => keys.delete(digest)),
    removeTeam: (id) =>
      Effect.sync(() => {
        dropKeys(id)
        return teams.delete(id)
      })
  }
}
