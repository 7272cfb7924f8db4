/** Answers the v1 endpoints with the engines of core. */
import * as Effect from "effect/Effect"
import { readAddressed, reader } from "../decode.ts"
import type { Engines } from "../Engines.ts"
import type { Operations } from "../routes.ts"
import { usageOf } from "../usage.ts"
import type { ApiV1 } from "./Api.ts"
import { ScrapeRequest } from "./schemas.ts"
import { scrapeOptions, toDocument } from "./wire.ts"

type Groups = (typeof ApiV1)["groups"][keyof (typeof ApiV1)["groups"]]

const readScrape = reader(ScrapeRequest)

export const operationsV1 = ({ egress, ledger, scraper }: Engines): Operations<Groups> => ({
  scrape: {
    kind: "scrape",
    writes: true,
    body: "json",
    price: () => ({ unit: "credits", amount: 1 }),
    judged: true,
    work: ({ body, version }) =>
      Effect.gen(function* () {
        const { value } = yield* readAddressed(readScrape, body, version, egress.policy)
        const scraped = yield* scraper.scrape(value.url, scrapeOptions(value, 30_000))
        return {
          success: true,
          data: toDocument(scraped.document, value),
          ...(value.origin?.includes("website") === true ? { scrape_id: scraped.id } : {})
        }
      })
  },
  tokenUsage: {
    kind: "extractStatus",
    work: ({ caller }) =>
      Effect.map(usageOf(ledger, caller.account, "tokens"), ({ end, plan, remaining, start }) => ({
        success: true,
        data: {
          billing_period_start: start,
          billing_period_end: end,
          plan_tokens: plan,
          remaining_tokens: remaining
        }
      }))
  }
})
