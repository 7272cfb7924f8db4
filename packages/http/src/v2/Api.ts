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
import { KeyScope } from "../wire/KeyScope.ts"
import { Bearer } from "../gate/Bearer.ts"
import { commonEndpoints, endpointsOf, named } from "../wire/endpoints.ts"
import { operationErrors } from "../wire/ErrorBody.ts"
import { jobEndpoints, otherJobGroups } from "../wire/jobEndpoints.ts"
import { otherMethodGroups } from "../wire/methodEndpoints.ts"
import * as Shared from "../wire/schemas.ts"
import * as Agents from "./agentBodies.ts"
import * as Erasure from "./erasureBodies.ts"
import * as Monitors from "./monitorBodies.ts"
import * as Profiles from "./profileBodies.ts"
import * as Browser from "./browserBodies.ts"
import * as Body from "./schemas.ts"

const { get, post, remove } = endpointsOf()

const both = commonEndpoints(Body, Document, { get, post, remove })

const Upload = Schema.Struct({
  file: Multipart.SingleFileSchema,
  options: Schema.optionalKey(Schema.fromJsonString(Body.ParseOptions))
}).pipe(HttpApiSchema.asMultipart())

const scraping = HttpApiGroup.make("Scraping")
  .annotate(KeyScope, "scrape")
  .add(
    both.scrape,
    both.getScrape,
    both.startBatchScrape,
    both.getBatchScrapeStatus,
    both.cancelBatchScrape,
    both.getBatchScrapeErrors,
    post("parse", "/parse", Upload, Body.ParseResponse, named("parseFile", "Parse an uploaded file"))
  )

const crawling = HttpApiGroup.make("Crawling")
  .annotate(KeyScope, "crawl")
  .add(
    both.startCrawl,
    both.getActiveCrawls,
    both.getOngoingCrawls,
    post(
      "crawlParamsPreview",
      "/crawl/params-preview",
      Body.ParamsPreviewRequest,
      Body.ParamsPreviewResponse,
      "Preview the crawl options derived from a prompt"
    ),
    both.getCrawlStatus,
    both.cancelCrawl,
    both.getCrawlErrors,
    both.map
  )

const searching = HttpApiGroup.make("Searching").annotate(KeyScope, "search").add(both.search)

const extraction = HttpApiGroup.make("Extraction")
  .annotate(KeyScope, "agent")
  .add(both.startExtract, both.getExtractStatus, both.cancelExtract)

const agentEndpoints = jobEndpoints(agentJob, Agents.AgentRequest, {
  start: "A model that searches and reads until it can answer a prompt, as a job",
  status: "Status of an agent, its steps, and its answer",
  cancel: "Stop an agent"
})

const agents = HttpApiGroup.make("Agents")
  .annotate(KeyScope, "agent")
  .add(
    post(
      "startAgent",
      "/agent",
      Agents.AgentRequest,
      Agents.AgentStarted,
      "A model that searches and reads until it can answer a prompt, as a job"
    ),
    get("listAgents", "/agent", Agents.AgentList, "Agents of the team, the latest first", Agents.AgentListQuery),
    get(
      "getAgentThread",
      "/agent/threads/:id",
      Agents.AgentThreadAnswer,
      "Agents of a conversation, the first one first",
      Agents.AgentThreadQuery
    ),
    agentEndpoints.status,
    get(
      "getAgentTrace",
      "/agent/:id/trace",
      Agents.AgentTraceAnswer,
      "What an agent did, event by event, and its sources",
      Agents.AgentTraceQuery
    ),
    agentEndpoints.cancel
  )

const { BrowserClosed, BrowserList, BrowserListQuery, BrowserOpened, BrowserRequest } = Browser
const { ExecuteRequest, ExecuteResponse, InteractRequest } = Browser

