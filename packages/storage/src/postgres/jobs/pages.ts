/** Claims and endings of pages in PostgreSQL, within a transaction. */
import type { Settled, Settlement } from "@orbweaver/core/jobs/Frontier"
import { findDuplicate } from "@orbweaver/core/jobs/rules/duplicates"
import * as SettlingRules from "@orbweaver/core/jobs/rules/settling"
import { isFinal } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { loggedAttempts } from "../../jobs/attemptLog.ts"
import { states } from "../../jobs/pageStates.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { admit, type Found } from "./admission.ts"
import type { Service as Database } from "../Database.ts"
import type { Transaction } from "./Transaction.ts"
import * as Duplicates from "./duplicates.ts"

/** Columns of a page that is being settled. */
export const pageColumns =
  "n::float8 AS n, job, url, host, depth, coalesce(token, 0) AS token, coalesce(losses, 0) AS losses, coalesce(attempts, 0) AS attempts, attempt_log, state, content_hash"

/** Pages of the job $1 behind the page $2, in the order of their numbers, by the index that only lists can use. */
export const pagesBehind = "(job + 0, n) > ($1, $2) AND job + 0 <= $1 ORDER BY job + 0, n"

export interface PageRow {
  readonly n: number
  readonly job: number
  readonly url: string
  readonly host: string
  readonly depth: number
  readonly token: number
  readonly losses: number
  readonly attempts: number
  readonly attempt_log: string | null
  state: number
  content_hash: string | null
}

/** What the end of a page changes besides its own row. */
export type Settling = Pick<Transaction, "now" | "hostEnded" | "apply" | "wake" | "remember">

/** What one transaction writes about pages; gathered first, written in a few statements. */
export const makeEndings = () => {
  const pages: Array<Record<string, string | number | null>> = []
  const results: Array<Record<string, string | number | null>> = []
  const failures: Array<Record<string, string | number | null>> = []
  const debits: Array<Record<string, string | number | null>> = []
  /** By job and name: the page that a name was last given to has it. */
  const aliases = new Map<string, Record<string, number>>()
  const unpaid: Array<string> = []

  /** The run of the page has ended. */
  const end = (tx: Settling, job: JobRow, page: PageRow, ended: SettlingRules.PageTransition, losses = page.losses) => {
    const { bytes, cause, code, contentHash, error, reason, rule, state, statusCode, tookMs, undoAttempt, until } =
      ended.page
    page.state = until === undefined ? states[state] : states.later
    page.content_hash = contentHash ?? null
    pages.push({
      n: page.n,
      state: page.state,
      until: until ?? 0,
      undo: undoAttempt ? 1 : 0,
      losses,
      reason: reason ?? null,
      rule: rule ?? null,
      error: error ?? null,
      status: statusCode ?? null,
      hash: page.content_hash,
      log: loggedAttempts(page, ended.page, tx.now),
      took: tookMs ?? null,
      bytes: bytes ?? null
    })
    if (state === "failed") {
      failures.push({
        job: job.n,
        page: page.n,
        url: page.url,
        error: error ?? "",
        code: code ?? null,
        cause: cause ?? null,
        at: tx.now
      })
    }
    tx.apply(job, { state: ended.state, events: ended.event === undefined ? [] : [ended.event] })
    if (state === "queued" && until === undefined) tx.wake()
  }

  /** Nothing is charged for the page: what was set aside for it is free again. */
  const releaseHolds = ({ outcome }: Settlement): void => {
    if (outcome._tag === "Completed") unpaid.push(...outcome.debits.map(({ id }) => id))
  }

  return { end, releaseHolds, pages, results, failures, debits, aliases, unpaid }
}

export type Endings = ReturnType<typeof makeEndings>

