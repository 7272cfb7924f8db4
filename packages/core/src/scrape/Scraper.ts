/**
 * Scrapes one page: plan, pay, capture, formats, document, with the steps of the application between them.
 *
 * ```
 * request ─► Formats.plan ─► Ledger.reserve ─► Capture ─► steps ─► formats ─► steps ─► Document
 *                                                                                └─► Ledger.debit
 * ```
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { type Account, CurrentAccount, underThreatProtection } from "../accounts/Account.ts"
import { BlobStore, CurrentBlobs, none } from "./BlobStore.ts"
import type { Egress } from "../network/Egress.ts"
import type { Fetcher } from "../network/Fetcher.ts"
import type { PageCache } from "./PageCache.ts"
import { PageReader } from "../reading/PageReader.ts"
import type { Parsers } from "../reading/Parsers.ts"
import type { Renderer } from "../network/Renderer.ts"
import { Capture, type CaptureRequest } from "./Capture.ts"
import { CaptureError } from "../model/CaptureError.ts"
import type { Document } from "../model/Document.ts"
import type { Formats, Need, PlannedFormat } from "./Format.ts"
import type { FormatError, UnknownFormat } from "../model/FormatError.ts"
import type { CachedScrape } from "./scrapeResultCache.ts"
import { documentOf } from "./documentParts.ts"
import type { KnownOptions, OptionsMemo } from "./KnownOptions.ts"
import { ScrapeCache } from "./ScrapeCache.ts"
import { creditsFor, expectedTokens, modelFormats, priceOf } from "./price.ts"
import { beginBudget, formatFailure } from "./runFormats.ts"
import { modelDeadline, type Progress, timeOf, withinTime } from "./timeLimit.ts"
import { type InvalidInput, invalid } from "../model/InvalidInput.ts"
import { debitOf, type InsufficientCredits, Ledger, withHold } from "../accounts/Ledger.ts"
import { ModelDeadline } from "../network/ModelClient.ts"
import { CurrentSession } from "../network/CurrentSession.ts"
import { InFlight, type Lease } from "./InFlight.ts"
import { LocalIndex, type Service as Index } from "./LocalIndex.ts"
import { changesPages, Pipeline, runDocumentSteps, runPageSteps } from "./Pipeline.ts"
import type { Page } from "../reading/Page.ts"
import { type OpenError as ProfileError, Profiles } from "./Profiles.ts"
import type { Resolved, ScrapeOptions } from "../model/ScrapeOptions.ts"
import type { Session } from "../network/Session.ts"
import type { StepError } from "../model/StepError.ts"
import type { StoreError } from "../model/StoreError.ts"
import { makePhaseRecorder, type PhaseRecorder, timed } from "../model/Timings.ts"
import { threatProtectionNote } from "../model/ThreatProtection.ts"
import * as Url from "../model/Url.ts"

export type ScrapeError =
  | CaptureError
  | FormatError
  | StepError
  | UnknownFormat
  | InvalidInput
  | InsufficientCredits
  | ProfileError
  | StoreError

export interface ScrapeContext {
  /** Names the scrape in the ledger: the same id is charged once. A fresh UUID when absent. */
  readonly id?: string | undefined
  /** False leaves the debit of `scrape/<id>` to the caller, who writes it together with the result. */
  readonly charge?: boolean | undefined
  /** The page may be read on another thread, which is slower for one and faster for many; for pages of jobs. */
  readonly offThread?: boolean | undefined
  /** Answer from a cached page of this very address only, not from one of a similar address. */
  readonly exactCacheMatch?: boolean | undefined
  /** A failure that passes ends the scrape, because the caller tries again later, at the pace of the site. */
  readonly once?: boolean | undefined
  /**
   * Addresses that the caller gave: the headers of the options belong to their origins. Default: the address of the
   * scrape. Give it where a link, a sitemap or a search found the address.
   */
  readonly givenAddresses?: ReadonlyArray<string> | undefined
  /** Headers by which the site may answer 304 (RFC 9110 section 13.1); such a page is never cached. */
  readonly validators?: Readonly<Record<string, string>> | undefined
  /** Read this instead of fetching anything; the address then only names it. */
  readonly file?: GivenFile | undefined
  /** Whose cookies, headers, proxy and storage to use, within its hosts; such a page is never cached. `CurrentSession` when absent. */
  readonly session?: Session | undefined
  /** `false` reads the profile of the options and saves nothing, for work on many pages at once. Default: `true`. */
  readonly savesProfile?: boolean | undefined
  /** Has the phases that came before the scrape; one that begins with it when absent. Read where `timings` is asked for. */
  readonly timings?: PhaseRecorder | undefined
  /** Where options with headers are remembered, for a caller that gives the same again and again. */
  readonly optionsMemo?: OptionsMemo | undefined
}

