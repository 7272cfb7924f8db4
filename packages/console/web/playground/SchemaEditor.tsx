/** A JSON Schema by its properties, or as text. */
import { useId, useState } from "preact/hooks"

interface Property {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly required: boolean
}

const types = ["string", "number", "integer", "boolean", "array of strings"]

export const schemaOf = (properties: ReadonlyArray<Property>): object => ({
  type: "object",
  properties: Object.fromEntries(
    properties
      .filter(({ name }) => name !== "")
      .map(({ name, text, type }) => [
        name,
        {
          ...(type === "array of strings" ? { type: "array", items: { type: "string" } } : { type }),
          ...(text === "" ? {} : { description: text })
        }
      ])
  ),
  required: properties.filter(({ name, required }) => required && name !== "").map(({ name }) => name)
})

const empty: Property = { name: "", type: "string", text: "", required: false }

export const SchemaEditor = ({ set, text }: { readonly text: string; readonly set: (text: string) => void }) => {
  const [properties, setProperties] = useState<ReadonlyArray<Property>>([{ ...empty, name: "title", required: true }])
  const id = useId()
  const change = (next: ReadonlyArray<Property>) => {
    setProperties(next)
    set(JSON.stringify(schemaOf(next), null, 2))
  }
  const edit = (at: number, more: Partial<Property>) =>
    change(properties.map((property, index) => (index === at ? { ...property, ...more } : property)))
  return (
    <fieldset class="schema">
      <legend>Schema of the answer</legend>
      {properties.map((property, at) => (
        <div class="property" key={at}>
          <input
            aria-label={`Name of property ${at + 1}`}
            placeholder="name"
            value={property.name}
            onInput={(event) => edit(at, { name: event.currentTarget.value })}
          />
          <select
            aria-label={`Type of property ${at + 1}`}
            value={property.type}
            onChange={(event) => edit(at, { type: event.currentTarget.value })}
          >
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <input
            aria-label={`What property ${at + 1} means`}
            placeholder="what it means"
            value={property.text}
            onInput={(event) => edit(at, { text: event.currentTarget.value })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={property.required}
              onChange={(event) => edit(at, { required: event.currentTarget.checked })}
            />{" "}
            required
          </label>
          <button
            type="button"
            class="small"
            aria-label={`Remove property ${at + 1}`}
            onClick={() => change(properties.filter((_, index) => index !== at))}
          >
            ✕
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => change([...properties, empty])}>
        Add property
      </button>
      <label for={id}>The schema as JSON</label>
      <textarea id={id} rows={6} spellcheck={false} value={text} onInput={(event) => set(event.currentTarget.value)} />
    </fieldset>
  )
}
