/**
 * The port `Renderer` over tabs, wherever they come from: egress, the way out, one deadline over all of
 * it, typed failures.
 */
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { CaptureError, type CaptureReason, Refused, TimedOut } from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import { HostRules } from "@orbweaver/core/internal/network/HostRules"
import { CurrentScope } from "@orbweaver/core/internal/network/PageScope"
import { RequestHooks } from "@orbweaver/core/internal/network/RequestHooks"
import { type Proxy, ProxyPool, sendThrough } from "@orbweaver/core/network/ProxyPool"
import type { Renderer, RenderRequest, RenderResponse } from "@orbweaver/core/network/Renderer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { compile } from "../intercept/filters.ts"
import type { WithTab } from "../pool/lend.ts"
import { ownList } from "../intercept/ownList.ts"
import { profileOf } from "../tab/profile.ts"
import { render } from "./render.ts"
import { begin } from "../tab/tab.ts"

export interface PageOptions {
  /** Longest wait for a page to come to rest after it has loaded; 5 seconds when absent. */
  readonly settleCap?: Duration.Input | undefined
  /** Filter lists for `blockAds` besides our own short one, as texts; `AdFilters.load` fetches them. */
  readonly filterLists?: ReadonlyArray<string> | undefined
}

const mebibyte = 1024 * 1024

export const renderIn = (
  withTab: WithTab,
  options: PageOptions
): Effect.Effect<Renderer["Service"], never, Egress.Egress | ProxyPool> =>
  Effect.gen(function* () {
    const instance = yield* Egress.Egress
    const proxies = yield* ProxyPool
    const settings = {
      settleCap: Duration.fromInputUnsafe(options.settleCap ?? "5 seconds"),
      hooks: yield* RequestHooks,
      hosts: yield* HostRules,
      filters: compile([ownList, ...(options.filterLists ?? [])])
    }

    const inTab = Effect.fnUntraced(function* (request: RenderRequest) {
      const egress = Egress.forAccount(instance, yield* CurrentAccount)
      const scope = yield* CurrentScope
      const verdict = egress.judgeUrl(request.url)
      if (!verdict.allowed) {
        return yield* Effect.fail<CaptureReason>(new Refused({ policy: verdict.policy, detail: verdict.detail }))
      }
      const limit = limitOf(request)
      const deadline = performance.now() + limit
      // A page of an advertiser is loaded when it is the page that was asked for.
      const isUnwanted = (host: string) => request.blockAds && settings.filters.host(host, request.url.hostname)
      const profile = yield* profileOf(request)
      const renderThrough = Effect.fnUntraced(function* (route: Proxy | undefined) {
        let ended = false
        let late = (): CaptureReason => new TimedOut({ limitMs: limit, phase: "waiting for a browser" })
        const renderOnce = withTab(
          profile,
          (tab) => {
            late = () => tab.events.overdue?.() ?? new TimedOut({ limitMs: limit, phase: tab.events.phase })
            const rules = { egress, upstream: route?.url, isUnwanted, maxBytes: request.maxBytes + loadAllowance }
            begin(tab, rules, request.maxBytes)
            return render(tab, request, { ...settings, scope }, deadline).pipe(
              Effect.tapError((reason) =>
                Effect.sync(() => {
                  ended = reason._tag === "Crashed" && !tab.events.crashed
                })
              )
            )
          },
          request.timings
        )
        return yield* renderOnce.pipe(
          // A browser that ends takes pages with it that had no part in it.
          Effect.catchIf(
            () => ended,
            () => renderOnce
          ),
          Effect.timeoutOrElse({
            duration: Math.max(1, deadline - performance.now()),
            orElse: () => Effect.fail(late())
          }),
          Effect.map((response): RenderResponse => ({ ...response, proxyUsed: route?.class ?? "basic" }))
        )
      })
      const { proxy, session, url } = request
      const own = session?.proxy ?? settings.hosts.ruleFor(url).proxy
      if (own !== undefined) return yield* renderThrough({ url: own, class: "basic" })
      return yield* sendThrough(proxies, { url, class: proxy ?? "basic", sessionId: session?.id }, renderThrough)
    })

    return {
      available: true,
      profiles: true,
      stealth: proxies.classes.includes("stealth"),
      render: Effect.fn("Playwright.render")(
        function* (request: RenderRequest) {
          yield* Effect.annotateCurrentSpan({ "url.full": request.url.origin + request.url.pathname })
          return yield* inTab(request)
        },
        (effect, request) => Effect.mapError(effect, (reason) => new CaptureError({ url: request.url.href, reason }))
      )
    }
  })

/** Bytes that a page may load besides its own body: scripts, pictures, data. */
const loadAllowance = 100 * mebibyte

/** A request may take its timeout and the waits it asked for, in milliseconds (docs/reference/v2.md §3, Time budget). */
const limitOf = ({ actions, timeout, waitFor }: RenderRequest): number =>
  Duration.toMillis(timeout) +
  Duration.toMillis(waitFor) +
  actions.reduce((sum, action) => sum + ("milliseconds" in action ? action.milliseconds : 0), 0)
