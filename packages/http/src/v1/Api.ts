/** The v1 endpoints: what they accept and what they answer (docs/reference/v1.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { KeyScope } from "../wire/KeyScope.ts"
import { Bearer } from "../gate/Bearer.ts"
import { commonEndpoints, endpointsOf, named } from "../wire/endpoints.ts"
import { JobErrors } from "../wire/schemas.ts"
import { ExtractStarted, ExtractStatus } from "../v2/schemas.ts"
import * as Body from "./schemas.ts"

/** Operations that v2 has too carry the version in their ids. */
const v1 = endpointsOf((name) => `${name}V1`)
const { get, post } = endpointsOf()

const group = <const Name extends string>(name: Name, title: string) =>
  HttpApiGroup.make(name).annotateMerge(OpenApi.annotations({ title }))

const both = commonEndpoints({ ...Body, ExtractStarted, ExtractStatus }, Body.DocumentV1, v1)

const alias = "Same as GET; the JavaScript client of v1 reads them by POST"

const scraping = group("v1.Scraping", "Scraping")
  .annotate(KeyScope, "scrape")
  .add(
    both.scrape,
    both.getScrape,
    both.startBatchScrape,
    both.getBatchScrapeStatus,
    both.cancelBatchScrape,
    both.getBatchScrapeErrors,
    v1.remove("readBatchScrapeErrors", "/batch/scrape/:id/errors", JobErrors, alias)
  )

const crawling = group("v1.Crawling", "Crawling")
  .annotate(KeyScope, "crawl")
  .add(
    both.startCrawl,
    both.getActiveCrawls,
    both.getOngoingCrawls,
    both.getCrawlStatus,
    both.cancelCrawl,
    both.getCrawlErrors,
    v1.remove("readCrawlErrors", "/crawl/:id/errors", JobErrors, alias),
    both.map
  )

const searching = group("v1.Searching", "Searching").annotate(KeyScope, "search").add(both.search)

const extraction = group("v1.Extraction", "Extraction")
  .annotate(KeyScope, "agent")
  .add(both.startExtract, both.getExtractStatus, both.cancelExtract)

const llmsTxt = named("generateLlmsTxt", "An llms.txt of a site, as a job")

const research = group("v1.Research", "Research")
  .annotate(KeyScope, "agent")
  .add(
    post("startLlmsTxt", "/llmstxt", Body.LlmsTxtRequest, Body.Started, llmsTxt),
    get("getLlmsTxtStatus", "/llmstxt/:id", Body.LlmsTxtStatus, "Status of the job, and the text"),
    post(
      "startDeepResearch",
      "/deep-research",
      Body.DeepResearchRequest,
      Body.Started,
      "Research on the web, as a job"
    ),
    get("getDeepResearchStatus", "/deep-research/:id", Body.DeepResearchStatus, "Status of the job, and its findings")
  )

const billing = group("v1.Billing", "Billing").add(
  get("getTokenUsage", "/team/token-usage", Body.TokenUsage, "Tokens left in the billing period"),
  v1.get("getCreditUsage", "/team/credit-usage", Body.CreditUsage, "Credits left in the billing period"),
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
