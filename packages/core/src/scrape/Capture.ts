/**
 * Gets one page: from the cache, by the fetcher or by the renderer, and reads
 * its bytes to text.
 *
 * ```
 * Egress ─► PageCache ─► attempts (fetcher, renderer, again) ─► Parsers ─► Page
 *              └─ stale ─► asked again with its ETag ─► 304: as it was
 * ```
 *
 * Callers who want the same page at the same moment share one capture.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CurrentAccount } from "../accounts/Account.ts"
import {
  CaptureError,
  type CaptureReason,
  NeedsBrowser,
  NotCached,
  Refused,
  Unsupported
} from "../model/CaptureError.ts"
import { Egress, forAccount, type Service as EgressService } from "../network/Egress.ts"
import { Fetcher, type FetchResponse } from "../network/Fetcher.ts"
import type { Need } from "./Format.ts"
import type { Lease } from "./InFlight.ts"
import { attemptAll, maxRetries, type CapturedPage, type Read, type Step } from "./attempts.ts"
import { fileNameOf } from "../reading/detect.ts"
import { makeSingleFlight } from "../support/singleFlight.ts"
import { isHtml } from "../reading/judge.ts"
import { contentOf, htmlParser } from "../reading/textParsers.ts"
import { headersFor } from "../model/RequestHeaders.ts"
import type { CaptureOutcome } from "../model/Outcome.ts"
import { hasRoute } from "../model/UrlIdentity.ts"
import { makeShared, type Page } from "../reading/Page.ts"
import { type CachedPage, CacheSharing, isCacheable, isFresh, PageCache } from "./PageCache.ts"
import { PageReader } from "../reading/PageReader.ts"
import { Parsers } from "../reading/Parsers.ts"
import type { Parsed, Parser } from "../reading/Parser.ts"
import type { RawAnswer } from "../reading/readPage.ts"
import { HostRules } from "../network/HostRules.ts"
import { Renderer, type RenderResponse } from "../network/Renderer.ts"
import { RequestHooks } from "../network/RequestHooks.ts"
import { limits, type Resolved, ScrapeOptions, ScreenshotOptions } from "../model/ScrapeOptions.ts"
import { sharedPartsOf } from "./sharedKey.ts"
import type { StateHolder } from "../network/BrowserState.ts"
import type { Session } from "../network/Session.ts"
import type { StoreError } from "../model/StoreError.ts"
import { type PhaseRecorder, timed } from "../model/Timings.ts"
import { isSameVersion } from "./validators.ts"
import { acceptLanguage, languagesOf, mobileAgent } from "../network/ClientProfile.ts"

export interface CaptureRequest {
  readonly url: URL
  readonly options: Resolved
  /** Names of the wanted formats that need more than the bytes, and what each needs. */
  readonly needs: ReadonlyMap<string, ReadonlyArray<Need>>
  /** Whose cookies, headers and proxy to use; such a page is neither taken from the cache nor kept in it. */
  readonly session?: Session | undefined
  /** Cookies and storage of the profile of the options. */
  readonly state?: StateHolder | undefined
  /** Addresses that the caller gave, whose origins the headers belong to. `url` when absent. */
  readonly givenAddresses?: ReadonlyArray<string> | undefined
  /** Headers by which the site may answer 304; such a page is neither taken from the cache nor kept in it. */
  readonly validators?: Readonly<Record<string, string>> | undefined
  /** Names of all formats that will run. Given where the page may be read on another thread (`PageReader`). */
  readonly wanted?: ReadonlyArray<string> | undefined
  /** The bytes themselves, such as an uploaded file: nothing is fetched, and `url` is only their name. */
  readonly given?: FetchResponse | undefined
  /** What the scrape holds; counts the body as it arrives. */
  readonly lease?: Lease | undefined
  /** Answer from a cached page of this very address only, not from one of a similar address. */
  readonly exact?: boolean | undefined
  /** Whether a failure that passes ends the capture, because the caller tries again later. Default: `false`. */
  readonly once?: boolean | undefined
  /** Records the phases, where they were asked for. */
  readonly timings?: PhaseRecorder | undefined
}

