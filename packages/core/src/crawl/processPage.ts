/**
 * One page of a job: may it be asked, what does it say, where does it lead.
 * Gives a settlement; writes nothing itself.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CurrentAccount } from "../accounts/Account.ts"
import { CurrentJob } from "../scrape/BlobStore.ts"
import { CaptureError, type CaptureReason, entryOfReason } from "../model/CaptureError.ts"
import { otherErrors } from "../model/errorTable.ts"
import * as Discovery from "./Discovery.ts"
import type { Document } from "../model/Document.ts"
import { isSameVersion } from "../scrape/validators.ts"
import { type Discovered, type DiscoveredOptions, separate } from "../scrape/formats/Discovered.ts"
import type { Candidate, ClaimedPage, PageOutcome, Service as Frontier, Settlement } from "../jobs/Frontier.ts"
import type { Decision } from "../jobs/Decision.ts"
import type { InsufficientCredits, Service as Ledger } from "../accounts/Ledger.ts"
import type { Service as JobStore, StoredResult } from "../jobs/JobStore.ts"
import { isUnreadable } from "../jobs/documentStub.ts"
import { defaults as politeness, type HostSignal } from "../jobs/Politeness.ts"
import { kindOf, warningOf } from "../model/Outcome.ts"
import type { Service as HostRules } from "../network/HostRules.ts"
import { CurrentScope, outOfScope } from "../network/PageScope.ts"
import { askRetry, type FailedAttempt, type Service as RequestHooks } from "../network/RequestHooks.ts"
import { defined } from "../support/defined.ts"
import { retryAfterMs } from "../support/retryAfter.ts"
import type { Service as Robots } from "./Robots.ts"
import { type CrawlOutput, notesOf } from "../model/Job.ts"
import * as ScrapeId from "../model/ScrapeId.ts"
import { formatFailure } from "../scrape/runFormats.ts"
import { type ScrapeError, type Service as Scraper, tokensId } from "../scrape/Scraper.ts"
import type { StoreError } from "../model/StoreError.ts"
import { afterQueue, makePhaseRecorder, type PhaseRecorder, timed } from "../model/Timings.ts"
import { pageOf } from "./relevance.ts"
import { passingStatuses } from "./siteFile.ts"
import type * as Traps from "./Traps.ts"
import { fileExtension } from "./fileNames.ts"
import { headersFor } from "../model/RequestHeaders.ts"
import { isHtml } from "../reading/judge.ts"
import { CurrentSession } from "../network/CurrentSession.ts"
import type { Service as Fetcher } from "../network/Fetcher.ts"
import { fingerprint, identify, withoutRoute } from "../model/UrlIdentity.ts"
import {
  withDiscoveredLinks,
  needsExactCacheMatch,
  type BatchContext,
  candidateOf,
  type CrawlContext,
  type JobContext
} from "./JobContext.ts"

/** Times that a page is tried while it fails for a passing reason. */
const maxAttempts = 3
/** Why a page is asked for again that answered with 304. */
const otherVersion = "The server compared with another version of the page"
/** Links of one page that are looked at. */
const maxLinks = 10_000

export interface Deps {
  readonly scraper: Scraper
  readonly robots: Robots
  readonly store: JobStore
  readonly frontier: Pick<Frontier, "pace">
  /** Where pages set aside what they may cost. */
  readonly ledger: Ledger
  /** Asks for the types of addresses that are named like files. */
  readonly fetcher: Fetcher
  /** Decide whether a page is tried again. */
  readonly hooks: RequestHooks
  /** Delays that the application sets for hosts. */
  readonly hosts: HostRules
}

/**
 * Scrapes the page and says how it ended; never fails for the page's own faults. `heldMs` is how long its worker had it
 * before, in milliseconds.
 */
export const run = Effect.fnUntraced(function* (
  deps: Deps,
  plan: JobContext,
  page: ClaimedPage,
  heldMs: number
): Effect.fn.Return<Settlement, StoreError> {
  const timings = plan.scrapeOptions.timings === true ? yield* makePhaseRecorder : undefined
  const settlement = yield* withDuration(
    plan.kind === "batch" ? runBatchPage(deps, plan, page, timings) : runCrawlPage(deps, plan, page, timings)
  )
  const { outcome } = settlement
  if (outcome._tag !== "Completed" || outcome.debits.length === 0) yield* releaseHold(deps.ledger, page)
  return withNotes(withQueue(settlement, (page.limitedMs ?? 0) + heldMs), notesOf(plan.job))
})

