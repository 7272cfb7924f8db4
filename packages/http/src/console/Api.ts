/**
 * What the console asks besides v1 and v2 (docs/guide/console.md). These endpoints are ours, stand under `/console/api`
 * where the console is served, and are for pages of this origin alone: no answer carries a CORS header.
 */
import { Scope } from "@orbweaver/core/accounts/ApiKeys"
import { AddressRanges } from "@orbweaver/core/internal/accounts/callerAddress"
import { Document } from "@orbweaver/core/model/Document"
import { JobKind, JobStatus, PageAttempt } from "@orbweaver/core/model/Job"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Bearer } from "../gate/Bearer.ts"
import { endpointsOf, named } from "../wire/endpoints.ts"
import { operationErrors } from "../wire/ErrorBody.ts"
import { ScrapeRequest, ScrapeResponse } from "../v2/schemas.ts"

const optional = Schema.optionalKey
const Success = Schema.Literal(true)
const Milliseconds = Schema.Finite
const IdParams = { id: Schema.String }

const Session = Schema.Struct({
  success: Success,
  team: Schema.String,
  key: optional(Schema.String),
  scopes: Schema.Array(Scope),
  /** Parts of the API that this server has. */
  parts: Schema.Array(Schema.String),
  /** Kinds and statuses of jobs that this version knows. */
  jobKinds: Schema.Array(JobKind),
  jobStatuses: Schema.Array(JobStatus)
})

/** One scrape option, as its definition has it. */
export const OptionField = Schema.Struct({
  name: Schema.String,
  text: Schema.String,
  form: Schema.Literals(["boolean", "integer", "number", "text", "list", "choice", "json"]),
  choices: optional(Schema.Array(Schema.String)),
  default: optional(Schema.Json),
  /** What an omitted option means, in words, where it has no default. */
  otherwise: optional(Schema.String),
  minimum: optional(Schema.Finite),
  maximum: optional(Schema.Finite),
  unit: optional(Schema.String),
  /** Of the command line, without hyphens before it; absent where there is none. */
  flag: optional(
    Schema.Struct({
      name: Schema.String,
      form: Schema.Literals(["boolean", "choice", "duration", "integer", "json", "list", "text"]),
      choices: optional(Schema.Array(Schema.String)),
      unit: optional(Schema.Literals(["milliseconds", "seconds"]))
    })
  )
})

export const OptionFields = Schema.Struct({
  success: Success,
  formats: Schema.Array(Schema.String),
  scrape: Schema.Array(OptionField),
  parse: Schema.Array(OptionField),
  crawl: Schema.Array(OptionField),
  map: Schema.Array(OptionField),
  search: Schema.Array(OptionField),
  extract: Schema.Array(OptionField)
})

const Counts = Schema.Struct({
  queued: Schema.Int,
  active: Schema.Int,
  completed: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  cancelled: Schema.Int
})

export const JobSummary = Schema.Struct({
  id: Schema.String,
  kind: JobKind,
  status: JobStatus,
  origin: Schema.String,
  /** What it was asked for in words, its beginning. */
  prompt: optional(Schema.String),
  /** Whether its result is pages; the others have an answer. */
  answersWithPages: Schema.Boolean,
  counts: Counts,
  /** Completed pages that the site answered with a 4xx or 5xx status. */
  errorPages: Schema.Int,
  /** Absent for a job without limit. */
  limit: optional(Schema.Int),
  collecting: Schema.Boolean,
  creditsUsed: Schema.Int,
  key: optional(Schema.String),
  /** The monitor of a check, and of the jobs that a check has started. */
  monitorId: optional(Schema.String),
  error: optional(Schema.String),
  warning: optional(Schema.String),
  createdAt: Milliseconds,
  finishedAt: optional(Milliseconds),
  expiresAt: Milliseconds
})

const JobList = Schema.Struct({
  success: Success,
  jobs: Schema.Array(JobSummary),
  total: Schema.Int,
  cursor: optional(Schema.String)
})

