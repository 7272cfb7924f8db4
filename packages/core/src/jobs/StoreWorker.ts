/** The workers of a store, as they report themselves: for operators. @experimental */
import * as Schema from "effect/Schema"
import { JobId } from "../model/Job.ts"

/** A page that a worker holds, as its last beat names it. */
export const ReportedPage = Schema.Struct({
  jobId: JobId,
  /** Names the page within its job. */
  page: Schema.String,
  /** When the worker claimed it, in milliseconds since the epoch by the clock of the worker. */
  since: Schema.Finite
})
export interface ReportedPage extends Schema.Schema.Type<typeof ReportedPage> {}

/** What a worker says of itself, again and again. */
export interface WorkerBeat {
  readonly id: string
  /** Name of its machine. */
  readonly host: string
  /** Number of its process on that machine. */
  readonly pid: number
  /** Version of the program. */
  readonly version: string
  /** Pages that it works on. */
  readonly running: number
  /** Pages that it holds, those that it has held longest first: `maxReportedPages` at most. */
  readonly pages: ReadonlyArray<ReportedPage>
}

export interface StoreWorker extends WorkerBeat {
  /** Of the first beat, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Of the last beat, in milliseconds since the epoch. */
  readonly lastBeatAt: number
  /** Whether beats are overdue: it was killed, or does not reach the store. */
  readonly isGone: boolean
}

/** Milliseconds between two beats. */
export const beatMs = 15_000
/** Milliseconds after its last beat from which a worker counts as gone. */
export const goneAfterMs = 4 * beatMs
/** Milliseconds after its last beat from which a worker that is gone is not listed any more. */
export const forgottenAfterMs = 24 * 3_600_000
/** Pages that a worker names in a beat: it may hold more. */
export const maxReportedPages = 200
/** Workers that are listed. */
export const maxWorkers = 1000

/** A worker that was recorded at these times, at this moment. */
export const storeWorker = (
  { host, id, pages, pid, running, version }: WorkerBeat,
  { lastBeatAt, startedAt }: Pick<StoreWorker, "lastBeatAt" | "startedAt">,
  now: number
): StoreWorker => ({
  id,
  host,
  pid,
  version,
  running,
  pages,
  startedAt,
  lastBeatAt,
  isGone: now - lastBeatAt > goneAfterMs
})
