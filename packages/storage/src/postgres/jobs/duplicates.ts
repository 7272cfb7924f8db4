/**
 * Other pages of a job that pages may turn out to be, for one transaction that
 * settles several: looked up before it begins to write, and kept up to date with
 * what it writes, so that two pages of one transaction see each other.
 */
import type { Settlement } from "@orbweaver/core/jobs/Frontier"
import type { KnownPage } from "@orbweaver/core/jobs/rules/duplicates"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { states } from "../../jobs/pageStates.ts"
import { lookUp } from "./admission.ts"
import type { Service as Database } from "../Database.ts"

export interface DuplicatePage {
  readonly n: number
  readonly url: string
  readonly state: number
  readonly content_hash: string | null
}

export interface Duplicates {
  /** The page that has this key, as its own or as another name. */
  readonly find: (job: number, key: Fingerprint) => KnownPage<number> | undefined
  /** Gives a page another name. */
  readonly name: (job: number, key: Fingerprint, page: number) => void
}

/** Keys by which the page may be found to be another one, or will be found itself. */
export const keysOf = ({ answerKey, canonicalKey, contentKey, finalKey }: Settlement): ReadonlyArray<Fingerprint> =>
  [answerKey, finalKey, canonicalKey, contentKey].filter((key) => key !== undefined)

/** `settling` are the pages of the transaction, whose states change. */
export const make = Effect.fnUntraced(function* (
  db: Database,
  jobs: ReadonlyMap<string, JobRow>,
  settlements: ReadonlyArray<Settlement>,
  settling: ReadonlyMap<number, DuplicatePage>
) {
  const numbers = new Map<string, number>()
  for (const [id, job] of jobs) {
    const keys = settlements.flatMap((settlement) => (settlement.lease.jobId === id ? keysOf(settlement) : []))
    for (const [key, { n }] of yield* lookUp(db, job.n, keys)) numbers.set(`${job.n}/${key}`, n)
  }
  const others = [...new Set(numbers.values())].filter((n) => !settling.has(n))
  const rows =
    others.length === 0
      ? []
      : yield* db.rows<DuplicatePage>(
          `SELECT n::float8 AS n, url, state, content_hash FROM ${db.schema}.page WHERE n = ANY($1::bigint[])`,
          others
        )
  return fromRows(numbers, rows, settling)
})

/** From the numbers of pages by `keyOf`, and the pages that are not among the settling ones. */
export const fromRows = (
  numbers: Map<string, number>,
  rows: ReadonlyArray<DuplicatePage>,
  settling: ReadonlyMap<number, DuplicatePage>
): Duplicates => {
  const known = new Map(rows.map((row) => [row.n, row]))
  return {
    find: (job, key) => {
      const n = numbers.get(keyOf(job, key))
      const page = n === undefined ? undefined : (settling.get(n) ?? known.get(n))
      return page === undefined
        ? undefined
        : {
            page: page.n,
            url: page.url,
            isCompleted: page.state === states.completed,
            contentHash: page.content_hash
          }
    },
    name: (job, key, page) => void numbers.set(keyOf(job, key), page)
  }
}

export const keyOf = (job: number, { a, b }: Fingerprint): string => `${job}/${a}/${b}`
