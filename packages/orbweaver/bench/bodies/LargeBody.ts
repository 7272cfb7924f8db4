import { Schema } from "effect"

/** A large body of a request, said in few words: what it begins with, what is repeated, and what it ends with. */
export const LargeBody = Schema.Struct({
  path: Schema.String,
  type: Schema.String,
  before: Schema.String,
  /** `#` becomes the number of the repetition. */
  unit: Schema.NonEmptyString,
  separator: Schema.String,
  after: Schema.String,
  /** At most, but for one unit. */
  bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
})
export type LargeBody = typeof LargeBody.Type

/** As many whole repetitions as fit; at least one. */
export const textOf = ({ after, before, bytes, separator, unit }: LargeBody): string => {
  const room = bytes - before.length - after.length
  const parts: Array<string> = []
  for (let size = 0, at = 0; at === 0 || size < room; at++) {
    const part = unit.includes("#") ? unit.replaceAll("#", String(at)) : unit
    size += part.length + separator.length
    if (at > 0 && size > room) break
    parts.push(part)
  }
  return before + parts.join(separator) + after
}
