/**
 * A `Renderer` over the `BrowserPool` of `@crawlee/browser-pool`: its hooks, its rules for when a browser is replaced
 * and, where asked for, its fingerprints. Everything a page loads goes through an egress proxy of its own.
 *
 * Fingerprints are off by default: a browser says what it is.
 * Contract: `RendererSuite` in `@orbweaver/testing`.
 */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import {
  type BrowserNotFound,
  layer as overForeignPages,
  type Launcher,
  type Options as PageOptions,
  type PageOpener
} from "@orbweaver/browser/internal/ForeignPages"
import type { Egress } from "@orbweaver/core/network/Egress"
import type { Renderer } from "@orbweaver/core/network/Renderer"
import type {
  BrowserPoolHooks,
  BrowserPoolOptions,
  PlaywrightController,
  PlaywrightPlugin
} from "@crawlee/browser-pool"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { CrawleeMissing } from "./internal/CrawleeMissing.ts"

export interface Options extends PageOptions {
  /** Options of the pool: hooks, `maxOpenPagesPerBrowser`, `retireBrowserAfterPageCount`, … */
  readonly pool?:
    | (Omit<BrowserPoolOptions<PlaywrightPlugin>, "browserPlugins" | "useFingerprints"> &
        Partial<BrowserPoolHooks<PlaywrightController, ReturnType<PlaywrightPlugin["createLaunchContext"]>>>)
    | undefined
  /**
   * Give pages the made-up identity of another browser, for sites that answer no other; `pool.fingerprintOptions`
   * says which. A user agent, `mobile` and `location` of the caller are then up to the fingerprint. Default: `false`.
   */
  readonly fingerprints?: boolean | undefined
}

/** Fails with `BrowserNotFound` when there is no browser on this machine. */
export const layer = (
  options: Options = {}
): Layer.Layer<Renderer, BrowserNotFound | CrawleeMissing, Egress | ProxyPool> =>
  overForeignPages((launcher) => openerOf(launcher, options), options)

const openerOf = (
  launcher: Launcher,
  { fingerprints = false, pool }: Options
): Effect.Effect<PageOpener, CrawleeMissing, Scope.Scope> =>
  Effect.gen(function* () {
    const { BrowserPool, PlaywrightPlugin } = yield* Effect.tryPromise({
      try: () => import("@crawlee/browser-pool"),
      catch: () => new CrawleeMissing({ package: "@crawlee/browser-pool" })
    })
    /** What the context of a page is made with, by the name of the page: it depends on the browser it opens in. */
    const asked = new Map<string, (userAgent: string) => object>()
    const plugin = (pictures: boolean) => {
      const library = {
        name: () => "chromium",
        // The pool replaces the name of a headless browser by that of another one.
        launch: ({ args = [] }: { readonly args?: ReadonlyArray<string> }) =>
          launcher.launch(
            args.filter((arg) => fingerprints || !arg.startsWith("--user-agent=")),
            pictures
          )
      }
      return new PlaywrightPlugin(library as unknown as Library, { useIncognitoPages: true })
    }
    type Library = ConstructorParameters<typeof PlaywrightPlugin>[0]
    const plugins = { withPictures: plugin(true), withoutPictures: plugin(false) }
    const browsers = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new BrowserPool({
            // A browser may have to be found and unpacked first.
            operationTimeoutSecs: 60,
            ...pool,
            browserPlugins: [plugins.withoutPictures, plugins.withPictures],
            useFingerprints: fingerprints,
            prePageCreateHooks: [
              ...(pool?.prePageCreateHooks ?? []),
              // The last: what egress and the request want is not up to other hooks.
              (id, controller, pageOptions) => {
                const own = asked.get(id)?.(launcher.userAgentOf(browserOf(controller)))
                if (own === undefined || pageOptions === undefined) return
                const { userAgent, viewport, ...rest } = own as Record<string, unknown>
                Object.assign(pageOptions, rest, fingerprints ? {} : { userAgent, viewport })
              }
            ]
          })
      ),
      (made) => Effect.promise(() => made.destroy().catch(() => undefined))
    )
    let pages = 0
    return {
      isDisguised: fingerprints,
      open: async (optionsFor, pictures) => {
        const id = `page-${++pages}`
        asked.set(id, optionsFor)
        try {
          const page = await browsers.newPage({
            id,
            browserPlugin: pictures ? plugins.withPictures : plugins.withoutPictures,
            pageOptions: {}
          })
          const controller = browsers.getBrowserControllerByPage(page)
          const userAgent = controller === undefined ? "" : launcher.userAgentOf(browserOf(controller))
          return { page, userAgent }
        } finally {
          asked.delete(id)
        }
      }
    }
  })

type LaunchedBrowser = Parameters<Launcher["userAgentOf"]>[0]

const browserOf = (controller: { readonly browser: unknown }): LaunchedBrowser => controller.browser as LaunchedBrowser
