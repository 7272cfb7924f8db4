/** Watching a job from code that does not use Effect. */
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import type { JobStore } from "@orbweaver/core/JobStore"
import { events, type JobEvent } from "./jobs.ts"

/**
 * Events of a job, each once and in order, from the number after which it was
 * asked to begin: `for await`, at the reader's own pace, or a listener.
 */
export interface Watcher extends AsyncIterable<JobEvent> {
  /** Calls the listener for each event; `done` settles when the job has ended, or fails with what went wrong. */
  readonly on: (listener: (event: JobEvent) => void) => { readonly done: Promise<void>; readonly stop: () => void }
}

export async function* makeWatcher<R>(
  runtime: ManagedRuntime.ManagedRuntime<R | JobStore, unknown>,
  id: string,
  after: number | undefined
): AsyncGenerator<JobEvent> {
  const context = await runtime.context()
  yield* Stream.toAsyncIterableWith(events(id, after), context)
}
