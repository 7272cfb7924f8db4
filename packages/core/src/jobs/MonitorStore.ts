/**
 * Port: monitors and their checks, for schedules that outlive processes.
 *
 * A monitor runs again by a schedule; each run is a check. What a monitor and a check say is the JSON of who uses the
 * port; the store knows when a monitor is due, begins each tick once over any number of processes, and lends open checks
 * to one process at a time. Given by the stores of jobs. Contract: `MonitorStoreSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { StoreError } from "../model/StoreError.ts"
import type { Outbox } from "./Webhooks.ts"

export interface StoredMonitor {
  readonly id: string
  readonly accountId: string
  /** Milliseconds since the epoch; absent while it is paused. */
  readonly nextRunAt?: number | undefined
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly value: Schema.Json
}

export interface StoredCheck {
  readonly id: string
  readonly monitorId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Whether there is still something to do for it. */
  readonly open: boolean
  readonly value: Schema.Json
}

/** A check that is lent, and whose it is. */
export interface LentCheck extends StoredCheck {
  readonly accountId: string
}

/** An event of a check, for the webhook of its monitor. */
export interface Notification {
  /** The same over all attempts. */
  readonly id: string
  readonly monitorId: string
  readonly checkId: string
  /** It is sent once each other one of its check was delivered or has failed once. */
  readonly isLast: boolean
  readonly post: {
    readonly url: string
    readonly headers: { readonly [name: string]: string }
    readonly body: string
  }
}

export interface LentNotification extends Notification {
  /** 1 for the first. */
  readonly attempt: number
}

/** What is left of the events of a check; all others were delivered. */
export interface NotificationCounts {
  readonly waiting: number
  /** Those that wait and have not failed yet. */
  readonly untried: number
  /** Dead letters. */
  readonly failed: number
}

/** How many checks of each account a process works on at most. */
export interface CheckQuota {
  readonly perAccount: number
  /** Checks that it works on now, by their accounts. */
  readonly busy: ReadonlyMap<string, number>
}

/** A part of a list. */
export interface Slice {
  readonly limit: number
  /** Entries that are passed over. The store reads them, so whoever reads a long list gives `after` instead. */
  readonly offset: number
  /** The list begins behind this entry, which may be gone by now. */
  readonly after?: Place | undefined
}

/** Where an entry stands in its list: by its time, and by its id among those of one time. */
export interface Place {
  readonly id: string
  readonly createdAt: number
}

/** Stands before all entries. */
export const firstPlace: Place = { id: "", createdAt: -1 }
/** Stands behind all entries. */
export const lastPlace: Place = { id: "", createdAt: Number.MAX_SAFE_INTEGER }

export interface Tick {
  readonly monitorId: string
  /** `nextRunAt` of the monitor as it was read: the tick is begun by whoever moves it first. */
  readonly at: number
  /** The tick after it. */
  readonly nextRunAt: number
  readonly check: StoredCheck
  /** Added in place of `check` where the monitor has an open check. */
  readonly overlapping: StoredCheck
}

export interface MonitorChange {
  /** The next run stays as it is when absent; `null` for none. */
  readonly nextRunAt?: number | null | undefined
  readonly value: Schema.Json
}

