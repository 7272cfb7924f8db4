/**
 * Starts crawls, collects their seeds and explains what became of an address.
 * The pages themselves are the work of `Worker`.
 *
 * ```
 * start ─► JobStore.create (start page, event, task), answers at once
 * task  ─► start page has ended ─► robots.txt ─► sitemaps, earlier crawl ─► Discovery ─► Frontier.admit
 * pages ─► Worker: claim ─► scrape ─► links ─► Discovery ─► settle
 * ```
 */
import * as Context from "effect/Context"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentAccount } from "../accounts/Account.ts"
import { compilePatterns, type CrawlOptions, type CrawlRequest, defaults, identityOf } from "../model/CrawlOptions.ts"
import * as Discovery from "./Discovery.ts"
import { type Candidate, Frontier } from "../jobs/Frontier.ts"
import { admissionCap } from "../jobs/rules/admission.ts"
import type { Decision } from "../jobs/Decision.ts"
import { ownedBy } from "../jobs/newJob.ts"
import { invalid, type InvalidInput } from "../model/InvalidInput.ts"
import type { Formats } from "../scrape/Format.ts"
import { makeFormatCheck } from "../scrape/formatCheck.ts"
import { HostRules } from "../network/HostRules.ts"
import { LinkScore } from "./relevance.ts"
import { candidateOf, type CrawlContext, make as makePlan } from "./JobContext.ts"
import { crawlOutput, type CrawlOutput, isFinal, type Job, JobId, type JobNotFound } from "../model/Job.ts"
import { JobStore, type PageRecord } from "../jobs/JobStore.ts"
import { Robots } from "./Robots.ts"
import { problemWarning, Sitemaps } from "./Sitemaps.ts"
import type { StoreError } from "../model/StoreError.ts"
import type { TaskHandler } from "../jobs/TaskHandlers.ts"
import type { Trap } from "./Traps.ts"
import type { StatusCounts } from "../model/StatusCounts.ts"
import * as Url from "../model/Url.ts"
import { fingerprint, identify, toFetch } from "../model/UrlIdentity.ts"
import { readWebhook } from "../model/WebhookOptions.ts"

/** What became of an address in a crawl, and what the rules say of it. */
export interface Explanation {
  readonly url: string
  /** The text that all addresses of this page share. */
  readonly identity: string
  /** Nothing when the crawl has not met the address. */
  readonly record: PageRecord | undefined
  /** Status that the page answered with; absent for one that has not completed. */
  readonly statusCode?: number | undefined
  /** Pages that the crawl has completed, all of them and by the class of their HTTP status. */
  readonly completed: number
  readonly statusCounts: StatusCounts
  /** What the rules say, robots.txt included; depth is that of the record, or of a link from the start page. */
  readonly decision: Decision
}

/** Addresses of one kind of endless series that a crawl did not visit, or pages whose links it did not follow. */
export interface TrapReport {
  readonly trap: Trap
  readonly count: number
  /** The first ones. */
  readonly examples: ReadonlyArray<string>
}

/** Examples given of each kind. */
const maxExamples = 3
/** How long the sitemaps wait for the start page, which says where the crawl goes and may name sitemaps. */
const maxStartWait = Duration.seconds(60)
/** Addresses read at once. */
const chunk = 5000

const needsWords = "A best-first crawl needs the words that its pages are about, or `scoreLink` of the instance"

export interface StartOptions extends CrawlOptions {
  /** Id of the new job, a UUID; random when absent. */
  readonly id?: JobId | undefined
  /** The monitor whose check starts it. */
  readonly monitorId?: string | undefined
  /** Most path segments of a page; only the v1 wire asks for it. */
  readonly maxPathDepth?: number | undefined
  /** What structured data is called in the documents, `json` when absent; only the v1 wire asks for it. */
  readonly dataName?: "extract"
  /** What was asked for and is not done, in sentences: a part of the warnings of the job and of its documents. */
  readonly notes?: ReadonlyArray<string>
}

export interface Service {
  readonly start: (url: string, options?: StartOptions) => Effect.Effect<Job, InvalidInput | StoreError>
  readonly explain: (id: JobId, url: string) => Effect.Effect<Explanation, InvalidInput | JobNotFound | StoreError>
  /** The endless series that a crawl came upon, most addresses first. */
  readonly traps: (id: JobId) => Effect.Effect<ReadonlyArray<TrapReport>, JobNotFound | StoreError>
  /** Collects the seeds of a crawl: sitemaps, and the pages of the crawl that it repeats. */
  readonly collect: TaskHandler
}

