/** Inputs of tools that are options, derived from the definition of each: a new option is an input without a change here. */
import * as Schema from "effect/Schema"
import {
  type AnyOption,
  definitionOf,
  type OptionFields,
  textWithUnit
} from "@orbweaver/core/internal/model/optionDefinition"

/**
 * The options that language models may set, as fields of a tool's parameters. `defaults` are what the tool asks for where
 * the model says nothing. The types leave the fields out: what is given goes to the reader of the options as it is.
 */
export const optionInputs = (fields: OptionFields, defaults: Readonly<Record<string, unknown>> = {}): {} =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      definitionOf(field)?.tool === false ? [] : [[name, inputOf(field, defaults[name])]]
    )
  )

const inputOf = (field: AnyOption, own: unknown): Schema.Top => {
  const definition = definitionOf(field)
  if (definition === undefined) return field
  const value: unknown = own ?? definition.default
  const isEmpty = value === undefined || ["[]", "{}"].includes(JSON.stringify(value))
  const meaning = isEmpty ? definition.otherwise : typeof value === "string" ? value : JSON.stringify(value)
  const text = textWithUnit(definition)
  const description = meaning === undefined || meaning === "none" ? text : `${text} (default ${meaning})`
  return Schema.optionalKey(field.schema.annotate({ description }))
}
