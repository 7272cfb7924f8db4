/**
 * A `Renderer` in browsers that somebody else's pool starts and ends, such as Crawlee's. The pool decides how
 * many browsers there are and when they are replaced; each request gets a page in a context of its own, whose
 * traffic goes through an egress proxy of its own.
 */
import type { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { TemporaryFolder } from "@orbweaver/core/network/TemporaryFolder"
import type { Egress } from "@orbweaver/core/network/Egress"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { startSingleClient } from "@orbweaver/egress/internal/EgressProxy"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PartitionedSemaphore from "effect/PartitionedSemaphore"
import type * as Scope from "effect/Scope"
import type { Browser, Page } from "playwright-core"
import { type BrowserNotFound, candidates } from "../process/findBrowser.ts"
import { type OwnBrowser, launch } from "../process/launch.ts"
import { lend } from "../pool/lend.ts"
import { end } from "../pool/pool.ts"
import { killTree } from "../process/processes.ts"
import { type PageOptions, renderIn } from "../render/renderIn.ts"
import { openTab, type PageOpener, type Tab } from "../tab/tab.ts"

export { BrowserNotFound } from "../process/findBrowser.ts"
export type { PageOptions } from "../render/renderIn.ts"
export type { PageOpener } from "../tab/tab.ts"
export type { Lookup } from "@orbweaver/egress/internal/Lookup"

/** How the pool starts a browser. */
export interface Launcher {
  /** A browser with the switches that egress rests on, and these in addition; without `pictures` it decodes none. It ends with the layer at the latest. */
  readonly launch: (args: ReadonlyArray<string>, pictures: boolean) => Promise<Browser>
  /** User agent of a browser of ours, without the word that says it is headless. */
  readonly userAgentOf: (browser: Browser) => string
}

export interface Options extends PageOptions {
  /** The browser to run; found by itself when absent. */
  readonly executablePath?: string | undefined
  /** Pages open at once. Default 4. */
  readonly maxPages?: number | undefined
  /** Chromium's own sandbox; when absent, used wherever it works (never as root). */
  readonly sandbox?: boolean | undefined
  /** Resolves names instead of the operating system; its answers are judged all the same. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities trusted for proxies in addition to those of the platform, in PEM. */
  readonly ca?: string | undefined
}

/** Longest wait for a page to open, the start of a browser included. */
const openLimit = Duration.seconds(60)
/** Longest wait for a page to close; then its browser is killed, with the pages of others. */
const closeLimit = Duration.seconds(15)

/** `opener` starts the pool with our launcher; the pool ends with the scope. */
export const layer = <E>(
  opener: (launcher: Launcher) => Effect.Effect<PageOpener, E, Scope.Scope>,
  options: Options = {}
): Layer.Layer<Renderer, BrowserNotFound | E, Egress | ProxyPool> =>
  Layer.effect(
    Renderer,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const found = yield* candidates(options.executablePath)
      const temporaryFolder = yield* TemporaryFolder
      // Never opened: what the browser does outside the contexts of requests ends here.
      const closedProxy = yield* startSingleClient()
      const running = new Map<Browser, OwnBrowser>()
      yield* Effect.addFinalizer(() => Effect.forEach(running.values(), end, { concurrency: "unbounded" }))

      const run = Effect.runPromiseWith(yield* Effect.context())
      const pool = yield* opener({
        launch: async (args, pictures) => {
          const launched = await run(
            launch({
              candidates: found,
              sandbox: options.sandbox,
              pictures,
              proxy: closedProxy.address,
              temporaryFolder,
              args
            })
          )
          running.set(launched.browser, launched)
          launched.browser.once("disconnected", () => running.delete(launched.browser))
          return launched.browser
        },
        userAgentOf: (browser) => running.get(browser)?.userAgent ?? ""
      })
      const filesFolderOf = (page: Page) => {
        const browser = page.context().browser()
        return browser === null ? undefined : running.get(browser)?.folder
      }
      const slots = yield* PartitionedSemaphore.make<string>({ permits: options.maxPages ?? 4 })
      const proxyOptions = { lookup: options.lookup, ca: options.ca }

      const close = (tab: Tab): Effect.Effect<void> =>
        Effect.suspend(() => {
          tab.proxy.cut()
          return tab.close.pipe(
            Effect.timeoutOrElse({
              duration: closeLimit,
              orElse: () =>
                Effect.sync(() => {
                  const browser = tab.context.browser()
                  const launched = browser === null ? undefined : running.get(browser)
                  if (launched !== undefined) killTree(launched.pid)
                })
            })
          )
        })

      const withTab = lend({
        slots,
        scope,
        lease: (profile) =>
          openTab({ ...pool, filesFolderOf }, profile, proxyOptions).pipe(
            Effect.timeout(openLimit),
            Effect.map((tab) => ({ tab }))
          ),
        releaseTab: ({ tab }) => close(tab)
      })
      return yield* renderIn(withTab, options)
    })
  )
