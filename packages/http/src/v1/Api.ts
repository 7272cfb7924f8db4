/** The v1 endpoints: what they accept and what they answer (contract/v1.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Bearer } from "../Bearer.ts"
import { readErrors, workErrors } from "../ErrorBody.ts"
import * as Shared from "../schemas.ts"
import { ExtractStarted, ExtractStatus } from "../v2/schemas.ts"
import * as Body from "./schemas.ts"

const named = (identifier: string, summary: string) => OpenApi.annotations({ identifier, summary })

const group = <const Name extends string>(name: Name, title: string) =>
  HttpApiGroup.make(name).annotateMerge(OpenApi.annotations({ title }))

const id = { params: Shared.IdParams, error: readErrors }
const JobStatus = Shared.jobStatus(Body.DocumentV1)

const scraping = group("v1.Scraping", "Scraping").add(
  HttpApiEndpoint.post("scrape", "/scrape", {
    payload: Body.ScrapeRequest,
    success: Body.ScrapeResponse,
    error: workErrors
  }).annotateMerge(named("scrapeV1", "One page in the formats asked for")),
  HttpApiEndpoint.get("scrapeStatus", "/scrape/:id", { ...id, success: Body.ScrapeStatus }).annotateMerge(
    named("getScrapeV1", "The page of an earlier scrape by its scrapeId")
  ),
  HttpApiEndpoint.post("batchStart", "/batch/scrape", {
    payload: Body.BatchRequest,
    success: Shared.JobStarted,
    error: workErrors
  }).annotateMerge(named("startBatchScrapeV1", "Many pages, as a job")),
  HttpApiEndpoint.get("batchStatus", "/batch/scrape/:id", {
    ...id,
    query: Shared.PageQuery,
    success: JobStatus
  }).annotateMerge(named("getBatchScrapeV1", "How far a batch is, and its pages")),
  HttpApiEndpoint.delete("batchCancel", "/batch/scrape/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelBatchScrapeV1", "Stop a batch")
  ),
  HttpApiEndpoint.get("batchErrors", "/batch/scrape/:id/errors", { ...id, success: Shared.JobErrors }).annotateMerge(
    named("getBatchScrapeErrorsV1", "Pages of a batch that failed")
  ),
  HttpApiEndpoint.delete("batchErrorsAlias", "/batch/scrape/:id/errors", {
    ...id,
    success: Shared.JobErrors
  }).annotateMerge(named("readBatchScrapeErrorsV1", "Same as GET: what the JavaScript client of v1 sends to read them"))
)

const crawling = group("v1.Crawling", "Crawling").add(
  HttpApiEndpoint.post("crawlStart", "/crawl", {
    payload: Body.CrawlRequest,
    success: Body.CrawlStarted,
    error: workErrors
  }).annotateMerge(named("startCrawlV1", "A site, as a job")),
  HttpApiEndpoint.get("crawlActive", "/crawl/active", {
    success: Shared.ActiveCrawls,
    error: readErrors
  }).annotateMerge(named("getActiveCrawlsV1", "Crawls that are running")),
  HttpApiEndpoint.get("crawlOngoing", "/crawl/ongoing", {
    success: Shared.ActiveCrawls,
    error: readErrors
  }).annotateMerge(named("getOngoingCrawlsV1", "Same as `/crawl/active`")),
  HttpApiEndpoint.get("crawlStatus", "/crawl/:id", {
    ...id,
    query: Shared.PageQuery,
    success: JobStatus
  }).annotateMerge(named("getCrawlV1", "How far a crawl is, and its pages")),
  HttpApiEndpoint.delete("crawlCancel", "/crawl/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelCrawlV1", "Stop a crawl")
  ),
  HttpApiEndpoint.get("crawlErrors", "/crawl/:id/errors", { ...id, success: Shared.JobErrors }).annotateMerge(
    named("getCrawlErrorsV1", "Pages of a crawl that failed, and those that robots.txt kept out")
  ),
  HttpApiEndpoint.delete("crawlErrorsAlias", "/crawl/:id/errors", { ...id, success: Shared.JobErrors }).annotateMerge(
    named("readCrawlErrorsV1", "Same as GET: what the JavaScript client of v1 sends to read them")
  ),
  HttpApiEndpoint.post("map", "/map", {
    payload: Body.MapRequest,
    success: Body.MapResponse,
    error: workErrors
  }).annotateMerge(named("mapV1", "The addresses of a site"))
)

const searching = group("v1.Searching", "Searching").add(
  HttpApiEndpoint.post("search", "/search", {
    payload: Body.SearchRequest,
    success: Body.SearchResponse,
    error: workErrors
  }).annotateMerge(named("searchV1", "Web search, and the pages found when asked"))
)

const extraction = group("v1.Extraction", "Extraction").add(
  HttpApiEndpoint.post("extractStart", "/extract", {
    payload: Body.ExtractRequest,
    success: ExtractStarted,
    error: workErrors
  }).annotateMerge(named("startExtractV1", "Structured data from pages, as a job")),
  HttpApiEndpoint.get("extractStatus", "/extract/:id", { ...id, success: ExtractStatus }).annotateMerge(
    named("getExtractV1", "How far an extraction is, and its data")
  ),
  HttpApiEndpoint.delete("extractCancel", "/extract/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelExtractV1", "Stop an extraction")
  )
)

const research = group("v1.Research", "Research").add(
  HttpApiEndpoint.post("llmsTxtStart", "/llmstxt", {
    payload: Body.LlmsTxtRequest,
    success: Body.Started,
    error: workErrors
  }).annotateMerge(named("generateLlmsTxt", "An llms.txt of a site, as a job")),
  HttpApiEndpoint.get("llmsTxtStatus", "/llmstxt/:id", { ...id, success: Body.LlmsTxtStatus }).annotateMerge(
    named("getLlmsTxt", "How far it is, and the text")
  ),
  HttpApiEndpoint.post("deepResearchStart", "/deep-research", {
    payload: Body.DeepResearchRequest,
    success: Body.Started,
    error: workErrors
  }).annotateMerge(named("startDeepResearch", "Research on the web, as a job")),
  HttpApiEndpoint.get("deepResearchStatus", "/deep-research/:id", {
    ...id,
    success: Body.DeepResearchStatus
  }).annotateMerge(named("getDeepResearch", "How far it is, and its findings"))
)

const billing = group("v1.Billing", "Billing").add(
  HttpApiEndpoint.get("tokenUsage", "/team/token-usage", { success: Body.TokenUsage, error: readErrors }).annotateMerge(
    named("getTokenUsage", "Tokens left in the billing period")
  ),
  HttpApiEndpoint.get("creditUsage", "/team/credit-usage", {
    success: Body.CreditUsage,
    error: readErrors
  }).annotateMerge(named("getCreditUsageV1", "Credits left in the billing period")),
  HttpApiEndpoint.get("tokenHistory", "/team/token-usage/historical", {
    query: Shared.HistoricalQuery,
    success: Shared.TokenHistory,
    error: readErrors
  }).annotateMerge(named("getHistoricalTokenUsageV1", "Tokens used, by month and key")),
  HttpApiEndpoint.get("creditHistory", "/team/credit-usage/historical", {
    query: Shared.HistoricalQuery,
    success: Shared.CreditHistory,
    error: readErrors
  }).annotateMerge(named("getHistoricalCreditUsageV1", "Credits used, by month and key")),
  HttpApiEndpoint.get("queueStatus", "/team/queue-status", {
    success: Shared.QueueStatus,
    error: readErrors
  }).annotateMerge(named("getQueueStatusV1", "Pages of the team that run and wait")),
  HttpApiEndpoint.get("concurrency", "/concurrency-check", {
    success: Shared.Concurrency,
    error: readErrors
  }).annotateMerge(named("getConcurrencyV1", "Pages that run now, and how many may"))
)

export class ApiV1 extends HttpApi.make("v1")
  .add(scraping, crawling, searching, extraction, research, billing)
  .prefix("/v1")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v1", version: "1.0.0" })) {}
