/** Reports a worker to its store for as long as it runs, and takes it off the list when it stops. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Service as JobStore } from "../../jobs/JobStore.ts"
import { beatMs, maxReportedPages, type WorkerBeat } from "../../jobs/StoreWorker.ts"
import type { HeldPages } from "./HeldPages.ts"

/** The process that a worker is part of. */
export type WorkerProcess = Pick<WorkerBeat, "host" | "pid" | "version">

/** Who puts workers together says which process they are part of; a worker of none is not reported. */
export const CurrentProcess: Context.Reference<WorkerProcess | undefined> = Context.Reference(
  "@orbweaver/core/CurrentProcess",
  { defaultValue: (): WorkerProcess | undefined => undefined }
)

/** Longest that the store may take to hear of the end. */
const maxLeavingTime = Duration.seconds(2)

/** One beat and the pause after it. The scope takes the worker off the list. */
export const make = Effect.fnUntraced(function* (store: JobStore, pages: Pick<HeldPages, "longestHeld" | "running">) {
  const current = yield* CurrentProcess
  if (current === undefined) return Effect.never
  const id = crypto.randomUUID()
  yield* Effect.addFinalizer(() => Effect.ignoreCause(Effect.timeoutOption(store.removeWorker(id), maxLeavingTime)))
  return Effect.andThen(
    Effect.suspend(() =>
      store.recordWorker({ ...current, id, running: pages.running, pages: pages.longestHeld(maxReportedPages) })
    ),
    Effect.sleep(Duration.millis(beatMs))
  )
})
