/** The page: who is asking, and then the shell with its views. */
import "./kit/tokens.css"
import "./kit/kit.css"
import { render } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Api } from "./api.ts"
import { Alarm } from "./connection/Alarm.ts"
import { onAttention } from "./connection/attention.ts"
import { afterFailure, type Connection } from "./connection/connection.ts"
import { ConnectionNote } from "./connection/ConnectionNote.tsx"
import { ApiError } from "./connection/failure.ts"
import { Login } from "./shell/Login.tsx"
import { Shell } from "./shell/Shell.tsx"
import { type Signed, SignedContext } from "./shell/signed.ts"

const App = () => {
  const [signed, setSigned] = useState<Signed>()
  const [asksKey, askKey] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [connection, setConnection] = useState<Connection>({ state: "connecting" })
  const alarm = useRef(new Alarm())
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
  const signOut = asksKey
    ? () => {
        setProblem(undefined)
        setSigned(undefined)
      }
    : undefined
  return (
    <SignedContext.Provider value={signed}>
      <Shell signOut={signOut} />
    </SignedContext.Provider>
  )
}

render(<App />, document.querySelector("#app")!)
