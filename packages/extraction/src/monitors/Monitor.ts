/**
 * What a monitor is and what a check of it found. Names and shapes are those of the wire, so that callers of the library
 * and of the official clients read the same.
 */
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { defaultsOf, option, withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Judgment } from "./Judgment.ts"
import { MonitorNotification, RecipientSubscription } from "./mailOptions.ts"

const optional = Schema.optionalKey

export const limits = { name: 200, targets: 20, urls: 1000, queries: 10, results: 100, retentionDays: 365 } as const

const targetId = { id: optional(Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(100))) }

export const ScrapeTarget = Schema.Struct({
  ...targetId,
  type: Schema.Literal("scrape"),
  urls: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(limits.urls)),
  scrapeOptions: optional(ScrapeOptions)
})

export const CrawlTarget = Schema.Struct({
  ...targetId,
  type: Schema.Literal("crawl"),
  url: Schema.String,
  crawlOptions: optional(CrawlOptions),
  scrapeOptions: optional(ScrapeOptions)
})

export const SearchTarget = Schema.Struct({
  ...targetId,
  type: Schema.Literal("search"),
  queries: Schema.Array(Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(2000))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(limits.queries)
  ),
  /** How old results may be; the search engine decides by the hour, day or week around it. Default: any age. */
  searchWindow: option(Schema.Literals(["5m", "15m", "1h", "6h", "24h", "7d"]), {
    text: "How old results may be; the search engine decides by the hour, day or week around it",
    otherwise: "any age"
  }),
  /** Only results of these sites. Default: all. */
  includeDomains: withSchema(SearchOptions.fields.includeDomains, Schema.Array(Schema.String)),
  /** No results of these sites. Default: none. */
  excludeDomains: withSchema(SearchOptions.fields.excludeDomains, Schema.Array(Schema.String)),
  /** Maximum number of results of each query. Default: 10. */
  maxResults: option(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.results })), {
    text: "Maximum number of results of each query",
    default: 10
  })
})

export const MonitorTarget = Schema.Union([ScrapeTarget, CrawlTarget, SearchTarget])
export type MonitorTarget = typeof MonitorTarget.Type

export const MonitorWebhook = Schema.Struct({
  url: Schema.String,
  headers: optional(Schema.Record(Schema.String, Schema.String)),
  /** Sent back with every event as it is. */
  metadata: optional(Schema.Record(Schema.String, Schema.Json)),
  /**
   * `monitor.page` (a page that is new, changed, removed or failed) and `monitor.check.completed`; both when absent. `page`
   * and `completed`, as jobs call their events, are read as these.
   */
  events: optional(Schema.Array(Schema.String))
})
export type MonitorWebhook = typeof MonitorWebhook.Type

export const MonitorSchedule = Schema.Struct({
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: optional(Schema.String.check(Schema.isMaxLength(200))),
  /** Words in place of `cron`: "every 30 minutes", "daily at 9:00". */
  text: optional(Schema.String.check(Schema.isMaxLength(200))),
  /** IANA name of the time zone that the schedule is read in. Default: `"UTC"`. */
  timezone: option(Schema.String.check(Schema.isMaxLength(100)), {
    text: "IANA name of the time zone that the schedule is read in",
    default: "UTC"
  })
})

const fields = {
  name: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(limits.name)),
  schedule: MonitorSchedule,
  targets: Schema.Array(MonitorTarget).check(Schema.isMinLength(1), Schema.isMaxLength(limits.targets)),
  retentionDays: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.retentionDays })),
  goal: Schema.String.check(Schema.isMaxLength(10_000)),
  judgeEnabled: Schema.Boolean
}

