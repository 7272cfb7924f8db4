/**
 * A job is work that outlives the request which started it: a crawl, a batch
 * scrape, an extraction.
 *
 * ```
 * scraping ─► completed        scraping ⇄ paused
 *          ─► failed           completed ─► scraping (a batch that is appended to)
 *          ─► cancelled        paused ─► failed, cancelled
 * ```
 *
 * Every address that a job meets is in exactly one state, and at every moment
 * `discovered = queued + active + completed + failed + skipped + cancelled`.
 */
import { knowEveryCopy } from "./errorMark.ts"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { StatusCounts } from "./StatusCounts.ts"

export const JobId = Schema.String.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** Methods of the library for a kind of job that answers with one output. */
export interface JobMethodNames {
  readonly start: string
  readonly status: string
  /** Starts it and waits for its end. */
  readonly run: string
  readonly cancel?: string
}

/** The definition of each job kind, in one place. */
export interface JobKindEntry {
  /** Begins the names of its webhook events, such as `crawl` in `crawl.page`. */
  readonly webhookPrefix: string
  /** Names of the events that it posts by itself (`EventPost`); it has no others. */
  readonly postNames?: { readonly page: string; readonly completed: string }
  /** The member that names the job in the data of its `completed` event, for kinds that answer with one output. */
  readonly outputIdName?: string
  /** Its name in the activity of a team. */
  readonly endpoint: string
  /** Whether it answers with the documents of its pages. */
  readonly answersWithPages: boolean
  /** Absent for kinds whose methods are written by hand. */
  readonly methods?: JobMethodNames
}

export const jobKinds = {
  crawl: { webhookPrefix: "crawl", endpoint: "crawl", answersWithPages: true },
  batch: { webhookPrefix: "batch_scrape", endpoint: "batch_scrape", answersWithPages: true },
  extract: {
    webhookPrefix: "extract",
    outputIdName: "extractId",
    endpoint: "extract",
    answersWithPages: false,
    methods: { start: "startExtract", status: "getExtractStatus", run: "extract", cancel: "cancelExtract" }
  },
  llmstxt: {
    webhookPrefix: "llmstxt",
    endpoint: "llmstxt",
    answersWithPages: false,
    methods: { start: "asyncGenerateLLMsText", status: "checkGenerateLLMsTextStatus", run: "generateLLMsText" }
  },
  agent: {
    webhookPrefix: "agent",
    endpoint: "agent",
    answersWithPages: false,
    methods: { start: "startAgent", status: "getAgentStatus", run: "agent", cancel: "cancelAgent" }
  },
  deepResearch: {
    webhookPrefix: "deep_research",
    endpoint: "deep_research",
    answersWithPages: false,
    methods: {
      start: "asyncDeepResearch",
      status: "checkDeepResearchStatus",
      run: "deepResearch",
      cancel: "cancelDeepResearch"
    }
  },
  // One check of a monitor: it starts the jobs of the monitor's targets, and says what changed once these have ended.
  monitorCheck: {
    webhookPrefix: "monitor.check",
    postNames: { page: "monitor.page", completed: "monitor.check.completed" },
    endpoint: "monitor_check",
    answersWithPages: false
  }
} as const satisfies Readonly<Record<string, JobKindEntry>>

export type JobKind = keyof typeof jobKinds
export const JobKind = Schema.Literals(Object.keys(jobKinds) as ReadonlyArray<JobKind>)

type MethodNameOf<Entry> = Entry extends { readonly methods: infer Names } ? Names[keyof Names] : never
export type JobMethodName = MethodNameOf<(typeof jobKinds)[JobKind]>

/** Names of the methods of all kinds that answer with one output. */
export const jobMethodNames = Object.values<JobKindEntry>(jobKinds).flatMap(({ methods = {} }) =>
  Object.values(methods)
) as ReadonlyArray<JobMethodName>

/** A stored job may be of a newer version of the program. */
export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKinds, kind)

