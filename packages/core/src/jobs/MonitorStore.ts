/**
 * Port: monitors, for schedules that outlive processes.
 *
 * A monitor runs again by a schedule; each run is a check, which is a job (`JobStore.checks`). What a monitor says is the
 * JSON of who uses the port; the store knows when a monitor is due. Given by the stores of jobs. Contract:
 * `MonitorStoreSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { StoreError } from "../model/StoreError.ts"

export interface StoredMonitor {
  readonly id: string
  readonly accountId: string
  /** Milliseconds since the epoch; absent while it is paused. */
  readonly nextRunAt?: number | undefined
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly value: Schema.Json
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
  /** `nextRunAt` of the monitor as it was read. */
  readonly at: number
  /** The tick after it. */
  readonly nextRunAt: number
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
  /** Removes a monitor; whether there was one. Its checks stay. */
  readonly remove: (accountId: string, id: string) => Effect.Effect<boolean, StoreError>
  /** Monitors of all accounts whose next run has come, the longest overdue first. */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<StoredMonitor>, StoreError>
  /** Moves the monitor to its next tick; false where somebody else was first, or has changed when it runs. */
  readonly moveTick: (tick: Tick) => Effect.Effect<boolean, StoreError>
  /** Removes monitors, and events of checks that wait to be sent, so that nothing of them is left in the store; gives how many monitors. */
  readonly erase: (erasure: MonitorErasure) => Effect.Effect<number, StoreError>
}

/** Which monitors and waiting events are erased. An event is asked about where its monitor stays. */
export interface MonitorErasure {
  readonly monitor: (monitor: StoredMonitor) => boolean
  readonly event: (event: WaitingEvent) => boolean
}

/** An event of a check, on its way to a webhook (`EventPost`). */
export interface WaitingEvent {
  readonly accountId: string
  /** Where it is sent, and what is sent. */
  readonly text: string
}

export class MonitorStore extends Context.Service<MonitorStore, Service>()("@orbweaver/core/MonitorStore") {}