/** What may be left out of a new monitor. */
export const optionFields = {
  /** Address that receives what changed, with `headers`, `metadata` and `events`. Default: none. */
  webhook: option(Schema.NullOr(MonitorWebhook), {
    text: "Address that receives what changed, with `headers`, `metadata` and `events`",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /** Mail about what changed, with `recipients` and `includeDiffs`; needs a mail server. Default: none. */
  notification: option(Schema.NullOr(MonitorNotification), {
    text: "Mail about what changed, with `recipients` and `includeDiffs`; needs a mail server",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /** Days that checks and their pages are kept. Default: 30. */
  retentionDays: option(fields.retentionDays, {
    text: "Days that checks and their pages are kept",
    default: 30
  }),
  /** What the changes are wanted for: a model judges each by it. Default: none. */
  goal: option(Schema.NullOr(fields.goal), {
    text: "What the changes are wanted for: a model judges each by it",
    otherwise: "none"
  }),
  /** A model judges each change, and those that do not matter are not reported. Default: whether there is a `goal`. */
  judgeEnabled: option(fields.judgeEnabled, {
    text: "A model judges each change, and those that do not matter are not reported",
    otherwise: "whether there is a `goal`",
    flag: false,
    tool: false
  })
} as const

/** What omitted options mean. */
export const defaults = defaultsOf(optionFields)

export const CreateMonitor = Schema.Struct({
  name: fields.name,
  schedule: fields.schedule,
  targets: fields.targets,
  ...optionFields
})
export type CreateMonitor = typeof CreateMonitor.Type

export const UpdateMonitor = Schema.Struct({
  name: optional(fields.name),
  status: optional(Schema.Literals(["active", "paused"])),
  schedule: optional(fields.schedule),
  targets: optional(fields.targets),
  webhook: optional(Schema.NullOr(MonitorWebhook)),
  notification: optional(Schema.NullOr(MonitorNotification)),
  retentionDays: optional(fields.retentionDays),
  goal: optional(Schema.NullOr(fields.goal)),
  judgeEnabled: optional(fields.judgeEnabled)
})
export type UpdateMonitor = typeof UpdateMonitor.Type

export const MonitorSummary = Schema.Struct({
  totalPages: Schema.Int,
  same: Schema.Int,
  changed: Schema.Int,
  new: Schema.Int,
  removed: Schema.Int,
  error: Schema.Int
})
export type MonitorSummary = typeof MonitorSummary.Type

/** Dates are ISO 8601. */
export const Monitor = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  schedule: Schema.Struct({ cron: Schema.String, timezone: Schema.String }),
  nextRunAt: Schema.NullOr(Schema.String),
  lastRunAt: Schema.NullOr(Schema.String),
  /** Of the check that runs now. */
  currentCheckId: Schema.NullOr(Schema.String),
  targets: Schema.Array(MonitorTarget),
  webhook: Schema.NullOr(MonitorWebhook),
  notification: Schema.NullOr(MonitorNotification),
  /** The recipients of its mail, where it has some. */
  emailRecipientSubscriptions: optional(Schema.Array(RecipientSubscription)),
  retentionDays: Schema.Int,
  /**
   * By what the latest checks have cost. Before the first one: a credit for each page, or `null` where a target has no fixed
   * number of pages.
   */
  estimatedCreditsPerMonth: Schema.NullOr(Schema.Number),
  lastCheckSummary: Schema.NullOr(MonitorSummary),
  goal: Schema.NullOr(Schema.String),
  /** Whether its changes are to be judged; `warning` says where no model does. */
  judgeEnabled: Schema.Boolean,
  /** What it and its targets ask for and no check does. */
  warning: optional(Schema.String),
  /** Why this process cannot read the monitor, such as a missing key; what its other fields say is then empty. */
  error: optional(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String
})
export type Monitor = typeof Monitor.Type

export const CheckStatus = Schema.Literals([
  "queued",
  "running",
  "completed",
  "failed",
  "partial",
  "skipped_overlap",
  "skipped_no_credits"
])
export type CheckStatus = typeof CheckStatus.Type

export const TargetResult = Schema.Struct({
  targetId: Schema.String,
  type: Schema.Literals(["scrape", "crawl", "search"]),
  expectedJobs: optional(Schema.Array(Schema.String)),
  crawlId: optional(Schema.String),
  searchCompleted: optional(Schema.Boolean),
  resultCount: optional(Schema.Int),
  /** Results that the check before did not have. */
  matches: optional(Schema.Int),
  searchCredits: optional(Schema.Number),
  /** Why nothing was found out about the target. */
  error: optional(Schema.String),
  /** What the target asks for and the check does not do. */
  warning: optional(Schema.String)
})
export type TargetResult = typeof TargetResult.Type

export const MonitorCheck = Schema.Struct({
  id: Schema.String,
  monitorId: Schema.String,
  status: CheckStatus,
  trigger: Schema.Literals(["scheduled", "manual"]),
  scheduledFor: Schema.NullOr(Schema.String),
  startedAt: Schema.NullOr(Schema.String),
  finishedAt: Schema.NullOr(Schema.String),
  estimatedCredits: Schema.NullOr(Schema.Number),
  reservedCredits: Schema.NullOr(Schema.Number),
  actualCredits: Schema.NullOr(Schema.Number),
  billingStatus: Schema.Literals(["not_applicable", "confirmed"]),
  summary: MonitorSummary,
  targetResults: Schema.Array(TargetResult),
  /** What came of events and mails by now: how many were delivered, and how many were given up. */
  notificationStatus: Schema.NullOr(Schema.Struct({ delivered: Schema.Int, failed: Schema.Int })),
  error: Schema.NullOr(Schema.String),
  /** What the check was to do and did not, such as judging a change. */
  warning: optional(Schema.String),
  createdAt: Schema.String,
  updatedAt: Schema.String
})
export type MonitorCheck = typeof MonitorCheck.Type

export const PageStatus = Schema.Literals(["same", "new", "changed", "removed", "error"])
export type PageStatus = typeof PageStatus.Type

export const MonitorPage = Schema.Struct({
  /** Of the page; that of its document where there is one. */
  id: Schema.String,
  targetId: Schema.String,
  url: Schema.String,
  status: PageStatus,
  /** The page in the check before that had it; `null` where none is kept. */
  previousScrapeId: Schema.NullOr(Schema.String),
  currentScrapeId: Schema.NullOr(Schema.String),
  statusCode: Schema.NullOr(Schema.Int),
  error: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Json),
  diff: Schema.NullOr(Schema.Json),
  snapshot: Schema.NullOr(Schema.Json),
  /** Whether the change matters; `null` where it was not judged. */
  judgment: Schema.NullOr(Judgment),
  createdAt: Schema.String
})
export type MonitorPage = typeof MonitorPage.Type

/** Whether a check has found something out: it has ended, and was not left out for another that ran. */
export const hasRun = ({
  finishedAt,
  status
}: {
  readonly finishedAt: string | number | null
  readonly status: CheckStatus
}): boolean => finishedAt !== null && status !== "skipped_overlap"

/** The lines that differ, where lines were compared. */
export const textDiffOf = ({ diff }: Pick<MonitorPage, "diff">): string | undefined => {
  const text = typeof diff === "object" && diff !== null && "text" in diff ? diff.text : undefined
  return typeof text === "string" ? text : undefined
}

const FieldChanges = Schema.Record(Schema.String, Schema.Struct({ previous: Schema.Json, current: Schema.Json }))
const decodeFieldChanges = Schema.decodeUnknownOption(FieldChanges)

/** The fields that differ, by their paths, where fields were compared; of lines that were, `json` is another shape. */
export const fieldChangesOf = ({ diff }: Pick<MonitorPage, "diff">): typeof FieldChanges.Type | undefined =>
  typeof diff === "object" && diff !== null && "json" in diff
    ? Option.getOrUndefined(decodeFieldChanges(diff.json))
    : undefined

export interface MonitorCheckDetail extends MonitorCheck {
  readonly pages: ReadonlyArray<MonitorPage>
  /** Pages to skip for those that follow; absent behind the last. */
  readonly nextSkip?: number | undefined
}

/** What the store keeps of a monitor, besides its id, account and times. */
export const MonitorValue = Schema.Struct({
  ...Struct.pick(Monitor.fields, ["name", "status", "schedule", "targets", "webhook", "retentionDays", "goal"]),
  /** What each target asks for and no check does, in sentences, by the id of the target. */
  notes: optional(Schema.Record(Schema.String, Schema.Array(Schema.String))),
  notification: optional(Schema.NullOr(MonitorNotification)),
  /** Whether its changes are to be judged; when absent, whether there is a goal. */
  judgeEnabled: optional(Schema.Boolean),
  updatedAt: Schema.Number
})
export type MonitorValue = typeof MonitorValue.Type

/** Addresses that a search found, with what it says of them. */
const SearchPage = Schema.Struct({
  targetId: Schema.String,
  url: Schema.String,
  title: Schema.String,
  status: Schema.Literals(["same", "new"])
})

/** What the store keeps of a check. */
export const CheckValue = Schema.Struct({
  status: CheckStatus,
  trigger: Schema.Literals(["scheduled", "manual"]),
  scheduledFor: Schema.NullOr(Schema.Number),
  startedAt: Schema.NullOr(Schema.Number),
  finishedAt: Schema.NullOr(Schema.Number),
  actualCredits: Schema.NullOr(Schema.Number),
  summary: MonitorSummary,
  targetResults: Schema.Array(TargetResult),
  searchPages: Schema.Array(SearchPage),
  /** Pages that the check before had and this one does not. */
  removed: Schema.Array(Schema.Struct({ targetId: Schema.String, url: Schema.String })),
  /** What came of the events that older versions sent by themselves; how many the outbox was given, where `sent` says it. */
  notification: Schema.NullOr(Schema.Struct({ delivered: Schema.Int, failed: Schema.Int, sent: optional(Schema.Int) })),
  error: Schema.NullOr(Schema.String),
  warning: optional(Schema.String),
  /** What a model says of the changes that it judged, by the ids of their pages. */
  judgments: optional(Schema.Record(Schema.String, Judgment)),
  updatedAt: Schema.Number
})
export type CheckValue = typeof CheckValue.Type

export const emptySummary: MonitorSummary = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 }
