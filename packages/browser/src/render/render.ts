/**
 * One request in one tab.
 *
 * ```
 * headers, cookies, size ─► navigate ─► settle ─► waitFor ─► actions ─► picture, branding ─► DOM to bytes
 * ```
 */
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { type CaptureReason, Crashed, TooLarge, TooManyRedirects } from "@orbweaver/core/model/CaptureError"
import type { Artifact, RenderRequest, RenderResponse } from "@orbweaver/core/network/Renderer"
import { limits } from "@orbweaver/core/model/ScrapeOptions"
import { headersFor } from "@orbweaver/core/internal/model/RequestHeaders"
import { headersOfRule, type Service as HostRules } from "@orbweaver/core/internal/network/HostRules"
import type { PageScope } from "@orbweaver/core/internal/network/PageScope"
import { askHook, type Service as RequestHooks } from "@orbweaver/core/internal/network/RequestHooks"
import { covers } from "@orbweaver/core/network/Session"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Download, Response } from "playwright-core"
import { perform } from "../page/actions.ts"
import { branding } from "../tab/branding.ts"
import { detailOf, networkReason } from "../tab/errors.ts"
import { type Filters, noFilters } from "../intercept/filters.ts"
import { intercept } from "../intercept/intercept.ts"
import { lowerCased, viewports } from "../tab/profile.ts"
import { hideConsentLayers, showConsentLayers, withoutLayer } from "../page/consentLayers.ts"
import { loadLateFrames } from "../page/frames.ts"
import { isPdf, PdfNotDrawn, pictureOfPdf } from "../page/pdfPicture.ts"
import { cutPicture, takeScreenshot } from "../page/screenshot.ts"
import { serialize } from "../page/serialize.ts"
import { saveCookies } from "../tab/session.ts"
import { stateOf } from "../tab/state.ts"
import { settle, retryOnNavigation } from "../page/settle.ts"
import { isStuck, stopLoading } from "../page/stopLoading.ts"
import type { Phase, Tab } from "../tab/tab.ts"
import { attempt, evaluate } from "../tab/world.ts"

interface RenderSettings {
  /** Longest wait for a page to come to rest. */
  readonly settleCap: Duration.Duration
  readonly filters: Filters
  readonly hooks: RequestHooks
  /** Which addresses the page may lead to; all when absent. */
  readonly scope: PageScope | undefined
  readonly hosts: HostRules
}

/** Time that picture and serialisation may need at the end, in milliseconds. */
const reserve = 500
/** Longest wait before a page that replaced itself is looked at again. */
const replacementWait = Duration.seconds(1)
/** Longest wait for a page to come to rest after its loading was stopped. */
const stoppedWait = Duration.seconds(2)
/** Longest wait for frames that load late. */
const lateFramesWait = Duration.seconds(3)
/** Longest time that a picture may take, in milliseconds. */
const pictureLimit = 30_000

