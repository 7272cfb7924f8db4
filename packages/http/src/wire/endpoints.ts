/** Endpoints as both versions define them: of each kind one way to write them, and those that differ by name alone. */
import type * as Context from "effect/Context"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import { readErrors, operationErrors } from "./ErrorBody.ts"
import * as Shared from "./schemas.ts"

type Name = Context.Context<never>
type Path = `/${string}`

/** Its operation id, and what it is for. */
export const named = (identifier: string, summary: string): Name => OpenApi.annotations({ identifier, summary })

/** What a path with `:id` names. */
type ParamsOf<At extends Path> = At extends `${string}/:id${string}` ? typeof Shared.IdParams : never

const paramsOf = <At extends Path>(path: At) => (path.includes("/:id") ? Shared.IdParams : undefined) as ParamsOf<At>

/** Starts or does work. */
export const postEndpoint = <
  const Id extends string,
  const At extends Path,
  Body extends Schema.Top,
  Answer extends Schema.Top
>(
  id: Id,
  path: At,
  payload: Body,
  success: Answer,
  name: Name
) =>
  HttpApiEndpoint.post(id, path, { params: paramsOf(path), payload, success, error: operationErrors }).annotateMerge(
    name
  )

/** Says something. */
export const getEndpoint = <
  const Id extends string,
  const At extends Path,
  Answer extends Schema.Top,
  Query extends Schema.Struct.Fields = never
>(
  id: Id,
  path: At,
  success: Answer,
  name: Name,
  query?: Query
) => HttpApiEndpoint.get(id, path, { params: paramsOf(path), query, success, error: readErrors }).annotateMerge(name)

/** Ends or removes something. */
export const deleteEndpoint = <const Id extends string, const At extends Path, Answer extends Schema.Top>(
  id: Id,
  path: At,
  success: Answer,
  name: Name
) => HttpApiEndpoint.delete(id, path, { params: paramsOf(path), success, error: readErrors }).annotateMerge(name)

/** Bodies that the versions have each in their own words, by their names in `v1/schemas.ts` and `v2/schemas.ts`. */
type BodyName =
  | `${"Scrape" | "Batch" | "Crawl" | "Map" | "Search" | "Extract"}Request`
  | `${"Scrape" | "Map" | "Search"}Response`
  | "ScrapeStatus"
  | "CrawlStarted"
  | "ExtractStarted"
  | "ExtractStatus"

/** Those that both versions have, over the bodies and documents of one; `name` gives operation ids of its own. */
export const commonEndpoints = <Bodies extends Readonly<Record<BodyName, Schema.Top>>, Item extends Schema.Top>(
  bodies: Bodies,
  item: Item,
  name: (identifier: string, summary: string) => Name
) => {
  const status = Shared.jobStatus(item)
  /** With its own type: a member of `bodies` has that of all. */
  const body = <Key extends BodyName>(key: Key): Bodies[Key] => bodies[key]
  const post = <const Id extends string, const At extends Path, Body extends Schema.Top, Answer extends Schema.Top>(
    id: Id,
    path: At,
    body: Body,
    answer: Answer,
    summary: string
  ) => postEndpoint(id, path, body, answer, name(id, summary))
  const cancel = <const Id extends string, const At extends Path>(id: Id, path: At, summary: string) =>
    deleteEndpoint(id, path, Shared.Cancelled, name(id, summary))
  const errors = <const Id extends string, const At extends Path>(id: Id, path: At, summary: string) =>
    getEndpoint(id, path, Shared.JobErrors, name(id, summary))
  /** Named without `Status`, as the reference has it. */
  const paged = <const Id extends string, const At extends Path>(id: Id, path: At, summary: string) =>
    getEndpoint(id, path, status, name(id.replace(/Status$/, ""), summary), Shared.PageQuery)
  return {
    scrape: post("scrape", "/scrape", body("ScrapeRequest"), body("ScrapeResponse"), "Scrape one page"),
    getScrape: getEndpoint(
      "getScrape",
      "/scrape/:id",
      body("ScrapeStatus"),
      name("getScrape", "The page of an earlier scrape, crawl or batch by its scrapeId")
    ),
    startBatchScrape: post(
      "startBatchScrape",
      "/batch/scrape",
      body("BatchRequest"),
      Shared.JobStarted,
      "Many pages, as a job"
    ),
    getBatchScrapeStatus: paged("getBatchScrapeStatus", "/batch/scrape/:id", "Status of a batch, and its pages"),
    cancelBatchScrape: cancel("cancelBatchScrape", "/batch/scrape/:id", "Stop a batch"),
    getBatchScrapeErrors: errors("getBatchScrapeErrors", "/batch/scrape/:id/errors", "Failed pages of a batch"),
    startCrawl: post("startCrawl", "/crawl", body("CrawlRequest"), body("CrawlStarted"), "A site, as a job"),
    getActiveCrawls: getEndpoint(
      "getActiveCrawls",
      "/crawl/active",
      Shared.ActiveCrawls,
      name("getActiveCrawls", "Crawls that are running")
    ),
    getOngoingCrawls: getEndpoint(
      "getOngoingCrawls",
      "/crawl/ongoing",
      Shared.ActiveCrawls,
      name("getOngoingCrawls", "Same as `/crawl/active`")
    ),
    getCrawlStatus: paged("getCrawlStatus", "/crawl/:id", "Status of a crawl, and its pages"),
    cancelCrawl: cancel("cancelCrawl", "/crawl/:id", "Stop a crawl"),
    getCrawlErrors: errors(
      "getCrawlErrors",
      "/crawl/:id/errors",
      "Failed pages of a crawl, and URLs blocked by robots.txt"
    ),
    map: post("map", "/map", body("MapRequest"), body("MapResponse"), "The addresses of a site"),
    search: post(
      "search",
      "/search",
      body("SearchRequest"),
      body("SearchResponse"),
      "Search the web, and optionally scrape the results"
    ),
    startExtract: post(
      "startExtract",
      "/extract",
      body("ExtractRequest"),
      body("ExtractStarted"),
      "Structured data from pages, as a job"
    ),
    getExtractStatus: getEndpoint(
      "getExtractStatus",
      "/extract/:id",
      body("ExtractStatus"),
      name("getExtract", "Status of an extraction, and its data")
    ),
    cancelExtract: cancel("cancelExtract", "/extract/:id", "Stop an extraction"),
    getHistoricalTokenUsage: getEndpoint(
      "getHistoricalTokenUsage",
      "/team/token-usage/historical",
      Shared.TokenHistory,
      name("getHistoricalTokenUsage", "Tokens used, by month and key"),
      Shared.HistoricalQuery
    ),
    getHistoricalCreditUsage: getEndpoint(
      "getHistoricalCreditUsage",
      "/team/credit-usage/historical",
      Shared.CreditHistory,
      name("getHistoricalCreditUsage", "Credits used, by month and key"),
      Shared.HistoricalQuery
    ),
    getQueueStatus: getEndpoint(
      "getQueueStatus",
      "/team/queue-status",
      Shared.QueueStatus,
      name("getQueueStatus", "Running and waiting pages of the team")
    ),
    getConcurrency: getEndpoint(
      "getConcurrency",
      "/concurrency-check",
      Shared.Concurrency,
      name("getConcurrency", "Running pages, and the concurrency limit")
    )
  }
}
