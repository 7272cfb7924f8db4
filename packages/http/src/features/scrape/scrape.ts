/** Scrapes of both versions, and reading them again (docs/reference/v2.md §8, docs/reference/v1.md §4). */
import { documentOf } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Effect from "effect/Effect"
import { reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { wireError } from "../../wire/ErrorBody.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import { jsonText } from "../../wire/jsonText.ts"
import * as ScrapeOnce from "./scrapeOnce.ts"
import * as V1 from "../../v1/schemas.ts"
import * as WireV1 from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import * as WireV2 from "../../v2/wire.ts"

const readV2 = reader(V2.ScrapeRequest)

const noTools = wireError(
  501,
  "Tools of other providers are not available on this server: they are an exchange of the hosted service. Scrape, search and map pages instead.",
  "NOT_IMPLEMENTED"
)

export const scrapeV2 = (engines: Engines): Operation => {
  const operation = ScrapeOnce.scrape(engines, { read: readV2, options: WireV2.scrapeOptions })
  return {
    ...operation,
    work: (call) => (asksForTools(call.body) ? Effect.fail(noTools) : operation.work(call))
  }
}

/** What clients send to use tools in place of a page. */
const asksForTools = (body: unknown): boolean => typeof body === "object" && body !== null && "alexandria" in body

const readV1 = reader(V1.ScrapeRequest)

/** What `/v1/scrape` takes for a timeout when none is given, in milliseconds. */
const defaultTimeoutV1 = 30_000

export const scrapeV1 = (engines: Engines): Operation =>
  ScrapeOnce.scrape(engines, {
    read: readV1,
    options: (body) => WireV1.scrapeOptions(body, defaultTimeoutV1),
    shape: WireV1.toDocument
  })

const unknown = wireError(404, "Job not found.")
const foreign = wireError(403, "You are not allowed to access this resource.")

/** A single scrape, or a page of a crawl or a batch. */
export const scrapeStatus = (engines: Engines): Operation => ({
  kind: "status",
  work: (call) => Effect.map(ownScrape(engines, call), (text) => jsonText(`{"success":true,"data":${text}}`))
})

/** The document, as JSON, of a scrape that is the caller's. */
export const ownScrape = Effect.fnUntraced(function* (
  { answers, jobs }: Pick<Engines, "answers" | "jobs">,
  { caller, params }: Pick<Call, "caller" | "params">
) {
  const id = params["id"] ?? ""
  const found = (yield* answers.find(id)) ?? (yield* pageOf(jobs, id))
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
