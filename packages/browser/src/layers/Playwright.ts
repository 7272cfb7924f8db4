/**
 * `Renderer` over Playwright and a pool of Chromium tabs.
 *
 * The browser is found by itself and started by the first request; the package
 * costs nothing to import. Everything a page loads goes through a proxy of ours
 * that asks `Egress`. Requests leave through the proxy of their session or of the
 * `ProxyPool`, if there is one.
 * Contract: `RendererSuite` in `@orbweaver/testing`.
 */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import type * as Egress from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { startSingleClient } from "@orbweaver/egress/internal/EgressProxy"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import { type BrowserNotFound, candidates } from "../process/findBrowser.ts"
import { launch } from "../process/launch.ts"
import { type BrowserUrlRefused, checkBrowserUrl, connectToBrowser } from "../process/remoteBrowser.ts"
import { makeOpenPage } from "../script/openPage.ts"
import { makePool } from "../pool/pool.ts"
import { type PageOptions, renderIn } from "../render/renderIn.ts"

export { BrowserNotFound } from "../process/findBrowser.ts"
export { BrowserUrlRefused, checkBrowserUrl } from "../process/remoteBrowser.ts"
export type { Lookup, ResolvedAddress } from "@orbweaver/egress/internal/Lookup"

export interface Options extends PageOptions {
  /** The browser to run; found by itself when absent. */
  readonly executablePath?: string | undefined
  /**
   * Address of a browser that runs already, as its DevTools protocol has it: `ws://127.0.0.1:9222/devtools/browser/…` or
   * `http://127.0.0.1:9222`. It has to be on this machine and to load its pages through the proxy of this process, which is
   * checked before the first one; it needs the switch `--force-webrtc-ip-handling-policy=disable_non_proxied_udp`. Browser
   * sessions are not offered with it, and `executablePath`, `sandbox`, `args`, `maxMemory` and `maxPageMemory` have no
   * effect. A browser is started when absent.
   */
  readonly browserUrl?: string | undefined
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
  /** Chromium's own sandbox; when absent, used wherever it works (never as root). */
  readonly sandbox?: boolean | undefined
  /** More command line switches for the browser. */
  readonly args?: ReadonlyArray<string> | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted for proxies in addition to those of the platform, in PEM. */
  readonly ca?: string | undefined
}

const mebibyte = 1024 * 1024

/**
 * Fails with `BrowserNotFound` when there is no browser on this machine, and with `BrowserUrlRefused` when that of
 * `browserUrl` is on another. One that is there but does not start shows at the first request, as `Crashed`.
 */
export const layer = (
  options: Options = {}
): Layer.Layer<Renderer, BrowserNotFound | BrowserUrlRefused, Egress.Egress | ProxyPool> =>
  Layer.effect(Renderer, make(options))

/** The same under the name that users of promises expect. */
export const playwright = layer

const make = (
  options: Options
): Effect.Effect<Renderer["Service"], BrowserNotFound | BrowserUrlRefused, Egress.Egress | ProxyPool | Scope.Scope> =>
  Effect.gen(function* () {
    const url = options.browserUrl === undefined ? undefined : yield* checkBrowserUrl(options.browserUrl)
    const found = url === undefined ? yield* candidates(options.executablePath) : []
    const temporaryFolder = yield* TemporaryFolder
    // Never opened: what the browser does outside our contexts, such as updating itself, ends here.
    const closedProxy = yield* startSingleClient()
    const proxy = { lookup: options.lookup, ca: options.ca }
    const start = (pictures: boolean) =>
      launch({
        candidates: found,
        sandbox: options.sandbox,
        pictures,
        proxy: closedProxy.address,
        temporaryFolder,
        args: options.args ?? []
      })
    const { withTab } = yield* makePool({
      maxPages: options.maxPages ?? 4,
      maxPagesPerBrowser: options.maxPagesPerBrowser ?? 500,
      maxPagesPerTab: options.maxPagesPerTab ?? 100,
      maxAge: Duration.fromInputUnsafe(options.maxAge ?? "30 minutes"),
      maxMemory: options.maxMemory ?? 3072 * mebibyte,
      maxPageMemory: options.maxPageMemory ?? 1536 * mebibyte,
      idleTimeout: Duration.fromInputUnsafe(options.idleTimeout ?? "1 minute"),
      reuse: options.reuse !== "never",
      proxy,
      launch: url === undefined ? start : () => connectToBrowser({ url, closedProxy, temporaryFolder })
    })
    if (url !== undefined) return yield* renderIn(withTab, options)
    const openPage = yield* makeOpenPage({ launch: start(true), proxy, closedProxy: closedProxy.address })
    return { ...(yield* renderIn(withTab, options)), openPage }
  })
