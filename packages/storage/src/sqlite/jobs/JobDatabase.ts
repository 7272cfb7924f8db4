/**
 * What the parts of the job store in SQLite share: transactions over jobs, and
 * what a process remembers of the file.
 */
import type { JobId, JobNotFound } from "@orbweaver/core/model/Job"
import type * as Politeness from "@orbweaver/core/jobs/Politeness"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import type { JobRow } from "../../jobs/JobRow.ts"
import { foundJob } from "../../jobs/foundJob.ts"
import { makeJobMemory } from "../../jobs/JobMemory.ts"
import type { Service as Database } from "../Database.ts"
import type { Sealing } from "../../support/sealing.ts"
import { inTables, type MakeCharges } from "./Charges.ts"
import { makeJobTable } from "./jobTable.ts"
import * as Transaction from "./Transaction.ts"

export type JobDatabase = ReturnType<typeof makeJobDatabase>

export const makeJobDatabase = (
  db: Database,
  limits: Politeness.Limits,
  sealing: Sealing,
  makeCharges: MakeCharges = inTables
) => {
  const memory = makeJobMemory(sealing)
  const { faults, knownPages, signals, specs } = memory
  const table = makeJobTable(db, specs)

  /** Runs the body in a write transaction, saves what it touched, and wakes those who wait for it. */
  const write = <A>(operation: string, body: (tx: Transaction.Transaction) => A): Effect.Effect<A, StoreError> =>
    Effect.flatMap(db.now, (now) => {
      const tx = Transaction.make(db, table, limits, now, makeCharges(db, now))
      return db
        .write(
          operation,
          () => {
            const result = body(tx)
            tx.save()
            return result
          },
          () => tx.jobs().forEach(table.forget)
        )
        .pipe(
          Effect.tap(() => {
            tx.touched.forEach(signals.notify)
            return Effect.andThen(tx.charges.settle, specs.logUnreadable)
          }),
          Effect.tapError((error) =>
            Effect.sync(() => {
              faults.note(error, now)
              // What was remembered as written was not.
              tx.jobs().forEach(knownPages.forget)
            })
          )
        )
    })

  const writeJob = <A>(
    operation: string,
    id: JobId,
    body: (job: JobRow, tx: Transaction.Transaction) => A
  ): Effect.Effect<A, JobNotFound | StoreError> =>
    write(operation, (tx) => {
      const job = tx.job(id)
      return job === undefined ? undefined : { result: body(job, tx) }
    }).pipe(foundJob(id))

  /** What a process remembers of a job that is gone. */
  const forget = (n: number): void => {
    memory.forget(n)
    table.forget(n)
  }

  return { ...memory, db, limits, write, writeJob, table, forget }
}
