/**
 * `Renderer` over Playwright and a pool of Chromium tabs.
 *
 * The browser is found by itself and started by the first request; the package
 * costs nothing to import. Everything a page loads goes through a proxy of ours
 * that asks `Egress`. Requests leave through the proxy of their session or of the
 * `ProxyPool`, if there is one.
 * Contract: `RendererSuite` in `@orbweaver/core/testing`.
 */
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { CaptureError, type CaptureReason, Refused, TimedOut } from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import { type Proxy, ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Renderer, type RenderRequest, type RenderResponse } from "@orbweaver/core/network/Renderer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { startSingleClient } from "@orbweaver/egress/EgressProxy"
import type { Lookup } from "@orbweaver/egress/Lookup"
import { type BrowserNotFound, candidates } from "./internal/findBrowser.ts"
import { compile } from "./internal/filters.ts"
import { ownList } from "./internal/ownList.ts"
import { launch } from "./internal/launch.ts"
import { makePool } from "./internal/pool.ts"
import { profileOf } from "./internal/profile.ts"
import { render } from "./internal/render.ts"
import { begin } from "./internal/tab.ts"

export { BrowserNotFound } from "./internal/findBrowser.ts"
export type { Lookup, ResolvedAddress } from "@orbweaver/egress/Lookup"

export interface Options {
  /** The browser to run; found by itself when absent. */
  readonly executablePath?: string | undefined
  /** Pages open at once; 4 when absent. */
  readonly maxPages?: number | undefined
  /** Pages after which a browser is replaced by a new one; 500 when absent. */
  readonly maxPagesPerBrowser?: number | undefined
  /** Pages after which a tab is replaced; 100 when absent. */
  readonly maxPagesPerTab?: number | undefined
  /** Age at which a browser is replaced; 30 minutes when absent. */
  readonly maxAge?: Duration.Input | undefined
  /** Memory of all processes of a browser at which it is replaced, in bytes; 3 GiB when absent. Linux only. */
  readonly maxMemory?: number | undefined
  /** Memory of one page at which it is stopped, in bytes; 1.5 GiB when absent. Linux only. */
  readonly maxPageMemory?: number | undefined
  /** A browser without work is closed after this; one minute when absent. */
  readonly idleTimeout?: Duration.Input | undefined
  /**
   * `account` reuses tabs between requests of one account with the same profile,
   * cleaned in between; `never` gives every request a new browser context.
   */
  readonly reuse?: "account" | "never" | undefined
  /** Longest wait for a page to come to rest after it has loaded; 5 seconds when absent. */
  readonly settleCap?: Duration.Input | undefined
  /** Chromium's own sandbox; when absent, used wherever it works (never as root). */
  readonly sandbox?: boolean | undefined
  /** Filter lists for `blockAds` besides our own short one, as texts; `AdFilters.load` fetches them. */
  readonly filterLists?: ReadonlyArray<string> | undefined
  /** More command line switches for the browser. */
  readonly args?: ReadonlyArray<string> | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted for proxies in addition to those of the platform, in PEM. */
  readonly ca?: string | undefined
}

const mebibyte = 1024 * 1024

/**
 * Fails with `BrowserNotFound` when there is no browser on this machine. One
 * that is there but does not start shows at the first request, as `Crashed`.
 */
export const layer = (options: Options = {}): Layer.Layer<Renderer, BrowserNotFound, Egress.Egress> =>
  Layer.effect(Renderer, make(options))

/** The same under the name that users of promises expect. */
export const playwright = layer

