/** Claims and endings of the pages of one job in SQLite, within a transaction. */
import type { SkipReason } from "@orbweaver/core/jobs/Decision"
import {
  type Addition,
  type ClaimedPage,
  type Lease,
  maxLostLeases,
  type Settlement
} from "@orbweaver/core/jobs/Frontier"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import type { Row, Service as Database } from "../Database.ts"
import { isOver, leaseParameters } from "./clockJump.ts"
import { admit } from "./admission.ts"
import { duplicateOf } from "./duplicates.ts"
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
): ReadonlyArray<ClaimedPage> => {
  db.run(
    "UPDATE page SET state = 0 WHERE n IN (SELECT n FROM page WHERE job = ? AND state = 6 AND until <= ? LIMIT 500)",
    job.n,
    tx.now
  )
  const limitedMs = job.limitedSince === null ? undefined : tx.now - job.limitedSince
  const pages: Array<ClaimedPage> = []
  const additionOf = additions(db)
  const first = turns.get(job.n) ?? ""
  let last = first
  let wrapped = false
  for (let looks = 0; looks < maxLooks && pages.length < count; looks++) {
    const row = db.get(
      "SELECT host FROM page WHERE job = ? AND state = 0 AND host > ? ORDER BY host LIMIT 1",
      job.n,
      last
    )
    if (row === undefined) {
      if (wrapped || first === "") break
      wrapped = true
      last = ""
      continue
    }
    const host = String(row["host"])
    if (wrapped && host > first) break
    last = host
    const state = tx.host(host)
    const heeded = job.spec.heedsCrawlDelay ? state : { ...state, delayMs: 0 }
    const allowed = Math.min(count - pages.length, Politeness.capacity(heeded, tx.now, tx.limits))
    if (allowed <= 0) continue
    const rows = db.all(
      "SELECT n, url, depth, attempts, token, last_modified, addition FROM page WHERE job = ? AND host = ? AND state = 0 ORDER BY n LIMIT ?",
      job.n,
      host,
      allowed
    )
    tx.setHost(host, { ...Politeness.onPageStart(heeded, rows.length, tx.now), delayMs: state.delayMs })
    for (const page of rows) {
      db.run(
        "UPDATE page SET state = 1, attempts = attempts + 1, token = token + 1, until = ? WHERE n = ?",
        leaseUntil,
        page["n"]!
      )
      const paced = heeded.delayMs > 0
      pages.push(claimed(job, page, { host, paced, addition: additionOf(page["addition"]!), limitedMs }))
    }
  }
  turns.set(job.n, last)
  job.counts.queued -= pages.length
  job.counts.active += pages.length
  return pages
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
  more: Pick<ClaimedPage, "host" | "paced" | "addition" | "limitedMs">
): ClaimedPage => ({
  jobId: job.spec.id,
  page: String(row["n"]),
  token: Number(row["token"]) + 1,
  accountId: job.spec.accountId,
  origin: job.origin,
  url: String(row["url"]),
  depth: Number(row["depth"]),
  attempt: Number(row["attempts"]) + 1,
  lastModified: (row["last_modified"] as string | null) ?? undefined,
  ...more
})

export interface LeasedRow {
  readonly n: number
  readonly url: string
  readonly host: string
  readonly depth: number
  readonly losses: number
}

/** The page of a lease, when the lease is the page's latest. */
export const leased = (db: Database, job: JobRow, lease: Lease): LeasedRow | undefined => {
  const row = db.get(
    "SELECT n, url, host, depth, losses FROM page WHERE n = ? AND job = ? AND state = 1 AND token = ?",
    Number(lease.page),
    job.n,
    lease.token
  )
  return row === undefined
    ? undefined
    : {
        n: Number(row["n"]),
        url: String(row["url"]),
        host: String(row["host"]),
        depth: Number(row["depth"]),
        losses: Number(row["losses"])
      }
}

