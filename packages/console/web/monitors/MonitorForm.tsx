/** A monitor's name, schedule and what it looks at. */
import { useId, useState } from "preact/hooks"
import { linesOf } from "../playground/request.ts"
import type { Monitor } from "./model.ts"

type Kind = "scrape" | "crawl" | "search"

const kinds: Readonly<Record<Kind, { readonly label: string; readonly target: string }>> = {
  scrape: { label: "Pages", target: "Addresses, one a line" },
  crawl: { label: "A site", target: "Address to start from" },
  search: { label: "A search", target: "Queries, one a line" }
}

const targetOf = (kind: Kind, text: string): unknown => {
  if (kind === "scrape") return { type: kind, urls: linesOf(text) }
  return kind === "crawl" ? { type: kind, url: text.trim() } : { type: kind, queries: linesOf(text) }
}

const textOf = (monitor: Monitor | undefined): { readonly kind: Kind; readonly text: string } => {
  const target = monitor?.targets[0]
  if (target === undefined) return { kind: "scrape", text: "" }
  const lines = target.type === "scrape" ? target.urls : target.type === "crawl" ? [target.url] : target.queries
  return { kind: target.type, text: lines.join("\n") }
}

export const MonitorForm = ({
  cancel,
  monitor,
  save
}: {
  /** The one that is edited; a new one when absent. */
  readonly monitor?: Monitor
  readonly save: (body: object) => Promise<void>
  readonly cancel: () => void
}) => {
  const first = textOf(monitor)
  const [name, setName] = useState(monitor?.name ?? "")
  const [schedule, setSchedule] = useState(monitor?.schedule.cron ?? "every hour")
  const [kind, setKind] = useState(first.kind)
  const [text, setText] = useState(first.text)
  const [goal, setGoal] = useState(monitor?.goal ?? "")
  const id = useId()
  // More than one target, or one with options, is edited by the API: a form of one would lose the others.
  const isSimple =
    monitor === undefined || (monitor.targets.length === 1 && Object.keys(monitor.targets[0]!).length <= 3)
  const timing = /^[\d*]\S*(?:\s+\S+){4}$/.test(schedule.trim())
    ? { cron: schedule.trim(), ...(monitor === undefined ? {} : { timezone: monitor.schedule.timezone }) }
    : { text: schedule.trim() }
  return (
    <form
      class="panel stack"
      aria-label={monitor === undefined ? "New monitor" : "Edit monitor"}
      onSubmit={(event) => {
        event.preventDefault()
        void save({
          name,
          schedule: timing,
          ...(isSimple ? { targets: [targetOf(kind, text)] } : {}),
          ...(goal === "" ? {} : { goal })
        })
      }}
    >
      <div class="filters">
        <label class="grow">
          Name
          <input required maxLength={200} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="grow">
          When
          <input
            required
            aria-describedby={`${id}-when`}
            value={schedule}
            onInput={(event) => setSchedule(event.currentTarget.value)}
          />
        </label>
      </div>
      <p class="quiet small-text" id={`${id}-when`}>
        In words, such as “every 30 minutes” or “daily at 9:00”, or as a cron expression of five fields.
      </p>
      {isSimple ? (
        <div class="filters">
          <label>
            Look at
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
              {Object.entries(kinds).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label class="grow">
            {kinds[kind].target}
            <textarea
              required
              rows={2}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
        </div>
      ) : (
        <p class="note">This monitor has targets with options of their own: change these through the API.</p>
      )}
      <label class="field">
        What the changes are for
        <input
          placeholder="optional, such as: tell me when the price falls"
          value={goal}
          onInput={(event) => setGoal(event.currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary">
          {monitor === undefined ? "Create monitor" : "Save"}
        </button>
        <button type="button" onClick={cancel}>
          Close
        </button>
      </div>
    </form>
  )
}
