import { start } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"

/** A site with TLS, for as long as the scope. */
export const site = Effect.acquireRelease(
  Effect.promise(() => start({ tls: true })),
  (running) => Effect.promise(() => running.close())
)
