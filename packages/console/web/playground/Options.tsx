/** A form that is made of the definitions of options: text, default, limits and unit come from the server. */
import { useId } from "preact/hooks"
import type { OptionField } from "./request.ts"

/** Values as they are typed, by option; what is empty is left out of the request. */
export type Typed = Readonly<Record<string, string>>

/** The option's value, or why it is none. */
export const readValue = (
  { form, maximum, minimum, name }: OptionField,
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
        return { problem: `${name} is no ${form === "integer" ? "whole number" : "number"}` }
      }
      if (minimum !== undefined && value < minimum) return { problem: `${name} is at least ${minimum}` }
      if (maximum !== undefined && value > maximum) return { problem: `${name} is at most ${maximum}` }
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
        return { problem: `${name} is not valid JSON` }
      }
    case "choice":
    case "text":
      return { value: text }
  }
}

/** Everything that was typed as options; throws where something cannot be read. */
export const readOptions = (fields: ReadonlyArray<OptionField>, typed: Typed): Record<string, unknown> => {
  const options: Record<string, unknown> = {}
  for (const field of fields) {
    const text = typed[field.name]
    if (text === undefined || text.trim() === "") continue
    const read = readValue(field, text)
    if ("problem" in read) throw new Error(read.problem)
    options[field.name] = read.value
  }
  return options
}

/** `onlyMainContent` as "Only main content". */
export const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}

const defaultOf = ({ default: omitted, otherwise }: OptionField): string => {
  const isEmpty = omitted === undefined || (typeof omitted === "object" && Object.keys(omitted as object).length === 0)
  const text = isEmpty ? otherwise : typeof omitted === "string" ? omitted : JSON.stringify(omitted)
  return text === undefined || text === "none" ? "" : `default ${text}`
}

const limitsOf = (field: OptionField): string => {
  const { maximum, minimum, unit } = field
  return [
    defaultOf(field),
    minimum === undefined ? "" : `from ${minimum.toLocaleString("en")}`,
    maximum === undefined || maximum > Number.MAX_SAFE_INTEGER - 1 ? "" : `to ${maximum.toLocaleString("en")}`,
    unit ?? ""
  ]
    .filter(Boolean)
    .join(", ")
}

const OptionInput = ({
  field,
  set,
  typed
}: {
  readonly field: OptionField
  readonly typed: string
  readonly set: (value: string) => void
}) => {
  const id = useId()
  const { form, name, text } = field
  const common = { id, name, "aria-describedby": `${id}-text`, value: typed }
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => set(event.currentTarget.value)
  const limits = {
    ...(field.minimum === undefined ? {} : { min: field.minimum }),
    ...(field.maximum === undefined ? {} : { max: field.maximum })
  }
  return (
    <div class="option">
      <label for={id}>{labelOf(name)}</label>
      {form === "boolean" || form === "choice" ? (
        <select {...common} onChange={onInput}>
          <option value="">default</option>
          {(form === "boolean" ? ["true", "false"] : (field.choices ?? [])).map((choice) => (
            <option key={choice} value={choice}>
              {form === "boolean" ? (choice === "true" ? "yes" : "no") : choice}
            </option>
          ))}
        </select>
      ) : form === "integer" || form === "number" ? (
        <input {...common} {...limits} type="number" onInput={onInput} />
      ) : form === "json" ? (
        <textarea {...common} rows={2} spellcheck={false} onInput={onInput} />
      ) : (
        <input {...common} type="text" placeholder={form === "list" ? "a, b" : ""} onInput={onInput} />
      )}
      <small id={`${id}-text`}>
        {text}
        {limitsOf(field) === "" ? "" : ` (${limitsOf(field)})`}
        {form === "list" ? ", separated by commas" : form === "json" ? ", as JSON" : ""}
      </small>
    </div>
  )
}

export const OptionForm = ({
  fields,
  set,
  title,
  typed
}: {
  readonly title: string
  readonly fields: ReadonlyArray<OptionField>
  readonly typed: Typed
  readonly set: (typed: Typed) => void
}) => {
  const given = fields.filter(({ name }) => (typed[name] ?? "") !== "").length
  return (
    <details class="options">
      <summary>
        {title} {given > 0 ? <span class="badge">{given}</span> : null}
      </summary>
      <div class="option-grid">
        {fields.map((field) => (
          <OptionInput
            key={field.name}
            field={field}
            typed={typed[field.name] ?? ""}
            set={(value) => set({ ...typed, [field.name]: value })}
          />
        ))}
      </div>
    </details>
  )
}
