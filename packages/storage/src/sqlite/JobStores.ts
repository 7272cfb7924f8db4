/**
 * Jobs in one SQLite file: `JobStore`, `Frontier`, `JobQueue` and
 * `WebhookOutbox` over `SqliteDatabase`.
 *
 * The file is the truth: processes may come and go, also several at a time. A
 * process remembers fingerprints of addresses that it knows to be in the file,
 * which saves the statement for most links and costs nothing when forgotten.
 * Long work (ending, settling, sweeping) goes in short transactions, so the
 * event loop is never held for long.
 */
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { JobQueue } from "@orbweaver/core/jobs/JobQueue"
import { type JobStores, JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { makeShareReading } from "@orbweaver/core/internal/jobs/watchedReading"
import * as Politeness from "@orbweaver/core/jobs/Politeness"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./Database.ts"
import type { MakeCharges } from "./jobs/Charges.ts"
import { makeFrontier } from "./jobs/frontier.ts"
import { makeJobDatabase } from "./jobs/JobDatabase.ts"
import { makeStore } from "../sql/jobs/store.ts"
import { makeMonitors } from "../sql/monitors.ts"
import { sqlOf } from "./sql.ts"
import { makeOutbox } from "./jobs/outbox.ts"
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

export const layer = (options: Options = {}): Layer.Layer<JobStores, never, SqliteDatabase> =>
  Layer.effectContext(make(options))

/** The stores over one database; debits go into its tables unless `charges` says where. */
export const make = Effect.fnUntraced(function* ({ encryptionKeys, politeness }: Options, charges?: MakeCharges) {
  const db = yield* SqliteDatabase
  const sealing = makeSealing(encryptionKeys)
  const jobs = makeJobDatabase(db, { ...Politeness.defaults, ...politeness }, sealing, charges)
  yield* resealJobs(sealing, sealedTables(sqlOf(db), sealing))
  yield* jobs.eventLook.start(lookAtEvents(jobs))
  const tables = tablesOf(jobs)
  const frontier = makeFrontier(jobs)
  return Context.empty().pipe(
    Context.add(JobStore, makeStore(tables, frontier, yield* makeShareReading)),
    Context.add(Frontier, frontier),
    Context.add(JobQueue, makeQueue(jobs, tables)),
    Context.add(WebhookOutbox, makeOutbox(jobs)),
    Context.add(MonitorStore, makeMonitors(sqlOf(db), sealing))
  )
})