export interface Service {
  /** Fails with `NeedsBrowser` before any byte is fetched when nothing configured can give what is needed. */
  readonly capture: (request: CaptureRequest) => Effect.Effect<Page, CaptureError | StoreError>
  /** Whether the request would be answered from the cache now, with these very bytes. */
  readonly holds: (request: CaptureRequest, body: Uint8Array) => Effect.Effect<boolean, StoreError>
}

export class Capture extends Context.Service<Capture, Service>()("@orbweaver/core/Capture") {
  static readonly layer: Layer.Layer<Capture, never, Egress | Fetcher | Renderer | PageCache | PageReader | Parsers> =
    Layer.effect(
      Capture,
      Effect.gen(function* () {
        const egress = yield* Egress
        const fetcher = yield* Fetcher
        const renderer = yield* Renderer
        const cache = yield* PageCache
        const sharing = yield* CacheSharing
        const parsers = yield* Parsers
        const reader = yield* PageReader
        const hooks = yield* RequestHooks
        const hosts = yield* HostRules
        const captures = yield* makeSingleFlight<Page, CaptureError | StoreError>()

        const load = (
          request: CaptureRequest,
          { engine, proxy }: Step,
          timeout: Duration.Duration,
          validators: Readonly<Record<string, string>>
        ): Effect.Effect<RenderResponse, CaptureError> => {
          const { lease, options, session, timings, url } = request
          // What another attempt has read is gone.
          lease?.restart()
          const common = {
            url,
            timeout,
            maxBytes: limits.maxBytes,
            admit: lease?.grow,
            proxy,
            skipTlsVerification: options.skipTlsVerification,
            headerOrigins: options.headerOrigins,
            session,
            timings
          }
          const headers = headersFor(url, options.headers, headerAddresses(request))
          if (engine === "fetch") {
            return fetcher.fetch({
              ...common,
              followRefresh: true,
              headers: { ...validators, ...visitHeaders(options), ...headers }
            })
          }
          const rendering = renderer.render({
            ...common,
            headers,
            waitFor: options.waitFor,
            actions: options.actions,
            screenshot: screenshotOf(options),
            mobile: options.mobile,
            location: options.location,
            state: request.state,
            blockAds: options.blockAds,
            branding: [...request.needs.values()].some((needs) => needs.includes("branding"))
          })
          return Effect.map(timed(timings, "render", rendering), (response) => ({ ...response, rendered: true }))
        }

        const capture = Effect.fnUntraced(
          function* (request: CaptureRequest) {
            const { options, url } = request
            const fail = (reason: CaptureReason) => Effect.fail(new CaptureError({ url: url.href, reason }))
            const account = yield* CurrentAccount

            if (request.given !== undefined) {
              const missing = browserFeatures(request)
              if (missing.length > 0) return yield* fail(new NeedsBrowser({ features: missing }))
              return pageOf(
                request,
                yield* readBytes(request, request.given),
                yield* Clock.currentTimeMillis,
                undefined
              )
            }

            const own = forAccount(egress, account)
            const verdict = own.judgeUrl(url)
            if (!verdict.allowed) return yield* fail(new Refused({ policy: verdict.policy, detail: verdict.detail }))

            const { engine } = hosts.ruleFor(url)
            const asked = browserFeatures(request)
            const features = engine === "browser" ? [...asked, `the engine of ${url.hostname} in hosts`] : asked
            if (options.profile !== undefined && renderer.profiles !== true) {
              return yield* fail(new NeedsBrowser({ features: ["profile"] }))
            }
            if (features.length > 0 && !renderer.available) return yield* fail(new NeedsBrowser({ features }))
            // Servers never see a fragment, so HTTP reads the page without the view that it names.
            const needsBrowser = features.length > 0 || (engine !== "fetch" && renderer.available && hasRoute(url))

            const keys = keysOf(request, sharing, account.id)
            if (keys === undefined) {
              return options.lockdown || options.minAge !== undefined
                ? yield* fail(new NotCached({}))
                : yield* captureUncached(request, needsBrowser, undefined, undefined)
            }
            if (!readsCache(options)) return yield* captureUncached(request, needsBrowser, keys, undefined)
            const key = keys.read
            const stored = Option.getOrUndefined(yield* cache.get(key, Duration.infinity))
            if (stored !== undefined && suits(stored, own, options, yield* Clock.currentTimeMillis)) {
              yield* cacheHits
              const read = yield* readBytes(request, fromCache(stored))
              return pageOf(request, read, stored.capturedAt, "hit")
            }
            yield* cacheMisses
            if (options.lockdown || options.minAge !== undefined) return yield* fail(new NotCached({}))

            const work = captureUncached(request, needsBrowser, keys, stored)
            const flight = flightKey(request, key, account.id)
            const page = yield* flight === undefined ? work : captures.join(flight, work)
            // Each caller has work of its own on it, and asked by an address of its own.
            return { ...page, requested: url, shared: makeShared() }
          },
          Effect.withSpan("Capture.capture", {}, { captureStackTrace: false })
        )

        /** Captures, and keeps what may be kept. `stale` is what the cache holds, too old to be used unasked. */
        const captureUncached = Effect.fnUntraced(function* (
          request: CaptureRequest,
          needsBrowser: boolean,
          keys: CacheKeys | undefined,
          stale: CachedPage | undefined
        ) {
          const { options, url } = request
          const validators = stale === undefined ? (request.validators ?? {}) : validatorsOf(stale)
          let revalidated = false
          const captured: CapturedPage = yield* attemptAll({
            url,
            first: {
              engine: needsBrowser ? "browser" : "fetch",
              proxy: options.proxy === "stealth" ? "stealth" : "basic"
            },
            mayRender: renderer.available && (needsBrowser || hosts.ruleFor(url).engine !== "fetch"),
            mayStealth: {
              fetch: options.proxy === "auto" && fetcher.stealth === true,
              browser: options.proxy === "auto" && renderer.stealth === true
            },
            timeout: options.timeout,
            maxRetries: request.once === true ? 0 : maxRetries,
            hooks: request.once === true ? undefined : hooks,
            load: Effect.fnUntraced(function* (step, timeout) {
              const began = yield* Clock.currentTimeMillis
              const response = yield* load(request, step, timeout, validators)
              if (response.status !== 304 || stale === undefined || isOf(stale, response)) return response
              // Not about the page that was stored: it is asked for as if there was none.
              const elapsed = (yield* Clock.currentTimeMillis) - began
              return yield* load(request, step, Duration.millis(Math.max(1, Duration.toMillis(timeout) - elapsed)), {})
            }),
            read: (response) => {
              revalidated = response.status === 304 && stale !== undefined && isOf(stale, response)
              return readBytes(request, revalidated ? unchanged(stale!, response) : response)
            }
          })
          const capturedAt = yield* Clock.currentTimeMillis
          const { evidence, kind } = captured.outcome
          // A page that is empty by itself is what it is; a shell may be more next time.
          const isGood =
            (kind === "ok" || kind === "empty") &&
            evidence === undefined &&
            captured.response.status < 400 &&
            // A page that ended early, or whose loading was stopped, may be whole next time.
            captured.response.endedEarly !== true &&
            (captured.response.warnings ?? []).length === 0
          if (keys !== undefined && isGood && options.storeInCache) {
            const page = toCache(captured, capturedAt)
            // What is too large for the cache replaces an older page by none.
            const write = isCacheable(page) ? (key: string) => cache.set(key, page) : cache.remove
            yield* Effect.forEach(keys.write, write, { discard: true })
          }
          const asked = keys !== undefined && readsCache(options)
          return pageOf(request, captured, capturedAt, asked ? "miss" : undefined, captured.outcome)
        })

        /** Reads the bytes by the parser of their media type; those of a web page on another thread, where one may. */
        const readBytes = (
          { options, timings, url, wanted }: CaptureRequest,
          response: RenderResponse
        ): Effect.Effect<Read, CaptureError> =>
          Effect.gen(function* () {
            const { charset, mediaType: declared } = contentType(response.headers["content-type"])
            const found = parsers.find({
              mediaType: declared,
              bytes: response.body,
              url: response.url,
              name: fileNameOf(response.headers["content-disposition"])
            })
            // An empty answer is an empty page, whatever its type.
            if (found === undefined && response.body.byteLength > 0) {
              return yield* Effect.fail(new Unsupported({ what: declared === "" ? "binary data" : declared }))
            }
            if (wanted !== undefined && found !== undefined && isWebPage(found)) {
              const answered = rawAnswerOf(response, charset, url)
              const read = yield* reader.read(answered, options, wanted)
              if (read !== undefined)
                return { response, mediaType: found.mediaType, content: contentOf(answered, read) }
            }
            const spec = options.parsers?.find(({ type }) => type === found?.parser.name)
            // A list of parsers without that of pictures asks for none to be read.
            if (found?.parser.name === "image" && spec === undefined && options.parsers !== undefined) {
              return yield* Effect.fail(
                new Unsupported({ what: `${found.mediaType}, since parsers leaves "image" out` })
              )
            }
            const unparsed = found?.parser.name === "pdf" && options.parsers?.length === 0
            const content =
              found === undefined
                ? emptyPage
                : unparsed
                  ? asBase64(response.body)
                  : yield* found.parser.parse({
                      bytes: response.body,
                      mediaType: found.mediaType,
                      charset,
                      url: response.url,
                      spec,
                      wholeSource: options.formats.some(({ type }) => type === "rawHtml")
                    })
            return { response, mediaType: found?.mediaType ?? declared, content }
          }).pipe(
            Effect.mapError((reason) => new CaptureError({ url: url.href, reason })),
            (reading) => timed(timings, "parse", reading)
          )

        const holds = (request: CaptureRequest, body: Uint8Array): Effect.Effect<boolean, StoreError> =>
          Effect.flatMap(CurrentAccount, (account) => {
            const key = keysOf(request, sharing, account.id)?.read
            const own = forAccount(egress, account)
            if (key === undefined || !readsCache(request.options) || !own.judgeUrl(request.url).allowed) {
              return Effect.succeed(false)
            }
            return Effect.flatMap(cache.get(key, Duration.infinity), (stored) =>
              Option.isNone(stored) || stored.value.body !== body
                ? Effect.succeed(false)
                : Effect.map(Clock.currentTimeMillis, (now) => suits(stored.value, own, request.options, now))
            )
          })

        return Capture.of({ capture, holds })
      })
    )
}

