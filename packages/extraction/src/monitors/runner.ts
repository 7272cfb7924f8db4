/**
 * Runs monitors: begins checks whose tick has come, starts the jobs of their targets, waits for them, and says what
 * changed. Any number of processes may run it over one store.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import { type Account, CurrentAccount } from "@orbweaver/core/accounts/Account"
import { unlimited } from "@orbweaver/core/accounts/ApiKeys"
import { ensure, type Ledger } from "@orbweaver/core/accounts/Ledger"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import {
  MonitorStore,
  type Notification,
  type StoredCheck,
  type StoredMonitor
} from "@orbweaver/core/jobs/MonitorStore"
import { isFinal, JobId } from "@orbweaver/core/model/Job"
import { defaults as scrapeDefaults, type FormatSpec, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { eachPage, jobOf } from "./checkPages.ts"
import {
  type CheckValue,
  emptySummary,
  type MonitorPage,
  type MonitorTarget,
  type MonitorValue,
  type TargetResult
} from "./Monitor.ts"
import { asJson, checkValueOf, Monitors, monitorValueOf, newCheck, readable, warningOf } from "./Monitors.ts"
import { nextTick } from "./schedule.ts"

export interface Options {
  /** The account behind a monitor; without limits when absent. */
  readonly accountOf?: ((id: string) => Effect.Effect<Account, StoreError>) | undefined
  /** How often the store is asked what is due; what this process adds is seen at once. Default: 5 seconds. */
  readonly poll?: Duration.Duration | undefined
  /** Checks of one account that this process works on at once; 1 to 20. Default: 5. */
  readonly checksPerAccount?: number | undefined
}

const defaultPoll = Duration.seconds(5)
/** Monitors begun in one go, and checks worked on at once. */
const atOnce = 20
/** Of these, the ones that are kept for accounts of which no check is worked on. */
const keptForOthers = 5
const defaultPerAccount = 5
/** How long a check is lent to a process that has died. */
const leaseMs = 60_000
/** How long jobs are waited for before other checks have their turn. */
const waitMs = 30_000
/** The same while as many checks are worked on as can be, so that no team waits for the slow ones of others. */
const crowdedWaitMs = 1000
const waitStep = Duration.seconds(1)
/** Events of pages that one check sends. */
const maxPageEvents = 1000
/** Pages that were there before and are looked for again. */
const maxKnown = 100_000

type Needs = Monitors | MonitorStore | JobStore | Batch | Crawler | Searcher | Ledger

/** Runs for as long as the layer lives. */
export const layer = (options: Options = {}): Layer.Layer<never, never, Needs> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* MonitorStore
      const { woken } = yield* Monitors
      const working = yield* FiberSet.make()
      const quota = Math.min(atOnce, Math.max(1, options.checksPerAccount ?? defaultPerAccount))
      /** Checks that this process works on, by their accounts. */
      const busy = new Map<string, number>()
      const count = (account: string, by: number): void => {
        const checks = (busy.get(account) ?? 0) + by
        if (checks > 0) busy.set(account, checks)
        else busy.delete(account)
      }
      const isCrowded = (): boolean => [...busy.values()].reduce((sum, checks) => sum + checks, 0) >= atOnce
      /** Takes up open checks while fewer than `most` are worked on; returns how many. */
      const takeUp = Effect.fnUntraced(function* (most: number, perAccount: number) {
        const room = most - (yield* FiberSet.size(working))
        if (room <= 0) return 0
        const taken = yield* store.take(yield* Clock.currentTimeMillis, leaseMs, room, { perAccount, busy })
        for (const { accountId, ...check } of taken) {
          count(accountId, 1)
          const release = Effect.suspend(() => {
            count(accountId, -1)
            return woken.open
          })
          yield* FiberSet.run(working, Effect.ensuring(hold(check, options, isCrowded), release))
        }
        return taken.length
      })
      /** Begins what is due and takes up open checks; whether there was any. */
      const look = Effect.gen(function* () {
        const begun = yield* beginDue()
        const taken = yield* takeUp(atOnce - keptForOthers, quota)
        const kept = yield* takeUp(atOnce, 1)
        return begun || taken + kept > 0
      })
      yield* Effect.forkScoped(
        Effect.forever(
          Effect.gen(function* () {
            woken.closeUnsafe()
            const found = yield* Effect.catchCause(look, (cause) =>
              Effect.as(Effect.logWarning("Monitors could not be run", cause), false)
            )
            if (!found) yield* Effect.timeoutOption(woken.await, options.poll ?? defaultPoll)
          })
        )
      )
    })
  )

