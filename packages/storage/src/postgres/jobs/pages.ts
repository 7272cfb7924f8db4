/** Claims and endings of pages in PostgreSQL, within a transaction. */
import type { Addition, ClaimedPage, Settled, Settlement } from "@orbweaver/core/jobs/Frontier"
import * as Claiming from "@orbweaver/core/jobs/rules/claiming"
import { findDuplicate } from "@orbweaver/core/jobs/rules/duplicates"
import * as Settling from "@orbweaver/core/jobs/rules/settling"
import { isFinal } from "@orbweaver/core/model/Job"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { states } from "../../jobs/pageStates.ts"
import type { KnownPages } from "../../jobs/knownPages.ts"
import type { Fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { admit, type Found } from "./admission.ts"
import type { Service as Database } from "../Database.ts"
import * as QueuedPages from "./queuedPages.ts"
import type { Transaction } from "./Transaction.ts"
import * as Duplicates from "./duplicates.ts"

interface PageRow {
  readonly n: number
  readonly job: number
  readonly url: string
  readonly host: string
  readonly depth: number
  readonly token: number
  readonly losses: number
  state: number
  content_hash: string | null
}

/** Claims pages of the job, as many as the hosts allow. The job is locked. */
export const take = Effect.fnUntraced(function* (
  db: Database,
  tx: Transaction,
  job: JobRow,
  count: number,
  leaseUntil: number,
  limits: Politeness.Limits
) {
  const { schema } = db
  const queue = QueuedPages.queueOf(job.spec.id)
  const found = yield* db.rows<{ due: number | null; busy: string | null }>(
    `WITH due AS (UPDATE ${schema}.page SET state = 0 WHERE n IN
      (SELECT n FROM ${schema}.page WHERE job = $1 AND state = 6 AND until <= $2 LIMIT 500) RETURNING n)
      SELECT n AS due, NULL AS busy FROM due UNION ALL
      (SELECT NULL, host FROM ${schema}.host WHERE (next_at > $2 AND next_at <= $3) OR active >= cap LIMIT 1000)`,
    job.n,
    tx.now,
    tx.now + Politeness.maxDelayMs(limits)
  )
  const due = found.flatMap(({ due }) => due ?? [])
  const busy = found.flatMap(({ busy }) => busy ?? [])
  yield* QueuedPages.change(db, "resume", queue, due)
  const entries = yield* db.boss((boss, options) =>
    boss.fetch(queue, {
      ...options,
      batchSize: count,
      groupConcurrency: limits.concurrency,
      ...(busy.length === 0 ? {} : { ignoreGroups: busy })
    })
  )
  if (entries.length === 0) return []

  const taken = yield* db.rows<PageRow & { attempts: number; last_modified: string | null; addition: number | null }>(
    `UPDATE ${schema}.page SET state = 1, attempts = attempts + 1, token = token + 1, until = $2
      WHERE n = ANY($1::int[]) AND state = 0
      RETURNING n, job, url, host, depth, token, losses, attempts, last_modified, state, content_hash, addition`,
    entries.map(({ id }) => QueuedPages.numberOf(id)),
    leaseUntil
  )
  yield* tx.lockHosts(taken.map(({ host }) => host))
  const going: Array<(typeof taken)[number] & Pick<ClaimedPage, "paced">> = []
  const waiting: Array<number> = []
  for (const page of taken.toSorted((left, right) => left.n - right.n)) {
    const started = tx.holds(page.host)
      ? Claiming.startOnHost(job.spec, tx.host(page.host), 1, tx.now, limits)
      : undefined
    if (started !== undefined && started.count > 0) {
      tx.setHost(page.host, started.host)
      going.push({ ...page, paced: started.paced })
    } else waiting.push(page.n)
  }
  if (waiting.length > 0) {
    yield* QueuedPages.change(db, "requeue", queue, waiting)
    yield* db.rows(`UPDATE ${schema}.page SET state = 0, attempts = attempts - 1 WHERE n = ANY($1::int[])`, waiting)
  }
  const additions = yield* additionsOf(
    db,
    going.flatMap(({ addition }) => addition ?? [])
  )
  const limitedMs = Claiming.limitedMs(job.state, tx.now)
  return going.map((page): ClaimedPage => ({
    jobId: job.spec.id,
    page: String(page.n),
    token: page.token,
    accountId: job.spec.accountId,
    origin: job.state.origin,
    url: page.url,
    host: page.host,
    depth: page.depth,
    attempt: page.attempts,
    paced: page.paced,
    lastModified: page.last_modified ?? undefined,
    addition: page.addition === null ? undefined : additions.get(page.addition),
    limitedMs
  }))
})

const additionsOf = Effect.fnUntraced(function* (db: Database, ns: ReadonlyArray<number>) {
  const rows =
    ns.length === 0
      ? []
      : yield* db.rows<{ n: number; value: string }>(
          `SELECT n, value FROM ${db.schema}.addition WHERE n = ANY($1::int[])`,
          [...new Set(ns)]
        )
  return new Map(rows.map(({ n, value }) => [n, JSON.parse(value) as Addition]))
})

/** What one transaction writes about pages; gathered first, written in a few statements. */
const makeEndings = (db: Database) => {
  const pages: Array<Record<string, string | number | null>> = []
  const results: Array<Record<string, string | number | null>> = []
  const failures: Array<Record<string, string | number | null>> = []
  const debits: Array<Record<string, string | number | null>> = []
  /** By job and name: the page that a name was last given to has it. */
  const aliases = new Map<string, Record<string, number>>()
  const unpaid: Array<string> = []
  const queued = new Map<string, { complete: Array<number>; requeue: Array<number>; defer: Array<number> }>()

  /** The run of the page has ended. */
  const end = (tx: Transaction, job: JobRow, page: PageRow, ended: Settling.PageTransition, losses = page.losses) => {
    const { code, contentHash, error, position, reason, rule, state, undoAttempt, until } = ended.page
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
      position: position ?? null,
      hash: page.content_hash
    })
    if (state === "failed") {
      failures.push({ job: job.n, page: page.n, url: page.url, error: error ?? "", code: code ?? null, at: tx.now })
    }
    changeQueue(job.spec.id, state !== "queued" ? "complete" : until === undefined ? "requeue" : "defer", page.n)
    tx.apply(job, { state: ended.state, events: ended.event === undefined ? [] : [ended.event] })
    if (state === "queued" && until === undefined) tx.wake()
  }

  const changeQueue = (jobId: string, act: Exclude<QueuedPages.Change, "resume">, n: number): void => {
    let ofJob = queued.get(jobId)
    if (ofJob === undefined) queued.set(jobId, (ofJob = { complete: [], requeue: [], defer: [] }))
    ofJob[act].push(n)
  }

  /** Nothing is charged for the page: what was set aside for it is free again. */
  const releaseHolds = ({ outcome }: Settlement): void => {
    if (outcome._tag === "Completed") unpaid.push(...outcome.debits.map(({ id }) => id))
  }

  const save = Effect.gen(function* () {
    if (unpaid.length > 0) yield* db.rows(`DELETE FROM ${db.schema}.hold WHERE id = ANY($1::text[])`, unpaid)
    if (pages.length > 0) {
      const { schema } = db
      yield* db.rows(
        `WITH results AS (
          INSERT INTO ${schema}.result (job, position, page, url, depth, document, credits, facts)
          SELECT job, position, page, url, depth, document, credits, facts FROM json_to_recordset($2::text::json)
          AS x (job int, position int, page int, url text, depth int, document text, credits int, facts text)
        ), failures AS (
          INSERT INTO ${schema}.failure (job, page, url, error, code, at)
          SELECT job, page, url, error, code, at FROM json_to_recordset($3::text::json)
          AS x (job int, page int, url text, error text, code text, at float8)
        ), aliases AS (
          INSERT INTO ${schema}.alias (job, a, b, page) SELECT job, a, b, page FROM json_to_recordset($4::text::json)
          AS x (job int, a bigint, b bigint, page int)
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
        UPDATE ${schema}.page SET state = x.state, until = x.until, attempts = page.attempts - x.undo,
          losses = x.losses, reason = x.reason, rule = x.rule, error = x.error, position = x.position,
          content_hash = x.hash
          FROM json_to_recordset($1::text::json) AS x (n int, state int, until float8, undo int, losses int,
          reason text, rule text, error text, position int, hash text) WHERE page.n = x.n`,
        ...[pages, results, failures, [...aliases.values()], debits].map((rows) => JSON.stringify(rows))
      )
    }
    for (const [jobId, acts] of queued) {
      const queue = QueuedPages.queueOf(jobId)
      for (const act of ["complete", "requeue", "defer"] as const) yield* QueuedPages.change(db, act, queue, acts[act])
    }
  })

  return { end, releaseHolds, results, debits, aliases, save }
}