const save = Effect.fnUntraced(function* (
  db: Database,
  { aliases, debits, failures, pages, results, unpaid }: Endings
) {
  if (unpaid.length > 0) yield* db.rows(`DELETE FROM ${db.schema}.hold WHERE id = ANY($1::text[])`, unpaid)
  if (pages.length > 0) {
    const { schema } = db
    yield* db.rows(
      `WITH results AS (
          INSERT INTO ${schema}.result (job, page, url, depth, document, credits, facts)
          SELECT job, page, url, depth, document, credits, facts FROM json_to_recordset($2::text::json)
          AS x (job int, page bigint, url text, depth int, document text, credits int, facts text)
        ), failures AS (
          INSERT INTO ${schema}.failure (job, page, url, error, code, cause, at)
          SELECT job, page, url, error, code, cause, at FROM json_to_recordset($3::text::json)
          AS x (job int, page bigint, url text, error text, code text, cause text, at float8)
        ), aliases AS (
          INSERT INTO ${schema}.alias (job, a, b, page) SELECT job, a, b, page FROM json_to_recordset($4::text::json)
          AS x (job int, a bigint, b bigint, page bigint)
          ON CONFLICT (job, a, b) DO UPDATE SET page = EXCLUDED.page
        ), paid AS (
          SELECT * FROM json_to_recordset($5::text::json)
          AS x (id text, account text, unit text, amount int, reason text, key_name text, at float8)
        ), holds AS (
          DELETE FROM ${schema}.hold USING paid WHERE hold.id = paid.id
        ), debits AS (
          INSERT INTO ${schema}.debit (id, account, unit, amount, reason, key_name, at)
          SELECT id, account, unit, amount, reason, key_name, at FROM paid ON CONFLICT (id) DO NOTHING
        )
        UPDATE ${schema}.page SET state = x.state, until = nullif(x.until, 0), attempts = page.attempts - x.undo,
          losses = nullif(x.losses, 0), reason = x.reason, rule = x.rule, error = x.error, status = x.status,
          content_hash = x.hash, attempt_log = coalesce(x.log, page.attempt_log), took_ms = x.took, bytes = x.bytes
          FROM json_to_recordset($1::text::json) AS x (n bigint, state int, until float8, undo int, losses int,
          reason text, rule text, error text, status int, hash text, log text, took float8, bytes float8)
          WHERE page.n = x.n`,
      ...[pages, results, failures, [...aliases.values()], debits].map((rows) => JSON.stringify(rows))
    )
  }
})

/** Writes how pages ended. The jobs are locked. */
export const settle = Effect.fnUntraced(function* (
  db: Database,
  knownPages: KnownPages,
  tx: Transaction,
  settlements: ReadonlyArray<Settlement>
) {
  const rows = yield* db.rows<PageRow>(
    `SELECT ${pageColumns} FROM ${db.schema}.page WHERE n = ANY($1::bigint[])`,
    settlements.map(({ lease }) => Number(lease.page))
  )
  const pages = new Map(rows.map((row) => [row.n, row]))
  yield* tx.lockHosts(rows.map(({ host }) => host))
  const duplicates = yield* Duplicates.make(db, tx.jobs, settlements, pages)
  const endings = makeEndings()
  const { founds, settled } = settleAll(tx, endings, duplicates, tx.jobs, pages, settlements)
  yield* save(db, endings)
  for (const [job, found] of founds) yield* admit(db, knownPages, tx, job, found)
  for (const job of tx.jobs.values()) tx.endIfDone(job)
  return settled
})

/** What becomes of each page, and the links of the jobs that are to be followed. */
export const settleAll = (
  tx: Settling,
  endings: Endings,
  duplicates: Duplicates.Duplicates,
  jobs: ReadonlyMap<string, JobRow>,
  pages: ReadonlyMap<number, PageRow>,
  settlements: ReadonlyArray<Settlement>
): { readonly settled: ReadonlyArray<Settled>; readonly founds: ReadonlyMap<JobRow, ReadonlyArray<Found>> } => {
  const founds = new Map<JobRow, Array<Found>>()
  const settled: Array<Settled> = []
  for (const settlement of settlements) {
    const job = jobs.get(settlement.lease.jobId)
    const page = pages.get(Number(settlement.lease.page))
    const leased =
      job !== undefined &&
      !isFinal(job.state.status) &&
      page?.job === job.n &&
      SettlingRules.isLeased({ isActive: page.state === states.active, token: page.token }, settlement.lease.token)
    if (!leased) {
      if (job === undefined || isFinal(job.state.status)) endings.releaseHolds(settlement)
      settled.push("lost")
      continue
    }
    const duplicateOf = settleOne(tx, endings, duplicates, job, page, settlement)
    settled.push(duplicateOf === undefined ? "settled" : "duplicate")
    if (!SettlingRules.followsLinks(settlement, duplicateOf)) continue
    const ofJob = founds.get(job) ?? []
    ofJob.push({ candidates: settlement.links, from: page })
    founds.set(job, ofJob)
  }
  return { settled, founds }
}

