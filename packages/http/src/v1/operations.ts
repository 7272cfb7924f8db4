/** Answers the v1 endpoints with the engines of core. */
import { reader } from "../wire/decode.ts"
import { deepResearch } from "../deepResearch.ts"
import type { Engines } from "../Engines.ts"
import { extractV1 } from "../extract.ts"
import { active, jobOperations } from "../jobs.ts"
import { llmsTxt } from "../llmsTxt.ts"
import { mapV1 } from "../map.ts"
import { searchV1 } from "../search.ts"
import type { Operations } from "../gate/routes.ts"
import { scrape } from "../scrapeOnce.ts"
import * as Team from "../team.ts"
import { scrapeStatus } from "../v2/scrape.ts"
import type { ApiV1 } from "./Api.ts"
import { batchStart, crawlStart } from "./jobs.ts"
import { ScrapeRequest } from "./schemas.ts"
import { activeOptions, scrapeOptions, toDocument } from "./wire.ts"

type Groups = (typeof ApiV1)["groups"][keyof (typeof ApiV1)["groups"]]

const readScrape = reader(ScrapeRequest)

/** What `/v1/scrape` takes for a timeout when none is given, in milliseconds. */
const defaultTimeout = 30_000

export const operationsV1 = (engines: Engines): Operations<Groups> => {
  const { ledger } = engines
  const activeCrawls = active(engines, activeOptions)
  const jobs = jobOperations(engines, "v1")
  return {
    scrape: scrape(engines, {
      read: readScrape,
      options: (body) => scrapeOptions(body, defaultTimeout),
      shape: toDocument
    }),
    scrapeStatus: scrapeStatus(engines),
    batchStart: batchStart(engines),
    crawlStart: crawlStart(engines),
    ...jobs,
    batchErrorsAlias: jobs.batchErrors,
    crawlErrorsAlias: jobs.crawlErrors,
    crawlActive: activeCrawls,
    crawlOngoing: activeCrawls,
    map: mapV1(engines),
    search: searchV1(engines),
    ...extractV1(engines),
    ...llmsTxt(engines),
    ...deepResearch(engines),
    tokenUsage: Team.usage(ledger, "tokens", ({ end, plan, remaining, start }) => ({
      billing_period_start: start,
      billing_period_end: end,
      plan_tokens: plan,
      remaining_tokens: remaining
    })),
    creditUsage: Team.usage(ledger, "credits", ({ end, plan, remaining, start }) => ({
      billing_period_start: start,
      billing_period_end: end,
      plan_credits: plan,
      remaining_credits: remaining
    })),
    tokenHistory: Team.history(ledger, "tokens"),
    creditHistory: Team.history(ledger, "credits"),
    queueStatus: Team.queueStatus(engines),
    concurrency: Team.concurrencyCheck(engines)
  }
}