const JobQuery = {
  status: optional(Schema.String),
  kind: optional(Schema.String),
  search: optional(Schema.String),
  /** Jobs of this monitor alone; those of monitors are left out otherwise. */
  monitor: optional(Schema.String),
  cursor: optional(Schema.String),
  limit: optional(Schema.String)
}

const OneJob = Schema.Struct({
  success: Success,
  job: JobSummary,
  request: Schema.Json,
  /** What a job without pages has made so far, as its status says it. */
  answer: optional(Schema.Json),
  events: Schema.Array(Schema.Struct({ type: Schema.String, at: Milliseconds }))
})

const PageRow = Schema.Struct({
  page: Schema.String,
  url: Schema.String,
  state: Schema.Literals(Struct.keys(Counts.fields)),
  depth: Schema.Int,
  attempts: Schema.Int,
  foundOn: optional(Schema.String),
  reason: optional(Schema.String),
  rule: optional(Schema.String),
  error: optional(Schema.String),
  /** HTTP status of a page that completed. */
  statusCode: optional(Schema.Int),
  /** How long its last attempt took. */
  tookMs: optional(Milliseconds),
  /** Size of its body, decoded. */
  bytes: optional(Schema.Int),
  /** The last ten attempts of a page that failed or was tried again, oldest first. */
  attemptLog: optional(Schema.Array(PageAttempt)),
  position: optional(Schema.Int)
})

const PageList = Schema.Struct({ success: Success, job: JobSummary, pages: Schema.Array(PageRow) })
/** `after` is the `page` of the last one that is known. */
const RangeQuery = { after: optional(Schema.String), limit: optional(Schema.String) }

const PageResult = Schema.Struct({ success: Success, document: Document })

const Causes = Schema.Struct({
  success: Success,
  causes: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      error: Schema.String,
      cure: Schema.String,
      pages: Schema.Int,
      examples: Schema.Array(Schema.String)
    })
  )
})

const Moved = Schema.Struct({ success: Success, job: JobSummary, changed: Schema.Int })

const ExportRequest = Schema.Struct({ format: Schema.Literals(["jsonl", "zip"]) })
const Exported = Schema.Struct({
  success: Success,
  /** Path of the download on this server; it works once, within a minute. */
  url: Schema.String
})

const Usage = Schema.Struct({
  unit: Schema.Literals(["credits", "tokens"]),
  /** Absent for a plan without limit. */
  plan: optional(Schema.Finite),
  used: Schema.Finite,
  held: Schema.Finite,
  available: optional(Schema.Finite),
  coupons: Schema.Finite,
  start: optional(Schema.String),
  end: optional(Schema.String),
  /** First and last day of the period, both included, in the time zone of the team. */
  days: optional(Schema.Struct({ first: Schema.String, last: Schema.String })),
  /** The last 30 days in the time zone of the team, today included and oldest first, those without use as well. */
  byDay: Schema.Array(Schema.Struct({ day: Schema.String, amount: Schema.Finite })),
  /** Of these days. */
  debits: Schema.Array(
    Schema.Struct({
      at: Milliseconds,
      key: optional(Schema.String),
      reason: Schema.String,
      amount: Schema.Finite
    })
  )
})
const AccountUsage = Schema.Struct({ success: Success, team: Schema.String, usage: Schema.Array(Usage) })

const Key = Schema.Struct({
  /** First characters of the digest: names the key when it is revoked. */
  id: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  /** Ranges of addresses that it may be used from; from anywhere when absent. */
  addresses: optional(Schema.Array(Schema.String)),
  /** Absent for a key of an older version. */
  createdAt: optional(Milliseconds),
  /** To the minute; absent for a key that was never used. */
  lastUsedAt: optional(Milliseconds),
  current: Schema.Boolean
})
const Keys = Schema.Struct({ success: Success, keys: Schema.Array(Key) })
export const NewKey = Schema.Struct({
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  scopes: Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isMaxLength(Scope.literals.length)),
  addresses: optional(AddressRanges)
})
const Revoked = Schema.Struct({ success: Success })
const MadeKey = Schema.Struct({
  success: Success,
  /** Shown this once: only its digest is stored. */
  key: Schema.String
})

