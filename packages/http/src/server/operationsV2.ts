/** Answers the v2 endpoints by the features. */
import { agentOperations } from "../features/agent/agent.ts"
import { batchStartV2 } from "../features/batch/batch.ts"
import { browserOperations } from "../features/browser/browser.ts"
import { profileOperations } from "../features/browser/profiles.ts"
import { activeOptions, crawlStartV2 } from "../features/crawl/crawl.ts"
import { crawlParams } from "../features/crawl/prompts.ts"
import type { Engines } from "../features/Engines.ts"
import { erasureOperations } from "../features/erasure/erasure.ts"
import { extractV2 } from "../features/extract/extract.ts"
import { active, jobOperations } from "../features/jobs/pageJobs.ts"
import { otherOperations } from "../features/jobs/resultJobs.ts"
import { mapV2 } from "../features/map/map.ts"
import { otherMethodOperations } from "../features/methods/methods.ts"
import { monitorOperations } from "../features/monitors/monitors.ts"
import { parse } from "../features/scrape/parse.ts"
import { scrapeStatus, scrapeV2 } from "../features/scrape/scrape.ts"
import { searchV2 } from "../features/search/search.ts"
import { teamV2 } from "../features/usage/team.ts"
import type { Operations } from "../gate/routes.ts"
import type { ApiV2 } from "../v2/Api.ts"
import type { OtherGroups } from "../wire/jobEndpoints.ts"
import type { OtherMethodGroups } from "../wire/methodEndpoints.ts"

type Groups = (typeof ApiV2)["groups"][keyof (typeof ApiV2)["groups"]]

export const operationsV2 = (engines: Engines): Operations<Groups> => {
  const activeCrawls = active(engines, activeOptions)
  return {
    scrape: scrapeV2(engines),
    getScrape: scrapeStatus(engines),
    parse: parse(engines),
    startBatchScrape: batchStartV2(engines),
    startCrawl: crawlStartV2(engines),
    ...jobOperations(engines, "v2"),
    getActiveCrawls: activeCrawls,
    getOngoingCrawls: activeCrawls,
    crawlParamsPreview: crawlParams(engines),
    map: mapV2(engines),
    search: searchV2(engines),
    ...extractV2(engines),
    ...agentOperations(engines),
    ...otherOperations<OtherGroups>(engines),
    ...otherMethodOperations<OtherMethodGroups>(engines),
    ...browserOperations(engines),
    ...profileOperations(engines),
    ...monitorOperations(engines),
    ...teamV2(engines),
    ...erasureOperations(engines)
  }
}
