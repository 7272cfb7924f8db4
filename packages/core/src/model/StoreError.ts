/**
 * A store that we depend on (cache, jobs, ledger, queue) did not answer.
 *
 * Always an infrastructure fault: callers retry or give up, they do not branch
 * on it. Facts about the data, such as a missing job, have their own errors.
 */
import * as Schema from "effect/Schema"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  /** The port and method that failed, such as `JobStore.append`. */
  operation: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.operation} failed`
  }
}
