/**
 * Monitors: pages, sites and searches that are looked at again by a schedule, and what changed each time.
 *
 * ```
 * monitor ─► tick, once over all processes ─► check ─► a batch, a crawl or a search for each target ─► webhook
 *                                                       (jobs of the store, with change tracking)
 * ```
 *
 * Definitions, checks and pages are kept by the stores of jobs, so that a check goes on in another process when the one
 * that began it dies.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Mailer } from "@orbweaver/core/jobs/Mailer"
import { MonitorStore, type Slice, type StoredMonitor } from "@orbweaver/core/jobs/MonitorStore"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { findHidden, hidden, hideSecrets, restoreSecrets } from "@orbweaver/core/internal/model/hiddenSecrets"
import { invalid, type InvalidInput, reader } from "@orbweaver/core/model/InvalidInput"
import { headersProblem } from "@orbweaver/core/internal/model/RequestHeaders"
import { type Job, JobId } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Url from "@orbweaver/core/model/Url"
import { defined } from "@orbweaver/core/internal/support/defined"
import {
  defaults,
  type CheckStatus,
  type CheckValue,
  CreateMonitor,
  hasRun,
  type Monitor,
  type MonitorCheck,
  type MonitorCheckDetail,
  MonitorValue,
  type PageStatus,
  UpdateMonitor
} from "./Monitor.ts"
import { mailNotes, readNotification, subscriptionsOf } from "./mailOptions.ts"
import { MonitorBusy, MonitorNotFound, TooManyMonitors } from "./MonitorNotFound.ts"
import { ChangeJudge, judgeNotes, wantsJudgment } from "./judgeCheck.ts"
import { pagesOfCheck, withPrevious } from "./checkPages.ts"
import { asJson, checkValueOf, createCheck, openChecks, readable, unreadable, unreadableCheck } from "./checks.ts"
import { nextTick, readSchedule } from "./schedule.ts"

export interface ListOptions {
  /** Default: 25. */
  readonly limit?: number | undefined
  /** Entries that are passed over. Read a long list by `after` instead. Default: 0. */
  readonly offset?: number | undefined
  /** The last entry of the page before: the list goes on behind it. */
  readonly after?: Pick<Monitor, "id" | "createdAt"> | undefined
}

export interface ListChecksOptions extends ListOptions {
  /** Only checks in this state, to which `limit` and `offset` then refer. Default: all. */
  readonly status?: CheckStatus | undefined
}

export interface CheckPagesOptions {
  /** Pages given. Default: 100. */
  readonly limit?: number | undefined
  /** Pages left out at the beginning. Default: 0. */
  readonly skip?: number | undefined
  readonly status?: PageStatus | undefined
}

/** For each target, in their order. */
type TargetNotes = ReadonlyArray<ReadonlyArray<string>>

export interface Service {
  /**
   * Monitors belong to the current account, which may have as many as its plan allows. Bad input fails with the field's
   * name. `notes` are, for each target, sentences about what it asks for and no check does.
   */
  readonly create: (
    input: unknown,
    notes?: TargetNotes
  ) => Effect.Effect<Monitor, InvalidInput | TooManyMonitors | StoreError>
  readonly list: (options?: ListOptions) => Effect.Effect<ReadonlyArray<Monitor>, StoreError>
  readonly get: (id: string) => Effect.Effect<Monitor, MonitorNotFound | StoreError>
  /** A header, or a password of an address, that is given as `***`, as answers show them, stays as it was. */
  readonly update: (
    id: string,
    input: unknown,
    notes?: TargetNotes
  ) => Effect.Effect<Monitor, InvalidInput | MonitorNotFound | StoreError>
  /** Removes the monitor and its checks. What runs goes on to its end. */
  readonly remove: (id: string) => Effect.Effect<void, MonitorNotFound | StoreError>
  /** Begins a check now; fails with `MonitorBusy` while one runs. */
  readonly run: (id: string) => Effect.Effect<MonitorCheck, MonitorNotFound | MonitorBusy | StoreError>
  /** The latest first. */
  readonly checks: (
    id: string,
    options?: ListChecksOptions
  ) => Effect.Effect<ReadonlyArray<MonitorCheck>, MonitorNotFound | StoreError>
  readonly check: (
    id: string,
    checkId: string,
    options?: CheckPagesOptions
  ) => Effect.Effect<MonitorCheckDetail, MonitorNotFound | StoreError>
  /**
   * Waits until the check has ended, wherever it is worked on, and each of its events was sent once, and gives it with its first
   * pages. The store is asked again after each `poll`; 250 milliseconds when absent.
   */
  readonly awaitCheck: (
    id: string,
    checkId: string,
    options?: Pick<CheckPagesOptions, "limit"> & { readonly poll?: Duration.Duration | undefined }
  ) => Effect.Effect<MonitorCheckDetail, MonitorNotFound | StoreError>
}

