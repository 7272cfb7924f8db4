/** What waits and what runs in a whole store: for operators, and for what starts and stops workers by it. @experimental */
import type { JobKind, JobStatus } from "../model/Job.ts"

export interface StoreLoad {
  /** Jobs that have not ended, by kind and status. */
  readonly open: ReadonlyArray<OpenJobs>
  /** Pages whose lease is over and that are not back in the queue yet: their worker was killed, or does not answer. */
  readonly latePages: number
  /**
   * Milliseconds for which the job that waits longest has waited for a worker; 0 where none waits. A job waits while it has
   * pages or work of its own to do and no worker does any of it; a crawl whose next site is to be asked later does not.
   */
  readonly longestWaitMs: number
  /** Hosts whose next page may start latest, ten at most. */
  readonly slowHosts: ReadonlyArray<SlowHost>
}

export interface OpenJobs {
  readonly kind: JobKind
  readonly status: JobStatus
  readonly jobs: number
  /** Pages that wait. */
  readonly waiting: number
  /** Pages that workers have. */
  readonly running: number
}

export interface SlowHost {
  readonly host: string
  /** Pages of it that workers have. */
  readonly running: number
  /** Milliseconds between two of its pages. */
  readonly delayMs: number
  /** Milliseconds until its next page may start. */
  readonly waitMs: number
}

/** Hosts that are listed. */
export const maxSlowHosts = 10
