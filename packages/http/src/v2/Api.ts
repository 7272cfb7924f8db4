/** The v2 endpoints: what they accept and what they answer (docs/reference/v2.md). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Multipart from "effect/http/Multipart"
import * as OpenApi from "effect/http-api/OpenApi"
import { agentJob } from "@orbweaver/extraction/internal/agent/agentJob"
import { Document } from "@orbweaver/core/model/Document"
import * as Schema from "effect/Schema"
import { Bearer } from "../gate/Bearer.ts"
import { commonEndpoints, deleteEndpoint, getEndpoint, named, postEndpoint } from "../wire/endpoints.ts"
import { operationErrors, readErrors } from "../wire/ErrorBody.ts"
import { jobEndpoints, otherJobGroups } from "../wire/jobEndpoints.ts"
import { otherMethodGroups } from "../wire/methodEndpoints.ts"
import * as Shared from "../wire/schemas.ts"
import * as Agents from "./agentBodies.ts"
import * as Erasure from "./erasureBodies.ts"
import * as Monitors from "./monitorBodies.ts"
import * as Browser from "./browserBodies.ts"
import * as Body from "./schemas.ts"

const both = commonEndpoints(Body, Document, named)

const scraping = HttpApiGroup.make("Scraping").add(
  both.scrape,
  both.getScrape,
  both.startBatchScrape,
  both.getBatchScrapeStatus,
  both.cancelBatchScrape,
  both.getBatchScrapeErrors,
  postEndpoint(
    "parse",
    "/parse",
    Schema.Struct({
      file: Multipart.SingleFileSchema,
      options: Schema.optionalKey(Schema.fromJsonString(Body.ParseOptions))
    }).pipe(HttpApiSchema.asMultipart()),
    Body.ParseResponse,
    named("parseFile", "Parse an uploaded file")
  )
)

const crawling = HttpApiGroup.make("Crawling").add(
  both.startCrawl,
  both.getActiveCrawls,
  both.getOngoingCrawls,
  postEndpoint(
    "crawlParamsPreview",
    "/crawl/params-preview",
    Body.ParamsPreviewRequest,
    Body.ParamsPreviewResponse,
    named("crawlParamsPreview", "Preview the crawl options derived from a prompt")
  ),
  both.getCrawlStatus,
  both.cancelCrawl,
  both.getCrawlErrors,
  both.map
)

const searching = HttpApiGroup.make("Searching").add(both.search)

const extraction = HttpApiGroup.make("Extraction").add(both.startExtract, both.getExtractStatus, both.cancelExtract)

const agentEndpoints = jobEndpoints(agentJob, Agents.AgentRequest, {
  start: "A model that searches and reads until it can answer a prompt, as a job",
  status: "Status of an agent, its steps, and its answer",
  cancel: "Stop an agent"
})

const agents = HttpApiGroup.make("Agents").add(
  agentEndpoints.start,
  getEndpoint(
    "listAgents",
    "/agent",
    Agents.AgentList,
    named("listAgents", "Agents of the team, the latest first"),
    Agents.AgentListQuery
  ),
  agentEndpoints.status,
  agentEndpoints.cancel
)

const browsing = HttpApiGroup.make("Browsing").add(
  postEndpoint(
    "openBrowser",
    "/browser",
    Browser.BrowserRequest,
    Browser.BrowserOpened,
    named("openBrowser", "A browser that stays open between calls")
  ),
  getEndpoint(
    "listBrowsers",
    "/browser",
    Browser.BrowserList,
    named("listBrowsers", "Open browser sessions of the team"),
    Browser.BrowserListQuery
  ),
  deleteEndpoint(
    "closeBrowser",
    "/browser/:id",
    Browser.BrowserClosed,
    named("closeBrowser", "Close a browser session")
  ),
  postEndpoint(
    "executeInBrowser",
    "/browser/:id/execute",
    Browser.ExecuteRequest,
    Browser.ExecuteResponse,
    named("executeInBrowser", "Run a script on the page of a browser session")
  ),
  postEndpoint(
    "interact",
    "/scrape/:id/interact",
    Browser.InteractRequest,
    Browser.ExecuteResponse,
    named("interact", "Run a script on the page of an earlier scrape, in a browser that stays open")
  ),
  deleteEndpoint(
    "stopInteraction",
    "/scrape/:id/interact",
    Browser.BrowserClosed,
    named("stopInteraction", "Close the browser of a scraped page")
  )
)

const monitoring = HttpApiGroup.make("Monitoring").add(
  postEndpoint(
    "createMonitor",
    "/monitor",
    Monitors.CreateMonitorRequest,
    Monitors.MonitorAnswer,
    named("createMonitor", "Pages, a site or searches that are looked at again by a schedule")
  ),
  getEndpoint(
    "listMonitors",
    "/monitor",
    Monitors.MonitorList,
    named("listMonitors", "Monitors of the team"),
    Monitors.ListQuery
  ),
  getEndpoint("getMonitor", "/monitor/:id", Monitors.MonitorAnswer, named("getMonitor", "A monitor")),
  HttpApiEndpoint.patch("updateMonitor", "/monitor/:id", {
    params: Shared.IdParams,
    payload: Monitors.UpdateMonitorRequest,
    success: Monitors.MonitorAnswer,
    error: operationErrors
  }).annotateMerge(named("updateMonitor", "Change a monitor, pause it or resume it")),
  deleteEndpoint("deleteMonitor", "/monitor/:id", Monitors.MonitorDeleted, named("deleteMonitor", "Remove a monitor")),
  postEndpoint(
    "runMonitor",
    "/monitor/:id/run",
    Monitors.RunMonitorRequest,
    Monitors.CheckAnswer,
    named("runMonitor", "Begin a check now")
  ),
  getEndpoint(
    "listMonitorChecks",
    "/monitor/:id/checks",
    Monitors.CheckList,
    named("listMonitorChecks", "Checks of a monitor, the latest first"),
    Monitors.ListQuery
  ),
  HttpApiEndpoint.get("getMonitorCheck", "/monitor/:id/checks/:checkId", {
    params: Monitors.CheckParams,
    query: Monitors.CheckQuery,
    success: Monitors.CheckDetail,
    error: readErrors
  }).annotateMerge(named("getMonitorCheck", "A check, and what changed on its pages"))
)

const billing = HttpApiGroup.make("Billing").add(
  getEndpoint(
    "getTokenUsage",
    "/team/token-usage",
    Body.TokenUsage,
    named("getTokenUsageV2", "Tokens left in the billing period")
  ),
  getEndpoint(
    "getCreditUsage",
    "/team/credit-usage",
    Body.CreditUsage,
    named("getCreditUsage", "Credits left in the billing period")
  ),
  both.getHistoricalTokenUsage,
  both.getHistoricalCreditUsage,
  both.getQueueStatus,
  getEndpoint(
    "getActivity",
    "/team/activity",
    Body.Activity,
    named("getActivity", "Recent jobs of the team"),
    Body.ActivityQuery
  ),
  both.getConcurrency
)

const erasing = HttpApiGroup.make("Erasing").add(
  postEndpoint(
    "erase",
    "/team/erase",
    Erasure.EraseRequest,
    Erasure.EraseResponse,
    named("erase", "Erase what the team has of a host or a page, or all of it")
  )
)

export class ApiV2 extends HttpApi.make("v2")
  .add(
    scraping,
    crawling,
    searching,
    extraction,
    agents,
    browsing,
    monitoring,
    billing,
    erasing,
    ...otherJobGroups,
    ...otherMethodGroups
  )
  .prefix("/v2")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver v2", version: "2.0.0" })) {}