export class Monitors extends Context.Service<Monitors, Service>()("@orbweaver/extraction/Monitors") {
  static readonly layer: Layer.Layer<Monitors, never, JobStore | MonitorStore | WebhookOutbox> = Layer.effect(
    Monitors,
    Effect.suspend(() => make())
  )
}

const maxListed = 100
const defaultPoll = Duration.millis(250)
/** How long is waited for the events of a check that has ended. */
const maxSendingWait = Duration.seconds(15)

const readCreate = reader("monitor", CreateMonitor)
const readUpdate = reader("monitor", UpdateMonitor)
const decodeMonitor = Schema.decodeUnknownEffect(MonitorValue)

/** What the store keeps of a monitor, read; that of a newer version of the program is refused. */
export const monitorValueOf = ({ id, value }: StoredMonitor): Effect.Effect<MonitorValue, StoreError> =>
  Effect.mapError(decodeMonitor(value), (cause) => unreadable(`Reading the monitor ${id}`, cause, missingKeyOf(value)))

/** Whether the monitor or check was found, and cannot be read by this process. */
export const isUnreadable = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.kind === "rejected"

/** Why a monitor that is still encrypted cannot be read: a store gives one whose key it lacks as it is. */
const missingKeyOf = (value: Schema.Json): string | undefined =>
  typeof value === "object" && value !== null && "sealedBy" in value && typeof value.sealedBy === "string"
    ? `it is encrypted with the key ${value.sealedBy}, which is not among the \`encryptionKeys\` of this process`
    : undefined

