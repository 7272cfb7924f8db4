/** Agents of the team: begin one, and see what the others are at. */
import { useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { jobName } from "../jobs/jobName.ts"
import { isRunning } from "../jobs/model.ts"
import { Empty } from "../kit/Empty.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { Problem } from "../kit/Problem.tsx"
import { duration, number } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { linesOf } from "../playground/request.ts"
import { linkTo } from "../shell/route.ts"
import { may, useSigned } from "../shell/signed.ts"

const refreshMs = 2000

const Start = () => {
  const { api } = useSigned()
  const [prompt, setPrompt] = useState("")
  const [urls, setUrls] = useState("")
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const start = async () => {
    setProblem(undefined)
    setBusy(true)
    try {
      const given = linesOf(urls)
      const { id } = await api.json<{ readonly id: string }>("v2/agent", {
        method: "POST",
        body: { prompt, ...(given.length === 0 ? {} : { urls: given }) }
      })
      location.hash = linkTo("agents", id)
    } catch (failure) {
      setProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="panel stack"
      aria-label="New agent"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <label class="field">
        What to find out
        <textarea
          required
          rows={3}
          placeholder="Which plans does example.com offer, and what do they cost?"
          value={prompt}
          onInput={(event) => setPrompt(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        Where to begin, one address a line
        <textarea
          rows={2}
          spellcheck={false}
          placeholder="optional; the agent searches otherwise"
          value={urls}
          onInput={(event) => setUrls(event.currentTarget.value)}
        />
      </label>
      <Problem error={problem} />
      <div class="actions">
        <button type="submit" class="primary" aria-busy={busy}>
          Start agent
        </button>
      </div>
    </form>
  )
}

export const Agents = () => {
  const signed = useSigned()
  const { api } = signed
  const loaded = useLoad((signal) => api.console<"jobList">("jobs?kind=agent&limit=50", { signal }), "agents", {
    everyMs: refreshMs
  })
  return (
    <section class="stack">
      <h1>Agents</h1>
      {may(signed, "write") ? <Start /> : null}
      <LoadedView loaded={loaded}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <div class="panel">
              <Empty title="No agents">
                <p>An agent reads pages by itself until it can answer what you ask.</p>
              </Empty>
            </div>
          ) : (
            <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Agents">
              <table class="cards-when-narrow">
                <thead>
                  <tr>
                    {["Agent", "Status", "Credits", "Started", "Took"].map((title) => (
                      <th scope="col" key={title}>
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {jobs.map((job) => (
                    <tr key={job.id}>
                      <th scope="row">
                        <a href={linkTo("agents", job.id)} data-row dir="auto">
                          {job.prompt ?? jobName(job)}
                        </a>
                      </th>
                      <td data-label="Status">
                        <span class={`status status-${job.status}`}>{job.status}</span>
                      </td>
                      <td data-label="Credits">{number(job.creditsUsed)}</td>
                      <td data-label="Started">
                        <Time at={job.createdAt} />
                      </td>
                      <td data-label="Took">
                        {isRunning(job) ? "–" : duration((job.finishedAt ?? job.createdAt) - job.createdAt)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </LoadedView>
    </section>
  )
}
