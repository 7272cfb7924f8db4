/**
 * Opens a page in a browser process of its own, for a session of several calls. It goes through an egress proxy of its
 * own, like every tab; the browser ends with the scope.
 */
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { CaptureError, type CaptureReason, Crashed, Refused, TimedOut } from "@orbweaver/core/model/CaptureError"
import * as Egress from "@orbweaver/core/network/Egress"
import type { OpenPage, OpenPageRequest } from "@orbweaver/core/network/OpenPage"
import { type Proxy, ProxyPool, sendThrough } from "@orbweaver/core/network/ProxyPool"
import type { Options as ProxyOptions } from "@orbweaver/egress/internal/EgressProxy"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { perform } from "../page/actions.ts"
import { maxPages } from "../remote/commands.ts"
import { show } from "../remote/liveView.ts"
import { control } from "../remote/remoteControl.ts"
import { ignoreClosedPage, networkReason, pageReason } from "../tab/errors.ts"
import type { BrowserNotFound } from "../process/findBrowser.ts"
import { interrupt } from "../tab/interrupt.ts"
import type { OwnBrowser } from "../process/launch.ts"
import { end } from "../pool/pool.ts"
import type { Profile } from "../tab/profile.ts"
import { makeRunner } from "./runScript.ts"
import { takeScreenshot } from "../page/screenshot.ts"
import { settle } from "../page/settle.ts"
import { stateOf } from "../tab/state.ts"
import { begin, openTab, type Tab } from "../tab/tab.ts"

interface Options {
  readonly launch: Effect.Effect<OwnBrowser, BrowserNotFound>
  readonly proxy: ProxyOptions
  /** A proxy that refuses everything. */
  readonly closedProxy: string
}

/** Bytes that one session may load. */
const maxBytes = 500 * 1024 * 1024
/** Longest wait for a page to come to rest after it has loaded. */
const settleCap = Duration.seconds(3)

/** Time that the page of scripts may take to begin and to end, besides the time of a script. */
const scriptGrace = Duration.seconds(10)

export const makeOpenPage = (
  options: Options
): Effect.Effect<
  (request: OpenPageRequest) => Effect.Effect<OpenPage, CaptureError, Scope.Scope>,
  never,
  Egress.Egress | ProxyPool