const make = Effect.fnUntraced(function* () {
  const store = yield* MonitorStore
  const jobs = yield* JobStore
  const outbox = yield* WebhookOutbox
  const judge = yield* ChangeJudge
  const mailer = yield* Mailer

  const owned = Effect.fnUntraced(function* (id: string) {
    const { id: accountId } = yield* CurrentAccount
    const found = yield* store.get(accountId, id)
    return found ?? (yield* new MonitorNotFound({ id }))
  })

  /** The latest check that was not left out, and the one that runs. */
  const answer = Effect.fnUntraced(function* (stored: StoredMonitor) {
    const value = yield* monitorValueOf({ ...stored, value: hideSecrets(stored.value) })
    const recent = yield* readable(yield* jobs.checks(stored.id, { limit: 10, offset: 0 }))
    const last = recent.find(hasRun)
    const subscriptions = subscriptionsOf(value.notification)
    return {
      id: stored.id,
      name: value.name,
      status: value.status,
      schedule: value.schedule,
      nextRunAt: isoOf(stored.nextRunAt),
      lastRunAt: isoOf(recent.find(({ startedAt }) => startedAt !== null)?.startedAt),
      currentCheckId: (yield* openChecks(jobs, stored.id))[0]?.id ?? null,
      targets: value.targets,
      webhook: value.webhook,
      notification: value.notification ?? null,
      ...(subscriptions.length === 0 ? {} : { emailRecipientSubscriptions: subscriptions }),
      retentionDays: value.retentionDays,
      estimatedCreditsPerMonth: estimateOf(value, recent),
      lastCheckSummary: last?.summary ?? null,
      goal: value.goal,
      judgeEnabled: wantsJudgment(value),
      ...warningOf([
        ...judgeNotes(value, judge),
        ...mailNotes(value.notification, mailer),
        ...Object.values(value.notes ?? {}).flat()
      ]),
      createdAt: new Date(stored.createdAt).toISOString(),
      updatedAt: new Date(value.updatedAt).toISOString()
    } satisfies Monitor
  })

  const create: Service["create"] = Effect.fn("Monitors.create")(function* (input, notes) {
    const read = yield* readCreate(input)
    yield* refuseHidden(read)
    const {
      id: accountId,
      plan: { maxMonitors: limit = Infinity }
    } = yield* CurrentAccount
    const now = yield* Clock.currentTimeMillis
    const schedule = yield* readSchedule(read.schedule)
    const notification = yield* readNotification(read.notification ?? null, mailer)
    const targets = yield* readTargets(read.targets)
    const value: MonitorValue = {
      name: read.name,
      status: "active",
      schedule,
      targets,
      ...notesOf(targets, notes),
      webhook: yield* readWebhook(read.webhook ?? null),
      notification,
      retentionDays: read.retentionDays ?? defaults.retentionDays,
      goal: read.goal ?? null,
      ...Struct.pick(read, ["judgeEnabled"]),
      updatedAt: now
    }
    const stored: StoredMonitor = {
      id: crypto.randomUUID(),
      accountId,
      createdAt: now,
      nextRunAt: nextTick(schedule, now),
      value: asJson(value)
    }
    // Of several that are created at the same moment more may pass: the limit bounds what an account costs.
    const isFull =
      limit < Infinity && (limit < 1 || (yield* store.list(accountId, { limit: 1, offset: limit - 1 })).length > 0)
    if (isFull) return yield* new TooManyMonitors({ limit })
    yield* store.save(stored)
    return yield* answer(stored)
  })

  /** What a request changes about a monitor as it is stored. */
  const changeOf = Effect.fnUntraced(function* (
    given: typeof UpdateMonitor.Type,
    stored: StoredMonitor,
    notes: TargetNotes | undefined
  ) {
    const restored = restoreSecrets(given, stored.value)
    yield* refuseHidden(restored)
    const read = yield* readUpdate(restored)
    const old = yield* monitorValueOf(stored)
    const now = yield* Clock.currentTimeMillis
    const targets = read.targets === undefined ? undefined : yield* readTargets(read.targets)
    const value: MonitorValue = {
      name: read.name ?? old.name,
      status: read.status ?? old.status,
      schedule: read.schedule === undefined ? old.schedule : yield* readSchedule(read.schedule),
      ...(targets === undefined ? Struct.pick(old, ["targets", "notes"]) : { targets, ...notesOf(targets, notes) }),
      webhook: read.webhook === undefined ? old.webhook : yield* readWebhook(read.webhook),
      notification:
        read.notification === undefined
          ? (old.notification ?? null)
          : yield* readNotification(read.notification, mailer),
      retentionDays: read.retentionDays ?? old.retentionDays,
      goal: read.goal === undefined ? old.goal : read.goal,
      ...defined({ judgeEnabled: read.judgeEnabled ?? old.judgeEnabled }),
      updatedAt: now
    }
    const isKept = read.schedule === undefined && old.status === value.status
    return {
      value: asJson(value),
      // A tick that begins meanwhile moves it: what was read before would begin that tick again.
      nextRunAt: value.status === "paused" ? null : isKept ? undefined : nextTick(value.schedule, now)
    }
  })

  const update: Service["update"] = Effect.fn("Monitors.update")(function* (id, input, notes) {
    const given = yield* readUpdate(input)
    const { id: accountId } = yield* CurrentAccount
    const changed = yield* store.update(accountId, id, (stored) => changeOf(given, stored, notes))
    if (changed === undefined) return yield* new MonitorNotFound({ id })
    return yield* answer(changed)
  })

  const run: Service["run"] = Effect.fn("Monitors.run")(function* (id) {
    const monitor = yield* owned(id)
    // A check of one that nobody here can read would wait for ever.
    const value = yield* monitorValueOf(monitor)
    const [running] = yield* openChecks(jobs, id)
    if (running !== undefined) return yield* new MonitorBusy({ id, checkId: running.id })
    const check = yield* createCheck(jobs, monitor, value, { id: crypto.randomUUID(), tick: null })
    // Of several that are asked for at the same moment the first one stays.
    const [first] = yield* openChecks(jobs, id)
    if (first !== undefined && first.id !== check.id) {
      yield* jobs.remove(check.id)
      return yield* new MonitorBusy({ id, checkId: first.id })
    }
    return yield* answerOf(check, yield* checkValueOf(check))
  })

  /** The check with what came of its events by now. */
  const answerOf = Effect.fnUntraced(function* (check: Job, value: CheckValue) {
    const { notification } = value
    if (notification?.sent === undefined) return checkAnswer(check, value)
    const { failed, waiting } = yield* outbox.counts(check.id)
    return checkAnswer(check, { ...value, notification: { delivered: notification.sent - failed - waiting, failed } })
  })

  const listedCheck = (check: Job) =>
    checkValueOf(check).pipe(
      Effect.catchIf(isUnreadable, ({ message }) => Effect.succeed(unreadableCheck(check, message))),
      Effect.map((value) => ({ check, value }))
    )

  /** Checks of a monitor; those in one state are looked for among all that are kept, some at a time. */
  const checksOf = Effect.fnUntraced(function* (id: string, { status, ...options }: ListChecksOptions = {}) {
    const { after, limit, offset } = sliceOf(options)
    if (status === undefined)
      return yield* Effect.forEach(yield* jobs.checks(id, { after, limit, offset }), listedCheck)
    const found: Array<{ readonly check: Job; readonly value: CheckValue }> = []
    for (let last = after; ;) {
      const checks = yield* jobs.checks(id, { after: last, limit: maxListed, offset: 0 })
      found.push(...(yield* Effect.forEach(checks, listedCheck)).filter(({ value }) => value.status === status))
      last = checks.at(-1)
      if (checks.length < maxListed || found.length >= offset + limit) return found.slice(offset, offset + limit)
    }
  })

  const readCheck = Effect.fnUntraced(function* (id: string, checkId: string) {
    const monitor = yield* owned(id)
    const check = yield* Effect.catchTag(jobs.get(JobId.make(checkId)), "JobNotFound", () => Effect.undefined)
    if (check?.kind !== "monitorCheck" || check.monitorId !== monitor.id) {
      return yield* new MonitorNotFound({ id: checkId })
    }
    return { check, value: yield* checkValueOf(check) }
  })

  const check: Service["check"] = Effect.fn("Monitors.check")(function* (
    id,
    checkId,
    { limit = 100, skip = 0, status } = {}
  ) {
    const { check, value } = yield* readCheck(id, checkId)
    const { more, pages } = yield* pagesOfCheck(jobs, check, value, { limit: Math.min(limit, 1000), skip, status })
    const compared = yield* withPrevious(jobs, check, pages)
    return { ...(yield* answerOf(check, value)), pages: compared, ...(more ? { nextSkip: skip + pages.length } : {}) }
  })

  const awaitCheck: Service["awaitCheck"] = Effect.fn("Monitors.awaitCheck")(function* (
    id,
    checkId,
    { limit, poll = defaultPoll } = {}
  ) {
    while ((yield* readCheck(id, checkId)).value.finishedAt === null) yield* Effect.sleep(poll)
    // Whoever waits may be about to end the process that sends.
    const untried = Effect.map(outbox.counts(JobId.make(checkId)), ({ untried }) => untried)
    yield* Effect.repeat(untried, { until: (count) => count === 0, schedule: Schedule.spaced(poll) }).pipe(
      Effect.timeoutOption(maxSendingWait)
    )
    return yield* check(id, checkId, { limit })
  })

  return Monitors.of({
    create,
    update,
    run,
    check,
    awaitCheck,
    list: Effect.fn("Monitors.list")(function* (options) {
      const { id } = yield* CurrentAccount
      // One that cannot be read keeps no other from being listed.
      return yield* Effect.forEach(yield* store.list(id, sliceOf(options)), (stored) =>
        Effect.catchIf(answer(stored), isUnreadable, ({ message }) => Effect.succeed(unreadMonitor(stored, message)))
      )
    }),
    get: (id) => Effect.flatMap(owned(id), answer),
    remove: Effect.fn("Monitors.remove")(function* (id) {
      const { id: accountId } = yield* CurrentAccount
      if (!(yield* store.remove(accountId, id))) return yield* new MonitorNotFound({ id })
      yield* jobs.removeChecks(id)
    }),
    checks: Effect.fn("Monitors.checks")(function* (id, options) {
      const monitor = yield* owned(id)
      return yield* Effect.forEach(yield* checksOf(monitor.id, options), ({ check, value }) => answerOf(check, value))
    })
  })
})

