/** Why a format gave nothing. */
import { knowEveryCopy } from "./errorMark.ts"
import * as Schema from "effect/Schema"
import type { Document } from "./Document.ts"
import { nearestName } from "./nearestName.ts"

const isDocument = (value: unknown): value is Document => typeof value === "object" && value !== null

/**
 * A format could not read the page. Where the model is to blame, `model` says so:
 * it could not be reached, or its answer could not be used.
 */
export class FormatError extends Schema.TaggedError<FormatError>()("FormatError", {
  format: Schema.String,
  detail: Schema.String,
  model: Schema.optionalKey(Schema.Literals(["unavailable", "unusable"])),
  /** What the model took all the same. */
  tokens: Schema.optionalKey(Schema.Struct({ input: Schema.Number, output: Schema.Number })),
  /** The page in the other formats, where it was read in any. */
  document: Schema.optionalKey(Schema.declare(isDocument)),
  cause: Schema.optionalKey(Schema.Defect())
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `The ${this.format} format failed: ${this.detail}`
  }
}

/** The caller asked for a format that is not plugged in. */
export class UnknownFormat extends Schema.TaggedError<UnknownFormat>()("UnknownFormat", {
  format: Schema.String,
  known: Schema.Array(Schema.String),
  /** Its place among the formats that were asked for. */
  index: Schema.optionalKey(Schema.Int)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    const near = nearestName(this.format, this.known)
    const hint = near === undefined ? "available" : `did you mean ${near}? Available`
    return `Unknown format ${this.format}; ${hint}: ${this.known.join(", ")}`
  }
}