export class Crawler extends Context.Service<Crawler, Service>()("@orbweaver/core/Crawler") {
  static readonly layer: Layer.Layer<Crawler, never, JobStore | Frontier | Robots | Sitemaps | Formats> = Layer.effect(
    Crawler,
    Effect.suspend(() => make())
  )
}

const make = Effect.fnUntraced(function* () {
  const store = yield* JobStore
  const frontier = yield* Frontier
  const robots = yield* Robots
  const sitemaps = yield* Sitemaps
  const checkFormats = yield* makeFormatCheck
  const scoreLink = yield* LinkScore
  const hosts = yield* HostRules

  /** What an earlier crawl had is for its own account. */
  const ownCrawl = Effect.fnUntraced(function* (id: string, accountId: string) {
    const job = yield* Effect.catchTag(store.get(JobId.make(id)), "JobNotFound", () => Effect.succeed(undefined))
    if (job?.kind === "crawl" && job.accountId === accountId) return
    return yield* invalid("crawl options", ["previousCrawl"], `There is no crawl ${id}`)
  })

  const start = Effect.fn("Crawler.start")(function* (input: string, options: StartOptions = {}) {
    const account = yield* CurrentAccount
    const url = yield* Url.parse(input)
    yield* compilePatterns(options)
    if (options.order === "best-first" && options.relevantTo === undefined && scoreLink === undefined) {
      return yield* invalid("crawl options", ["relevantTo"], needsWords)
    }
    yield* checkFormats(options.scrapeOptions)
    const webhook = options.webhook === undefined ? undefined : yield* readWebhook(options.webhook)
    if (options.previousCrawl !== undefined) yield* ownCrawl(options.previousCrawl, account.id)
    const { id = JobId.make(crypto.randomUUID()), maxPathDepth, monitorId, ...rest } = options
    const request: CrawlRequest = { ...rest, url: url.href, ...(maxPathDepth === undefined ? {} : { maxPathDepth }) }
    const limit = options.limit ?? defaults.limit
    const delayed = options.delay !== undefined
    const identity = identityOf(request)
    const address = toFetch(url, identity.hashRoutes)
    return yield* store.create({
      id,
      kind: "crawl",
      ...ownedBy(account),
      monitorId,
      request,
      origin: address,
      priority: options.priority ?? 0,
      limit,
      maxDepth: Discovery.deepest(options),
      maxConcurrency: delayed ? 1 : (options.maxConcurrency ?? Infinity),
      delayMs: (options.delay ?? 0) * 1000,
      heedsCrawlDelay: !delayed && (options.ignoreRobotsTxt !== true || hosts.hasDelays),
      webhook,
      task: options.sitemap !== "skip" || options.previousCrawl !== undefined,
      seeds: [
        { key: fingerprint(identify(url, identity)), url: address, host: url.host, depth: 0, decision: { admit: true } }
      ]
    })
  })

  const planOf = Effect.fnUntraced(function* (job: Job) {
    const plan = yield* makePlan(job, { year: DateTime.getPartUtc(yield* DateTime.now, "year"), scoreLink })
    return plan.kind === "crawl" ? plan : undefined
  })

  const rulesOf = (plan: CrawlContext, url: URL) => robots.rules(url, plan.robotsAgent)

  /** The job once its start page has ended, as it stands when that takes too long. */
  const awaitStart = Effect.fnUntraced(function* (plan: CrawlContext) {
    const { id, origin } = plan.job
    const key = fingerprint(identify(new URL(origin), plan.identity))
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(maxStartWait)
    for (;;) {
      const job = yield* store.get(id)
      const record = yield* store.page(id, key)
      const left = deadline - (yield* Clock.currentTimeMillis)
      const isWaiting = record?.state === "queued" || record?.state === "active"
      if (!isWaiting || isFinal(job.status) || left <= 0) return job
      yield* store.awaitEvent(id, job.events, Duration.millis(left))
    }
  })

  const collect: TaskHandler = Effect.fn("Crawler.collect")(function* (created: Job) {
    const plan = yield* planOf(created)
    if (plan === undefined) return
    const job = plan.request.sitemap === "skip" ? created : yield* awaitStart(plan)
    const origin = new URL(job.origin)
    const rules = yield* rulesOf(plan, origin)
    const context: Discovery.Context = {
      rules: plan.rules(job.origin),
      depth: 0,
      robots:
        plan.robotsAgent === undefined
          ? undefined
          : (url) => (url.origin === origin.origin ? rules.allows(url) : undefined),
      trap: plan.guard.judge,
      mayBePage: plan.fileNames.mayBePage
    }
    const seed = (
      entries: ReadonlyArray<{
        readonly url: string
        readonly depth?: number
        readonly lastModified?: string | undefined
      }>,
      isWanted: (candidate: Candidate) => boolean = () => true
    ) => {
      const candidates = entries.flatMap(({ depth = 0, lastModified, url }) => {
        const parsed = URL.parse(url)
        return parsed === null ? [] : [candidateOf(parsed, plan, { ...context, depth }, { text: "", lastModified })]
      })
      return frontier.admit(job.id, candidates.filter(isWanted))
    }

    if (plan.request.sitemap !== "skip") {
      const limit = admissionCap(job.limit)
      const { sitemaps: named = [] } = crawlOutput(job)
      // The sitemap of a site may be elsewhere; what it lists is judged like any link.
      const { addresses, entries, problems } = yield* sitemaps.collect(origin, [...rules.sitemaps, ...named], seed, {
        limit
      })
      const missing = [...problems]
      const asked = new URL(plan.request.url)
      if (asked.origin !== origin.origin && entries < limit) {
        // The start led to another host; the first one may list pages of both.
        const { sitemaps: listed } = yield* rulesOf(plan, asked)
        const first = yield* sitemaps.collect(asked, listed, seed, { limit: limit - entries, known: addresses })
        missing.push(...first.problems)
      }
      const warning = problemWarning(missing)
      if (warning !== undefined) {
        yield* Effect.logInfo(`The crawl ${job.id}: ${warning}`)
        yield* store.report(job.id, { sitemaps: named, warnings: [warning] } satisfies CrawlOutput)
      }
    }
    if (plan.previous !== undefined) {
      for (let after = 0; ;) {
        // Its time may be over meanwhile: then nothing can be answered from it.
        const pages = yield* Effect.catchTag(store.results(plan.previous, { after, limit: 500 }), "JobNotFound", () =>
          Effect.succeed([])
        )
        if (pages.length === 0) return
        // What the rules refuse may be found again by a link, once the start page has led elsewhere.
        yield* seed(pages, ({ decision }) => decision.admit || decision.reason === "depth")
        after = pages.at(-1)!.position
      }
    }
  })

  const explain: Service["explain"] = Effect.fn("Crawler.explain")(function* (id, input) {
    const job = yield* store.get(id)
    const url = yield* Url.parse(input)
    const plan = yield* planOf(job)
    if (plan === undefined) return yield* invalid("job", ["id"], "Only crawls have rules that can be explained")
    const rules = plan.robotsAgent === undefined ? undefined : yield* rulesOf(plan, url)
    const record = yield* store.page(id, fingerprint(identify(url, plan.identity)))
    const position = record?.position
    const [result] = position === undefined ? [] : yield* store.results(id, { after: position - 1, limit: 1 })
    return {
      url: url.href,
      identity: identify(url, plan.identity),
      record,
      ...(result === undefined ? {} : { statusCode: result.document.metadata.statusCode }),
      completed: job.counts.completed,
      statusCounts: job.statusCounts,
      decision: Discovery.decide(url, {
        rules: plan.rules(job.origin),
        depth: record?.depth ?? 1,
        robots: rules === undefined ? undefined : (address) => rules.allows(address),
        trap: plan.guard.judge,
        mayBePage: plan.fileNames.mayBePage
      })
    }
  })

  const traps: Service["traps"] = Effect.fn("Crawler.traps")(function* (id) {
    const found = new Map<Trap, { count: number; readonly examples: Array<string> }>()
    for (let after: string | undefined; ;) {
      const pages = yield* store.skipped(id, "trap", { after, limit: chunk })
      for (const { rule, url } of pages) {
        const trap = rule as Trap
        const entry = found.get(trap) ?? { count: 0, examples: [] }
        entry.count++
        if (entry.examples.length < maxExamples) entry.examples.push(url)
        found.set(trap, entry)
      }
      if (pages.length < chunk) break
      after = pages.at(-1)!.page
    }
    return [...found]
      .map(([trap, { count, examples }]) => ({ trap, count, examples }))
      .sort((left, right) => right.count - left.count)
  })

  return Crawler.of({ start, collect, explain, traps })
})