const browsing = HttpApiGroup.make("Browsing")
  .annotate(KeyScope, "browser")
  .add(
    post("openBrowser", "/browser", BrowserRequest, BrowserOpened, "A browser that stays open between calls"),
    get("listBrowsers", "/browser", BrowserList, "Open browser sessions of the team", BrowserListQuery),
    remove("closeBrowser", "/browser/:id", BrowserClosed, "Close a browser session"),
    post(
      "executeInBrowser",
      "/browser/:id/execute",
      ExecuteRequest,
      ExecuteResponse,
      "Run a script on the page of a browser session"
    ),
    // Newer names of the four above.
    post("openInteract", "/interact", BrowserRequest, BrowserOpened, "As `POST /v2/browser`"),
    get("listInteract", "/interact", BrowserList, "As `GET /v2/browser`", BrowserListQuery),
    remove("closeInteract", "/interact/:id", BrowserClosed, "As `DELETE /v2/browser/:id`"),
    post(
      "executeInInteract",
      "/interact/:id/execute",
      ExecuteRequest,
      ExecuteResponse,
      "As `POST /v2/browser/:id/execute`"
    ),
    post(
      "interact",
      "/scrape/:id/interact",
      InteractRequest,
      ExecuteResponse,
      "Run a script on the page of an earlier scrape, in a browser that stays open"
    ),
    remove("stopInteraction", "/scrape/:id/interact", BrowserClosed, "Close the browser of a scraped page"),
    get("listProfiles", "/profiles", Profiles.ProfileList, "Browser profiles of the team"),
    remove("deleteProfile", "/profiles/:id", Profiles.ProfileDeleted, "Delete a browser profile")
  )

const { CheckAnswer, CheckDetail, CheckList, CheckQuery, ChecksQuery, CreateMonitorRequest, ListQuery, MonitorAnswer } =
  Monitors
const { MonitorDeleted, MonitorList, RunMonitorRequest, UpdateMonitorRequest } = Monitors

const monitoring = HttpApiGroup.make("Monitoring")
  .annotate(KeyScope, "monitor")
  .add(
    post(
      "createMonitor",
      "/monitor",
      CreateMonitorRequest,
      MonitorAnswer,
      "Pages, a site or searches that are looked at again by a schedule"
    ),
    get("listMonitors", "/monitor", MonitorList, "Monitors of the team", ListQuery),
    get("getMonitor", "/monitor/:id", MonitorAnswer, "A monitor"),
    HttpApiEndpoint.patch("updateMonitor", "/monitor/:id", {
      params: Shared.IdParams,
      payload: UpdateMonitorRequest,
      success: MonitorAnswer,
      error: operationErrors
    }).annotateMerge(named("updateMonitor", "Change a monitor, pause it or resume it")),
    remove("deleteMonitor", "/monitor/:id", MonitorDeleted, "Remove a monitor"),
    post("runMonitor", "/monitor/:id/run", RunMonitorRequest, CheckAnswer, "Begin a check now"),
    get("listMonitorChecks", "/monitor/:id/checks", CheckList, "Checks of a monitor, the latest first", ChecksQuery),
    get(
      "getMonitorCheck",
      "/monitor/:id/checks/:checkId",
      CheckDetail,
      "A check, and what changed on its pages",
      CheckQuery
    )
  )

const tokenUsage = named("getTokenUsageV2", "Tokens left in the billing period")

const billing = HttpApiGroup.make("Billing").add(
  get("getTokenUsage", "/team/token-usage", Body.TokenUsage, tokenUsage),
  get("getCreditUsage", "/team/credit-usage", Body.CreditUsage, "Credits left in the billing period"),
  both.getHistoricalTokenUsage,
  both.getHistoricalCreditUsage,
  both.getQueueStatus,
  get("getActivity", "/team/activity", Body.Activity, "Recent jobs of the team", Body.ActivityQuery),
  both.getConcurrency
)

const erasing = HttpApiGroup.make("Erasing").add(
  post(
    "erase",
    "/team/erase",
    Erasure.EraseRequest,
    Erasure.EraseResponse,
    "Erase what the team has of a host or a page, or all of it"
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
