/** The page: who is asking, and which view. */
import "./style.css"
import { render } from "preact"
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks"
import { Accounts } from "./Accounts.tsx"
import { Api } from "./api.ts"
import { Alarm } from "./connection/Alarm.ts"
import { onAttention } from "./connection/attention.ts"
import { afterFailure, type Connection } from "./connection/connection.ts"
import { ConnectionNote } from "./connection/ConnectionNote.tsx"
import { ApiError } from "./connection/failure.ts"
import { Jobs } from "./jobs/Jobs.tsx"
import { JobView } from "./jobs/JobView.tsx"
import { Playground } from "./playground/Playground.tsx"
import { System } from "./System.tsx"
import { may, Problem, type Signed, SignedContext } from "./ui.tsx"

const useHash = (): string => {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const listen = () => setHash(location.hash)
    addEventListener("hashchange", listen)
    return () => removeEventListener("hashchange", listen)
  }, [])
  return hash
}

const Login = ({ problem, signIn }: { readonly problem: unknown; readonly signIn: (key: string) => Promise<void> }) => {
  const [key, setKey] = useState("")
  const [busy, setBusy] = useState(false)
  const id = useId()
  return (
    <main class="alone">
      <h1>Orbweaver console</h1>
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void signIn(key).finally(() => setBusy(false))
        }}
      >
        <label for={id}>API key</label>
        <input
          id={id}
          type="password"
          autocomplete="off"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button type="submit" class="primary" aria-busy={busy}>
          Sign in
        </button>
        <Problem error={problem} />
        <p class="quiet">The key stays in the memory of this page, and is gone when you close or reload it.</p>
      </form>
    </main>
  )
}

const views = [
  { id: "playground", label: "Playground" },
  { id: "jobs", label: "Jobs" },
  { id: "account", label: "Account" },
  { id: "system", label: "System" }
] as const

const App = () => {
  const [signed, setSigned] = useState<Signed>()
  const [asksKey, askKey] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [connection, setConnection] = useState<Connection>({ state: "connecting" })
  const alarm = useRef(new Alarm())
  const hash = useHash()
  const enter = async (key?: string) => {
    let hasEntered = false
    const api = new Api(key, (error) => {
      // The key was revoked, or the server has other keys since it was restarted.
      if (!hasEntered) return
      askKey(true)
      setProblem(error)
      setSigned((current) => (current?.api === api ? undefined : current))
    })
    const session = await api.console<"session">("session")
    hasEntered = true
    setSigned({ api, session })
  }
  useEffect(() => {
    // A server without keys lets everybody in whom it answers at all; one that does not answer has not said so.
    const start = async (before: Connection): Promise<void> => {
      try {
        await enter()
      } catch (error) {
        const after = afterFailure(before, error, Math.random())
        setConnection(after)
        if (after.state === "reconnecting") {
          await alarm.current.wait(after.waitMs)
          return start(after)
        }
        askKey(true)
        if (!(error instanceof ApiError && error.status === 401)) setProblem(error)
      }
    }
    void start({ state: "connecting" })
    return onAttention(() => alarm.current.ring())
  }, [])
  const [, view = "playground", id] = useMemo(() => hash.split("/").map(decodeURIComponentSafe), [hash])
  useEffect(() => {
    document.title = `${views.find((known) => known.id === view)?.label ?? "Playground"} · Orbweaver console`
  }, [view])

  if (signed === undefined) {
    return asksKey ? (
      <Login
        problem={problem}
        signIn={async (key) => {
          setProblem(undefined)
          await enter(key).catch(setProblem)
        }}
      />
    ) : (
      <main class="alone">
        <p class="quiet">Loading…</p>
        <ConnectionNote connection={connection} at={undefined} retry={() => alarm.current.ring()} />
      </main>
    )
  }
  const shown = view === "" ? "playground" : view
  return (
    <SignedContext.Provider value={signed}>
      <a class="skip" href="#main" onClick={(event) => skip(event)}>
        To the content
      </a>
      <header>
        <span class="brand">Orbweaver</span>
        <nav aria-label="Views">
          {views
            .filter(({ id: name }) => name !== "system" || may(signed, "admin"))
            .map(({ id: name, label }) => (
              <a key={name} href={`#/${name}`} {...(name === shown ? { "aria-current": "page" as const } : {})}>
                {label}
              </a>
            ))}
        </nav>
        <span class="who" dir="auto">
          {signed.session.team}
        </span>
        {asksKey ? (
          <button
            type="button"
            class="small"
            onClick={() => {
              setProblem(undefined)
              setSigned(undefined)
            }}
          >
            Sign out
          </button>
        ) : null}
      </header>
      <main id="main" tabIndex={-1}>
        {shown === "jobs" && id !== undefined && id !== "" ? (
          <JobView key={id} id={id} />
        ) : shown === "jobs" ? (
          <Jobs />
        ) : shown === "account" ? (
          <Accounts />
        ) : shown === "system" ? (
          <System />
        ) : null}
        {/* Kept, so that a look at a job does not cost what was typed. */}
        <div hidden={shown !== "playground"}>
          <Playground />
        </div>
      </main>
    </SignedContext.Provider>
  )
}

const skip = (event: Event) => {
  event.preventDefault()
  document.querySelector<HTMLElement>("#main")?.focus()
}

const decodeURIComponentSafe = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

render(<App />, document.querySelector("#app")!)
