/** Monitors: work that runs again by a schedule (docs/guide/scheduling.md). */
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { isUnreadable, type Service as Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { PageStatus } from "@orbweaver/extraction/monitors/Monitor"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { badRequest, wireError } from "../../wire/ErrorBody.ts"
import { refuse } from "../../wire/wireErrorOf.ts"
import { offered } from "../notImplemented.ts"
import type { Call } from "../../gate/Operation.ts"
import { CreateMonitorRequest, type Target, UpdateMonitorRequest } from "../../v2/monitorBodies.ts"
import { scrapeOptions } from "../../v2/wire.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import { type Warned, withNotes } from "../../wire/warning.ts"
import { checkScrape } from "../scrape/checkScrape.ts"
import { refuseRetention } from "../scrape/retention.ts"

const readCreate = reader(CreateMonitorRequest)
const readUpdate = reader(UpdateMonitorRequest)

const price = () => ({ unit: "credits", amount: 1 }) as const
const crawlNames = Object.keys(Struct.omit(CrawlOptions.fields, ["scrapeOptions"])) as ReadonlyArray<
  Exclude<keyof CrawlOptions, "scrapeOptions">
>

/** Targets with the options of core in place of those of the wire. */
const targetsOf = (targets: ReadonlyArray<Target>): ReadonlyArray<object> =>
  targets.map((target) => {
    if (target.type === "search") return target
    const { scrapeOptions: given, ...rest } = target
    if (rest.type === "scrape") return { ...rest, scrapeOptions: scrapeOptions(given ?? {}) }
    const { crawlOptions = {}, ...crawl } = rest
    return {
      ...crawl,
      crawlOptions: Struct.pick(crawlOptions, crawlNames),
      scrapeOptions: scrapeOptions(given ?? crawlOptions.scrapeOptions ?? {})
    }
  })

/** What each target asks for and no check does. */
const targetNotes = (body: unknown): ReadonlyArray<ReadonlyArray<string>> => {
  const { targets } = body as { readonly targets?: unknown }
  return Array.isArray(targets) ? targets.map((target) => unsupportedFieldNotes(target)) : []
}

/** A monitor that this server cannot read is named; a fault of the store is not for callers. */
const refuseUnreadable = <A, E, R>(work: Effect.Effect<A, E | StoreError, R>) =>
  Effect.catchIf(work, isUnreadable, ({ message }) => Effect.fail(wireError(500, message, "MONITOR_UNREADABLE")))

/** A whole number from 0 of a query string; anything else reads as left out. */
const numberOf = (written: string | ReadonlyArray<string> | undefined): number | undefined =>
  typeof written === "string" && /^\d{1,9}$/.test(written) ? Number(written) : undefined

const sliceOf = ({ query }: Call) => ({ limit: numberOf(query["limit"]), offset: numberOf(query["offset"]) })

const answered = (data: unknown): Warned => ({ success: true, data })

const isStatus = Schema.decodeUnknownOption(PageStatus)

const comparing = "monitors store pages to compare later ones with them"

export const monitorOperations = (engines: Engines) => {
  const { base, monitors } = engines
  const operation = offered(monitors, "Monitors", "they need a server with jobs")

  /** Formats that no check could be made with are an error of the request. */
  const checkFormats = (targets: ReadonlyArray<object>) =>
    Effect.forEach(
      targets,
      (target) => ("scrapeOptions" in target ? checkScrape(engines, target.scrapeOptions as object) : Effect.void),
      { discard: true }
    )

  const createMonitor = operation(
    { kind: "crawl", writes: true, body: "json", price, once: true },
    Effect.fnUntraced(function* (monitors: Monitors, { body, version }: Call) {
      const read = readCreate(body, version)
      if (Result.isFailure(read)) return yield* badRequest(read.failure)
      yield* Effect.fromResult(refuseRetention(body, comparing))
      const { integration: _, origin: __, zeroDataRetention: ___, targets, ...rest } = read.success
      const asked = targetsOf(targets)
      yield* checkFormats(asked)
      const notes = targetNotes(body)
      const create = monitors.create({ ...rest, targets: asked }, notes)
      const created = yield* Effect.catchTag(create, "TooManyMonitors", refuse)
      return withNotes(answered(created), [...new Set(notes.flat())])
    })
  )

  const updateMonitor = operation(
    { kind: "crawl", writes: true, body: "json" },
    Effect.fnUntraced(function* (monitors: Monitors, { body, params, version }: Call) {
      const read = readUpdate(body, version)
      if (Result.isFailure(read)) return yield* badRequest(read.failure)
      yield* Effect.fromResult(refuseRetention(body, comparing))
      const { integration: _, origin: __, zeroDataRetention: ___, targets, ...rest } = read.success
      const asked = targets === undefined ? undefined : targetsOf(targets)
      yield* checkFormats(asked ?? [])
      const changes = { ...rest, ...(asked === undefined ? {} : { targets: asked }) }
      const notes = targetNotes(body)
      const update = monitors.update(params["id"] ?? "", changes, notes)
      const updated = yield* refuseUnreadable(Effect.catchTag(update, "MonitorNotFound", refuse))
      return withNotes(answered(updated), [...new Set(notes.flat())])
    })
  )

  const listMonitors = operation({ kind: "status" }, (monitors, call) =>
    Effect.map(monitors.list(sliceOf(call)), answered)
  )

  const getMonitor = operation({ kind: "status" }, (monitors, { params }) =>
    monitors
      .get(params["id"] ?? "")
      .pipe(Effect.map(answered), Effect.catchTag("MonitorNotFound", refuse), refuseUnreadable)
  )

  const deleteMonitor = operation({ kind: "status", writes: true }, (monitors, { params }) =>
    monitors.remove(params["id"] ?? "").pipe(Effect.as({ success: true }), Effect.catchTag("MonitorNotFound", refuse))
  )

  const runMonitor = operation({ kind: "crawl", writes: true, price }, (monitors, { params }) =>
    monitors
      .run(params["id"] ?? "")
      .pipe(Effect.map(answered), Effect.catchTags({ MonitorNotFound: refuse, MonitorBusy: refuse }), refuseUnreadable)
  )

  const listMonitorChecks = operation({ kind: "status" }, (monitors, call) =>
    monitors
      .checks(call.params["id"] ?? "", sliceOf(call))
      .pipe(Effect.map(answered), Effect.catchTag("MonitorNotFound", refuse))
  )

  const getMonitorCheck = operation(
    { kind: "status" },
    Effect.fnUntraced(function* (monitors: Monitors, call: Call) {
      const { params, query, version } = call
      const { id = "", checkId = "" } = params
      const limit = numberOf(query["limit"])
      const status = Option.getOrUndefined(isStatus(query["status"]))
      const slice = { limit, skip: numberOf(query["skip"]), status }
      const { nextSkip, ...detail } = yield* Effect.catchTag(
        monitors.check(id, checkId, slice),
        "MonitorNotFound",
        refuse
      )
      const more = new URLSearchParams({
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(status === undefined ? {} : { status }),
        skip: String(nextSkip)
      })
      const next =
        nextSkip === undefined ? null : `${base(call)}/${version}/monitor/${id}/checks/${checkId}?${more.toString()}`
      return answered({ ...detail, next })
    })
  )

  return {
    createMonitor,
    listMonitors,
    getMonitor,
    updateMonitor,
    deleteMonitor,
    runMonitor,
    listMonitorChecks,
    getMonitorCheck
  }
}
