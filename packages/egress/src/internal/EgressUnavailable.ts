import * as Schema from "effect/Schema"

/** This runtime replaces the HTTP client by one that ignores the egress policy: nothing is sent. */
export class EgressUnavailable extends Schema.TaggedError<EgressUnavailable>()("EgressUnavailable", {
  detail: Schema.String
}) {
  override get message() {
    return `The HTTP client of this runtime does not obey the egress policy, so no request is made: ${this.detail}`
  }
}