/** What a list has of a monitor that cannot be read. */
const unreadMonitor = ({ createdAt, id, nextRunAt }: StoredMonitor, error: string): Monitor => ({
  id,
  name: "",
  status: nextRunAt === undefined ? "paused" : "active",
  schedule: { cron: "", timezone: "" },
  nextRunAt: isoOf(nextRunAt),
  lastRunAt: null,
  currentCheckId: null,
  targets: [],
  webhook: null,
  notification: null,
  retentionDays: defaults.retentionDays,
  estimatedCreditsPerMonth: null,
  lastCheckSummary: null,
  goal: null,
  judgeEnabled: false,
  error,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(createdAt).toISOString()
})

const sliceOf = ({ after, limit = 25, offset = 0 }: ListOptions = {}): Slice => ({
  limit: Math.min(limit, maxListed),
  offset,
  after: after === undefined ? undefined : { id: after.id, createdAt: Date.parse(after.createdAt) }
})

/** All entries of a list that is read page by page, such as that of the monitors. */
export const readAll = <A extends Pick<Monitor, "id" | "createdAt">, E>(
  page: (options: ListOptions) => Effect.Effect<ReadonlyArray<A>, E>
): Effect.Effect<ReadonlyArray<A>, E> =>
  Effect.gen(function* () {
    const all: Array<A> = []
    for (;;) {
      const found = yield* page({ limit: maxListed, after: all.at(-1) })
      all.push(...found)
      if (found.length < maxListed) return all
    }
  })