/** Writes how pages ended. The jobs are locked. */
export const settle = Effect.fnUntraced(function* (
  db: Database,
  knownPages: KnownPages,
  tx: Transaction,
  settlements: ReadonlyArray<Settlement>
) {
  const { schema } = db
  const rows = yield* db.rows<PageRow>(
    `SELECT n, job, url, host, depth, token, losses, state, content_hash FROM ${schema}.page WHERE n = ANY($1::int[])`,
    settlements.map(({ lease }) => Number(lease.page))
  )
  const pages = new Map(rows.map((row) => [row.n, row]))
  yield* tx.lockHosts(rows.map(({ host }) => host))
  const duplicates = yield* Duplicates.make(db, tx.jobs, settlements, pages)
  const endings = makeEndings(db)
  const founds = new Map<JobRow, Array<Found>>()

  const settled: Array<Settled> = []
  for (const settlement of settlements) {
    const job = tx.jobs.get(settlement.lease.jobId)
    const page = pages.get(Number(settlement.lease.page))
    const leased =
      job !== undefined &&
      !isFinal(job.state.status) &&
      page?.job === job.n &&
      Settling.isLeased({ isActive: page.state === states.active, token: page.token }, settlement.lease.token)
    if (!leased) {
      if (job === undefined || isFinal(job.state.status)) endings.releaseHolds(settlement)
      settled.push("lost")
      continue
    }
    const duplicateOf = settleOne(tx, endings, duplicates, job, page, settlement)
    settled.push(duplicateOf === undefined ? "settled" : "duplicate")
    if (!Settling.followsLinks(settlement, duplicateOf)) continue
    const ofJob = founds.get(job) ?? []
    ofJob.push({ candidates: settlement.links, from: page })
    founds.set(job, ofJob)
  }
  yield* endings.save
  for (const [job, found] of founds) yield* admit(db, knownPages, tx, job, found)
  for (const job of tx.jobs.values()) tx.endIfDone(job)
  return settled
})

