/**
 * One tab: a browser context with one page, its client of the egress proxy, and what
 * was seen happening in it during the present request.
 */
import type { CaptureReason } from "@orbweaver/core/model/CaptureError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type {
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Download,
  Page,
  Request,
  Response
} from "playwright-core"
import {
  type Options as ProxyOptions,
  type ProxyClient,
  type Rules,
  startSingleClient
} from "@orbweaver/egress/internal/EgressProxy"
import { type TabFile, watchDownloads } from "./download.ts"
import { ignoreClosedPage } from "./errors.ts"
import type { Launched } from "../process/launch.ts"
import { agentOverride, contextOptions, type Profile, withoutServiceWorkers } from "./profile.ts"
import { storageState } from "./session.ts"
import { readState } from "./state.ts"
import { downloadViewed } from "./viewers.ts"
import { evaluate } from "./world.ts"

export type Phase = "loading" | "settling" | "waitFor" | "actions" | "screenshot" | "branding" | "reading"

/** What happened since the tab was opened for the present request. */
interface TabEvents {
  /** Requests on their way, and when each began (by the clock of `performance`). */
  readonly pending: Map<Request, number>
  /** When a request last began or ended. */
  lastTraffic: number
  /** The answer that the main frame shows. */
  main: Response | undefined
  /** The answer that the main frame will show once it has begun to. */
  next: Response | undefined
  /** Why a document of the main frame did not load, and which one. */
  failed: { readonly url: string; readonly error: string } | undefined
  /** Where a redirect of the navigation leads that must not learn its referrer; it was stopped there. */
  withoutReferrer: string | undefined
  /** A hook of the application refused what the main frame was to show. */
  refused: CaptureReason | undefined
  /** Documents that the main frame has shown. */
  documents: number
  download: Download | undefined
  /** The same file, as it arrives. */
  file: TabFile | undefined
  /** Largest file that the request takes; what is larger is stopped. */
  readonly maxFileBytes: number
  /** Where the present action opened a new tab. */
  opened: string | undefined
  /** What the request is about. */
  phase: Phase
  /** Reason of a timeout at this moment, if it is more specific than the phase. */
  overdue: (() => CaptureReason) | undefined
  crashed: boolean
  /** Reverts what the request changed in the tab; run by `clean`, because a hanging page does not respond. */
  readonly undo: Array<() => Promise<void>>
  /** Origins that may have stored something. */
  readonly origins: Set<string>
}

export interface Tab {
  readonly profile: Profile
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  readonly proxy: ProxyClient
  /** CDP id of the main frame. */
  readonly frameId: string
  /** Where the browser writes the files that it downloads; undefined where that is not known. */
  readonly filesFolder: string | undefined
  /** Pages that may be open besides this one, such as popups; 0, and more while a remote client controls the browser. */
  maxOtherPages: number
  events: TabEvents
  /** Requests served so far. */
  uses: number
  /** Closes context and proxy client; the context may have to be killed with its browser. */
  readonly close: Effect.Effect<void>
}

/** Requests to remember at once; a page that starts more is not waited for in detail. */
const maxPending = 2000
const maxOrigins = 200
/** Pages after which a tab's garbage is collected. */
const collectEvery = 10

const newTabEvents = (maxFileBytes: number): TabEvents => ({
  pending: new Map(),
  lastTraffic: performance.now(),
  main: undefined,
  next: undefined,
  failed: undefined,
  withoutReferrer: undefined,
  refused: undefined,
  documents: 0,
  download: undefined,
  file: undefined,
  maxFileBytes,
  opened: undefined,
  phase: "loading",
  overdue: undefined,
  crashed: false,
  undo: [],
  origins: new Set()
})

/** Opens a page in a context of its own. */
export interface PageOpener {
  /**
   * `optionsFor` gives the options of the context, for a browser with this user agent; without `pictures` the page
   * may open in a browser that decodes none.
   */
  readonly open: (
    optionsFor: (userAgent: string) => BrowserContextOptions,
    pictures: boolean
  ) => Promise<{ readonly page: Page; readonly userAgent: string }>
  /** Whether the opener has given the page another identity than that of the browser. */
  readonly isDisguised?: boolean | undefined
  /** Where the browser of a page writes the files that it downloads. */
  readonly filesFolderOf?: ((page: Page) => string | undefined) | undefined
}

/** Pages of one browser. */
const pagesOf = ({ browser, folder, userAgent }: Launched): PageOpener => ({
  filesFolderOf: () => folder,
  open: async (optionsFor) => {
    const context = await browser.newContext(optionsFor(userAgent))
    return { page: await context.newPage(), userAgent }
  }
})

