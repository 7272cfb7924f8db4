/** Monitors for code without Effect: methods with the names of the v2 SDK. */
import type {
  CreateMonitor,
  Monitor,
  MonitorCheck,
  MonitorCheckDetail,
  UpdateMonitor
} from "@orbweaver/extraction/monitors/Monitor"
import { type CheckPagesOptions, type ListOptions, Monitors } from "@orbweaver/extraction/monitors/Monitors"
import type { CallOptions } from "../instance/calls.ts"
import type { Site } from "./Site.ts"

export type { CreateMonitor, Monitor, MonitorCheck, MonitorCheckDetail, UpdateMonitor }
export type { MonitorPage, MonitorSummary, MonitorTarget } from "@orbweaver/extraction/monitors/Monitor"

/**
 * Pages, sites and searches that are looked at again by a schedule. Every process that works on the jobs of the same
 * stores runs them; `runWorker` holds a process that does nothing else.
 */
export interface MonitorMethods {
  /** Rejects with `InvalidInput` for bad input, by the field's name. */
  readonly createMonitor: (monitor: CreateMonitor, options?: CallOptions) => Promise<Monitor>
  /** Oldest first, 25 when `limit` is left out. */
  readonly listMonitors: (options?: ListOptions & CallOptions) => Promise<ReadonlyArray<Monitor>>
  /** Rejects with `MonitorNotFound`. */
  readonly getMonitor: (id: string, options?: CallOptions) => Promise<Monitor>
  /** Changes what is given; `status: "paused"` stops the schedule. Rejects with `MonitorNotFound` and `InvalidInput`. */
  readonly updateMonitor: (id: string, changes: UpdateMonitor, options?: CallOptions) => Promise<Monitor>
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

export const make = ({ run }: Site<Monitors>): MonitorMethods => ({
  createMonitor: (monitor, call) =>
    run(
      Monitors.use((monitors) => monitors.create(monitor)),
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
      Monitors.use((monitors) => monitors.update(id, changes)),
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