/** Returns the address of the page that this one is a duplicate of. */
const settleOne = (
  tx: Transaction,
  endings: ReturnType<typeof makeEndings>,
  duplicates: Duplicates.Duplicates,
  job: JobRow,
  page: PageRow,
  settlement: Settlement
): string | undefined => {
  const { outcome } = settlement
  tx.hostEnded(page.host, settlement.signal)
  const duplicateOf =
    outcome._tag === "Completed" ? findAndName(tx, endings, duplicates, job, page, settlement) : undefined
  const ended = Settling.settlePage(job.state, String(page.n), settlement, duplicateOf, tx.now)
  endings.end(tx, job, page, ended)
  const { position } = ended.page
  if (outcome._tag !== "Completed") return undefined
  if (position === undefined) {
    endings.releaseHolds(settlement)
    return duplicateOf
  }
  endings.results.push({
    job: job.n,
    position,
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
  tx: Transaction,
  { aliases }: ReturnType<typeof makeEndings>,
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
    `SELECT n, job, url, host, depth, token, losses, state, content_hash FROM ${db.schema}.page
      WHERE job = ANY($1::int[]) AND state = 1 AND until <= $2 LIMIT 500`,
    [...byNumber.keys()],
    tx.now
  )
  yield* tx.lockHosts(rows.map(({ host }) => host))
  const endings = makeEndings(db)
  for (const page of rows) {
    const job = byNumber.get(page.job)!
    const losses = page.losses + 1
    tx.hostEnded(page.host, undefined)
    endings.end(tx, job, page, Settling.loseLease(job.state, String(page.n), losses, tx.now), losses)
  }
  yield* endings.save
  if (rows.length > 0) tx.wake()
  for (const job of tx.jobs.values()) tx.endIfDone(job)
  return rows.length
})
