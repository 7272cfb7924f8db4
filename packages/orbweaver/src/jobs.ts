/**
 * Jobs as the facade gives them: what a crawl or batch is, has found and missed.
 * Names and shapes are those of the v2 SDK, so an application moves by changing
 * an import.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { CurrentAccount } from "@orbweaver/core/Account"
import type { Document } from "@orbweaver/core/Document"
import { isFinal, type Job, JobId, JobNotFound, type JobStatus, visibleTotal } from "@orbweaver/core/Job"
import { watch, type WatchedEvent } from "@orbweaver/core/JobEvents"
import { JobStore } from "@orbweaver/core/JobStore"

export interface JobResult {
  readonly id: string
  readonly status: JobStatus
  /** Pages that are, or will be, results. */
  readonly total: number
  readonly completed: number
  readonly creditsUsed: number
  /** ISO 8601. */
  readonly expiresAt: string
  /** In order of completion. */
  readonly data: ReadonlyArray<Document>
  /** Why the job failed. */
  readonly error?: string
}

export interface JobErrors {
  readonly errors: ReadonlyArray<{
    readonly id: string
    readonly url: string
    readonly error: string
    readonly code?: string
    /** ISO 8601. */
    readonly timestamp: string
  }>
  readonly robotsBlocked: ReadonlyArray<string>
}

export type JobEvent = WatchedEvent

type Kind = "crawl" | "batch"

/** The job, if it is of this kind and of the account that asks. */
const find = Effect.fnUntraced(function* (kind: Kind, id: string) {
  const store = yield* JobStore
  const account = yield* CurrentAccount
  const job = yield* store.get(JobId.make(id))
  return job.kind === kind && job.accountId === account.id ? job : yield* new JobNotFound({ id })
})

/** Everything of one kind of rows, a page of them at a time. */
const all = Effect.fnUntraced(function* <A, E>(
  read: (range: { readonly after: number; readonly limit: number }) => Effect.Effect<ReadonlyArray<A>, E>
) {
  const found: Array<A> = []
  for (;;) {
    const page = yield* read({ after: found.length, limit: 500 })
    found.push(...page)
    if (page.length < 500) return found
  }
})

export const status = Effect.fnUntraced(function* (kind: Kind, id: string) {
  const store = yield* JobStore
  return yield* resultOf(store, yield* find(kind, id))
})

const resultOf = Effect.fnUntraced(function* (store: JobStore["Service"], job: Job) {
  const results = yield* all((range) => store.results(job.id, range))
  const result: JobResult = {
    id: job.id,
    status: job.status,
    total: visibleTotal(job),
    completed: results.length,
    creditsUsed: job.creditsUsed,
    expiresAt: new Date(job.expiresAt).toISOString(),
    data: results.map(({ document }) => document),
    ...(job.error === undefined ? {} : { error: job.error })
  }
  return result
})

/** Waits for the end of the job. */
export const finished = Effect.fnUntraced(function* (kind: Kind, id: string) {
  const job = yield* find(kind, id)
  yield* Stream.runDrain(watch(job.id))
  return yield* status(kind, id)
})

/** Whether the job was still running. */
export const cancel = Effect.fnUntraced(function* (kind: Kind, id: string) {
  const job = yield* find(kind, id)
  if (isFinal(job.status)) return false
  const store = yield* JobStore
  return yield* store.move(job.id, "cancelled")
})

export const errors = Effect.fnUntraced(function* (kind: Kind, id: string) {
  const job = yield* find(kind, id)
  const store = yield* JobStore
  const failures = yield* all((range) => store.failures(job.id, range))
  const blocked = yield* all((range) => store.skipped(job.id, "robots", range))
  const found: JobErrors = {
    errors: failures.map(({ at, code, error, page, url }) => ({
      id: page,
      url,
      error,
      ...(code === undefined ? {} : { code }),
      timestamp: new Date(at).toISOString()
    })),
    robotsBlocked: blocked.map(({ url }) => url)
  }
  return found
})

export const activeCrawls = Effect.gen(function* () {
  const store = yield* JobStore
  const account = yield* CurrentAccount
  const jobs = yield* store.list({ accountId: account.id, active: true, kind: "crawl" })
  return jobs.map(({ createdAt, id, origin }) => ({ id, url: origin, createdAt: new Date(createdAt).toISOString() }))
})

/** What has happened and what happens, in order, until the job ends. */
export const events = (id: string, after = 0) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const store = yield* JobStore
      const account = yield* CurrentAccount
      const job = yield* store.get(JobId.make(id))
      if (job.accountId !== account.id) return yield* new JobNotFound({ id })
      return watch(job.id, { after })
    })
  )
