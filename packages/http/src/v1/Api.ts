/** The v1 endpoints: what they accept and what they answer (docs/reference/v1.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Bearer } from "../gate/Bearer.ts"
import { commonEndpoints, deleteEndpoint, getEndpoint, named, postEndpoint } from "../wire/endpoints.ts"
import { JobErrors } from "../wire/schemas.ts"
import { ExtractStarted, ExtractStatus } from "../v2/schemas.ts"
import * as Body from "./schemas.ts"

/** Operations that v2 has too carry the version in their names. */
const v1 = (identifier: string, summary: string) => named(`${identifier}V1`, summary)

const group = <const Name extends string>(name: Name, title: string) =>
  HttpApiGroup.make(name).annotateMerge(OpenApi.annotations({ title }))

const both = commonEndpoints({ ...Body, ExtractStarted, ExtractStatus }, Body.DocumentV1, v1)

const alias = "Same as GET; the JavaScript client of v1 reads them by POST"

const scraping = group("v1.Scraping", "Scraping").add(
  both.scrape,
  both.getScrape,
  both.startBatchScrape,
  both.getBatchScrapeStatus,
  both.cancelBatchScrape,
  both.getBatchScrapeErrors,
  deleteEndpoint("readBatchScrapeErrors", "/batch/scrape/:id/errors", JobErrors, v1("readBatchScrapeErrors", alias))
)

const crawling = group("v1.Crawling", "Crawling").add(
  both.startCrawl,
  both.getActiveCrawls,
  both.getOngoingCrawls,
  both.getCrawlStatus,
  both.cancelCrawl,
  both.getCrawlErrors,
  deleteEndpoint("readCrawlErrors", "/crawl/:id/errors", JobErrors, v1("readCrawlErrors", alias)),
  both.map
)

const searching = group("v1.Searching", "Searching").add(both.search)

const extraction = group("v1.Extraction", "Extraction").add(
  both.startExtract,
  both.getExtractStatus,
  both.cancelExtract
)

const research = group("v1.Research", "Research").add(
  postEndpoint(
    "startLlmsTxt",
    "/llmstxt",
    Body.LlmsTxtRequest,
    Body.Started,
    named("generateLlmsTxt", "An llms.txt of a site, as a job")
  ),
  getEndpoint(
    "getLlmsTxtStatus",
    "/llmstxt/:id",
    Body.LlmsTxtStatus,
    named("getLlmsTxt", "Status of the job, and the text")
  ),
  postEndpoint(
    "startDeepResearch",
    "/deep-research",
    Body.DeepResearchRequest,
    Body.Started,
    named("startDeepResearch", "Research on the web, as a job")
  ),
  getEndpoint(
    "getDeepResearchStatus",
    "/deep-research/:id",
    Body.DeepResearchStatus,
    named("getDeepResearch", "Status of the job, and its findings")
  )
)

const billing = group("v1.Billing", "Billing").add(
  getEndpoint(
    "getTokenUsage",
    "/team/token-usage",
    Body.TokenUsage,
    named("getTokenUsage", "Tokens left in the billing period")
  ),
  getEndpoint(
    "getCreditUsage",
    "/team/credit-usage",
    Body.CreditUsage,
    v1("getCreditUsage", "Credits left in the billing period")
  ),
  both.getHistoricalTokenUsage,
  both.getHistoricalCreditUsage,
  both.getQueueStatus,
  both.getConcurrency
)

export class ApiV1 extends HttpApi.make("v1")
  .add(scraping, crawling, searching, extraction, research, billing)
  .prefix("/v1")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v1", version: "1.0.0" })) {}
