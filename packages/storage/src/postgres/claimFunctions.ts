/**
 * How a worker claims pages, as functions in the database. What a claim costs depends on the jobs that it looks at, which
 * are few, and on no other.
 *
 * ```
 * exchange_snapshot  which jobs to look at: accounts in turns, and of each its first ready jobs
 * claim_pages        takes pages of these jobs, and parks the jobs that have none to give now
 * wake_hosts         makes jobs ready that wait for hosts which have room again
 * ```
 */
import { claimPages } from "./functions/claimPages.ts"
import { exchangeSnapshot } from "./functions/exchangeSnapshot.ts"
import { foldHosts } from "./functions/foldHosts.ts"
import { waitingPages } from "./functions/waitingPages.ts"
import { wakeHosts } from "./functions/wakeHosts.ts"

export const claimFunctions = (schema: string): ReadonlyArray<string> => [
  `DROP FUNCTION IF EXISTS ${schema}.due_pages(int, float8, float8, int, int, boolean, text)`,
  `DROP FUNCTION IF EXISTS ${schema}.waiting_pages(int, float8, float8, int, int, boolean, text)`,
  `DROP FUNCTION IF EXISTS ${schema}.fold_hosts(int, int)`,
  `DROP FUNCTION IF EXISTS ${schema}.claim_pages(json, int, int, float8, float8, float8, int, int)`,
  `DROP FUNCTION IF EXISTS ${schema}.exchange_snapshot(text[], bigint[], json, int[], int, int)`,
  ...[waitingPages, foldHosts, wakeHosts, claimPages, exchangeSnapshot].map((create) => create(schema))
]
