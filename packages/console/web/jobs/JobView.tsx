/** One job, live: counts, rate, its pages as a table and as a tree, causes of failures, and what can be done. */
import { useState } from "preact/hooks"
import { timeOfDay } from "../connection/connection.ts"
import { ConnectionNote } from "../connection/ConnectionNote.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Tabs } from "../kit/Tabs.tsx"
import { counted, duration, number } from "../kit/text.ts"
import { useSigned } from "../shell/signed.ts"
import { Causes } from "./Causes.tsx"
import { JobActions } from "./JobActions.tsx"
import { JobAnswer } from "./JobAnswer.tsx"
import { jobName, promptOf } from "./jobName.ts"
import { JobRequest } from "./JobRequest.tsx"
import { type Colouring, isRunning, type Job, outcomeCounts, outcomeLabel, outcomes, type PageRow } from "./model.ts"
import { PageTable } from "./PageTable.tsx"
import { PageTree } from "./PageTree.tsx"
import { progressOf, timeLeft } from "./progress.ts"
import { RateChart, rateOf } from "./RateChart.tsx"
import { StateBar } from "./StateBar.tsx"
import { Story } from "./Story.tsx"
import { type FollowedJob, useJob } from "./useJob.ts"
import "./jobs.css"

const AllJobs = () => (
  <p class="small-text">
    <a href="#/jobs">All jobs</a>
  </p>
)

/** How far it is, against its limit, and what is left at this rate. */
const ProgressLine = ({ job, rate }: { readonly job: Job; readonly rate: number }) => {
  const { done, of } = progressOf(job)
  const left = timeLeft(job, rate)
  return (
    <div class="job-progress">
      <progress max={Math.max(1, of)} value={done} aria-label="Progress" />
      <span class="number">
        {number(done)} of {counted(of, "page")}
        {job.collecting ? " found so far" : ""}
        {left === undefined ? "" : ` · about ${duration(left)} left`}
      </span>
    </div>
  )
}

const Counts = ({ job }: { readonly job: Job }) => {
  const counts = outcomeCounts(job)
  const total = Object.values(job.counts).reduce((sum: number, count: number) => sum + count, 0)
  return (
    <div class="stack">
      <dl class="counts">
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>
              <span class={`dot state-${outcome}`} /> {outcomeLabel(outcome)}
            </dt>
            <dd data-count={outcome}>{number(counts[outcome])}</dd>
          </div>
        ))}
        <div>
          <dt>discovered</dt>
          <dd data-count="total">{number(total)}</dd>
        </div>
      </dl>
      <StateBar job={job} />
    </div>
  )
}

const livenessOf = ({ at, connection }: FollowedJob): string => {
  if (connection.state === "live") return "live"
  return connection.state === "polling" && at !== undefined ? `as of ${timeOfDay(at)}` : ""
}

const Head = ({ followed, job }: { readonly job: Job; readonly followed: FollowedJob }) => {
  const prompt = promptOf(job)
  const about = [
    counted(job.creditsUsed, "credit"),
    job.key === undefined ? "" : `key ${job.key}`,
    isRunning(job) ? livenessOf(followed) : `took ${duration((job.finishedAt ?? job.createdAt) - job.createdAt)}`,
    job.collecting ? "still collecting addresses" : ""
  ].filter(Boolean)
  return (
    <div>
      <h1 dir="auto">
        {jobName(job)} <span class={`status status-${job.status}`}>{job.status}</span>
      </h1>
      {prompt === undefined ? null : <p dir="auto">{prompt}</p>}
      <p class="quiet small-text">
        <code>{job.id}</code> · {about.join(" · ")}
        {job.monitorId === undefined ? null : (
          <>
            {" · "}
            <a href={`#/monitors/${encodeURIComponent(job.monitorId)}`}>its monitor</a>
          </>
        )}
      </p>
    </div>
  )
}

const Pages = ({ followed: { isWhole, rows }, job }: { readonly job: Job; readonly followed: FollowedJob }) => {
  const [chosen, choose] = useState<PageRow>()
  const [colouring, setColouring] = useState<Colouring>("outcome")
  const choosing = { rows, colouring, setColouring, choose }
  const tabs = [
    ...(job.answersWithPages
      ? []
      : [{ id: "answer", label: "Answer", content: () => <JobAnswer id={job.id} isRunning={isRunning(job)} /> }]),
    { id: "table", label: "Table", content: () => <PageTable {...choosing} isWhole={isWhole} /> },
    { id: "tree", label: "Tree", content: () => <PageTree {...choosing} /> },
    {
      id: "causes",
      label: `Errors (${number(job.counts.failed + job.errorPages)})`,
      content: () => <Causes job={job} />
    },
    { id: "request", label: "Request", content: () => <JobRequest id={job.id} /> }
  ]
  return (
    <div class="panel">
      <Tabs label="Pages of the job" tabs={tabs} />
      {chosen === undefined ? null : <Story job={job} row={chosen} close={() => choose(undefined)} />}
    </div>
  )
}

export const JobView = ({ id }: { readonly id: string }) => {
  const { api } = useSigned()
  const followed = useJob(api, id)
  const { at, connection, error, job, refresh, retry, samples } = followed
  if (job === undefined) {
    return (
      <section class="stack">
        <AllJobs />
        <h1>Job</h1>
        {connection.state === "stopped" ? (
          <Problem error={error} />
        ) : (
          <>
            <p class="quiet">Loading…</p>
            <ConnectionNote connection={connection} at={at} retry={retry} />
          </>
        )}
      </section>
    )
  }
  return (
    <section class="stack">
      <AllJobs />
      <Head job={job} followed={followed} />
      {job.error === undefined ? null : <p class="problem">{job.error}</p>}
      {job.warning === undefined ? null : <p class="note">{job.warning}</p>}
      <JobActions job={job} refresh={refresh} />
      <ConnectionNote connection={connection} at={at} retry={retry} />
      {connection.state === "stopped" && connection.why === "refused" ? <Problem error={error} /> : null}
      <div class="panel stack">
        {isRunning(job) ? <ProgressLine job={job} rate={rateOf(samples)} /> : null}
        <Counts job={job} />
        {isRunning(job) ? <RateChart samples={samples} /> : null}
      </div>
      <Pages job={job} followed={followed} />
    </section>
  )
}
