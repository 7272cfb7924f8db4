/**
 * What the crash suite is run on: stores, and how they can fail.
 *
 * A target is the export `target` of a module, because the processes of a crawl
 * import it too.
 */
import type { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { JobStores } from "@orbweaver/core/jobs/JobStore"
import type * as Layer from "effect/Layer"
import type { Random } from "./random.ts"

export interface CrashTarget {
  readonly name: string
  /** The stores of one process. Hosts should be no limit: give the frontier a high `concurrency` for each. */
  readonly stores: (location: string, orders: StoreOrders) => Layer.Layer<JobStores | Ledger, unknown>
  /** Makes an empty place for one crawl. */
  readonly open: (seed: number) => Promise<Place>
  /** Ends what all crawls shared, such as a database server. */
  readonly close?: () => Promise<void>
}

/** Where the jobs of one crawl are kept. */
export interface Place {
  /** What the processes of the crawl are given. */
  readonly location: string
  /** What the suite itself reads the outcome by, past the faults; `location` when absent. */
  readonly direct?: string | undefined
  /** What can happen to these stores, beside what can happen to processes. */
  readonly faults: ReadonlyArray<Fault>
  readonly close: () => Promise<void>
}

/** How the stores of a process fail from its start on. */
export interface StoreOrders {
  /** Orders of the target's own faults, by their names. */
  readonly store?: Readonly<Record<string, number>> | undefined
  /** Called around each commit, where the target knows of them; the process may not outlive the call. */
  readonly aroundCommit?: { readonly before: () => void; readonly after: () => void } | undefined
}

/** How a process is started again. */
export interface Restart extends Pick<StoreOrders, "store"> {
  /** Named point at which it kills itself. */
  readonly point?: string | undefined
  /** Which time of the point, counted from 1. */
  readonly times?: number | undefined
  /** Largest file that it may write, in bytes (`ulimit -f`); no limit when absent. */
  readonly maxFileBytes?: number | undefined
}

/** A running crawl, for a fault to happen to. */
export interface World {
  readonly random: Random
  /** The server has number 0, the workers have those after it. */
  readonly processes: number
  /** Kills the process with this number, and starts it again; resolves with what waits for its end. */
  readonly restart: (number: number, orders: Restart) => Promise<{ readonly ended: Promise<unknown> }>
  /** Sets the clock of one process, or of all, so many milliseconds ahead of the real one. */
  readonly shiftClock: (millis: number, number?: number) => void
}

export interface Fault {
  readonly name: string
  /** How many processes are killed. */
  readonly kills: (world: World) => number
  /** Resolves when the fault is over. */
  readonly happen: (world: World) => Promise<void>
}
