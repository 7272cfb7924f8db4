/**
 * `orbweaver monitor`: the monitors of a store, which its workers and servers run. `schedule` was its name, and is an
 * alias now: `orb.schedule` of the library is another thing, a function that runs again.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { FormatSpec } from "@orbweaver/core/model/ScrapeOptions"
import { counted } from "@orbweaver/core/internal/support/counted"
import {
  fieldChangesOf,
  type Monitor,
  type MonitorCheck,
  type MonitorCheckDetail,
  type MonitorPage,
  optionFields,
  textDiffOf
} from "@orbweaver/extraction/monitors/Monitor"
import { Monitors, readAll, type Service } from "@orbweaver/extraction/monitors/Monitors"
import { scheduleOf } from "@orbweaver/extraction/internal/monitors/schedule"
import { askStore, type JobInput, jobLayer, pageFlags, storeFlags } from "../settings/adapters.ts"
import * as environment from "../settings/environment.ts"
import { type Exit, failed, type TaggedFailure, usage } from "../output/exit.ts"
import { argument, json, list, optionalText, readJson, toggle } from "../flags/flags.ts"
import { optionFlags, optionsOf } from "../flags/optionFlags.ts"
import { note, print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

const ask = Effect.fnUntraced(function* <A, E extends TaggedFailure>(
  input: stores.StoreInput,
  use: (monitors: Service) => Effect.Effect<A, E>,
  services?: ReturnType<typeof jobLayer>
) {
  yield* stores.requireStore(input)
  return yield* askStore(input, Monitors.use(use), services)
})

const id = argument("id", "Id of the monitor")

const lineOf = ({ error, id, lastCheckSummary, name, nextRunAt, schedule, status }: Monitor): string => {
  if (error !== undefined) return `${id}  ${error}`
  const last = lastCheckSummary === null ? "never run" : summaryOf(lastCheckSummary)
  return `${id}  ${status}  ${schedule.cron} ${schedule.timezone}  next ${nextRunAt ?? "never"}  ${last}  ${name}`
}

const summaryOf = (summary: MonitorCheck["summary"]): string =>
  `${counted(summary.totalPages, "page")}: ${summary.changed} changed, ${summary.new} new, ${summary.removed} gone, ${summary.error} failed`

const checkLine = ({ error, id, scheduledFor, startedAt, status, summary }: MonitorCheck): string =>
  `${id}  ${status}  ${scheduledFor ?? startedAt ?? ""}  ${summaryOf(summary)}${error === null ? "" : `  ${error}`}`

const add = Command.make(
  "add",
  {
    urls: Argument.String("url").pipe(
      Argument.withDescription(
        "Pages to look at; with --crawl the start page of a site, with --search words to search for"
      ),
      Argument.atLeast(1)
    ),
    every: Flag.String("when").pipe(
      Flag.withDescription('A cron expression of five fields, or words such as "every 30 minutes" or "daily at 9:00"')
    ),
    timeZone: optionalText("time-zone", "IANA time zone that the schedule is read in (default UTC)"),
    name: optionalText("name", "Name for people (default the first address)"),
    crawl: toggle("crawl", "Crawl the site of each address"),
    search: toggle("search", "Search the web for the words"),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("Maximum number of pages of a crawl, or of results of a search"),
      Flag.optional
    ),
    format: list("format").pipe(Flag.withAlias("f"), Flag.withDescription("Formats of each page (default markdown)")),
    schema: optionalText("schema", "JSON Schema of the fields of each page to compare, or a file that holds it"),
    options: optionFlags(optionFields),
    webhook: optionalText("webhook", "Address that receives the changes"),
    email: list("email").pipe(
      Flag.withDescription("Mail address that is sent what changed; needs ORBWEAVER_MAIL, the mail server")
    ),
    json,
    ...storeFlags
  },
  Effect.fn(function* (input) {
    const { crawl, every, search, urls } = input
    const options = yield* optionsOf(optionFields, input.options)
    const limit = Option.getOrUndefined(input.limit)
    const formats = yield* formatsOf(input)
    const scrapeOptions = formats.length === 0 ? {} : { scrapeOptions: { formats } }
    const crawlOptions = limit === undefined ? {} : { crawlOptions: { limit } }
    const targets = search
      ? [{ type: "search", queries: urls, ...(limit === undefined ? {} : { maxResults: limit }) }]
      : crawl
        ? urls.map((url) => ({ type: "crawl", url, ...crawlOptions, ...scrapeOptions }))
        : [{ type: "scrape", urls, ...scrapeOptions }]
    const monitor = yield* ask(input, (monitors) =>
      monitors.create({
        name: Option.getOrElse(input.name, () => urls[0] ?? ""),
        schedule: scheduleOf(every, Option.getOrUndefined(input.timeZone)),
        targets,
        ...options,
        ...(input.email.length === 0 ? {} : { notification: { email: { recipients: input.email } } }),
        ...(Option.isSome(input.webhook) ? { webhook: { url: input.webhook.value } } : {})
      })
    )
    yield* print(input.json ? JSON.stringify(monitor, null, 2) : lineOf(monitor))
    if (monitor.warning !== undefined) yield* note(`warning: ${monitor.warning}`)
    yield* note("it runs while a worker or server of this store does: orbweaver worker")
  })
).pipe(
  Command.withDescription("Look at pages, a site or a search again and again"),
  Command.withExamples([
    {
      command: 'orbweaver monitor add https://example.com/pricing --when "daily at 9:00" --data .orbweaver',
      description: "A page a day"
    },
    {
      command:
        'orbweaver monitor add https://example.com --crawl --when "0 6 * * 1" --webhook https://example.com/hook --data .orbweaver',
      description: "A site every Monday"
    },
    {
      command: "orbweaver monitor add https://example.com/pricing --schema price.json --when hourly --data .orbweaver",
      description: "Fields of a page"
    }
  ])
)

/** Formats of each page; a schema says which of its fields are compared with those of the check before. */
const formatsOf = Effect.fnUntraced(function* ({
  format,
  schema: given,
  search
}: {
  readonly format: ReadonlyArray<string>
  readonly schema: Option.Option<string>
  readonly search: boolean
}): Effect.fn.Return<ReadonlyArray<string | FormatSpec>, Exit, FileSystem.FileSystem> {
  if (Option.isNone(given)) {
    if (!format.includes("json")) return format
    return yield* usage(
      "-f json needs the fields that are compared: --schema FILE, a JSON Schema or a file that holds it"
    )
  }
  if (search) {
    return yield* usage("--schema is of pages: it cannot be used with --search")
  }
  const schema = yield* readJson("schema", given.value)
  return [
    ...format.filter((type) => type !== "changeTracking").map((type) => (type === "json" ? { type, schema } : type)),
    // Lines too where they are asked for by name.
    { type: "changeTracking", modes: format.includes("changeTracking") ? ["git-diff", "json"] : ["json"], schema }
  ]
})

