/** What was run since the page was opened, for a look back. */
import { duration } from "../kit/text.ts"
import { Time } from "../kit/Time.tsx"
import type { Draft } from "./Draft.ts"
import { modes } from "./modes.ts"

export interface Run {
  readonly at: number
  readonly draft: Draft
  readonly outcome: "done" | "failed"
  readonly tookMs?: number
}

export const Runs = ({ open, runs }: { readonly runs: ReadonlyArray<Run>; readonly open: (draft: Draft) => void }) =>
  runs.length === 0 ? null : (
    <details class="options">
      <summary>
        History <span class="badge">{runs.length}</span>
      </summary>
      <ol class="runs">
        {runs.map(({ at, draft, outcome, tookMs }) => (
          <li key={at}>
            <button type="button" class="link" onClick={() => open(draft)}>
              {modes[draft.mode].label} <bdi>{draft.target}</bdi>
            </button>
            <span class={outcome === "failed" ? "bad small-text" : "quiet small-text"}>
              {outcome === "failed" ? "failed" : tookMs === undefined ? "" : duration(tookMs)} · <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
