/** What jobs have in common when they are made. */
import * as Duration from "effect/Duration"
import type { Account } from "../accounts/Account.ts"
import type { NewJob } from "./JobStore.ts"

/** Whose the job is, and what its plan gives it. */
export const ownedBy = ({ id, keyName, plan }: Account) =>
  ({
    accountId: id,
    keyName,
    accountConcurrency: plan.concurrency,
    retentionMs: Duration.toMillis(plan.retention)
  }) satisfies Partial<NewJob>

/** Of jobs whose pages are given or found by their task: no rule of a crawl holds them back. */
export const unbounded = {
  priority: 0,
  limit: Infinity,
  maxDepth: Infinity,
  maxConcurrency: Infinity,
  delayMs: 0,
  heedsCrawlDelay: false
} satisfies Partial<NewJob>
