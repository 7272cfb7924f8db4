/** The error of an erasure, apart from what erases. */
import { knowEveryCopy } from "../model/errorMark.ts"
import * as Schema from "effect/Schema"

/** What is to be erased is still being made: cancel these jobs, or wait for them, and erase again. */
export class ErasureBlocked extends Schema.TaggedError<ErasureBlocked>()("ErasureBlocked", {
  /** Jobs and checks of monitors that have not ended. */
  ids: Schema.Array(Schema.String)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `Nothing was erased, because these jobs have not ended: ${this.ids.join(", ")}. Cancel them, or wait for them, and erase again.`
  }
}
