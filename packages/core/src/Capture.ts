/**
 * Gets one page: from the cache, by the fetcher or by the renderer, and reads
 * its bytes to text.
 *
 * ```
 * Egress ─► PageCache ─► Fetcher or Renderer ─► Parsers ─► Page
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Base64 from "effect/encoding/Base64"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CaptureError, type CaptureReason, NeedsBrowser, NotCached, Refused, Unsupported } from "./CaptureError.ts"
import { Egress } from "./Egress.ts"
import { Fetcher, type FetchResponse } from "./Fetcher.ts"
import type { Need } from "./Format.ts"
import { makeShared, type Page } from "./Page.ts"
import { type CachedPage, PageCache } from "./PageCache.ts"
import { type Parsed, Parsers } from "./Parsers.ts"
import { Renderer, type RenderResponse } from "./Renderer.ts"
import { limits, type Resolved, ScreenshotOptions } from "./ScrapeOptions.ts"
import type { StoreError } from "./StoreError.ts"

export interface CaptureRequest {
  readonly url: URL
  readonly options: Resolved
  /** Names of the wanted formats that need more than the bytes, and what each needs. */
  readonly needs: ReadonlyMap<string, ReadonlyArray<Need>>
}

export interface Service {
  /** Fails with `NeedsBrowser` before any byte is fetched when nothing configured can give what is needed. */
  readonly capture: (request: CaptureRequest) => Effect.Effect<Page, CaptureError | StoreError>
}

export class Capture extends Context.Service<Capture, Service>()("@orbweaver/core/Capture") {
  static readonly layer: Layer.Layer<Capture, never, Egress | Fetcher | Renderer | PageCache | Parsers> = Layer.effect(
    Capture,
    Effect.gen(function* () {
      const egress = yield* Egress
      const fetcher = yield* Fetcher
      const renderer = yield* Renderer
      const cache = yield* PageCache
      const parsers = yield* Parsers

      const load = (request: CaptureRequest, browser: boolean): Effect.Effect<RenderResponse, CaptureError> => {
        const { options, url } = request
        const fetchRequest = {
          url,
          headers: requestHeaders(options),
          timeout: options.timeout,
          maxBytes: limits.maxBytes,
          proxy: options.proxy === "stealth" ? ("stealth" as const) : ("basic" as const),
          skipTlsVerification: options.skipTlsVerification
        }
        if (!browser) return fetcher.fetch(fetchRequest)
        return renderer.render({
          ...fetchRequest,
          waitFor: options.waitFor,
          actions: options.actions,
          screenshot: screenshotOf(options),
          mobile: options.mobile,
          location: options.location,
          blockAds: options.blockAds,
          branding: [...request.needs.values()].some((needs) => needs.includes("branding"))
        })
      }

      const capture = Effect.fn("Capture.capture")(function* (request: CaptureRequest) {
        const { options, url } = request
        const fail = (reason: CaptureReason) => Effect.fail(new CaptureError({ url: url.href, reason }))

        const verdict = egress.judgeUrl(url)
        if (!verdict.allowed) return yield* fail(new Refused({ policy: verdict.policy, detail: verdict.detail }))

        const features = browserFeatures(request)
        if (features.length > 0 && !renderer.available) return yield* fail(new NeedsBrowser({ features }))

        const key = cacheKey(request)
        const cached =
          key === undefined
            ? Option.none<CachedPage>()
            : yield* cache.get(key, options.lockdown ? Duration.infinity : options.maxAge)
        if (Option.isSome(cached) && oldEnough(cached.value, options, yield* Clock.currentTimeMillis)) {
          return yield* read(request, fromCache(cached.value), cached.value.capturedAt, "hit")
        }
        if (options.lockdown || options.minAge !== undefined) return yield* fail(new NotCached({}))

        const response = yield* load(request, features.length > 0)
        const capturedAt = yield* Clock.currentTimeMillis
        const page = yield* read(request, response, capturedAt, key === undefined ? undefined : "miss")
        if (key !== undefined && options.storeInCache && response.status < 400) {
          yield* cache.set(key, toCache(response, capturedAt))
        }
        return page
      })

      /** Reads the bytes by the parser of their media type. */
      const read = (
        { options, url }: CaptureRequest,
        response: RenderResponse,
        capturedAt: number,
        cacheState: Page["cacheState"]
      ): Effect.Effect<Page, CaptureError> =>
        Effect.gen(function* () {
          const { charset, mediaType: declared } = contentType(response.headers["content-type"])
          const found = parsers.find({ mediaType: declared, bytes: response.body, url: response.url })
          // An empty answer is an empty page, whatever its type.
          if (found === undefined && response.body.byteLength > 0) {
            return yield* Effect.fail(new Unsupported({ what: declared === "" ? "binary data" : declared }))
          }
          const spec = options.parsers?.find(({ type }) => type === found?.parser.name)
          const unparsed = found?.parser.name === "pdf" && options.parsers !== undefined && spec === undefined
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
                    spec
                  })
          return {
            requested: url,
            response,
            mediaType: found?.mediaType ?? declared,
            content,
            capturedAt,
            cacheState,
            shared: makeShared()
          }
        }).pipe(Effect.mapError((reason) => new CaptureError({ url: url.href, reason })))

      return Capture.of({ capture })
    })
  )
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
  ...(Duration.toMillis(options.waitFor) > 0 ? ["waitFor"] : [])
]

const mobileAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

/** What a plain fetch can honour of `mobile` and `location`; the caller's own headers win. */
const requestHeaders = (options: Resolved): Readonly<Record<string, string>> => ({
  ...(options.mobile ? { "user-agent": mobileAgent } : {}),
  ...(options.location === undefined || options.location.languages.length === 0
    ? {}
    : { "accept-language": options.location.languages.join(", ") }),
  ...options.headers
})

/**
 * Pages that are the same for everyone share a key; a request that no other
 * would repeat has none (contract/v2.md §3, Cache).
 */
const cacheKey = ({ needs, options, url }: CaptureRequest): string | undefined => {
  const cacheOnly = options.lockdown || options.minAge !== undefined
  if (!cacheOnly && Duration.toMillis(options.maxAge) === 0) return undefined
  if (
    Object.keys(options.headers).length > 0 ||
    options.actions.length > 0 ||
    options.proxy === "stealth" ||
    Duration.toMillis(options.waitFor) > 0 ||
    options.formats.some(({ type }) => type === "changeTracking")
  ) {
    return undefined
  }
  const path = url.pathname.replace(/\/index\.(?:html?|php|shtml|xml)$/, "/").replace(/\/$/, "")
  return JSON.stringify([
    `${url.host.replace(/^www\./, "")}${path}${url.search}`,
    options.mobile,
    options.blockAds,
    options.location ?? null,
    options.formats.find(({ type }) => type === "screenshot") ?? null,
    [...needs.values()].flat().includes("branding")
  ])
}

const oldEnough = (page: CachedPage, options: Resolved, now: number): boolean =>
  options.minAge === undefined || now - page.capturedAt >= Duration.toMillis(options.minAge)

const toCache = (response: RenderResponse, capturedAt: number): CachedPage => ({
  url: response.url.href,
  status: response.status,
  headers: response.headers,
  body: response.body,
  screenshot: response.screenshot,
  proxyUsed: response.proxyUsed,
  capturedAt
})

const fromCache = ({
  capturedAt: _,
  url,
  ...page
}: CachedPage): FetchResponse & Pick<RenderResponse, "screenshot"> => ({
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

/** A file the caller asked not to be read: its bytes in Base64 (contract/v2.md §3, `parsers: []`). */
const asBase64 = (bytes: Uint8Array): Parsed => {
  const markdown = Base64.encode(bytes)
  return { source: markdown, html: "", markdown, wholeIsContent: true }
}
