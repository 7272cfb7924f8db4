/**
 * Which personal data is taken out of a page, and what stands in its place (docs/reference/v2.md §4). Names of the
 * entities, modes and styles are those of the clients.
 */
import * as Schema from "effect/Schema"

export const Entity = Schema.Literals(["PERSON", "EMAIL", "PHONE", "LOCATION", "FINANCIAL", "SECRET"])
export type Entity = typeof Entity.Type

export const RedactPII = Schema.Struct({
  /**
   * `fast` is rules alone; `accurate` also asks the model, where one is configured, for names and postal addresses;
   * `aggressive` takes numbers that only look like phone numbers as well. Default: `accurate`.
   */
  mode: Schema.optionalKey(Schema.Literals(["accurate", "aggressive", "fast"])),
  /** What is looked for. Default: everything. */
  entities: Schema.optionalKey(Schema.Array(Entity).check(Schema.isMaxLength(Entity.literals.length))),
  /** `tag` writes `<EMAIL>`, `mask` as many `*`, `remove` nothing. Default: `tag`. */
  replaceStyle: Schema.optionalKey(Schema.Literals(["tag", "mask", "remove"]))
})

/** The options with every default filled in. */
export interface Redaction {
  readonly mode: "accurate" | "aggressive" | "fast"
  readonly entities: ReadonlyArray<Entity>
  readonly replaceStyle: "tag" | "mask" | "remove"
}

/** `true` is everything by default; `false` is nothing. */
export const redactionOf = (given: boolean | typeof RedactPII.Type): Redaction | undefined => {
  if (given === false) return undefined
  const { entities = Entity.literals, mode = "accurate", replaceStyle = "tag" } = given === true ? {} : given
  return { entities, mode, replaceStyle }
}
