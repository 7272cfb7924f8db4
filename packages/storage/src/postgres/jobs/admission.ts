/** Adds addresses to a job: known ones found in one query, new ones written in one statement. */
import type { Addition, Candidate } from "@orbweaver/core/jobs/Frontier"
import type { FingerprintIndex } from "@orbweaver/core/internal/jobs/FingerprintIndex"
import * as Admission from "@orbweaver/core/jobs/rules/admission"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { states } from "../../jobs/pageStates.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import type { Service as Database } from "../Database.ts"
import type { Transaction } from "./Transaction.ts"

/** Candidates that were found together; on a page unless they are seeds. */
export interface Found {
  readonly candidates: ReadonlyArray<Candidate>
  readonly from?: { readonly n: number; readonly depth: number } | undefined
  /** Row of the addition that what is new belongs to. */
  readonly addition?: number | undefined
}

/** Names an address within its job. */
export const keyOf = ({ a, b }: Fingerprint): string => `${a}/${b}`

interface Known {
  readonly n: number
}

/** The row of an addition, written with its first pages. */
export const additionRow = Effect.fnUntraced(function* (db: Database, job: JobRow, addition: Addition) {
  const [row] = yield* db.rows<{ n: number }>(
    `INSERT INTO ${db.schema}.addition (job, id, value) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING n`,
    job.n,
    addition.id,
    JSON.stringify(addition)
  )
  return row!.n
})

/** An address that was found, the first way to it, and the smallest depth of all. */
interface Asked {
  readonly candidate: Candidate
  depth: number
  readonly from: number | undefined
  readonly addition: number | undefined
}

/** The candidates by their keys, without those whose page is known already where that is all there is to know. */
export const askedOf = (
  cache: FingerprintIndex,
  job: JobRow,
  founds: ReadonlyArray<Found>
): ReadonlyMap<string, Asked> => {
  const tracksDepth = Admission.tracksDepth(job.spec)
  const asked = new Map<string, Asked>()
  for (const { addition, candidates, from } of founds) {
    for (const candidate of candidates) {
      if (!tracksDepth && cache.get(candidate.key) >= 0) continue
      const depth = from === undefined ? candidate.depth : from.depth + 1
      const before = asked.get(keyOf(candidate.key))
      if (before === undefined) asked.set(keyOf(candidate.key), { candidate, depth, from: from?.n, addition })
      else before.depth = Math.min(before.depth, depth)
    }
  }
  return asked
}

type FreshRow = Record<string, string | number | null>

/** Rows of the addresses that are new to the job, and its counters with them. */
export const freshRows = (
  job: JobRow,
  asked: ReadonlyMap<string, Asked>,
  isKnown: (key: string) => boolean
): { readonly fresh: ReadonlyArray<FreshRow>; readonly tally: Admission.Tally; readonly queued: number } => {
  const fresh: Array<FreshRow> = []
  const room = Admission.discoveryRoom(job.spec, job.state.counts)
  let tally: Admission.Tally = job.state
  let queued = 0
  for (const [key, { addition, candidate, depth, from }] of asked) {
    if (isKnown(key) || fresh.length >= room) continue
    const admission = Admission.admitPage(job.spec, tally.counts, candidate, depth)
    const { reason, rule } = admission
    tally = Admission.countAdmitted(tally, admission)
    if (reason === undefined) queued++
    fresh.push({
      ord: fresh.length,
      a: candidate.key.a,
      b: candidate.key.b,
      url: candidate.url,
      host: candidate.host,
      depth,
      state: reason === undefined ? states.queued : states.skipped,
      found_on: from ?? null,
      reason: reason ?? null,
      rule: rule ?? null,
      last_modified: candidate.lastModified ?? null,
      rank: candidate.rank ?? 0,
      addition: addition ?? null
    })
  }
  return { fresh, tally, queued }
}

/** Returns how many pages were queued. The job is locked. */
export const admit = Effect.fnUntraced(function* (
  db: Database,
  knownPages: KnownPages,
  tx: Transaction,
  job: JobRow,
  founds: ReadonlyArray<Found>
) {
  const tracksDepth = Admission.tracksDepth(job.spec)
  const asked = askedOf(knownPages.of(job.n), job, founds)
  if (asked.size === 0) return 0

  const known = yield* lookUp(
    db,
    job.n,
    [...asked.values()].map(({ candidate }) => candidate.key)
  )
  const { fresh, queued: added, tally } = freshRows(job, asked, (key) => known.has(key))
  let queued = added
  job.state = { ...job.state, ...tally }
  const written = yield* insert(db, job.n, fresh)
  for (const [index, n] of written.entries()) known.set(`${fresh[index]!["a"]}/${fresh[index]!["b"]}`, { n })
  for (const { candidate } of asked.values()) {
    const n = known.get(keyOf(candidate.key))?.n
    if (n !== undefined) tx.remember(job.n, candidate.key, n)
  }
  if (tracksDepth) queued += yield* followWays(db, job, founds, asked, known)
  if (queued > 0) tx.wake()
  return queued
})

