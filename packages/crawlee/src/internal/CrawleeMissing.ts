import * as Schema from "effect/Schema"

/** A package of Crawlee that is wanted is not installed. */
export class CrawleeMissing extends Schema.TaggedError<CrawleeMissing>()("CrawleeMissing", {
  package: Schema.String
}) {
  override get message(): string {
    return `${this.package} is not installed: npm install ${this.package}`
  }
}