/** The timings of the document begin with the wait for the account's limit and for a place in the worker. */
const withQueue = (settlement: Settlement, waitedMs: number): Settlement => {
  const { outcome } = settlement
  if (waitedMs < 1 || outcome._tag !== "Completed" || outcome.document.timings === undefined) return settlement
  const timings = afterQueue(outcome.document.timings, waitedMs)
  return { ...settlement, outcome: { ...outcome, document: { ...outcome.document, timings } } }
}

/** With how long it took. */
const withDuration = <E, R>(work: Effect.Effect<Settlement, E, R>): Effect.Effect<Settlement, E, R> =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const settlement = yield* work
    // Clocks may be set back.
    return { ...settlement, tookMs: Math.max(0, (yield* Clock.currentTimeMillis) - began) }
  })

/** The document, too, says what was asked for and is not done: it is all that many callers read. */
const withNotes = (settlement: Settlement, notes: ReadonlyArray<string>): Settlement => {
  const outcome = notes.reduce(withWarning, settlement.outcome)
  return outcome === settlement.outcome ? settlement : { ...settlement, outcome }
}

const withWarning = <O extends PageOutcome>(outcome: O, note: string): O => {
  if (outcome._tag !== "Completed") return outcome
  const { warning } = outcome.document
  if (warning?.includes(note) === true) return outcome
  return { ...outcome, document: { ...outcome.document, warning: warning === undefined ? note : `${warning} ${note}` } }
}

/** A page that is not charged, such as one that is tried again, leaves nothing set aside. */
const releaseHold = (ledger: Ledger, page: ClaimedPage) =>
  Effect.flatMap(CurrentAccount, ({ plan }) => {
    if (plan.credits === Infinity && plan.tokens === Infinity) return Effect.void
    const id = ScrapeId.ofPage(page.jobId, page.page)
    // If the store cannot be reached, the hold expires by itself.
    return Effect.ignore(Effect.andThen(ledger.refund(`scrape/${id}`), ledger.refund(tokensId(id))))
  })

const runBatchPage = Effect.fnUntraced(function* (
  deps: Deps,
  plan: BatchContext,
  page: ClaimedPage,
  timings: PhaseRecorder | undefined
) {
  const delayMs = delayOf(deps, new URL(page.url))
  const early = yield* awaitTurn(deps, page, delayMs)
  if (early !== undefined) return early
  const scraped = yield* Effect.provideService(
    scrape(deps.scraper, page, page.url, plan, { once: true, timings }),
    CurrentScope,
    plan.scope
  )
  const now = yield* Clock.currentTimeMillis
  if (scraped._tag === "Failure") return yield* settleFailure(deps, page, scraped.error, delayMs)
  const later = yield* retryLater(deps, page, scraped, now, delayMs)
  if (later !== undefined) return later
  const { discovered, document } = scraped
  // A cached page may have been read by a job that was free to follow its redirects.
  const stray = outOfScope(plan.scope, URL.parse(document.metadata.url) ?? new URL(page.url))
  if (stray !== undefined) return settlementOf(page, { _tag: "Failed", error: stray.message, code: "REDIRECT" }, {})
  const unmade = formatFailure(document)
  if (unmade !== undefined) {
    return settlementOf(page, failed(failureOf(unmade, page)), {})
  }
  return settlementOf(page, completedOf(plan, page, scraped), {
    signal: { ...signalOf(page, document.metadata.statusCode, discovered, now), crawlDelayMs: delayMs }
  })
})

/** What the application asks for between two pages of the host, in milliseconds. */
const delayOf = ({ hosts }: Deps, url: URL): number | undefined => {
  const { delay } = hosts.ruleFor(url)
  return delay === undefined ? undefined : Duration.toMillis(delay)
}