export const checkAnswer = (
  { createdAt, id, monitorId = "" }: Job,
  { finishedAt, notification, scheduledFor, startedAt, updatedAt, ...value }: CheckValue
): MonitorCheck => ({
  ...Struct.omit(value, ["searchPages", "removed", "judgments"]),
  id,
  monitorId,
  scheduledFor: isoOf(scheduledFor),
  startedAt: isoOf(startedAt),
  finishedAt: isoOf(finishedAt),
  estimatedCredits: null,
  reservedCredits: null,
  billingStatus: finishedAt !== null && (value.actualCredits ?? 0) > 0 ? "confirmed" : "not_applicable",
  notificationStatus: notification === null ? null : Struct.omit(notification, ["sent"]),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString()
})

/** The sentences by the targets that they are about. */
const notesOf = (targets: MonitorValue["targets"], notes: TargetNotes = []): Pick<MonitorValue, "notes"> => {
  const found = targets.flatMap(({ id = "" }, index) => {
    const about = notes[index] ?? []
    return about.length === 0 ? [] : [[id, about] as const]
  })
  return found.length === 0 ? {} : { notes: Object.fromEntries(found) }
}

/** Sentences as the warning of what they are about. */
export const warningOf = (notes: ReadonlyArray<string> = []): { readonly warning?: string } =>
  notes.length === 0 ? {} : { warning: [...new Set(notes)].join(" ") }

const isoOf = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString()

