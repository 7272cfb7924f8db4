/**
 * A store that we depend on (cache, jobs, ledger, queue) did not do what it was
 * asked.
 *
 * Always an infrastructure fault. Facts about the data, such as a missing job,
 * have their own errors.
 */
import { knowEveryCopy } from "./errorMark.ts"
import * as Schema from "effect/Schema"

/**
 * Why the store failed: it does not answer, it has no space left, it refuses
 * the values as they are (asking again does not help), it is not set up as it
 * must be (its operator has to correct a key, a right, a name), what it holds
 * under this name cannot be read, or something else.
 */
export const StoreErrorKind = Schema.Literals(["unavailable", "full", "rejected", "misconfigured", "damaged", "other"])
export type StoreErrorKind = typeof StoreErrorKind.Type

/** The store could not read or write. */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  /** The port and method that failed, such as `JobStore.append`. */
  operation: Schema.String,
  cause: Schema.Defect(),
  /** `other` when absent. */
  kind: Schema.optionalKey(StoreErrorKind),
  /** For the operator of a store that cannot be opened: where it is, why it failed and what to do. Holds no password. */
  detail: Schema.optionalKey(Schema.String)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `${this.operation} failed${this.detail === undefined ? texts[this.kind ?? "other"] : `: ${this.detail}`}`
  }
}

/** Whether the store does not answer, or has no space left, for now. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreError && (error.kind === "unavailable" || error.kind === "full")

const texts: Readonly<Record<StoreErrorKind, string>> = {
  unavailable: ": the store does not answer",
  full: ": the store has no space left",
  rejected: ": the store refuses the values",
  misconfigured: ": the store is not set up as it must be",
  damaged: ": what is stored cannot be read",
  other: ""
}