export const render = (
  tab: Tab,
  request: RenderRequest,
  settings: RenderSettings,
  /** End of the request by the clock of `performance`. */
  deadline: number
): Effect.Effect<RenderResponse, CaptureReason> => {
  const remaining = () => Math.max(1, deadline - performance.now())
  const { session, state } = request
  const filters = request.blockAds ? settings.filters : noFilters

  const warnings: Array<string> = []
  const warnOfCut = (height: number) => {
    const warning = cutPicture(height)
    if (!warnings.includes(warning)) warnings.push(warning)
  }
  const enter = (phase: Phase) => {
    tab.events.phase = phase
  }

  const work = Effect.gen(function* () {
    yield* attempt(tab, () => prepare(tab, request, { ...settings, filters }, warnings))
    yield* navigate(tab, request)
    if (tab.events.download !== undefined) return yield* downloaded(tab, tab.events.download, request, remaining)
    enter("settling")
    const rest = Duration.millis(Math.max(0, remaining() - reserve))
    yield* settleOrStop(rest)
    if (tab.events.download !== undefined) return yield* downloaded(tab, tab.events.download, request, remaining)
    enter("waitFor")
    yield* Effect.sleep(request.waitFor)
    enter("actions")
    const actions =
      request.actions.length === 0 ? undefined : yield* perform(tab, request.actions, remaining, warnOfCut)
    // An action may have led to a file, which is the answer then; where there is none in time, the page is.
    const file = tab.events.download === undefined ? undefined : yield* fileOfActions(tab.events.download)
    if (file !== undefined) return { ...file, ...(actions === undefined ? {} : { actions }) }
    const capturedTab = yield* retryOnNavigation(
      tab,
      Duration.millis(remaining()),
      readTab.pipe(
        // The page replaced itself while it was looked at.
        Effect.tapError((reason) =>
          reason._tag === "TooManyRedirects"
            ? settle(tab, Duration.min(settings.settleCap, replacementWait))
            : Effect.void
        ),
        Effect.retry({ times: 3, while: (reason) => reason._tag === "TooManyRedirects" })
      )
    )
    if (session !== undefined) yield* attempt(tab, () => saveCookies(session, tab.context))
    return { ...capturedTab, ...(actions === undefined ? {} : { actions }) }
  })

  /** Waits until the page has been built; one that something keeps from it is stopped, with a warning. */
  const settleOrStop = (rest: Duration.Duration) =>
    retryOnNavigation(
      tab,
      // Its own share of the time comes first, and the stop is part of it.
      Duration.times(rest, 1.5),
      Effect.gen(function* () {
        const settled = yield* settle(tab, settings.settleCap, rest)
        if (!isStuck(tab, settled)) {
          const late = yield* attempt(tab, () => evaluate(tab, loadLateFrames))
          if (typeof late === "number" && late > 0) yield* settle(tab, Duration.min(settings.settleCap, lateFramesWait))
          return
        }
        warnings.push(yield* stopLoading(tab, settled))
        yield* settle(tab, Duration.min(settings.settleCap, stoppedWait))
      })
    )

  const fileOfActions = (download: Download) =>
    downloaded(tab, download, request, remaining).pipe(
      Effect.timeout(Duration.millis(remaining() / 2)),
      Effect.catch(() =>
        Effect.sync(() => {
          warnings.push(
            `The file that the actions led to (${download.url().slice(0, 200)}) did not arrive or is too large, so the page is read.`
          )
          return undefined
        })
      )
    )

  /** Picture, branding and bytes of what the tab shows now. */
  const readTab = Effect.gen(function* () {
    yield* requireAnswer(tab, request)
    const { main } = tab.events
    const hidden = yield* attempt(tab, () => unwantedParts(tab, filters))
    const wanted = request.screenshot
    enter("screenshot")
    const screenshot =
      wanted === undefined
        ? undefined
        : yield* attempt(tab, async () => {
            if (hidden.length > 0) await evaluate(tab, hide(hidden))
            return withoutConsentLayers(() =>
              takeScreenshot(tab, wanted, Math.min(pictureLimit, remaining()), warnOfCut)
            )
          })
    enter("branding")
    const brand = request.branding === true ? yield* attempt(tab, () => branding(tab)) : undefined
    enter("reading")
    const { body, contentType, warnings: missing } = yield* serialize(tab, request.maxBytes, hidden)
    return {
      url: new URL(tab.page.url()),
      status: main?.status() ?? 200,
      headers: { ...main?.headers(), ...(contentType === undefined ? {} : { "content-type": contentType }) },
      body,
      ...(missing.length === 0 ? {} : { warnings: missing }),
      ...(screenshot === undefined ? {} : { screenshot }),
      ...(brand === undefined ? {} : { branding: brand })
    }
  })

  /** Takes a picture in which nothing asks for consent, where the caller wants no advertisements either. */
  const withoutConsentLayers = async <A>(take: () => Promise<A>): Promise<A> => {
    if (!request.blockAds) return take()
    const samples = await evaluate(tab, hideConsentLayers)
    if (!Array.isArray(samples) || samples.length === 0) return take()
    warnings.push(...samples.map((sample) => withoutLayer(String(sample))))
    try {
      return await take()
    } finally {
      await evaluate(tab, showConsentLayers)
    }
  }

  /** What the tab holds in the end, of a page as of a file. */
  const keepState = Effect.suspend(() =>
    state?.isWanted === true
      ? attempt(tab, async () => {
          state.left = await stateOf(tab.context)
        })
      : Effect.void
  )

  const began = performance.now()
  return Effect.raceFirst(
    Effect.tap(work, () => keepState),
    failOnClose(tab)
  ).pipe(
    Effect.flatMap((response: RenderResponse) => askToTake(settings.hooks, response, performance.now() - began)),
    Effect.map((response: RenderResponse): RenderResponse =>
      warnings.length === 0 ? response : { ...response, warnings: [...warnings, ...(response.warnings ?? [])] }
    ),
    Effect.mapError((reason) => rootReason(tab, request, reason))
  )
}

/** The answer once the application has agreed to it. */
const askToTake = (
  hooks: RequestHooks,
  response: RenderResponse,
  tookMs: number
): Effect.Effect<RenderResponse, CaptureReason> => {
  if (hooks.onResponse === undefined) return Effect.succeed(response)
  const { body, headers, status, url } = response
  const input = { url: url.href, status, headers, engine: "browser" as const, bytes: body.byteLength, tookMs }
  return Effect.map(
    Effect.tryPromise({
      try: (signal) => askHook(hooks, "onResponse", input, signal),
      catch: (cause) => cause as CaptureReason
    }),
    (kept) => ({ ...response, headers: kept })
  )
}

