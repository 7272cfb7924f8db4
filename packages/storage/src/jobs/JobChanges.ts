/** The part of a transaction over jobs that SQLite and PostgreSQL share. */
import type { HostSignal, HostState } from "@orbweaver/core/jobs/Politeness"
import type { Transition } from "@orbweaver/core/jobs/rules/JobState"
import type { JobRow } from "./JobRow.ts"

export interface JobChanges {
  readonly now: number
  readonly host: (host: string) => HostState
  readonly setHost: (host: string, state: HostState) => void
  /** A page of the host has ended. */
  readonly hostEnded: (host: string, signal: HostSignal | undefined) => void
  /** Applies the changes that the rules make to the job; returns whether there were any. */
  readonly apply: (job: JobRow, transition: Transition | undefined) => boolean
  /** Ends the job when nothing is left to do. */
  readonly endIfDone: (job: JobRow) => void
  /** There is something for those who look for pages, or for what the topic says. */
  readonly wake: (topic?: string) => void
  /** Topics to notify after the commit. */
  readonly touched: ReadonlySet<string>
}
