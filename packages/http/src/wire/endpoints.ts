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
) => HttpApiEndpoint.post(id, path, { payload, success, error: operationErrors }).annotateMerge(name)

/** Does work on what `:id` in the path names. */
export const postById = <
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
  HttpApiEndpoint.post(id, path, { params: Shared.IdParams, payload, success, error: operationErrors }).annotateMerge(
    name
  )

/** Changes what `:id` in the path names. */
export const patchById = <
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
  HttpApiEndpoint.patch(id, path, { params: Shared.IdParams, payload, success, error: operationErrors }).annotateMerge(
    name
  )

/** Says something of the team. */
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
) => HttpApiEndpoint.get(id, path, { query, success, error: readErrors }).annotateMerge(name)

/** Says something of what `:id` in the path names. */
export const getById = <const Id extends string, const At extends Path, Answer extends Schema.Top>(
  id: Id,
  path: At,
  success: Answer,
  name: Name
) => HttpApiEndpoint.get(id, path, { params: Shared.IdParams, success, error: readErrors }).annotateMerge(name)

/** The same by DELETE. */
export const deleteById = <const Id extends string, const At extends Path, Answer extends Schema.Top>(
  id: Id,
  path: At,
  success: Answer,
  name: Name
) => HttpApiEndpoint.delete(id, path, { params: Shared.IdParams, success, error: readErrors }).annotateMerge(name)

/** Those whose bodies are the same, over the documents of a version; `name` gives operation ids of its own. */
export const commonEndpoints = <Item extends Schema.Top>(
  item: Item,
  name: (identifier: string, summary: string) => Name
) => {
  const status = Shared.jobStatus(item)
  const paged = <const Id extends string, const At extends Path>(id: Id, path: At, as: Name) =>
    HttpApiEndpoint.get(id, path, {
      params: Shared.IdParams,
      query: Shared.PageQuery,
      success: status,
      error: readErrors
    }).annotateMerge(as)
  return {
    getBatchScrapeStatus: paged(
      "getBatchScrapeStatus",
      "/batch/scrape/:id",
      name("getBatchScrape", "Status of a batch, and its pages")
    ),
    cancelBatchScrape: deleteById(
      "cancelBatchScrape",
      "/batch/scrape/:id",
      Shared.Cancelled,
      name("cancelBatchScrape", "Stop a batch")
    ),
    getBatchScrapeErrors: getById(
      "getBatchScrapeErrors",
      "/batch/scrape/:id/errors",
      Shared.JobErrors,
      name("getBatchScrapeErrors", "Failed pages of a batch")
    ),
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
    getCrawlStatus: paged("getCrawlStatus", "/crawl/:id", name("getCrawl", "Status of a crawl, and its pages")),
    cancelCrawl: deleteById("cancelCrawl", "/crawl/:id", Shared.Cancelled, name("cancelCrawl", "Stop a crawl")),
    getCrawlErrors: getById(
      "getCrawlErrors",
      "/crawl/:id/errors",
      Shared.JobErrors,
      name("getCrawlErrors", "Failed pages of a crawl, and URLs blocked by robots.txt")
    ),
    cancelExtract: deleteById(
      "cancelExtract",
      "/extract/:id",
      Shared.Cancelled,
      name("cancelExtract", "Stop an extraction")
    ),
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
