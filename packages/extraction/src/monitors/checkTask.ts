/**
 * What a worker does for a check of a monitor: starts the jobs of its targets, waits for them without taking a place
 * among the tasks, and says what changed. A check that another worker takes over goes on where it was.
 */
import { defined } from "@orbweaver/core/internal/support/defined"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { ensure, type Ledger } from "@orbweaver/core/accounts/Ledger"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { mailPost } from "@orbweaver/core/jobs/Mailer"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import type { TaskHandler } from "@orbweaver/core/jobs/TaskHandlers"
import type { EventPost } from "@orbweaver/core/jobs/Webhooks"
import { isFinal, type Job, JobId, jobKinds } from "@orbweaver/core/model/Job"
import { defaults as scrapeDefaults, type FormatSpec, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { eachPage, jobOf, withPrevious } from "./checkPages.ts"
import { asJson, checkValueOf, isOverlapping, readable } from "./checks.ts"
import { checkMail } from "./checkMail.ts"
import { isReported, judgeCheck } from "./judgeCheck.ts"
import { recipientsOf } from "./mailOptions.ts"
import {
  type CheckValue,
  emptySummary,
  hasRun,
  type MonitorPage,
  type MonitorTarget,
  type MonitorValue,
  type TargetResult
} from "./Monitor.ts"
import { monitorValueOf, warningOf } from "./Monitors.ts"

/** Before its jobs are looked at again, in milliseconds: a fourth of the time that the check has taken, within these. */
const minWaitMs = 250
const maxWaitMs = 5000
/** Events of pages that one check sends. */
const maxPageEvents = 1000
/** Pages that were there before and are looked for again. */
const maxKnown = 100_000

type Needs = MonitorStore | JobStore | Batch | Crawler | Searcher | Ledger

/** The handler of `monitorCheck` jobs. */
export const checkTask: Effect.Effect<TaskHandler, never, Needs> = Effect.map(
  Effect.context<Needs>(),
  (services): TaskHandler =>
    (job) =>
      work(job).pipe(
        // Somebody removed the check, or its monitor.
        Effect.catchTag("JobNotFound", () => Effect.void),
        Effect.provideContext(services)
      )
)

/** Goes on with a check as far as it goes now. */
const work = Effect.fnUntraced(function* (job: Job) {
  const jobs = yield* JobStore
  const before = yield* checkValueOf(job)
  const monitor = yield* monitorOf(job)
  if (monitor === undefined) return yield* jobs.remove(job.id)
  const end = (value: CheckValue, posts?: ReadonlyArray<EventPost>) =>
    Effect.asVoid(jobs.finish(job.id, asJson(value), 0, posts))
  if (before.status === "queued") {
    const now = yield* Clock.currentTimeMillis
    const skipped = { ...before, finishedAt: now, updatedAt: now }
    if (yield* isOverlapping(job)) return yield* end({ ...skipped, status: "skipped_overlap" })
    const problem = yield* creditsProblem
    if (problem !== undefined) return yield* end({ ...skipped, status: "skipped_no_credits", error: problem })
  }
  const value = before.status === "queued" ? yield* start(job, before, monitor) : before
  if (!(yield* allEnded(value))) return { afterMs: yield* waitOf(value) }
  const { pages, value: ended } = yield* judgeCheck(job, monitor, yield* conclude(job, value))
  // One that was removed meanwhile tells nobody.
  const latest = yield* monitorOf(job)
  if (latest === undefined) return yield* jobs.remove(job.id)
  const posts = [...mailsOf(job, latest, yield* mailedPages(job, pages)), ...postsOf(job, ended, latest, pages)]
  const isNotified = latest.webhook !== null || recipientsOf(latest.notification).length > 0
  const notification = isNotified ? { delivered: 0, failed: 0, sent: posts.length } : null
  return yield* end({ ...ended, notification }, posts)
})

const waitOf = ({ startedAt }: CheckValue) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    Math.min(maxWaitMs, Math.max(minWaitMs, Math.round((now - (startedAt ?? now)) / 4)))
  )

/** The definition; nothing when the monitor was removed. */
const monitorOf = Effect.fnUntraced(function* ({ monitorId = "" }: Job) {
  const stored = yield* MonitorStore.use((store) => store.find(monitorId))
  return stored === undefined ? undefined : yield* monitorValueOf(stored)
})

/** Why the account cannot pay for a check, or nothing. */
const creditsProblem = Effect.gen(function* () {
  return yield* Effect.match(ensure(yield* CurrentAccount, "credits", 1), {
    onFailure: (error) => (error._tag === "InsufficientCredits" ? error.message : undefined),
    onSuccess: () => undefined
  })
})

/**
 * Starts the jobs. Their ids are stored before, so that a process that takes the check over finds those that its
 * predecessor has started.
 */
const start = Effect.fnUntraced(function* (job: Job, before: CheckValue, monitor: MonitorValue) {
  const jobs = yield* JobStore
  const save = (value: CheckValue) => jobs.report(job.id, asJson(value))
  const now = yield* Clock.currentTimeMillis
  const account = yield* CurrentAccount
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
          startTarget(job, { target, notes: notesOf(target, monitor) }, result),
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
  check: Job,
  { notes, target }: { readonly target: MonitorTarget; readonly notes: ReadonlyArray<string> },
  result: TargetResult
) {
  const begun: Effect.Effect<
    Started,
    { readonly _tag: string; readonly message: string } | StoreError,
    Batch | Crawler | Searcher | JobStore
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
  { monitorId }: Job,
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
    yield* batch.start([...target.urls], { id, monitorId, ignoreInvalidURLs: false, scrapeOptions, ...noted })
  } else {
    const crawler = yield* Crawler
    const { scrapeOptions, ...crawlOptions } = target.crawlOptions ?? {}
    const options = tracked(target.scrapeOptions ?? scrapeOptions, monitorId)
    yield* crawler.start(target.url, { ...crawlOptions, id, monitorId, scrapeOptions: options, ...noted })
  }
  return { result, searchPages: [] as CheckValue["searchPages"] }
})

