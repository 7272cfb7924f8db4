/** How the pages of a job are divided, as a bar; the words beside it say the same. */
import { number } from "../kit/text.ts"
import { type Job, outcomeCounts, outcomeLabel, outcomes, totalOf } from "./model.ts"

export const StateBar = ({ job }: { readonly job: Pick<Job, "counts" | "errorPages"> }) => {
  const total = totalOf(job)
  const counts = outcomeCounts(job)
  const shown = outcomes.filter((outcome) => counts[outcome] > 0)
  const text = shown.map((outcome) => `${number(counts[outcome])} ${outcomeLabel(outcome)}`).join(", ")
  return (
    <div class="bar-of-states" role="img" aria-label={text === "" ? "no pages" : text} title={text}>
      {shown.map((outcome) => (
        <span key={outcome} class={`state-${outcome}`} style={{ width: `${(100 * counts[outcome]) / total}%` }} />
      ))}
    </div>
  )
}
