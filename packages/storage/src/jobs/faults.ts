/**
 * What a process remembers of the last write about pages that its store refused
 * (a full disk, say), so that a job that does not get on can tell why.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { JobRow } from "./JobRow.ts"

export interface Faults {
  readonly note: (error: StoreError, at: number) => void
  /** Why the job may stand still: nothing of it has been written since the store refused a write. */
  readonly of: (job: JobRow) => string | undefined
}

export const makeFaults = (): Faults => {
  let last: { readonly at: number; readonly reason: string } | undefined
  return {
    note: (error, at) => {
      if (error.operation.startsWith("Frontier.")) last = { at, reason: reasonOf(error) }
    },
    of: ({ state: { lastActivity, status } }) =>
      last === undefined || status !== "scraping" || last.at < lastActivity
        ? undefined
        : `The store did not take what was written last: ${last.reason}`
  }
}

/** What the database itself said: the innermost of the causes. */
const reasonOf = (error: Error): string => (error.cause instanceof Error ? reasonOf(error.cause) : error.message)