/** A job of a newer version is listed under its own name, and answers with nothing. */
export const jobKindEntry = (kind: string): JobKindEntry =>
  isJobKind(kind) ? jobKinds[kind] : { webhookPrefix: kind, endpoint: kind, answersWithPages: false }

/** `scraping` covers waiting and running, as on the wire, where `paused` reads `scraping` too. */
export const JobStatus = Schema.Literals(["scraping", "paused", "completed", "failed", "cancelled"])
export type JobStatus = typeof JobStatus.Type

/** Where a job may go from where. */
export const transitions: Readonly<Record<JobStatus, ReadonlyArray<JobStatus>>> = {
  scraping: ["paused", "completed", "failed", "cancelled"],
  paused: ["scraping", "failed", "cancelled"],
  completed: ["scraping"],
  failed: [],
  cancelled: []
}

export const canMove = (from: JobStatus, to: JobStatus): boolean => transitions[from].includes(to)

/** Whether the job has ended. */
export const isFinal = (status: JobStatus): boolean => status !== "scraping" && status !== "paused"

/** State of a job that answers with something else than its pages: a paused one goes on later. */
export const resultStatus = (status: JobStatus): "processing" | "completed" | "failed" | "cancelled" =>
  status === "scraping" || status === "paused" ? "processing" : status

/** When the job is removed, as clients read it: ISO 8601, in whole seconds. */
export const expiryOf = ({ expiresAt }: Pick<Job, "expiresAt">): string =>
  new Date(Math.floor(expiresAt / 1000) * 1000).toISOString()

/** States of one address of a job; the last four are final. */
export type PageState = "queued" | "active" | "completed" | "failed" | "skipped" | "cancelled"

/** One attempt at a page of a job that has ended. */
export const PageAttempt = Schema.Struct({
  /** 1 for the first. */
  attempt: Schema.Int,
  /** When it ended, in milliseconds since the epoch. */
  at: Schema.Finite,
  /** How long it took, in milliseconds. */
  tookMs: Schema.optionalKey(Schema.Finite),
  /** HTTP status of the answer; absent where there was none. */
  status: Schema.optionalKey(Schema.Int),
  /** The `_tag` of the reason of a `CaptureError`, or the code of another failure. */
  error: Schema.optionalKey(Schema.String),
  /** What went wrong, in one sentence: at most 200 characters, addresses without passwords and queries. */
  cause: Schema.optionalKey(Schema.String),
  /** Before when the page is not tried again, in milliseconds since the epoch; absent for the last attempt. */
  nextAt: Schema.optionalKey(Schema.Finite)
})
export type PageAttempt = typeof PageAttempt.Type

export type Counts = Readonly<Record<PageState, number>>

export const noPages: Counts = { queued: 0, active: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 }

/** Addresses met so far. */
export const discovered = (counts: Counts): number =>
  counts.queued + counts.active + counts.completed + counts.failed + counts.skipped + counts.cancelled

export interface Job {
  readonly id: JobId
  readonly kind: JobKind
  readonly accountId: string
  /** Name of the API key that started the job: what the job costs is counted under it. */
  readonly keyName?: string | undefined
  /** The monitor of a check, and of the jobs that a check has started; absent for all other jobs. */
  readonly monitorId?: string | undefined
  readonly status: JobStatus
  /** The request as it was accepted, encoded by the kind's own schema; `null` where this process cannot read it (`warning`). */
  readonly request: Schema.Json
  /** Start address of a crawl; where it led when it redirected to another host. */
  readonly origin: string
  readonly priority: number
  readonly counts: Counts
  /** Completed pages by the class of their HTTP status. */
  readonly statusCounts: StatusCounts
  /** Addresses that a crawl left out because they lie outside of its start's path. */
  readonly backward: number
  /** Most pages that succeed. */
  readonly limit: number
  readonly creditsUsed: number
  /** Whether addresses are still being collected (sitemaps). */
  readonly collecting: boolean
  /** Why the job failed. */
  readonly error?: string | undefined
  /** Why it may not get on at the moment, as far as this process knows: the store refuses what is written. */
  readonly warning?: string | undefined
  /** What the job made besides its pages: the answer of an extraction. */
  readonly output?: Schema.Json | undefined
  /** Whether pages wait for the account's own concurrency limit, and how long the last one did, in milliseconds. */
  readonly concurrencyLimited: boolean
  readonly concurrencyQueueMs: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly finishedAt?: number | undefined
  readonly expiresAt: number
  /** Number of the last event. */
  readonly events: number
}

