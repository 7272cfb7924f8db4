/** Removes rows that a predicate picks, some at a time; their space is used again once the database has vacuumed it. */
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

interface Erasure<Row> {
  /** The next rows behind this one, in the order of their keys. */
  readonly after: (last: Row | undefined) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  readonly isErased: (row: Row) => boolean
  readonly remove: (rows: ReadonlyArray<Row>) => Effect.Effect<unknown, SqlError>
}

/** Returns how many. Interrupted, it is continued by doing it again. */
export const eraseRows = <Row>({ after, isErased, remove }: Erasure<Row>): Effect.Effect<number, SqlError> =>
  Effect.gen(function* () {
    let count = 0
    for (let last: Row | undefined; ;) {
      const rows = yield* after(last)
      const erased = rows.filter(isErased)
      if (erased.length > 0) yield* remove(erased)
      count += erased.length
      last = rows.at(-1)
      if (last === undefined) return count
    }
  })
