/** The attempts at a page: when each ended, what came of it, and how long the page waited for the next. */
import { timeOfDay } from "../connection/connection.ts"
import { TableHead } from "../kit/TableHead.tsx"
import { dateTime, duration } from "../kit/text.ts"
import type { PageRow } from "./model.ts"

type Attempt = NonNullable<PageRow["attemptLog"]>[number]

const What = ({ attempt: { cause, error, status } }: { readonly attempt: Attempt }) => (
  <span dir="auto">
    {status === undefined ? null : `status ${status}`}
    {status === undefined || cause === undefined ? "" : ": "}
    {cause ?? (status === undefined ? error : null)}
  </span>
)

export const AttemptTable = ({
  attempts,
  count
}: {
  readonly attempts: ReadonlyArray<Attempt>
  /** How many there were. */
  readonly count: number
}) => (
  <table class="cards-when-narrow attempt-table">
    <caption>{count > attempts.length ? `The last ${attempts.length} of ${count} attempts` : "Attempts"}</caption>
    <TableHead
      columns={["Attempt", "Ended at", "What happened", "Took", "Next after"]}
      numbers={["Took", "Next after"]}
    />
    <tbody>
      {attempts.map((attempt) => (
        <tr key={attempt.attempt}>
          <th scope="row">{attempt.attempt}</th>
          <td data-label="Ended at">
            <time dateTime={new Date(attempt.at).toISOString()} title={dateTime(attempt.at)}>
              {timeOfDay(attempt.at)}
            </time>
          </td>
          <td data-label="What happened">
            <What attempt={attempt} />
          </td>
          <td data-label="Took" class="number">
            {attempt.tookMs === undefined ? "" : duration(attempt.tookMs)}
          </td>
          <td data-label="Next after" class="number">
            {attempt.nextAt === undefined ? "" : duration(Math.max(0, attempt.nextAt - attempt.at))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
