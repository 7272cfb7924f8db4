/** How far a job is. */
import { isRunning, type Job } from "./model.ts"

export interface Progress {
  /** Pages that have an outcome, at most `of`. */
  readonly done: number
  /** Pages that will have one, as far as is known: never more than the limit. */
  readonly of: number
}

type Counted = Pick<Job, "counts" | "limit" | "status">

export const progressOf = ({ counts, limit = Infinity }: Counted): Progress => {
  const done = counts.completed + counts.failed
  const of = Math.min(limit, done + counts.active + counts.queued)
  return { done: Math.min(done, of), of }
}

/** Milliseconds that are left at this rate (pages a second); `undefined` where nothing moves. */
export const timeLeft = (job: Counted, rate: number): number | undefined => {
  const { done, of } = progressOf(job)
  return !isRunning(job) || rate <= 0 || done >= of ? undefined : (1000 * (of - done)) / rate
}
