/**
 * Removes documents that nobody can read: those of jobs that are gone, and those that a process stored before it was killed or
 * before its settlement was refused.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { sweepInTurns } from "../accounts/sweepInTurns.ts"
import { isFinal, type JobId, type JobNotFound } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { Service as DocumentStore } from "./DocumentStore.ts"
import { storedName } from "./documentStub.ts"
import type { Service as JobStore } from "./JobStore.ts"

/** Younger documents are left: their settlement may be under way, and a replica of the database may not have it yet. */
const minAge = Duration.hours(1)

/** Jobs that are looked at together. */
const concurrency = 4

/** Results read at once. */
const chunk = 500

/** Sweeps once an hour for as long as the scope is open. */
export const documentSweep = (jobs: JobStore, documents: DocumentStore): Effect.Effect<void, never, Scope.Scope> =>
  Effect.suspend(() =>
    sweepInTurns(sweepDocuments(jobs, documents, new Map()), {
      key: "documents",
      interval: Duration.hours(1),
      failure: "Documents of removed jobs could not be deleted"
    })
  )

interface JobDocuments {
  readonly count: number
  /** When the last of them was stored. */
  readonly storedAt: number
}

/** Sweeps once. `clean` remembers how many documents jobs had that have ended and are rid of orphans. */
const sweepDocuments = Effect.fnUntraced(function* (
  jobs: JobStore,
  documents: DocumentStore,
  clean: Map<JobId, number>
): Effect.fn.Return<void, StoreError> {
  const found = new Map<JobId, JobDocuments>()
  yield* documents.list(undefined, (some) =>
    Effect.sync(() => {
      for (const { jobId, storedAt } of some) {
        const { count = 0, storedAt: last = 0 } = found.get(jobId) ?? {}
        found.set(jobId, { count: count + 1, storedAt: Math.max(last, storedAt) })
      }
    })
  )
  for (const id of clean.keys()) if (!found.has(id)) clean.delete(id)
  const youngest = (yield* Clock.currentTimeMillis) - Duration.toMillis(minAge)
  yield* Effect.forEach(
    found,
    ([id, { count, storedAt }]) =>
      jobs.get(id).pipe(
        Effect.flatMap(({ status }) => {
          if (!isFinal(status) || clean.get(id) === count) return Effect.void
          return Effect.tap(removeOrphans(jobs, documents, id), ({ isClean, left }) =>
            Effect.sync(() => {
              if (isClean) clean.set(id, left)
            })
          )
        }),
        Effect.catchTag("JobNotFound", () => (storedAt > youngest ? Effect.void : documents.removeJob(id)))
      ),
    { concurrency, discard: true }
  )
})

/** Removes the documents of a job that has ended which no row names, unless they are young. */
export const removeOrphans = Effect.fnUntraced(function* (
  jobs: JobStore,
  documents: DocumentStore,
  id: JobId
): Effect.fn.Return<{ readonly left: number; readonly isClean: boolean }, JobNotFound | StoreError> {
  // Listed before the rows are read: a page that completes meanwhile is in the rows.
  const storedAt = new Map<string, number>()
  yield* documents.list(id, (some) =>
    Effect.sync(() => {
      for (const one of some) storedAt.set(one.name, one.storedAt)
    })
  )
  const total = storedAt.size
  for (let after = 0; storedAt.size > 0;) {
    const results = yield* jobs.results(id, { after, limit: chunk })
    for (const { document } of results) {
      const name = storedName(document)
      if (name !== undefined) storedAt.delete(name)
    }
    const last = results.at(-1)
    if (last === undefined) break
    after = last.position
  }
  const youngest = (yield* Clock.currentTimeMillis) - Duration.toMillis(minAge)
  const old = [...storedAt].filter(([, at]) => at <= youngest)
  yield* documents.remove(old.map(([name]) => ({ jobId: id, name })))
  return { left: total - old.length, isClean: old.length === storedAt.size }
})
