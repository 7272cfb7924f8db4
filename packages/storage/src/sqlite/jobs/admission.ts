/** Adds addresses to a job in SQLite, within a transaction. */
import type { SkipReason } from "@orbweaver/core/jobs/Decision"
import { type Addition, admissionCap, type Candidate, discoveryCap } from "@orbweaver/core/jobs/Frontier"
import { discovered } from "@orbweaver/core/model/Job"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import type { JobRow } from "../../jobs/JobRow.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import { states } from "../../jobs/pageStates.ts"
import type { Service as Database } from "../Database.ts"
import type { Transaction } from "./Transaction.ts"

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
  knownPages: KnownPages,
  tx: Transaction,
  job: JobRow,
  candidates: ReadonlyArray<Candidate>,
  from?: { readonly n: number; readonly depth: number },
  addition?: number
): number => {
  const minds = Number.isFinite(job.spec.maxDepth)
  const known = knownPages.of(job.n)
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