/** A file that the caller has. */
export interface GivenFile {
  readonly bytes: Uint8Array
  /** As a header would say it; sniffed from the bytes and the name when absent. */
  readonly contentType?: string | undefined
  /** Its name, where the address does not end in it. */
  readonly filename?: string | undefined
  /** With which status it was answered. Default: 200. */
  readonly status?: number | undefined
}

export interface Scraped {
  readonly id: string
  readonly document: Document
  /** Credits charged, or to be charged. */
  readonly credits: number
  /** Tokens of models charged under `tokensId(id)`, or to be charged; absent when none were used. */
  readonly tokens?: number | undefined
}

export interface Service {
  /**
   * `url` is an address as people type it (`Url.parse`). A page that answers with
   * an error status is a document with that `statusCode`, not an error.
   */
  readonly scrape: (
    url: string | URL,
    options?: ScrapeOptions,
    context?: ScrapeContext
  ) => Effect.Effect<Scraped, ScrapeError>
}

interface ScrapeRequest {
  readonly id: string
  /** The address as the caller wrote it. */
  readonly typed: string
  readonly url: URL
  readonly requested: KnownOptions
  readonly context: ScrapeContext
  readonly timings: PhaseRecorder | undefined
}

/** Pages scraped, by outcome: `success` or the tag of the error. */
export const scrapes = Metric.counter("scrapes", { description: "Pages scraped", incremental: true })
const succeeded = Metric.withAttributes(scrapes, { outcome: "success" })

type Needs = Capture | Formats | Ledger | BlobStore | LocalIndex

