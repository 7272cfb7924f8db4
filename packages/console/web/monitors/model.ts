/** Monitors as the API gives them, and what the views make of them. */
import type * as Wire from "@orbweaver/extraction/monitors/Monitor"
import { siteOf } from "../jobs/jobName.ts"

export type Monitor = Wire.Monitor
export type Check = Wire.MonitorCheck
export type CheckPage = Wire.MonitorPage
export type Summary = Wire.MonitorSummary

export interface Answer<A> {
  readonly data: A
}

export interface CheckDetail extends Check {
  readonly pages: ReadonlyArray<CheckPage>
  readonly next: string | null
}

/** What a monitor looks at, in a few words. */
export const targetText = ({ targets }: Pick<Monitor, "targets">): string => {
  const [first] = targets
  if (first === undefined) return ""
  const text =
    first.type === "scrape"
      ? siteOf(first.urls[0] ?? "")
      : first.type === "crawl"
        ? siteOf(first.url)
        : (first.queries[0] ?? "")
  const more = targets.length - 1 + (first.type === "scrape" ? first.urls.length - 1 : 0)
  return more > 0 ? `${text} and ${more} more` : text
}

/** Found changes, in words; the most telling first. */
export const summaryText = (summary: Summary | null): string => {
  if (summary === null) return "not checked yet"
  const parts = [
    [summary.changed, "changed"],
    [summary.new, "new"],
    [summary.removed, "removed"],
    [summary.error, "failed"]
  ] as const
  const found = parts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`)
  return found.length === 0 ? "no change" : found.join(", ")
}
