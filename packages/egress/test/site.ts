import { start } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"

/** A site of its own, for as long as the scope. */
export const site = Effect.acquireRelease(
  Effect.promise(() => start()),
  (running) => Effect.promise(() => running.close())
)
