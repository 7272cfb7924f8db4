/** The team's monitors: what they look at, when next, and what they last found. */
import { useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Empty } from "../kit/Empty.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { Problem } from "../kit/Problem.tsx"
import { until } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { linkTo } from "../shell/route.ts"
import { may, useSigned } from "../shell/signed.ts"
import { type Answer, type Monitor, summaryText, targetText } from "./model.ts"
import { MonitorForm } from "./MonitorForm.tsx"

const refreshMs = 5000

const List = ({ monitors }: { readonly monitors: ReadonlyArray<Monitor> }) => (
  <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Monitors">
    <table class="cards-when-narrow">
      <thead>
        <tr>
          {["Monitor", "Status", "Schedule", "Next check", "Last check", "Found"].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monitors.map((monitor) => (
          <tr key={monitor.id}>
            <th scope="row">
              <a href={linkTo("monitors", monitor.id)} data-row dir="auto">
                {monitor.name}
              </a>
              <div class="quiet small-text" dir="auto">
                {targetText(monitor)}
              </div>
            </th>
            <td data-label="Status">
              <span class={monitor.status === "active" ? "status status-ok" : "status status-paused"}>
                {monitor.status}
              </span>
            </td>
            <td data-label="Schedule">
              <code>{monitor.schedule.cron}</code>
              <div class="quiet small-text">{monitor.schedule.timezone}</div>
            </td>
            <td data-label="Next check">{monitor.nextRunAt === null ? "–" : until(Date.parse(monitor.nextRunAt))}</td>
            <td data-label="Last check">
              {monitor.lastRunAt === null ? "–" : <Time at={Date.parse(monitor.lastRunAt)} />}
            </td>
            <td data-label="Found">{summaryText(monitor.lastCheckSummary)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const Monitors = () => {
  const signed = useSigned()
  const { api } = signed
  const [adds, setAdds] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const loaded = useLoad(
    (signal) => api.json<Answer<ReadonlyArray<Monitor>>>("v2/monitor?limit=100", { signal }),
    "monitors",
    { everyMs: refreshMs }
  )
  const create = async (body: object) => {
    setProblem(undefined)
    try {
      await api.json("v2/monitor", { method: "POST", body })
      setAdds(false)
      loaded.reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  return (
    <section class="stack">
      <div class="view-head">
        <h1>Monitors</h1>
        {may(signed, "write") ? (
          <button type="button" class="primary" onClick={() => setAdds(!adds)}>
            New monitor
          </button>
        ) : null}
      </div>
      {adds ? <MonitorForm save={create} cancel={() => setAdds(false)} /> : null}
      <Problem error={problem} />
      <LoadedView loaded={loaded}>
        {({ data }) =>
          data.length === 0 ? (
            <div class="panel">
              <Empty title="No monitors">
                <p>A monitor looks at pages, a site or a search again and again, and tells what changed.</p>
              </Empty>
            </div>
          ) : (
            <List monitors={data} />
          )
        }
      </LoadedView>
    </section>
  )
}
