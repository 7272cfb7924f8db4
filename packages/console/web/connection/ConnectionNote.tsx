/** Says that what is shown is not newer, since when, and that it is being mended. */
import { type Connection, describeConnection, timeOfDay } from "./connection.ts"

export const ConnectionNote = ({
  at,
  connection,
  retry
}: {
  readonly connection: Connection
  /** When the figures were read. */
  readonly at: number | undefined
  /** Tries again at once. */
  readonly retry: () => void
}) => {
  const text = describeConnection(connection, navigator.onLine)
  return (
    <div class="connection">
      {/* Always there, so that screen readers hear when it fills. */}
      <div role="status">
        {text === undefined ? null : (
          <p class="note">
            {text}
            {at === undefined ? null : (
              <>
                {" Figures as of "}
                <time dateTime={new Date(at).toISOString()}>{timeOfDay(at)}</time>.
              </>
            )}
          </p>
        )}
      </div>
      {connection.state === "reconnecting" ? (
        <button type="button" class="small" onClick={retry}>
          Try now
        </button>
      ) : null}
    </div>
  )
}
