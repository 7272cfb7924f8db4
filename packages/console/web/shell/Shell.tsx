/** The frame of every view: the navigation beside it, and the keys that work everywhere. */
import { useEffect, useState } from "preact/hooks"
import { Account } from "../account/Account.tsx"
import { Activity } from "../activity/Activity.tsx"
import { CallView } from "../activity/CallView.tsx"
import { AgentView } from "../agents/AgentView.tsx"
import { Agents } from "../agents/Agents.tsx"
import { Jobs } from "../jobs/Jobs.tsx"
import { JobView } from "../jobs/JobView.tsx"
import { Icon } from "../kit/Icon.tsx"
import { Monitors } from "../monitors/Monitors.tsx"
import { MonitorView } from "../monitors/MonitorView.tsx"
import { Playground } from "../playground/Playground.tsx"
import { Sessions } from "../sessions/Sessions.tsx"
import { System } from "../system/System.tsx"
import { CommandMenu } from "./CommandMenu.tsx"
import { commandKey, KeyHelp } from "./KeyHelp.tsx"
import { linkTo, type Route, useRoute } from "./route.ts"
import { useSigned } from "./signed.ts"
import { useKeys } from "./useKeys.ts"
import { type View, viewsOf } from "./views.ts"
import "./shell.css"

const Side = ({
  openCommands,
  shown,
  signOut,
  views
}: {
  readonly views: ReadonlyArray<View>
  readonly shown: string
  readonly openCommands: () => void
  readonly signOut: (() => void) | undefined
}) => {
  const { session } = useSigned()
  const [open, setOpen] = useState(false)
  return (
    <header class={open ? "side open" : "side"}>
      <span class="brand">
        <img src="./icon.svg" alt="" /> Orbweaver
      </span>
      <button type="button" class="jump" onClick={openCommands}>
        <Icon name="search" /> Go to… <kbd>{commandKey}K</kbd>
      </button>
      <button type="button" class="open-views" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="menu" /> Views
      </button>
      <nav class="nav" aria-label="Views">
        {views.map(({ id, label }) => (
          <a
            key={id}
            href={linkTo(id)}
            onClick={() => setOpen(false)}
            {...(id === shown ? { "aria-current": "page" as const } : {})}
          >
            <Icon name={id} /> {label}
          </a>
        ))}
      </nav>
      <div class="who">
        <bdi title={session.team}>{session.team}</bdi>
        {signOut === undefined ? null : (
          <button type="button" class="small" onClick={signOut}>
            Sign out
          </button>
        )}
      </div>
    </header>
  )
}

const Shown = ({ route: { id, view } }: { readonly route: Route }) => {
  switch (view) {
    case "activity":
      return id === undefined ? <Activity /> : <CallView key={id} id={id} />
    case "jobs":
      return id === undefined ? <Jobs /> : <JobView key={id} id={id} />
    case "monitors":
      return id === undefined ? <Monitors /> : <MonitorView key={id} id={id} />
    case "agents":
      return id === undefined ? <Agents /> : <AgentView key={id} id={id} />
    case "sessions":
      return <Sessions />
    case "account":
      return <Account />
    case "system":
      return <System />
    default:
      return null
  }
}

const skip = (event: Event): void => {
  event.preventDefault()
  document.querySelector<HTMLElement>("#main")?.focus()
}

export const Shell = ({ signOut }: { readonly signOut: (() => void) | undefined }) => {
  const signed = useSigned()
  const route = useRoute()
  const [layer, setLayer] = useState<"commands" | "help">()
  // A dialog tells of its end a moment later: another may be open by then.
  const closeLayer = (closed: typeof layer) => setLayer((now) => (now === closed ? undefined : now))
  useKeys({ commands: () => setLayer("commands"), help: () => setLayer("help") })
  const views = viewsOf(signed)
  const shown = views.find(({ id }) => id === route.view) ?? views[0]!
  useEffect(() => {
    document.title = `${shown.label} · Orbweaver console`
  }, [shown])
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={skip}>
        To the content
      </a>
      <Side views={views} shown={shown.id} openCommands={() => setLayer("commands")} signOut={signOut} />
      <main id="main" tabIndex={-1}>
        <Shown route={{ ...route, view: shown.id }} />
        {/* Kept, so that a look at a job does not cost what was typed. */}
        <div hidden={shown.id !== "playground"}>
          <Playground route={route} />
        </div>
      </main>
      {layer === "commands" ? <CommandMenu close={() => closeLayer("commands")} /> : null}
      {layer === "help" ? <KeyHelp close={() => closeLayer("help")} /> : null}
    </div>
  )
}
