/** Brings rows that were stored in the clear, or under an older key, under the key of now. */
import * as Effect from "effect/Effect"
import type { StoreError } from "@orbweaver/core/model/StoreError"

export interface SealedTable {
  /** Ids behind this one in their order, with the names of their keys. */
  readonly keysAfter: (
    id: string,
    count: number
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly sealedBy: string | null }>, StoreError>
  /** Stores the row under the key of now; false where its own key is missing. */
  readonly reseal: (id: string) => Effect.Effect<boolean, StoreError>
}

/** Rows that are looked at in one statement. */
const atOnce = 500

/** Goes through the rows once. What is stored meanwhile is under the key of now already. */
export const resealRows = Effect.fnUntraced(function* (
  what: string,
  sealsBy: string,
  { keysAfter, reseal }: SealedTable
) {
  let resealed = 0
  const missing = new Map<string, number>()
  for (let last = ""; ;) {
    const rows = yield* keysAfter(last, atOnce)
    for (const { id, sealedBy } of rows) {
      if (sealedBy === sealsBy) continue
      if (yield* reseal(id)) resealed += 1
      else if (sealedBy !== null) missing.set(sealedBy, (missing.get(sealedBy) ?? 0) + 1)
      yield* Effect.yieldNow
    }
    const end = rows.at(-1)
    if (end === undefined) break
    last = end.id
  }
  if (resealed > 0) yield* Effect.logInfo(`Encrypted ${what} with the key ${sealsBy}`, { rows: resealed })
  for (const [key, rows] of missing) {
    yield* Effect.logWarning(`Some ${what} cannot be read: the key ${key} is not among the \`encryptionKeys\``, {
      rows
    })
  }
})