/**
 * Why a site is asked slowly: robots.txt asks for a delay, it refused pages (429, 503) and has not answered well since, or it
 * refused some and is asked for more again step by step.
 */
const HostReason = Schema.Literals(["crawlDelay", "refused", "recovering"])

const System = Schema.Struct({
  success: Success,
  at: Milliseconds,
  metrics: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      text: optional(Schema.String),
      attributes: Schema.Record(Schema.String, Schema.String),
      value: Schema.Finite,
      /** Sum of what was counted; of histograms. */
      sum: optional(Schema.Finite)
    })
  ),
  leases: Schema.Array(
    Schema.Struct({
      job: Schema.String,
      url: Schema.String,
      host: Schema.String,
      attempt: Schema.Int,
      until: Milliseconds,
      /** The worker that holds it, and since when; absent until its next beat, which it sends every 15 seconds. */
      worker: optional(Schema.String),
      since: optional(Milliseconds)
    })
  ),
  /** Sites of the team's jobs that are asked slower than they could be. */
  hosts: Schema.Array(
    Schema.Struct({
      host: Schema.String,
      active: Schema.Int,
      cap: Schema.Int,
      delayMs: Milliseconds,
      /** No page of it starts before. */
      nextAt: Milliseconds,
      refusals: Schema.Int,
      reasons: Schema.Array(HostReason),
      /** Pages of the team's jobs that wait for it, those that are tried again later included. */
      waiting: Schema.Int,
      /** More wait, or may: they are counted up to 1,000. */
      isAtLeast: Schema.Boolean
    })
  ),
  workers: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      host: Schema.String,
      pid: Schema.Int,
      version: Schema.String,
      running: Schema.Int,
      startedAt: Milliseconds,
      lastBeatAt: Milliseconds,
      isGone: Schema.Boolean
    })
  ),
  queues: Schema.Struct({ running: Schema.Int, waiting: Schema.Int, jobs: Schema.Int }),
  errors: Schema.Array(
    Schema.Struct({
      at: Milliseconds,
      job: Schema.String,
      url: Schema.String,
      error: Schema.String,
      code: optional(Schema.String)
    })
  )
})

/** What System shows over time. A figure that nobody knows is absent: of the store where there is none, say. */
export const SystemSample = Schema.Struct({
  at: Milliseconds,
  /** Latest that a timer of this process was since the sample before, in milliseconds. */
  eventLoopMs: Schema.Finite,
  /** Memory of this process, in bytes. */
  memoryBytes: optional(Schema.Finite),
  heapBytes: optional(Schema.Finite),
  /** Pages that this process scraped, successfully or not. */
  pagesPerSecond: Schema.Finite,
  /** Tabs of its browsers that load a page. */
  browserTabs: optional(Schema.Finite),
  /** How long the store took to answer a small question, in milliseconds; its deadline when it did not. */
  storeMs: optional(Schema.Finite),
  /** Of the whole store, as are the next three: jobs that have not ended. */
  jobs: optional(Schema.Int),
  running: optional(Schema.Int),
  waiting: optional(Schema.Int),
  /** For how long a job has waited for a worker, in milliseconds. */
  longestWaitMs: optional(Schema.Finite)
})
export interface SystemSample extends Schema.Schema.Type<typeof SystemSample> {}

const SystemHistory = Schema.Struct({
  success: Success,
  /** Between two samples. */
  everyMs: Milliseconds,
  /** Of the last hour, or since the server was started, oldest first. */
  samples: Schema.Array(SystemSample),
  current: SystemSample,
  /** Those that this server can judge. */
  thresholds: Schema.Array(
    Schema.Struct({
      figure: Schema.Literals(Struct.keys(SystemSample.fields)),
      /** The figure is too high from here on. */
      limit: Schema.Finite,
      /** What it means, and what to do. */
      reason: Schema.String,
      isPassed: Schema.Boolean
    })
  )
})

