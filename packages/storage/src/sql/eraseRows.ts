/** Removes rows that a predicate picks, some at a time. */
import * as Effect from "effect/Effect"
import type { Service, Statements } from "./SqlDatabase.ts"

interface Erasure<Row> {
  /** The next rows behind this one, in the order of their keys. */
  readonly after: (last: Row | undefined) => Statements<ReadonlyArray<Row>>
  readonly isErased: (row: Row) => boolean
  readonly remove: (rows: ReadonlyArray<Row>) => Statements<unknown>
}

/** Returns how many. Interrupted, it is continued by doing it again. */
export const eraseRows = Effect.fnUntraced(function* <Row>(
  db: Service,
  operation: string,
  { after, isErased, remove }: Erasure<Row>
) {
  let count = 0
  for (let last: Row | undefined; ;) {
    const rows = yield* db.read(operation, after(last))
    const erased = rows.filter(isErased)
    if (erased.length > 0) yield* db.transaction(operation, remove(erased))
    count += erased.length
    last = rows.at(-1)
    if (last === undefined) break
    yield* Effect.yieldNow
  }
  yield* db.scrub
  return count
})
