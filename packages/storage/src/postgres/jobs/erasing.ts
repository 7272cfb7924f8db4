/** The part of `JobStore` in PostgreSQL that erases pages. */
import type { Document } from "@orbweaver/core/model/Document"
import { isFinal } from "@orbweaver/core/model/Job"
import type { PageErasure, Service } from "@orbweaver/core/jobs/JobStore"
import { erasedAddress, erasedDocument } from "@orbweaver/core/internal/jobs/rules/erasing"
import { moveCounts } from "@orbweaver/core/jobs/rules/JobState"
import * as Effect from "effect/Effect"
import { eraseFromJob } from "../../jobs/eraseFromJob.ts"
import { chunksOf } from "../../jobs/jobRows.ts"
import type { JobRow } from "../../jobs/JobRow.ts"
import { fails } from "../Database.ts"
import type { JobDatabase } from "./JobDatabase.ts"
import { pagesBehind } from "./pages.ts"

/** Pages that are looked at in one statement, and erased in one transaction. */
const readAtOnce = 2000
const erasedAtOnce = 100

interface FoundPage {
  readonly n: number
  readonly url: string
  readonly rule: string | null
  readonly status: number | null
  /** Addresses of its document. */
  readonly final: string | null
  readonly source: string | null
}

export const makeErasing = ({
  db,
  knownPages,
  schema,
  sealing,
  specs,
  withJob,
  writeJob
}: JobDatabase): Pick<Service, "erase" | "eraseHosts"> => {
  /** Pages of the job behind this one, in the order of their numbers. */
  const pagesAfter = (job: number, last: number) =>
    db.rows<FoundPage>(
      `SELECT page.n::float8 AS n, page.url, page.rule, page.status, result.document::json #>> '{metadata,url}' AS final,
        result.document::json #>> '{metadata,sourceURL}' AS source
        FROM (SELECT * FROM ${schema}.page WHERE ${pagesBehind} LIMIT ${readAtOnce}) AS page
        LEFT JOIN ${schema}.result ON result.job = page.job AND result.page = page.n ORDER BY page.n`,
      job,
      last
    )

  const documentsOf = (job: number, pages: ReadonlyArray<number>) =>
    Effect.map(
      db.rows<{ document: string }>(
        `SELECT document FROM ${schema}.result WHERE job = $1 AND page = ANY($2::bigint[])`,
        job,
        pages
      ),
      (rows) => rows.map(({ document }) => JSON.parse(document) as Document)
    )

  const erasePages = Effect.fnUntraced(function* (job: JobRow, pages: ReadonlyArray<FoundPage>) {
    const list = pages.map(({ n }) => n)
    const failed = yield* db.rows(
      `SELECT 1 FROM ${schema}.page WHERE n = ANY($1::bigint[]) AND state = 3 FOR UPDATE`,
      list
    )
    job.state = { ...job.state, counts: moveCounts(job.state.counts, "failed", "skipped", failed.length) }
    yield* db.rows(
      `UPDATE ${schema}.page SET url = $2, host = '', a = -n, b = 0, rule = NULL, error = NULL, last_modified = NULL,
        content_hash = NULL, state = CASE WHEN state = 3 THEN 4 ELSE state END,
        reason = CASE WHEN state = 3 THEN 'erased' ELSE reason END WHERE n = ANY($1::bigint[])`,
      list,
      erasedAddress
    )
    yield* db.rows(
      `UPDATE ${schema}.result SET url = $3, document = erased.document, facts = NULL
        FROM unnest($2::bigint[], $4::text[]) AS erased (page, document)
        WHERE result.job = $1 AND result.page = erased.page`,
      job.n,
      list,
      erasedAddress,
      pages.map(({ status }) => JSON.stringify(erasedDocument(status ?? 200)))
    )
    for (const table of ["alias", "failure"]) {
      yield* db.rows(`DELETE FROM ${schema}.${table} WHERE job = $1 AND page = ANY($2::bigint[])`, job.n, list)
    }
  })

  const eraseFromSpec = Effect.fnUntraced(function* (job: JobRow, isErased: PageErasure["isErased"]) {
    const text = eraseFromJob(job, isErased, sealing)
    if (text === undefined) return
    yield* db.rows(`UPDATE ${schema}.job SET spec = $2 WHERE n = $1`, job.n, text)
    specs.forget(job.n)
  })

  return {
    erase: (id, { beforeErasing, countOnly, isErased }) =>
      Effect.gen(function* () {
        const job = yield* withJob("JobStore.erase", id, ({ n, state }) =>
          Effect.succeed({ n, isOpen: !isFinal(state.status) })
        )
        if (!countOnly && job.isOpen) return 0
        let count = 0
        for (let last = 0; ;) {
          const found = yield* pagesAfter(job.n, last)
          const end = found.at(-1)
          if (end === undefined) break
          last = end.n
          const isPage = ({ final, source, url }: FoundPage) =>
            [url, final, source].some((address) => address !== null && isErased(address))
          const pages = found.filter(isPage)
          count += pages.length
          if (countOnly) continue
          for (const some of chunksOf(pages, erasedAtOnce)) {
            yield* beforeErasing(
              yield* documentsOf(
                job.n,
                some.map(({ n }) => n)
              )
            )
            yield* writeJob("JobStore.erase", id, (row) =>
              isFinal(row.state.status) ? erasePages(row, some) : Effect.void
            )
          }
          const ruled = found.filter((page) => !isPage(page) && page.rule !== null && isErased(page.rule))
          yield* db.rows(
            `UPDATE ${schema}.page SET rule = NULL WHERE n = ANY($1::bigint[])`,
            ruled.map(({ n }) => n)
          )
        }
        if (countOnly) return count
        yield* writeJob("JobStore.erase", id, (row) => eraseFromSpec(row, isErased))
        knownPages.forget(job.n)
        return count
      }).pipe(fails("JobStore.erase")),
    eraseHosts: (isErased) =>
      Effect.gen(function* () {
        const rows = yield* db.rows<{ host: string }>(`SELECT host FROM ${schema}.host WHERE active = 0`)
        const hosts = rows.map(({ host }) => host).filter(isErased)
        const erased = yield* db.rows(
          `DELETE FROM ${schema}.host WHERE active = 0 AND host = ANY($1::text[]) RETURNING 1`,
          hosts
        )
        return erased.length
      }).pipe(fails("JobStore.eraseHosts"))
  }
}
