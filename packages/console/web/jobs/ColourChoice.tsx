/** What the dots of pages stand for. */
import type { Colouring, PageRow } from "./model.ts"

/** What the views of pages are given. */
export interface Choosing {
  readonly rows: ReadonlyArray<PageRow>
  readonly colouring: Colouring
  readonly setColouring: (by: Colouring) => void
  readonly choose: (row: PageRow) => void
}

export const ColourChoice = ({ colouring, setColouring }: Pick<Choosing, "colouring" | "setColouring">) => (
  <label>
    Colour by
    <select value={colouring} onChange={(event) => setColouring(event.currentTarget.value as Colouring)}>
      <option value="outcome">outcome</option>
      <option value="depth">depth</option>
      <option value="host">host</option>
    </select>
  </label>
)