/** Pages of the job by identity, the addresses that answered included. */
export const lookUp = Effect.fnUntraced(function* (db: Database, job: number, keys: ReadonlyArray<Fingerprint>) {
  const rows =
    keys.length === 0
      ? []
      : yield* db.rows<{ a: number; b: number; n: number }>(
          `WITH asked AS (SELECT a, b FROM json_to_recordset($2::text::json) AS x (a bigint, b bigint))
            SELECT a::float8 AS a, b::float8 AS b, n::float8 AS n FROM asked JOIN ${db.schema}.page USING (a, b) WHERE job = $1
            UNION ALL
            SELECT a::float8 AS a, b::float8 AS b, page::float8 AS n FROM asked JOIN ${db.schema}.alias USING (a, b) WHERE job = $1`,
          job,
          JSON.stringify(keys)
        )
  return new Map<string, Known>(rows.map(({ a, b, n }) => [`${a}/${b}`, { n }]))
})

/** Numbers of the new pages, in their order. */
const insert = Effect.fnUntraced(function* (
  db: Database,
  job: number,
  fresh: ReadonlyArray<Record<string, string | number | null>>
) {
  if (fresh.length === 0) return []
  const rows = yield* db.rows<{ n: number }>(
    `INSERT INTO ${db.schema}.page (job, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank, addition)
      SELECT $1, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank, addition
      FROM json_to_recordset($2::text::json) AS x (ord int, a bigint, b bigint, url text, host text, depth int, state int,
      found_on bigint, reason text, rule text, last_modified text, rank int, addition int) ORDER BY ord RETURNING n::float8 AS n`,
    job,
    JSON.stringify(fresh)
  )
  return rows.map(({ n }) => n).sort((left, right) => left - right)
})

/** Notes shorter ways to known pages and to what they link to; returns how many pages came back. */
const followWays = Effect.fnUntraced(function* (
  db: Database,
  job: JobRow,
  founds: ReadonlyArray<Found>,
  asked: ReadonlyMap<string, { readonly depth: number }>,
  known: ReadonlyMap<string, Known>
) {
  for (const { candidates, from } of founds) {
    if (from === undefined) continue
    const links = candidates.flatMap(({ key }) => known.get(keyOf(key))?.n ?? [])
    yield* db.rows(`UPDATE ${db.schema}.page SET links = $1 WHERE n = $2`, links.join(","), from.n)
  }
  let returned = 0
  let ahead = new Map<number, number>()
  for (const [key, { depth }] of asked) {
    const n = known.get(key)?.n
    if (n !== undefined) ahead.set(n, depth)
  }
  while (ahead.size > 0) {
    const rows = yield* db.rows<{
      n: number
      depth: number
      state: number
      reason: string | null
      links: string | null
    }>(`SELECT n::float8 AS n, depth, state, reason, links FROM ${db.schema}.page WHERE n = ANY($1::bigint[])`, [
      ...ahead.keys()
    ])
    const next = new Map<number, number>()
    const nearer: Array<{ n: number; depth: number; back: boolean }> = []
    for (const { depth, links, n, reason, state } of rows) {
      const found = ahead.get(n)!
      const way = Admission.compareWay(job.spec, depth, found, state === states.skipped && reason === "depth")
      if (way === "known") continue
      nearer.push({ n, depth: found, back: way === "back" })
      for (const link of links === null || links === "" ? [] : links.split(",").map(Number)) {
        next.set(link, Math.min(found + 1, next.get(link) ?? Infinity))
      }
    }
    if (nearer.length > 0) {
      yield* db.rows(
        `UPDATE ${db.schema}.page SET depth = x.depth, state = CASE WHEN x.back THEN 0 ELSE page.state END,
          reason = CASE WHEN x.back THEN NULL ELSE page.reason END, rule = CASE WHEN x.back THEN NULL ELSE page.rule END
          FROM json_to_recordset($1::text::json) AS x (n bigint, depth int, back boolean) WHERE page.n = x.n`,
        JSON.stringify(nearer)
      )
      const back = nearer.filter((page) => page.back)
      returned += back.length
      job.state = { ...job.state, ...Admission.countReturned(job.state, back.length) }
    }
    ahead = next
  }
  return returned
})
