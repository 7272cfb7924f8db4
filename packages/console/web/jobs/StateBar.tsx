/** How the pages of a job are divided, as a bar; the words beside it say the same. */
import { number } from "../ui.tsx"
import { type Counts, states, totalOf } from "./model.ts"

export const StateBar = ({ counts }: { readonly counts: Counts }) => {
  const total = totalOf(counts)
  const text = states
    .filter((state) => counts[state] > 0)
    .map((state) => `${number(counts[state])} ${state}`)
    .join(", ")
  return (
    <div class="bar-of-states" role="img" aria-label={text === "" ? "no pages" : text} title={text}>
      {states.map((state) =>
        counts[state] === 0 ? null : (
          <span key={state} class={`state-${state}`} style={{ width: `${(100 * counts[state]) / total}%` }} />
        )
      )}
    </div>
  )
}
