/**
 * Jobs of a team that have not ended, where its plan bounds them (`maxOpenJobs`). Requests of this process that are about
 * to start one are counted too, so that many at once start no more. Each further server of the store may start one more
 * at the same moment.
 */
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { WireError } from "../wire/ErrorBody.ts"

/** Starts a job where the plan has room for one; fails with 429 and `Retry-After` otherwise. */
export type WithinOpenJobs = <A, E, R>(
  account: Account,
  start: Effect.Effect<A, E, R>
) => Effect.Effect<A, E | WireError | StoreError, R>

/** After which a job may have ended, in seconds. */
const retrySeconds = 10

/** Requests of one team that are here. */
interface Entry {
  requests: number
  /** Those that have room, and are about to start a job or have just done so. */
  starting: number
  /** How many of them have come to their end. */
  ended: number
}

export const make = (jobs: JobStore | undefined): WithinOpenJobs => {
  const entries = new Map<string, Entry>()
  const enter = (id: string): Entry => {
    const entry = entries.get(id) ?? { requests: 0, starting: 0, ended: 0 }
    entries.set(id, entry)
    entry.requests++
    return entry
  }

  return <A, E, R>({ id, plan }: Account, start: Effect.Effect<A, E, R>) => {
    const max = plan.maxOpenJobs ?? Infinity
    if (jobs === undefined || max === Infinity) return start
    // A check waits for jobs, which count themselves.
    const countOpen = Effect.map(
      jobs.list({ accountId: id, active: true }),
      (open) => open.filter(({ kind }) => kind !== "monitorCheck").length
    )
    return Effect.acquireUseRelease(
      Effect.sync(() => enter(id)),
      Effect.fnUntraced(function* (entry) {
        for (;;) {
          const { ended } = entry
          const open = yield* countOpen
          // Whoever ended meanwhile may have started a job that was not counted.
          if (entry.ended !== ended) continue
          if (open + entry.starting >= max) return yield* tooMany(max)
          entry.starting++
          break
        }
        return yield* Effect.ensuring(
          start,
          Effect.sync(() => {
            entry.starting--
            entry.ended++
          })
        )
      }),
      (entry) =>
        Effect.sync(() => {
          entry.requests--
          if (entry.requests === 0) entries.delete(id)
        })
    )
  }
}

const tooMany = (max: number): WireError =>
  new WireError({
    status: 429,
    code: "TOO_MANY_JOBS",
    error: `This team has as many jobs that have not ended as its plan allows: ${max}. Wait until one has ended, or cancel one`,
    headers: { "retry-after": String(retrySeconds) }
  })
