/** Endpoints as both versions define them: of each kind one way to write them, and those that differ by name alone. */
import type * as Context from "effect/Context"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { readErrors, operationErrors } from "./ErrorBody.ts"
import * as Shared from "./schemas.ts"

type Name = Context.Context<never>
type Path = `/${string}`

/** An operation id that is not the name of the endpoint, and what the endpoint is for. */
export const named = (identifier: string, summary: string): Name => OpenApi.annotations({ identifier, summary })

type Texts<Names extends string> = { readonly [Name in Names]: typeof Schema.String }

/** What a path names. */
type ParamsOf<At extends Path> = At extends `${string}/:${infer First}/${string}/:${infer Second}`
  ? Texts<First | Second>
  : At extends `${string}/:${infer Name}/${string}`
    ? Texts<Name>
    : At extends `${string}/:${infer Name}`
      ? Texts<Name>
      : never

const paramsOf = <At extends Path>(path: At) => {
  const names = [...path.matchAll(/\/:(\w+)/g)].map(([, name]) => [name!, Schema.String] as const)
  return (names.length === 0 ? undefined : Object.fromEntries(names)) as ParamsOf<At>
}

/**
 * Ways to write the endpoints of an API. `text` says what one is for; the document of the API has it under the id that
 * `operationId` makes of its name, in which the status of a job is called as the job.
 */
export const endpointsOf = (operationId: (name: string) => string = (name) => name) => {
  const textOf = (name: string, path: Path, text: string | Name): Name =>
    typeof text === "string"
      ? named(operationId(path.endsWith("/:id") ? name.replace(/Status$/, "") : name), text)
      : text
  return {
    /** Starts or does work. */
    post: <const Id extends string, const At extends Path, Body extends Schema.Top, Answer extends Schema.Top>(
      id: Id,
      path: At,
      payload: Body,
      success: Answer,
      text: string | Name
    ) => {
      const options = { params: paramsOf(path), payload, success, error: operationErrors }
      return HttpApiEndpoint.post(id, path, options).annotateMerge(textOf(id, path, text))
    },
    /** Says something. */
    get: <
      const Id extends string,
      const At extends Path,
      Answer extends Schema.Top,
      Query extends Schema.Struct.Fields = never
    >(
      id: Id,
      path: At,
      success: Answer,
      text: string | Name,
      query?: Query
    ) => {
      const options = { params: paramsOf(path), query, success, error: readErrors }
      return HttpApiEndpoint.get(id, path, options).annotateMerge(textOf(id, path, text))
    },
    /** Ends or removes something. */
    remove: <const Id extends string, const At extends Path, Answer extends Schema.Top>(
      id: Id,
      path: At,
      success: Answer,
      text: string | Name
    ) => {
      const options = { params: paramsOf(path), success, error: readErrors }
      return HttpApiEndpoint.delete(id, path, options).annotateMerge(textOf(id, path, text))
    }
  }
}

type Endpoints = ReturnType<typeof endpointsOf>

/** Bodies that the versions have each in their own words, by their names in `v1/schemas.ts` and `v2/schemas.ts`. */
type BodyName =
  | `${"Scrape" | "Batch" | "Crawl" | "Map" | "Search" | "Extract"}Request`
  | `${"Scrape" | "Map" | "Search"}Response`
  | "ScrapeStatus"
  | "CrawlStarted"
  | "ExtractStarted"
  | "ExtractStatus"

/** Those that both versions have, over the bodies and documents of one. */
export const commonEndpoints = <Bodies extends Readonly<Record<BodyName, Schema.Top>>, Item extends Schema.Top>(
  bodies: Bodies,
  item: Item,
  { get, post, remove }: Endpoints
) => {
  const status = Shared.jobStatus(item)
  const { ActiveCrawls, Cancelled, Concurrency, CreditHistory, HistoricalQuery, JobErrors, JobStarted } = Shared
  const { PageQuery, QueueStatus, TokenHistory } = Shared
  /** With its own type: a member of `bodies` has that of all. */
  const body = <Key extends BodyName>(key: Key): Bodies[Key] => bodies[key]
  return {
    scrape: post("scrape", "/scrape", body("ScrapeRequest"), body("ScrapeResponse"), "Scrape one page"),
    getScrape: get(
      "getScrape",
      "/scrape/:id",
      body("ScrapeStatus"),
      "The page of an earlier scrape, crawl or batch by its scrapeId"
    ),
    startBatchScrape: post(
      "startBatchScrape",
      "/batch/scrape",
      body("BatchRequest"),
      JobStarted,
      "Many pages, as a job"
    ),
    getBatchScrapeStatus: get(
      "getBatchScrapeStatus",
      "/batch/scrape/:id",
      status,
      "Status of a batch, and its pages",
      PageQuery
    ),
    cancelBatchScrape: remove("cancelBatchScrape", "/batch/scrape/:id", Cancelled, "Stop a batch"),
    getBatchScrapeErrors: get("getBatchScrapeErrors", "/batch/scrape/:id/errors", JobErrors, "Failed pages of a batch"),
    startCrawl: post("startCrawl", "/crawl", body("CrawlRequest"), body("CrawlStarted"), "A site, as a job"),
    getActiveCrawls: get("getActiveCrawls", "/crawl/active", ActiveCrawls, "Crawls that are running"),
    getOngoingCrawls: get("getOngoingCrawls", "/crawl/ongoing", ActiveCrawls, "Same as `/crawl/active`"),
    getCrawlStatus: get("getCrawlStatus", "/crawl/:id", status, "Status of a crawl, and its pages", PageQuery),
    cancelCrawl: remove("cancelCrawl", "/crawl/:id", Cancelled, "Stop a crawl"),
    getCrawlErrors: get(
      "getCrawlErrors",
      "/crawl/:id/errors",
      JobErrors,
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
    getExtractStatus: get(
      "getExtractStatus",
      "/extract/:id",
      body("ExtractStatus"),
      "Status of an extraction, and its data"
    ),
    cancelExtract: remove("cancelExtract", "/extract/:id", Cancelled, "Stop an extraction"),
    getHistoricalTokenUsage: get(
      "getHistoricalTokenUsage",
      "/team/token-usage/historical",
      TokenHistory,
      "Tokens used, by month and key",
      HistoricalQuery
    ),
    getHistoricalCreditUsage: get(
      "getHistoricalCreditUsage",
      "/team/credit-usage/historical",
      CreditHistory,
      "Credits used, by month and key",
      HistoricalQuery
    ),
    getQueueStatus: get("getQueueStatus", "/team/queue-status", QueueStatus, "Running and waiting pages of the team"),
    getConcurrency: get("getConcurrency", "/concurrency-check", Concurrency, "Running pages, and the concurrency limit")
  }
}
