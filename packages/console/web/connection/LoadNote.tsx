/** Why what a view has loaded is not newer, or not there. */
import { Problem } from "../kit/Problem.tsx"
import type { Loaded } from "./useLoad.ts"
import { ConnectionNote } from "./ConnectionNote.tsx"

export const LoadNote = ({
  loaded: { at, connection, error, reload }
}: {
  readonly loaded: Pick<Loaded<unknown>, "at" | "connection" | "error" | "reload">
}) =>
  connection.state === "stopped" ? (
    <Problem error={error} />
  ) : (
    <ConnectionNote connection={connection} at={at} retry={reload} />
  )
