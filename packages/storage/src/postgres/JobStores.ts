/**
 * Jobs in PostgreSQL: `JobStore`, `Frontier`, `JobQueue` and `WebhookOutbox`
 * over `PostgresDatabase`. Any number of processes may work on one crawl.
 *
 * Transactions lock in one
 * order: jobs, hosts, pages. An account's limit is exact while it has at most
 * eight running jobs.
 */
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { type JobStores, JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { makeShareReading } from "@orbweaver/core/internal/jobs/watchedReading"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeFrontier } from "./jobs/frontier.ts"
import { makeJobDatabase } from "./jobs/JobDatabase.ts"
import { makeStore } from "../sql/jobs/store.ts"
import { makeMonitors } from "../sql/monitors.ts"
import { sqlOf } from "./sql.ts"
import { makeOutbox } from "./jobs/outbox.ts"
import { PostgresDatabase } from "./Database.ts"
import { makeQueue } from "./jobs/queue.ts"
import { type EncryptionKeys, makeSealing } from "../support/sealing.ts"
import { resealJobs } from "../jobs/resealJobs.ts"
import { sealedTables } from "../sql/sealedTables.ts"
import { lookAtEvents, tablesOf } from "./jobs/tables.ts"

export interface Options {
  readonly politeness?: Partial<Politeness.Limits> | undefined
  /** Encrypt what jobs and monitors were asked; the first key encrypts, all decrypt. Default: none, nothing is encrypted. */
  readonly encryptionKeys?: EncryptionKeys | undefined
}

export const layer = (options: Options = {}): Layer.Layer<JobStores, StoreError, PostgresDatabase> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const db = yield* PostgresDatabase
      const sealing = makeSealing(options.encryptionKeys)
      const jobs = makeJobDatabase(db, { ...Politeness.defaults, ...options.politeness }, sealing)
      yield* resealJobs(sealing, sealedTables(sqlOf(db), sealing))
      yield* jobs.eventLook.start(lookAtEvents(jobs))
      yield* jobs.listen
      const frontier = makeFrontier(jobs)
      const tables = tablesOf(jobs)
      const store = makeStore(tables, frontier, yield* makeShareReading)
      return Context.empty().pipe(
        Context.add(JobStore, store),
        Context.add(Frontier, frontier),
        Context.add(JobQueue, makeQueue(jobs, tables, store)),
        Context.add(WebhookOutbox, makeOutbox(jobs)),
        Context.add(MonitorStore, makeMonitors(sqlOf(db), sealing))
      )
    })
  )
