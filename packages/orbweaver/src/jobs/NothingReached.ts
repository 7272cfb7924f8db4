import { knowEveryCopy } from "@orbweaver/core/internal/model/errorMark"
import * as Schema from "effect/Schema"

/** A crawl or batch ended without one page: what its first page failed with. */
export class NothingReached extends Schema.TaggedError<NothingReached>()("NothingReached", {
  /** The job, whose errors can still be read. */
  id: Schema.String,
  /** The page that failed first. */
  url: Schema.String,
  /** Short machine-readable cause, such as `SCRAPE_DNS_RESOLUTION_ERROR`. */
  code: Schema.optionalKey(Schema.String),
  detail: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `No page was reached. ${this.url}: ${this.detail}`
  }
}
