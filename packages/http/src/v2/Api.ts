/** The v2 endpoints: what they accept and what they answer (contract/v2.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Multipart from "effect/http/Multipart"
import * as OpenApi from "effect/http-api/OpenApi"
import { Document } from "@orbweaver/core/Document"
import * as Schema from "effect/Schema"
import { Bearer } from "../Bearer.ts"
import { readErrors, workErrors } from "../ErrorBody.ts"
import * as Shared from "../schemas.ts"
import * as Body from "./schemas.ts"

const named = (identifier: string, summary: string) => OpenApi.annotations({ identifier, summary })

const id = { params: Shared.IdParams, error: readErrors }
const JobStatus = Shared.jobStatus(Document)

const scraping = HttpApiGroup.make("Scraping").add(
  HttpApiEndpoint.post("scrape", "/scrape", {
    payload: Body.ScrapeRequest,
    success: Body.ScrapeResponse,
    error: workErrors
  }).annotateMerge(named("scrape", "One page in the formats asked for")),
  HttpApiEndpoint.get("scrapeStatus", "/scrape/:id", { ...id, success: Body.ScrapeStatus }).annotateMerge(
    named("getScrape", "The page of an earlier scrape, crawl or batch by its scrapeId")
  ),
  HttpApiEndpoint.post("batchStart", "/batch/scrape", {
    payload: Body.BatchRequest,
    success: Shared.JobStarted,
    error: workErrors
  }).annotateMerge(named("startBatchScrape", "Many pages, as a job")),
  HttpApiEndpoint.get("batchStatus", "/batch/scrape/:id", {
    ...id,
    query: Shared.PageQuery,
    success: JobStatus
  }).annotateMerge(named("getBatchScrape", "How far a batch is, and its pages")),
  HttpApiEndpoint.delete("batchCancel", "/batch/scrape/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelBatchScrape", "Stop a batch")
  ),
  HttpApiEndpoint.get("batchErrors", "/batch/scrape/:id/errors", { ...id, success: Shared.JobErrors }).annotateMerge(
    named("getBatchScrapeErrors", "Pages of a batch that failed")
  ),
  HttpApiEndpoint.post("parse", "/parse", {
    payload: Schema.Struct({
      file: Multipart.SingleFileSchema,
      options: Schema.optionalKey(Schema.fromJsonString(Body.ParseOptions))
    }).pipe(HttpApiSchema.asMultipart()),
    success: Body.ParseResponse,
    error: workErrors
  }).annotateMerge(named("parseFile", "An uploaded file in the formats asked for"))
)

const crawling = HttpApiGroup.make("Crawling").add(
  HttpApiEndpoint.post("crawlStart", "/crawl", {
    payload: Body.CrawlRequest,
    success: Body.CrawlStarted,
    error: workErrors
  }).annotateMerge(named("startCrawl", "A site, as a job")),
  HttpApiEndpoint.get("crawlActive", "/crawl/active", {
    success: Shared.ActiveCrawls,
    error: readErrors
  }).annotateMerge(named("getActiveCrawls", "Crawls that are running")),
  HttpApiEndpoint.get("crawlOngoing", "/crawl/ongoing", {
    success: Shared.ActiveCrawls,
    error: readErrors
  }).annotateMerge(named("getOngoingCrawls", "Same as `/crawl/active`")),
  HttpApiEndpoint.post("crawlParams", "/crawl/params-preview", {
    payload: Body.ParamsPreviewRequest,
    success: Body.ParamsPreviewResponse,
    error: workErrors
  }).annotateMerge(named("crawlParamsPreview", "The crawl options that a prompt leads to")),
  HttpApiEndpoint.get("crawlStatus", "/crawl/:id", {
    ...id,
    query: Shared.PageQuery,
    success: JobStatus
  }).annotateMerge(named("getCrawl", "How far a crawl is, and its pages")),
  HttpApiEndpoint.delete("crawlCancel", "/crawl/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelCrawl", "Stop a crawl")
  ),
  HttpApiEndpoint.get("crawlErrors", "/crawl/:id/errors", { ...id, success: Shared.JobErrors }).annotateMerge(
    named("getCrawlErrors", "Pages of a crawl that failed, and those that robots.txt kept out")
  ),
  HttpApiEndpoint.post("map", "/map", {
    payload: Body.MapRequest,
    success: Body.MapResponse,
    error: workErrors
  }).annotateMerge(named("map", "The addresses of a site"))
)

const searching = HttpApiGroup.make("Searching").add(
  HttpApiEndpoint.post("search", "/search", {
    payload: Body.SearchRequest,
    success: Body.SearchResponse,
    error: workErrors
  }).annotateMerge(named("search", "Web search, and the pages found when asked"))
)

const extraction = HttpApiGroup.make("Extraction").add(
  HttpApiEndpoint.post("extractStart", "/extract", {
    payload: Body.ExtractRequest,
    success: Body.ExtractStarted,
    error: workErrors
  }).annotateMerge(named("startExtract", "Structured data from pages, as a job")),
  HttpApiEndpoint.get("extractStatus", "/extract/:id", { ...id, success: Body.ExtractStatus }).annotateMerge(
    named("getExtract", "How far an extraction is, and its data")
  ),
  HttpApiEndpoint.delete("extractCancel", "/extract/:id", { ...id, success: Shared.Cancelled }).annotateMerge(
    named("cancelExtract", "Stop an extraction")
  )
)

const billing = HttpApiGroup.make("Billing").add(
  HttpApiEndpoint.get("tokenUsage", "/team/token-usage", { success: Body.TokenUsage, error: readErrors }).annotateMerge(
    named("getTokenUsageV2", "Tokens left in the billing period")
  ),
  HttpApiEndpoint.get("creditUsage", "/team/credit-usage", {
    success: Body.CreditUsage,
    error: readErrors
  }).annotateMerge(named("getCreditUsage", "Credits left in the billing period")),
  HttpApiEndpoint.get("tokenHistory", "/team/token-usage/historical", {
    query: Shared.HistoricalQuery,
    success: Shared.TokenHistory,
    error: readErrors
  }).annotateMerge(named("getHistoricalTokenUsage", "Tokens used, by month and key")),
  HttpApiEndpoint.get("creditHistory", "/team/credit-usage/historical", {
    query: Shared.HistoricalQuery,
    success: Shared.CreditHistory,
    error: readErrors
  }).annotateMerge(named("getHistoricalCreditUsage", "Credits used, by month and key")),
  HttpApiEndpoint.get("queueStatus", "/team/queue-status", {
    success: Shared.QueueStatus,
    error: readErrors
  }).annotateMerge(named("getQueueStatus", "Pages of the team that run and wait")),
  HttpApiEndpoint.get("activity", "/team/activity", {
    query: Body.ActivityQuery,
    success: Body.Activity,
    error: readErrors
  }).annotateMerge(named("getActivity", "Recent jobs of the team")),
  HttpApiEndpoint.get("concurrency", "/concurrency-check", {
    success: Shared.Concurrency,
    error: readErrors
  }).annotateMerge(named("getConcurrency", "Pages that run now, and how many may"))
)

export class ApiV2 extends HttpApi.make("v2")
  .add(scraping, crawling, searching, extraction, billing)
  .prefix("/v2")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v2", version: "2.0.0" })) {}
