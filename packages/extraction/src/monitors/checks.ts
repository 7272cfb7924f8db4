/** Checks of monitors as the jobs that they are: what one says is the output of its job. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { unbounded } from "@orbweaver/core/internal/jobs/newJob"
import { JobStore, type Service as Jobs } from "@orbweaver/core/jobs/JobStore"
import type { StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { isFinal, type Job, JobId } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { CheckValue, emptySummary, type MonitorValue } from "./Monitor.ts"

/** Why a check runs: at a tick of its monitor's schedule, or because somebody asked for it. */
const CheckRequest = Schema.Struct({
  trigger: CheckValue.fields.trigger,
  scheduledFor: CheckValue.fields.scheduledFor
})
const readRequest = Schema.decodeUnknownOption(CheckRequest)
const decodeCheck = Schema.decodeUnknownEffect(CheckValue)

const dayMs = 24 * 3_600_000

/** Adds a check of a monitor, which any worker takes up. `tick` is the moment that it is of, `null` for one that was asked for. */
export const createCheck = (
  jobs: Jobs,
  { accountId, id: monitorId }: StoredMonitor,
  { retentionDays }: MonitorValue,
  { id, tick }: { readonly id: string; readonly tick: number | null }
): Effect.Effect<Job, StoreError> => {
  const request: typeof CheckRequest.Type = { trigger: tick === null ? "manual" : "scheduled", scheduledFor: tick }
  return jobs.create({
    ...unbounded,
    id: JobId.make(id),
    kind: "monitorCheck",
    accountId,
    monitorId,
    request,
    origin: "",
    maxConcurrency: Infinity,
    accountConcurrency: Infinity,
    retentionMs: retentionDays * dayMs,
    task: true,
    seeds: []
  })
}

/** What a check says that has not begun. */
const newCheck = ({ createdAt, request }: Job): CheckValue => ({
  ...Option.getOrElse(readRequest(request), () => ({ trigger: "scheduled" as const, scheduledFor: null })),
  status: "queued",
  startedAt: null,
  finishedAt: null,
  actualCredits: null,
  summary: emptySummary,
  targetResults: [],
  searchPages: [],
  removed: [],
  notification: null,
  error: null,
  updatedAt: createdAt
})

/** What a list has of a check that cannot be read. */
export const unreadableCheck = (job: Job, error: string): CheckValue => {
  const isOver = isFinal(job.status)
  return { ...newCheck(job), status: isOver ? "failed" : "running", finishedAt: isOver ? job.createdAt : null, error }
}

/** What a check says; one whose job ended without its doing has failed. */
export const checkValueOf = (job: Job): Effect.Effect<CheckValue, StoreError> =>
  (job.output === undefined ? Effect.succeed(newCheck(job)) : decodeCheck(job.output)).pipe(
    Effect.mapError((cause) => unreadable(`Reading the check ${job.id}`, cause)),
    Effect.map((value) => {
      if (!isFinal(job.status) || value.finishedAt !== null) return value
      const at = job.finishedAt ?? job.createdAt
      return {
        ...value,
        status: "failed",
        finishedAt: at,
        updatedAt: at,
        error: job.error ?? `The check is ${job.status}`
      }
    })
  )

/** What those checks say that this process can read. */
export const readable = (checks: ReadonlyArray<Job>): Effect.Effect<ReadonlyArray<CheckValue>> =>
  Effect.map(
    Effect.forEach(checks, (check) => Effect.option(checkValueOf(check))),
    Arr.getSomes
  )

export const asJson = (value: MonitorValue | CheckValue): Schema.Json => value

/** What another version of the program has stored, or a process with other keys. */
export const unreadable = (what: string, cause: unknown, detail?: string) =>
  new StoreError({
    operation: what,
    cause,
    kind: "rejected",
    detail: detail ?? "it was stored by another version of the program, or is damaged"
  })

/** Open checks of a monitor that are looked at: one runs, and few others wait to be skipped. */
const maxOpen = 100

/** Checks of a monitor that have not ended, the oldest first. */
export const openChecks = (jobs: Jobs, monitorId: string): Effect.Effect<ReadonlyArray<Job>, StoreError> =>
  Effect.map(jobs.checks(monitorId, { limit: maxOpen, offset: 0, open: true }), (checks) => checks.toReversed())

/** Whether another check of the monitor is before this one: it has begun, or was added earlier. */
export const isOverlapping = Effect.fnUntraced(function* ({ id, monitorId = "" }: Job) {
  const open = yield* openChecks(yield* JobStore, monitorId)
  const isFirst = open[0]?.id === id
  return open.some((other) => other.id !== id && (!isFirst || other.output !== undefined))
})
