/** A form that is made of the definitions of options: text, default, limits and unit come from the server. */
import { useId, useState } from "preact/hooks"
import { Coded } from "../kit/Coded.tsx"
import { ActionsEditor } from "./ActionsEditor.tsx"
import { HeadersEditor } from "./HeadersEditor.tsx"
import { LocationEditor } from "./LocationEditor.tsx"
import { labelOf, optionGroups } from "./optionLabels.ts"
import type { OptionField } from "./request.ts"
import type { FieldProblems, Typed } from "./typed.ts"

const defaultOf = ({ default: omitted, otherwise }: OptionField): string => {
  const isEmpty = omitted === undefined || (typeof omitted === "object" && Object.keys(omitted as object).length === 0)
  if (isEmpty) return otherwise === undefined || otherwise === "none" ? "" : `default ${otherwise}`
  if (typeof omitted === "boolean") return `default ${omitted ? "yes" : "no"}`
  return `default ${typeof omitted === "string" ? omitted : JSON.stringify(omitted)}`
}

const limitsOf = (field: OptionField): string => {
  const { maximum, minimum, unit } = field
  return [
    defaultOf(field),
    minimum === undefined ? "" : `from ${minimum.toLocaleString()}`,
    maximum === undefined || maximum > Number.MAX_SAFE_INTEGER - 1 ? "" : `to ${maximum.toLocaleString()}`,
    unit ?? ""
  ]
    .filter(Boolean)
    .join(", ")
}

const editors: Readonly<Record<string, typeof HeadersEditor>> = {
  headers: HeadersEditor,
  location: LocationEditor,
  actions: ActionsEditor
}

const editorOf = ({ form, name }: OptionField): typeof HeadersEditor | undefined =>
  form === "json" ? editors[name] : undefined

interface InputProps {
  readonly field: OptionField
  readonly typed: string
  readonly problem: string | undefined
  readonly set: (value: string) => void
}

const OptionInput = ({ field, problem, set, typed }: InputProps) => {
  const id = useId()
  const { form, name, text } = field
  const Editor = editorOf(field)
  const common = {
    id,
    name,
    "aria-describedby": `${id}-text`,
    "aria-invalid": problem !== undefined,
    value: typed
  }
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => set(event.currentTarget.value)
  const limits = {
    ...(field.minimum === undefined ? {} : { min: field.minimum }),
    ...(field.maximum === undefined ? {} : { max: field.maximum })
  }
  const label = labelOf(name)
  const isWide = Editor !== undefined || form === "json"
  return (
    <div
      class={isWide ? "option wide" : "option"}
      {...(Editor === undefined ? {} : { role: "group", "aria-labelledby": id })}
    >
      {Editor === undefined ? (
        <label for={id}>{label}</label>
      ) : (
        <span id={id} class="option-name">
          {label}
        </span>
      )}
      {Editor !== undefined ? (
        <Editor text={typed} set={set} />
      ) : form === "boolean" || form === "choice" ? (
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
      {problem === undefined ? null : <p class="field-problem">{problem}</p>}
      <small id={`${id}-text`}>
        <Coded text={text} />
        {limitsOf(field) === "" ? "" : ` (${limitsOf(field)})`}
        {form === "list" ? ", separated by commas" : form === "json" && Editor === undefined ? ", as JSON" : ""}
      </small>
    </div>
  )
}

interface Form {
  readonly title: string
  readonly fields: ReadonlyArray<OptionField>
  readonly typed: Typed
  readonly problems: FieldProblems
  readonly set: (typed: Typed) => void
}

/** Fields by what they are about; those of no group stand last. */
const grouped = (fields: ReadonlyArray<OptionField>) => {
  const known = new Set(optionGroups.flatMap(({ labels }) => Object.keys(labels)))
  return [
    ...optionGroups.map(({ labels, title }) => ({ title, fields: fields.filter(({ name }) => name in labels) })),
    { title: "More", fields: fields.filter(({ name }) => !known.has(name)) }
  ].filter(({ fields: found }) => found.length > 0)
}

const isAbout = ({ name, text }: OptionField, words: string): boolean =>
  `${labelOf(name)} ${name} ${text}`.toLowerCase().includes(words.toLowerCase())

/** From this number of options on they can be searched. */
const many = 12

export const OptionForm = ({ fields, problems, set, title, typed }: Form) => {
  const [words, setWords] = useState("")
  const given = fields.filter(({ name }) => (typed[name] ?? "") !== "").length
  const hasProblem = fields.some(({ name }) => problems[name] !== undefined)
  return (
    <details class="options" {...(hasProblem ? { open: true } : {})}>
      <summary>
        {title} {given > 0 ? <span class="badge">{given}</span> : null}
      </summary>
      {fields.length < many ? null : (
        <input
          type="text"
          aria-label={`Find in ${title.toLowerCase()}`}
          placeholder="Find an option"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {grouped(fields.filter((field) => isAbout(field, words))).map(({ fields: found, title: about }) => (
        <fieldset class="option-group" key={about}>
          <legend>{about}</legend>
          <div class="option-grid">
            {found.map((field) => (
              <OptionInput
                key={field.name}
                field={field}
                typed={typed[field.name] ?? ""}
                problem={problems[field.name]}
                set={(value) => set({ ...typed, [field.name]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </details>
  )
}