const lookups = Metric.counter("page_cache_lookups", {
  description: "Pages looked for in the cache, by result",
  incremental: true
})
const cacheHits = Metric.update(Metric.withAttributes(lookups, { result: "hit" }), 1)
const cacheMisses = Metric.update(Metric.withAttributes(lookups, { result: "miss" }), 1)

const pageOf = (
  { url }: CaptureRequest,
  { content, mediaType, response }: Read,
  capturedAt: number,
  cacheState: Page["cacheState"],
  outcome: CaptureOutcome = { kind: "ok", attempts: [] }
): Page => ({ requested: url, response, mediaType, content, capturedAt, cacheState, outcome, shared: makeShared() })

/** Whether a cached page may answer: `maxAge: 0` captures anew, and may still be stored. */
const readsCache = ({ lockdown, maxAge, minAge }: Resolved): boolean =>
  lockdown || minAge !== undefined || Duration.toMillis(maxAge) > 0

/** Whether a stored page is as fresh and as old as the caller wants it, and from where the account may go. */
const suits = (page: CachedPage, egress: EgressService, options: Resolved, now: number): boolean =>
  isFresh(page.capturedAt, now, options.lockdown ? Duration.infinity : options.maxAge) &&
  isAtLeastMinAge(page, options, now) &&
  egress.judgeUrl(new URL(page.url)).allowed