const show = Command.make(
  "list",
  { json, ...storeFlags },
  Effect.fn(function* (input) {
    const found = yield* ask(input, (monitors) => readAll(monitors.list))
    if (input.json) return yield* print(JSON.stringify(found, null, 2))
    for (const monitor of found) yield* print(lineOf(monitor))
  })
).pipe(Command.withDescription("List the monitors of a store"))

const judgmentLine = ({ confidence, meaningful, reason }: NonNullable<MonitorPage["judgment"]>): string =>
  `${meaningful ? "matters" : "does not matter"} (${confidence}): ${reason}`

/** Most pages of a check that are printed. */
const maxPages = 1000

const printDetail = Effect.fnUntraced(function* (detail: MonitorCheckDetail, asJson: boolean) {
  if (asJson) return yield* print(JSON.stringify(detail, null, 2))
  for (const page of detail.pages) {
    yield* print(`${page.status}  ${page.url}${page.error === null ? "" : `  ${page.error}`}`)
    if (page.judgment !== null) yield* print(judgmentLine(page.judgment))
    const text = textDiffOf(page)
    if (text !== undefined) yield* print(text)
    for (const [path, { current, previous }] of Object.entries(fieldChangesOf(page) ?? {})) {
      yield* print(`${path}: ${JSON.stringify(previous)} -> ${JSON.stringify(current)}`)
    }
  }
})