/** Asks for change tracking in a history of the monitor's own, of a page that is captured now. */
const tracked = (options: ScrapeOptions = {}, monitorId: string | undefined): ScrapeOptions => {
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
  check: Job,
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
const knownBySearch = Effect.fnUntraced(function* ({ id, monitorId = "" }: Job, targetId: string) {
  const jobs = yield* JobStore
  const known = new Set<string>()
  const before = (yield* jobs.checks(monitorId, { limit: 100, offset: 0 })).filter((check) => check.id !== id)
  for (const { searchPages } of yield* readable(before)) {
    for (const page of searchPages) if (page.targetId === targetId) known.add(page.url)
  }
  return known
})

/** The jobs of a check that were started; one that somebody removed has nothing more to say. */
const jobOfTarget = Effect.fnUntraced(function* (target: TargetResult) {
  const id = jobOf(target)
  if (id === undefined || target.error !== undefined) return undefined
  return yield* JobStore.use((jobs) => Effect.catchTag(jobs.get(id), "JobNotFound", () => Effect.undefined))
})

const allEnded = Effect.fnUntraced(function* ({ targetResults }: CheckValue) {
  for (const target of targetResults) {
    const job = yield* jobOfTarget(target)
    if (job !== undefined && !isFinal(job.status)) return false
  }
  return true
})

/** What came of the check. */
const conclude = Effect.fnUntraced(function* (check: Job, value: CheckValue) {
  const jobs = yield* JobStore
  let credits = 0
  const failures: Array<string> = []
  const results: Array<TargetResult> = []
  for (const target of value.targetResults) {
    const job = yield* jobOfTarget(target)
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
  return { value: { ...ended, summary }, pages: yield* withPrevious(jobs, check, pages) }
})

/** Pages that the last crawl of a target found and this one did not; none where a crawl failed. */
const removedPages = Effect.fnUntraced(function* (check: Job, value: CheckValue) {
  const jobs = yield* JobStore
  const unseen = new Set(value.targetResults.filter(isCrawled).map(({ targetId }) => targetId))
  if (unseen.size === 0) return []
  const known = new Map<string, { readonly targetId: string; readonly url: string }>()
  const keyOf = ({ targetId, url }: { readonly targetId: string; readonly url: string }) => `${targetId} ${url}`
  for (const before of yield* jobs.checks(check.monitorId ?? "", { limit: 20, offset: 0 })) {
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
const postsOf = (
  { id: checkId, monitorId }: Job,
  value: CheckValue,
  { webhook }: MonitorValue,
  pages: ReadonlyArray<MonitorPage>
): ReadonlyArray<EventPost> => {
  if (webhook === null) return []
  const wants = (event: string): boolean => webhook.events?.includes(event) ?? true
  const { headers = {}, metadata = {}, url } = webhook
  const error = value.error === null ? {} : { error: value.error }
  const postOf = (type: keyof typeof eventNames, number: number, success: boolean, data: object): EventPost => {
    const webhookId = postId(checkId, number)
    const event = { success, type: eventNames[type], id: checkId, webhookId, data: [data], ...error, metadata }
    return { id: webhookId, type, url, headers, body: JSON.stringify(event) }
  }
  const ofPages = wants(eventNames.page)
    ? pages.filter(isReported).map((page, index) => {
        const isMeaningful = page.judgment?.meaningful ?? null
        return postOf("page", index + 1, page.status !== "error", { checkId, monitorId, ...page, isMeaningful })
      })
    : []
  if (!wants(eventNames.completed)) return ofPages
  const { status, summary } = value
  const isFine = status === "completed" && summary.error === 0
  return [...ofPages, postOf("completed", 0, isFine, { checkId, monitorId, status, summary })]
}

/** What is mailed of a check. That all is new in the first check of a monitor is no news. */
const mailedPages = Effect.fnUntraced(function* (
  { createdAt, id, monitorId = "" }: Job,
  pages: ReadonlyArray<MonitorPage>
) {
  const reported = pages.filter(isReported)
  if (!reported.some(({ status }) => status === "new")) return reported
  const after = { id, createdAt }
  const before = yield* JobStore.use((jobs) => jobs.checks(monitorId, { limit: 20, offset: 0, after }))
  const isFirst = !(yield* readable(before)).some(hasRun)
  return isFirst ? reported.filter(({ status }) => status !== "new") : reported
})

/** A mail for each recipient, so that one that is sent again reaches nobody else. */
const mailsOf = (
  { id: checkId, monitorId = "" }: Job,
  monitor: MonitorValue,
  pages: ReadonlyArray<MonitorPage>
): ReadonlyArray<EventPost> => {
  if (pages.length === 0) return []
  const content = checkMail(monitor, { checkId, monitorId, pages })
  return recipientsOf(monitor.notification).map((to, index) =>
    mailPost(postId(checkId, firstMail + index), to, content)
  )
}

/** Where numbers of mails begin, so that their ids are those of no event of the check. */
const firstMail = 2 ** 40

/** Names an event or a mail of a check by its number. */
const postId = (checkId: string, number: number): string =>
  `${checkId.slice(0, 24)}${number.toString(16).padStart(12, "0")}`

const { postNames: eventNames } = jobKinds.monitorCheck
