/** The part of `JobStore` in SQLite that erases pages. */
import type { Document } from "@orbweaver/core/model/Document"
import { isFinal } from "@orbweaver/core/model/Job"
import type { PageErasure, Service } from "@orbweaver/core/jobs/JobStore"
import { erasedAddress, erasedDocument } from "@orbweaver/core/internal/jobs/rules/erasing"
import { moveCounts } from "@orbweaver/core/jobs/rules/JobState"
import * as Effect from "effect/Effect"
import { eraseFromJob } from "../../jobs/eraseFromJob.ts"
import { chunksOf } from "../../jobs/jobRows.ts"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { JobDatabase } from "./JobDatabase.ts"

/** Pages that are looked at in one statement, and erased in one transaction. */
const readAtOnce = 2000
const erasedAtOnce = 100

interface Page {
  readonly n: number
  /** Row of its result. */
  readonly result: number | null
  readonly statusCode: number
}

export const makeErasing = ({
  db,
  knownPages,
  readJob,
  sealing,
  specs,
  writeJob
}: JobDatabase): Pick<Service, "erase" | "eraseHosts"> => {
  /** Pages of the job with these numbers that are erased, and those whose rule names one that is. */
  const findPages = (job: number, from: number, isErased: PageErasure["isErased"]) => {
    const pages: Array<Page> = []
    const ruled: Array<number> = []
    for (const row of db.all(
      `SELECT page.n, page.url, page.rule, page.status, result.n AS result,
        result.document ->> '$.metadata.url' AS final, result.document ->> '$.metadata.sourceURL' AS source
        FROM page LEFT JOIN result ON result.job = page.job AND result.position = page.position
        WHERE page.n BETWEEN ? AND ? AND +page.job = ?`,
      from,
      from + readAtOnce - 1,
      job
    )) {
      const n = Number(row["n"])
      if ([row["url"], row["final"], row["source"]].some((address) => address !== null && isErased(String(address)))) {
        pages.push({ n, result: row["result"] as number | null, statusCode: Number(row["status"] ?? 200) })
      } else if (row["rule"] !== null && isErased(String(row["rule"]))) ruled.push(n)
    }
    return { pages, ruled }
  }

  const documentsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<Document> =>
    db
      .all(
        "SELECT document FROM result WHERE n IN (SELECT value FROM json_each(?))",
        JSON.stringify(pages.map(({ result }) => result))
      )
      .map((row) => JSON.parse(String(row["document"])) as Document)

  const erasePages = (job: JobRow, pages: ReadonlyArray<Page>): void => {
    const list = JSON.stringify(pages.map(({ n }) => n))
    const failed = db.get(
      "SELECT count(*) AS count FROM page WHERE n IN (SELECT value FROM json_each(?)) AND state = 3",
      list
    )!
    const { counts } = job.state
    job.state = { ...job.state, counts: moveCounts(counts, "failed", "skipped", Number(failed["count"])) }
    db.run(
      `UPDATE page SET url = ?, host = '', a = -n, b = 0, state = iif(state = 3, 4, state),
        reason = iif(state = 3, 'erased', reason), rule = NULL, error = NULL, last_modified = NULL, content_hash = NULL
        WHERE n IN (SELECT value FROM json_each(?))`,
      erasedAddress,
      list
    )
    for (const { result, statusCode } of pages) {
      if (result === null) continue
      db.run(
        "UPDATE result SET url = ?, document = ?, facts = NULL WHERE n = ?",
        erasedAddress,
        JSON.stringify(erasedDocument(statusCode)),
        result
      )
    }
    for (const table of ["alias", "failure"]) {
      db.run(`DELETE FROM ${table} WHERE job = ? AND page IN (SELECT value FROM json_each(?))`, job.n, list)
    }
  }

  const eraseFromSpec = (job: JobRow, isErased: PageErasure["isErased"]): void => {
    const text = eraseFromJob(job, isErased, sealing)
    if (text === undefined) return
    db.run("UPDATE job SET spec = ? WHERE n = ?", text, job.n)
    specs.forget(job.n)
  }

  return {
    erase: Effect.fnUntraced(function* (id, { beforeErasing, countOnly, isErased }) {
      const job = yield* readJob("JobStore.erase", id, ({ n, state }) => ({ n, isOpen: !isFinal(state.status) }))
      if (!countOnly && job.isOpen) return 0
      const { first, last } = (yield* db.read("JobStore.erase", () =>
        db.get("SELECT min(n) AS first, max(n) AS last FROM page WHERE job = ?", job.n)
      ))!
      let count = 0
      for (let from = Number(first); from <= Number(last ?? -1); from += readAtOnce) {
        const { pages, ruled } = yield* db.read("JobStore.erase", () => findPages(job.n, from, isErased))
        count += pages.length
        yield* Effect.yieldNow
        if (countOnly) continue
        for (const some of chunksOf(pages, erasedAtOnce)) {
          yield* beforeErasing(yield* db.read("JobStore.erase", () => documentsOf(some)))
          yield* writeJob("JobStore.erase", id, (row) => {
            if (isFinal(row.state.status)) erasePages(row, some)
          })
        }
        if (ruled.length === 0) continue
        yield* db.write("JobStore.erase", () =>
          db.run("UPDATE page SET rule = NULL WHERE n IN (SELECT value FROM json_each(?))", JSON.stringify(ruled))
        )
      }
      if (countOnly) return count
      yield* writeJob("JobStore.erase", id, (row) => eraseFromSpec(row, isErased))
      knownPages.forget(job.n)
      db.erased()
      return count
    }),
    eraseHosts: (isErased) =>
      db.write("JobStore.eraseHosts", () => {
        const hosts = db.all("SELECT host FROM host WHERE active = 0").filter(({ host }) => isErased(String(host)))
        for (const { host } of hosts) db.run("DELETE FROM host WHERE host = ?", host!)
        if (hosts.length > 0) db.erased()
        return hosts.length
      })
  }
}
