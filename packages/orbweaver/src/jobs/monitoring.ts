/** Monitors for code without Effect: methods with the names of the v2 SDK. */
import type {
  CreateMonitor,
  Monitor,
  MonitorCheck,
  MonitorCheckDetail,
  UpdateMonitor
} from "@orbweaver/extraction/monitors/Monitor"
import type { CrawlTarget, ScrapeTarget, SearchTarget } from "@orbweaver/extraction/monitors/Monitor"
import { type CheckPagesOptions, type ListOptions, Monitors } from "@orbweaver/extraction/monitors/Monitors"
import type { CallOptions } from "../instance/calls.ts"
import type { Site } from "./Site.ts"

export type { Monitor, MonitorCheck, MonitorCheckDetail }

/** Pages, a site, or searches. */
export type MonitorTargetInput =
  | (Omit<typeof ScrapeTarget.Type, "urls"> & { readonly urls: ReadonlyArray<string | URL> })
  | (Omit<typeof CrawlTarget.Type, "url"> & { readonly url: string | URL })
  | typeof SearchTarget.Type

/** What is looked at again, and when. */
export interface MonitorInput extends Omit<CreateMonitor, "targets"> {
  readonly targets: ReadonlyArray<MonitorTargetInput>
}

/** What is different from now on; the rest stays. */
export interface MonitorChanges extends Omit<UpdateMonitor, "targets"> {
  readonly targets?: ReadonlyArray<MonitorTargetInput> | undefined
}
export type { MonitorPage, MonitorSummary } from "@orbweaver/extraction/monitors/Monitor"

/**
 * Pages, sites and searches that are looked at again by a schedule. Every process that works on the jobs of the same
 * stores runs them; `runWorker` holds a process that does nothing else.
 */
export interface MonitorMethods {
  /** Rejects with `InvalidInput` for bad input, by the field's name. */
  readonly createMonitor: (monitor: MonitorInput, options?: CallOptions) => Promise<Monitor>
  /** Oldest first, 25 when `limit` is left out. */
  readonly listMonitors: (options?: ListOptions & CallOptions) => Promise<ReadonlyArray<Monitor>>
  /** Rejects with `MonitorNotFound`. */
  readonly getMonitor: (id: string, options?: CallOptions) => Promise<Monitor>
  /** Changes what is given; `status: "paused"` stops the schedule. Rejects with `MonitorNotFound` and `InvalidInput`. */
  readonly updateMonitor: (id: string, changes: MonitorChanges, options?: CallOptions) => Promise<Monitor>
  /** Removes the monitor and its checks. Rejects with `MonitorNotFound`. */
  readonly deleteMonitor: (id: string, options?: CallOptions) => Promise<void>
  /** Begins a check now. Rejects with `MonitorNotFound`, and with `MonitorBusy` while one runs. */
  readonly runMonitor: (id: string, options?: CallOptions) => Promise<MonitorCheck>
  /** The latest first, 25 when `limit` is left out. Rejects with `MonitorNotFound`. */
  readonly listMonitorChecks: (id: string, options?: ListOptions & CallOptions) => Promise<ReadonlyArray<MonitorCheck>>
  /** A check and its pages, 100 when `limit` is left out. Rejects with `MonitorNotFound`. */
  readonly getMonitorCheck: (
    id: string,
    checkId: string,
    options?: CheckPagesOptions & CallOptions
  ) => Promise<MonitorCheckDetail>
}

/** With `URL` objects as texts. */
const withAddresses = (input: MonitorInput | MonitorChanges): object => {
  const { targets, ...rest } = input
  // Programs without types may give anything: what it is not is told by the schema.
  if (!Array.isArray(targets)) return { ...rest, ...(targets === undefined ? {} : { targets }) }
  const textOf = (url: unknown): unknown => (url instanceof URL ? url.href : url)
  return {
    ...rest,
    targets: (targets as ReadonlyArray<MonitorTargetInput>).map((target) => ({
      ...target,
      ...("url" in target ? { url: textOf(target.url) } : {}),
      ...("urls" in target && Array.isArray(target.urls) ? { urls: target.urls.map(textOf) } : {})
    }))
  }
}

export const make = ({ run }: Site<Monitors>): MonitorMethods => ({
  createMonitor: (monitor, call) =>
    run(
      Monitors.use((monitors) => monitors.create(withAddresses(monitor))),
      call
    ),
  listMonitors: ({ signal, ...options } = {}) =>
    run(
      Monitors.use((monitors) => monitors.list(options)),
      { signal }
    ),
  getMonitor: (id, call) =>
    run(
      Monitors.use((monitors) => monitors.get(id)),
      call
    ),
  updateMonitor: (id, changes, call) =>
    run(
      Monitors.use((monitors) => monitors.update(id, withAddresses(changes))),
      call
    ),
  deleteMonitor: (id, call) =>
    run(
      Monitors.use((monitors) => monitors.remove(id)),
      call
    ),
  runMonitor: (id, call) =>
    run(
      Monitors.use((monitors) => monitors.run(id)),
      call
    ),
  listMonitorChecks: (id, { signal, ...options } = {}) =>
    run(
      Monitors.use((monitors) => monitors.checks(id, options)),
      { signal }
    ),
  getMonitorCheck: (id, checkId, { signal, ...options } = {}) =>
    run(
      Monitors.use((monitors) => monitors.check(id, checkId, options)),
      { signal }
    )
})
