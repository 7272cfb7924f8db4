/** Answers the v2 endpoints with the engines of core. */
import type { Document } from "@orbweaver/core"
import * as Effect from "effect/Effect"
import { readAddressed, reader } from "../decode.ts"
import type { Engines } from "../Engines.ts"
import type { Operations } from "../routes.ts"
import { usageOf } from "../usage.ts"
import type { ApiV2 } from "./Api.ts"
import { ScrapeRequest } from "./schemas.ts"
import { scrapeOptions, warningOf } from "./wire.ts"

type Groups = (typeof ApiV2)["groups"][keyof (typeof ApiV2)["groups"]]

const readScrape = reader(ScrapeRequest)

export const operationsV2 = ({ egress, ledger, scraper }: Engines): Operations<Groups> => ({
  scrape: {
    kind: "scrape",
    writes: true,
    body: "json",
    price: () => ({ unit: "credits", amount: 1 }),
    judged: true,
    work: ({ body, version }) =>
      Effect.gen(function* () {
        const { value } = yield* readAddressed(readScrape, body, version, egress.policy)
        const scraped = yield* scraper.scrape(value.url, scrapeOptions(value))
        return {
          success: true,
          data: withWarning(scraped.document, warningOf(value)),
          ...(value.origin?.includes("website") === true ? { scrape_id: scraped.id } : {})
        }
      })
  },
  tokenUsage: {
    kind: "extractStatus",
    work: ({ caller }) =>
      Effect.map(usageOf(ledger, caller.account, "tokens"), ({ end, plan, remaining, start }) => ({
        success: true,
        data: { remainingTokens: remaining, planTokens: plan, billingPeriodStart: start, billingPeriodEnd: end }
      }))
  }
})

const withWarning = (document: Document.Document, warning: string | undefined): Document.Document =>
  warning === undefined
    ? document
    : { ...document, warning: document.warning === undefined ? warning : `${warning} ${document.warning}` }
