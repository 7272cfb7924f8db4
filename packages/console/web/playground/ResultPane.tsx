/** What runs and for how long, then what came of it. */
import { useEffect, useState } from "preact/hooks"
import { Empty } from "../kit/Empty.tsx"
import { Problem } from "../kit/Problem.tsx"
import { duration } from "../kit/text.ts"
import { type Answer, AnswerView } from "./AnswerView.tsx"
import type { Draft } from "./Draft.ts"
import { modes } from "./modes.ts"

interface Running {
  readonly draft: Draft
  readonly startedAt: number
}

const tickMs = 100

const Progress = ({ draft: { mode, target }, startedAt }: Running) => {
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(ticking)
  }, [])
  return (
    <div class="empty running">
      <span class="spinner" aria-hidden="true" />
      <p>
        {modes[mode].doing} <bdi>{target}</bdi>
      </p>
      <p class="number" aria-hidden="true">
        {duration(Math.max(0, now - startedAt))}
      </p>
    </div>
  )
}

export const ResultPane = ({
  answer,
  problem,
  running
}: {
  readonly running: Running | undefined
  readonly problem: unknown
  readonly answer: Answer | undefined
}) => (
  <section class="panel results" aria-label="Result" aria-busy={running !== undefined}>
    <div role="status" class="visually-hidden">
      {running !== undefined ? "Running" : answer === undefined ? "" : "The result is there"}
    </div>
    {running !== undefined ? (
      <Progress {...running} />
    ) : problem !== undefined ? (
      <Problem error={problem} />
    ) : answer !== undefined ? (
      <AnswerView answer={answer} />
    ) : (
      <Empty title="Nothing yet">
        <p>Give an address and press Run: the result is shown here, with what it took.</p>
      </Empty>
    )}
  </section>
)
