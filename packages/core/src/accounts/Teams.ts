/**
 * Teams, their plans and keys as a file says them: what a server with more than
 * one caller is configured by.
 *
 * ```json
 * {
 *   "teams": [{
 *     "id": "acme", "credits": 100000, "tokens": 500000, "concurrency": 20,
 *     "maxOpenJobs": 100, "maxMonitors": 50, "requestsPerMinute": { "scrape": 500 },
 *     "billingDay": 15, "timeZone": "Europe/Berlin",
 *     "keys": [{ "name": "ci", "key": "sha256:<digest>", "scopes": ["read", "write"], "addresses": ["203.0.113.0/24"] }]
 *   }]
 * }
 * ```
 *
 * A number that is left out is no limit.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import { AddressRanges } from "./callerAddress.ts"
import { type Account, localAccount } from "./Account.ts"
import { ApiKeys, type KeyEntry, Scope } from "./ApiKeys.ts"
import { invalid, type InvalidInput, reader } from "../model/InvalidInput.ts"
import { isTimeZone } from "../model/recurrence.ts"

const amount = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const positive = Schema.Int.check(Schema.isGreaterThan(0))
const perMinute = Schema.optionalKey(positive)

const timeZone = Schema.String.check(
  Schema.makeFilter((zone) => (isTimeZone(zone) ? undefined : "Expected the IANA name of a time zone"))
)

export const Team = Schema.Struct({
  id: Schema.String.check(Schema.isMinLength(1)),
  credits: Schema.optionalKey(amount),
  tokens: Schema.optionalKey(amount),
  concurrency: Schema.optionalKey(positive),
  maxOpenJobs: Schema.optionalKey(positive),
  requestsPerMinute: Schema.optionalKey(
    Schema.Struct({
      scrape: perMinute,
      crawl: perMinute,
      map: perMinute,
      search: perMinute,
      extract: perMinute,
      status: perMinute,
      extractStatus: perMinute
    })
  ),
  /** Monitors that the team may have. */
  maxMonitors: Schema.optionalKey(positive),
  /** Hours that finished jobs are kept; 24 when absent. */
  retentionHours: Schema.optionalKey(positive),
  /** 1 to 31; absent for a plan that is granted once. */
  billingDay: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 }))),
  timeZone: Schema.optionalKey(timeZone),
  keys: Schema.Array(
    Schema.Struct({
      /** The key, or its SHA-256 digest as `sha256:<64 hexadecimal digits>`. */
      key: Schema.String.check(Schema.isMinLength(8)),
      name: Schema.optionalKey(Schema.String),
      scopes: Schema.optionalKey(Schema.Array(Scope)),
      /** Ranges of addresses that it may be used from; from anywhere when absent. */
      addresses: Schema.optionalKey(AddressRanges)
    })
  )
})
export type Team = typeof Team.Type

const TeamsFile = Schema.Struct({ teams: Schema.Array(Team) })

const read = reader("teams", TeamsFile)

export const accountOf = (team: Team): Account => ({
  id: team.id,
  plan: {
    credits: team.credits ?? Infinity,
    tokens: team.tokens ?? Infinity,
    concurrency: team.concurrency ?? localAccount.plan.concurrency,
    maxOpenJobs: team.maxOpenJobs,
    requestsPerMinute: team.requestsPerMinute,
    maxMonitors: team.maxMonitors,
    retention: Duration.hours(team.retentionHours ?? 24)
  },
  billingDay: team.billingDay,
  timeZone: team.timeZone
})

/** The teams that the content of a file says. */
export const teamsOf = (input: unknown): Effect.Effect<ReadonlyArray<Team>, InvalidInput> =>
  Effect.map(read(input), ({ teams }) => teams)

/** The keys of all teams. A team or a key that stands twice is an error. */
export const decode = Effect.fnUntraced(function* (
  input: unknown
): Effect.fn.Return<ReadonlyArray<KeyEntry>, InvalidInput> {
  const teams = yield* teamsOf(input)
  const ids = new Set<string>()
  const keys = new Set<string>()
  const entries: Array<KeyEntry> = []
  for (const [index, team] of teams.entries()) {
    if (ids.has(team.id)) return yield* invalid("teams", ["teams", index, "id"], "Another team has this id")
    ids.add(team.id)
    const account = accountOf(team)
    for (const [at, key] of team.keys.entries()) {
      if (keys.has(key.key)) return yield* invalid("teams", ["teams", index, "keys", at, "key"], "The key stands twice")
      keys.add(key.key)
      entries.push({ ...key, account })
    }
  }
  return entries
})

/** What a JSON file of teams holds, not yet checked. */
export const readFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<unknown, InvalidInput | PlatformError, FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(path)
  return yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => invalid("teams", [], "The file is not JSON")
  })
})

/** Keys from a JSON file, read once. */
export const layerFile = (path: string): Layer.Layer<ApiKeys, InvalidInput | PlatformError, FileSystem.FileSystem> =>
  Layer.unwrap(Effect.map(Effect.flatMap(readFile(path), decode), ApiKeys.layerStatic))
