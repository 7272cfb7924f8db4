/** Scrape, reading a scrape again, and batches of v2 (contract/v2.md §8, §9). */
import type { Document } from "@orbweaver/core/Document"
import * as Effect from "effect/Effect"
import * as Batches from "../batches.ts"
import { readAddressed, reader } from "../decode.ts"
import type { Engines } from "../Engines.ts"
import { fail } from "../ErrorBody.ts"
import { jsonText, type Operation } from "../Operation.ts"
import { scrapeOnce } from "../scrapeOnce.ts"
import { BatchRequest, ScrapeRequest } from "./schemas.ts"
import { scrapeOptions, warningOf } from "./wire.ts"

const readScrape = reader(ScrapeRequest)
const readBatch = reader(BatchRequest)

export const scrape = (engines: Engines): Operation => ({
  kind: "scrape",
  writes: true,
  body: "json",
  price: () => ({ unit: "credits", amount: 1 }),
  judged: true,
  work: ({ body, caller, version }) =>
    Effect.gen(function* () {
      const { value } = yield* readAddressed(readScrape, body, version, engines.egress.policy)
      const warning = warningOf(value)
      return yield* scrapeOnce(engines, caller.account, value, scrapeOptions(value), (document) =>
        JSON.stringify(withWarning(document, warning))
      )
    })
})

const withWarning = (document: Document, warning: string | undefined): Document =>
  warning === undefined
    ? document
    : { ...document, warning: document.warning === undefined ? warning : `${warning} ${document.warning}` }

export const scrapeStatus = ({ recent }: Engines): Operation => ({
  kind: "status",
  work: ({ caller, params }) =>
    Effect.flatMap(recent.find(params["id"] ?? ""), (found) => {
      if (found === undefined) return Effect.fail(fail(404, "Job not found."))
      return found.accountId === caller.account.id
        ? Effect.succeed(jsonText(`{"success":true,"data":${found.text}}`))
        : Effect.fail(fail(403, "You are not allowed to access this resource."))
    })
})

export const batchStart = (engines: Engines): Operation =>
  Batches.start(engines, { read: readBatch, scrapeOptions, ignoreInvalidURLs: true })
