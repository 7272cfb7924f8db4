/** Scrape, reading a scrape again, and batches of v2 (contract/v2.md §8, §9). */
import type { Document } from "@orbweaver/core/Document"
import * as Effect from "effect/Effect"
import * as Batches from "../batches.ts"
import { reader } from "../decode.ts"
import type { Engines } from "../Engines.ts"
import { fail } from "../ErrorBody.ts"
import type { Encode } from "../jobs.ts"
import { jsonText, type Operation } from "../Operation.ts"
import * as ScrapeOnce from "../scrapeOnce.ts"
import { BatchRequest, ScrapeRequest } from "./schemas.ts"
import { scrapeOptions, warningOf } from "./wire.ts"

const readScrape = reader(ScrapeRequest)
const readBatch = reader(BatchRequest)

export const scrape = (engines: Engines): Operation =>
  ScrapeOnce.scrape(engines, {
    read: readScrape,
    options: scrapeOptions,
    shape: (document, body) => withWarning(document, warningOf(body))
  })

const withWarning = (document: Document, warning: string | undefined): Document =>
  warning === undefined
    ? document
    : { ...document, warning: document.warning === undefined ? warning : `${warning} ${document.warning}` }

const unknown = fail(404, "Job not found.")
const foreign = fail(403, "You are not allowed to access this resource.")

/** A single scrape, or a page of a crawl or a batch; `encode` writes the latter as the version has it. */
export const scrapeStatus = ({ jobs, requests }: Engines, encode: Encode): Operation => ({
  kind: "status",
  work: ({ caller, params }) =>
    Effect.gen(function* () {
      const id = params["id"] ?? ""
      const single = yield* requests.find(id)
      const page = single === undefined && jobs !== undefined ? yield* jobs.scraped(id) : undefined
      const found = single ?? page
      if (found === undefined) return yield* unknown
      if (found.accountId !== caller.account.id) return yield* foreign
      return jsonText(`{"success":true,"data":${page === undefined ? single!.text : encode(page.document)}}`)
    })
})

export const batchStart = (engines: Engines): Operation =>
  Batches.start(engines, { read: readBatch, scrapeOptions, ignoreInvalidURLs: true })