/** The page back in the queue, where it is not its turn at the host yet. */
const awaitTurn = Effect.fnUntraced(function* (
  { frontier }: Deps,
  page: ClaimedPage,
  crawlDelayMs: number | undefined
) {
  if (crawlDelayMs === undefined || crawlDelayMs === 0) return undefined
  if (yield* frontier.pace(page.host, crawlDelayMs, page.pacedAt)) return undefined
  return settlementOf(page, { _tag: "Released" }, { signal: { host: page.host, kind: "silent", crawlDelayMs } })
})

/** How long a page waits for credits that other pages have set aside, in milliseconds. */
const creditPollMs = 500

/**
 * The account is used up: the job ends here with what it has, and says why. Not
 * while other pages are under way, whose results would be lost.
 */
const failUnpaidJob = ({ store }: Deps, page: ClaimedPage, error: InsufficientCredits) => {
  if ((error.held ?? 0) > 0) {
    return Effect.succeed(settlementOf(page, { _tag: "Retry", afterMs: creditPollMs, isAttempt: false }, {}))
  }
  return store.move(page.jobId, "failed", error.message).pipe(
    Effect.catchTag("JobNotFound", () => Effect.void),
    Effect.as(settlementOf(page, { _tag: "Released" }, {}))
  )
}

/** The page is not to blame for what we have too much of: it comes again, however often that takes. */
const retryWhenOverloaded = (page: ClaimedPage, error: ScrapeError): Settlement | undefined =>
  error._tag === "CaptureError" && error.reason._tag === "Overloaded"
    ? settlementOf(page, { _tag: "Retry", afterMs: error.reason.retryAfterSeconds * 1000, isAttempt: false }, {})
    : undefined

/** The page was not captured: it is tried again when the failure may pass, at most `maxAttempts` times. */
const settleFailure = Effect.fnUntraced(function* (
  deps: Deps,
  page: ClaimedPage,
  error: ScrapeError,
  crawlDelayMs?: number
) {
  if (error._tag === "InsufficientCredits") return yield* failUnpaidJob(deps, page, error)
  const later = retryWhenOverloaded(page, error)
  if (later !== undefined) return later
  const { isTransient, signal, ...failure } = failureOf(error, page)
  const pacingSignal = signal === undefined ? undefined : { ...signal, crawlDelayMs }
  const usual = isTransient && page.attempt < maxAttempts ? pauseBefore(page) : undefined
  const wait =
    error._tag === "CaptureError"
      ? yield* retryPause(deps, page, { error: error.reason, kind: kindOf(error.reason) }, usual)
      : usual
  if (wait instanceof CaptureError) return settlementOf(page, failed(failureOf(wait, page)), { signal: pacingSignal })
  return wait === undefined
    ? settlementOf(page, failed(failure), { signal: pacingSignal })
    : settlementOf(
        page,
        {
          _tag: "Retry",
          afterMs: wait,
          failure: defined({ error: failure.cause ?? failure.code, cause: failure.error })
        },
        { signal: pacingSignal }
      )
})

/** The page answered with a status that may pass: it is tried again when the site asks for it, at most `maxAttempts` times. */
const retryLater = Effect.fnUntraced(function* (
  deps: Deps,
  page: ClaimedPage,
  { discovered, document: { metadata } }: Extract<Scraping, { readonly _tag: "Success" }>,
  now: number,
  crawlDelayMs?: number
) {
  const { outcome, statusCode: status } = metadata
  const signal = { ...signalOf(page, status, discovered, now), crawlDelayMs }
  const usual =
    !passingStatuses.has(status) || page.attempt >= maxAttempts
      ? undefined
      : signal.retryAfterMs === undefined
        ? pauseBefore(page)
        : Math.min(signal.retryAfterMs, politeness.pauseMs)
  const kind = outcome?.kind ?? (status >= 400 ? "http-error" : "ok")
  const retryAfter = discovered?.retryAfter
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": retryAfter }
  const wait = kind === "ok" ? usual : yield* retryPause(deps, page, { response: { status, headers }, kind }, usual)
  if (wait instanceof CaptureError) return settlementOf(page, failed(failureOf(wait, page)), { signal })
  const failure = defined({ status, cause: outcome === undefined ? undefined : warningOf(outcome) })
  return wait === undefined ? undefined : settlementOf(page, { _tag: "Retry", afterMs: wait, failure }, { signal })
})

