/** Other pages of a job that a page turns out to be, and the aliases by which they are found, in SQLite. */
import type { PageFacts, Settlement } from "@orbweaver/core/jobs/Frontier"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import type { Service as Database } from "../Database.ts"
import { pageOf } from "./admission.ts"

/** The address of another page of the job that this one turned out to be. */
export const duplicateOf = (
  db: Database,
  knownPages: KnownPages,
  job: JobRow,
  page: number,
  { answerKey, canonicalKey, contentKey, finalKey }: Settlement,
  facts: PageFacts | undefined
): string | undefined => {
  const completedAs = (key: Fingerprint) =>
    db.get(
      "SELECT url FROM alias JOIN page ON page.n = alias.page WHERE alias.job = ? AND alias.a = ? AND alias.b = ? AND state = 2",
      job.n,
      key.a,
      key.b
    )
  const answered = answerKey === undefined ? undefined : completedAs(answerKey)
  if (answered !== undefined) return String(answered["url"])
  if (finalKey !== undefined) {
    const other = pageOf(db, job.n, finalKey)
    if (other === undefined) {
      db.run(addAlias, job.n, finalKey.a, finalKey.b, page)
      knownPages.of(job.n).set(finalKey, page)
    } else if (other !== page) {
      const row = db.get("SELECT url FROM page WHERE n = ? AND state = 2", other)
      if (row !== undefined) return String(row["url"])
      if (answerKey !== undefined) db.run(addAlias, job.n, answerKey.a, answerKey.b, page)
    }
  }
  if (contentKey === undefined) return undefined
  const sameContent = completedAs(contentKey)
  if (sameContent !== undefined) return String(sameContent["url"])
  if (canonicalKey === undefined) return undefined
  const canonical = pageOf(db, job.n, canonicalKey)
  if (canonical !== undefined) {
    const hash = facts?.contentHash ?? null
    const row = db.get("SELECT url FROM page WHERE n = ? AND state = 2 AND content_hash = ?", canonical, hash)
    if (row !== undefined) return String(row["url"])
  }
  db.run(addAlias, job.n, contentKey.a, contentKey.b, page)
  return undefined
}

/** One may be there of a page that has not completed after all. */
const addAlias = "INSERT OR REPLACE INTO alias (job, a, b, page) VALUES (?, ?, ?, ?)"
