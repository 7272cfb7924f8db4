/** Answers the v1 endpoints by the features. */
import { batchStartV1 } from "../features/batch/batch.ts"
import { crawlStartV1 } from "../features/crawl/crawl.ts"
import type { Engines } from "../features/Engines.ts"
import { extractV1 } from "../features/extract/extract.ts"
import { active, jobOperations } from "../features/jobs/pageJobs.ts"
import { llmsTxt } from "../features/llmstxt/llmsTxt.ts"
import { mapV1 } from "../features/map/map.ts"
import { deepResearch } from "../features/research/deepResearch.ts"
import { scrapeStatus, scrapeV1 } from "../features/scrape/scrape.ts"
import { searchV1 } from "../features/search/search.ts"
import { teamV1 } from "../features/usage/team.ts"
import type { Operations } from "../gate/routes.ts"
import type { ApiV1 } from "../v1/Api.ts"
import { activeOptions } from "../v1/wire.ts"

type Groups = (typeof ApiV1)["groups"][keyof (typeof ApiV1)["groups"]]

export const operationsV1 = (engines: Engines): Operations<Groups> => {
  const activeCrawls = active(engines, activeOptions)
  const jobs = jobOperations(engines, "v1")
  return {
    scrape: scrapeV1(engines),
    getScrape: scrapeStatus(engines),
    startBatchScrape: batchStartV1(engines),
    startCrawl: crawlStartV1(engines),
    ...jobs,
    readBatchScrapeErrors: jobs.getBatchScrapeErrors,
    readCrawlErrors: jobs.getCrawlErrors,
    getActiveCrawls: activeCrawls,
    getOngoingCrawls: activeCrawls,
    map: mapV1(engines),
    search: searchV1(engines),
    ...extractV1(engines),
    ...llmsTxt(engines),
    ...deepResearch(engines),
    ...teamV1(engines)
  }
}