/** Milliseconds until the page is tried again: as the application's `retry` says, or else `usual`; why `retry` failed. */
const retryPause = (
  { hooks }: Deps,
  page: ClaimedPage,
  attempt: Omit<FailedAttempt, "attempt" | "url">,
  usual: number | undefined
): Effect.Effect<number | undefined | CaptureError> =>
  attempt.error?._tag === "Vetoed" || attempt.error?._tag === "HookFailed"
    ? Effect.succeed(usual)
    : askRetry(hooks, { ...attempt, url: page.url, attempt: page.attempt }).pipe(
        Effect.map((wait) =>
          wait === undefined ? usual : wait === false ? undefined : Math.min(wait, politeness.pauseMs)
        ),
        Effect.catch((reason) => Effect.succeed(new CaptureError({ url: page.url, reason })))
      )

/** Pause before the next attempt where the site asks for none, in milliseconds. */
const pauseBefore = ({ attempt }: ClaimedPage): number => 1000 * 2 ** (attempt - 1)

const runCrawlPage = Effect.fnUntraced(function* (
  deps: Deps,
  plan: CrawlContext,
  page: ClaimedPage,
  timings: PhaseRecorder | undefined
) {
  const url = new URL(page.url)
  const rules = plan.rules(page.origin)
  let crawlDelayMs = delayOf(deps, url)
  if (plan.robotsAgent !== undefined) {
    const robots = yield* timed(timings, "robots", deps.robots.rules(url, plan.robotsAgent))
    const answer = robots.allows(url)
    if (!answer.allowed) return blockedByRobots(page, plan, answer.line)
    if (robots.crawlDelay !== undefined && plan.request.delay === undefined) {
      crawlDelayMs = Math.max(crawlDelayMs ?? 0, Duration.toMillis(robots.crawlDelay))
    }
  }
  // The others of its kind were files meanwhile.
  const extension = page.depth === 0 && page.url === plan.job.origin ? undefined : fileExtension(url.pathname)
  if (extension !== undefined && !plan.fileNames.isOpen(url)) return skippedFile(page, extension)
  const early = yield* awaitTurn(deps, page, crawlDelayMs)
  if (early !== undefined) return early
  if (extension !== undefined) {
    const isPage = yield* isReadable(deps.fetcher, plan, url)
    plan.fileNames.report(url, isPage)
    if (!isPage) return skippedFile(page, extension)
  }

  const earlier = plan.previous === undefined ? undefined : yield* earlierResult(deps.store, plan, url)
  if (earlier !== undefined && isTrustedUnchanged(plan, earlier, page.lastModified)) {
    return settlementOf(page, unchanged(earlier, timings), {})
  }
  const conditions = earlier === undefined ? undefined : conditionsFor(plan, page, earlier)
  const scraped = yield* scrape(deps.scraper, page, url, plan, {
    isAnew: earlier !== undefined,
    conditions,
    once: true,
    timings,
    exact: needsExactCacheMatch(plan, url),
    asked:
      plan.boilerplate === undefined
        ? undefined
        : { repeated: plan.boilerplate.repeated(page.host), texts: plan.score !== undefined }
  })
  const afterwards = yield* Clock.currentTimeMillis

  if (scraped._tag === "Failure") return yield* settleFailure(deps, page, scraped.error, crawlDelayMs)
  const later = yield* retryLater(deps, page, scraped, afterwards, crawlDelayMs)
  if (later !== undefined) return later

  const { discovered, document } = scraped
  const status = document.metadata.statusCode
  const signal = { ...signalOf(page, status, discovered, afterwards), crawlDelayMs }
  if (status === 304 && earlier !== undefined && conditions !== undefined) {
    return confirms(scraped, earlier)
      ? settlementOf(page, unchanged(earlier, timings), { signal })
      : // The server compared with something else: the next attempt asks without conditions.
        settlementOf(page, { _tag: "Retry", afterMs: 0, failure: { status, cause: otherVersion } }, { signal })
  }

  if (status < 400 && discovered?.blocks !== undefined) {
    plan.boilerplate?.observe(page.host, discovered.blocks, discovered.contentHash)
  }
  const final = URL.parse(document.metadata.url) ?? url
  const isStart = page.depth === 0 && identify(url, plan.identity) === identify(new URL(plan.job.origin), plan.identity)
  const moved = isStart && final.host !== url.host ? final.href : undefined
  const around = moved === undefined ? rules : plan.rules(moved)
  const { sitemaps = [] } = discovered ?? {}
  if (isStart && sitemaps.length > 0 && plan.request.sitemap !== "skip") {
    // For the task that collects the seeds, which waits for this page.
    yield* Effect.catchTag(deps.store.report(page.jobId, { sitemaps } satisfies CrawlOutput), "JobNotFound", () =>
      Effect.succeed(false)
    )
  }
  const trap = status < 400 ? trapOf(plan, document, discovered) : undefined
  const links = trap === undefined ? linksOf(deps.robots, plan, around, final, scraped, afterwards) : []

  const finalKey = identify(final, plan.identity)
  const redirected = finalKey !== identify(url, plan.identity)
  // The start page is judged by the rules only after its links were read.
  const verdict: Decision =
    isStart || redirected ? Discovery.decide(final, { rules: around, depth: 0 }) : { admit: true }
  if (!verdict.admit && moved === undefined) {
    return settlementOf(
      page,
      { _tag: "Failed", error: Discovery.describe(verdict.reason), code: redirected ? "REDIRECT" : undefined },
      { signal, links: isStart ? links : [] }
    )
  }

  const same = earlier !== undefined && hasEqualBytes(scraped, earlier)
  const unmade = formatFailure(document)
  if (unmade !== undefined) {
    return settlementOf(page, failed(failureOf(unmade, page)), { signal, links, origin: moved })
  }
  const completed = completedOf(plan, page, same ? { ...scraped, document: marked(document) } : scraped)
  const views = unreadViews(discovered)
  const outcome = { ...(views === undefined ? completed : withWarning(completed, views)), trap }
  const canonical = discovered?.canonical === undefined ? null : URL.parse(discovered.canonical)
  const canonicalKey = canonical === null ? finalKey : identify(canonical, plan.identity)
  const hash = discovered?.contentHash
  return settlementOf(page, outcome, {
    signal,
    links,
    origin: moved,
    finalKey: redirected ? fingerprint(finalKey) : undefined,
    answerKey: fingerprint(`answer of ${finalKey}`),
    canonicalKey: canonicalKey === finalKey ? undefined : fingerprint(canonicalKey),
    contentKey: hash === undefined ? undefined : fingerprint(`${hash} ${canonicalKey}`)
  })
})

