/** A job without one page is a failure of the command, with the reason of its first page. */
import * as Effect from "effect/Effect"
import { atTerminal } from "@orbweaver/core/internal/model/errorTable"
import type { Job } from "@orbweaver/core/model/Job"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { codes, Exit, mapExit } from "./exit.ts"
import { troubleshooting } from "./troubleshooting.ts"

export const failIfNothingReached = Effect.fnUntraced(function* ({ counts, id }: Pick<Job, "counts" | "id">) {
  if (counts.completed > 0) return
  const store = yield* JobStore
  const [failure] = yield* mapExit(store.failures(id, { after: 0, limit: 1 }))
  const reason = failure === undefined ? "" : `. ${failure.url}: ${atTerminal(failure.error, failure.cause ?? "")}`
  return yield* new Exit({
    code: codes.failed,
    text: `no page was reached${reason}`,
    page: troubleshooting("NothingReached")
  })
})