export interface Service {
  /** Writes a monitor; one of the same id is replaced. */
  readonly save: (monitor: StoredMonitor) => Effect.Effect<void, StoreError>
  /**
   * Changes a monitor, and gives it as it is then; nothing when it is gone. Where somebody else changes it meanwhile, the
   * change is made again to what that one wrote, so that neither is lost.
   */
  readonly update: <E = never, R = never>(
    accountId: string,
    id: string,
    change: (monitor: StoredMonitor) => Effect.Effect<MonitorChange, E, R>
  ) => Effect.Effect<StoredMonitor | undefined, E | StoreError, R>
  readonly get: (accountId: string, id: string) => Effect.Effect<StoredMonitor | undefined, StoreError>
  /** The monitor, whoever's it is: for processes that run it. */
  readonly find: (id: string) => Effect.Effect<StoredMonitor | undefined, StoreError>
  /** Monitors of an account, oldest first. */
  readonly list: (accountId: string, slice: Slice) => Effect.Effect<ReadonlyArray<StoredMonitor>, StoreError>
  /** Removes a monitor and its checks; whether there was one. */
  readonly remove: (accountId: string, id: string) => Effect.Effect<boolean, StoreError>
  /** Monitors of all accounts whose next run has come, the longest overdue first. */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<StoredMonitor>, StoreError>
  /** Moves the monitor to its next tick and adds the check, in one transaction; false where another process was first. */
  readonly begin: (tick: Tick) => Effect.Effect<boolean, StoreError>
  /**
   * Adds an open check to a monitor that has none, in one transaction. Gives the one that is open then, this one or
   * another; nothing when the monitor is gone.
   */
  readonly startCheck: (check: StoredCheck) => Effect.Effect<StoredCheck | undefined, StoreError>
  /** Adds a check, or replaces what it says; `false` when its monitor is gone. */
  readonly saveCheck: (check: StoredCheck) => Effect.Effect<boolean, StoreError>
  readonly check: (monitorId: string, id: string) => Effect.Effect<StoredCheck | undefined, StoreError>
  /** Checks of a monitor, the latest first. */
  readonly checks: (monitorId: string, slice: Slice) => Effect.Effect<ReadonlyArray<StoredCheck>, StoreError>
  /** The check of a monitor that has not ended, the oldest of several. */
  readonly openCheck: (monitorId: string) => Effect.Effect<StoredCheck | undefined, StoreError>
  /**
   * Lends open checks to the caller alone for so many milliseconds: those of accounts with the fewest lent to the caller
   * first, then those that have waited longest, since they were created or since their last lease. No account gets more
   * than its quota.
   */
  readonly take: (
    now: number,
    leaseMs: number,
    limit: number,
    quota?: CheckQuota
  ) => Effect.Effect<ReadonlyArray<LentCheck>, StoreError>
  /** Moves the end of a check's lease, in milliseconds since the epoch: further away as a heartbeat, or nearer. */
  readonly heartbeat: (id: string, leaseUntil: number) => Effect.Effect<void, StoreError>
  /**
   * Ends an open check, which `check` says, and adds its events to the outbox, in one transaction: whoever ends it again
   * after a crash adds nothing. `false` when it has ended already, or its monitor is gone.
   */
  readonly conclude: (
    check: StoredCheck,
    notifications: ReadonlyArray<Notification>
  ) => Effect.Effect<boolean, StoreError>
  /** Events of checks that wait to be sent. They go with their check, and a dead letter keeps no body. */
  readonly outbox: Outbox<LentNotification>
  readonly notificationCounts: (checkId: string) => Effect.Effect<NotificationCounts, StoreError>
  /** Removes checks of the monitor that are done and older than this; milliseconds since the epoch. */
  readonly forget: (monitorId: string, before: number) => Effect.Effect<void, StoreError>
  /** Removes monitors with their checks, and checks of other monitors, so that nothing of them is left in the store. */
  readonly erase: (erasure: MonitorErasure) => Effect.Effect<ErasedMonitors, StoreError>
}

/** Which monitors, checks and waiting events are erased. A check is asked about where its monitor stays, an event where its check does. */
export interface MonitorErasure {
  readonly monitor: (monitor: StoredMonitor) => boolean
  readonly check: (check: StoredCheck) => boolean
  readonly notification: (notification: Notification) => boolean
}

export interface ErasedMonitors {
  readonly monitors: number
  /** Those of the erased monitors included. */
  readonly checks: number
}

/** Any number of checks of each account. */
export const noQuota: CheckQuota = { perAccount: Infinity, busy: new Map() }

export class MonitorStore extends Context.Service<MonitorStore, Service>()("@orbweaver/core/MonitorStore") {}
