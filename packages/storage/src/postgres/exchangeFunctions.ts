/**
 * What a worker writes while pages run, as functions in the database: no round trip happens while a row that others need
 * is locked, and no statement is planned again. The functions look up rows by their keys alone, so the generic plans stay
 * right while the tables grow.
 *
 * ```
 * settle_pages  pages, results, links      locks no job and no host ─► delta, host_delta, running
 * fold_jobs     delta ─► counters, events  locks the row of the job
 * hold_jobs     for all other changes      locks the job for this transaction alone
 * ```
 *
 * Settlements and claims (`claimFunctions`) of one job run at the same time: they share its lock. Every other change takes
 * that lock for itself and waits until they have ended.
 */
import { foldJobs } from "./functions/foldJobs.ts"
import { holdJobs } from "./functions/holdJobs.ts"
import { settlePages } from "./functions/settlePages.ts"

export const exchangeFunctions = (schema: string): ReadonlyArray<string> =>
  [foldJobs, holdJobs, settlePages].map((create) => create(schema))