export const openTab = (
  source: Launched | PageOpener,
  profile: Profile,
  proxyOptions: ProxyOptions
): Effect.Effect<Tab, unknown> =>
  Effect.gen(function* () {
    const opener = "open" in source ? source : pagesOf(source)
    const scope = yield* Scope.make()
    const now = yield* Clock.currentTimeMillis
    const { initialState } = profile
    const given =
      initialState !== undefined
        ? yield* readState(initialState)
        : profile.session === undefined
          ? undefined
          : storageState(profile.session, now)
    const proxy = yield* startSingleClient(proxyOptions).pipe(Scope.provide(scope))
    return yield* Effect.tryPromise({
      try: async () => {
        const { page, userAgent } = await opener.open(
          (own) => ({
            ...contextOptions(profile, own, proxy.address),
            ...(given === undefined ? {} : { storageState: given })
          }),
          profile.pictures
        )
        const context = page.context()
        await context.addInitScript(withoutServiceWorkers)
        const cdp = await context.newCDPSession(page)
        if (opener.isDisguised !== true) {
          await cdp.send("Emulation.setUserAgentOverride", agentOverride(profile, userAgent))
        }
        const { frameTree } = await cdp.send("Page.getFrameTree")
        const tab: Tab = {
          profile,
          context,
          page,
          cdp,
          proxy,
          frameId: frameTree.frame.id,
          filesFolder: opener.filesFolderOf?.(page),
          maxOtherPages: 0,
          events: newTabEvents(0),
          uses: 0,
          close: Effect.ensuring(
            Effect.promise(() => context.close().catch(ignoreClosedPage)),
            Scope.close(scope, Exit.void)
          )
        }
        watch(tab)
        await watchDownloads(tab)
        await downloadViewed(cdp, tab.frameId)
        return tab
      },
      catch: (cause) => cause
    }).pipe(Effect.onError(() => Scope.close(scope, Exit.void)))
  })

const watch = (tab: Tab): void => {
  const { context, page } = tab
  const ended = (request: Request) => {
    tab.events.pending.delete(request)
    tab.events.lastTraffic = performance.now()
  }
  page.on("request", (request) => {
    const { events } = tab
    events.lastTraffic = performance.now()
    // These stay open by design and say nothing about the page being built.
    if (["websocket", "eventsource", "media", "ping"].includes(request.resourceType())) return
    if (events.pending.size < maxPending) events.pending.set(request, events.lastTraffic)
  })
  page.on("requestfinished", ended)
  page.on("requestfailed", (request) => {
    ended(request)
    if (request.isNavigationRequest() && isMain(request, page)) {
      tab.events.failed = { url: request.url(), error: request.failure()?.errorText ?? "" }
    }
  })
  page.on("response", (response) => {
    const request = response.request()
    if (request.isNavigationRequest() && isMain(request, page)) tab.events.next = response
  })
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) {
      tab.events.documents++
      tab.events.main = tab.events.next
    }
    const origin = URL.parse(frame.url())?.origin
    if (origin !== undefined && origin !== "null" && tab.events.origins.size < maxOrigins)
      tab.events.origins.add(origin)
  })
  page.on("crash", () => {
    tab.events.crashed = true
  })
  // A tab that an action opens is where the actions go on, in this tab.
  tab.cdp.on("Page.windowOpen", ({ url }) => {
    if (tab.events.phase === "actions") tab.events.opened ??= url
  })
  // Popups belong to no request, so they are closed.
  context.on("page", (other) => {
    const others = context.pages().length - 1
    if (other !== page && others > tab.maxOtherPages) other.close().catch(ignoreClosedPage)
  })
}

/** A request of a frame that is gone has no frame to ask for. */
export const isMain = (request: Request, page: Page): boolean => {
  try {
    return request.frame() === page.mainFrame()
  } catch {
    return false
  }
}

/** Storage that belongs to an origin rather than to the tab (CDP `Storage.StorageType`). */
const storageTypes =
  "file_systems,indexeddb,local_storage,shader_cache,service_workers,cache_storage,shared_storage,storage_buckets"

/**
 * Leaves no trace of the request for the next one: storage of every origin that
 * had a frame, cookies, `sessionStorage`, history. False when the tab cannot be
 * cleaned for certain and must go.
 */
export const clean = async (tab: Tab): Promise<boolean> => {
  const { cdp, context, page, events } = tab
  if (events.crashed || events.download !== undefined || page.isClosed()) return false
  for (const step of events.undo) await step()
  const open = new Set<string>()
  // In our own world, where the page has not redefined what is called.
  await evaluate(tab, "try { window.name = ''; sessionStorage.clear() } catch {}")
  for (const frame of page.frames()) {
    const origin = URL.parse(frame.url())?.origin
    if (origin === undefined || origin === "null") continue
    open.add(origin)
    if (frame !== page.mainFrame()) await frame.evaluate("try { sessionStorage.clear() } catch {}")
  }
  // An origin that was here and left keeps its sessionStorage as long as the tab lives.
  for (const origin of events.origins) if (!open.has(origin)) return false
  await page.goto("about:blank")
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    cdp.send("Page.resetNavigationHistory"),
    // A busy process puts this off for hundreds of pages.
    ...(tab.uses % collectEvery === 0 ? [cdp.send("HeapProfiler.collectGarbage")] : []),
    ...[...events.origins].map((origin) => cdp.send("Storage.clearDataForOrigin", { origin, storageTypes }))
  ])
  return context.pages().length === 1 && !events.crashed
}

/** Opens the proxy for a request and forgets the one before. Files of more than `maxFileBytes` are stopped. */
export const begin = (tab: Tab, rules: Rules, maxFileBytes: number): void => {
  tab.events = newTabEvents(maxFileBytes)
  tab.uses++
  tab.proxy.open(rules)
}
