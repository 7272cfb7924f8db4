/** One monitor: its checks, and what each has found, as two versions side by side. */
import { useState } from "preact/hooks"
import { useLoad } from "../connection/useLoad.ts"
import { Empty } from "../kit/Empty.tsx"
import { LoadedView } from "../kit/LoadedView.tsx"
import { Problem } from "../kit/Problem.tsx"
import { duration, until } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { may, useSigned } from "../shell/signed.ts"
import { CheckView } from "./CheckView.tsx"
import { type Answer, type Check, type Monitor, summaryText, targetText } from "./model.ts"
import { MonitorForm } from "./MonitorForm.tsx"

const refreshMs = 3000

const statusLook = (status: Check["status"]): string =>
  `status status-${status.startsWith("skipped") ? "paused" : status}`

const Checks = ({
  checks,
  chosen,
  choose
}: {
  readonly checks: ReadonlyArray<Check>
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
}) => (
  <div class="panel flush scroll" tabIndex={0} role="region" aria-label="Checks">
    <table class="cards-when-narrow">
      <thead>
        <tr>
          {["Check", "Status", "Found", "Took"].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.id} class={check.id === chosen ? "current" : undefined}>
            <th scope="row">
              <button type="button" class="link" data-row onClick={() => choose(check.id)}>
                <Time at={Date.parse(check.createdAt)} />
              </button>
              <div class="quiet small-text">{check.trigger}</div>
            </th>
            <td data-label="Status">
              <span class={statusLook(check.status)}>{check.status.replaceAll("_", " ")}</span>
            </td>
            <td data-label="Found">{check.error ?? summaryText(check.summary)}</td>
            <td data-label="Took">
              {check.startedAt === null || check.finishedAt === null
                ? "–"
                : duration(Date.parse(check.finishedAt) - Date.parse(check.startedAt))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Head = ({ monitor, reload }: { readonly monitor: Monitor; readonly reload: () => void }) => {
  const signed = useSigned()
  const { api } = signed
  const [edits, edit] = useState(false)
  const [asks, ask] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const path = `v2/monitor/${encodeURIComponent(monitor.id)}`
  const attempt = async (work: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await work()
      reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  const change = (body: object) => attempt(() => api.json(path, { method: "PATCH", body }))
  const isActive = monitor.status === "active"
  return (
    <>
      <div class="view-head">
        <div>
          <h1 dir="auto">
            {monitor.name} <span class={isActive ? "status status-ok" : "status status-paused"}>{monitor.status}</span>
          </h1>
          <p class="quiet small-text" dir="auto">
            {targetText(monitor)} · <code>{monitor.schedule.cron}</code> {monitor.schedule.timezone}
            {monitor.nextRunAt === null ? "" : ` · next check ${until(Date.parse(monitor.nextRunAt))}`}
          </p>
          {monitor.goal === null ? null : <p dir="auto">{monitor.goal}</p>}
        </div>
        {may(signed, "write") ? (
          <div class="actions">
            <button
              type="button"
              class="primary"
              onClick={() => void attempt(() => api.json(`${path}/run`, { method: "POST", body: {} }))}
            >
              Check now
            </button>
            <button type="button" onClick={() => void change({ status: isActive ? "paused" : "active" })}>
              {isActive ? "Pause" : "Resume"}
            </button>
            <button type="button" onClick={() => edit(!edits)}>
              Edit
            </button>
            {asks ? (
              <button
                type="button"
                class="danger"
                onClick={() =>
                  void attempt(async () => {
                    await api.json(path, { method: "DELETE" })
                    location.hash = "#/monitors"
                  })
                }
              >
                Delete for good
              </button>
            ) : (
              <button type="button" class="danger" onClick={() => ask(true)}>
                Delete
              </button>
            )}
          </div>
        ) : null}
      </div>
      <Problem error={problem} />
      {monitor.warning === undefined ? null : <p class="note">{monitor.warning}</p>}
      {monitor.error === undefined ? null : <p class="problem">{monitor.error}</p>}
      {edits ? (
        <MonitorForm
          monitor={monitor}
          save={async (body) => {
            await change(body)
            edit(false)
          }}
          cancel={() => edit(false)}
        />
      ) : null}
    </>
  )
}

export const MonitorView = ({ id }: { readonly id: string }) => {
  const { api } = useSigned()
  const [chosen, choose] = useState<string>()
  const path = `v2/monitor/${encodeURIComponent(id)}`
  const monitor = useLoad((signal) => api.json<Answer<Monitor>>(path, { signal }), id, { everyMs: refreshMs })
  const checks = useLoad(
    (signal) => api.json<Answer<ReadonlyArray<Check>>>(`${path}/checks?limit=50`, { signal }),
    id,
    {
      everyMs: refreshMs
    }
  )
  const reload = () => {
    monitor.reload()
    checks.reload()
  }
  return (
    <section class="stack">
      <p class="small-text">
        <a href="#/monitors">All monitors</a>
      </p>
      <LoadedView loaded={monitor}>{({ data }) => <Head monitor={data} reload={reload} />}</LoadedView>
      <LoadedView loaded={checks}>
        {({ data }) => {
          const shown = data.find((check) => check.id === chosen) ?? data[0]
          return shown === undefined ? (
            <div class="panel">
              <Empty title="No check yet">
                <p>The first comes by the schedule, or with “Check now”.</p>
              </Empty>
            </div>
          ) : (
            <div class="stack">
              <Checks checks={data} chosen={shown.id} choose={choose} />
              <CheckView key={`${shown.id}/${shown.updatedAt}`} monitor={id} check={shown} />
            </div>
          )
        }}
      </LoadedView>
    </section>
  )
}
