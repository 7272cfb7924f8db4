/** Monitors over jobs in memory, and the process that runs them: the jobs of a check end as its test lets them. */
import { defined } from "@orbweaver/core/internal/support/defined"
import { localAccount } from "@orbweaver/core/accounts/Account"
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { Mailer, type MailerService } from "@orbweaver/core/jobs/Mailer"
import * as Sender from "@orbweaver/core/jobs/WebhookSender"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import type { Document } from "@orbweaver/core/model/Document"
import type { JobId, JobKind } from "@orbweaver/core/model/Job"
import { Searcher } from "@orbweaver/core/search/Searcher"
import { ChangeJudge } from "@orbweaver/extraction/internal/monitors/judgeCheck"
import * as Ticks from "@orbweaver/extraction/internal/monitors/ticks"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { candidate, newJob } from "@orbweaver/testing/internal/jobs"
import { Duration, Effect, Layer } from "effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { TestClock } from "effect/testing"
import { jobStores, pageWorker, type Web } from "../jobs/jobWeb.ts"
import { checkWorker } from "./checkWorker.ts"
export const at = (path: string) => `https://site.test/${path}`

/** What tests change while monitors run. */
export interface World {
  readonly web: Record<string, Web[string]>
  /** Addresses that a crawl of a site finds, by where it begins. */
  readonly sites: Record<string, ReadonlyArray<string>>
  /** Addresses that a search finds, or `null` for one that never answers; one that is absent fails. */
  readonly found: Record<string, ReadonlyArray<string> | null>
  credits: number
  tokens: number
  /** Events that the webhook takes; it says nothing to those behind them. */
  taken: number
}

interface Delivered {
  readonly webhookId: string
  readonly type: string
  readonly success: boolean
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
}

export const tracked = (changeStatus: "new" | "same" | "changed", text?: string): Partial<Document> => ({
  changeTracking: {
    changeStatus,
    previousScrapeAt: null,
    visibility: "visible",
    ...(text === undefined ? {} : { diff: { text, json: { files: [] } } })
  }
})

/** Jobs made of a record, whose options are kept. */
const makeJobs = (world: World) => {
  const options: Array<{ readonly kind: JobKind; readonly options: object }> = []
  const begin = Effect.fnUntraced(function* (
    kind: JobKind,
    urls: ReadonlyArray<string>,
    given: { readonly id?: JobId }
  ) {
    options.push({ kind, options: given })
    const seeds = urls.map((url) => candidate(url))
    const store = yield* JobStore
    return yield* store.create({
      ...newJob(seeds, { kind, accountId: localAccount.id }),
      ...(given.id === undefined ? {} : { id: given.id })
    })
  })
  const layer = Layer.unwrap(
    Effect.map(JobStore, (store) => {
      const provided = Effect.provideService(JobStore, store)
      return Layer.mergeAll(
        Layer.mock(Batch)({
          start: (urls, given = {}) =>
            urls.some((url) => url.includes("refused"))
              ? Effect.fail(invalid("batch", ["urls"], "This address is refused"))
              : Effect.map(provided(begin("batch", urls, idOf(given))), (job) => ({ job, invalidURLs: undefined }))
        }),
        Layer.mock(Crawler)({
          start: (url, given = {}) => provided(begin("crawl", world.sites[url] ?? [], idOf(given)))
        })
      )
    })
  )
  return { layer, options }
}

const idOf = <Given extends { readonly id?: JobId | undefined }>({ id, ...given }: Given) => ({
  ...given,
  ...defined({ id })
})

interface Parts {
  readonly world: World
  readonly delivered: ReadonlyArray<Delivered>
  readonly started: ReadonlyArray<{ readonly kind: JobKind; readonly options: object }>
}

/** Monitors, and the process that runs them once `running` is provided. */
export const withMonitors = <A, E>(
  body: (
    parts: Parts,
    running: Layer.Layer<never, never, Monitors | JobStores | Ledger>
  ) => Effect.Effect<A, E, Monitors | JobStores | Ledger>,
  { judge, mailer }: { readonly judge?: LanguageModel; readonly mailer?: MailerService } = {}
) => {
  const world: World = { web: {}, sites: {}, found: {}, credits: Infinity, tokens: Infinity, taken: Infinity }
  const delivered: Array<Delivered> = []
  const { layer: jobs, options: started } = makeJobs(world)
  const searcher = Layer.mock(Searcher)({
    search: (query) => {
      const found = world.found[query]
      if (found === null) return Effect.never
      if (found === undefined) return Effect.fail(invalid("search", ["query"], "This search is refused"))
      const web = found.map((url, index) => ({ url, title: `About ${url}`, position: index + 1 }))
      return Effect.succeed({ id: query, credits: 2, sources: { web }, warnings: [] })
    }
  })
  const sender = Layer.mock(Sender.WebhookSender)({
    post: ({ body: text }) =>
      Effect.suspend(() => {
        if (delivered.length >= world.taken) return Effect.never
        delivered.push(JSON.parse(text))
        return Effect.succeed(200)
      })
  })
  const accountOf = () =>
    Effect.sync(() => ({
      ...localAccount,
      plan: { ...localAccount.plan, credits: world.credits, tokens: world.tokens }
    }))
  const running = Layer.mergeAll(
    Ticks.layer({ poll: Duration.minutes(1) }),
    checkWorker(accountOf),
    Sender.layer({ poll: Duration.seconds(30) })
  ).pipe(Layer.provide([jobs, searcher, sender]))
  return Effect.andThen(pageWorker(world.web), body({ world, delivered, started }, running)).pipe(
    Effect.scoped,
    Effect.provide(
      Monitors.layer.pipe(
        Layer.provideMerge(jobStores),
        Layer.provideMerge(Layer.mergeAll(Layer.succeed(ChangeJudge, judge), Layer.succeed(Mailer, mailer)))
      )
    )
  )
}

export const hourly = { cron: "0 * * * *" }
export const webhook = { url: "https://hook.test/" }
export const pages = (...paths: ReadonlyArray<string>) => ({ id: "pages", type: "scrape", urls: paths.map(at) })
export const site = { id: "site", type: "crawl", url: at("") }

export const create = (targets: ReadonlyArray<object>, more: object = {}) =>
  Monitors.use((monitors) => monitors.create({ name: "m", schedule: hourly, targets, ...more }))

export const checksOf = (id: string) => Monitors.use((monitors) => monitors.checks(id))

/** Lets the process that works on the check come to where the check waits. */
export const untilRunning = Effect.fnUntraced(function* (id: string, checkId: string) {
  const { check } = yield* Monitors
  yield* Effect.repeat(Effect.andThen(TestClock.adjust("100 millis"), check(id, checkId)), {
    until: ({ status }) => status === "running"
  })
})

/** Runs a check now, and gives what it says once its jobs have ended. */
export const check = Effect.fnUntraced(function* (id: string) {
  const monitors = yield* Monitors
  const begun = yield* monitors.run(id)
  yield* TestClock.adjust("1 minute")
  return yield* monitors.check(id, begun.id)
})

export const statuses = (found: { readonly pages: ReadonlyArray<{ readonly url: string; readonly status: string }> }) =>
  Object.fromEntries(found.pages.map(({ status, url }) => [url.slice(at("").length), status]))
