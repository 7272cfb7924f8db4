/** Scrape, reading a scrape again, and batches of v2 (docs/reference/v2.md §8, §9). */
import { documentOf } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import * as Batches from "../batches.ts"
import { reader } from "../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { fail } from "../wire/ErrorBody.ts"
import { type Call, jsonText, type Operation } from "../gate/Operation.ts"
import * as ScrapeOnce from "../scrapeOnce.ts"
import { BatchRequest, ScrapeRequest } from "./schemas.ts"
import { scrapeOptions } from "./wire.ts"

const readScrape = reader(ScrapeRequest)
const readBatch = reader(BatchRequest)

const noTools = fail(
  501,
  "Tools of other providers are not available on this server: they are an exchange of the hosted service. Scrape, search and map pages instead.",
  "NOT_IMPLEMENTED"
)

export const scrape = (engines: Engines): Operation => {
  const operation = ScrapeOnce.scrape(engines, { read: readScrape, options: scrapeOptions })
  return {
    ...operation,
    work: (call) => (asksForTools(call.body) ? Effect.fail(noTools) : operation.work(call))
  }
}

/** What clients send to use tools in place of a page. */
const asksForTools = (body: unknown): boolean => typeof body === "object" && body !== null && "alexandria" in body

const unknown = fail(404, "Job not found.")
const foreign = fail(403, "You are not allowed to access this resource.")

/** A single scrape, or a page of a crawl or a batch. */
export const scrapeStatus = (engines: Engines): Operation => ({
  kind: "status",
  work: (call) => Effect.map(ownScrape(engines, call), (text) => jsonText(`{"success":true,"data":${text}}`))
})

/** The document, as JSON, of a scrape that is the caller's. */
export const ownScrape = Effect.fnUntraced(function* (
  { jobs, requests }: Pick<Engines, "jobs" | "requests">,
  { caller, params }: Pick<Call, "caller" | "params">
) {
  const id = params["id"] ?? ""
  const found = (yield* requests.find(id)) ?? (yield* pageOf(jobs, id))
  if (found === undefined) return yield* unknown
  if (found.accountId !== caller.account.id) return yield* foreign
  return found.text
})

const pageOf = Effect.fnUntraced(function* (jobs: JobStore | undefined, id: string) {
  const page = jobs === undefined ? undefined : yield* jobs.scraped(id)
  if (jobs === undefined || page === undefined) return undefined
  // Between the two reads the job may have been removed.
  const job = yield* Effect.catchTag(jobs.get(page.jobId), "JobNotFound", () => Effect.succeed(undefined))
  return job && { accountId: page.accountId, text: JSON.stringify(documentOf(job, page.document)) }
})

export const batchStart = (engines: Engines): Operation =>
  Batches.start(engines, { read: readBatch, scrapeOptions, ignoreInvalidURLs: true })