/** What a server compares to say that nothing has changed (RFC 9110 §13.1). */
const validatorsOf = ({ headers }: CachedPage): Readonly<Record<string, string>> => {
  const { etag, "last-modified": modified } = headers
  // Some servers are content with either of the two.
  if (etag !== undefined) return { "if-none-match": etag }
  return modified === undefined ? {} : { "if-modified-since": modified }
}

/** Whether a 304 is about the stored page: the same address answered, and about the version that was stored. */
const isOf = ({ headers, url }: CachedPage, response: RenderResponse): boolean =>
  response.url.href === url &&
  isSameVersion(
    { etag: headers["etag"], lastModified: headers["last-modified"] },
    { etag: response.headers["etag"], lastModified: response.headers["last-modified"] }
  )

/** The stored page with what a 304 says anew of it (RFC 9111 §4.3.4). */
const unchanged = (stale: CachedPage, { headers }: RenderResponse): RenderResponse => {
  const { "content-encoding": _encoding, "content-length": _length, "content-type": _type, ...fresh } = headers
  const page = fromCache(stale)
  return { ...page, headers: { ...page.headers, ...fresh } }
}

/** The picture that the `screenshot` format wants; its options were checked when it was planned. */
const screenshotOf = ({ formats }: Resolved): ScreenshotOptions | undefined => {
  const spec = formats.find(({ type }) => type === "screenshot")
  return spec === undefined ? undefined : decodeScreenshot(spec)
}
const decodeScreenshot = Schema.decodeUnknownSync(ScreenshotOptions)

