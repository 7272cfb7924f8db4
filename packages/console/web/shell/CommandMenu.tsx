/** ⌘K: goes to any view, job or monitor, and begins anything, by a few letters. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { jobName } from "../jobs/jobName.ts"
import { linkTo } from "./route.ts"
import { may, useSigned } from "./signed.ts"
import { viewsOf } from "./views.ts"

interface Command {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly hash: string
}

const maxShown = 12

/** Letters of the words in their order, as people abbreviate: `plg` finds "Playground". */
export const matches = (label: string, typed: string): boolean => {
  let at = 0
  const text = label.toLowerCase()
  for (const letter of typed.toLowerCase().replaceAll(" ", "")) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

const useCommands = (typed: string): ReadonlyArray<Command> => {
  const signed = useSigned()
  const { api, session } = signed
  const [found, setFound] = useState<ReadonlyArray<Command>>([])
  useEffect(() => {
    const control = new AbortController()
    const look = async () => {
      const query = new URLSearchParams({ search: typed, limit: "6" }).toString()
      const { jobs } = await api.console<"jobList">(`jobs?${query}`, { signal: control.signal })
      setFound(
        jobs.map((job) => ({
          id: job.id,
          label: jobName(job),
          hint: `Job · ${job.status}`,
          hash: linkTo("jobs", job.id)
        }))
      )
    }
    // Without jobs the menu still goes everywhere else.
    look().catch(() => undefined)
    return () => control.abort()
  }, [api, typed])
  const own: ReadonlyArray<Command> = [
    ...viewsOf(signed).map(({ id, label }) => ({ id, label, hint: "View", hash: linkTo(id) })),
    ...(may(signed, "write")
      ? [
          { id: "new-scrape", label: "Scrape a page", hint: "New", hash: "#/playground?mode=scrape" },
          ...(session.parts.includes("crawl")
            ? [{ id: "new-crawl", label: "Crawl a site", hint: "New", hash: "#/playground?mode=crawl" }]
            : []),
          ...(session.parts.includes("search")
            ? [{ id: "new-search", label: "Search the web", hint: "New", hash: "#/playground?mode=search" }]
            : [])
        ]
      : [])
  ]
  return [...own.filter(({ label }) => matches(label, typed)), ...found].slice(0, maxShown)
}

const Menu = ({ close }: { readonly close: () => void }) => {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const commands = useCommands(typed.trim())
  const id = useId()
  const chosen = commands[Math.min(at, commands.length - 1)]
  const go = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    location.hash = command.hash
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((before) => Math.max(0, Math.min(commands.length - 1, before + step)))
    } else if (event.key === "Enter") {
      event.preventDefault()
      go(chosen)
    }
  }
  return (
    <>
      <input
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
        placeholder="Go to a view, a job, or begin something"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id={`${id}-list`} aria-label="Commands">
        {commands.map((command) => (
          <li
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => go(command)}
          >
            <bdi>{command.label}</bdi>
            <span class="quiet">{command.hint}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 ? <p class="empty">Nothing of this name.</p> : null}
    </>
  )
}

export const CommandMenu = ({ close }: { readonly close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key: what is typed at once after ⌘K would go to the page else.
  useLayoutEffect(() => {
    dialog.current!.showModal()
    dialog.current!.querySelector("input")!.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="commands"
      aria-label="Commands"
      onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current!.close()}
    >
      <Menu close={() => dialog.current!.close()} />
    </dialog>
  )
}