> =>
  Effect.gen(function* () {
    const instance = yield* Egress.Egress
    const proxies = yield* ProxyPool

    const opened = Effect.fnUntraced(function* (request: OpenPageRequest) {
      const account = yield* CurrentAccount
      const egress = Egress.forAccount(instance, account)
      if (request.url !== undefined) yield* allow(egress, request.url)
      const launched = yield* Effect.acquireRelease(Effect.mapError(options.launch, asCrash), end)
      const profile: Profile = {
        accountId: account.id,
        key: "",
        pictures: true,
        mobile: request.mobile,
        languages: ["en-US"],
        timezone: undefined,
        skipTlsVerification: false,
        userAgent: undefined,
        session: undefined,
        initialState: request.initialState,
        isPrivate: true
      }
      const tab = yield* Effect.acquireRelease(
        Effect.mapError(openTab(launched, profile, options.proxy), asCrash),
        (tab) => Effect.sync(() => tab.proxy.cut())
      )
      // Files that pages offer are not for a session.
      tab.page.on("download", (download) => {
        download.cancel().catch(ignoreClosedPage)
      })
      const openThrough = (route: Proxy | undefined) => {
        begin(tab, { egress, upstream: route?.url, maxBytes }, 0)
        return pageOf(tab, launched, egress)
      }
      const { timeout, url } = request
      if (url === undefined) {
        const route = yield* proxies.choose({ url: new URL("https://session.invalid/"), class: "basic" })
        return openThrough(route).open
      }
      const deadline = performance.now() + Duration.toMillis(timeout)
      const { open } = yield* sendThrough(proxies, { url, class: "basic" }, (route) => {
        const { load, open } = openThrough(route)
        const left = Duration.millis(Math.max(1, deadline - performance.now()))
        return Effect.map(load(url, left), (status) => ({ status, open }))
      })
      return open
    })

    const pageOf = (tab: Tab, launched: OwnBrowser, egress: Egress.Service) => {
      const runner = makeRunner({ browser: launched.browser, tab, egress, closedProxy: options.closedProxy })
      const within = <A>(
        timeout: Duration.Duration,
        phase: "actions" | "loading" | "screenshot",
        run: () => Promise<A>
      ) =>
        Effect.tryPromise({ try: run, catch: (cause) => pageReason(cause, tab.events.crashed) }).pipe(
          Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(late(timeout, phase)) })
        )
      const load = Effect.fnUntraced(function* (url: URL, timeout: Duration.Duration) {
        yield* allow(egress, url)
        const response = yield* Effect.tryPromise({
          try: () => tab.page.goto(url.href, { timeout: Duration.toMillis(timeout) }),
          catch: (cause): CaptureReason => {
            const refused = tab.proxy.failure(url)
            if (refused !== undefined) return refused
            return /Timeout/.test(String(cause)) ? late(timeout, "loading") : networkReason(cause, url, false)
          }
        })
        // The egress proxy answers for a host that it cannot reach, and an empty page is shown.
        const isOwn = response !== null && tab.proxy.isOwnAnswer(response.headers())
        const failure = isOwn ? tab.proxy.failure(URL.parse(response.url()) ?? url) : undefined
        if (failure !== undefined) return yield* Effect.fail(failure)
        yield* settle(tab, Duration.min(settleCap, timeout))
        return response?.status() ?? 200
      })
      // A call may have failed because the page runs a script without an end.
      const free = Effect.promise(() => interrupt(tab))
      const named = <A>(work: Effect.Effect<A, CaptureReason>) =>
        work.pipe(
          Effect.tapError(() => free),
          Effect.mapError((reason) => new CaptureError({ url: tab.page.url(), reason }))
        )

      const open: OpenPage = {
        url: () => tab.page.url(),
        goto: (url, timeout) => named(load(url, timeout)),
        run: (code, timeout) =>
          named(
            Effect.tryPromise({
              try: () => runner.run(code, Duration.toMillis(timeout)),
              catch: (cause) => pageReason(cause, tab.events.crashed)
            }).pipe(
              Effect.timeoutOrElse({
                duration: Duration.sum(timeout, scriptGrace),
                orElse: () => Effect.fail(late(timeout, "actions"))
              }),
              Effect.tap(({ error }) => (error === undefined ? Effect.void : free))
            )
          ),
        perform: (actions, timeout) =>
          Effect.suspend(() => {
            const deadline = performance.now() + Duration.toMillis(timeout)
            return perform(tab, actions, () => Math.max(1, deadline - performance.now()))
          }).pipe(
            Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(late(timeout, "actions")) }),
            named
          ),
        screenshot: (wanted, timeout) =>
          named(within(timeout, "screenshot", () => takeScreenshot(tab, wanted, Duration.toMillis(timeout)))),
        html: (timeout) => named(within(timeout, "loading", () => tab.page.content())),
        state: (timeout) => named(within(timeout, "loading", () => stateOf(tab.context))),
        control: (client) =>
          named(
            Effect.acquireUseRelease(
              Effect.sync(() => (tab.maxOtherPages = maxPages - 1)),
              () => Effect.mapError(control({ join: launched.join, targetId: tab.frameId }, client), asCrash),
              () => Effect.sync(() => closeOthers(tab))
            )
          ),
        show: (client, options) =>
          named(Effect.mapError(show(tab.page, client, options), (cause) => pageReason(cause, tab.events.crashed))),
        ended: Effect.callback<void>((resume) => {
          const ended = () => resume(Effect.void)
          if (tab.page.isClosed() || !launched.browser.isConnected()) return ended()
          tab.page.once("close", ended)
          tab.page.once("crash", ended)
          launched.browser.once("disconnected", ended)
          return Effect.sync(() => {
            tab.page.off("close", ended)
            tab.page.off("crash", ended)
            launched.browser.off("disconnected", ended)
          })
        })
      }
      return { open, load }
    }

    return (request) =>
      opened(request).pipe(
        Effect.timeoutOrElse({
          duration: request.timeout,
          orElse: () => Effect.fail(late(request.timeout, "waiting for a browser"))
        }),
        Effect.mapError((reason) => new CaptureError({ url: request.url?.href ?? "about:blank", reason }))
      )
  })

const closeOthers = (tab: Tab): void => {
  tab.maxOtherPages = 0
  for (const page of tab.context.pages()) if (page !== tab.page) page.close().catch(ignoreClosedPage)
}

const allow = (egress: Egress.Service, url: URL): Effect.Effect<void, CaptureReason> => {
  const verdict = egress.judgeUrl(url)
  return verdict.allowed ? Effect.void : Effect.fail(new Refused({ policy: verdict.policy, detail: verdict.detail }))
}

const late = (timeout: Duration.Duration, phase: string): CaptureReason =>
  new TimedOut({ limitMs: Duration.toMillis(timeout), phase })

const asCrash = (cause: unknown): CaptureReason =>
  new Crashed({ detail: cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause) })