/** Writes how a leased page ended. */
export const settle = (
  db: Database,
  knownPages: KnownPages,
  tx: Transaction,
  job: JobRow,
  row: LeasedRow,
  settlement: Settlement
): "settled" | "duplicate" => {
  const { outcome } = settlement
  job.counts.active--
  job.lastActivity = tx.now
  tx.hostEnded(row.host, settlement.signal)
  if (settlement.origin !== undefined) job.origin = settlement.origin
  switch (outcome._tag) {
    case "Retry":
      job.counts.queued++
      db.run("UPDATE page SET state = 6, until = ? WHERE n = ?", tx.now + outcome.afterMs, row.n)
      return "settled"
    case "Released":
      job.counts.queued++
      db.run("UPDATE page SET state = 0, attempts = attempts - 1 WHERE n = ?", row.n)
      tx.wake()
      return "settled"
    case "Skipped":
      skip(db, job, row.n, outcome.reason, outcome.rule)
      return "settled"
    case "Failed":
      admit(db, knownPages, tx, job, settlement.links, row)
      fail(db, tx, job, row, outcome.error, outcome.code)
      return "settled"
    case "Completed": {
      const duplicate = duplicateOf(db, knownPages, job, row.n, settlement, outcome.facts)
      if (duplicate !== undefined) {
        skip(db, job, row.n, "duplicate", duplicate)
        releaseHolds(db, settlement)
        return "duplicate"
      }
      const position = ++job.results
      job.counts.completed++
      job.credits += outcome.credits
      db.run(
        "UPDATE page SET state = 2, position = ?, content_hash = ?, reason = ?, rule = ? WHERE n = ?",
        position,
        outcome.facts?.contentHash ?? null,
        outcome.trap === undefined ? null : "trap",
        outcome.trap ?? null,
        row.n
      )
      db.run(
        "INSERT INTO result (job, position, page, url, depth, document, credits, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        job.n,
        position,
        row.n,
        row.url,
        row.depth,
        JSON.stringify(outcome.document),
        outcome.credits,
        outcome.facts === undefined ? null : JSON.stringify(outcome.facts)
      )
      for (const { accountId, amount, id, keyName, reason, unit } of outcome.debits) {
        db.run("DELETE FROM hold WHERE id = ?", id)
        db.run(
          "INSERT INTO debit (id, account, unit, amount, reason, key_name, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
          id,
          accountId,
          unit,
          amount,
          reason,
          keyName ?? null,
          tx.now
        )
      }
      admit(db, knownPages, tx, job, settlement.links, row)
      tx.emit(job, "page", { position, page: String(row.n) })
      return "settled"
    }
  }
}

/** Nothing is charged for the page: what was set aside for it is free again. */
export const releaseHolds = (db: Database, { outcome }: Settlement): void => {
  if (outcome._tag !== "Completed") return
  for (const { id } of outcome.debits) db.run("DELETE FROM hold WHERE id = ?", id)
}

const skip = (db: Database, job: JobRow, n: number, reason: SkipReason, rule: string | undefined): void => {
  job.counts.skipped++
  db.run("UPDATE page SET state = 4, reason = ?, rule = ? WHERE n = ?", reason, rule ?? null, n)
}

const fail = (
  db: Database,
  tx: Transaction,
  job: JobRow,
  row: LeasedRow,
  error: string,
  code: string | undefined
): void => {
  job.counts.failed++
  db.run("UPDATE page SET state = 3, error = ? WHERE n = ?", error, row.n)
  db.run(
    "INSERT INTO failure (job, page, url, error, code, at) VALUES (?, ?, ?, ?, ?, ?)",
    job.n,
    row.n,
    row.url,
    error,
    code ?? null,
    tx.now
  )
  tx.emit(job, "pageFailed", { page: String(row.n) })
}

/** Puts back what was leased until before now, some at a time; returns how many. */
export const reclaim = (db: Database, tx: Transaction, job: JobRow): number => {
  const rows = db.all(
    `SELECT n, url, host, depth, losses FROM page WHERE job = ? AND state = 1 AND ${isOver("until")} LIMIT 500`,
    job.n,
    ...leaseParameters(tx.now)
  )
  for (const row of rows) {
    const n = Number(row["n"])
    const losses = Number(row["losses"]) + 1
    job.counts.active--
    tx.hostEnded(String(row["host"]), undefined)
    if (losses < maxLostLeases) {
      job.counts.queued++
      db.run("UPDATE page SET state = 0, attempts = attempts - 1, losses = ? WHERE n = ?", losses, n)
    } else {
      const lost = { n, url: String(row["url"]), host: String(row["host"]), depth: Number(row["depth"]), losses }
      fail(db, tx, job, lost, "Every worker that scraped the page stopped without a result", "LOST")
    }
  }
  if (rows.length > 0) tx.wake()
  return rows.length
}
