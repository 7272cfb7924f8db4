/** The team's jobs, with filters. */
import { useState } from "preact/hooks"
import { LoadNote } from "../connection/LoadNote.tsx"
import { useLoad } from "../connection/useLoad.ts"
import { Empty } from "../kit/Empty.tsx"
import { Problem } from "../kit/Problem.tsx"
import { counted, duration, number } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { linkTo } from "../shell/route.ts"
import { may, useSigned } from "../shell/signed.ts"
import { jobName, promptOf } from "./jobName.ts"
import { isRunning, type Job } from "./model.ts"
import { progressOf } from "./progress.ts"
import { StateBar } from "./StateBar.tsx"
import "./jobs.css"

const refreshMs = 2000
const size = 50

interface Choosing {
  readonly chosen: ReadonlySet<string>
  readonly choose: (id: string, isChosen: boolean) => void
}

const Row = ({ choose, chosen, job }: Choosing & { readonly job: Job }) => {
  const { done, of } = progressOf(job)
  const prompt = promptOf(job)
  const canCancel = isRunning(job)
  return (
    <tr>
      <td class="pick">
        <input
          type="checkbox"
          aria-label={`Choose ${jobName(job)}`}
          disabled={!canCancel}
          checked={canCancel && chosen.has(job.id)}
          onChange={(event) => choose(job.id, event.currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <a href={linkTo("jobs", job.id)} data-row dir="auto">
          {jobName(job)}
        </a>
        {prompt === undefined ? null : (
          <div class="quiet small-text" dir="auto">
            {prompt}
          </div>
        )}
      </th>
      <td data-label="Status">
        <span class={`status status-${job.status}`}>{job.status}</span>
      </td>
      <td data-label="Pages">
        <span class="pages">
          <span class="number">
            {number(done)}
            {isRunning(job) ? <span class="quiet"> of {number(of)}</span> : null}
          </span>
          <StateBar job={job} />
        </span>
      </td>
      <td data-label="Credits" class="number">
        {number(job.creditsUsed)}
      </td>
      <td data-label="Key" dir="auto">
        {job.key ?? "–"}
      </td>
      <td data-label="Started">
        <Time at={job.createdAt} />
      </td>
      <td data-label="Took" class="number">
        {isRunning(job) ? "–" : duration((job.finishedAt ?? job.createdAt) - job.createdAt)}
      </td>
    </tr>
  )
}

/** Cancels what was chosen, and says what could not be. */
const BulkCancel = ({ chosen, done }: { readonly chosen: ReadonlyArray<string>; readonly done: () => void }) => {
  const { api } = useSigned()
  const [asks, ask] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const cancel = async () => {
    setProblem(undefined)
    const ended = await Promise.allSettled(
      chosen.map((id) => api.console<"jobCancel">(`jobs/${encodeURIComponent(id)}/cancel`, { method: "POST" }))
    )
    const failed = ended.find((one): one is PromiseRejectedResult => one.status === "rejected")
    setProblem(failed?.reason)
    ask(false)
    done()
  }
  return (
    <div class="actions">
      {asks ? (
        <>
          <button type="button" class="danger" onClick={() => void cancel()}>
            Cancel {counted(chosen.length, "job")} for good
          </button>
          <button type="button" onClick={() => ask(false)}>
            Let them run
          </button>
        </>
      ) : (
        <button type="button" class="danger" disabled={chosen.length === 0} onClick={() => ask(true)}>
          Cancel chosen
        </button>
      )}
      <Problem error={problem} />
    </div>
  )
}

/** Columns after the box to choose by; figures stand at the end of theirs. */
const columns: ReadonlyArray<readonly [title: string, isNumber: boolean]> = [
  ["Job", false],
  ["Status", false],
  ["Pages", false],
  ["Credits", true],
  ["Key", false],
  ["Started", false],
  ["Took", true]
]

export const Jobs = () => {
  const signed = useSigned()
  const { api, session } = signed
  const [status, setStatus] = useState("")
  const [kind, setKind] = useState("")
  const [search, setSearch] = useState("")
  const [from, setFrom] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = new URLSearchParams({ status, kind, search, cursor: String(from), limit: String(size) }).toString()
  const loaded = useLoad((signal) => api.console<"jobList">(`jobs?${query}`, { signal }), query, { everyMs: refreshMs })
  const { value } = loaded
  const filter = (set: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
    set(event.currentTarget.value)
    setFrom(0)
  }
  const isFiltered = status !== "" || kind !== "" || search !== ""
  const running = value?.jobs.filter((job) => isRunning(job) && chosen.has(job.id)).map(({ id }) => id) ?? []
  return (
    <section class="stack">
      <div class="view-head">
        <h1>Jobs</h1>
        {may(signed, "write") ? <BulkCancel chosen={running} done={loaded.reload} /> : null}
      </div>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Status
          <select value={status} onChange={filter(setStatus)}>
            <option value="">all</option>
            {session.jobStatuses.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Kind
          <select value={kind} onChange={filter(setKind)}>
            <option value="">all</option>
            {session.jobKinds.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="grow">
          Address, prompt or id
          <input type="search" value={search} onInput={filter(setSearch)} />
        </label>
      </form>
      <LoadNote loaded={loaded} />
      {value === undefined ? (
        <p class="quiet">Loading…</p>
      ) : value.jobs.length === 0 ? (
        <div class="panel">
          <Empty title="No jobs">
            <p>
              {isFiltered
                ? "No job matches these filters."
                : "Start a crawl in the playground or through the API: it appears here."}
            </p>
          </Empty>
        </div>
      ) : (
        <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Jobs">
          <table class="jobs cards-when-narrow">
            <thead>
              <tr>
                <th scope="col" class="pick">
                  <span class="visually-hidden">Choose</span>
                </th>
                {columns.map(([title, isNumber]) => (
                  <th scope="col" key={title} class={isNumber ? "number" : undefined}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {value.jobs.map((job) => (
                <Row
                  key={job.id}
                  job={job}
                  chosen={chosen}
                  choose={(id, isChosen) => {
                    const next = new Set(chosen)
                    if (isChosen) next.add(id)
                    else next.delete(id)
                    setChosen(next)
                  }}
                />
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
          <span class="quiet">
            {number(from + 1)} to {number(Math.min(from + size, value.total))} of {number(value.total)}
          </span>
          <button type="button" disabled={value.cursor === undefined} onClick={() => setFrom(from + size)}>
            Older
          </button>
        </nav>
      )}
    </section>
  )
}