export class Scraper extends Context.Service<Scraper, Service>()("@orbweaver/core/Scraper") {
  static readonly layer: Layer.Layer<Scraper, never, Needs> = Layer.effect(
    Scraper,
    Effect.gen(function* () {
      const { capture } = yield* Capture
      const cache = yield* ScrapeCache
      const ledger = yield* Ledger
      const inFlight = yield* InFlight
      const steps = yield* Pipeline
      const blobs = yield* BlobStore
      const index = yield* LocalIndex
      const profiles = yield* Profiles

      const debit = (account: Account, id: string, unit: "credits" | "tokens", amount: number) =>
        ledger.debit(debitOf(account, { id, unit, amount, reason: "scrape" }))

      /** The page, visited with the profile of the options where they name one. */
      const captured = Effect.fnUntraced(function* (request: CaptureRequest, lease: Lease, savesProfile: boolean) {
        const { profile, threatProtection } = request.options
        const note = threatProtection === undefined ? undefined : threatProtectionNote(threatProtection)
        if (profile === undefined) {
          const page = yield* capture({ ...request, lease })
          return note === undefined ? page : withWarnings(page, [note])
        }
        if (request.session !== undefined) return yield* invalid("scrape options", ["profile"], profileOrSession)
        const opened = yield* profiles.open(
          savesProfile ? profile : { ...profile, saveChanges: false },
          Duration.sum(timeOf(request.options), profileGrace)
        )
        const page = yield* capture({ ...request, lease, state: opened.state })
        const warnings = [
          note,
          opened.warning,
          savesProfile || profile.saveChanges !== true ? undefined : readOnly(profile.name),
          yield* opened.save
        ].filter((warning) => warning !== undefined)
        return warnings.length === 0 ? page : withWarnings(page, warnings)
      }, Effect.scoped)

      const work = Effect.fnUntraced(function* (
        { context: scrapeContext, id, requested, timings, typed, url }: ScrapeRequest,
        progress: Progress
      ) {
        const { charge: charges = true, exactCacheMatch: exact, file, offThread = false, once } = scrapeContext
        const { givenAddresses, savesProfile = true, session, validators } = scrapeContext
        const account = yield* CurrentAccount
        const { budget, ...withoutBudget } = requested.options
        const context = budget === undefined ? undefined : yield* beginBudget(budget, withoutBudget.formats)
        const asked = context === undefined ? requested : withFormats(requested, withoutBudget, context.formats)
        const { options } = asked
        const plan = yield* cache.plan(asked)
        const debitId = `scrape/${id}`
        const price = {
          id: debitId,
          unit: "credits",
          amount: 1 + priceOf(plan),
          expiresAfter: timeOf(options)
        } as const

        const requestOf = (): CaptureRequest => ({
          url,
          options,
          needs: needsOf(plan),
          wanted: offThread && !changesPages(steps) ? plan.map(({ format }) => format.name) : undefined,
          given: responseOf(url, file),
          session,
          givenAddresses,
          validators,
          exact,
          once,
          timings
        })

        const read = Effect.fnUntraced(function* (captured: Page) {
          const page = yield* runPageSteps(steps, captured, options)
          const results = yield* timed(timings, "formats", cache.convert(plan, page, asked))
          const fitted = context === undefined ? undefined : yield* context.fit(results.parts)
          const credits = creditsFor(plan, page, results)
          const request = { url, options, givenAddresses }
          const made = yield* documentOf(page, results, { id, typed, credits, request, options, fitted })
          const { charged } = results
          const document = yield* runDocumentSteps(steps, made, { options, page })
          if (charges) yield* debit(account, debitId, "credits", credits)
          if (charges && charged > 0) yield* debit(account, tokensId(id), "tokens", charged)
          if (charged === 0 && modelFormats(plan).length > 0) yield* Effect.ignore(ledger.refund(tokensId(id)))
          // What a login shows is not for those who search without it.
          const indexed = index.available && options.storeInCache && options.profile === undefined
          if (indexed)
            yield* remember(index, account.id, steps.length > 0 ? document : { ...document, ...results.asked })
          if (charges && fitted === undefined && timings === undefined) {
            cache.put(url, requested, {
              plan,
              page,
              results,
              scrape: () => {
                const { metadata, ...fields } = document
                return { request: requestOf(), fields, metadata, credits, indexedFor: indexed ? account.id : undefined }
              }
            })
          }
          return { id, document, credits, ...(charged === 0 ? {} : { tokens: charged }) }
        })
        const readWithTokens = (page: Page) => {
          const amount = expectedTokens(plan, page)
          if (amount === 0) return read(page)
          const hold = { id: tokensId(id), unit: "tokens", amount, expiresAfter: timeOf(options) } as const
          return withHold(ledger, account, hold, read(page)).pipe(
            Effect.catchTag("InsufficientCredits", (refused) =>
              // Rules answer where they can; only what they cannot do needs tokens.
              read({ ...page, modelRefusal: "The account has too few tokens left, so no model was asked." }).pipe(
                Effect.filterOrFail(
                  ({ document }) => formatFailure(document) === undefined,
                  () => refused
                ),
                Effect.catchTag("FormatError", () => Effect.fail(refused))
              )
            )
          )
        }
        const endQueue = timings?.begin("queue")
        const paid = inFlight.admit(
          url,
          timeOf(options),
          Effect.fnUntraced(function* (lease: Lease) {
            endQueue?.()
            const page = yield* captured(requestOf(), lease, savesProfile)
            const room = lease.hold(page.response.body.byteLength)
            const refused = room === undefined ? undefined : yield* Effect.promise(() => room)
            if (refused !== undefined) return yield* new CaptureError({ url: url.href, reason: refused })
            progress.captured = true
            return yield* readWithTokens(page)
          })
        )
        return yield* withHold(
          ledger,
          account,
          price,
          Effect.provideService(paid, CurrentBlobs, options.storeInCache ? blobs : none)
        ).pipe(Effect.provideService(ModelDeadline, yield* modelDeadline(options)))
      })

      /** Pays for a result that was given before, and gives it under its own id. */
      const payAgain = Effect.fnUntraced(function* (known: CachedScrape, id: string, typed: string) {
        yield* debit(yield* CurrentAccount, `scrape/${id}`, "credits", known.credits)
        const document: Document = { ...known.fields, metadata: { ...known.metadata, sourceURL: typed, scrapeId: id } }
        return { id, document, credits: known.credits }
      })

      const scrape = Effect.fnUntraced(
        function* (input: string | URL, given: ScrapeOptions = {}, asked: ScrapeContext = {}) {
          const url = input instanceof URL ? input : yield* Url.parse(input)
          const requested = yield* cache.resolve(given, asked.optionsMemo)
          yield* Effect.annotateCurrentSpan({ "url.full": url.origin + url.pathname })
          const typed = input instanceof URL ? input.href : input
          const current = yield* CurrentSession
          const context = current === undefined || asked.session !== undefined ? asked : { ...asked, session: current }
          const id = context.id ?? crypto.randomUUID()
          const timings = requested.options.timings ? (asked.timings ?? (yield* makePhaseRecorder)) : undefined
          const answer = Effect.gen(function* () {
            const known = isEmpty(context) && timings === undefined ? yield* cache.find(url, requested) : undefined
            if (known !== undefined) return yield* payAgain(known, id, typed)
            return yield* withinTime(url, requested.options, (progress) =>
              work({ id, typed, url, requested, context, timings }, progress)
            ).pipe(Effect.map((scraped) => withTimings(scraped, timings)))
          })
          return yield* underThreatProtection(requested.options.threatProtection, answer)
        },
        Effect.withSpan("Scraper.scrape", {}, { captureStackTrace: false }),
        Effect.tap(() => Metric.update(succeeded, 1)),
        Effect.tapError((error) => Metric.update(Metric.withAttributes(scrapes, { outcome: error._tag }), 1))
      )

      return Scraper.of({ scrape })
    })
  ).pipe(Layer.provide(ScrapeCache.layer))

