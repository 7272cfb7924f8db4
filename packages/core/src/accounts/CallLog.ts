/**
 * Port: the calls of each account, as their list shows them: when, what for, how it went. Never headers, cookies, proxies or
 * other secrets, and nothing of a call that asks for zero data retention: `callEntry.ts` of the API sees to that.
 *
 * Bounded in rows of an account and in days. Written in batches off the path of requests (`CallRecorder`).
 *
 * Adapters: `CallLog.layerMemory` for one process, SQL in `@orbweaver/storage`. Contract: `CallLogSuite` in
 * `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import type { StoreError } from "../model/StoreError.ts"

export interface CallEntry {
  readonly id: string
  readonly accountId: string
  /** When it came, in milliseconds since 1970. */
  readonly at: number
  /** Name of the endpoint, such as `scrape` or `batch_scrape`. */
  readonly endpoint: string
  readonly version: "v1" | "v2"
  /** Host of the address; empty for a call without one. */
  readonly site: string
  /** Address without secrets, or words that were searched for; empty for neither. */
  readonly target: string
  /** Status of the answer over HTTP. */
  readonly status: number
  /** The job that it started, or the id of the scrape. */
  readonly resultId?: string | undefined
  /** Milliseconds until the answer. */
  readonly ms: number
  /** What it cost at once; absent where the answer does not say so, as for jobs. */
  readonly credits?: number | undefined
  /** Name of the key. */
  readonly key?: string | undefined
  /** The body as JSON without secrets; absent where it is none, or too long. */
  readonly request?: string | undefined
}

export interface CallQuery {
  readonly accountId: string
  readonly endpoint?: string | undefined
  /** `true` for answers of 400 and more, `false` for the others. */
  readonly failed?: boolean | undefined
  readonly site?: string | undefined
  /** Part of the address or the words, in any case. */
  readonly text?: string | undefined
  /** Goes on behind this call. */
  readonly after?: Pick<CallEntry, "at" | "id"> | undefined
  readonly limit: number
}

export interface Limits {
  /** Most calls of an account; 0 keeps none. */
  readonly rows: number
  /** Days that a call is kept. */
  readonly days: number
}

export interface Service {
  /** Keeps calls, and removes what exceeds the limits: of an account the oldest go first. */
  readonly append: (entries: ReadonlyArray<CallEntry>, limits: Limits) => Effect.Effect<void, StoreError>
  /** The latest first, without their requests. */
  readonly list: (query: CallQuery) => Effect.Effect<ReadonlyArray<CallEntry>, StoreError>
  /** `undefined` for a call of another account as well. */
  readonly find: (accountId: string, id: string) => Effect.Effect<CallEntry | undefined, StoreError>
  /** Removes the calls that the predicate picks, so that nothing of them is left in the store; returns how many. */
  readonly erase: (isErased: (entry: CallEntry) => boolean) => Effect.Effect<number, StoreError>
}

export class CallLog extends Context.Service<CallLog, Service>()("@orbweaver/core/CallLog") {
  /** For one process, as long as it lives. */
  static readonly layerMemory: Layer.Layer<CallLog> = Layer.sync(CallLog, () => makeMemory())
}

/** Limits where an operator gives none. */
export const defaultLimits: Limits = { rows: 10_000, days: 30 }

export const msOfDays = (days: number): number => days * 86_400_000

/** The latest first. */
const byTime = (one: CallEntry, other: CallEntry): number =>
  other.at - one.at || (other.id < one.id ? -1 : other.id > one.id ? 1 : 0)

const isBehind = ({ at, id }: CallEntry, after: NonNullable<CallQuery["after"]>): boolean =>
  at < after.at || (at === after.at && id < after.id)

export const makeMemory = (): Service => {
  /** By account, in the order of writing. */
  const calls = new Map<string, Map<string, CallEntry & { readonly endsAt: number }>>()
  const visible = (accountId: string, now: number) =>
    [...(calls.get(accountId)?.values() ?? [])].filter(({ endsAt }) => endsAt > now)

  return {
    append: (entries, { days, rows }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const entry of entries) {
          const own = calls.get(entry.accountId) ?? new Map<string, CallEntry & { readonly endsAt: number }>()
          calls.set(entry.accountId, own)
          own.set(entry.id, { ...entry, endsAt: entry.at + msOfDays(days) })
          for (const [id, { endsAt }] of own) {
            if (own.size <= rows && endsAt > now) break
            own.delete(id)
          }
        }
      }),
    list: ({ accountId, after, endpoint, failed, limit, site, text }) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        visible(accountId, now)
          .filter(
            (entry) =>
              (endpoint === undefined || entry.endpoint === endpoint) &&
              (failed === undefined || entry.status >= 400 === failed) &&
              (site === undefined || entry.site === site) &&
              (text === undefined || entry.target.toLowerCase().includes(text.toLowerCase())) &&
              (after === undefined || isBehind(entry, after))
          )
          .sort(byTime)
          .slice(0, limit)
          .map((entry) => Struct.omit(entry, ["endsAt", "request"]))
      ),
    find: (accountId, id) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = calls.get(accountId)?.get(id)
        if (found === undefined || found.endsAt <= now) return undefined
        return Struct.omit(found, ["endsAt"])
      }),
    erase: (isErased) =>
      Effect.sync(() => {
        let count = 0
        for (const own of calls.values()) {
          for (const [id, entry] of own) {
            if (!isErased(entry)) continue
            own.delete(id)
            count++
          }
        }
        return count
      })
  }
}
