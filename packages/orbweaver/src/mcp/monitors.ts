/** Tools on monitors: pages, sites and searches that are looked at again by a schedule. */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  hasRun,
  type Monitor,
  type MonitorCheck,
  type MonitorPage,
  optionFields,
  textDiffOf
} from "@orbweaver/extraction/monitors/Monitor"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { scheduleOf } from "@orbweaver/extraction/internal/monitors/schedule"
import { counted } from "@orbweaver/core/internal/support/counted"
import { optionInputs } from "./optionInputs.ts"
import { tool } from "./Tool.ts"

const optional = Schema.optionalKey
const monitor = Schema.String.annotate({ description: "Id of the monitor" })

const countsOf = (summary: MonitorCheck["summary"]): string =>
  `${counted(summary.totalPages, "page")}: ${summary.changed} changed, ${summary.new} new, ${summary.removed} gone, ${summary.same} the same, ${summary.error} failed`

const lineOf = ({ error, id, lastCheckSummary, name, nextRunAt, schedule, status }: Monitor): string =>
  error === undefined
    ? `${id}: ${name}, ${status}, ${schedule.cron} (${schedule.timezone}), next ${nextRunAt ?? "never"}, ${
        lastCheckSummary === null ? "never run" : countsOf(lastCheckSummary)
      }`
    : `${id}: ${error}`

const pageText = (page: MonitorPage): string => {
  const line = `${page.status}: ${page.url}${page.error === null ? "" : ` (${page.error})`}`
  const { judgment } = page
  const judged = judgment === null ? [] : [`${judgment.meaningful ? "matters" : "does not matter"}: ${judgment.reason}`]
  return [line, ...judged, textDiffOf(page) ?? []].flat().join("\n")
}

export const createMonitor = tool({
  name: "create_monitor",
  endpoint: "createMonitor",
  title: "Watch pages for changes",
  description:
    "Looks at pages, a site or a search again by a schedule and says what changed. Give urls, or a site to crawl, or queries.",
  readOnly: false,
  fields: {
    name: optional(Schema.String),
    schedule: Schema.String.annotate({
      description: 'Words such as "every 30 minutes" or "daily at 9:00", or a cron expression of five fields'
    }),
    timeZone: optional(Schema.String.annotate({ description: "IANA name; UTC when absent" })),
    urls: optional(Schema.Array(Schema.String)),
    site: optional(Schema.String.annotate({ description: "Start page of a crawl" })),
    queries: optional(Schema.Array(Schema.String)),
    limit: optional(Schema.Int.annotate({ description: "Pages of the crawl, or results of a search" })),
    webhookUrl: optional(Schema.String),
    ...optionInputs(optionFields)
  },
  run: Effect.fnUntraced(function* ({ limit, name, queries, schedule, site, timeZone, urls, webhookUrl, ...options }) {
    const targets = [
      ...(urls === undefined ? [] : [{ type: "scrape", urls }]),
      ...(site === undefined
        ? []
        : [{ type: "crawl", url: site, ...(limit === undefined ? {} : { crawlOptions: { limit } }) }]),
      ...(queries === undefined ? [] : [{ type: "search", queries, ...defined({ maxResults: limit }) }])
    ]
    const made = yield* (yield* Monitors).create({
      name: name ?? urls?.[0] ?? site ?? queries?.[0] ?? "monitor",
      schedule: scheduleOf(schedule, timeZone),
      targets,
      ...options,
      ...(webhookUrl === undefined ? {} : { webhook: { url: webhookUrl } })
    })
    return made.warning === undefined ? lineOf(made) : `${lineOf(made)}\nWarning: ${made.warning}`
  })
})

export const listMonitors = tool({
  name: "list_monitors",
  endpoint: "listMonitors",
  title: "List monitors",
  description: "Monitors with their schedules and what the last check of each found.",
  fields: {},
  run: Effect.fnUntraced(function* () {
    const found = yield* (yield* Monitors).list({ limit: 100 })
    return found.length === 0 ? "There are no monitors" : found.map(lineOf).join("\n")
  })
})

export const runMonitor = tool({
  name: "run_monitor",
  endpoint: "runMonitor",
  title: "Check a monitor now",
  description: "Begins a check of a monitor. Read what it found with monitor_changes.",
  readOnly: false,
  fields: { monitor },
  run: Effect.fnUntraced(function* ({ monitor }) {
    return `Check ${(yield* (yield* Monitors).run(monitor)).id} has begun`
  })
})

export const monitorChanges = tool({
  name: "monitor_changes",
  endpoint: "getMonitorCheck",
  title: "What changed",
  description:
    "What the checks of a monitor found: the latest one page by page with the differences, the earlier ones in a line.",
  fields: {
    monitor,
    check: optional(Schema.String.annotate({ description: "Id of a check; the latest that has ended when absent" }))
  },
  run: Effect.fnUntraced(function* ({ check, monitor }) {
    const monitors = yield* Monitors
    const checks = yield* monitors.checks(monitor, { limit: 20 })
    const lines = checks.map(
      ({ finishedAt, id, startedAt, status, summary }) =>
        `${id}: ${status}, ${finishedAt ?? startedAt ?? "not begun"}, ${countsOf(summary)}`
    )
    const wanted = check ?? checks.find(hasRun)?.id
    if (wanted === undefined) return ["No check has ended yet", ...lines].join("\n")
    const { pages } = yield* monitors.check(monitor, wanted, { limit: 1000 })
    return [`Check ${wanted}`, ...pages.map(pageText), "", "Checks, the latest first:", ...lines].join("\n")
  })
})

export const deleteMonitor = tool({
  name: "delete_monitor",
  endpoint: "deleteMonitor",
  title: "Remove a monitor",
  description: "Removes a monitor and what its checks found.",
  readOnly: false,
  fields: { monitor },
  run: Effect.fnUntraced(function* ({ monitor }) {
    yield* (yield* Monitors).remove(monitor)
    return `Monitor ${monitor} is removed`
  })
})
