/**
 * Tabs for requests: opened when needed, reused within one account and profile
 * after being cleaned, in browsers that are replaced before they grow old.
 *
 * ```
 * waiting (fair among accounts) ─► idle tab of the profile | new tab ─► request ─► clean ─► idle
 *                                                                        └─ failed ─► closed
 * ```
 *
 * A browser retires after a number of pages, an age, or when its processes use
 * too much memory: it takes no new requests and ends with its last one. One that
 * crashes or does not close is killed with all its processes.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as PartitionedSemaphore from "effect/PartitionedSemaphore"
import * as Scope from "effect/Scope"
import type { Options as ProxyOptions } from "@orbweaver/egress/internal/EgressProxy"
import { BrowserNotFound } from "../process/findBrowser.ts"
import type { Launched } from "../process/launch.ts"
import { BrowserUrlRefused } from "../process/remoteBrowser.ts"
import { lend, type WithTab } from "./lend.ts"
import { kill, killTree, memoryOf } from "../process/processes.ts"
import type { Profile } from "../tab/profile.ts"
import { clean, openTab, type Tab } from "../tab/tab.ts"

type LaunchError = BrowserNotFound | BrowserUrlRefused

const isLaunchError = (error: unknown): boolean =>
  error instanceof BrowserNotFound || error instanceof BrowserUrlRefused

interface PoolOptions {
  /** Pages open at once. */
  readonly maxPages: number
  /** Pages after which a browser is replaced. */
  readonly maxPagesPerBrowser: number
  /** Pages after which a tab is replaced. */
  readonly maxPagesPerTab: number
  readonly maxAge: Duration.Duration
  /** Memory of a browser's processes at which it is replaced, in bytes. */
  readonly maxMemory: number
  /** Memory at which the process of one page is killed, in bytes. */
  readonly maxPageMemory: number
  /** A browser without work is closed after this. */
  readonly idleTimeout: Duration.Duration
  /** Whether cleaned tabs are reused within an account; otherwise every request has a new context. */
  readonly reuse: boolean
  /** Of the egress proxy of each tab. */
  readonly proxy: ProxyOptions
  readonly launch: (pictures: boolean) => Effect.Effect<Launched, LaunchError>
}

interface Pool {
  /** Runs `use` in a tab of this profile. The tab is closed when it may have suffered. */
  readonly withTab: WithTab
}

interface Running {
  readonly launched: Launched
  readonly startedAt: number
  pages: number
  /** Tabs on their way; a browser that opens one is not ended. */
  opening: number
  /** Tabs open: in use or idle. */
  readonly tabs: Set<Tab>
  /** Clean tabs, least recently used first. */
  readonly idle: Array<Tab>
  /** Takes no new request. */
  retired: boolean
  lastUsed: number
}

interface Lease {
  readonly browser: Running
  readonly tab: Tab
}

/** Longest wait for a tab to open; the caller has a deadline of its own. */
const openLimit = Duration.seconds(45)
const cleanLimit = Duration.seconds(3)
/** Longest wait for a tab to close; then its browser is killed, with the pages of others. */
const tabCloseLimit = Duration.seconds(15)
const closeLimit = Duration.seconds(5)
const watchInterval = Duration.seconds(1)

/** Of all pools of the process together, as the busy ones are. */
const tabSlots = Metric.gauge("browser_tab_slots", { description: "Tabs that may load a page at once" })

