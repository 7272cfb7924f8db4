/** The part of `JobStore` that erases pages. */
import { erasedAddress, erasedDocument } from "@orbweaver/core/internal/jobs/rules/erasing"
import type { PageErasure, Service } from "@orbweaver/core/jobs/JobStore"
import { moveCounts } from "@orbweaver/core/jobs/rules/JobState"
import type { Document } from "@orbweaver/core/model/Document"
import { isFinal } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import { eraseFromJob } from "../../jobs/eraseFromJob.ts"
import type { JobRow } from "../../jobs/JobRow.ts"
import { chunksOf } from "../../jobs/jobRows.ts"
import type { JobTables } from "./JobTables.ts"

/** Pages that are looked at in one statement, and erased in one transaction. */
const readAtOnce = 2000
const erasedAtOnce = 100

/** A page with the addresses of its document. */
type FoundPage = Readonly<Record<"final" | "rule" | "source" | "url", string | null>> & {
  readonly n: number
  readonly status: number | null
}

export const makeErasing = (tables: JobTables): Pick<Service, "erase" | "eraseHosts"> => {
  const { isIn, knownPages, onErased, readJob, sealing, specs, sql, statements, writeJob } = tables
  const [alias, failure, host, job, page] = ["alias", "failure", "host", "job", "page"].map(sql.table)
  const numbersOf = (pages: ReadonlyArray<FoundPage>): string => JSON.stringify(pages.map(({ n }) => n))

  const erasePages = Effect.fnUntraced(function* (job: JobRow, pages: ReadonlyArray<FoundPage>) {
    const list = numbersOf(pages)
    const [failed] = yield* sql.rows<{ count: number | string }>(
      `SELECT count(*) AS count FROM ${page} WHERE ${isIn("n", "bigint")} AND state = 3`,
      list
    )
    job.state = { ...job.state, counts: moveCounts(job.state.counts, "failed", "skipped", Number(failed!.count)) }
    const documents = pages.map(({ n, status }) => ({
      page: n,
      document: JSON.stringify(erasedDocument(status ?? 200))
    }))
    yield* sql.rows(statements.eraseResults, erasedAddress, JSON.stringify(documents), job.n)
    yield* sql.rows(
      `UPDATE ${page} SET url = ?, host = '', a = -n, b = 0, rule = NULL, error = NULL, last_modified = NULL,
        content_hash = NULL, attempt_log = NULL, took_ms = NULL, bytes = NULL, reason = CASE WHEN state = 3 THEN 'erased' ELSE reason END,
        state = CASE WHEN state = 3 THEN 4 ELSE state END WHERE ${isIn("n", "bigint")}`,
      erasedAddress,
      list
    )
    for (const table of [alias, failure]) {
      yield* sql.rows(`DELETE FROM ${table} WHERE job = ? AND ${isIn("page", "bigint")}`, job.n, list)
    }
  })

  const eraseFromSpec = Effect.fnUntraced(function* (row: JobRow, isErased: PageErasure["isErased"]) {
    const text = eraseFromJob(row, isErased, sealing)
    if (text === undefined) return
    yield* sql.rows(`UPDATE ${job} SET spec = ? WHERE n = ?`, text, row.n)
    specs.forget(row.n)
  })

  return {
    erase: Effect.fnUntraced(function* (id, { beforeErasing, countOnly, isErased }) {
      const operation = "JobStore.erase"
      const { isOpen, n } = yield* readJob(operation, id, ({ n, state }) =>
        Effect.succeed({ n, isOpen: !isFinal(state.status) })
      )
      if (!countOnly && isOpen) return 0
      const isPage = ({ final, source, url }: FoundPage) =>
        [url, final, source].some((address) => address !== null && isErased(address))
      let count = 0
      for (let last = 0; ;) {
        const found = yield* sql.read(operation, sql.rows<FoundPage>(statements.erasable, n, last, readAtOnce))
        const end = found.at(-1)
        if (end === undefined) break
        last = end.n
        const pages = found.filter(isPage)
        count += pages.length
        yield* Effect.yieldNow
        if (countOnly) continue
        for (const some of chunksOf(pages, erasedAtOnce)) {
          const rows = yield* sql.read(
            operation,
            sql.rows<{ document: string }>(statements.documents, n, numbersOf(some))
          )
          yield* beforeErasing(rows.map(({ document }) => JSON.parse(document) as Document))
          yield* writeJob(operation, id, (row) => (isFinal(row.state.status) ? erasePages(row, some) : Effect.void))
        }
        const ruled = found.filter((page) => !isPage(page) && page.rule !== null && isErased(page.rule))
        if (ruled.length === 0) continue
        const text = `UPDATE ${page} SET rule = NULL WHERE ${isIn("n", "bigint")}`
        yield* sql.write(operation, sql.rows(text, numbersOf(ruled)))
      }
      if (countOnly) return count
      yield* writeJob(operation, id, (row) => eraseFromSpec(row, isErased))
      knownPages.forget(n)
      onErased()
      return count
    }),
    eraseHosts: (isErased) =>
      sql.write(
        "JobStore.eraseHosts",
        Effect.gen(function* () {
          const rows = yield* sql.rows<{ host: string }>(`SELECT host FROM ${host} WHERE active = 0`)
          const hosts = rows.map((row) => row.host).filter(isErased)
          if (hosts.length === 0) return 0
          const text = `DELETE FROM ${host} WHERE active = 0 AND ${isIn("host", "text")} RETURNING 1`
          const erased = yield* sql.rows(text, JSON.stringify(hosts))
          onErased()
          return erased.length
        })
      )
  }
}
