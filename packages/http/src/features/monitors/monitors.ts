/** Monitors: work that runs again by a schedule (docs/guide/scheduling.md). */
import { defined } from "@orbweaver/core/internal/support/defined"
import { CrawlOptions } from "@orbweaver/core/model/CrawlOptions"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { isUnreadable, type Service as Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { CheckStatus, type Monitor, PageStatus } from "@orbweaver/extraction/monitors/Monitor"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { decodeBody, type Reader, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { wireError } from "../../wire/ErrorBody.ts"
import { offered } from "../notImplemented.ts"
import type { Call } from "../../gate/Operation.ts"
import { CreateMonitorRequest, type Target, UpdateMonitorRequest } from "../../v2/monitorBodies.ts"
import { scrapeOptions } from "../../v2/wire.ts"
import { choiceOf, wholeNumber } from "../../wire/query.ts"
import { withoutCommon } from "../../wire/schemas.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import type { Warned } from "../../wire/warning.ts"
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

const answering = <E, R>(work: Effect.Effect<unknown, E, R>): Effect.Effect<Warned, E, R> =>
  Effect.map(work, (data) => ({ success: true, data }))

const idOf = ({ params }: Call): string => params["id"] ?? ""

const sliceOf = ({ query }: Call) => ({ limit: wholeNumber(query["limit"]), offset: wholeNumber(query["offset"]) })

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

  /** What the body asks for, in the words of the engine, and what of it no check does. */
  const readBody = Effect.fnUntraced(function* <A extends typeof UpdateMonitorRequest.Type>(
    read: Reader<A>,
    call: Call
  ) {
    const { targets: given, ...rest } = withoutCommon(yield* decodeBody(read, call))
    yield* Effect.fromResult(refuseRetention(call.body, comparing))
    const targets = given === undefined ? undefined : targetsOf(given)
    yield* checkFormats(targets ?? [])
    const notes = targetNotes(call.body)
    return { input: { ...rest, ...defined({ targets }) }, notes }
  })

  /** The monitor, and beside it what it asks for and no check does, where other answers have it too. */
  const answeringMonitor = <E, R>(work: Effect.Effect<Monitor, E, R>): Effect.Effect<Warned, E, R> =>
    Effect.map(work, (data) => ({ success: true, data, ...Struct.pick(data, ["warning"]) }))

  const createMonitor = operation(
    { kind: "crawl", writes: true, body: "json", profile: "scrapeOptions", price, once: true },
    Effect.fnUntraced(function* (monitors: Monitors, call: Call) {
      const { input, notes } = yield* readBody(readCreate, call)
      return yield* answeringMonitor(monitors.create(input, notes))
    })
  )

  const updateMonitor = operation(
    { kind: "crawl", writes: true, body: "json", profile: "scrapeOptions" },
    Effect.fnUntraced(function* (monitors: Monitors, call: Call) {
      const { input, notes } = yield* readBody(readUpdate, call)
      return yield* answeringMonitor(refuseUnreadable(monitors.update(idOf(call), input, notes)))
    })
  )

  const listMonitors = operation({ kind: "status" }, (monitors, call) => answering(monitors.list(sliceOf(call))))

  const getMonitor = operation({ kind: "status" }, (monitors, call) =>
    answering(refuseUnreadable(monitors.get(idOf(call))))
  )

  const deleteMonitor = operation({ kind: "status", writes: true }, (monitors, call) =>
    Effect.as(monitors.remove(idOf(call)), { success: true })
  )

  const runMonitor = operation({ kind: "crawl", writes: true, price }, (monitors, call) =>
    answering(refuseUnreadable(monitors.run(idOf(call))))
  )

  const listMonitorChecks = operation({ kind: "status" }, (monitors, call) =>
    Effect.flatMap(choiceOf("status", CheckStatus, call), (status) =>
      answering(monitors.checks(idOf(call), { ...sliceOf(call), status }))
    )
  )

  const getMonitorCheck = operation(
    { kind: "status" },
    Effect.fnUntraced(function* (monitors: Monitors, call: Call) {
      const { params, query, version } = call
      const { id = "", checkId = "" } = params
      const limit = wholeNumber(query["limit"])
      const status = yield* choiceOf("status", PageStatus, call)
      const slice = { limit, skip: wholeNumber(query["skip"]), status }
      return yield* answering(
        Effect.map(monitors.check(id, checkId, slice), ({ nextSkip, ...detail }) => {
          const more = new URLSearchParams({
            ...(limit === undefined ? {} : { limit: String(limit) }),
            ...defined({ status }),
            skip: String(nextSkip)
          })
          const at = `${base(call)}/${version}/monitor/${id}/checks/${checkId}?${more.toString()}`
          return { ...detail, next: nextSkip === undefined ? null : at }
        })
      )
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
