import type { ComponentChildren } from "preact"
import { LoadNote } from "../connection/LoadNote.tsx"
import type { Loaded } from "../connection/useLoad.ts"

/** What was loaded, or why it is not there; what was loaded before stays while it is loaded again. */
export const LoadedView = <A,>({
  children,
  loaded
}: {
  readonly loaded: Loaded<A>
  readonly children: (value: A) => ComponentChildren
}) => (
  <>
    <LoadNote loaded={loaded} />
    {loaded.value !== undefined ? (
      children(loaded.value)
    ) : loaded.connection.state === "stopped" ? null : (
      <p class="quiet">Loading…</p>
    )}
  </>
)