  /** Scrapes on this thread, keeps artifacts in their documents, and makes no page findable. */
  static readonly layerAlone: Layer.Layer<
    Scraper,
    never,
    Egress | Fetcher | Renderer | PageCache | Parsers | Formats | Ledger
  > = Scraper.layer.pipe(
    Layer.provide([Capture.layer, BlobStore.layerNone, LocalIndex.layerNone]),
    Layer.provide(PageReader.layerNone)
  )
}

/** How much longer than its scrape a profile is held, which is given back with its end. */
const profileGrace = Duration.seconds(30)

const profileOrSession = "A scrape has either a profile or a session: both say which cookies are sent"

const readOnly = (name: string): string =>
  `The profile ${JSON.stringify(name)} was not saved: pages of jobs and of searches read a profile and save nothing.`

const withWarnings = (page: Page, warnings: ReadonlyArray<string>): Page => ({
  ...page,
  response: { ...page.response, warnings: [...(page.response.warnings ?? []), ...warnings] }
})

const withTimings = (scraped: Scraped, timings: PhaseRecorder | undefined): Scraped =>
  timings === undefined ? scraped : { ...scraped, document: { ...scraped.document, timings: timings.timings() } }

const isEmpty = (context: ScrapeContext): boolean => Object.values(context).every((value) => value === undefined)

/** The options of a scrape with a budget, as its formats see them. */
const withFormats = (
  { key }: KnownOptions,
  withoutBudget: Omit<Resolved, "budget">,
  formats: Resolved["formats"]
): KnownOptions => {
  const options = { ...withoutBudget, formats }
  return { options, key: key === undefined ? undefined : JSON.stringify(options) }
}

const responseOf = (url: URL, file: GivenFile | undefined) =>
  file === undefined
    ? undefined
    : {
        url,
        status: file.status ?? 200,
        headers: {
          ...(file.contentType === undefined ? {} : { "content-type": file.contentType }),
          ...(file.filename === undefined
            ? {}
            : {
                "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.filename.toWellFormed())}`
              })
        },
        body: file.bytes
      }

/** Id in the ledger of the model tokens of a scrape. */
export const tokensId = (scrapeId: string): string => `scrape/${scrapeId}/tokens`

const needsOf = (plan: ReadonlyArray<PlannedFormat>): ReadonlyMap<string, ReadonlyArray<Need>> =>
  new Map(plan.flatMap(({ format }) => (format.needs.length > 0 ? [[format.name, format.needs] as const] : [])))

/** Makes the page findable. An index that does not answer costs the scrape nothing. */
const remember = (index: Index, accountId: string, { markdown, metadata }: Document): Effect.Effect<void> =>
  markdown === undefined || metadata.statusCode >= 400
    ? Effect.void
    : index
        .put({
          accountId,
          url: metadata.url.replace(/#.*$/, ""),
          title: metadata.title ?? "",
          description: metadata.description ?? "",
          markdown
        })
        .pipe(Effect.catchCause((cause) => Effect.logWarning("A page could not be added to the local index", cause)))