const callFields = {
  id: Schema.String,
  at: Milliseconds,
  endpoint: Schema.String,
  version: Schema.Literals(["v1", "v2"]),
  site: Schema.String,
  target: Schema.String,
  /** Of the answer over HTTP. */
  status: Schema.Int,
  /** The job that it started, or the id of the scrape. */
  resultId: optional(Schema.String),
  ms: Milliseconds,
  credits: optional(Schema.Finite),
  key: optional(Schema.String)
}

const CallList = Schema.Struct({
  success: Success,
  calls: Schema.Array(Schema.Struct(callFields)),
  cursor: optional(Schema.String)
})

const CallQuery = {
  endpoint: optional(Schema.String),
  /** `failed` or `succeeded`. */
  outcome: optional(Schema.String),
  site: optional(Schema.String),
  search: optional(Schema.String),
  cursor: optional(Schema.String),
  limit: optional(Schema.String)
}

const OneCall = Schema.Struct({
  success: Success,
  /** `request` is the body that was sent, without secrets: absent where it was none, or too long. */
  call: Schema.Struct({ ...callFields, request: optional(Schema.Json) })
})

const { get, post, remove } = endpointsOf((name) => `console.${name}`)

const move = <const Id extends string>(id: Id, path: `/${string}`, summary: string) =>
  HttpApiEndpoint.post(id, path, { params: IdParams, success: Moved, error: operationErrors }).annotateMerge(
    named(`console.${id}`, summary)
  )

const group = HttpApiGroup.make("Console").add(
  get("session", "/session", Session, "Whose key this is, and what it may do"),
  get("options", "/options", OptionFields, "Options with their defaults and limits"),
  post("explain", "/explain", ScrapeRequest, ScrapeResponse, "Scrape a page with the rules that left out its parts"),
  get("image", "/image", Schema.Unknown, "A picture of a page, fetched by this server", { url: Schema.String }),
  get("jobList", "/jobs", JobList, named("console.jobs", "Jobs of the team, newest first"), JobQuery),
  get("job", "/jobs/:id", OneJob, "One job with its request"),
  get("jobPages", "/jobs/:id/pages", PageList, "Every address of a job, in the order it was met", RangeQuery),
  get("jobResult", "/jobs/:id/results/:position", PageResult, "The document of one page of a job"),
  get("jobCauses", "/jobs/:id/causes", Causes, "Failed pages by cause, and what to do"),
  move("jobPause", "/jobs/:id/pause", "Pause a job: no page starts until it is resumed"),
  move("jobResume", "/jobs/:id/resume", "Go on with a paused job"),
  move("jobCancel", "/jobs/:id/cancel", "Stop a job for good"),
  move("jobRetry", "/jobs/:id/retry", "Try the failed pages of a job again"),
  post("jobExport", "/jobs/:id/export", ExportRequest, Exported, "Make a download of a job's pages, which works once"),
  get("callList", "/calls", CallList, named("console.calls", "Calls of the team, the latest first"), CallQuery),
  get("call", "/calls/:id", OneCall, "One call with its request, without secrets"),
  get("account", "/account", AccountUsage, "Balance, holds and debits of the team"),
  get("keyList", "/keys", Keys, named("console.keys", "Keys of the team")),
  post("keyMake", "/keys", NewKey, MadeKey, named("console.makeKey", "Make a key for the team")),
  remove("keyRevoke", "/keys/:id", Revoked, named("console.revokeKey", "Revoke a key of the team")),
  get("system", "/system", System, "Figures of the server, and work of the team"),
  get("systemHistory", "/system/history", SystemHistory, "An hour of samples of the server, and thresholds")
)

export class ApiConsole extends HttpApi.make("console")
  .add(group)
  .prefix("/console/api")
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Orbweaver console", version: "1.0.0" })) {}

type Endpoints = HttpApiGroup.Endpoints<typeof group>

export type ConsoleEndpoint = Endpoints["identifier"]

/** What the page is answered by an endpoint. */
export type ConsoleAnswer<Name extends ConsoleEndpoint> = Extract<
  Endpoints,
  { readonly identifier: Name }
>["~Success"]["Type"]
