/** Monitors for code without Effect: methods with the names of the v2 SDK. */
import type {
  CreateMonitor,
  Monitor,
  MonitorCheck,
  MonitorCheckDetail,
  UpdateMonitor
} from "@orbweaver/extraction/monitors/Monitor"
import type { CrawlTarget, MonitorWebhook, ScrapeTarget, SearchTarget } from "@orbweaver/extraction/monitors/Monitor"
import {
  type CheckPagesOptions,
  type ListOptions,
  Monitors,
  type Service
} from "@orbweaver/extraction/monitors/Monitors"
import { defined } from "@orbweaver/core/internal/support/defined"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { InvalidInput, type Issue } from "@orbweaver/core/model/InvalidInput"
import type { HeadersInput } from "@orbweaver/core/internal/model/RequestHeaders"
import * as Effect from "effect/Effect"
import type { CallOptions } from "../instance/calls.ts"
import type { CrawlInput, ScrapeInput } from "../options/inputs.ts"
import { toEngineValues } from "../options/engineValues.ts"
import { type Prepared, prepare, prepareNested } from "../options/prepare.ts"
import type { Site } from "./Site.ts"
import { waitFor, type WaitOptions } from "./waiting.ts"

export type { Monitor, MonitorCheck, MonitorCheckDetail }

/** Pages, a site, or searches. */
export type MonitorTargetInput =
  | (Omit<typeof ScrapeTarget.Type, "urls" | "scrapeOptions"> & {
      readonly urls: ReadonlyArray<string | URL>
      /** How each page is scraped. Default: as `scrape` does without options. */
      readonly scrapeOptions?: ScrapeInput | undefined
    })
  | (Omit<typeof CrawlTarget.Type, "url" | "crawlOptions" | "scrapeOptions"> & {
      readonly url: string | URL
      /** Which pages are visited. Default: as `crawl` does without options. */
      readonly crawlOptions?: Omit<CrawlInput, "prompt"> | undefined
      /** How each page is scraped. Default: as `scrape` does without options. */
      readonly scrapeOptions?: ScrapeInput | undefined
    })
  | typeof SearchTarget.Type

/** Where what changed is sent. */
export type MonitorWebhookInput = Omit<MonitorWebhook, "headers"> & {
  /** Sent with every event: an object, `Headers`, a `Map` or pairs. Default: none of yours. */
  readonly headers?: HeadersInput | undefined
}

/** What is looked at again, and when. */
export interface MonitorInput extends Omit<CreateMonitor, "targets" | "webhook"> {
  /** Address that receives the changes; `null` for none. Default: none. */
  readonly webhook?: MonitorWebhookInput | null | undefined
  readonly targets: ReadonlyArray<MonitorTargetInput>
}

/** What is different from now on; the rest stays. */
export interface MonitorChanges extends Omit<UpdateMonitor, "targets" | "webhook"> {
  /** Address that receives the changes; `null` for none. Default: none. */
  readonly webhook?: MonitorWebhookInput | null | undefined
  readonly targets?: ReadonlyArray<MonitorTargetInput> | undefined
}
export type { MonitorPage, MonitorSummary } from "@orbweaver/extraction/monitors/Monitor"

/**
 * Pages, sites and searches that are looked at again by a schedule. Every process that works on the jobs of the same
 * stores runs them; `runWorker` holds a process that does nothing else.
 */
export interface MonitorMethods {
  /**
   * Rejects with `InvalidInput` for bad input, by the field's name, and with `TooManyMonitors` where the account has as
   * many as its plan allows.
   */
  readonly createMonitor: (monitor: MonitorInput, options?: CallOptions) => Promise<Monitor>
  /** Oldest first, 25 when `limit` is left out. */
  readonly listMonitors: (options?: ListOptions & CallOptions) => Promise<ReadonlyArray<Monitor>>
  /** Rejects with `MonitorNotFound`. */
  readonly getMonitor: (id: string, options?: CallOptions) => Promise<Monitor>
  /** Changes what is given; `status: "paused"` stops the schedule. Rejects with `MonitorNotFound` and `InvalidInput`. */
  readonly updateMonitor: (id: string, changes: MonitorChanges, options?: CallOptions) => Promise<Monitor>
  /** Removes the monitor and its checks. Rejects with `MonitorNotFound`. */
  readonly deleteMonitor: (id: string, options?: CallOptions) => Promise<void>
  /**
   * Begins a check now, which goes on by itself; with `wait: true` the call resolves once it has ended, with its pages as
   * `getMonitorCheck` gives them, and keeps the process running until then. Rejects with `MonitorNotFound`, with
   * `MonitorBusy` while another check runs, and with `WaitTimedOut` after `waitTimeout`.
   */
  readonly runMonitor: RunMonitor
  /** The latest first, 25 when `limit` is left out. Rejects with `MonitorNotFound`. */
  readonly listMonitorChecks: (id: string, options?: ListOptions & CallOptions) => Promise<ReadonlyArray<MonitorCheck>>
  /** A check and its pages, 100 when `limit` is left out. Rejects with `MonitorNotFound`. */
  readonly getMonitorCheck: (
    id: string,
    checkId: string,
    options?: CheckPagesOptions & CallOptions
  ) => Promise<MonitorCheckDetail>
}

