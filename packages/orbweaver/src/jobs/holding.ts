/** A job that this process started and works on keeps the process running until it ends or is paused. */
import { type JobId } from "@orbweaver/core/model/Job"
import { nextEvent } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Time for the first attempt to deliver the last events to begin; open requests keep the process running themselves. */
const webhookGrace = Duration.seconds(1)

/** Ends when nothing of the job is left to do here. */
export const holdWhileActive = Effect.fnUntraced(
  function* (id: JobId) {
    const store = yield* JobStore
    for (;;) {
      const job = yield* store.get(id)
      if (job.status !== "scraping") {
        // A request that cannot be read is null.
        const { webhook } = (job.request ?? {}) as { readonly webhook?: unknown }
        if (webhook !== undefined) yield* Effect.sleep(webhookGrace)
        return
      }
      yield* nextEvent(store, id, job.events)
    }
  },
  (watching) => Effect.ignore(watching)
)
