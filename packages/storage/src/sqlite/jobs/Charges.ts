/** Where the debits of a transaction go: into the tables of the same file, or to a ledger of this process. */
import type { Debit, Service as Ledger } from "@orbweaver/core/accounts/Ledger"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { debitValues, insertDebit } from "../../sql/Ledger.ts"
import type { Service as Database } from "../Database.ts"

export interface Charges {
  readonly debit: (debits: ReadonlyArray<Debit>) => void
  /** Nothing is charged: what was set aside is free again. */
  readonly release: (debits: ReadonlyArray<Debit>) => void
  /** What is left to do once the transaction is written. */
  readonly settle: Effect.Effect<void, StoreError>
}

/** Makes the charges of one transaction, at its time. */
export type MakeCharges = (db: Database, now: number) => Charges

const insertion = insertDebit("debit")

/** Written with the pages, or not at all. */
export const inTables: MakeCharges = (db, now) => {
  const release: Charges["release"] = (debits) => {
    for (const { id } of debits) db.run("DELETE FROM hold WHERE id = ?", id)
  }
  return {
    debit: (debits) => {
      release(debits)
      for (const debit of debits) db.run(insertion, ...debitValues(debit, now))
    },
    release,
    settle: Effect.void
  }
}

/** For a database that ends with its process, as the ledger does. */
export const byLedger =
  (ledger: Ledger): MakeCharges =>
  () => {
    const owed: Array<Effect.Effect<unknown, StoreError>> = []
    return {
      debit: (debits) => owed.push(...debits.map(ledger.debit)),
      release: (debits) => owed.push(...debits.map(({ id }) => ledger.refund(id))),
      settle: Effect.suspend(() => Effect.all(owed, { discard: true }))
    }
  }
