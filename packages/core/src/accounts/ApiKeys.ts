/**
 * Port: which account a key of the wire belongs to, and what the key may do.
 *
 * Keys are kept as SHA-256 digests; reading the store reveals no key. Adapters: a list or a file here, SQL in
 * `@orbweaver/storage`. An instance without keys is `layerOpen`: everyone is the local account, so it must listen on
 * loopback only.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Redacted from "effect/Redacted"
import { type Account, localAccount } from "./Account.ts"
import { defined } from "../support/defined.ts"
import { equalDigests, secretDigest } from "../support/secretDigest.ts"
import type { StoreError } from "../model/StoreError.ts"

/** A part of the API that a key may be limited to. */
export const Area = Schema.Literals(["scrape", "search", "crawl", "agent", "browser", "monitor"])
export type Area = typeof Area.Type

/**
 * `read` sees jobs and usage; `write` starts and stops work of every area; `admin` sees the system, and makes and revokes the
 * team's keys. An area allows what belongs to it alone, reading included.
 */
export const Scope = Schema.Literals(["read", "write", "admin", ...Area.literals])
export type Scope = typeof Scope.Type

export interface KeyHolder {
  /** With the name of the key as `keyName`. */
  readonly account: Account
  readonly scopes: ReadonlyArray<Scope>
  /** Ranges of addresses that the key may be used from, such as `203.0.113.0/24`; from anywhere when absent. */
  readonly addresses?: ReadonlyArray<string> | undefined
}

/** What is done with a key. */
export interface Access {
  /** The part of the API; `any` for what every key may see. */
  readonly scope?: Area | "any" | undefined
  /** Whether it starts or stops work. */
  readonly writes?: boolean | undefined
  readonly admin?: boolean | undefined
}

/** The scopes of which a key needs one; none where every key may. */
export const scopesFor = ({ admin = false, scope, writes = false }: Access): ReadonlyArray<Scope> => {
  if (admin) return ["admin"]
  if (scope === "any") return []
  return [...(scope === undefined ? [] : [scope]), ...(writes ? (["write"] as const) : everything)]
}

/** One key of a list. */
export interface KeyEntry {
  /** The key itself, or its SHA-256 digest as `sha256:<64 hexadecimal digits>`. */
  readonly key: string
  /** Name in usage reports; the first characters of the digest when absent. */
  readonly name?: string | undefined
  /** Whose requests it makes; the account `local`, without limits, when absent. */
  readonly account?: Account | undefined
  /** `read` and `write` when absent. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** Ranges of addresses that it may be used from, such as `203.0.113.0/24`; from anywhere when absent. */
  readonly addresses?: ReadonlyArray<string> | undefined
}

export interface Service {
  /** Account of callers without a key. Such callers are refused when absent. */
  readonly anonymous?: KeyHolder | undefined
  /** The holder of the key, or `undefined` for one that is not known. Takes the same time for both. */
  readonly find: (key: Redacted.Redacted) => Effect.Effect<KeyHolder | undefined, StoreError>
  /** The account with this id: whose plan a worker minds that carries on with a job. */
  readonly account: (id: string) => Effect.Effect<Account | undefined, StoreError>
}

/** What a key may do that has no scopes of its own. */
export const defaultScopes: ReadonlyArray<Scope> = ["read", "write"]

/** What an operator's own key may do. */
export const everything: ReadonlyArray<Scope> = ["read", "write", "admin"]

export class ApiKeys extends Context.Service<ApiKeys, Service>()("@orbweaver/core/ApiKeys") {
  /** No keys: every request is the given account's, whatever key it carries. */
  static readonly layerOpen = (account: Account = localAccount): Layer.Layer<ApiKeys> => {
    const anonymous: KeyHolder = { account, scopes: everything }
    return Layer.succeed(ApiKeys, {
      anonymous,
      find: () => Effect.succeed(anonymous),
      account: (id) => Effect.succeed(id === account.id ? account : undefined)
    })
  }

  /** A fixed list of keys; text is a key of the account `local`, or the digest of one. */
  static readonly layerStatic = (keys: ReadonlyArray<string | KeyEntry>): Layer.Layer<ApiKeys> =>
    Layer.effect(ApiKeys, makeStatic(keys.map((key) => (typeof key === "string" ? { key } : key))))
}

/** An account without limits, for ids that no key belongs to. */
export const unlimited = (id: string): Effect.Effect<Account> => Effect.succeed({ ...localAccount, id })

/** The account with this id, for workers; without limits where the keys do not know it. */
export const accountOf =
  (keys: Service) =>
  (id: string): Effect.Effect<Account, StoreError> =>
    Effect.flatMap(keys.account(id), (account) => (account === undefined ? unlimited(id) : Effect.succeed(account)))

const makeStatic = (entries: ReadonlyArray<KeyEntry>): Effect.Effect<Service> =>
  Effect.map(
    Effect.forEach(entries, (entry) =>
      Effect.map(digestOf(entry.key), (digest) => ({ digest, holder: holderOf(entry, digest) }))
    ),
    (known) => ({
      account: (id) => Effect.sync(() => entries.map(accountOfEntry).find((account) => account.id === id)),
      find: (key) =>
        Effect.map(secretDigest(key), (digest) => {
          let found: KeyHolder | undefined
          // Every entry is compared, so the time says nothing about which one matched.
          for (const entry of known) if (equalDigests(entry.digest, digest)) found = entry.holder
          return found
        })
    })
  )

const accountOfEntry = ({ account = localAccount }: KeyEntry): Account => account

const holderOf = (entry: KeyEntry, digest: string): KeyHolder => ({
  account: { ...accountOfEntry(entry), keyName: entry.name ?? digest.slice(0, 8) },
  scopes: entry.scopes ?? defaultScopes,
  ...defined({ addresses: entry.addresses })
})

const digestOf = (key: string): Effect.Effect<string> =>
  /^sha256:[0-9a-f]{64}$/i.test(key) ? Effect.succeed(key.slice(7).toLowerCase()) : secretDigest(key)
