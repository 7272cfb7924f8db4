/** Other pages of a job that a page turns out to be, and the aliases by which they are found, in SQLite. */
import type { Settlement } from "@orbweaver/core/jobs/Frontier"
import { findDuplicate, type KnownPage } from "@orbweaver/core/jobs/rules/duplicates"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import { states } from "../../jobs/pageStates.ts"
import type { Row, Service as Database } from "../Database.ts"
import { pageOf } from "./admission.ts"

/** The address of another page that this one turned out to be; writes the aliases of the page. */
export const findAndName = (
  db: Database,
  knownPages: KnownPages,
  job: JobRow,
  page: number,
  settlement: Settlement
): string | undefined => {
  const known = (row: Row | undefined): KnownPage<number> | undefined =>
    row === undefined
      ? undefined
      : {
          page: Number(row["n"]),
          url: String(row["url"]),
          isCompleted: row["state"] === states.completed,
          contentHash: row["content_hash"] as string | null
        }
  const { outcome } = settlement
  const { address, aliases, of } = findDuplicate(
    page,
    settlement,
    outcome._tag === "Completed" ? outcome.facts : undefined,
    {
      byAddress: (key) => {
        const n = pageOf(db, job.n, key)
        return n === undefined
          ? undefined
          : known(db.get("SELECT n, url, state, content_hash FROM page WHERE n = ?", n))
      },
      byAlias: ({ a, b }) =>
        known(
          db.get(
            "SELECT n, url, state, content_hash FROM alias JOIN page ON page.n = alias.page WHERE alias.job = ? AND alias.a = ? AND alias.b = ?",
            job.n,
            a,
            b
          )
        )
    }
  )
  // There may be one already, of a page that has not completed after all.
  const name = ({ a, b }: Fingerprint): number =>
    db.run("INSERT OR REPLACE INTO alias (job, a, b, page) VALUES (?, ?, ?, ?)", job.n, a, b, page)
  if (address !== undefined) {
    name(address)
    knownPages.of(job.n).set(address, page)
  }
  aliases.forEach(name)
  return of
}
