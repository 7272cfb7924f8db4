/** A page that could not be converted off the request thread. */
import * as Schema from "effect/Schema"

export class ConversionFailed extends Schema.TaggedError<ConversionFailed>()("ConversionFailed", {
  /**
   * `crashed`: the worker ended without an answer, out of memory for instance. `timeout`: it took longer than it may.
   * `busy`: too many pages are already waiting. `failed`: the conversion threw.
   */
  reason: Schema.Literals(["crashed", "timeout", "busy", "failed"]),
  detail: Schema.String
}) {
  override get message() {
    return `The page could not be converted: ${this.detail}`
  }
}
