/** Claims and endings of the pages of one job in SQLite, within a transaction. */
import type { Addition, ClaimedPage, Lease, PageOutcome, Settlement } from "@orbweaver/core/jobs/Frontier"
import type { Document } from "@orbweaver/core/model/Document"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import * as Settling from "@orbweaver/core/jobs/rules/settling"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import { loggedAttempts } from "../../jobs/attemptLog.ts"
import { states } from "../../jobs/pageStates.ts"
import type { Row, Service as Database } from "../Database.ts"
import { isOver, leaseParameters } from "../../jobs/clockJump.ts"
import { admit } from "./admission.ts"
import { findAndName } from "./duplicates.ts"
import type { Transaction } from "./Transaction.ts"

/** Hosts looked at in one claim, so that a job of very many busy hosts stays cheap. */
const maxLooks = 64

/** Claims up to `count` pages of the job, hosts in turn. `turns` remembers whose turn it is. */
export const take = (
  db: Database,
  tx: Transaction,
  job: JobRow,
  count: number,
  turns: Map<number, string>,
  leaseUntil: number
): ReadonlyArray<Omit<ClaimedPage, "isFirst">> => {
  db.run(
    "UPDATE page SET state = 0 WHERE n IN (SELECT n FROM page WHERE job = ? AND state = 6 AND until <= ? LIMIT 500)",
    job.n,
    tx.now
  )
  const limitedMs = Claiming.limitedMs(job.state, tx.now)
  const pages: Array<Omit<ClaimedPage, "isFirst">> = []
  const additionOf = additions(db)
  const first = turns.get(job.n)
  let last = first
  let wrapped = false
  for (let looks = 0; looks < maxLooks && pages.length < count; looks++) {
    const host = nextHost(db, job.n, last)
    if (host === undefined) {
      if (wrapped || first === undefined) break
      wrapped = true
      last = undefined
      continue
    }
    if (wrapped && first !== undefined && host > first) break
    last = host
    const state = tx.host(host)
    const allowed = Claiming.startOnHost(job.spec, state, count - pages.length, tx.now, tx.limits).count
    if (allowed <= 0) continue
    const rows = db.all(
      "SELECT n, url, depth, attempts, token, last_modified, addition FROM page WHERE job = ? AND host = ? AND state = 0 ORDER BY rank, n LIMIT ?",
      job.n,
      host,
      allowed
    )
    const started = Claiming.startOnHost(job.spec, state, rows.length, tx.now, tx.limits)
    tx.setHost(host, started.host)
    for (const page of rows) {
      db.run(
        "UPDATE page SET state = 1, attempts = attempts + 1, token = token + 1, until = ? WHERE n = ?",
        leaseUntil,
        page["n"]!
      )
      const pacedAt = started.paced ? tx.now : undefined
      pages.push(claimed(job, page, { host, pacedAt, addition: additionOf(page["addition"]!), limitedMs }))
    }
  }
  if (last === undefined) turns.delete(job.n)
  else turns.set(job.n, last)
  return pages
}

/** The host after this one that has a waiting page; the first without one. The host of some addresses is empty. */
const nextHost = (db: Database, job: number, last: string | undefined): string | undefined => {
  const waiting = "SELECT host FROM page WHERE job = ? AND state = 0"
  const row =
    last === undefined
      ? db.get(`${waiting} ORDER BY host LIMIT 1`, job)
      : db.get(`${waiting} AND host > ? ORDER BY host LIMIT 1`, job, last)
  return row?.["host"] as string | undefined
}

/** Reads additions, each once. */
const additions = (db: Database) => {
  const read = new Map<Row[string], Addition>()
  return (n: Row[string]): Addition | undefined => {
    if (n === null) return undefined
    let addition = read.get(n)
    if (addition === undefined) {
      addition = JSON.parse(String(db.get("SELECT value FROM addition WHERE n = ?", n)!["value"])) as Addition
      read.set(n, addition)
    }
    return addition
  }
}

const claimed = (
  job: JobRow,
  row: Row,
  more: Pick<ClaimedPage, "host" | "pacedAt" | "addition" | "limitedMs">
): Omit<ClaimedPage, "isFirst"> => ({
  jobId: job.spec.id,
  page: String(row["n"]),
  token: Number(row["token"]) + 1,
  accountId: job.spec.accountId,
  origin: job.state.origin,
  url: String(row["url"]),
  depth: Number(row["depth"]),
  attempt: Number(row["attempts"]) + 1,
  lastModified: (row["last_modified"] as string | null) ?? undefined,
  ...more
})

interface LeasedRow {
  readonly n: number
  readonly url: string
  readonly host: string
  readonly depth: number
  readonly attempts: number
  readonly attempt_log: string | null
}

