/** Parts that every view is made of. */
import { type ComponentChildren, createContext, type RefObject } from "preact"
import { useCallback, useContext, useEffect, useId, useRef, useState } from "preact/hooks"
import type { Api, SessionInfo } from "./api.ts"
import { Alarm } from "./connection/Alarm.ts"
import { onAttention } from "./connection/attention.ts"
import { afterFailure, type Connection } from "./connection/connection.ts"
import { ApiError } from "./connection/failure.ts"

export interface Signed {
  readonly api: Api
  readonly session: SessionInfo
}

export const SignedContext = createContext<Signed | undefined>(undefined)

export const useSigned = (): Signed => useContext(SignedContext)!

export const may = ({ session }: Signed, scope: SessionInfo["scopes"][number]): boolean =>
  session.scopes.includes(scope)

export const messageOf = (error: unknown): string =>
  error instanceof ApiError
    ? [error.message, error.code, detailsOf(error.details)].filter(Boolean).join(" · ")
    : error instanceof Error
      ? error.message
      : String(error)

const detailsOf = (details: unknown): string =>
  Array.isArray(details)
    ? details
        .map(
          (detail: { readonly path?: ReadonlyArray<unknown>; readonly message?: unknown }) =>
            `${(detail.path ?? []).join(".")}: ${String(detail.message)}`
        )
        .join("; ")
    : ""

export const Problem = ({ error }: { readonly error: unknown }) =>
  error === undefined ? null : (
    <p class="problem" role="alert">
      {messageOf(error)}
    </p>
  )

export interface Loaded<A> {
  readonly value: A | undefined
  readonly error: unknown
  readonly connection: Connection
  /** When the value was read, in milliseconds since the epoch. */
  readonly at: number | undefined
  readonly reload: () => void
}

interface LoadState<A> {
  readonly key: string
  readonly value?: A
  readonly at?: number
  readonly error?: unknown
  readonly connection: Connection
}

interface LoadOptions {
  /** Loads again after this time, while the page is visible. */
  readonly everyMs?: number
  /** `false` for what costs something: it is then loaded once, however that ends. */
  readonly retries?: boolean
}

/** A request that is refused is refused again, most likely: it is asked seldom. */
const refusedMs = 30_000

/**
 * Loads on mount and whenever `key` changes. When the server does not answer, or has too much to do, it is asked again
 * with growing pauses; what was loaded stays.
 */
export const useLoad = <A,>(
  load: (signal: AbortSignal) => Promise<A>,
  key: string,
  { everyMs, retries = true }: LoadOptions = {}
): Loaded<A> => {
  const [state, setState] = useState<LoadState<A>>({ key, connection: { state: "connecting" } })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const { abort, signal } = controlOf()
    const alarm = new Alarm()
    let connection: Connection = { state: "connecting" }
    /** Returns how long to wait until the next time; nothing when there is none. */
    const look = async (): Promise<number | undefined> => {
      try {
        const value = await latest.current(signal)
        connection = { state: everyMs === undefined ? "ended" : "polling" }
        if (!signal.aborted) setState({ key, value, at: Date.now(), connection })
        return everyMs
      } catch (error) {
        if (signal.aborted) return undefined
        const after = afterFailure(connection, error, Math.random())
        connection = after
        setState((before) => ({ ...(before.key === key ? before : { key }), error, connection: after }))
        if (after.state === "reconnecting" && retries) return after.waitMs
        return everyMs === undefined ? undefined : Math.max(everyMs, refusedMs)
      }
    }
    const run = async () => {
      while (!signal.aborted) {
        alarm.clear()
        const waitMs = document.visibilityState === "visible" ? await look() : Infinity
        if (waitMs === undefined) return
        await alarm.wait(waitMs)
      }
    }
    void run()
    const ignore = onAttention(() => alarm.ring())
    return () => {
      ignore()
      abort()
      alarm.ring()
    }
  }, [key, everyMs, retries, turn])
  return {
    value: state.value,
    error: state.error,
    connection: state.connection,
    at: state.at,
    reload: useCallback(() => setTurn((before) => before + 1), [])
  }
}

const controlOf = (): { readonly signal: AbortSignal; readonly abort: () => void } => {
  const control = new AbortController()
  return { signal: control.signal, abort: () => control.abort() }
}

export interface Tab {
  readonly id: string
  readonly label: string
  readonly content: () => ComponentChildren
}