/** How the end of a check is waited for. A signal stops the waiting; the check goes on. */
export interface MonitorWaitOptions extends WaitOptions, CallOptions {
  readonly wait: true
}

/** Begins a check, and waits for it where that is asked for. */
export interface RunMonitor {
  (id: string, options: MonitorWaitOptions): Promise<MonitorCheckDetail>
  (id: string, options?: RunOptions): Promise<MonitorCheck>
}

interface RunOptions extends WaitOptions, CallOptions {
  readonly wait?: boolean | undefined
}

/** As the engine takes it: `URL` objects as texts, schemas as JSON Schema, durations in its units. */
const toEngine = Effect.fnUntraced(function* (input: MonitorInput | MonitorChanges) {
  const { targets, ...rest } = yield* toEngineValues(input)
  // Programs without types may pass anything: the schema names what is wrong.
  if (!Array.isArray(targets)) return { ...rest, ...(targets === undefined ? {} : { targets }) }
  return { ...rest, targets: yield* Effect.forEach(targets as ReadonlyArray<unknown>, toTarget) }
})

const toTarget = (given: unknown, index: number): Effect.Effect<unknown, InvalidInput> =>
  Effect.gen(function* () {
    if (!isObject(given)) return given
    const { crawlOptions, scrapeOptions, url, urls, ...rest } = given
    const part = <O>(
      name: string,
      options: unknown,
      read: (options: object) => Effect.Effect<Prepared<O>, InvalidInput>
    ) =>
      isObject(options)
        ? read(options).pipe(
            Effect.map((prepared): unknown => prepared.options),
            Effect.mapError((error) => below(["targets", index, name], error))
          )
        : Effect.succeed(options)
    return {
      ...rest,
      ...defined({
        url: textOf(url),
        urls: Array.isArray(urls) ? urls.map(textOf) : urls,
        crawlOptions: yield* part("crawlOptions", crawlOptions, prepareNested),
        scrapeOptions: yield* part("scrapeOptions", scrapeOptions, prepare)
      })
    }
  })

const below = (place: Issue["path"], { issues }: InvalidInput) =>
  new InvalidInput({ what: "monitor", issues: issues.map((issue) => ({ ...issue, path: [...place, ...issue.path] })) })

const textOf = (url: unknown): unknown => (url instanceof URL ? url.href : url)

export const make = ({ run }: Site<Monitors>): MonitorMethods => {
  const use = <A, E>(work: (monitors: Service) => Effect.Effect<A, E>, call?: CallOptions) =>
    run(Monitors.use(work), call)
  const begin = (id: string, { signal, wait = false, ...waiting }: RunOptions = {}) =>
    run(
      Effect.gen(function* () {
        const monitors = yield* Monitors
        const check = yield* monitors.run(id)
        return wait ? yield* waitFor(check.id, waiting, (poll) => monitors.awaitCheck(id, check.id, { poll })) : check
      }),
      { signal }
    )
  return {
    createMonitor: (monitor, call) =>
      use((monitors) => Effect.flatMap(toEngine(monitor), (input) => monitors.create(input)), call),
    listMonitors: ({ signal, ...options } = {}) => use((monitors) => monitors.list(options), { signal }),
    getMonitor: (id, call) => use((monitors) => monitors.get(id), call),
    updateMonitor: (id, changes, call) =>
      use((monitors) => Effect.flatMap(toEngine(changes), (input) => monitors.update(id, input)), call),
    deleteMonitor: (id, call) => use((monitors) => monitors.remove(id), call),
    // A check that was waited for has its pages.
    runMonitor: begin as RunMonitor,
    listMonitorChecks: (id, { signal, ...options } = {}) => use((monitors) => monitors.checks(id, options), { signal }),
    getMonitorCheck: (id, checkId, { signal, ...options } = {}) =>
      use((monitors) => monitors.check(id, checkId, options), { signal })
  }
}