/** Options and formats of the request that only a browser can honour. */
const browserFeatures = ({ needs, options }: CaptureRequest): ReadonlyArray<string> => [
  ...[...needs].flatMap(([format, need]) => (need.length > 0 ? [format] : [])),
  ...(options.actions.length > 0 ? ["actions"] : []),
  // Cookies then go where the browser sends them, and nowhere else.
  ...(options.profile === undefined ? [] : ["profile"]),
  ...(Duration.toMillis(options.waitFor) > 0 ? ["waitFor"] : [])
]

/** Whether our own reading of web pages is what the bytes are for. */
const isWebPage = ({ mediaType, parser }: { readonly mediaType: string; readonly parser: Parser }): boolean =>
  parser === htmlParser && isHtml(mediaType)

const rawAnswerOf = (
  { body, headers, rendered, status, url }: RenderResponse,
  charset: string | undefined,
  requested: URL
): RawAnswer => ({
  bytes: body,
  charset,
  status,
  headers,
  requested: requested.href,
  url: url.href,
  engine: rendered === true ? "browser" : "fetch"
})

export type HeaderOwnership = Pick<CaptureRequest, "givenAddresses" | "options" | "url">

/** Where the headers of the options may be sent. */
export const headerAddresses = ({ givenAddresses, options, url }: HeaderOwnership): ReadonlyArray<string> => [
  ...(givenAddresses ?? [url.href]),
  ...options.headerOrigins
]

/** What a plain fetch can honour of `mobile` and `location`. */
const visitHeaders = (options: Resolved): Readonly<Record<string, string>> => ({
  ...(options.mobile ? { "user-agent": mobileAgent() } : {}),
  ...(options.location === undefined ? {} : { "accept-language": acceptLanguage(languagesOf(options.location)) })
})

const sharedParts = sharedPartsOf(ScrapeOptions.fields)

const asRecord = (options: Resolved) => options as {} as Readonly<Record<string, unknown>>

interface CacheKeys {
  /** Where the caller's answer is looked for. */
  readonly read: string
  readonly write: ReadonlyArray<string>
}

const keysOf = (request: CaptureRequest, sharing: CacheSharing, accountId: string): CacheKeys | undefined => {
  const own = cacheKey(request, accountId)
  if (own === undefined) return undefined
  if (sharing === "account") return { read: own, write: [own] }
  const common = cacheKey(request)!
  const { lockdown, minAge } = request.options
  return { read: lockdown || minAge !== undefined ? own : common, write: [common, own] }
}