/** The name that a job's structured data stands under in its documents, where it is not `json` (v1 `extract`). */
export const DataName = Schema.optionalKey(Schema.Literal("extract"))

/** What was asked for and is not done, in sentences: a part of the warnings of the job and of its documents. */
export const Notes = Schema.optionalKey(Schema.Array(Schema.String))

const readNotes = Schema.decodeUnknownOption(Schema.Struct({ notes: Notes }))

export const notesOf = ({ request }: Pick<Job, "request">): ReadonlyArray<string> =>
  Option.match(readNotes(request), { onNone: () => [], onSome: ({ notes = [] }) => notes })

/** What a crawl makes besides its pages (`output`). */
export const CrawlOutput = Schema.Struct({
  /** Sitemaps that the start page names. */
  sitemaps: Schema.optionalKey(Schema.Array(Schema.String)),
  /** What its sitemaps left open, in sentences. */
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})
export type CrawlOutput = typeof CrawlOutput.Type

const readCrawlOutput = Schema.decodeUnknownOption(CrawlOutput)

/** Empty for a job of another kind. */
export const crawlOutput = ({ kind, output }: Pick<Job, "kind" | "output">): CrawlOutput =>
  kind === "crawl" && output !== undefined ? Option.getOrElse(readCrawlOutput(output), () => ({})) : {}

/** What a caller should know of the job besides its state, in sentences: what was left out and what is not done. */
export const warningsOf = (job: Job, entireDomainOption?: string): ReadonlyArray<string> => {
  const backward = backwardWarning(job, entireDomainOption)
  return [...(backward === undefined ? [] : [backward]), ...(crawlOutput(job).warnings ?? []), ...notesOf(job)]
}

/** A document of the job in the caller's format. */
export const documentOf = ({ request }: Pick<Job, "request">, document: { readonly json?: Schema.Json }): object => {
  if (document.json === undefined || (request as { readonly dataName?: unknown } | null)?.dataName !== "extract")
    return document
  const { json, ...rest } = document
  return { ...rest, extract: json }
}

/** Pages that are, or will be, results: what the wire calls `total` (docs/reference/jobs.md §2.1). */
export const visibleTotal = ({ counts, limit, status }: Job): number =>
  isFinal(status) ? counts.completed : Math.min(limit, counts.queued + counts.active + counts.completed)

/** Says how many addresses a crawl left out for its start's path, and which option takes them. */
const backwardWarning = (
  { backward, origin }: Pick<Job, "backward" | "origin">,
  option = "crawlEntireDomain"
): string | undefined =>
  // The address of a job that this process cannot read is unknown.
  backward === 0 || !URL.canParse(origin)
    ? undefined
    : `${backward} ${backward === 1 ? "address" : "addresses"} outside of ${new URL(origin).pathname} ${backward === 1 ? "was" : "were"} left out. Use ${option} to crawl the entire domain.`

/** What can happen to a job. */
export type JobEventType =
  | "started"
  | "page"
  | "pageFailed"
  | "paused"
  | "resumed"
  | "completed"
  | "failed"
  | "cancelled"

/** There is no such job of the account: it never was, it has expired, or it is in another store. */
export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { id: Schema.String }) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return "Job not found"
  }
}

/** The job is of a kind that this version of the program does not have. */
export class UnknownJobKind extends Schema.TaggedError<UnknownJobKind>()("UnknownJobKind", {
  id: Schema.String,
  kind: Schema.String
}) {
  override get message() {
    return `Job ${this.id} has the unknown kind ${this.kind}: it was started by a newer version of the program`
  }
}