const make = (options: Options): Effect.Effect<Renderer["Service"], BrowserNotFound, Egress.Egress | Scope.Scope> =>
  Effect.gen(function* () {
    const instance = yield* Egress.Egress
    const proxies = Option.getOrUndefined(yield* Effect.serviceOption(ProxyPool))
    const found = yield* candidates(options.executablePath)
    // Never opened: what the browser does outside our contexts, such as updating itself, ends here.
    const closedProxy = yield* startSingleClient()
    const pool = yield* makePool({
      maxPages: options.maxPages ?? 4,
      maxPagesPerBrowser: options.maxPagesPerBrowser ?? 500,
      maxPagesPerTab: options.maxPagesPerTab ?? 100,
      maxAge: Duration.fromInputUnsafe(options.maxAge ?? "30 minutes"),
      maxMemory: options.maxMemory ?? 3072 * mebibyte,
      maxPageMemory: options.maxPageMemory ?? 1536 * mebibyte,
      idleTimeout: Duration.fromInputUnsafe(options.idleTimeout ?? "1 minute"),
      reuse: options.reuse !== "never",
      proxy: { lookup: options.lookup, ca: options.ca },
      launch: (pictures) =>
        launch({
          candidates: found,
          sandbox: options.sandbox,
          pictures,
          proxy: closedProxy.address,
          args: options.args ?? []
        })
    })
    const settings = {
      settleCap: Duration.fromInputUnsafe(options.settleCap ?? "5 seconds"),
      filters: compile([ownList, ...(options.filterLists ?? [])])
    }

    const inTab = Effect.fnUntraced(function* (request: RenderRequest) {
      const egress = Egress.forAccount(instance, yield* CurrentAccount)
      const verdict = egress.judgeUrl(request.url)
      if (!verdict.allowed) {
        return yield* Effect.fail<CaptureReason>(new Refused({ policy: verdict.policy, detail: verdict.detail }))
      }
      const limit = limitOf(request)
      const deadline = performance.now() + limit
      // A page of an advertiser is loaded when it is the page that was asked for.
      const isUnwanted = (host: string) => request.blockAds && settings.filters.host(host, request.url.hostname)
      const route = yield* proxyFor(request)
      const profile = yield* profileOf(request)
      let ended = false
      let late = (): CaptureReason => new TimedOut({ limitMs: limit, phase: "waiting for a browser" })
      const renderOnce = pool.withTab(profile, (tab) => {
        late = () => tab.events.overdue?.() ?? new TimedOut({ limitMs: limit, phase: tab.events.phase })
        begin(tab, { egress, upstream: route?.url, isUnwanted, maxBytes: request.maxBytes + loadAllowance })
        return render(tab, request, settings, deadline).pipe(
          Effect.tapError((reason) =>
            Effect.sync(() => {
              ended = reason._tag === "Crashed" && !tab.events.crashed
            })
          )
        )
      })
      return yield* renderOnce.pipe(
        // A browser that ends takes pages with it that had no part in it.
        Effect.catchIf(
          () => ended,
          () => renderOnce
        ),
        Effect.timeoutOrElse({
          duration: limit,
          orElse: () => Effect.fail(late())
        }),
        Effect.map((response): RenderResponse => ({ ...response, proxyUsed: route?.class ?? "basic" })),
        Effect.onExit((exit) => (route === undefined ? Effect.void : report(route, exit)))
      )
    })

    /** The session's proxy, or one of the pool of the application. */
    const proxyFor = ({ proxy, session, url }: RenderRequest): Effect.Effect<Proxy | undefined> => {
      if (session?.proxy !== undefined) return Effect.succeed({ url: session.proxy, class: "basic" })
      if (proxies === undefined) return Effect.succeed(undefined)
      return proxies.choose({ url, class: proxy ?? "basic", sessionId: session?.id })
    }

    const report = (route: Proxy, exit: Exit.Exit<RenderResponse, CaptureReason>): Effect.Effect<void> => {
      if (proxies === undefined || Exit.hasInterrupts(exit)) return Effect.void
      if (Exit.isFailure(exit)) {
        const isAtFault = Option.exists(Exit.findErrorOption(exit), isOfProxy)
        return isAtFault ? proxies.report(route, "failed") : Effect.void
      }
      const { status } = exit.value
      return proxies.report(route, status === 403 || status === 429 ? "blocked" : "ok")
    }

    return {
      available: true,
      stealth: proxies?.classes.includes("stealth") ?? false,
      render: Effect.fn("Playwright.render")(
        function* (request: RenderRequest) {
          yield* Effect.annotateCurrentSpan({ "url.full": request.url.origin + request.url.pathname })
          return yield* inTab(request)
        },
        (effect, request) => Effect.mapError(effect, (reason) => new CaptureError({ url: request.url.href, reason }))
      )
    }
  })

/** Whether a failure speaks against the proxy; what it reached may fail by itself. */
const isOfProxy = (reason: CaptureReason): boolean =>
  reason._tag === "TimedOut" || (reason._tag === "ConnectionFailed" && reason.detail.startsWith("proxy:"))

/** Bytes that a page may load besides its own body: scripts, pictures, data. */
const loadAllowance = 100 * mebibyte

/** A request may take its timeout and the waits it asked for, in milliseconds (docs/reference/v2.md §3, Time budget). */
const limitOf = ({ actions, timeout, waitFor }: RenderRequest): number =>
  Duration.toMillis(timeout) +
  Duration.toMillis(waitFor) +
  actions.reduce((sum, action) => sum + ("milliseconds" in action ? action.milliseconds : 0), 0)
