/** One address of a job as the store shows it: what SQLite and PostgreSQL share. */
import type { SkipReason } from "@orbweaver/core/jobs/Decision"
import { isFinal, type PageState } from "@orbweaver/core/model/Job"
import type { PageRecord } from "@orbweaver/core/jobs/JobStore"
import { attemptLogOf } from "./attemptLog.ts"
import type { JobRow } from "./JobRow.ts"

/** States by the number that the tables write. */
const names: ReadonlyArray<PageState> = ["queued", "active", "completed", "failed", "skipped", "cancelled", "queued"]

/** `position` is where the row has the position of the page's result. */
export const recordColumns = (position = "page.position"): string =>
  `page.n, page.url, page.state, page.depth, page.attempts, page.reason, page.rule, page.error, page.status, page.attempt_log, page.took_ms, page.bytes, ${position}, parent.url AS found_on`

/** Condition for pages that a rule of this name kept out, next to that for the name: as the indexes of `page` have it. */
export const skippedFor = (reason: SkipReason): string =>
  reason === "trap" ? "state IN (2, 4) AND reason = 'trap'" : "state = 4"

/** A row of `page` beside its parent, as the store shows it. */
export const record = (job: JobRow, row: Readonly<Record<string, unknown>>): PageRecord => {
  const written = names[Number(row["state"])]!
  const left = isFinal(job.state.status) && (written === "queued" || written === "active")
  const state = left ? (job.state.status === "completed" ? "skipped" : "cancelled") : written
  return {
    page: String(row["n"]),
    url: String(row["url"]),
    state,
    depth: Number(row["depth"]),
    attempts: Number(row["attempts"]),
    attemptLog: attemptLogOf(row),
    foundOn: (row["found_on"] as string | null) ?? undefined,
    reason: left && state === "skipped" ? "limit" : ((row["reason"] as SkipReason | null) ?? undefined),
    rule: (row["rule"] as string | null) ?? undefined,
    error: (row["error"] as string | null) ?? undefined,
    statusCode: (row["status"] as number | null) ?? undefined,
    tookMs: (row["took_ms"] as number | null) ?? undefined,
    bytes: (row["bytes"] as number | null) ?? undefined,
    position: row["position"] === null ? undefined : Number(row["position"])
  }
}
