/**
 * What the stores that are the same in every database ask of one. Their statements are written once, in the SQL that SQLite
 * and PostgreSQL both read: `?` stands for a value, `RETURNING` says what was written, and `CAST` gives sums and counts as
 * numbers.
 */
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

export type Value = string | number | null

/** Statements that ask for nothing but the database: in SQLite they are run in one go, which waits for nothing. */
export type Statements<A> = Effect.Effect<A, SqlError>

export interface Service {
  /** The name of a table, with its schema. */
  readonly table: (name: string) => string
  /** Rows of one statement. */
  readonly rows: <A extends object = Record<string, unknown>>(
    text: string,
    ...values: ReadonlyArray<Value>
  ) => Statements<ReadonlyArray<A>>
  /** Statements that only read. */
  readonly read: <A>(operation: string, statements: Statements<A>) => Effect.Effect<A, StoreError>
  /** Statements that write, each for itself where the database allows it. */
  readonly write: <A>(operation: string, statements: Statements<A>) => Effect.Effect<A, StoreError>
  /** Statements that are written together or not at all. */
  readonly transaction: <A>(operation: string, statements: Statements<A>) => Effect.Effect<A, StoreError>
  /** A column with the text of a JSON value, as the operators for JSON read it. */
  readonly json: (column: string) => string
  /** Condition that a column is true, as partial indexes have it. */
  readonly isTrue: (column: string) => string
  /** The time that all processes of the database agree on, in milliseconds since 1970. */
  readonly now: Effect.Effect<number>
  /** Makes others wait who lock the same name, up to the end of the transaction. */
  readonly lock: (name: string) => Statements<void>
  /** Behind a query for rows to remove: those that somebody else removes are left to them. */
  readonly skipLocked: string
  /** Behind a query for rows that nobody else may change up to the end of the transaction. */
  readonly forUpdate: string
  /** Removes the rows that have these values in these columns; gives how many. */
  readonly remove: (
    table: string,
    columns: ReadonlyArray<string>,
    keys: ReadonlyArray<ReadonlyArray<string>>
  ) => Statements<number>
  /** Leaves nothing of what was removed in files, where the database does not do so by itself. */
  readonly scrub: Effect.Effect<void, StoreError>
}

/** A list to look for a value in, of which none is found in an empty one. */
export const listOf = (values: ReadonlyArray<Value>): string =>
  values.length === 0 ? "(NULL)" : `(${values.map(() => "?").join(", ")})`

export class SqlDatabase extends Context.Service<SqlDatabase, Service>()("@orbweaver/storage/SqlDatabase") {}
