/** One agent: what it answers, then its steps as they happen, and the pages that it read. */
import type { AgentStatus } from "@orbweaver/extraction/agent/Agent"
import { LoadNote } from "../connection/LoadNote.tsx"
import { useLoad } from "../connection/useLoad.ts"
import { isRunning } from "../jobs/model.ts"
import { JsonTree } from "../kit/JsonTree.tsx"
import { Problem } from "../kit/Problem.tsx"
import { ResultBar } from "../kit/ResultBar.tsx"
import { SafeLink } from "../kit/SafeLink.tsx"
import { counted, duration, number } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import { may, useSigned } from "../shell/signed.ts"
import { useState } from "preact/hooks"
import "./agents.css"

type Status = typeof AgentStatus.Type

const refreshMs = 1500

const Answer = ({ data, message, status }: Partial<Status>) => (
  <section class="panel stack" aria-label="Answer">
    <h2>Answer</h2>
    {message === undefined ? null : <p dir="auto">{message}</p>}
    {data === undefined || data === null ? (
      message === undefined ? (
        <p class="quiet">{status === "processing" ? "None yet." : "It found no answer."}</p>
      ) : null
    ) : (
      <>
        <ResultBar file="answer.json" type="application/json" text={JSON.stringify(data, null, 2)} />
        <JsonTree value={data} open />
      </>
    )}
  </section>
)

const Steps = ({ steps = [] }: Partial<Status>) => (
  <section class="panel stack" aria-label="Steps">
    <h2>{counted(steps.length, "step")}</h2>
    <ol class="steps">
      {steps.map(({ input, isRepeated, pages = [], reason, result, timestamp, tool }, at) => (
        <li key={at}>
          <div class="view-head">
            <span>
              <strong>{tool}</strong> <bdi class="quiet">{input}</bdi>
            </span>
            <span class="quiet small-text">
              {isRepeated === true ? "not taken again · " : ""}
              <Time at={Date.parse(timestamp)} />
            </span>
          </div>
          {reason === "" ? null : <p dir="auto">{reason}</p>}
          <details>
            <summary class="quiet small-text">
              {pages.length === 0 ? "What came of it" : `What came of it, from ${counted(pages.length, "page")}`}
            </summary>
            <pre tabIndex={0} dir="auto">
              {result}
            </pre>
          </details>
        </li>
      ))}
    </ol>
  </section>
)

const Sources = ({ sources = [] }: Partial<Status>) =>
  sources.length === 0 ? null : (
    <section class="panel stack" aria-label="Sources">
      <h2>{counted(sources.length, "source")}</h2>
      <ul class="links">
        {sources.map(({ title, url }) => (
          <li key={url}>
            <SafeLink url={url} text={title === "" ? url : title} />
            <div class="quiet small-text">{url}</div>
          </li>
        ))}
      </ul>
    </section>
  )

export const AgentView = ({ id }: { readonly id: string }) => {
  const signed = useSigned()
  const { api } = signed
  const [problem, setProblem] = useState<unknown>()
  const [ended, setEnded] = useState(false)
  const loaded = useLoad(
    async (signal) => {
      const found = await api.console<"job">(`jobs/${encodeURIComponent(id)}`, { signal })
      setEnded(!isRunning(found.job))
      return found
    },
    id,
    ended ? {} : { everyMs: refreshMs }
  )
  const job = loaded.value?.job
  const answer = (loaded.value?.answer ?? {}) as Partial<Status>
  const cancel = async () => {
    setProblem(undefined)
    try {
      await api.console<"jobCancel">(`jobs/${encodeURIComponent(id)}/cancel`, { method: "POST" })
      loaded.reload()
    } catch (failure) {
      setProblem(failure)
    }
  }
  return (
    <section class="stack">
      <p class="small-text">
        <a href="#/agents">All agents</a>
      </p>
      <LoadNote loaded={loaded} />
      {job === undefined ? (
        <h1>Agent</h1>
      ) : (
        <div class="view-head">
          <div>
            <h1 dir="auto">
              {job.prompt ?? "Agent"} <span class={`status status-${job.status}`}>{job.status}</span>
            </h1>
            <p class="quiet small-text">
              {counted(job.creditsUsed, "credit")} · {number(answer.tokensUsed ?? 0)} tokens
              {isRunning(job) ? "" : ` · took ${duration((job.finishedAt ?? job.createdAt) - job.createdAt)}`}
            </p>
          </div>
          {isRunning(job) && may(signed, "write") ? (
            <button type="button" class="danger" onClick={() => void cancel()}>
              Cancel
            </button>
          ) : null}
        </div>
      )}
      <Problem error={problem} />
      {answer.error === undefined ? null : <p class="problem">{answer.error}</p>}
      {answer.warning === undefined ? null : <p class="note">{answer.warning}</p>}
      {job === undefined ? null : (
        <>
          <Answer {...answer} />
          <Steps {...answer} />
          <Sources {...answer} />
        </>
      )}
    </section>
  )
}
