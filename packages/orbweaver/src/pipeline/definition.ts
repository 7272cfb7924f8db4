/**
 * What `defineFormat`, `defineStep` and `defineParser` give: the definition itself, which holds nothing of Effect, so that
 * every copy of the library in a process reads it alike.
 */
import { checkOptions, type OptionSchemas } from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { type DefinitionKind, definitionMark } from "./definitionMark.ts"

/** A definition that was checked. */
export interface Defined<Kind extends DefinitionKind> {
  /** What it defines. */
  readonly [definitionMark]: Kind
}

/** Throws `InvalidInput` for what is no definition, and for members that are missing, unknown or of another kind. */
export const define = <Kind extends DefinitionKind, D extends object>(
  kind: Kind,
  schemas: OptionSchemas<NoInfer<D>>,
  given: D,
  required: ReadonlyArray<keyof D & string>
): D & Defined<Kind> => {
  checkOptions(kind, schemas, given ?? {})
  const missing = required.find((name) => given?.[name] === undefined)
  if (missing !== undefined) throw invalid(kind, [missing], "Missing")
  return { ...given, [definitionMark]: kind }
}