const history = Command.make(
  "history",
  {
    id,
    check: Argument.String("check").pipe(
      Argument.withDescription("Id of one check, whose pages are listed"),
      Argument.optional
    ),
    json,
    ...storeFlags
  },
  Effect.fn(function* (input) {
    if (Option.isNone(input.check)) {
      const checks = yield* ask(input, (monitors) => readAll((part) => monitors.checks(input.id, part)))
      if (input.json) return yield* print(JSON.stringify(checks, null, 2))
      for (const check of checks) yield* print(checkLine(check))
      return
    }
    const checkId = input.check.value
    const detail = yield* ask(input, (monitors) => monitors.check(input.id, checkId, { limit: maxPages }))
    yield* printDetail(detail, input.json)
  })
).pipe(Command.withDescription("List the checks of a monitor, or the pages of one check with what changed"))

const run = Command.make(
  "run",
  {
    id,
    wait: toggle("wait", "Work on it here, wait until it has ended, and print its pages with what changed"),
    json,
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    if (input.wait) return yield* runToEnd(input)
    const check = yield* ask(input, (monitors) => monitors.run(input.id))
    yield* print(input.json ? JSON.stringify(check, null, 2) : check.id)
    yield* note("it is worked on while a worker or server of this store runs; --wait works on it here")
  })
).pipe(
  Command.withDescription("Begin a check now"),
  Command.withExamples([
    { command: "orbweaver monitor run ID --wait --data .orbweaver", description: "Look now, and print what changed" }
  ])
)

/** Works on the check alongside other processes of the store, until it has ended. */
const runToEnd = Effect.fnUntraced(function* (input: JobInput & { readonly id: string; readonly json: boolean }) {
  const { adapters } = yield* environment.read
  const detail = yield* ask(
    input,
    (monitors) =>
      Effect.flatMap(monitors.run(input.id), (check) => monitors.awaitCheck(input.id, check.id, { limit: maxPages })),
    jobLayer(input, { ...adapters, worker: { drain: stores.drain } })
  )
  yield* printDetail(detail, input.json)
  if (!input.json) yield* note(checkLine(detail))
  if (detail.status !== "completed" && detail.status !== "partial") {
    return yield* failed(detail.error ?? `the check is ${detail.status}`)
  }
})

const setStatus = (name: "pause" | "resume", status: "paused" | "active", description: string) =>
  Command.make(
    name,
    { id, ...storeFlags },
    Effect.fn(function* (input) {
      yield* print(lineOf(yield* ask(input, (monitors) => monitors.update(input.id, { status }))))
    })
  ).pipe(Command.withDescription(description))

const remove = Command.make(
  "remove",
  { id, ...storeFlags },
  Effect.fn(function* (input) {
    yield* ask(input, (monitors) => monitors.remove(input.id))
    yield* note("removed")
  })
).pipe(Command.withDescription("Remove a monitor and its checks"))

export const monitor = Command.make("monitor").pipe(
  Command.withAlias("schedule"),
  Command.withDescription("Look at pages, sites and searches again by a schedule, and see what changed"),
  Command.withSubcommands([
    add,
    show,
    history,
    run,
    setStatus("pause", "paused", "Stop a monitor until it is resumed"),
    setStatus("resume", "active", "Let a paused monitor run again"),
    remove
  ])
)
