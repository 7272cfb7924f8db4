/** How a job begins, moves and ends. @experimental */
import { canMove, isFinal, type JobStatus } from "../../model/Job.ts"
import { emit, type JobSpec, type JobState, moveCounts, newJobState, type Transition } from "./JobState.ts"

/** A new job; `collecting` while pages are still being added. */
export const begin = (spec: JobSpec, collecting: boolean, now: number): Transition => {
  const { event, state } = emit(newJobState(spec.origin, collecting, now), "started", now)
  return { state, events: [event] }
}

/** Ends the job: what waits or runs is skipped for the limit, or cancelled. */
export const end = (state: JobState, status: "completed" | "failed" | "cancelled", now: number): Transition => {
  const { counts } = state
  const to = status === "completed" ? "skipped" : "cancelled"
  const ended = emit(
    {
      ...state,
      status,
      counts: moveCounts(moveCounts(counts, "queued", to, counts.queued), "active", to, counts.active),
      collecting: false,
      limitedSince: undefined,
      finishedAt: now,
      lastActivity: now
    },
    status,
    now
  )
  return { state: ended.state, events: [ended.event] }
}

/** Ends the job when its limit is reached or nothing is left; undefined while there is something to do. */
export const endIfDone = ({ limit }: Pick<JobSpec, "limit">, state: JobState, now: number): Transition | undefined => {
  const { counts } = state
  if (state.status !== "scraping" || counts.active > 0) return undefined
  const isFull = counts.completed >= limit
  return isFull || (counts.queued === 0 && !state.collecting) ? end(state, "completed", now) : undefined
}

/** Moves the job where its table allows; undefined where it does not. */
export const move = (
  spec: Pick<JobSpec, "limit">,
  state: JobState,
  to: Exclude<JobStatus, "completed">,
  reason: string | undefined,
  now: number
): Transition | undefined => {
  if (!canMove(state.status, to) || (to === "scraping" && state.status !== "paused")) return undefined
  if (to === "failed") return end({ ...state, error: reason }, to, now)
  if (to === "cancelled") return end(state, to, now)
  const moved = emit({ ...state, status: to, lastActivity: now }, to === "paused" ? "paused" : "resumed", now)
  const ended = endIfDone(spec, moved.state, now)
  return ended === undefined
    ? { state: moved.state, events: [moved.event] }
    : { state: ended.state, events: [moved.event, ...ended.events] }
}

/** Readies the job for new pages; undefined when it has ended for good. */
export const reopen = (state: JobState, mayReopen: boolean, now: number): JobState | undefined => {
  if (mayReopen && state.status === "completed") {
    return { ...state, status: "scraping", finishedAt: undefined, lastActivity: now }
  }
  return isFinal(state.status) ? undefined : { ...state, lastActivity: now }
}

/** Failed pages wait again; undefined where none failed, or the job ended otherwise than by completing. */
export const retryFailed = (state: JobState, now: number): Transition | undefined => {
  const { counts, status } = state
  if (counts.failed === 0 || (isFinal(status) && status !== "completed")) return undefined
  const requeued = { ...state, counts: moveCounts(counts, "failed", "queued", counts.failed), lastActivity: now }
  if (status !== "completed") return { state: requeued, events: [] }
  const resumed = emit({ ...requeued, status: "scraping", finishedAt: undefined }, "resumed", now)
  return { state: resumed.state, events: [resumed.event] }
}

/** The job has its output; undefined when it had ended already. */
export const finish = (
  spec: Pick<JobSpec, "limit">,
  state: JobState,
  credits: number,
  now: number
): Transition | undefined => {
  if (isFinal(state.status)) return undefined
  const finished = { ...state, collecting: false, creditsUsed: state.creditsUsed + credits }
  return endIfDone(spec, finished, now) ?? { state: finished, events: [] }
}

/** All pages that the job begins with were added, or its task is done. */
export const collected = (spec: Pick<JobSpec, "limit">, state: JobState, now: number): Transition => {
  const done = { ...state, collecting: false }
  return endIfDone(spec, done, now) ?? { state: done, events: [] }
}

/** After which a job that is still being created never will be, in milliseconds: its process has ended. */
export const maxCreationMs = 600_000

/** Why such a job failed. */
export const notCreated = "The process that was creating the job ended before all of its pages were added"
