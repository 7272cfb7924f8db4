import { useId, useState } from "preact/hooks"
import { Problem } from "../kit/Problem.tsx"

export const Login = ({
  problem,
  signIn
}: {
  readonly problem: unknown
  readonly signIn: (key: string) => Promise<void>
}) => {
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
        <p class="quiet small-text">
          The key stays in the memory of this page, and is gone when you close or reload it.
        </p>
      </form>
    </main>
  )
}
