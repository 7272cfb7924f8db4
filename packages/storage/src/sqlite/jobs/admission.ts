/** Adds addresses to a job in SQLite, within a transaction. */
import type { Addition, Candidate } from "@orbweaver/core/jobs/Frontier"
import * as Admission from "@orbweaver/core/jobs/rules/admission"
import type { Counts } from "@orbweaver/core/model/Job"
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
  const tracksDepth = Admission.tracksDepth(job.spec)
  const known = knownPages.of(job.n)
  const hasAliases = db.get("SELECT 1 FROM alias WHERE job = ? LIMIT 1", job.n) !== undefined
  const links: Array<number> = []
  let tally: Admission.Tally = job.state
  let queued = 0
  for (const candidate of candidates) {
    const depth = from === undefined ? candidate.depth : from.depth + 1
    let n = known.get(candidate.key)
    if (n < 0) {
      const found = insert(db, job, tally.counts, candidate, depth, from?.n, addition, hasAliases)
      if (found === undefined) break
      n = found.n
      known.set(candidate.key, n)
      if (found.admission !== undefined) {
        tally = Admission.countAdmitted(tally, found.admission)
        if (found.admission.reason === undefined) queued++
        if (tracksDepth) links.push(n)
        continue
      }
    }
    if (tracksDepth) {
      links.push(n)
      const returned = followWay(db, job, n, depth)
      tally = Admission.countReturned(tally, returned)
      queued += returned
    }
  }
  job.state = { ...job.state, ...tally }
  if (tracksDepth && from !== undefined) db.run("UPDATE page SET links = ? WHERE n = ?", links.join(","), from.n)
  if (queued > 0) tx.wake()
  return queued
}

interface Found {
  readonly n: number
  /** Absent for a page that the job knew. */
  readonly admission?: Admission.Admission
}

const insert = (
  db: Database,
  job: JobRow,
  counts: Counts,
  candidate: Candidate,
  depth: number,
  foundOn: number | undefined,
  addition: number | undefined,
  hasAliases: boolean
): Found | undefined => {
  const { a, b } = candidate.key
  const alias = hasAliases ? db.get("SELECT page FROM alias WHERE job = ? AND a = ? AND b = ?", job.n, a, b) : undefined
  if (alias !== undefined) return { n: Number(alias["page"]) }
  if (Admission.discoveryRoom(job.spec, counts) <= 0) return undefined
  const admission = Admission.admitPage(job.spec, counts, candidate, depth)
  const { reason, rule } = admission
  const n = db.insert(
    `INSERT INTO page (job, a, b, url, host, depth, state, found_on, reason, rule, last_modified, rank, addition)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job, a, b) DO NOTHING`,
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
    candidate.rank ?? 0,
    addition ?? null
  )
  return n === undefined ? { n: pageOf(db, job.n, candidate.key)! } : { n, admission }
}

/** Notes a shorter way to a page and to what it links to; returns how many pages came back. */
const followWay = (db: Database, job: JobRow, page: number, depth: number): number => {
  let returned = 0
  const ahead = [{ page, depth }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const row = db.get("SELECT depth, state, reason, links FROM page WHERE n = ?", next.page)
    if (row === undefined) continue
    const keptOut = row["state"] === states.skipped && row["reason"] === "depth"
    const way = Admission.compareWay(job.spec, Number(row["depth"]), next.depth, keptOut)
    if (way === "known") continue
    if (way === "back") {
      db.run("UPDATE page SET depth = ?, state = 0, reason = NULL, rule = NULL WHERE n = ?", next.depth, next.page)
      returned++
    } else db.run("UPDATE page SET depth = ? WHERE n = ?", next.depth, next.page)
    const links = row["links"]
    if (typeof links !== "string" || links === "") continue
    for (const link of links.split(",")) ahead.push({ page: Number(link), depth: next.depth + 1 })
  }
  return returned
}
