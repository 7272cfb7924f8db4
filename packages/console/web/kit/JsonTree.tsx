import { useState } from "preact/hooks"

const maxMembers = 200

/** A JSON value as a tree that opens member by member. */
export const JsonTree = ({
  name,
  value,
  open = false
}: {
  readonly name?: string
  readonly value: unknown
  readonly open?: boolean
}) => {
  const [shown, setShown] = useState(maxMembers)
  const [isOpen, setOpen] = useState(open)
  if (typeof value !== "object" || value === null) {
    return (
      <div class="json">
        {name === undefined ? null : <span class="json-name">{name}: </span>}
        <span class={`json-${value === null ? "null" : typeof value}`} dir="auto">
          {JSON.stringify(value)?.slice(0, 5000)}
        </span>
      </div>
    )
  }
  const members = Object.entries(value)
  return (
    <details class="json" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name === undefined ? null : <span class="json-name">{name}: </span>}
        <span class="quiet">{Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}</span>
      </summary>
      {isOpen ? members.slice(0, shown).map(([key, member]) => <JsonTree key={key} name={key} value={member} />) : null}
      {isOpen && members.length > shown ? (
        <button type="button" class="small" onClick={() => setShown(shown + 1000)}>
          {members.length - shown} more
        </button>
      ) : null}
    </details>
  )
}
