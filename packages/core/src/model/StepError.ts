/** Why a step of the application gave nothing. */
import { knowEveryCopy } from "./errorMark.ts"
import * as Schema from "effect/Schema"

/** A step failed on a page, which is then not charged. */
export class StepError extends Schema.TaggedError<StepError>()("StepError", {
  step: Schema.String,
  url: Schema.String,
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The step ${this.step} failed on ${this.url}: ${this.detail}`
  }
}
