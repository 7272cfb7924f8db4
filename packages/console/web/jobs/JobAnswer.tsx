/** What a job without pages has made: of an extraction or an agent the data, of the others their texts. */
import { useLoad } from "../connection/useLoad.ts"
import { JsonTree } from "../kit/JsonTree.tsx"
import { Problem } from "../kit/Problem.tsx"
import { Raw } from "../kit/Raw.tsx"
import { useSigned } from "../shell/signed.ts"

/** While the job runs. */
const refreshMs = 2000
/** A text from this length on is shown as it is written, line by line. */
const longText = 200

/** Members that the head of the view says already. */
const shownElsewhere = new Set(["id", "success", "status", "error", "warning", "creditsUsed", "expiresAt"])

const hasContent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

const AnswerPart = ({ name, value }: { readonly name: string; readonly value: unknown }) =>
  typeof value === "string" && value.length >= longText ? (
    <section aria-label={name}>
      <h3>{name}</h3>
      <Raw text={value} label={name} />
    </section>
  ) : (
    <JsonTree name={name} value={value} open />
  )

export const JobAnswer = ({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }) => {
  const { api } = useSigned()
  const { connection, error, value } = useLoad(
    (signal) => api.console<"job">(`jobs/${encodeURIComponent(id)}`, { signal }),
    `${id}/${isRunning}`,
    isRunning ? { everyMs: refreshMs } : {}
  )
  if (value === undefined) {
    return connection.state === "stopped" ? <Problem error={error} /> : <p class="quiet">Loading…</p>
  }
  const { answer } = value
  if (typeof answer !== "object" || answer === null)
    return <p class="quiet">This server cannot read the answer of this job.</p>
  const parts = Object.entries(answer).filter(([name, part]) => !shownElsewhere.has(name) && hasContent(part))
  return (
    <div>
      {parts.length === 0 ? <p class="quiet">{isRunning ? "No answer yet." : "The job has no answer."}</p> : null}
      {parts.map(([name, part]) => (
        <AnswerPart key={name} name={name} value={part} />
      ))}
    </div>
  )
}