/** Begins the checks whose tick has come; a monitor that cannot be read keeps no other back. */
const beginDue = Effect.fnUntraced(function* () {
  const store = yield* MonitorStore
  const now = yield* Clock.currentTimeMillis
  const begun = yield* Effect.forEach(yield* store.due(now, atOnce), (monitor) =>
    Effect.catchCause(begin(monitor, now), (cause) =>
      Effect.as(Effect.logWarning(`The monitor ${monitor.id} could not be run`, cause), false)
    )
  )
  return begun.includes(true)
})

/** Claims the tick; one that comes while a check runs is skipped and reported. */
const begin = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const store = yield* MonitorStore
  const value = yield* monitorValueOf(monitor)
  const at = monitor.nextRunAt!
  const check = newCheck(monitor.id, { now, tick: at })
  const skipped = { ...(yield* checkValueOf(check)), status: "skipped_overlap" as const, finishedAt: now }
  return yield* store.begin({
    monitorId: monitor.id,
    at,
    // After a pause of all processes only one run is made up for.
    nextRunAt: nextTick(value.schedule, now),
    check,
    overlapping: { ...check, open: false, value: asJson(skipped) }
  })
})

/** Works on a check, which is this process's alone for as long as that takes. */
const hold = (check: StoredCheck, options: Options, isCrowded: () => boolean) => {
  const heartbeat = Effect.gen(function* () {
    const store = yield* MonitorStore
    yield* Effect.sleep(Duration.millis(leaseMs / 3))
    // A store that is away is updated the next time.
    yield* Effect.ignore(store.heartbeat(check.id, (yield* Clock.currentTimeMillis) + leaseMs))
  })
  return Effect.raceFirst(workOn(check, options, isCrowded), Effect.forever(heartbeat)).pipe(
    Effect.catchCause((cause) => Effect.logWarning(`The check ${check.id} of a monitor could not go on`, cause))
  )
}

/** Goes on with a check as far as it goes now. */
const workOn = Effect.fnUntraced(function* (check: StoredCheck, options: Options, isCrowded: () => boolean) {
  const store = yield* MonitorStore
  const value = yield* checkValueOf(check)
  const found = yield* monitorOf(check)
  if (found === undefined) return
  const { account, monitor } = found
  const asAccount = Effect.provideService(CurrentAccount, {
    ...(yield* (options.accountOf ?? unlimited)(account)),
    id: account
  })
  const started = value.status === "queued" ? yield* asAccount(start(check, value, monitor)) : value
  if (started.finishedAt !== null) return yield* forgetOld(check, monitor)
  if (!(yield* allEnded(started, isCrowded))) {
    // Others have their turn meanwhile.
    const poll = Duration.toMillis(options.poll ?? defaultPoll)
    return yield* store.heartbeat(check.id, (yield* Clock.currentTimeMillis) + poll)
  }
  const { pages, value: ended } = yield* conclude(check, started)
  // One that was removed meanwhile tells nobody.
  if ((yield* store.find(check.monitorId)) === undefined) return
  const notifications = notificationsOf(check, ended, monitor, pages)
  const notification = monitor.webhook === null ? null : { delivered: 0, failed: 0, sent: notifications.length }
  yield* store.conclude({ ...check, open: false, value: asJson({ ...ended, notification }) }, notifications)
  yield* forgetOld(check, monitor)
})

const dayMs = 24 * 3_600_000

/** Removes the checks that the monitor no longer keeps. */
const forgetOld = Effect.fnUntraced(function* ({ monitorId }: StoredCheck, { retentionDays }: MonitorValue) {
  const store = yield* MonitorStore
  yield* store.forget(monitorId, (yield* Clock.currentTimeMillis) - retentionDays * dayMs)
})

/** The account and the definition; nothing when the monitor was removed. */
const monitorOf = Effect.fnUntraced(function* ({ monitorId }: StoredCheck) {
  const store = yield* MonitorStore
  const stored = yield* store.find(monitorId)
  return stored === undefined ? undefined : { account: stored.accountId, monitor: yield* monitorValueOf(stored) }
})

/**
 * Starts the jobs. Their ids are stored before, so that a process that takes the check over finds those that its
 * predecessor has started.
 */
