/** Removes rows that a predicate picks, some at a time, so that nothing of them is left in the file. */
import * as Effect from "effect/Effect"
import type { Row, Service as Database } from "./Database.ts"

interface Erasure {
  /** The next rows behind this one, in the order of their keys. */
  readonly after: (last: Row | undefined) => ReadonlyArray<Row>
  readonly isErased: (row: Row) => boolean
  readonly remove: (row: Row) => unknown
}

/** Returns how many. Interrupted, it is continued by doing it again. */
export const eraseRows = Effect.fnUntraced(function* (
  db: Database,
  operation: string,
  { after, isErased, remove }: Erasure
) {
  let count = 0
  for (let last: Row | undefined; ;) {
    const rows = yield* db.read(operation, () => after(last))
    const erased = rows.filter(isErased)
    if (erased.length > 0) {
      yield* db.write(operation, () => erased.forEach(remove))
      db.erased()
    }
    count += erased.length
    last = rows.at(-1)
    if (last === undefined) break
    yield* Effect.yieldNow
  }
  yield* db.scrub
  return count
})
