/** Jobs that are started within a session (`CurrentSession`) are worked on with it, for as long as they run. */
import { isFinal, type JobId } from "@orbweaver/core/model/Job"
import { CurrentSession, JobSessions } from "@orbweaver/core/internal/network/CurrentSession"
import { nextEvent } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import type { Session } from "@orbweaver/core/network/Session"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Longest time until an end that another process brought about is seen. */
const poll = Duration.seconds(5)

/** The store, which takes the session of whoever creates a job before the job can be worked on. */
export const layer: Layer.Layer<JobStore, never, JobStore> = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* JobStore
    const scope = yield* Effect.scope
    const sessions = new Map<string, Session>()

    const forget = Effect.fnUntraced(function* (id: JobId) {
      for (;;) {
        const job = yield* store.get(id)
        if (isFinal(job.status)) return
        yield* nextEvent(store, id, job.events, poll)
      }
    })

    const create: JobStore["Service"]["create"] = (job) =>
      Effect.flatMap(CurrentSession, (session) => {
        if (session === undefined) return store.create(job)
        sessions.set(job.id, session)
        const end = Effect.ensuring(
          Effect.ignore(forget(job.id)),
          Effect.sync(() => sessions.delete(job.id))
        )
        return Effect.tap(store.create(job), () => Effect.forkIn(end, scope))
      })

    const within: JobStore["Service"] = Object.assign(Object.create(store), { create })
    return Context.make(JobStore, within).pipe(Context.add(JobSessions, sessions))
  })
)
