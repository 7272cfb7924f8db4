/** A selector of the caller that cannot be used: it does not parse, is not supported, or costs too much on this page. */
import * as Schema from "effect/Schema"

export class InvalidSelector extends Schema.TaggedError<InvalidSelector>()("InvalidSelector", {
  selector: Schema.String,
  detail: Schema.String
}) {
  override get message() {
    return `The selector ${JSON.stringify(this.selector)} cannot be used: ${this.detail}`
  }
}