/** Fails when the tab ends: a crashed page never answers. */
const failOnClose = ({ page }: Tab): Effect.Effect<never, CaptureReason> =>
  Effect.callback((resume) => {
    const ended = () => resume(Effect.fail(new Crashed({ detail: "the tab was closed" })))
    page.once("crash", ended)
    page.once("close", ended)
    return Effect.sync(() => {
      page.off("crash", ended)
      page.off("close", ended)
    })
  })

/** The reason behind the reason: an overflowing or crashed page fails in other words. */
const rootReason = (tab: Tab, request: RenderRequest, reason: CaptureReason): CaptureReason => {
  if (tab.proxy.overflowed() || tab.events.file?.isTooLarge === true)
    return new TooLarge({ limitBytes: request.maxBytes })
  if (tab.events.crashed) return new Crashed({ detail: "the tab crashed or ran out of memory" })
  return tab.events.refused ?? reason
}

/** Headers that the browser itself has a place for. */
const placed = new Set(["user-agent", "host", "content-length", "connection", "accept-encoding"])

/** Sets up what differs between requests of one profile. */
const prepare = async (
  tab: Tab,
  request: RenderRequest,
  { filters, hooks, hosts, scope }: RenderSettings,
  warnings: Array<string>
): Promise<void> => {
  const { page, profile, events } = tab
  const { session } = request
  const given = withoutPlaced(lowerCased(request.headers))
  const ofSession = session !== undefined && covers(session, request.url) ? withoutPlaced(session.headers) : {}

  const size = request.screenshot?.viewport
  if (size !== undefined) {
    await page.setViewportSize(size)
    events.undo.push(() => page.setViewportSize(profile.mobile ? viewports.mobile : viewports.desktop))
  }
  const headers = { ...ofSession, ...given }
  const blocks = filters.requests(request.url.hostname)
  const isAsked = hooks.onRequest !== undefined || hosts.hasHeaders || scope !== undefined
  if (Object.keys(headers).length > 0 || blocks !== undefined || isAsked) {
    let hasFailed = false
    const addresses = [request.url, ...(request.headerOrigins ?? [])]
    const headersOf = (url: URL) => ({
      ...headersFor(url, ofSession, [request.url]),
      ...headersFor(url, given, addresses)
    })
    const interception = {
      headers,
      headersOf,
      blocks,
      headersOfHost: (url: URL) =>
        withoutPlaced(headersOfRule(hosts.ruleFor(url), url, request.url.protocol === "https:") ?? {}),
      hooks,
      scope,
      page: request.url,
      onRefused: (reason: CaptureReason) => {
        events.refused = reason
      },
      onHookFailed: (reason: CaptureReason, url: string) => {
        if (hasFailed) return
        hasFailed = true
        warnings.push(`The page lacks what it loads from ${url.slice(0, 200)}: ${reason.message}`)
      }
    }
    events.undo.push(await intercept(tab, interception))
  }
}

const withoutPlaced = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !placed.has(name)))

const navigate = (tab: Tab, request: RenderRequest): Effect.Effect<Response | null, CaptureReason> =>
  Effect.tryPromise({
    try: async () => {
      const { events, page } = tab
      const waiting = { waitUntil: "commit", timeout: 0 } as const
      const referer = lowerCased(request.headers)["referer"]
      if (referer === undefined) return page.goto(request.url.href, waiting)
      return page.goto(request.url.href, { ...waiting, referer }).catch((cause: unknown) => {
        if (events.withoutReferrer === undefined) throw cause
        return page.goto(events.withoutReferrer, waiting)
      })
    },
    catch: (cause) => cause
  }).pipe(
    Effect.catch((cause) => {
      // A file is no document; it arrives as a download a moment later.
      const isFile = /Download is starting|ERR_ABORTED/.test(detailOf(cause))
      return isFile
        ? Effect.as(Effect.sleep(tab.events.download === undefined ? 250 : 0), null)
        : Effect.fail(failureOf(tab, request, request.url, cause))
    }),
    Effect.tap((response) =>
      // A page that replaces itself at once aborts what it was asked for, and is there all the same.
      response === null && tab.events.download === undefined && tab.events.documents === 0
        ? Effect.fail(failureOf(tab, request, request.url, tab.events.failed?.error ?? "the page did not load"))
        : Effect.void
    )
  )

/** What the gate knows of the host that failed, or else what the browser says. */
const failureOf = (tab: Tab, request: RenderRequest, fallback: URL, cause: unknown): CaptureReason => {
  const url = URL.parse(tab.events.failed?.url ?? "") ?? fallback
  return tab.proxy.failure(url) ?? networkReason(cause, url, request.skipTlsVerification === true)
}

