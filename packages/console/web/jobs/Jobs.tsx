/** The team's jobs, with filters. */
import { useState } from "preact/hooks"
import { LoadNote } from "../connection/LoadNote.tsx"
import { ago, duration, number, TableHead, useLoad, useSigned } from "../ui.tsx"
import { isRunning, totalOf } from "./model.ts"
import { StateBar } from "./StateBar.tsx"

const refreshMs = 2000
const size = 50

export const Jobs = () => {
  const { api, session } = useSigned()
  const [status, setStatus] = useState("")
  const [kind, setKind] = useState("")
  const [search, setSearch] = useState("")
  const [from, setFrom] = useState(0)
  const query = new URLSearchParams({ status, kind, search, cursor: String(from), limit: String(size) }).toString()
  const loaded = useLoad((signal) => api.console<"jobList">(`jobs?${query}`, { signal }), query, { everyMs: refreshMs })
  const { value } = loaded
  const choose = (set: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
    set(event.currentTarget.value)
    setFrom(0)
  }
  return (
    <section class="panel">
      <h1>Jobs</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Status
          <select value={status} onChange={choose(setStatus)}>
            <option value="">all</option>
            {session.jobStatuses.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Kind
          <select value={kind} onChange={choose(setKind)}>
            <option value="">all</option>
            {session.jobKinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="grow">
          Address or id
          <input type="search" value={search} onInput={choose(setSearch)} />
        </label>
      </form>
      <LoadNote loaded={loaded} />
      {value === undefined ? (
        <p class="quiet">Loading…</p>
      ) : value.jobs.length === 0 ? (
        <div class="empty">
          <h2>No jobs</h2>
          <p>
            {value.total === 0 && query.includes("status=&kind=&search=&")
              ? "Start a crawl in the playground or through the API: it appears here."
              : "No job matches these filters."}
          </p>
        </div>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Jobs">
          <table class="jobs">
            <TableHead columns={["Job", "Status", "Pages", "Credits", "Key", "Started", "Took"]} />
            <tbody>
              {value.jobs.map((job) => (
                <tr key={job.id}>
                  <th scope="row">
                    <a href={`#/jobs/${encodeURIComponent(job.id)}`} dir="auto">
                      {job.origin === "" ? job.id : job.origin}
                    </a>
                    <div class="quiet">
                      {job.kind}
                      {job.monitorId === undefined ? "" : ` · monitor ${job.monitorId}`}
                    </div>
                  </th>
                  <td>
                    <span class={`status status-${job.status}`}>{job.status}</span>
                  </td>
                  <td>
                    {number(totalOf(job))}
                    <StateBar job={job} />
                  </td>
                  <td>{number(job.creditsUsed)}</td>
                  <td dir="auto">{job.key ?? "–"}</td>
                  <td>{ago(job.createdAt)}</td>
                  <td>{isRunning(job) ? "–" : duration((job.finishedAt ?? job.createdAt) - job.createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value === undefined || value.total <= size ? null : (
        <nav class="actions" aria-label="Pages of the list">
          <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - size))}>
            Newer
          </button>
          <span>
            {from + 1} to {Math.min(from + size, value.total)} of {number(value.total)}
          </span>
          <button type="button" disabled={value.cursor === undefined} onClick={() => setFrom(from + size)}>
            Older
          </button>
        </nav>
      )}
    </section>
  )
}
