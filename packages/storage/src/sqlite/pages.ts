/** The pages of one job in SQLite: admission, claims and endings, within a transaction. */
import type { SkipReason } from "@orbweaver/core/jobs/Decision"
import {
  type Addition,
  admissionCap,
  type Candidate,
  type ClaimedPage,
  discoveryCap,
  type Lease,
  maxLostLeases,
  type PageFacts,
  type Settlement
} from "@orbweaver/core/jobs/Frontier"
import { discovered } from "@orbweaver/core/model/Job"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import type { Seen } from "../Seen.ts"
import type { Row, Service as Database } from "./Database.ts"
import type { JobRow } from "../JobRow.ts"
import type { Transaction } from "./Transaction.ts"

/** States as the `page` table writes them. */
export const states = { queued: 0, active: 1, completed: 2, failed: 3, skipped: 4, later: 6 } as const

export const pageOf = (db: Database, job: number, { a, b }: Fingerprint): number | undefined => {
  const row =
    db.get("SELECT n FROM page WHERE job = ? AND a = ? AND b = ?", job, a, b) ??
    db.get("SELECT page AS n FROM alias WHERE job = ? AND a = ? AND b = ?", job, a, b)
  return row === undefined ? undefined : Number(row["n"])
}

/** The row of an addition, written with its first pages. */
export const additionRow = (db: Database, job: JobRow, addition: Addition): number =>
  Number(
    db.get(
      "INSERT INTO addition (job, id, value) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET id = id RETURNING n",
      job.n,
      addition.id,
      JSON.stringify(addition)
    )!["n"]
  )

/** Adds candidates; returns how many were queued. `from` is the page that links to them. */
export const admit = (
  db: Database,
  seen: Seen,
  tx: Transaction,
  job: JobRow,
  candidates: ReadonlyArray<Candidate>,
  from?: { readonly n: number; readonly depth: number },
  addition?: number
): number => {
  const minds = Number.isFinite(job.spec.maxDepth)
  const known = seen.of(job.n)
  const links: Array<number> = []
  let queued = 0
  for (const candidate of candidates) {
    const depth = from === undefined ? candidate.depth : from.depth + 1
    let n = known.get(candidate.key)
    if (n < 0) {
      const inserted = insert(db, job, candidate, depth, from?.n, addition)
      if (inserted === undefined) break
      if (inserted.isNew) queued += inserted.queued ? 1 : 0
      n = inserted.n
      known.set(candidate.key, n)
      if (inserted.isNew) {
        if (minds) links.push(n)
        continue
      }
    }
    if (minds) {
      links.push(n)
      queued += improve(db, job, n, depth)
    }
  }
  if (minds && from !== undefined) db.run("UPDATE page SET links = ? WHERE n = ?", links.join(","), from.n)
  if (queued > 0) tx.wake()
  return queued
}

interface Inserted {
  readonly n: number
  readonly isNew: boolean
  readonly queued: boolean
}

const insert = (
  db: Database,
  job: JobRow,
  candidate: Candidate,
  depth: number,
  foundOn: number | undefined,
  addition: number | undefined
): Inserted | undefined => {
  const { a, b } = candidate.key
  const alias = db.get("SELECT page FROM alias WHERE job = ? AND a = ? AND b = ?", job.n, a, b)
  if (alias !== undefined) return { n: Number(alias["page"]), isNew: false, queued: false }
  if (discovered(job.counts) >= discoveryCap(job.spec.limit)) return undefined
  const reason = judge(job, candidate, depth)
  const rule = reason === undefined || candidate.decision.admit ? undefined : candidate.decision.rule
  const changed = db.run(
    `INSERT INTO page (job, a, b, url, host, depth, state, found_on, reason, rule, last_modified, addition)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job, a, b) DO NOTHING`,
    job.n,
    a,
    b,
    candidate.url,
    candidate.host,
    depth,
    reason === undefined ? states.queued : states.skipped,
    foundOn ?? null,
    reason ?? null,
    rule ?? null,
    candidate.lastModified ?? null,
    addition ?? null
  )
  if (changed === 0) return { n: pageOf(db, job.n, candidate.key)!, isNew: false, queued: false }
  job.counts[reason === undefined ? "queued" : "skipped"]++
  return { n: db.lastId(), isNew: true, queued: reason === undefined }
}

/** The rules' verdict, with the two that only the store can apply: depth and limit. */
const judge = (job: JobRow, { decision }: Candidate, depth: number): SkipReason | undefined => {
  if (!decision.admit && decision.reason !== "depth") return decision.reason
  if (depth > job.spec.maxDepth) return "depth"
  const { active, completed, queued } = job.counts
  return queued + active + completed >= admissionCap(job.spec.limit) ? "limit" : undefined
}

/** Notes a shorter way to a page and to what it links to; returns how many pages came back. */
const improve = (db: Database, job: JobRow, page: number, depth: number): number => {
  let returned = 0
  const ahead = [{ page, depth }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const row = db.get("SELECT depth, state, reason, links FROM page WHERE n = ?", next.page)
    if (row === undefined || Number(row["depth"]) <= next.depth) continue
    const returns = row["state"] === states.skipped && row["reason"] === "depth" && next.depth <= job.spec.maxDepth
    if (returns) {
      db.run("UPDATE page SET depth = ?, state = 0, reason = NULL, rule = NULL WHERE n = ?", next.depth, next.page)
      job.counts.skipped--
      job.counts.queued++
      returned++
    } else db.run("UPDATE page SET depth = ? WHERE n = ?", next.depth, next.page)
    const links = row["links"]
    if (typeof links !== "string" || links === "") continue
    for (const link of links.split(",")) ahead.push({ page: Number(link), depth: next.depth + 1 })
  }
  return returned
}

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
  seen: Seen,
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
      admit(db, seen, tx, job, settlement.links, row)
      fail(db, tx, job, row, outcome.error, outcome.code)
      return "settled"
    case "Completed": {
      const twin = duplicateOf(db, seen, job, row.n, settlement, outcome.facts)
      if (twin !== undefined) {
        skip(db, job, row.n, "duplicate", twin)
        letGo(db, settlement)
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
      admit(db, seen, tx, job, settlement.links, row)
      tx.emit(job, "page", { position, page: String(row.n) })
      return "settled"
    }
  }
}

/** Nothing is charged for the page: what was set aside for it is free again. */
export const letGo = (db: Database, { outcome }: Settlement): void => {
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

/** The address of another page of the job that this one turned out to be. */
const duplicateOf = (
  db: Database,
  seen: Seen,
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
      seen.of(job.n).set(finalKey, page)
    } else if (other !== page) {
      const row = db.get("SELECT url FROM page WHERE n = ? AND state = 2", other)
      if (row !== undefined) return String(row["url"])
      if (answerKey !== undefined) db.run(addAlias, job.n, answerKey.a, answerKey.b, page)
    }
  }
  if (contentKey === undefined) return undefined
  const said = completedAs(contentKey)
  if (said !== undefined) return String(said["url"])
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

/** Puts back what was leased until before now, some at a time; returns how many. */
export const reclaim = (db: Database, tx: Transaction, job: JobRow): number => {
  const rows = db.all(
    "SELECT n, url, host, depth, losses FROM page WHERE job = ? AND state = 1 AND until <= ? LIMIT 500",
    job.n,
    tx.now
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