/** Fails when what the tab shows is not a page that answered: scripts may have led it elsewhere. */
const requireAnswer = (tab: Tab, request: RenderRequest): Effect.Effect<void, CaptureReason> =>
  Effect.suspend(() => {
    const { page, events } = tab
    if (events.documents > limits.redirects) return Effect.fail(new TooManyRedirects({ limit: limits.redirects }))
    const url = URL.parse(page.url())
    if (url === null || url.protocol === "chrome-error:") {
      return Effect.fail(failureOf(tab, request, request.url, events.failed?.error ?? "the page did not load"))
    }
    // The gate answers for a host it refuses, and an empty page is shown.
    const refused = tab.proxy.isOwnAnswer(events.main?.headers() ?? {}) ? tab.proxy.failure(url) : undefined
    return refused === undefined ? Effect.void : Effect.fail(refused)
  })

/** The bytes of a file. The browser writes it to a folder that is deleted with the context. */
const downloaded = (
  tab: Tab,
  download: Download,
  request: RenderRequest,
  /** Milliseconds that are left of the request. */
  remaining: () => number
): Effect.Effect<RenderResponse, CaptureReason> =>
  Effect.gen(function* () {
    const path = yield* attempt(tab, () => download.path())
    const { size } = yield* attempt(tab, () => stat(path))
    if (size > request.maxBytes) return yield* new TooLarge({ limitBytes: request.maxBytes })
    const body = yield* attempt(tab, async () => {
      const chunks: Array<Buffer> = []
      for await (const chunk of createReadStream(path)) chunks.push(chunk as Buffer)
      return new Uint8Array(Buffer.concat(chunks))
    })
    const { next } = tab.events
    const skipped = tab.events.phase === "actions" ? [] : skippedFor(request)
    const { screenshot, warnings } = yield* pictureOfFile(tab, body, request, remaining)
    const all = [...skipped, ...warnings]
    return {
      url: new URL(download.url()),
      status: next?.status() ?? 200,
      headers: next?.headers() ?? {},
      body,
      ...(screenshot === undefined ? {} : { screenshot }),
      ...(all.length === 0 ? {} : { warnings: all })
    }
  })

/** The picture of a file that can be shown; its absence costs nothing but the picture. */
const pictureOfFile = (
  tab: Tab,
  body: Uint8Array,
  { screenshot: wanted }: RenderRequest,
  remaining: () => number
): Effect.Effect<{ readonly screenshot?: Artifact; readonly warnings: ReadonlyArray<string> }> => {
  if (wanted === undefined || !isPdf(body)) return Effect.succeed({ warnings: [] })
  const limit = Math.min(pictureLimit, remaining() / 2)
  return Effect.tryPromise({
    try: () => pictureOfPdf(tab, body, wanted),
    catch: (cause) => (cause instanceof PdfNotDrawn ? cause.message : detailOf(cause).slice(0, 200))
  }).pipe(
    Effect.timeoutOrElse({
      duration: limit,
      orElse: () => Effect.fail(`it took longer than ${Math.round(limit)} ms; a larger \`timeout\` waits longer`)
    }),
    Effect.map((screenshot) => ({ screenshot, warnings: [] })),
    Effect.catch((why) =>
      Effect.succeed({ warnings: [`The first page of the PDF could not be drawn as a screenshot: ${why}.`] })
    )
  )
}

/** A file is no page that could be clicked. */
const skippedFor = ({ actions }: RenderRequest): ReadonlyArray<string> =>
  actions.some(({ type }) => type !== "wait")
    ? ["The address answered with a file, so the `actions` were not performed."]
    : []

/** Selectors of what the filters leave out of this page. */
const unwantedParts = async (tab: Tab, filters: Filters): Promise<ReadonlyArray<string>> => {
  const selectors = filters.hidden(new URL(tab.page.url()).hostname)
  if (filters.hiddenNames.size === 0) return selectors
  const names = await evaluate(tab, namesOfPage)
  const found = Array.isArray(names) ? names.filter((name) => filters.hiddenNames.has(String(name))) : []
  return [...selectors, ...found.map(String)]
}

/** Every class and id of the page, as selectors. */
const namesOfPage = `(() => {
  const names = new Set()
  for (const element of document.querySelectorAll("[class],[id]")) {
    if (names.size > 20000) break
    if (element.id) names.add("#" + element.id)
    for (const name of element.classList) names.add("." + name)
  }
  return [...names]
})()`

/** Hides elements from a picture without touching the document's text; one rule each, as one may be invalid. */
const hide = (selectors: ReadonlyArray<string>): string => {
  const rules = selectors.map((selector) => `${selector} { display: none !important }`).join("\n")
  return `document.documentElement?.append(Object.assign(document.createElement("style"), { textContent: ${JSON.stringify(rules)} }))`
}
