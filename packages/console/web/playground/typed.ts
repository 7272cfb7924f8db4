/** Options as they are typed, and what they mean. */
import { labelOf } from "./optionLabels.ts"
import type { OptionField } from "./request.ts"

/** Values as they are typed, by option; what is empty is left out of the request. */
export type Typed = Readonly<Record<string, string>>

/** What is wrong with inputs, by the name of the option. */
export type FieldProblems = Readonly<Record<string, string>>

/** An input that cannot be read as it is typed; `option` names it. */
export class InvalidOption extends Error {
  override readonly name = "InvalidOption"
  readonly option: string
  constructor(option: string, message: string) {
    super(message)
    this.option = option
  }
}

/** The option's value, or why it is none. */
export const readValue = (
  { form, maximum, minimum }: OptionField,
  typed: string
): { readonly value: unknown } | { readonly problem: string } => {
  const text = typed.trim()
  switch (form) {
    case "boolean":
      return { value: text === "true" }
    case "integer":
    case "number": {
      const value = Number(text)
      if (!Number.isFinite(value) || (form === "integer" && !Number.isInteger(value))) {
        return { problem: `is no ${form === "integer" ? "whole number" : "number"}` }
      }
      if (minimum !== undefined && value < minimum) return { problem: `is at least ${minimum}` }
      if (maximum !== undefined && value > maximum) return { problem: `is at most ${maximum}` }
      return { value }
    }
    case "list":
      return {
        value: text
          .split(/[\n,]/)
          .map((item) => item.trim())
          .filter(Boolean)
      }
    case "json":
      try {
        return { value: JSON.parse(text) as unknown }
      } catch {
        return { problem: "is not valid JSON" }
      }
    case "choice":
    case "text":
      return { value: text }
  }
}

/** Everything that was typed as options; throws `InvalidOption` where something cannot be read. */
export const readOptions = (fields: ReadonlyArray<OptionField>, typed: Typed): Record<string, unknown> => {
  const options: Record<string, unknown> = {}
  for (const field of fields) {
    const text = typed[field.name]
    if (text === undefined || text.trim() === "") continue
    const read = readValue(field, text)
    if ("problem" in read) throw new InvalidOption(field.name, `${labelOf(field.name)} ${read.problem}`)
    options[field.name] = read.value
  }
  return options
}
