import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/** Waiting was given up; the job, or the check of a monitor, goes on under its id. */
export class WaitTimedOut extends Schema.TaggedError<WaitTimedOut>()("WaitTimedOut", {
  /** The job or check that was waited for. */
  id: Schema.String,
  /** How long it was waited for, in milliseconds. */
  ms: Schema.Finite
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `${this.id} did not end within ${Duration.format(Duration.millis(this.ms))}; it goes on`
  }
}