/** A value that is not shown stands for the stored one, of which there is none. */
const refuseHidden = (given: Schema.Json): Effect.Effect<void, InvalidInput> => {
  const path = findHidden(given)
  return path === undefined
    ? Effect.void
    : Effect.fail(
        invalid("monitor", path, `Expected the value itself: "${hidden}" stands for a stored one, which is not shown`)
      )
}

/** Targets with names of their own, whose addresses can be read. */
const readTargets = Effect.fnUntraced(function* (targets: MonitorValue["targets"]) {
  const names = new Set<string>()
  for (const [index, target] of targets.entries()) {
    if (target.id !== undefined && names.has(target.id)) {
      return yield* invalid("monitor", ["targets", index, "id"], `There are several targets "${target.id}"`)
    }
    if (target.id !== undefined) names.add(target.id)
    if (target.type === "search") {
      if (target.includeDomains !== undefined && target.excludeDomains !== undefined) {
        const message = "includeDomains and excludeDomains cannot be used together"
        return yield* invalid("monitor", ["targets", index, "includeDomains"], message)
      }
      continue
    }
    const nested = target.type === "crawl" ? target.crawlOptions?.scrapeOptions : undefined
    for (const [path, options] of [
      [["scrapeOptions"], target.scrapeOptions],
      [["crawlOptions", "scrapeOptions"], nested]
    ] as const) {
      const issue = headersProblem(options?.headers, ["targets", String(index), ...path, "headers"])
      if (issue !== undefined) return yield* invalid("monitor", issue.path, issue.issue)
    }
    const urls = target.type === "crawl" ? [target.url] : target.urls
    for (const [at, url] of urls.entries()) {
      const path = target.type === "crawl" ? ["url"] : ["urls", at]
      yield* Effect.mapError(Url.parse(url), ({ message }) => invalid("monitor", ["targets", index, ...path], message))
    }
  }
  return targets.map((target) => (target.id === undefined ? { ...target, id: crypto.randomUUID() } : target))
})

/** Events by their names; the short ones are what jobs call theirs. */
const webhookEvents: ReadonlyMap<string, string> = new Map([
  ["monitor.page", "monitor.page"],
  ["page", "monitor.page"],
  ["monitor.check.completed", "monitor.check.completed"],
  ["check.completed", "monitor.check.completed"],
  ["completed", "monitor.check.completed"]
])

/** The webhook as it is stored and answered: its events by their long names. */
const readWebhook = Effect.fnUntraced(function* (webhook: MonitorValue["webhook"]) {
  if (webhook === null) return null
  if (!/^https?:$/.test(URL.parse(webhook.url)?.protocol ?? "")) {
    return yield* invalid("monitor", ["webhook", "url"], "Expected an http or https address")
  }
  const headers = headersProblem(webhook.headers, ["webhook", "headers"])
  if (headers !== undefined) return yield* invalid("monitor", headers.path, headers.issue)
  if (webhook.events === undefined) return webhook
  const events = new Set<string>()
  for (const [index, event] of webhook.events.entries()) {
    const name = webhookEvents.get(event)
    if (name === undefined) {
      const known = [...new Set(webhookEvents.values())].join(", ")
      return yield* invalid("monitor", ["webhook", "events", index], `Expected one of ${known}`)
    }
    events.add(name)
  }
  return { ...webhook, events: [...events] }
})

const monthMs = 30 * 24 * 3_600_000

/** Credits of the pages that are named, times the ticks of a month; `null` where pages are found. */
const estimateOf = ({ schedule, targets }: MonitorValue, recent: ReadonlyArray<CheckValue>): number | null => {
  const costs = recent.flatMap(({ actualCredits }) => actualCredits ?? [])
  const pages = targets.reduce((sum, target) => (target.type === "scrape" ? sum + target.urls.length : NaN), 0)
  const perCheck = costs.length === 0 ? pages : costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  if (Number.isNaN(perCheck)) return null
  const first = nextTick(schedule, 0)
  // Ten ticks tell how often a schedule comes, weekends and nights included.
  let at = first
  for (let count = 0; count < 10; count++) at = nextTick(schedule, at)
  return Math.ceil((perCheck * monthMs * 10) / (at - first))
}