const start = Effect.fnUntraced(function* (check: StoredCheck, before: CheckValue, monitor: MonitorValue) {
  const store = yield* MonitorStore
  const jobs = yield* JobStore
  const save = (value: CheckValue, open = true) => store.saveCheck({ ...check, open, value: asJson(value) })
  const now = yield* Clock.currentTimeMillis
  const account = yield* CurrentAccount
  const broke = yield* Effect.match(ensure(account, "credits", 1), {
    onFailure: (error) => (error._tag === "InsufficientCredits" ? error.message : undefined),
    onSuccess: () => undefined
  })
  if (broke !== undefined) {
    const refused = { ...before, status: "skipped_no_credits" as const, finishedAt: now, updatedAt: now, error: broke }
    yield* save(refused, false)
    return refused
  }
  let value: CheckValue = {
    ...before,
    startedAt: before.startedAt ?? now,
    targetResults:
      before.targetResults.length > 0
        ? before.targetResults
        : monitor.targets.map((target) => plannedResult(target, monitor))
  }
  yield* save(value)
  const keptFor = { ...account, plan: { ...account.plan, retention: Duration.days(monitor.retentionDays) } }
  const results: Array<TargetResult> = []
  for (const [index, target] of monitor.targets.entries()) {
    const result = value.targetResults[index] ?? plannedResult(target, monitor)
    const id = jobOf(result)
    const exists =
      id !== undefined && (yield* Effect.match(jobs.get(id), { onFailure: () => false, onSuccess: () => true }))
    const outcome = exists
      ? { result, searchPages: [] }
      : yield* Effect.provideService(
          startTarget(check, { target, notes: notesOf(target, monitor) }, result),
          CurrentAccount,
          keptFor
        )
    results.push(outcome.result)
    value = { ...value, searchPages: [...value.searchPages, ...outcome.searchPages] }
  }
  value = { ...value, status: "running", targetResults: results, updatedAt: yield* Clock.currentTimeMillis }
  yield* save(value)
  return value
})

const notesOf = ({ id = "" }: MonitorTarget, { notes }: MonitorValue): ReadonlyArray<string> => notes?.[id] ?? []

const plannedResult = (target: MonitorTarget, monitor: MonitorValue): TargetResult => {
  const planned = { targetId: target.id ?? "", type: target.type, ...warningOf(notesOf(target, monitor)) }
  const id = crypto.randomUUID()
  if (target.type === "search") return planned
  return target.type === "crawl" ? { ...planned, crawlId: id } : { ...planned, expectedJobs: [id] }
}

interface Started {
  readonly result: TargetResult
  readonly searchPages: CheckValue["searchPages"]
}

/** A target that cannot be started costs the others nothing; a store that is away is tried again. */
const startTarget = Effect.fnUntraced(function* (
  check: StoredCheck,
  { notes, target }: { readonly target: MonitorTarget; readonly notes: ReadonlyArray<string> },
  result: TargetResult
) {
  const begun: Effect.Effect<
    Started,
    { readonly _tag: string; readonly message: string } | StoreError,
    Batch | Crawler | Searcher | MonitorStore
  > = target.type === "search" ? search(check, target, result) : startJob(check, { target, notes }, result)
  return yield* begun.pipe(
    Effect.catch((error): Effect.Effect<Started, StoreError> =>
      error instanceof StoreError
        ? Effect.fail(error)
        : Effect.succeed({ result: { ...result, error: error.message }, searchPages: [] })
    )
  )
})

const startJob = Effect.fnUntraced(function* (
  { monitorId }: StoredCheck,
  {
    notes,
    target
  }: {
    readonly target: Exclude<MonitorTarget, { readonly type: "search" }>
    readonly notes: ReadonlyArray<string>
  },
  result: TargetResult
) {
  const noted = notes.length === 0 ? {} : { notes }
  const id = jobOf(result) ?? JobId.make(crypto.randomUUID())
  if (target.type === "scrape") {
    const batch = yield* Batch
    const scrapeOptions = tracked(target.scrapeOptions, monitorId)
    yield* batch.start([...target.urls], { id, ignoreInvalidURLs: false, scrapeOptions, ...noted })
  } else {
    const crawler = yield* Crawler
    const { scrapeOptions, ...crawlOptions } = target.crawlOptions ?? {}
    const options = tracked(target.scrapeOptions ?? scrapeOptions, monitorId)
    yield* crawler.start(target.url, { ...crawlOptions, id, scrapeOptions: options, ...noted })
  }
  return { result, searchPages: [] as CheckValue["searchPages"] }
})

