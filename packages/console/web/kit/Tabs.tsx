/** Tabs by the ARIA pattern (APG, Tabs): arrows, Home and End move, one tab stop. */
import type { ComponentChildren } from "preact"
import { useId, useRef, useState } from "preact/hooks"

export interface Tab {
  readonly id: string
  readonly label: string
  readonly content: () => ComponentChildren
}

export const Tabs = ({
  label,
  look = "line",
  tabs
}: {
  readonly label: string
  readonly tabs: ReadonlyArray<Tab>
  /** Second levels are `pill`. */
  readonly look?: "line" | "pill"
}) => {
  const [chosen, choose] = useState(tabs[0]?.id)
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const active = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  if (active === undefined) return null
  const at = tabs.indexOf(active)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(step + tabs.length) % tabs.length]!
    choose(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} class={`tablist tablist-${look}`} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-tab={id}
            id={`${prefix}-${id}`}
            aria-selected={id === active.id}
            aria-controls={`${prefix}-panel`}
            tabIndex={id === active.id ? 0 : -1}
            onClick={() => choose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        key={active.id}
        id={`${prefix}-panel`}
        aria-labelledby={`${prefix}-${active.id}`}
        class="tabpanel"
        tabIndex={0}
      >
        {active.content()}
      </div>
    </div>
  )
}
