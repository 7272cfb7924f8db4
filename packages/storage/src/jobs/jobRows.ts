/** What jobs produced and what happened to them, as rows have it: what SQLite and PostgreSQL share. */
import type { ActiveLease, JobEvent, PageFailure, StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { HostState } from "@orbweaver/core/jobs/Politeness"
import type { JobEventType, JobId } from "@orbweaver/core/model/Job"
import type { Delivery } from "@orbweaver/core/jobs/Webhooks"
import type { StoredSpec } from "./jobSpec.ts"

type Row = Readonly<Record<string, unknown>>

export const resultOf = (row: Row): StoredResult => ({
  position: Number(row["position"]),
  page: String(row["page"]),
  url: String(row["url"]),
  depth: Number(row["depth"]),
  document: JSON.parse(String(row["document"])),
  credits: Number(row["credits"]),
  facts: typeof row["facts"] === "string" ? JSON.parse(row["facts"]) : undefined
})

export const failureOf = (row: Row): PageFailure => ({
  page: String(row["page"]),
  url: String(row["url"]),
  error: String(row["error"]),
  code: (row["code"] as string | null) ?? undefined,
  cause: (row["cause"] as string | null) ?? undefined,
  at: Number(row["at"])
})

/** A row of `page` that is leased, with the id of its job. */
export const leaseOf = (row: Row): ActiveLease => ({
  jobId: String(row["job_id"]) as JobId,
  page: String(row["n"]),
  url: String(row["url"]),
  host: String(row["host"]),
  attempt: Number(row["attempts"]),
  until: Number(row["until"])
})

/** A row of `host`. */
export const hostStateOf = (row: Row): HostState => ({
  active: Number(row["active"]),
  cap: Number(row["cap"]),
  delayMs: Number(row["delay_ms"]),
  nextAt: Number(row["next_at"]),
  refusals: Number(row["refusals"]),
  streak: Number(row["streak"])
})

export const eventOf = (row: Row): JobEvent => ({
  number: Number(row["number"]),
  type: row["type"] as JobEventType,
  at: Number(row["at"]),
  position: (row["position"] as number | null) ?? undefined,
  page: (row["page"] as string | null) ?? undefined
})

/** Nothing for a job without a webhook. */
export const deliveryOf = (row: Row, spec: StoredSpec | undefined, error: string | null): ReadonlyArray<Delivery> => {
  if (spec?.webhook === undefined) return []
  const type = row["type"] as JobEventType
  return [
    {
      id: String(row["id"]),
      jobId: spec.id,
      kind: spec.kind,
      webhook: spec.webhook,
      number: Number(row["number"]),
      type,
      position: (row["position"] as number | null) ?? undefined,
      error: type === "failed" ? (error ?? undefined) : undefined,
      attempt: Number(row["attempt"])
    }
  ]
}

/** In pieces of at most this size, for transactions that stay short. */
export const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
