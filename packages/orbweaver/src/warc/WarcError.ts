import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Schema from "effect/Schema"

/** A file is no WARC file, or is damaged. */
export class WarcError extends Schema.TaggedError<WarcError>()("WarcError", {
  /** Where in the uncompressed file, in bytes. */
  offset: Schema.Int,
  detail: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The WARC file cannot be read at byte ${this.offset}: ${this.detail}`
  }
}
