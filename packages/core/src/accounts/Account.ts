/**
 * On whose behalf work is done.
 *
 * A library user never sees this: the default account has no limits. A server
 * provides the account that its authentication found.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ThreatProtection } from "../model/ThreatProtection.ts"
import type { EgressPolicy } from "../network/Egress.ts"
import { type ThreatLists, threatLists } from "../network/threatLists.ts"

/** What requests are counted by (docs/reference/v2.md §1.6). */
export type RequestKind = "scrape" | "crawl" | "map" | "search" | "extract" | "status" | "extractStatus"

export interface Subscription {
  /** Credits granted per billing period; `Infinity` for no limit. */
  readonly credits: number
  /** LLM tokens granted per billing period; `Infinity` for no limit. */
  readonly tokens: number
  /** Pages scraped at once over all of the account's jobs. */
  readonly concurrency: number
  /** Jobs that may be open at once: crawls, batches, extractions and others that have not ended. No limit when absent. */
  readonly maxOpenJobs?: number | undefined
  /** Requests a minute that the wire accepts, by kind of operation; no limit for a kind left out. */
  readonly requestsPerMinute?: Readonly<Partial<Record<RequestKind, number>>> | undefined
  /** Monitors that the account may have; no limit when absent. */
  readonly maxMonitors?: number | undefined
  /** How long finished jobs are kept: milliseconds, or a text such as `"24 hours"`. */
  readonly retention: Duration.Input
}

export interface Account {
  readonly id: string
  readonly plan: Subscription
  /**
   * Day of the month on which a billing period starts, 1 to 31; the last day of
   * a month that has fewer. Absent for a plan that is granted once.
   */
  readonly billingDay?: number | undefined
  /** IANA name of the zone whose midnight starts a billing period; UTC when absent. */
  readonly timeZone?: string | undefined
  /** Name of the API key that asks, for usage by key. */
  readonly keyName?: string | undefined
  /** Host lists of this account, on top of the instance's egress policy. */
  readonly egress?: Pick<EgressPolicy, "allow" | "block"> | undefined
  /** Lists of the request or job at hand; each narrows where it may go. */
  readonly threats?: ReadonlyArray<ThreatLists> | undefined
}

/** The account of a process that serves a single user. */
export const localAccount: Account = {
  id: "local",
  plan: { credits: Infinity, tokens: Infinity, concurrency: 100, retention: Duration.hours(24) },
  billingDay: 1
}

export const CurrentAccount = Context.Reference<Account>("@orbweaver/core/CurrentAccount", {
  defaultValue: () => localAccount
})

/** The account while a request with these lists is answered. */
export const protectedAccount = (account: Account, given: ThreatProtection | undefined): Account => {
  // A page of a job finds the lists of its job.
  if (given === undefined || isKnown(account, given)) return account
  const lists = threatLists(given)
  return lists === undefined ? account : { ...account, threats: [...(account.threats ?? []), lists] }
}

const isKnown = ({ threats = [] }: Account, given: ThreatProtection): boolean =>
  threats.some((one) => JSON.stringify(one.given) === JSON.stringify(given))

/** Does the work where these lists let it go. */
export const underThreatProtection = <A, E, R>(
  given: ThreatProtection | undefined,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  given === undefined
    ? work
    : Effect.flatMap(CurrentAccount, (account) =>
        Effect.provideService(work, CurrentAccount, protectedAccount(account, given))
      )