const leasedColumns = "n, url, host, depth, attempts, attempt_log"

const leasedRow = (row: Row): LeasedRow => ({
  n: Number(row["n"]),
  url: String(row["url"]),
  host: String(row["host"]),
  depth: Number(row["depth"]),
  attempts: Number(row["attempts"]),
  attempt_log: row["attempt_log"] as string | null
})

/** The page of a lease, when the lease is the page's latest. */
export const leased = (db: Database, job: JobRow, lease: Lease): LeasedRow | undefined => {
  const row = db.get(
    `SELECT ${leasedColumns} FROM page WHERE n = ? AND job = ? AND state = 1 AND token = ?`,
    Number(lease.page),
    job.n,
    lease.token
  )
  return row === undefined ? undefined : leasedRow(row)
}

/** Writes how a leased page ended. */
export const settle = (
  db: Database,
  knownPages: KnownPages,
  tx: Transaction,
  job: JobRow,
  row: LeasedRow,
  settlement: Settlement,
  texts: ReadonlyMap<Document, string>
): "settled" | "duplicate" => {
  const { outcome } = settlement
  tx.hostEnded(row.host, settlement.signal)
  const duplicateOf = outcome._tag === "Completed" ? findAndName(db, knownPages, job, row.n, settlement) : undefined
  const ended = Settling.settlePage(job.state, String(row.n), settlement, duplicateOf, tx.now)
  endPage(db, tx, job, row, ended)
  if (outcome._tag === "Completed") {
    if (ended.page.position === undefined) tx.charges.release(outcome.debits)
    else writeResult(db, tx, job, row, outcome, ended.page.position, texts.get(outcome.document))
  }
  if (Settling.followsLinks(settlement, duplicateOf)) admit(db, knownPages, tx, job, settlement.links, row)
  return duplicateOf === undefined ? "settled" : "duplicate"
}

/** Writes the page as its run ended, and the job's state and event. */
const endPage = (
  db: Database,
  tx: Transaction,
  job: JobRow,
  row: LeasedRow,
  { event, page, state }: Settling.PageTransition,
  losses?: number
): void => {
  db.run(
    `UPDATE page SET state = ?, until = ?, attempts = attempts - ?, losses = coalesce(?, losses), reason = ?, rule = ?,
      error = ?, status = ?, position = ?, content_hash = ?, attempt_log = coalesce(?, attempt_log), took_ms = ?, bytes = ?
      WHERE n = ?`,
    page.until === undefined ? states[page.state] : states.later,
    page.until ?? 0,
    page.undoAttempt ? 1 : 0,
    losses ?? null,
    page.reason ?? null,
    page.rule ?? null,
    page.error ?? null,
    page.statusCode ?? null,
    page.position ?? null,
    page.contentHash ?? null,
    loggedAttempts(row, page, tx.now),
    page.tookMs ?? null,
    page.bytes ?? null,
    row.n
  )
  if (page.state === "failed") {
    db.run(
      "INSERT INTO failure (job, page, url, error, code, cause, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      job.n,
      row.n,
      row.url,
      page.error ?? "",
      page.code ?? null,
      page.cause ?? null,
      tx.now
    )
  }
  tx.apply(job, { state, events: event === undefined ? [] : [event] })
  if (page.state === "queued" && page.until === undefined) tx.wake()
}

const writeResult = (
  db: Database,
  tx: Transaction,
  job: JobRow,
  row: LeasedRow,
  { credits, debits, document, facts }: Extract<PageOutcome, { readonly _tag: "Completed" }>,
  position: number,
  text = JSON.stringify(document)
): void => {
  db.run(
    "INSERT INTO result (job, position, page, url, depth, document, credits, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    job.n,
    position,
    row.n,
    row.url,
    row.depth,
    text,
    credits,
    facts === undefined ? null : JSON.stringify(facts)
  )
  tx.charges.debit(debits)
}

/** Puts back what was leased until before now, some at a time; returns how many. */
export const reclaim = (db: Database, tx: Transaction, job: JobRow): number => {
  const rows = db.all(
    `SELECT ${leasedColumns}, losses FROM page WHERE job = ? AND state = 1 AND ${isOver("until")} LIMIT 500`,
    job.n,
    ...leaseParameters(tx.now)
  )
  for (const row of rows) {
    const page = leasedRow(row)
    const losses = Number(row["losses"]) + 1
    tx.hostEnded(page.host, undefined)
    endPage(db, tx, job, page, Settling.loseLease(job.state, String(page.n), losses, tx.now), losses)
  }
  if (rows.length > 0) tx.wake()
  return rows.length
}