/** Asks for change tracking in a history of the monitor's own, of a page that is captured now. */
const tracked = (options: ScrapeOptions = {}, monitorId: string): ScrapeOptions => {
  const formats = (options.formats ?? scrapeDefaults.formats).map((format): FormatSpec =>
    typeof format === "string" ? { type: format } : format
  )
  const asked = formats.find(({ type }) => type === "changeTracking")
  const json = formats.find(({ type }) => type === "json")
  const fields = Object.fromEntries(
    (["schema", "prompt"] as const).flatMap((name) => (json?.[name] === undefined ? [] : [[name, json[name]]]))
  )
  const tracking = {
    type: "changeTracking",
    modes: Object.keys(fields).length === 0 ? ["git-diff"] : ["git-diff", "json"],
    ...fields,
    ...asked,
    tag: `monitor/${monitorId}`
  }
  return {
    ...options,
    maxAge: options.maxAge ?? 0,
    formats: [...formats.filter(({ type }) => type !== "changeTracking"), tracking]
  }
}

const windows = { "5m": "qdr:h", "15m": "qdr:h", "1h": "qdr:h", "6h": "qdr:d", "24h": "qdr:d", "7d": "qdr:w" } as const

const search = Effect.fnUntraced(function* (
  check: StoredCheck,
  target: Extract<MonitorTarget, { readonly type: "search" }>,
  result: TargetResult
) {
  const searcher = yield* Searcher
  const { excludeDomains, includeDomains, maxResults, queries, searchWindow } = target
  const pages = new Map<string, { readonly url: string; readonly title: string }>()
  let credits = 0
  for (const query of queries) {
    const found = yield* searcher.search(query, {
      limit: maxResults ?? 10,
      ...(searchWindow === undefined ? {} : { tbs: windows[searchWindow] }),
      ...defined({ includeDomains, excludeDomains })
    })
    credits += found.credits
    for (const { title, url } of found.sources.web ?? []) if (!pages.has(url)) pages.set(url, { url, title })
  }
  const known = yield* knownBySearch(check, result.targetId)
  const searchPages = [...pages.values()].map((page) => ({
    ...page,
    targetId: result.targetId,
    status: known.has(page.url) ? ("same" as const) : ("new" as const)
  }))
  const matches = searchPages.filter(({ status }) => status === "new").length
  return {
    result: { ...result, searchCompleted: true, resultCount: pages.size, matches, searchCredits: credits },
    searchPages
  }
})

/** What the checks before have found. */
const knownBySearch = Effect.fnUntraced(function* ({ id, monitorId }: StoredCheck, targetId: string) {
  const store = yield* MonitorStore
  const known = new Set<string>()
  const before = (yield* store.checks(monitorId, { limit: 100, offset: 0 })).filter((check) => check.id !== id)
  for (const { searchPages } of yield* readable(before)) {
    for (const page of searchPages) if (page.targetId === targetId) known.add(page.url)
  }
  return known
})

/** Waits a while for the jobs of the check; whether all have ended. */
const allEnded = Effect.fnUntraced(function* ({ targetResults }: CheckValue, isCrowded: () => boolean) {
  const jobs = yield* JobStore
  const from = yield* Clock.currentTimeMillis
  for (const target of targetResults) {
    const id = jobOf(target)
    if (id === undefined || target.error !== undefined) continue
    for (;;) {
      // A job that somebody removed has nothing more to say.
      const job = yield* Effect.catchTag(jobs.get(id), "JobNotFound", () => Effect.succeed(undefined))
      if (job === undefined || isFinal(job.status)) break
      const left = from + (isCrowded() ? crowdedWaitMs : waitMs) - (yield* Clock.currentTimeMillis)
      if (left <= 0) return false
      yield* jobs.awaitEvent(id, job.events, Duration.min(waitStep, Duration.millis(left)))
    }
  }
  return true
})

