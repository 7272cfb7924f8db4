/** Bodies that v1 and v2 share (docs/reference/jobs.md, v2.md §14, v1.md §12). */
import { HostPace } from "@orbweaver/core/internal/jobs/hostPace"
import { StatusCounts } from "@orbweaver/core/model/StatusCounts"
import { WebhookOptions } from "@orbweaver/core/model/WebhookOptions"
import * as Schema from "effect/Schema"
import { unsupported, unsupportedFields } from "./unsupportedFields.ts"

const optional = Schema.optionalKey

export const Success = Schema.Literal(true)

/** ISO 8601 in UTC with milliseconds. */
export const IsoDate = Schema.String
export const IsoDateOrNull = Schema.NullOr(Schema.String)

/** Fields that every body may carry (docs/reference/v2.md §1.7). */
export const common = {
  /** The client that asks, such as `js-sdk@4.42.0`. */
  origin: optional(Schema.String),
  integration: optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(256)))),
  zeroDataRetention: optional(Schema.Boolean)
}

/** What a body asks for. */
export const withoutCommon = <Body extends object>(body: Body): Omit<Body, keyof typeof common> => {
  const { integration: _, origin: __, zeroDataRetention: ___, ...asked } = body as Body & Partial<typeof common>
  return asked
}

/** Fields that today's clients send with every page, map and search. */
export const ignoredFields = {
  fastMode: unsupported(unsupportedFields.fastMode, Schema.Boolean),
  useMock: unsupported(unsupportedFields.useMock, Schema.String),
  auditMetadata: unsupported(unsupportedFields.auditMetadata, Schema.Json),
  domainTools: unsupported(unsupportedFields.domainTools, Schema.Boolean),
  toolDetail: unsupported(unsupportedFields.toolDetail, Schema.String),
  __searchPreviewToken: unsupported(unsupportedFields.__searchPreviewToken, Schema.String),
  __experimental_omce: unsupported(unsupportedFields.__experimental_omce, Schema.Boolean),
  __experimental_omceDomain: unsupported(unsupportedFields.__experimental_omceDomain, Schema.String)
}

/** Addresses of one batch. A larger one is sent in several, by `appendToId`. */
export const maxUrls = 1_000_000

/** Addresses of a batch. */
export const BatchUrls = Schema.Array(Schema.String).check(Schema.isMaxLength(maxUrls))

/** `null` reads as left out. */
export const Webhook = Schema.NullOr(WebhookOptions)

export const Uuid = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, { message: "Invalid uuid" })
)

export const IdParams = { id: Schema.String }

/** A number in a query string; anything else reads as left out. */
export const PageQuery = { skip: optional(Schema.String), limit: optional(Schema.String) }

export const JobStarted = Schema.Struct({
  success: Success,
  id: Schema.String,
  /** Where the job is read. */
  url: Schema.String,
  /** Addresses left out, as they were given; present when invalid ones are being ignored. */
  invalidURLs: optional(Schema.Array(Schema.String)),
  /** What was asked for and is not had. */
  warning: optional(Schema.String)
})

export const jobStatus = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({
    success: Success,
    status: Schema.Literals(["scraping", "completed", "cancelled", "failed"]),
    /** Pages that are, or will be, in `data`. */
    total: Schema.Int,
    completed: Schema.Int,
    /** Completed pages by the class of their HTTP status. */
    statusCounts: optional(StatusCounts),
    monitorId: optional(Schema.String),
    /** How the site is asked, while the job runs and its answers or its robots.txt made that slower. */
    hostPace: optional(HostPace),
    creditsUsed: Schema.Int,
    expiresAt: IsoDate,
    /** Where the rest of `data` is; absent when there is nothing more. */
    next: optional(Schema.String),
    /** Pages in the order of their completion. */
    data: Schema.Array(item),
    createdAt: optional(IsoDate),
    completedAt: optional(IsoDate),
    /** Seconds. */
    duration: optional(Schema.Finite),
    error: optional(Schema.String),
    /** Addresses that were left out for the start's path, and why it may not get on at the moment. */
    warning: optional(Schema.String)
  })

export const JobErrors = Schema.Struct({
  success: optional(Success),
  errors: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      timestamp: optional(IsoDate),
      url: Schema.String,
      code: optional(Schema.String),
      error: Schema.String,
      /** The last ten attempts, oldest first; absent for a page that was tried once. */
      attempts: optional(
        Schema.Array(
          Schema.Struct({
            attempt: Schema.Int,
            timestamp: IsoDate,
            /** Milliseconds. */
            tookMs: optional(Schema.Finite),
            /** Absent where the site did not answer. */
            statusCode: optional(Schema.Int),
            error: optional(Schema.String),
            /** Before when the page was not tried again. */
            nextAttempt: optional(IsoDate)
          })
        )
      )
    })
  ),
  robotsBlocked: Schema.Array(Schema.String)
})

export const Cancelled = Schema.Struct({ success: optional(Success), status: Schema.Literal("cancelled") })

export const ActiveCrawls = Schema.Struct({
  success: Success,
  crawls: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      teamId: Schema.String,
      url: Schema.String,
      status: Schema.Literal("scraping"),
      created_at: IsoDate,
      options: Schema.Record(Schema.String, Schema.Json),
      /** Why it may not get on at the moment. */
      warning: optional(Schema.String)
    })
  )
})

/** What the versions call the figures of a plan. */
export interface UsageNames {
  readonly remaining: string
  /** Of one billing period, without coupons. */
  readonly plan: string
  readonly start: string
  readonly end: string
}

/** What is left of a plan. */
export const usageBody = <const Names extends UsageNames>({ end, plan, remaining, start }: Names) =>
  Schema.Struct({
    success: Success,
    data: Schema.Struct({
      [remaining]: Schema.Int,
      [plan]: Schema.Int,
      [start]: IsoDateOrNull,
      [end]: IsoDateOrNull
    } as { readonly [Name in Names["remaining" | "plan"]]: typeof Schema.Int } & {
      readonly [Name in Names["start" | "end"]]: typeof IsoDateOrNull
    })
  })

const Period = { startDate: IsoDate, endDate: IsoDate, apiKey: Schema.NullOr(Schema.String) }

export const HistoricalQuery = { byApiKey: optional(Schema.String) }

const history = <Sums extends Schema.Struct.Fields>(sums: Sums) =>
  Schema.Struct({ success: Success, periods: Schema.Array(Schema.Struct({ ...Period, ...sums })) })

export const TokenHistory = history({ totalTokens: Schema.Int, tokensUsed: Schema.Int })
export const CreditHistory = history({ totalCredits: Schema.Int, creditsUsed: Schema.Int })

export const QueueStatus = Schema.Struct({
  success: Success,
  jobsInQueue: Schema.Int,
  activeJobsInQueue: Schema.Int,
  waitingJobsInQueue: Schema.Int,
  maxConcurrency: Schema.Int,
  mostRecentSuccess: IsoDateOrNull
})

export const Concurrency = Schema.Struct({ success: Success, concurrency: Schema.Int, maxConcurrency: Schema.Int })
