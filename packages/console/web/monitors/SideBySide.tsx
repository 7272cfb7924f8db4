/** A difference as two versions side by side. */
import { rowsOf } from "./versions.ts"

/** As many as are put into the page at once. */
const maxRows = 2000

export const SideBySide = ({ text }: { readonly text: string }) => {
  const rows = rowsOf(text)
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What changed">
      <table class="versions">
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ after, before, place }, at) =>
            place === undefined ? (
              <tr key={at}>
                <td class={before === undefined ? "" : before === after ? "" : "diff-removed"} dir="auto">
                  {before}
                </td>
                <td class={after === undefined ? "" : before === after ? "" : "diff-added"} dir="auto">
                  {after}
                </td>
              </tr>
            ) : (
              <tr key={at}>
                <td colSpan={2} class="diff-place">
                  {place}
                </td>
              </tr>
            )
          )}
        </tbody>
      </table>
    </div>
  )
}
