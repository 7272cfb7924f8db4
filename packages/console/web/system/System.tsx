/** How the server is, and what the team's jobs do on it. */
import type { ConsoleAnswer } from "@orbweaver/http/internal/console/Api"
import { LoadNote } from "../connection/LoadNote.tsx"
import { useLoad } from "../connection/useLoad.ts"
import { Figures } from "../kit/Figures.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { TableHead } from "../kit/TableHead.tsx"
import { ago, counted, duration, number, until } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import { LastHour } from "./LastHour.tsx"

type Figure = ConsoleAnswer<"system">["metrics"][number]

type SlowHost = ConsoleAnswer<"system">["hosts"][number]

const refreshMs = 3000
const hostNumbers = ["Waiting", "Running", "At once"]

const whySlow: Readonly<Record<SlowHost["reasons"][number], (host: Pick<SlowHost, "delayMs" | "refusals">) => string>> =
  {
    crawlDelay: ({ delayMs }) => `robots.txt asks for ${duration(delayMs)} between pages`,
    refused: ({ refusals }) => `refused pages (429, 503) ${counted(refusals, "time")} in a row`,
    recovering: () => "refused pages before; more at once after good answers"
  }

/** Sum of a figure over the attributes that match. */
const total = (
  metrics: ReadonlyArray<Figure>,
  name: string,
  attributes: Readonly<Record<string, string>> = {}
): number | undefined => {
  const found = metrics.filter(
    (figure) =>
      figure.name === name && Object.entries(attributes).every(([key, value]) => figure.attributes[key] === value)
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}

const share = (part: number | undefined, whole: number | undefined): string =>
  whole === undefined || whole === 0 ? "–" : `${Math.round((100 * (part ?? 0)) / whole)} %`

export const System = () => {
  const { api } = useSigned()
  const loaded = useLoad((signal) => api.console<"system">("system", { signal }), "system", { everyMs: refreshMs })
  const { value } = loaded
  if (value === undefined) {
    return (
      <section class="stack">
        <h1>System</h1>
        {loaded.connection.state === "stopped" ? null : <p class="quiet">Loading…</p>}
        <LoadNote loaded={loaded} />
      </section>
    )
  }
  const { errors, hosts, leases, metrics, queues, workers } = value
  const nameOfWorker = (worker: string): string => {
    const found = workers.find(({ id }) => id === worker)
    return found === undefined ? "a worker" : `${found.host} process ${found.pid}`
  }
  const plain = (name: string): string => {
    const found = total(metrics, name)
    return found === undefined ? "–" : number(found)
  }
  const cards: ReadonlyArray<readonly [string, string]> = [
    ["pages running", number(queues.running)],
    ["pages waiting", number(queues.waiting)],
    ["jobs running", number(queues.jobs)],
    ["scrapes waiting for room", plain("scrapes_waiting")],
    [
      "cache hits",
      share(total(metrics, "page_cache_lookups", { result: "hit" }), total(metrics, "page_cache_lookups"))
    ],
    ["pages on threads", plain("pages_on_threads")],
    ["pages scraped", plain("scrapes")],
    ["pages returned by workers", plain("worker_pages_returned")]
  ]
  return (
    <section class="stack">
      <h1>System</h1>
      <LoadNote loaded={loaded} />
      <div class="panel">
        <Figures figures={cards} />
      </div>
      <LastHour />
      <div class="cards">
        <section class="card" aria-label="Leases">
          <h2>Pages that workers hold ({leases.length})</h2>
          {leases.length === 0 ? <p class="quiet">No worker holds a page of your jobs.</p> : null}
          <ul class="links">
            {leases.map(({ attempt, job, since, until: leaseEnd, url, worker }) => (
              <li key={`${job} ${url}`}>
                <a href={`#/jobs/${encodeURIComponent(job)}`} dir="auto">
                  {url}
                </a>
                <div class="quiet">
                  {worker === undefined || since === undefined
                    ? "just claimed"
                    : `held by ${nameOfWorker(worker)} for ${duration(Math.max(0, value.at - since))}`}
                  , attempt {attempt}, lease for {Math.max(0, Math.round((leaseEnd - value.at) / 1000))} s more
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section class="card" aria-label="Workers">
          <h2>Workers ({workers.filter(({ isGone }) => !isGone).length})</h2>
          {workers.length === 0 ? <p class="quiet">No worker has reported itself.</p> : null}
          <ul class="links">
            {workers.map(({ host, id, isGone, lastBeatAt, pid, running, startedAt, version }) => (
              <li key={id}>
                {host} process {pid}
                <div class="quiet">
                  version {version}, started {ago(startedAt, value.at)},{" "}
                  {isGone ? "gone" : counted(running, "page") + " running"}, last heard of {ago(lastBeatAt, value.at)}
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section class="card" aria-label="Hosts">
        <h2>Slow and paused hosts</h2>
        {hosts.length === 0 ? (
          <p class="quiet">Every host of your jobs is asked at full speed, or none is asked.</p>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label="Hosts">
            <table class="cards-when-narrow">
              <TableHead
                columns={["Host", "Why", "Next page", "Waiting", "Running", "At once"]}
                numbers={hostNumbers}
              />
              <tbody>
                {hosts.map(({ active, cap, delayMs, host, isAtLeast, nextAt, reasons, refusals, waiting }) => (
                  <tr key={host}>
                    <th scope="row" dir="auto">
                      {host}
                    </th>
                    <td data-label="Why">
                      {reasons.map((reason) => whySlow[reason]({ delayMs, refusals })).join("; ")}
                    </td>
                    <td data-label="Next page">{until(nextAt, value.at)}</td>
                    <td data-label="Waiting" class="number">
                      {isAtLeast ? `at least ${number(waiting)}` : number(waiting)}
                    </td>
                    <td data-label="Running" class="number">
                      {number(active)}
                    </td>
                    <td data-label="At once" class="number">
                      {number(cap)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <h2>Recent errors of your jobs</h2>
      {errors.length === 0 ? <p class="quiet">No page failed.</p> : null}
      <ul class="links">
        {errors.map(({ at, code, error: text, job, url }) => (
          <li key={`${job} ${url} ${at}`}>
            <SafeLink url={url} /> <span class="quiet">{ago(at, value.at)}</span>
            <div dir="auto">
              {text} {code === undefined ? null : <code>{code}</code>}
            </div>
            <a href={`#/jobs/${encodeURIComponent(job)}`}>The job</a>
          </li>
        ))}
      </ul>
      <details class="options">
        <summary>All figures ({metrics.length}), as at /metrics</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label="All figures">
          <table>
            <TableHead columns={["Figure", "Of", "Value"]} />
            <tbody>
              {metrics.map(({ attributes, name, sum, text, value: amount }) => (
                <tr>
                  <th scope="row" title={text}>
                    {name}
                  </th>
                  <td>
                    {Object.entries(attributes)
                      .map(([key, of]) => `${key} ${of}`)
                      .join(", ")}
                  </td>
                  <td>
                    {number(amount)}
                    {sum === undefined ? "" : ` (sum ${number(sum)})`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
