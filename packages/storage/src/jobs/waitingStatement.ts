/** How many pages wait for each of some hosts. */
import type { WaitingPages } from "@orbweaver/core/jobs/JobStore"
import { states } from "./pageStates.ts"

/**
 * Account, most, list of hosts as JSON: rows of `waitingOf` for each. `given` is the list as a table with the column
 * `value`, `isOfHost` the condition that a page is of one of its rows, as the index of queued pages has it. Pages that are
 * tried again later have no index by host: they are read once for all hosts.
 */
export const waitingStatement = (table: (name: string) => string, given: string, isOfHost: string): string => {
  const pages = (columns: string, state: number, condition: string): string =>
    `SELECT ${columns} FROM ${table("job")} AS job JOIN ${table("page")} AS page ON page.job = job.n AND page.state = ${state}
      WHERE job.account = (SELECT account FROM asked) AND job.status = 'scraping' AND ${condition}
      LIMIT (SELECT most + 1 FROM asked)`
  return `WITH asked AS (SELECT CAST(? AS text) AS account, CAST(? AS bigint) AS most),
    later AS MATERIALIZED (${pages("page.host", states.later, "page.until > 0")})
    SELECT given.value AS host, (SELECT most FROM asked) AS most,
      (SELECT count(*) FROM (${pages("1", states.queued, isOfHost)}) AS queued) AS queued,
      (SELECT count(*) FROM later WHERE later.host = given.value) AS later,
      (SELECT count(*) FROM later) AS later_of_all
    FROM ${given}`
}

export const waitingOf = (row: Readonly<Record<string, unknown>>): WaitingPages => {
  const most = Number(row["most"])
  const queued = Number(row["queued"])
  const count = queued + Number(row["later"])
  return {
    count: Math.min(most, count),
    isAtLeast: count > most || Number(row["later_of_all"]) > most
  }
}