/** Returns the address of the page that this one is a duplicate of. */
const settleOne = (
  tx: Settling,
  endings: Endings,
  duplicates: Duplicates.Duplicates,
  job: JobRow,
  page: PageRow,
  settlement: Settlement
): string | undefined => {
  const { outcome } = settlement
  tx.hostEnded(page.host, settlement.signal)
  const duplicateOf =
    outcome._tag === "Completed" ? findAndName(tx, endings, duplicates, job, page, settlement) : undefined
  const ended = SettlingRules.settlePage(job.state, String(page.n), settlement, duplicateOf, tx.now)
  endings.end(tx, job, page, ended)
  const { position } = ended.page
  if (outcome._tag !== "Completed") return undefined
  if (position === undefined) {
    endings.releaseHolds(settlement)
    return duplicateOf
  }
  endings.results.push({
    job: job.n,
    page: page.n,
    url: page.url,
    depth: page.depth,
    document: JSON.stringify(outcome.document),
    credits: outcome.credits,
    facts: outcome.facts === undefined ? null : JSON.stringify(outcome.facts)
  })
  for (const { accountId, amount, id, keyName, reason, unit } of outcome.debits) {
    endings.debits.push({ id, account: accountId, unit, amount, reason, key_name: keyName ?? null, at: tx.now })
  }
  return undefined
}

/** The address of another page that this one turned out to be; gives the page its other names. */
const findAndName = (
  tx: Settling,
  { aliases }: Endings,
  duplicates: Duplicates.Duplicates,
  job: JobRow,
  page: PageRow,
  settlement: Settlement
): string | undefined => {
  const { outcome } = settlement
  const find = (key: Fingerprint) => duplicates.find(job.n, key)
  const facts = outcome._tag === "Completed" ? outcome.facts : undefined
  const found = findDuplicate(page.n, settlement, facts, { byAddress: find, byAlias: find })
  if (found.address !== undefined) tx.remember(job.n, found.address, page.n)
  for (const key of found.address === undefined ? found.aliases : [found.address, ...found.aliases]) {
    aliases.set(`${job.n} ${key.a} ${key.b}`, { job: job.n, a: key.a, b: key.b, page: page.n })
    duplicates.name(job.n, key, page.n)
  }
  return found.of
}

/** Puts back pages of locked jobs whose lease has passed; returns how many. */
export const reclaim = Effect.fnUntraced(function* (db: Database, tx: Transaction) {
  const byNumber = new Map(
    [...tx.jobs.values()].flatMap((job) => (job.spec.unreadable === undefined ? [[job.n, job] as const] : []))
  )
  const rows = yield* db.rows<PageRow>(
    `SELECT ${pageColumns} FROM ${db.schema}.page
      WHERE job = ANY($1::int[]) AND state = 1 AND until <= $2 LIMIT 500`,
    [...byNumber.keys()],
    tx.now
  )
  yield* tx.lockHosts(rows.map(({ host }) => host))
  const endings = makeEndings()
  for (const page of rows) {
    const job = byNumber.get(page.job)!
    const losses = page.losses + 1
    tx.hostEnded(page.host, undefined)
    endings.end(tx, job, page, SettlingRules.loseLease(job.state, String(page.n), losses, tx.now), losses)
  }
  yield* save(db, endings)
  if (rows.length > 0) tx.wake()
  for (const job of tx.jobs.values()) tx.endIfDone(job)
  return rows.length
})