/** Tabs by the ARIA pattern: arrows, Home and End move, one tab stop. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: ReadonlyArray<Tab> }) => {
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
      <div role="tablist" aria-label={label} class="tablist" ref={list} onKeyDown={onKeyDown}>
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

export const CopyButton = ({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) => {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button type="button" class="small" onClick={() => void copy().catch(() => setDone(false))}>
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </button>
  )
}

/** Largest text that is put into the page at once; browsers grow slow beyond. */
export const maxShownText = 300_000

/** Text as it is, cut where it would freeze the page. */
export const Raw = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="raw">
    <div class="bar">
      <span class="quiet">{text.length.toLocaleString("en")} characters</span>
      <CopyButton text={text} />
    </div>
    {text.length > maxShownText ? (
      <p class="note">Only the first {maxShownText.toLocaleString("en")} characters are shown; “Copy” takes all.</p>
    ) : null}
    <pre tabIndex={0} aria-label={label} dir="auto">
      {text.slice(0, maxShownText)}
    </pre>
  </div>
)

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

/** Rows of one height, of which only those in view are in the page. */
export const VirtualRows = ({
  count,
  row,
  rowHeight = 32,
  label,
  role = "table",
  head,
  onKeyDown,
  handle
}: {
  readonly count: number
  readonly row: (index: number) => ComponentChildren
  readonly rowHeight?: number
  readonly label: string
  readonly role?: "table" | "tree"
  readonly head?: ComponentChildren
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly handle?: RefObject<HTMLDivElement | null>
}) => {
  const own = useRef<HTMLDivElement>(null)
  const box = handle ?? own
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    const element = box.current!
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const extra = 8
  const first = Math.max(0, Math.floor(top / rowHeight) - extra)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + extra)
  const rows: Array<ComponentChildren> = []
  for (let index = first; index < last; index++) rows.push(row(index))
  return (
    <div
      class="virtual"
      ref={box}
      role={role}
      aria-label={label}
      {...(role === "table" ? { "aria-rowcount": count } : {})}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      {head}
      <div class="virtual-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div
          class="virtual-rows"
          role={role === "table" ? "rowgroup" : "presentation"}
          style={{ transform: `translateY(${first * rowHeight}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}

/** A picture of a page by way of this server; the page's host never sees the visitor. */
export const Picture = ({ url, alt }: { readonly url: string; readonly alt: string }) => {
  const { api } = useSigned()
  const [source, setSource] = useState<string>()
  const [failed, setFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const control = new AbortController()
    let made: string | undefined
    const load = async () => {
      if (/^data:image\//i.test(url)) return setSource(url)
      const response = await api.response(`console/api/image?url=${encodeURIComponent(url)}`, {
        signal: control.signal
      })
      made = URL.createObjectURL(await response.blob())
      if (control.signal.aborted) URL.revokeObjectURL(made)
      else setSource(made)
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void load().catch(() => setFailed(true))
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      control.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [url])
  return (
    <div class="picture" ref={box}>
      {source === undefined ? <span class="quiet">{failed ? "No picture" : "…"}</span> : <img src={source} alt={alt} />}
    </div>
  )
}

/** Only addresses that lead to a page; `javascript:` and the like are shown as text. */
export const SafeLink = ({ url, text }: { readonly url: string; readonly text?: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {text ?? url}
    </a>
  ) : (
    <span dir="auto">{text === undefined || text === url ? url : `${text} (${url})`}</span>
  )

/** The head of a table; `hidden` is a last column that only screen readers hear of. */
export const TableHead = ({
  columns,
  hidden
}: {
  readonly columns: ReadonlyArray<string>
  readonly hidden?: string
}) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th scope="col">{column}</th>
      ))}
      {hidden === undefined ? null : (
        <th scope="col">
          <span class="visually-hidden">{hidden}</span>
        </th>
      )}
    </tr>
  </thead>
)

/** Figures by their names. */
export const Figures = ({ figures }: { readonly figures: ReadonlyArray<readonly [name: string, text: string]> }) => (
  <dl class="counts">
    {figures.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

export const ago = (at: number, now = Date.now()): string => {
  const seconds = Math.round((now - at) / 1000)
  if (seconds < 60) return `${Math.max(0, seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return new Date(at).toISOString().slice(0, 10)
}

export const duration = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`

export const number = (value: number): string => value.toLocaleString("en")