const settlementOf = (page: ClaimedPage, outcome: PageOutcome, more: Partial<Settlement>): Settlement => ({
  lease: { jobId: page.jobId, page: page.page, token: page.token },
  outcome,
  links: [],
  ...more
})

/** The start page is listed among the errors; pages met later are skipped in silence. */
const blockedByRobots = (page: ClaimedPage, plan: CrawlContext, line: string | undefined): Settlement =>
  page.url === plan.job.origin && page.depth === 0
    ? settlementOf(page, { _tag: "Failed", error: Discovery.describe("robots"), code: "ROBOTS" }, {})
    : settlementOf(page, { _tag: "Skipped", reason: "robots", rule: line }, {})

const skippedFile = (page: ClaimedPage, extension: string): Settlement =>
  settlementOf(page, { _tag: "Skipped", reason: "fileType", rule: extension }, {})

/** Bytes in which a page without a type is recognised. */
const peekBytes = 512
const peekTimeout = Duration.seconds(10)

/** Whether the address, which is named like a file, is a page: asks for its type and leaves the rest with the site. */
const isReadable = Effect.fnUntraced(function* (fetcher: Fetcher, plan: CrawlContext, url: URL) {
  const { headerOrigins = [], headers = {}, skipTlsVerification } = plan.scrapeOptions
  const answer = yield* Effect.result(
    fetcher.fetch({
      url,
      headers: headersFor(url, headers, [...plan.givenAddresses, ...headerOrigins]),
      headerOrigins,
      session: yield* CurrentSession,
      timeout: peekTimeout,
      maxBytes: peekBytes,
      cutAtLimit: true,
      skipTlsVerification
    })
  )
  if (answer._tag === "Failure") return false
  const { body, headers: fields, status } = answer.success
  const type = (fields["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()
  if (status >= 400) return false
  return type === "" ? /^\s*<(?:!doctype\s+html|html)\b/i.test(new TextDecoder().decode(body)) : isHtml(type)
})

type Scraping =
  | {
      readonly _tag: "Success"
      readonly document: Document
      readonly credits: number
      readonly tokens: number
      readonly discovered: Discovered | undefined
    }
  | { readonly _tag: "Failure"; readonly error: ScrapeError }

const scrape = (
  scraper: Scraper,
  page: ClaimedPage,
  url: string | URL,
  { givenAddresses, optionsMemo, scrapeOptions }: JobContext,
  { asked, conditions, exact, isAnew = false, once, timings }: Scrape = {}
): Effect.Effect<Scraping, StoreError> => {
  const options = asked === undefined ? scrapeOptions : withDiscoveredLinks(scrapeOptions, asked)
  return scraper
    .scrape(url, isAnew ? { ...options, maxAge: 0 } : options, {
      id: ScrapeId.ofPage(page.jobId, page.page),
      charge: false,
      offThread: true,
      exactCacheMatch: exact,
      once,
      savesProfile: false,
      givenAddresses,
      validators: conditions,
      timings,
      optionsMemo
    })
    .pipe(
      Effect.provideService(CurrentJob, page.jobId),
      Effect.map(({ credits, document, tokens = 0 }): Scraping => ({
        _tag: "Success",
        credits,
        tokens,
        ...separate(document)
      })),
      // The page is not to blame for its store.
      Effect.catch((error) =>
        error._tag === "StoreError" ? Effect.fail(error) : Effect.succeed<Scraping>({ _tag: "Failure", error })
      )
    )
}

interface Scrape {
  readonly asked?: DiscoveredOptions | undefined
  /** What is in the cache will not do. */
  readonly isAnew?: boolean
  /** Headers that ask for the page only if it has changed. */
  readonly conditions?: Readonly<Record<string, string>> | undefined
  readonly exact?: boolean
  readonly once?: boolean
  readonly timings?: PhaseRecorder | undefined
}

const signalOf = (page: ClaimedPage, status: number, discovered: Discovered | undefined, now: number): HostSignal => ({
  host: page.host,
  kind: status === 429 || status === 503 ? "refused" : "good",
  retryAfterMs: retryAfterMs(discovered?.retryAfter, now)
})

interface Failure {
  readonly error: string
  readonly code: string | undefined
  /** Reason of a capture that failed: codes are shared by several. */
  readonly cause: CaptureReason["_tag"] | undefined
}

const failed = ({ cause, code, error }: Failure): PageOutcome => ({ _tag: "Failed", error, code, cause })

const failureOf = (
  error: ScrapeError,
  page: ClaimedPage
): Failure & {
  readonly isTransient: boolean
  readonly signal: HostSignal | undefined
} => {
  const captureReason = error._tag === "CaptureError" ? (error satisfies CaptureError).reason : undefined
  const reason = captureReason?._tag
  const isTransient = reason === "TimedOut" || reason === "ConnectionFailed" || reason === "Crashed"
  return {
    error: error.message,
    // An address that another policy refuses has no code in a single scrape either.
    code: codeOf(error, captureReason) ?? (reason === "Refused" ? undefined : "UNKNOWN_ERROR"),
    cause: reason,
    isTransient,
    signal: isTransient ? { host: page.host, kind: "silent" } : undefined
  }
}

const codeOf = (error: ScrapeError, reason: CaptureReason | undefined): string | undefined => {
  if (error._tag === "FormatError")
    return error.model === undefined ? undefined : otherErrors[`FormatError/${error.model}`].code
  return reason === undefined
    ? undefined
    : entryOfReason(reason._tag, reason._tag === "Refused" ? reason.policy : undefined).code
}

const completedOf = (
  { job: { keyName } }: JobContext,
  page: ClaimedPage,
  { credits, discovered, document, tokens }: Extract<Scraping, { readonly _tag: "Success" }>
): PageOutcome => ({
  _tag: "Completed",
  document:
    page.limitedMs === undefined
      ? document
      : {
          ...document,
          metadata: { ...document.metadata, concurrencyLimited: true, concurrencyQueueDurationMs: page.limitedMs }
        },
  credits,
  debits: [
    {
      id: `scrape/${ScrapeId.ofPage(page.jobId, page.page)}`,
      accountId: page.accountId,
      unit: "credits",
      amount: credits,
      reason: "scrape",
      keyName
    },
    ...(tokens === 0
      ? []
      : [
          {
            id: tokensId(ScrapeId.ofPage(page.jobId, page.page)),
            accountId: page.accountId,
            unit: "tokens" as const,
            amount: tokens,
            reason: "scrape",
            keyName
          }
        ])
  ],
  bytes: discovered?.bytes,
  facts:
    discovered === undefined
      ? undefined
      : { etag: discovered.etag, lastModified: discovered.lastModified, contentHash: discovered.contentHash }
})

/** The kind of endless series that the page belongs to; a page whose links lead to no new page belongs to none. */
const trapOf = (
  { guard }: CrawlContext,
  { metadata }: Document,
  discovered: Discovered | undefined
): Traps.PageTrap | undefined =>
  discovered === undefined || discovered.links.length === 0
    ? undefined
    : guard.judgePage({ contentHash: discovered.contentHash, title: metadata.title })

/** What the reader of a page should know whose links lead to views that were not read. */
const unreadViews = (discovered: Discovered | undefined): string | undefined => {
  if (discovered === undefined || discovered.rendered === true) return undefined
  const isView = (link: string) => /#[/!]./.test(link)
  const views = new Set(discovered.links.slice(0, maxLinks).filter(isView))
  if (views.size === 0) return undefined
  const [first] = views
  return `${views.size} ${views.size === 1 ? "link of the page leads" : "links of the page lead"} to a view that only a browser shows, such as ${first!.slice(0, 200)}. Configure a renderer, and set \`waitFor\` for pages that need none otherwise, to crawl them.`
}

/** Where the page leads, as the rules see it. */
const linksOf = (
  robots: Robots,
  plan: CrawlContext,
  rules: Discovery.Rules,
  page: URL,
  { discovered, document }: Pick<Extract<Scraping, { readonly _tag: "Success" }>, "discovered" | "document">,
  now: number
): ReadonlyArray<Candidate> => {
  if (discovered === undefined || !plan.followsLinks || !Discovery.followsLinks(page, rules)) return []
  const agent = plan.robotsAgent
  const context: Discovery.Context = {
    rules,
    // The store knows the depth of the page by now, which may have become smaller.
    depth: 0,
    robots: agent === undefined ? undefined : (url) => robots.known(url, now, agent)?.allows(url),
    trap: plan.guard.judge,
    mayBePage: plan.fileNames.mayBePage
  }
  const foundOn = plan.score === undefined ? undefined : pageOf(document.metadata)
  let text = ""
  const judgeLink = (link: string): Candidate | undefined => {
    const url = URL.parse(link)
    // What is no page at all (`mailto:`, `javascript:`) is no address that the job met.
    const isPage = url !== null && (url.protocol === "http:" || url.protocol === "https:")
    return isPage ? candidateOf(url, plan, context, { text, foundOn }) : undefined
  }
  const known = plan.knownLinks(rules, now)
  const candidates: Array<Candidate> = []
  const links = discovered.links.length > maxLinks ? discovered.links.slice(0, maxLinks) : discovered.links
  for (const [at, found] of links.entries()) {
    text = discovered.texts?.[at] ?? ""
    const link = discovered.rendered === true ? found : withoutRoute(found)
    const candidate = known.of(link, judgeLink)
    if (candidate !== undefined) candidates.push(candidate)
  }
  text = ""
  const canonical = discovered.canonical === undefined ? undefined : known.of(discovered.canonical, judgeLink)
  if (canonical !== undefined) candidates.push(canonical)
  return candidates
}

const earlierResult = (
  store: JobStore,
  plan: CrawlContext,
  url: URL
): Effect.Effect<StoredResult | undefined, StoreError> =>
  plan.previous === undefined
    ? Effect.succeed(undefined)
    : Effect.map(store.resultOf(plan.previous, fingerprint(identify(url, plan.identity))), (earlier) =>
        // What was lost is fetched anew: it must not be the page of this crawl too.
        earlier !== undefined && isUnreadable(earlier.document) ? undefined : earlier
      )

/**
 * Whether the crawl takes the word of the sitemap that nothing has changed since the earlier crawl had the page. It does
 * so only when it was asked to: sitemaps are often out of date.
 */
const isTrustedUnchanged = (
  { request, reuse }: CrawlContext,
  { document }: StoredResult,
  lastModified: string | undefined
): boolean => {
  if (request.trustLastmod !== true || reuse === undefined || lastModified === undefined || !isReusable(document)) {
    return false
  }
  const { cachedAt } = document.metadata
  return latestMoment(lastModified) <= (cachedAt === undefined ? reuse.since : Date.parse(cachedAt))
}

const dayMs = 24 * 3_600_000

/** The last moment that a date of a sitemap may mean: those without a time or a zone leave it open (W3C NOTE-datetime). */
const latestMoment = (date: string): number => {
  const text = date.trim()
  const moment = Date.parse(text)
  const spans = [
    [/^\d{4}$/, 366 * dayMs],
    [/^\d{4}-\d{2}$/, 31 * dayMs],
    [/(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i, 0]
  ] as const
  const span = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayMs : (spans.find(([form]) => form.test(text))?.[1] ?? dayMs)
  return Number.isNaN(moment) ? Infinity : moment + span
}

/** Whether the earlier crawl had the page itself, and not what stood in its place. */
const isReusable = ({ metadata: { outcome, statusCode } }: Document): boolean =>
  statusCode >= 200 && statusCode < 300 && (outcome === undefined || outcome.kind === "ok")

/** Headers by which a caller has the server compare with a page of his own. */
const conditional = new Set([
  "if-none-match",
  "if-modified-since",
  "if-match",
  "if-unmodified-since",
  "if-range",
  "range"
])

/**
 * Headers that ask for the page only if it has changed; nothing where a 304 would not say that the earlier document is
 * what this crawl asks for. `If-None-Match` goes alone, since some servers are content with either of the two.
 */
const conditionsFor = (
  plan: CrawlContext,
  page: ClaimedPage,
  { document, facts: { etag, lastModified } = {} }: StoredResult
): Readonly<Record<string, string>> | undefined => {
  if (plan.reuse === undefined || page.attempt > 1 || !isReusable(document)) return undefined
  // Validators are of the address that answered.
  if (document.metadata.url !== page.url) return undefined
  if (Object.keys(plan.scrapeOptions.headers ?? {}).some((name) => conditional.has(name.toLowerCase())))
    return undefined
  if (etag !== undefined) return { "if-none-match": etag }
  return lastModified === undefined ? undefined : { "if-modified-since": lastModified }
}

/** Whether a 304 is about the page that the earlier crawl had: its validators, if it has some, are those of that page. */
const confirms = (
  { discovered, document }: Extract<Scraping, { readonly _tag: "Success" }>,
  { document: had, facts }: StoredResult
): boolean =>
  document.metadata.url === had.metadata.url &&
  isSameVersion(facts, { etag: discovered?.etag, lastModified: discovered?.lastModified })

const hasEqualBytes = (
  { discovered, document }: Extract<Scraping, { readonly _tag: "Success" }>,
  { document: had, facts }: StoredResult
): boolean =>
  discovered !== undefined &&
  facts?.contentHash === discovered.contentHash &&
  had.metadata.statusCode === document.metadata.statusCode

/** The page as the earlier crawl had it, in the time that this one took. What it led to is part of the seeds (`Crawler.collect`). */
const unchanged = (earlier: StoredResult, timings: PhaseRecorder | undefined): PageOutcome => {
  const { timings: _earlier, ...document } = earlier.document
  return {
    _tag: "Completed",
    document: marked(timings === undefined ? document : { ...document, timings: timings.timings() }),
    credits: 0,
    debits: [],
    facts: earlier.facts
  }
}

const marked = (document: Document): Document => ({ ...document, metadata: { ...document.metadata, unchanged: true } })