export const makePool = (options: PoolOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const slots = yield* PartitionedSemaphore.make<string>({ permits: options.maxPages })
    yield* Effect.acquireRelease(Metric.modify(tabSlots, options.maxPages), () =>
      Metric.modify(tabSlots, -options.maxPages)
    )
    /** The browser that takes requests, with and without pictures; or its start. */
    const current = new Map<boolean, Fiber.Fiber<Running, LaunchError>>()

    const start = Effect.fnUntraced(function* (pictures: boolean) {
      const launched = yield* Effect.acquireRelease(options.launch(pictures), end).pipe(Scope.provide(scope))
      const now = yield* Clock.currentTimeMillis
      const browser: Running = {
        launched,
        startedAt: now,
        pages: 0,
        opening: 0,
        tabs: new Set(),
        idle: [],
        retired: false,
        lastUsed: now
      }
      launched.browser.on("disconnected", () => retire(browser))
      yield* Effect.forkIn(watch(browser), scope)
      return browser
    })

    /** One start for all who wait; one of them giving up does not stop it. */
    const browserFor = (pictures: boolean): Effect.Effect<Running, LaunchError> =>
      Effect.gen(function* () {
        const starting = current.get(pictures)
        if (starting !== undefined) {
          const browser = yield* Fiber.join(starting)
          const now = yield* Clock.currentTimeMillis
          const old =
            browser.pages >= options.maxPagesPerBrowser || now - browser.startedAt > Duration.toMillis(options.maxAge)
          if (old) retire(browser)
          if (!browser.retired) return browser
          if (current.get(pictures) === starting) current.delete(pictures)
          return yield* browserFor(pictures)
        }
        const fiber = yield* Effect.forkIn(
          start(pictures).pipe(Effect.onError(() => Effect.sync(() => current.delete(pictures)))),
          scope
        )
        current.set(pictures, fiber)
        return yield* Fiber.join(fiber)
      })

    const retire = (browser: Running): void => {
      browser.retired = true
    }

    /** Ends retired and idle browsers, and replaces those that use too much memory. */
    const watch = (browser: Running): Effect.Effect<void> =>
      Effect.gen(function* () {
        const { launched } = browser
        while (launched.browser.isConnected()) {
          yield* Effect.sleep(watchInterval)
          const used =
            launched.pid === undefined ? [] : yield* Effect.promise(() => memoryOf(launched.cdp).catch(() => []))
          for (const { bytes, pid, type } of used) if (type === "renderer" && bytes > options.maxPageMemory) kill(pid)
          if (used.reduce((sum, { bytes }) => sum + bytes, 0) > options.maxMemory) retire(browser)
          const busy = browser.opening + browser.tabs.size - browser.idle.length
          const idleFor = (yield* Clock.currentTimeMillis) - browser.lastUsed
          if (busy === 0 && idleFor > Duration.toMillis(options.idleTimeout)) retire(browser)
          if (busy === 0 && browser.retired) return yield* end(launched)
        }
      })

    const lease = Effect.fnUntraced(function* (profile: Profile) {
      const browser = yield* browserFor(profile.pictures)
      browser.pages++
      browser.lastUsed = yield* Clock.currentTimeMillis
      const at = profile.isPrivate ? -1 : browser.idle.findIndex((tab) => tab.profile.key === profile.key)
      if (at >= 0) return { browser, tab: browser.idle.splice(at, 1)[0]! }
      const oldest = browser.tabs.size >= options.maxPages ? browser.idle.shift() : undefined
      if (oldest !== undefined) yield* Effect.forkIn(discard({ browser, tab: oldest }), scope)
      browser.opening++
      const tab = yield* openTab(browser.launched, profile, options.proxy).pipe(
        Effect.timeout(openLimit),
        Effect.onError(() => Effect.sync(() => retire(browser))),
        Effect.tap((tab) => Effect.sync(() => browser.tabs.add(tab))),
        Effect.ensuring(Effect.sync(() => browser.opening--))
      )
      return { browser, tab }
    })

    const discard = ({ browser, tab }: Lease): Effect.Effect<void> =>
      Effect.suspend(() => {
        tab.proxy.cut()
        return tab.close.pipe(
          Effect.timeoutOrElse({
            duration: tabCloseLimit,
            // What does not close on request is not closed politely.
            orElse: () => Effect.sync(() => forceEnd(browser.launched))
          }),
          Effect.ensuring(Effect.sync(() => browser.tabs.delete(tab)))
        )
      })

    const releaseTab = (leased: Lease, isReusable: boolean): Effect.Effect<void> =>
      Effect.gen(function* () {
        const { browser, tab } = leased
        const canReuse = isReusable && options.reuse && !tab.profile.isPrivate && tab.uses < options.maxPagesPerTab
        if (!canReuse || browser.retired) return yield* discard(leased)
        const cleaned = yield* Effect.promise(() => clean(tab).catch(() => false)).pipe(
          Effect.timeoutOrElse({ duration: cleanLimit, orElse: () => Effect.succeed(false) })
        )
        if (!cleaned) return yield* discard(leased)
        tab.proxy.pause()
        browser.lastUsed = yield* Clock.currentTimeMillis
        browser.idle.push(tab)
      })

    return {
      withTab: lend({
        slots,
        scope,
        // That a browser has ended since its last page may show only now.
        lease: (profile) => Effect.retry(lease(profile), { times: 1, while: (error) => !isLaunchError(error) }),
        releaseTab
      })
    }
  })

/** A browser that somebody else started is only left. */
const forceEnd = ({ browser, pid }: Launched): void => {
  if (pid !== undefined) killTree(pid)
  else browser.close().catch(() => undefined)
}

/** Closes a browser, by force when it does not answer. */
export const end = (launched: Launched): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { browser, release } = launched
    // The number of a process that has ended may be another's by now.
    if (!browser.isConnected()) return Effect.promise(release)
    return Effect.promise(() => browser.close().catch(() => undefined)).pipe(
      Effect.timeoutOrElse({ duration: closeLimit, orElse: () => Effect.void }),
      Effect.ensuring(Effect.sync(() => forceEnd(launched))),
      Effect.ensuring(Effect.promise(release))
    )
  })