/**
 * The key of the page in the cache: requests whose page is the same share one
 * (`sharedKey.ts`), of one account or, without an `accountId`, of all.
 * `undefined` when the page is for this request alone.
 */
export const cacheKey = (
  { exact = false, needs, options, session, url, validators }: CaptureRequest,
  accountId?: string
): string | undefined => {
  if (session !== undefined || validators !== undefined) return undefined
  const part = sharedParts.cache(asRecord(options))
  if (part === undefined) return undefined
  const path = url.pathname.replace(/\/index\.(?:html?|php|shtml|xml)$/, "/").replace(/\/$/, "")
  return JSON.stringify([
    accountId ?? null,
    (exact ? `${url.origin}${url.pathname}${url.search}` : `${url.host.replace(/^www\./, "")}${path}${url.search}`) +
      // A view of its own.
      (hasRoute(url) ? url.hash : ""),
    part,
    // The renderer measures the page's branding only when a format needs it. Pages under `true` were kept without it.
    [...needs.values()].flat().includes("branding") && "measured"
  ])
}

/** Whose page a key of `cacheKey` names, and an address of the page; undefined where it does not say. */
export const ownerOfKey = (
  key: string
): { readonly accountId: string | undefined; readonly address: string | undefined } => {
  const parts: unknown = key.startsWith("[") ? JSON.parse(key) : []
  const [accountId, address] = Array.isArray(parts) ? (parts as ReadonlyArray<unknown>) : []
  return {
    accountId: typeof accountId === "string" ? accountId : undefined,
    address: typeof address !== "string" ? undefined : /^https?:/.test(address) ? address : `http://${address}`
  }
}

/** The key of a capture that requests at the same moment share; `undefined` when it is for this request alone. */
export const flightKey = (
  { once = false, options, wanted }: Pick<CaptureRequest, "once" | "options" | "wanted">,
  cacheKey: string,
  accountId: string
): string | undefined => {
  const part = sharedParts.singleFlight(asRecord(options))
  if (part === undefined) return undefined
  // A page that is read on another thread comes with what its formats made of it.
  return JSON.stringify([accountId, cacheKey, part, once, wanted === undefined ? null : [wanted, options]])
}

const isAtLeastMinAge = (page: CachedPage, options: Resolved, now: number): boolean =>
  options.minAge === undefined || now - page.capturedAt >= Duration.toMillis(options.minAge)

const toCache = ({ engine, response }: CapturedPage, capturedAt: number): CachedPage => {
  // Cookies are whose page it was; nobody else's.
  const { "set-cookie": _cookies, ...common } = response.headers
  // The validators of a shell say nothing about what its scripts will build next time.
  const { etag: _etag, "last-modified": _modified, ...built } = common
  return {
    url: response.url.href,
    status: response.status,
    headers: engine === "browser" ? built : common,
    body: response.body,
    screenshot: response.screenshot,
    branding: "branding" in response ? response.branding : undefined,
    proxyUsed: response.proxyUsed,
    rendered: response.rendered,
    capturedAt
  }
}

const fromCache = ({
  capturedAt: _capturedAt,
  url,
  ...page
}: CachedPage): FetchResponse & Pick<RenderResponse, "screenshot" | "branding"> => ({
  ...page,
  url: new URL(url)
})

const contentType = (header: string | undefined): { mediaType: string; charset: string | undefined } => {
  const [type = "", ...parameters] = (header ?? "").split(";")
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined)
  return { mediaType: type.trim().toLowerCase(), charset }
}

const emptyPage: Parsed = { source: "", html: "", wholeIsContent: true }

/** A file the caller asked not to be read: its bytes in Base64 (docs/reference/v2.md §3, `parsers: []`). */
const asBase64 = (bytes: Uint8Array): Parsed => {
  const markdown = Base64.encode(bytes)
  return { source: markdown, html: "", markdown, wholeIsContent: true }
}
