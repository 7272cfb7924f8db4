/** What `defineFormat`, `defineStep` and `defineParser` are given. */
import { checkOptions, type OptionSchemas } from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"

/** Throws `InvalidInput` for what is no definition, and for members that are missing, unknown or of another kind. */
export const checkDefinition = <D extends object>(
  kind: "format" | "parser" | "step",
  schemas: OptionSchemas<D>,
  given: D,
  required: ReadonlyArray<keyof D & string>
): void => {
  checkOptions(kind, schemas, given ?? {})
  const missing = required.find((name) => given?.[name] === undefined)
  if (missing !== undefined) throw invalid(kind, [missing], "Missing")
}
