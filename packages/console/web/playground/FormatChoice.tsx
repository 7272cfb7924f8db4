/** Chips of formats, with inputs for those that need more than their name. */
import { useId } from "preact/hooks"
import type { AttributeRow, Draft, FormatDetails } from "./Draft.ts"
import { formatGroups, formatLabel, isOther } from "./formats.ts"
import { SchemaEditor } from "./SchemaEditor.tsx"

type Change = (details: Partial<FormatDetails>) => void

const TextInput = ({
  label,
  placeholder,
  set,
  value
}: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly set: (value: string) => void
}) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} placeholder={placeholder} value={value} onInput={(event) => set(event.currentTarget.value)} />
    </div>
  )
}

const AttributeRows = ({
  rows,
  set
}: {
  readonly rows: ReadonlyArray<AttributeRow>
  readonly set: (rows: ReadonlyArray<AttributeRow>) => void
}) => {
  const edit = (at: number, more: Partial<AttributeRow>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...more } : row)))
  return (
    <fieldset class="field">
      <legend>Attributes to take</legend>
      {rows.map((row, at) => (
        <div class="pair" key={at}>
          <input
            aria-label={`Selector ${at + 1}`}
            placeholder="CSS selector"
            value={row.selector}
            onInput={(event) => edit(at, { selector: event.currentTarget.value })}
          />
          <input
            aria-label={`Attribute ${at + 1}`}
            placeholder="attribute"
            value={row.attribute}
            onInput={(event) => edit(at, { attribute: event.currentTarget.value })}
          />
          <button
            type="button"
            aria-label={`Remove selector ${at + 1}`}
            onClick={() => set(rows.filter((_, index) => index !== at))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => set([...rows, { selector: "", attribute: "" }])}>
        Add selector
      </button>
    </fieldset>
  )
}

const Details = ({
  details,
  formats,
  set
}: {
  readonly formats: ReadonlyArray<string>
  readonly details: FormatDetails
  readonly set: Change
}) => (
  <>
    {formats.includes("json") ? (
      <>
        <TextInput
          label="What the JSON is to hold, in words"
          placeholder="optional; followed where there is a model"
          value={details.prompt}
          set={(prompt) => set({ prompt })}
        />
        <SchemaEditor text={details.schema} set={(schema) => set({ schema })} />
      </>
    ) : null}
    {formats.includes("question") ? (
      <TextInput
        label="Question to the page"
        placeholder="What does it cost?"
        value={details.question}
        set={(question) => set({ question })}
      />
    ) : null}
    {formats.includes("highlights") ? (
      <TextInput
        label="Passages that speak to"
        placeholder="delivery times"
        value={details.highlights}
        set={(highlights) => set({ highlights })}
      />
    ) : null}
    {formats.includes("query") ? (
      <TextInput label="Query" placeholder="What is it about?" value={details.query} set={(query) => set({ query })} />
    ) : null}
    {formats.includes("attributes") ? (
      <AttributeRows rows={details.attributes} set={(attributes) => set({ attributes })} />
    ) : null}
    {formats.includes("screenshot") ? (
      <label class="check">
        <input
          type="checkbox"
          checked={details.fullPage}
          onChange={(event) => set({ fullPage: event.currentTarget.checked })}
        />
        Screenshot of the full page
      </label>
    ) : null}
  </>
)

export const FormatChoice = ({
  draft: { details, formats },
  offered,
  set
}: {
  readonly draft: Draft
  /** Formats that the server has. */
  readonly offered: ReadonlyArray<string>
  readonly set: (change: Partial<Draft>) => void
}) => {
  const toggle = (name: string, isOn: boolean) =>
    set({ formats: isOn ? [...formats, name] : formats.filter((format) => format !== name) })
  const others = offered.filter(isOther)
  const groups = [
    ...formatGroups.map(({ formats: known, title }) => ({
      title,
      names: Object.keys(known).filter(
        (name) => offered.includes(name) && (known[name]!.isOlderName !== true || formats.includes(name))
      )
    })),
    { title: "Of this application", names: others }
  ].filter(({ names }) => names.length > 0)
  return (
    <fieldset class="formats">
      <legend>Formats</legend>
      {groups.map(({ names, title }) => (
        <div class="format-group" role="group" aria-label={title} key={title}>
          <span class="quiet small-text">{title}</span>
          <div class="chips">
            {names.map((name) => (
              <label key={name} class="chip">
                <input
                  type="checkbox"
                  name="format"
                  value={name}
                  checked={formats.includes(name)}
                  onChange={(event) => toggle(name, event.currentTarget.checked)}
                />
                {formatLabel(name)}
              </label>
            ))}
          </div>
        </div>
      ))}
      <Details formats={formats} details={details} set={(more) => set({ details: { ...details, ...more } })} />
    </fieldset>
  )
}
