/**
 * Jobs in the memory of this process, gone with it: the adapter of `JobStore`,
 * `Frontier`, `JobQueue` and `WebhookOutbox` that needs nothing installed.
 *
 * Every call runs in one turn of the event loop, so every call is a
 * transaction. Costs do not grow with the number of pages.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import { Frontier } from "./Frontier.ts"
import { makeFrontier } from "./memory/frontier.ts"
import { makeJobs } from "./memory/Jobs.ts"
import { makeMonitors } from "./memory/monitors.ts"
import { makeOutbox } from "./memory/outbox.ts"
import { makeQueue } from "./memory/queue.ts"
import { makeResultMemory, type Overflow } from "./memory/resultMemory.ts"
import { makeStore } from "./memory/store.ts"
import { JobQueue } from "./JobQueue.ts"
import { type JobStores, JobStore } from "./JobStore.ts"
import { Ledger } from "../accounts/Ledger.ts"
import { inTurns } from "../support/turns.ts"
import * as Politeness from "./Politeness.ts"
import { MonitorStore } from "./MonitorStore.ts"
import { makeShareReading } from "./watchedReading.ts"
import { WebhookOutbox } from "./Webhooks.ts"

export type { Overflow } from "./memory/resultMemory.ts"

export interface Options {
  readonly politeness?: Partial<Politeness.Limits> | undefined
  /** Where documents go that find no room in memory; all stay in memory when absent. */
  readonly overflow?: Overflow | undefined
  /** Characters of documents in memory before the oldest go to the overflow. Default: 32 Mi. */
  readonly maxLength?: number | undefined
}

/** The ports over one memory. Debits go to the `Ledger`. */
export const layer = (options: Options = {}): Layer.Layer<JobStores, never, Ledger> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const run = yield* FiberSet.makeRuntime()
      const outbox = makeOutbox()
      const results = makeResultMemory({ ...options, inBackground: (begin) => void run(inTurns(begin)) })
      const jobs = makeJobs({ ...Politeness.defaults, ...options.politeness }, outbox, results)
      return Context.empty().pipe(
        Context.add(JobStore, makeStore(jobs, yield* makeShareReading)),
        Context.add(Frontier, makeFrontier(jobs, ledger)),
        Context.add(JobQueue, makeQueue(jobs)),
        Context.add(WebhookOutbox, outbox.service),
        Context.add(MonitorStore, makeMonitors())
      )
    })
  )
