/**
 * Removes a job with everything that came of it: its rows, its results, the
 * pictures and files that they point at and, by choice, its pages in the cache,
 * which other scrapes may be answered from.
 *
 * A job whose time is over is swept by the workers; its blobs and cached pages
 * have times of their own.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { BlobStore } from "../scrape/BlobStore.ts"
import { cacheKey } from "../scrape/Capture.ts"
import type { Need } from "../scrape/Format.ts"
import * as JobContexts from "./JobContext.ts"
import type { Job, JobId, JobNotFound } from "../model/Job.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { PageCache } from "../scrape/PageCache.ts"
import { decode, resolve } from "../model/ScrapeOptions.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface RemoveOptions {
  /** Also forget the pages that the job captured; they are kept when absent. */
  readonly cache?: boolean | undefined
}

/** Results read at once. */
const chunk = 100

/** Cancels the job when it is running; then nothing of it is left. */
export const remove = Effect.fn("JobRemoval.remove")(function* (
  id: JobId,
  options: RemoveOptions = {}
): Effect.fn.Return<void, JobNotFound | StoreError, JobStore | BlobStore | PageCache> {
  const store = yield* JobStore
  const blobs = yield* BlobStore
  yield* store.move(id, "cancelled")
  const job = yield* store.get(id)
  if (options.cache === true) yield* forget(job)
  yield* store.remove(id)
  yield* blobs.remove({ account: job.accountId, job: id })
})

/** Removes the job's pages from the cache, by the keys that its scrapes kept them under. */
const forget = Effect.fnUntraced(function* (job: Job) {
  const store = yield* JobStore
  const cache = yield* PageCache
  if (job.kind !== "crawl" && job.kind !== "batch") return
  const jobContext = yield* JobContexts.make(job, { year: DateTime.getPartUtc(yield* DateTime.now, "year") })
  // What was accepted once is no input to refuse now.
  const resolved = resolve(yield* Effect.orDie(decode(jobContext.scrapeOptions)))
  const needs = new Map<string, ReadonlyArray<Need>>(
    resolved.formats.some(({ type }) => type === "branding") ? [["branding", ["branding"]]] : []
  )
  for (let after = 0; ;) {
    const results = yield* store.results(job.id, { after, limit: chunk })
    for (const { url } of results) {
      const address = new URL(url)
      const exact = JobContexts.needsExactCacheMatch(jobContext, address)
      // The page is under the account's key, and where accounts share the cache under a common one too.
      for (const accountId of [job.accountId, undefined]) {
        const key = cacheKey({ url: address, options: resolved, needs, exact }, accountId)
        if (key !== undefined) yield* cache.remove(key)
      }
    }
    if (results.length < chunk) return
    after = results.at(-1)!.position
  }
})