/** What came of the check. */
const conclude = Effect.fnUntraced(function* (check: StoredCheck, value: CheckValue) {
  const jobs = yield* JobStore
  let credits = 0
  const failures: Array<string> = []
  const results: Array<TargetResult> = []
  for (const target of value.targetResults) {
    const id = jobOf(target)
    const job =
      id === undefined || target.error !== undefined
        ? undefined
        : yield* Effect.catchTag(jobs.get(id), "JobNotFound", () => Effect.succeed(undefined))
    credits += (job?.creditsUsed ?? 0) + (target.searchCredits ?? 0)
    const error =
      target.error ??
      (job === undefined || job.status === "completed" ? undefined : (job.error ?? `The job is ${job.status}`))
    if (error !== undefined) failures.push(error)
    results.push(error === undefined ? target : { ...target, error })
  }
  const now = yield* Clock.currentTimeMillis
  const whole = { ...value, targetResults: results, updatedAt: now }
  const removed = yield* removedPages(check, whole)
  const ended: CheckValue = {
    ...whole,
    removed,
    status: failures.length === 0 ? "completed" : failures.length < results.length ? "partial" : "failed",
    finishedAt: now,
    actualCredits: credits,
    error: failures.length === 0 ? null : failures.slice(0, 5).join(" ")
  }
  const summary = { ...emptySummary }
  const pages: Array<MonitorPage> = []
  yield* eachPage(jobs, check, ended, (page) => {
    summary.totalPages++
    summary[page.status]++
    if (page.status !== "same" && pages.length < maxPageEvents) pages.push(page)
    return true
  })
  return { value: { ...ended, summary }, pages }
})

/** Pages that the last crawl of a target found and this one did not; none where a crawl failed. */
const removedPages = Effect.fnUntraced(function* (check: StoredCheck, value: CheckValue) {
  const store = yield* MonitorStore
  const jobs = yield* JobStore
  const unseen = new Set(value.targetResults.filter(isCrawled).map(({ targetId }) => targetId))
  if (unseen.size === 0) return []
  const known = new Map<string, { readonly targetId: string; readonly url: string }>()
  const keyOf = ({ targetId, url }: { readonly targetId: string; readonly url: string }) => `${targetId} ${url}`
  for (const before of yield* store.checks(check.monitorId, { limit: 20, offset: 0 })) {
    if (unseen.size === 0) break
    if (before.id === check.id || before.createdAt > check.createdAt) continue
    const [old] = yield* readable([before])
    if (old === undefined) continue
    if (old.status !== "completed" && old.status !== "partial") continue
    const crawls = old.targetResults.filter((result) => isCrawled(result) && unseen.has(result.targetId))
    yield* eachPage(jobs, before, { ...old, targetResults: crawls }, ({ status, targetId, url }) => {
      if (status !== "removed" && status !== "error") known.set(keyOf({ targetId, url }), { targetId, url })
      return known.size < maxKnown
    })
    for (const { targetId } of crawls) unseen.delete(targetId)
  }
  if (known.size === 0) return []
  yield* eachPage(jobs, check, value, (page) => {
    known.delete(keyOf(page))
    return known.size > 0
  })
  return [...known.values()]
})

/** Whether the pages of a site are all that were found: its crawl was not given up. */
const isCrawled = ({ crawlId, error }: TargetResult): boolean => crawlId !== undefined && error === undefined

/** The events for the webhook. They are sent from the outbox of the store, once the check has ended. */
const notificationsOf = (
  { id: checkId, monitorId }: StoredCheck,
  value: CheckValue,
  { webhook }: MonitorValue,
  pages: ReadonlyArray<MonitorPage>
): ReadonlyArray<Notification> => {
  if (webhook === null) return []
  const wants = (event: string): boolean => webhook.events?.includes(event) ?? true
  const { headers = {}, metadata = {}, url } = webhook
  const error = value.error === null ? {} : { error: value.error }
  const notificationOf = (type: string, number: number, success: boolean, data: object): Notification => {
    const webhookId = `${checkId.slice(0, 24)}${number.toString(16).padStart(12, "0")}`
    const body = JSON.stringify({ success, type, id: checkId, webhookId, data: [data], ...error, metadata })
    return { id: webhookId, monitorId, checkId, isLast: number === 0, post: { url, headers, body } }
  }
  const ofPages = wants("monitor.page")
    ? pages.map((page, index) =>
        notificationOf("monitor.page", index + 1, page.status !== "error", { checkId, monitorId, ...page })
      )
    : []
  if (!wants("monitor.check.completed")) return ofPages
  const { status, summary } = value
  const isFine = status === "completed" && summary.error === 0
  return [...ofPages, notificationOf("monitor.check.completed", 0, isFine, { checkId, monitorId, status, summary })]
}
