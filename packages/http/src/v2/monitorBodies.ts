/** Bodies of monitors (docs/guide/scheduling.md). */
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import { withSchema } from "@orbweaver/core/internal/model/optionDefinition"
import * as Monitor from "@orbweaver/extraction/monitors/Monitor"
import * as Schema from "effect/Schema"
import { common, Success } from "../wire/schemas.ts"
import { ScrapeFields } from "./schemas.ts"

const optional = Schema.optionalKey

/** Targets as the wire writes them: with its own scrape options. */
const Target = Schema.Union([
  Schema.Struct({ ...Monitor.ScrapeTarget.fields, scrapeOptions: optional(ScrapeFields) }),
  Schema.Struct({
    ...Monitor.CrawlTarget.fields,
    crawlOptions: optional(
      Schema.Struct({
        ...CrawlOptions.fields,
        scrapeOptions: withSchema(CrawlOptions.fields.scrapeOptions, ScrapeFields),
        ...common
      })
    ),
    scrapeOptions: optional(ScrapeFields)
  }),
  Monitor.SearchTarget
])
export type Target = typeof Target.Type

const targets = Schema.Array(Target).check(Schema.isMinLength(1), Schema.isMaxLength(Monitor.limits.targets))

export const CreateMonitorRequest = Schema.Struct({ ...Monitor.CreateMonitor.fields, targets, ...common })
export const UpdateMonitorRequest = Schema.Struct({
  ...Monitor.UpdateMonitor.fields,
  targets: optional(targets),
  ...common
})

/** Nothing of it is needed. */
export const RunMonitorRequest = Schema.Struct(common)

export const MonitorAnswer = Schema.Struct({
  success: Success,
  data: Monitor.Monitor,
  /** What was asked for and is not had. */
  warning: optional(Schema.String)
})
export const MonitorList = Schema.Struct({ success: Success, data: Schema.Array(Monitor.Monitor) })
export const MonitorDeleted = Schema.Struct({ success: Success })
export const CheckAnswer = Schema.Struct({ success: Success, data: Monitor.MonitorCheck })
export const CheckList = Schema.Struct({ success: Success, data: Schema.Array(Monitor.MonitorCheck) })
export const CheckDetail = Schema.Struct({
  success: Success,
  data: Schema.Struct({
    ...Monitor.MonitorCheck.fields,
    pages: Schema.Array(Monitor.MonitorPage),
    /** Address of the pages that follow. */
    next: Schema.NullOr(Schema.String)
  })
})

/** Numbers; anything else reads as left out. */
export const ListQuery = { limit: optional(Schema.String), offset: optional(Schema.String) }
export const ChecksQuery = { ...ListQuery, status: optional(Monitor.CheckStatus) }
export const CheckQuery = {
  limit: optional(Schema.String),
  skip: optional(Schema.String),
  status: optional(Monitor.PageStatus)
}
export const CheckParams = { id: Schema.String, checkId: Schema.String }
