/** The pages of a check: those of its jobs, as their documents and failures say it, and what its searches found. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import type { Service as JobStore, StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Document } from "@orbweaver/core/model/Document"
import { type Job, JobId } from "@orbweaver/core/model/Job"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type * as Schema from "effect/Schema"
import { checkValueOf } from "./checks.ts"
import type { CheckValue, MonitorPage, PageStatus, TargetResult } from "./Monitor.ts"

/** Pages read from the store at once. */
const chunk = 200

export const jobOf = ({ crawlId, expectedJobs }: TargetResult): JobId | undefined => {
  const id = crawlId ?? expectedJobs?.[0]
  return id === undefined ? undefined : JobId.make(id)
}

/** Calls `give` with each page, in order, until it returns false. */
export const eachPage = Effect.fnUntraced(function* (
  store: JobStore,
  check: Pick<Job, "id">,
  { judgments, removed, searchPages, targetResults, updatedAt }: CheckValue,
  give: (page: MonitorPage) => boolean
): Effect.fn.Return<void, StoreError> {
  const take = (page: MonitorPage) => give({ ...page, judgment: judgments?.[page.id] ?? null })
  const createdAt = new Date(updatedAt).toISOString()
  for (const target of targetResults) {
    const id = jobOf(target)
    if (id !== undefined) {
      // Pages of a job that is no longer kept are gone, and the summary of the check stays.
      const isAll = yield* Effect.catchTag(eachPageOfJob(store, id, { target, createdAt }, take), "JobNotFound", () =>
        Effect.succeed(true)
      )
      if (!isAll) return
    }
    const others = [
      ...searchPages.filter(({ targetId }) => targetId === target.targetId),
      ...removed
        .filter(({ targetId }) => targetId === target.targetId)
        .map((page) => ({ ...page, status: "removed" as const }))
    ]
    for (const [index, page] of others.entries()) {
      const { status, targetId, url } = page
      const metadata = "title" in page ? { title: page.title } : null
      const made = pageOf(targetId, url, status, { id: `${check.id}/${targetId}/${index}`, createdAt })
      if (!take({ ...made, metadata })) return
    }
  }
})

interface OfTarget {
  readonly target: TargetResult
  /** For pages that do not say when they were captured. */
  readonly createdAt: string
}

const eachPageOfJob = Effect.fnUntraced(function* (
  store: JobStore,
  id: JobId,
  { createdAt, target }: OfTarget,
  take: (page: MonitorPage) => boolean
) {
  for (let after = 0; ;) {
    const results = yield* store.results(id, { after, limit: chunk })
    for (const result of results) if (!take(pageOfResult(id, result, { target, createdAt }))) return false
    if (results.length < chunk) break
    after = results.at(-1)!.position
  }
  for (let after = 0; ;) {
    const failures = yield* store.failures(id, { after, limit: chunk })
    for (const { at, error, page, url } of failures) {
      const made = pageOf(target.targetId, url, "error", {
        id: ScrapeId.ofPage(id, page),
        createdAt: new Date(at).toISOString()
      })
      if (!take({ ...made, error })) return false
    }
    if (failures.length < chunk) return true
    after = failures.at(-1)!.number
  }
})

interface Tracked {
  readonly changeStatus?: "new" | "same" | "changed" | "removed"
  readonly previousScrapeAt?: string | null
  readonly diff?: { readonly text?: string; readonly json?: Schema.Json }
  readonly json?: Schema.Json
}

const pageOfResult = (
  job: JobId,
  { document, page, url }: StoredResult,
  { createdAt, target }: OfTarget
): MonitorPage => {
  const id = ScrapeId.ofPage(job, page)
  const tracked = document.changeTracking as Tracked | undefined
  const { metadata } = document
  // What stands in place of a page, such as a block page, was not compared.
  const status = tracked?.changeStatus ?? "error"
  const made = pageOf(target.targetId, metadata.sourceURL ?? url, status, {
    id,
    createdAt: metadata.cachedAt ?? createdAt
  })
  return {
    ...made,
    currentScrapeId: id,
    statusCode: metadata.statusCode,
    error: tracked === undefined ? (errorOf(document, target) ?? "The page could not be compared") : null,
    metadata,
    diff: diffOf(tracked),
    snapshot: document.json === undefined ? null : { json: document.json }
  }
}

const errorOf = (document: Document, target: TargetResult): string | undefined => {
  if (isUnreadable(document)) return document.metadata.error
  // The result of the target has this warning already.
  return document.warning === target.warning ? undefined : document.warning
}

/** Fields before lines, which a monitor may ask for both. */
const diffOf = ({ diff, json }: Tracked = {}): Schema.Json => {
  if (diff === undefined && json === undefined) return null
  return {
    ...(diff?.text === undefined ? {} : { text: diff.text }),
    ...(json === undefined ? (diff?.json === undefined ? {} : { json: diff.json }) : { json })
  }
}

const pageOf = (
  targetId: string,
  url: string,
  status: PageStatus,
  { createdAt, id }: { readonly id: string; readonly createdAt: string }
): MonitorPage => ({
  id,
  targetId,
  url,
  status,
  previousScrapeId: null,
  currentScrapeId: null,
  statusCode: null,
  error: null,
  metadata: null,
  diff: null,
  snapshot: null,
  judgment: null,
  createdAt
})

/** A slice of the pages, and whether there are more behind it. */
export const pagesOfCheck = Effect.fnUntraced(function* (
  store: JobStore,
  check: Pick<Job, "id">,
  value: CheckValue,
  { limit, skip, status }: { readonly limit: number; readonly skip: number; readonly status: PageStatus | undefined }
) {
  const pages: Array<MonitorPage> = []
  let seen = 0
  let more = false
  yield* eachPage(store, check, value, (page) => {
    if (status !== undefined && page.status !== status) return true
    if (seen++ < skip) return true
    if (pages.length >= limit) {
      more = true
      return false
    }
    pages.push(page)
    return true
  })
  return { pages, more }
})

/** Earlier checks that are looked through for the pages of one. */
const maxEarlier = 10

/** The pages, each with the scrape of the latest earlier check that has it. */
export const withPrevious = Effect.fnUntraced(function* (
  store: JobStore,
  { createdAt, id, monitorId = "" }: Pick<Job, "id" | "createdAt" | "monitorId">,
  pages: ReadonlyArray<MonitorPage>
) {
  const keyOf = ({ targetId, url }: Pick<MonitorPage, "targetId" | "url">) => `${targetId} ${url}`
  const wanted = new Set(pages.filter(({ status }) => status !== "new").map(keyOf))
  const scrapes = new Map<string, string>()
  const earlier =
    wanted.size === 0 ? [] : yield* store.checks(monitorId, { limit: maxEarlier, offset: 0, after: { id, createdAt } })
  for (const check of earlier) {
    const value = Option.getOrUndefined(yield* Effect.option(checkValueOf(check)))
    if (value === undefined) continue
    yield* eachPage(store, check, value, (page) => {
      if (page.currentScrapeId !== null && wanted.delete(keyOf(page))) scrapes.set(keyOf(page), page.currentScrapeId)
      return wanted.size > 0
    })
    if (wanted.size === 0) break
  }
  return pages.map((page) => ({ ...page, previousScrapeId: scrapes.get(keyOf(page)) ?? null }))
})
