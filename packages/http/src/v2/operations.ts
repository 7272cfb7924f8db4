/** Answers the v2 endpoints with the engines of core. */
import type { Engines } from "../Engines.ts"
import { agentOperations } from "../agent.ts"
import { extractV2 } from "../extract.ts"
import { active, jobOperations } from "../jobs.ts"
import { mapV2 } from "../map.ts"
import { crawlParams } from "../prompts.ts"
import { searchV2 } from "../search.ts"
import type { Operations } from "../gate/routes.ts"
import * as Team from "../team.ts"
import type { ApiV2 } from "./Api.ts"
import { browserOperations } from "./browser.ts"
import { activeOptions, crawlStart } from "./crawl.ts"
import { monitorOperations } from "./monitors.ts"
import { parse } from "./parse.ts"
import { batchStart, scrape, scrapeStatus } from "./scrape.ts"

type Groups = (typeof ApiV2)["groups"][keyof (typeof ApiV2)["groups"]]

export const operationsV2 = (engines: Engines): Operations<Groups> => {
  const { ledger } = engines
  const activeCrawls = active(engines, activeOptions)
  return {
    scrape: scrape(engines),
    scrapeStatus: scrapeStatus(engines),
    parse: parse(engines),
    batchStart: batchStart(engines),
    crawlStart: crawlStart(engines),
    ...jobOperations(engines, "v2"),
    crawlActive: activeCrawls,
    crawlOngoing: activeCrawls,
    crawlParams: crawlParams(engines),
    map: mapV2(engines),
    search: searchV2(engines),
    ...extractV2(engines),
    ...agentOperations(engines),
    ...browserOperations(engines),
    ...monitorOperations(engines),
    tokenUsage: Team.usage(ledger, "tokens", ({ end, plan, remaining, start }) => ({
      remainingTokens: remaining,
      planTokens: plan,
      billingPeriodStart: start,
      billingPeriodEnd: end
    })),
    creditUsage: Team.usage(ledger, "credits", ({ end, plan, remaining, start }) => ({
      remainingCredits: remaining,
      planCredits: plan,
      billingPeriodStart: start,
      billingPeriodEnd: end
    })),
    tokenHistory: Team.history(ledger, "tokens"),
    creditHistory: Team.history(ledger, "credits"),
    queueStatus: Team.queueStatus(engines),
    activity: Team.activity(engines),
    concurrency: Team.concurrencyCheck(engines)
  }
}
